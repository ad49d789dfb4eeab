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

fn legend(charts: &[Chart]) -> String {
    let mut known: Vec<&Series> = Vec::new();
    let named = |series: &&Series| !matches!(series.line, Line::Bars | Line::Reference);
    for series in charts.iter().flat_map(|chart| &chart.series).filter(named) {
        if !series.points.is_empty() && !known.iter().any(|s| s.name == series.name) {
            known.push(series);
        }
    }
    let mut out = String::from("<ul class=\"legend\">");
    for series in known {
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
        let html = figure(&[chart.clone(), chart], "what & why").unwrap();
        assert_eq!(html.matches("<li>").count(), 1);
        assert_eq!(html.matches("class=\"panel\"").count(), 2);
        assert!(html.contains("a&lt;b") && html.contains("<figcaption>what &amp; why</figcaption>"));
        assert!(!figure(&[], "").unwrap().contains("figcaption"));
    }
}
