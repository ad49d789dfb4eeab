//! Charts of an evaluation.

use etio_report::{Axis, Chart, Line, Series, escape};

/// A named curve.
pub(super) struct Curve {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

/// Share of cases within each rank, on a logarithmic axis.
pub(super) fn ranks(title: &str, curves: Vec<Curve>, deepest: f64) -> Chart {
    Chart {
        title: title.to_owned(),
        x: Axis::log("rank of the right disease, at most").within(1.0, deepest),
        y: Axis::percent("share of cases"),
        series: series(curves, Line::Plain),
    }
}

/// Confidence against the share that was right; a calibrated method is on the diagonal.
pub(super) fn calibration(title: &str, curves: Vec<Curve>) -> Chart {
    let diagonal = vec![(0.0, 0.0), (1.0, 1.0)];
    let diagonal = Series { name: String::new(), style: 0, line: Line::Reference, points: diagonal };
    Chart {
        title: title.to_owned(),
        x: Axis::percent("confidence in the first disease"),
        y: Axis::percent("share that was right"),
        series: std::iter::once(diagonal).chain(series(curves, Line::Marked)).collect(),
    }
}

fn series(curves: Vec<Curve>, line: Line) -> Vec<Series> {
    let named = |(style, Curve { name, points })| Series { name, style, line, points };
    curves.into_iter().enumerate().map(named).collect()
}

/// A share with its interval.
pub(super) type Interval = (f64, [f64; 2]);

/// Shares by number of present findings, each with its interval.
pub(super) fn groups(title: &str, names: &[&str], lines: &[(&str, Vec<Interval>)]) -> Chart {
    let mut series = Vec::new();
    for (style, (name, shares)) in lines.iter().enumerate() {
        // Side by side, so that intervals do not hide each other.
        let shift = (style as f64 - (lines.len() as f64 - 1.0) / 2.0) * 0.08;
        let at = |group: usize| group as f64 + shift;
        let points = shares.iter().enumerate().map(|(group, share)| (at(group), share.0)).collect();
        let ends = |(group, (_, ends)): (usize, &Interval)| ends.map(|end| (at(group), end));
        let bars = shares.iter().enumerate().flat_map(ends).collect();
        for (line, points) in [(Line::Bars, bars), (Line::Marked, points)] {
            series.push(Series { name: (*name).to_owned(), style, line, points });
        }
    }
    Chart {
        title: title.to_owned(),
        x: Axis::names("present findings", names),
        y: Axis::percent("share of cases"),
        series,
    }
}

/// The charts as HTML. If one cannot be drawn, a note takes their place.
pub(super) fn figure(charts: &[Chart], caption: &str) -> String {
    etio_report::figure(charts, caption)
        .unwrap_or_else(|error| format!("<p class=\"note\">{}</p>\n", escape(&error.to_string())))
}
