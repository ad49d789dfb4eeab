//! Plots as SVG, drawn into the page.

use plotters::coord::combinators::IntoLogRange;
use plotters::prelude::*;

/// A named line.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

/// Small enough for its letters to be read on a telephone, where it is shrunk to the width of the screen.
const SIZE: (u32, u32) = (480, 340);

const LETTERS: (&str, u32) = ("sans-serif", 14);

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
            .x_label_area_size(42)
            .y_label_area_size(58)
            .build_cartesian_2d((1f64..deepest).log_scale(), 0f64..1f64)?;
        chart
            .configure_mesh()
            .label_style(LETTERS)
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
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
            .label_font(LETTERS)
            .background_style(WHITE.mix(0.8))
            .position(SeriesLabelPosition::LowerRight)
            .border_style(BLACK.mix(0.3))
            .draw()?;
        Ok(())
    })
}

/// Confidence against the share that was right; points on the diagonal are honest.
pub(super) fn calibration(lines: &[Line]) -> String {
    svg(|root| {
        let mut chart = ChartBuilder::on(root)
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(58)
            .build_cartesian_2d(0f64..1f64, 0f64..1f64)?;
        let share = |x: &f64| format!("{:.0}%", x * 100.0);
        chart
            .configure_mesh()
            .label_style(LETTERS)
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
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
            .label_font(LETTERS)
            .background_style(WHITE.mix(0.8))
            .position(SeriesLabelPosition::UpperLeft)
            .border_style(BLACK.mix(0.3))
            .draw()?;
        Ok(())
    })
}

/// A share with its interval.
pub(super) type Interval = (f64, [f64; 2]);

/// Shares by group, such as the number of findings, each with its interval.
pub(super) fn groups(names: &[&str], lines: &[(&str, Vec<Interval>)]) -> String {
    svg(|root| {
        let mut chart = ChartBuilder::on(root)
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(58)
            .build_cartesian_2d(-0.5..names.len() as f64 - 0.5, 0f64..1f64)?;
        let name = |x: &f64| names.get(x.round().max(0.0) as usize).map_or("", |name| name).to_owned();
        chart
            .configure_mesh()
            .label_style(LETTERS)
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
            .disable_x_mesh()
            .x_labels(names.len())
            .x_desc("present findings")
            .y_desc("share of cases")
            .x_label_formatter(&name)
            .y_label_formatter(&|y| format!("{:.0}%", y * 100.0))
            .draw()?;
        for (at, ((label, shares), colour)) in lines.iter().zip(COLOURS.iter().cycle()).enumerate() {
            // Side by side, so that intervals do not hide each other.
            let place = |group: usize| group as f64 + (at as f64 - (lines.len() as f64 - 1.0) / 2.0) * 0.08;
            let points = shares.iter().enumerate().map(|(group, share)| (place(group), share.0));
            chart
                .draw_series(LineSeries::new(points, colour.stroke_width(2)).point_size(3))?
                .label(*label)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
            chart.draw_series(shares.iter().enumerate().map(|(group, (_, [low, high]))| {
                PathElement::new([(place(group), *low), (place(group), *high)], colour.stroke_width(1))
            }))?;
        }
        chart
            .configure_series_labels()
            .label_font(LETTERS)
            .background_style(WHITE.mix(0.8))
            .position(SeriesLabelPosition::LowerLeft)
            .border_style(BLACK.mix(0.3))
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
