//! Description of a chart: axes, and series of points.

use serde::{Deserialize, Serialize};

/// A panel of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// Text above the panel.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Series, drawn in this order.
    pub series: Vec<Series>,
}

/// An axis of a chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// Quantity and unit.
    pub label: String,
    /// Whether the axis is logarithmic.
    pub log: bool,
    /// Fixed ends; those of the data if `None`.
    pub range: Option<(f64, f64)>,
    /// Text beside the ticks.
    #[serde(default)]
    pub ticks: Ticks,
    /// Whether the lower end is marked as one for all that is below it.
    #[serde(default)]
    pub has_floor: bool,
}

/// Text beside the ticks of an [`Axis`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ticks {
    /// The values themselves.
    #[default]
    Numbers,
    /// Values from 0 to 1 in percent.
    Percent,
    /// A name for each of the values 0, 1, 2 and so on.
    Names(Vec<String>),
}

impl Axis {
    /// A linear axis.
    pub fn linear(label: &str) -> Self {
        Self { label: label.to_owned(), log: false, range: None, ticks: Ticks::Numbers, has_floor: false }
    }

    /// A logarithmic axis.
    pub fn log(label: &str) -> Self {
        Self { log: true, ..Self::linear(label) }
    }

    /// A linear axis from 0% to 100%.
    pub fn percent(label: &str) -> Self {
        Self { ticks: Ticks::Percent, ..Self::linear(label).within(0.0, 1.0) }
    }

    /// An axis with one place per name.
    pub fn names(label: &str, names: &[&str]) -> Self {
        let last = names.len().saturating_sub(1) as f64;
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Self { ticks: Ticks::Names(names), ..Self::linear(label).within(-0.3, last + 0.3) }
    }

    /// This axis with fixed ends.
    #[must_use]
    pub fn within(mut self, least: f64, most: f64) -> Self {
        self.range = Some((least, most));
        self
    }

    /// This axis with its lower end marked as "this or less".
    #[must_use]
    pub fn with_floor(mut self) -> Self {
        self.has_floor = true;
        self
    }
}

/// Points of one name. The same name looks the same in every panel of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// Index into the list of colours and marks.
    pub style: usize,
    /// How points are joined.
    pub line: Line,
    /// The points, as (x, y). Those without a place on a logarithmic axis are left out.
    pub points: Vec<(f64, f64)>,
}

/// How the points of a [`Series`] are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// A line with marks.
    Marked,
    /// A line alone.
    Plain,
    /// Marks alone.
    Scattered,
    /// Thin bars between pairs of points, such as the ends of intervals. Not in the legend.
    Bars,
    /// A faint line to compare others with. Not in the legend.
    Reference,
    /// The name, written beside each point. Not in the legend.
    Label,
}
