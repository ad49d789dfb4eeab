//! A figure: one or more panels with a common legend and a caption.

use std::fmt::Write;

use crate::chart::{Chart, Line, Series};
use crate::draw::{DrawError, svg};
use crate::page::escape;
use crate::palette::swatch;

/// The panels side by side, as HTML. The legend is above them, so that it hides no data. An empty
/// caption is left out.
pub fn figure(charts: &[Chart], caption: &str) -> Result<String, DrawError> {
    // Writing to a string cannot fail, so results of `write!` are dropped.
    let mut out = format!("<figure>\n{}<div class=\"panels\">\n", legend(charts));
    for chart in charts {
        let _ = writeln!(out, "<div class=\"panel\">{}</div>", svg(chart)?);
    }
    out.push_str("</div>\n");
    if !caption.is_empty() {
        let _ = writeln!(out, "<figcaption>{}</figcaption>", escape(caption));
    }
    Ok(out + "</figure>\n")
}

/// Size of a panel in a picture, with the space around it.
const PANEL: (usize, usize) = (350, 270);
/// Height of a line of a picture's legend.
const LEGEND_LINE: usize = 20;
/// Width of an entry of a picture's legend.
const LEGEND_WIDTH: usize = 233;
/// Space left of a legend in a cell, and above and below it together.
const LEGEND_MARGIN: (usize, usize) = (24, 10);

/// The panels in rows of three, as one SVG file that needs no page around it. The legend is in the first
/// empty cell of the last row, or below if there is none or it does not fit.
pub fn picture(charts: &[Chart]) -> Result<String, DrawError> {
    let columns = charts.len().clamp(1, 3);
    let width = columns * PANEL.0;
    let panels = charts.len().div_ceil(columns) * PANEL.1;
    let names = named(charts);
    let cell = |at: usize| (at % columns * PANEL.0, at / columns * PANEL.1);
    let fits = names.len() * LEGEND_LINE + LEGEND_MARGIN.1 <= PANEL.1;
    let (across, corner, height) = if fits && !charts.len().is_multiple_of(columns) {
        let (x, y) = cell(charts.len());
        (1, (x + LEGEND_MARGIN.0, y + LEGEND_MARGIN.1 / 2), panels)
    } else {
        let across = (width / LEGEND_WIDTH).max(1);
        (across, (12, panels + 4), panels + names.len().div_ceil(across) * LEGEND_LINE + 12)
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         color=\"#222\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for (at, chart) in charts.iter().enumerate() {
        let (x, y) = cell(at);
        let _ = writeln!(out, "<g transform=\"translate({x} {y})\">{}</g>", svg(chart)?);
    }
    for (at, series) in names.iter().enumerate() {
        let (x, y) = (corner.0 + at % across * LEGEND_WIDTH, corner.1 + at / across * LEGEND_LINE);
        let swatch =
            swatch(series.style, series.line).replacen("<svg ", "<svg width=\"30\" height=\"14\" ", 1);
        let name = escape(&series.name);
        let _ = writeln!(
            out,
            "<g transform=\"translate({x} {y})\">{swatch}<text x=\"34\" y=\"11\" fill=\"currentColor\">{name}</text></g>"
        );
    }
    Ok(out + "</svg>\n")
}

/// The series that a legend names, each once.
fn named(charts: &[Chart]) -> Vec<&Series> {
    let mut known: Vec<&Series> = Vec::new();
    let is_named = |series: &&Series| !matches!(series.line, Line::Bars | Line::Reference | Line::Label);
    for series in charts.iter().flat_map(|chart| &chart.series).filter(is_named) {
        if !series.points.is_empty() && !known.iter().any(|s| s.name == series.name) {
            known.push(series);
        }
    }
    known
}

fn legend(charts: &[Chart]) -> String {
    let mut out = String::from("<ul class=\"legend\">");
    for series in named(charts) {
        let _ = write!(out, "<li>{} {}</li>", swatch(series.style, series.line), escape(&series.name));
    }
    out + "</ul>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Axis;

    #[test]
    fn panels_share_a_legend() {
        let series = |name: &str, line| Series {
            name: name.to_owned(),
            style: 0,
            line,
            points: vec![(0.0, 0.0), (1.0, 1.0)],
        };
        let chart = Chart {
            title: "panel".to_owned(),
            x: Axis::linear("x"),
            y: Axis::percent("y"),
            series: vec![series("a<b", Line::Marked), series("a<b", Line::Bars), series("", Line::Reference)],
        };
        let html = figure(&[chart.clone(), chart.clone()], "what & why").unwrap();
        assert_eq!(html.matches("<li>").count(), 1);
        assert_eq!(html.matches("class=\"panel\"").count(), 2);
        assert!(html.contains("a&lt;b") && html.contains("<figcaption>what &amp; why</figcaption>"));
        let alone = picture(&[chart.clone(), chart.clone()]).unwrap();
        assert!(alone.starts_with("<svg xmlns") && alone.matches("a&lt;b</text>").count() == 1, "{alone}");
        // Five panels leave a cell for the legend, four rows of three do not.
        let height = |count: usize| {
            let text = picture(&vec![chart.clone(); count]).unwrap();
            let height = text.split("height=\"").nth(1).and_then(|rest| rest.split('"').next());
            height.and_then(|height| height.parse::<usize>().ok()).unwrap()
        };
        assert_eq!((height(5), height(6)), (2 * PANEL.1, 2 * PANEL.1 + LEGEND_LINE + 12));
        assert!(!figure(&[], "").unwrap().contains("figcaption"));
    }
}
