//! Plots as SVG, drawn into the page.

use plotters::coord::combinators::IntoLogRange;
use plotters::prelude::*;

/// A named line.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

const SIZE: (u32, u32) = (640, 420);

/// Colours that the colour-blind can tell apart (Okabe and Ito).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(120, 120, 120),
];

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// The share of cases within each rank, on a logarithmic axis.
pub(super) fn ranks(lines: &[Line], deepest: f64) -> String {
    svg(|root| {
        let mut chart = ChartBuilder::on(root)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(52)
            .build_cartesian_2d((1f64..deepest).log_scale(), 0f64..1f64)?;
        chart
            .configure_mesh()
            .x_desc("rank of the right disease, at most")
            .y_desc("share of cases")
            .y_label_formatter(&|y| format!("{:.0}%", y * 100.0))
            .x_label_formatter(&|x| format!("{x:.0}"))
            .draw()?;
        for (line, colour) in lines.iter().zip(COLOURS.iter().cycle()) {
            chart
                .draw_series(LineSeries::new(line.points.iter().copied(), colour.stroke_width(2)))?
                .label(line.name.clone())
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .border_style(BLACK)
            .draw()?;
        Ok(())
    })
}

/// Confidence against the share that was right; points on the diagonal are honest.
pub(super) fn calibration(lines: &[Line]) -> String {
    svg(|root| {
        let mut chart = ChartBuilder::on(root)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(52)
            .build_cartesian_2d(0f64..1f64, 0f64..1f64)?;
        let share = |x: &f64| format!("{:.0}%", x * 100.0);
        chart
            .configure_mesh()
            .x_desc("confidence in the first disease")
            .y_desc("share that was right")
            .x_label_formatter(&share)
            .y_label_formatter(&share)
            .draw()?;
        chart.draw_series(LineSeries::new([(0.0, 0.0), (1.0, 1.0)], BLACK.mix(0.3)))?;
        for (line, colour) in lines.iter().zip(COLOURS.iter().cycle()) {
            chart
                .draw_series(
                    LineSeries::new(line.points.iter().copied(), colour.stroke_width(2)).point_size(3),
                )?
                .label(line.name.clone())
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .border_style(BLACK)
            .draw()?;
        Ok(())
    })
}

/// The drawing as text; a plot that cannot be drawn says so in its place.
fn svg(draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Drawn) -> String {
    let mut text = String::new();
    let drawn = {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(Into::into).and_then(|()| draw(&root)).and_then(|()| Ok(root.present()?))
    };
    match drawn {
        // A document of its own has a header that a page must not repeat.
        Ok(()) => {
            text.split_once("<svg").map_or(text.clone(), |(_, rest)| format!("<svg role=\"img\"{rest}"))
        }
        Err(error) => {
            format!("<p>This plot could not be drawn: {}</p>", super::page::escape(&error.to_string()))
        }
    }
}
