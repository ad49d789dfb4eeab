//! Layout of an axis: its ends, its ticks and their labels.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

use crate::chart::{Axis, Ticks};
use crate::numbers::plain;

/// An axis with its ends and ticks, in the coordinate that is drawn: the logarithm on a log axis.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    ends: (f64, f64),
    ticks: Vec<f64>,
    log: bool,
    labels: Ticks,
    /// The lower end, if all that is below is drawn there.
    floor: Option<f64>,
}

impl Scale {
    /// Lays out an axis for values. `None` if there is nothing to draw.
    pub(crate) fn new(axis: &Axis, values: impl Iterator<Item = f64>) -> Option<Self> {
        let place = |x: f64| if axis.log { x.log10() } else { x };
        let drawn: Vec<f64> = values.map(place).filter(|x| x.is_finite()).collect();
        let (least, most) = match axis.range {
            Some((least, most)) => (place(least), place(most)),
            None => (
                drawn.iter().copied().fold(f64::INFINITY, f64::min),
                drawn.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            ),
        };
        if drawn.is_empty() || !(least.is_finite() && most.is_finite()) {
            return None;
        }
        let pad = if axis.range.is_some() { 0.03 } else { 0.05 } * (most - least).max(0.1);
        let ends = (least - pad, most + pad);
        let ticks = match &axis.ticks {
            Ticks::Names(names) => (0..names.len()).map(|at| at as f64).collect(),
            _ if axis.log => decades(ends),
            _ => round_steps(ends, axis.range),
        };
        let floor = axis.has_floor.then_some(least);
        Some(Self { ends, ticks, log: axis.log, labels: axis.ticks.clone(), floor })
    }

    /// Coordinate of a value; `None` if a log axis has no place for it.
    pub(crate) fn place(&self, x: f64) -> Option<f64> {
        let at = if self.log { x.log10() } else { x };
        at.is_finite().then_some(at)
    }

    /// Both ends, in the coordinate that is drawn.
    pub(crate) fn ends(&self) -> (f64, f64) {
        self.ends
    }

    /// The lower end, if it is marked as one for all that is below.
    pub(crate) fn floor(&self) -> Option<f64> {
        self.floor
    }

    /// Label of a tick.
    pub(crate) fn label(&self, at: f64) -> String {
        let is_floor = self.floor.is_some_and(|floor| (at - floor).abs() < 1e-9);
        format!("{}{}", if is_floor { "≤ " } else { "" }, self.value(at))
    }

    fn value(&self, at: f64) -> String {
        match &self.labels {
            Ticks::Names(names) => return names.get(at.round() as usize).cloned().unwrap_or_default(),
            Ticks::Percent => return format!("{}%", plain((at * 1e9).round() / 1e7)),
            Ticks::Numbers => {}
        }
        if !self.log {
            return plain((at * 1e9).round() / 1e9);
        }
        if at.fract() == 0.0 && !(-2.0..=4.0).contains(&at) {
            return format!("10{}", superscript(at as i32));
        }
        plain(10f64.powf(at))
    }
}

impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let share = (value - self.ends.0) / (self.ends.1 - self.ends.0);
        from + (f64::from(to - from) * share).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // There are no lines between the ticks.
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.ends.0..self.ends.1
    }
}

/// Whole powers of ten: every second or third one if there are many, with steps between them if
/// there are few.
fn decades((least, most): (f64, f64)) -> Vec<f64> {
    let (first, last) = (least.ceil() as i32, most.floor() as i32);
    if last - first < 1 {
        let between = |decade: i32| [1.0f64, 2.0, 5.0].map(|m| f64::from(decade) + m.log10());
        let all = (first - 1..=last + 1).flat_map(between);
        return all.filter(|at| (least..=most).contains(at)).collect();
    }
    let step = ((last - first) as usize).div_ceil(6).max(1);
    (first..=last).step_by(step).map(f64::from).collect()
}

/// About five steps of 1, 2 or 5 times a power of ten.
fn round_steps((least, most): (f64, f64), range: Option<(f64, f64)>) -> Vec<f64> {
    let rough = (most - least) / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|s| *s >= 0.7 * rough).unwrap_or(rough);
    // A pad that reaches beyond fixed ends, such as those of a share, has no ticks.
    let (from, to) = range.unwrap_or((least, most));
    let first = (from / step - 1e-9).ceil() as i64;
    let last = (to / step + 1e-9).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

fn superscript(number: i32) -> String {
    number
        .to_string()
        .chars()
        .map(|c| match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            _ => char::from_u32('⁰' as u32 + c.to_digit(10).unwrap_or(0)).unwrap_or(c),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_round_ticks_within_their_range() {
        let scale = Scale::new(&Axis::linear("").within(0.0, 1.0), [0.3].into_iter()).unwrap();
        let labels: Vec<String> = scale.ticks.iter().map(|&t| scale.label(t)).collect();
        assert_eq!(labels, ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        let scale = Scale::new(&Axis::percent(""), [0.3].into_iter()).unwrap();
        assert_eq!(scale.label(scale.ticks[1]), "20%");
    }

    #[test]
    fn names_have_one_tick_each() {
        let scale = Scale::new(&Axis::names("", &["few", "many"]), [0.0, 1.1].into_iter()).unwrap();
        let labels: Vec<String> = scale.ticks.iter().map(|&t| scale.label(t)).collect();
        assert_eq!(labels, ["few", "many"]);
    }

    #[test]
    fn log_axes_have_powers_of_ten() {
        let scale = Scale::new(&Axis::log(""), [1e-6, 0.1].into_iter()).unwrap();
        let labels: Vec<String> = scale.ticks.iter().map(|&t| scale.label(t)).collect();
        assert_eq!(labels, ["10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³", "0.01", "0.1"]);
        assert_eq!(scale.place(0.0), None);
        let narrow = Scale::new(&Axis::log(""), [110.0, 400.0].into_iter()).unwrap();
        assert_eq!(narrow.label(narrow.ticks[0]), "200");
    }

    #[test]
    fn a_floor_is_marked() {
        let scale = Scale::new(&Axis::log("").within(1e-3, 1.0).with_floor(), [0.1].into_iter()).unwrap();
        let labels: Vec<String> = scale.ticks.iter().map(|&t| scale.label(t)).collect();
        assert_eq!(labels, ["≤ 10⁻³", "0.01", "0.1", "1"]);
    }

    #[test]
    fn nothing_to_draw_has_no_scale() {
        assert!(Scale::new(&Axis::log(""), [0.0].into_iter()).is_none());
        assert!(Scale::new(&Axis::linear(""), std::iter::empty()).is_none());
    }
}
