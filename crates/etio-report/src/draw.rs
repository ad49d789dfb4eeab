//! Draws a panel as inline SVG in the colours of the page around it.

use plotters::prelude::*;

use crate::chart::{Chart, Line, Series};
use crate::page::escape;
use crate::palette::{INK, INK_WRITTEN, colour, mark};
use crate::scale::Scale;

const SIZE: (u32, u32) = (340, 260);

/// A chart that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot draw the chart {title:?}: {reason}")]
pub struct DrawError {
    /// Title of the chart.
    pub title: String,
    /// Message of the drawing library.
    pub reason: String,
}

/// The panel, or a note if there is nothing to draw.
pub(crate) fn svg(chart: &Chart) -> Result<String, DrawError> {
    let values = |pick: fn(&(f64, f64)) -> f64| {
        chart.series.iter().flat_map(move |series| series.points.iter().map(pick))
    };
    let scales = (Scale::new(&chart.x, values(|p| p.0)), Scale::new(&chart.y, values(|p| p.1)));
    let (Some(x), Some(y)) = scales else {
        return Ok(format!("<p class=\"note\">{}: no answers to draw.</p>", escape(&chart.title)));
    };
    let mut text = String::new();
    draw(chart, &x, &y, &mut text)
        .map_err(|error| DrawError { title: chart.title.clone(), reason: error.to_string() })?;
    Ok(text.replace(INK_WRITTEN.0, INK_WRITTEN.1).replacen(
        "<svg ",
        &format!("<svg role=\"img\" aria-label=\"{}\" ", escape(&chart.title)),
        1,
    ))
}

type Problem = Box<dyn std::error::Error>;

fn draw(chart: &Chart, x: &Scale, y: &Scale, text: &mut String) -> Result<(), Problem> {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    let ink = |size: u32| ("sans-serif", size).into_font().color(&INK);
    let mut canvas = ChartBuilder::on(&root)
        .caption(&chart.title, ink(16))
        .margin(6)
        .margin_right(14)
        .x_label_area_size(42)
        .y_label_area_size(56)
        .build_cartesian_2d(x.clone(), y.clone())?;
    canvas
        .configure_mesh()
        .bold_line_style(INK.mix(0.14))
        .light_line_style(TRANSPARENT)
        .axis_style(INK.mix(0.6))
        .label_style(ink(13))
        .axis_desc_style(ink(14))
        .x_desc(&chart.x.label)
        .y_desc(&chart.y.label)
        .x_label_formatter(&|at| x.label(*at))
        .y_label_formatter(&|at| y.label(*at))
        .draw()?;
    if let Some(floor) = y.floor() {
        let ends = [(x.ends().0, floor), (x.ends().1, floor)];
        canvas.draw_series(DashedLineSeries::new(ends, 4, 4, INK.mix(0.45).into()))?;
    }
    for series in &chart.series {
        let points: Vec<(f64, f64)> = placed(series, x, y).collect();
        let shade = colour(series.style);
        match series.line {
            Line::Marked | Line::Plain => {
                canvas.draw_series(LineSeries::new(points.iter().copied(), shade.stroke_width(2)))?;
            }
            Line::Reference => {
                canvas.draw_series(LineSeries::new(points.iter().copied(), INK.mix(0.45)))?;
            }
            Line::Bars => {
                let bars = points.chunks_exact(2).map(|ends| PathElement::new(ends.to_vec(), shade));
                canvas.draw_series(bars)?;
            }
            Line::Label => {
                let style = ("sans-serif", 12).into_font().color(&shade);
                let texts = points.iter().map(|&at| {
                    EmptyElement::at(at) + Text::new(series.name.clone(), (8, -12), style.clone())
                });
                canvas.draw_series(texts)?;
            }
            Line::Scattered => {}
        }
        if matches!(series.line, Line::Marked | Line::Scattered) {
            let marks = points.iter().map(|&at| {
                EmptyElement::at(at) + Polygon::new(mark(series.style).to_vec(), shade.mix(0.9).filled())
            });
            canvas.draw_series(marks)?;
        }
    }
    root.present()?;
    drop(canvas);
    Ok(())
}

fn placed<'a>(series: &'a Series, x: &'a Scale, y: &'a Scale) -> impl Iterator<Item = (f64, f64)> + 'a {
    series.points.iter().filter_map(|&(px, py)| Some((x.place(px)?, y.place(py)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Axis;

    #[test]
    fn a_panel_is_drawn_in_the_page_s_ink() {
        let chart = Chart {
            title: "Time <of> \"it\"".to_owned(),
            x: Axis::linear("findings"),
            y: Axis::log("time (µs)"),
            series: vec![Series {
                name: "one".to_owned(),
                style: 0,
                line: Line::Marked,
                points: vec![(4.0, 10.0), (8.0, 1000.0), (9.0, 0.0)],
            }],
        };
        let text = svg(&chart).unwrap();
        assert!(text.contains("currentColor") && text.contains("time (µs)"));
        assert!(text.contains("aria-label=\"Time &lt;of&gt; &quot;it&quot;\""));
        assert!(!text.contains("NaN"));
        assert_eq!(text.matches("<polygon").count(), 2, "zero has no place on a log axis");
        assert!(svg(&Chart { series: Vec::new(), ..chart }).unwrap().contains("no answers"));
    }
}
