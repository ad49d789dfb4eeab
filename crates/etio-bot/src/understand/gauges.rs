//! Numbers of their own kind: weeks of pregnancy, blood pressure, blood sugar, pulse and their like.

use super::quantity::{Measure, Reading, number, text};
use super::vocabulary::{Set, Vocabulary};
use super::words::{Gap, Word};

/// Something that a number can be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gauge {
    /// Weeks of pregnancy.
    Gestation,
    /// Upper value in mmHg.
    BloodPressure,
    /// In mmol/l.
    BloodSugar,
    /// In mmol/l.
    Ketones,
    /// Heartbeats per minute.
    Pulse,
    /// Breaths per minute.
    Breaths,
    /// Oxygen saturation in percent.
    Oxygen,
    /// Tablets at once.
    Tablets,
    /// Age in years, which `about.rs` reads.
    Age,
}

impl Gauge {
    /// Names in files.
    pub(crate) const NAMES: [(&'static str, Self); 9] = [
        ("gestation", Self::Gestation),
        ("blood_pressure", Self::BloodPressure),
        ("blood_sugar", Self::BloodSugar),
        ("ketones", Self::Ketones),
        ("pulse", Self::Pulse),
        ("breaths", Self::Breaths),
        ("oxygen", Self::Oxygen),
        ("tablets", Self::Tablets),
        ("age", Self::Age),
    ];

    /// The gauge of a name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, gauge)| *gauge)
    }

    /// All names, for messages.
    pub(crate) fn names() -> String {
        Self::NAMES.map(|(name, _)| name).join(", ")
    }
}

/// The reading of a gauge, if the number at a word belongs to one.
pub(super) fn gauge(v: &Vocabulary, words: &[Word], at: usize) -> Option<Reading> {
    let (value, last) = number(v, words, at)?;
    let reading =
        |gauge, value, last| Some(Reading { measure: Measure::Gauge(gauge, value), first: at, last });
    if let Some((weeks, last)) = gestation(v, words, at, value, last) {
        return reading(Gauge::Gestation, weeks, last);
    }
    if let Some(last) = pressure(v, words, at, value, last) {
        return reading(Gauge::BloodPressure, value, last);
    }
    // A number of days or tablets is not a reading.
    let unit = text(words, last + 1);
    if v.duration_units().any(|units| units.has(unit)) || words.get(at)?.text.is_empty() {
        return None;
    }
    let near = |hints: &Set, reach: usize| {
        let before = &words[at.saturating_sub(reach)..at];
        let behind = &words[(last + 1).min(words.len())..(last + 3).min(words.len())];
        // "6 to 9, ketones 0.1": what a comma sets apart is not what was measured.
        let behind = behind.iter().take_while(|w| w.gap < Gap::Comma);
        before.iter().chain(behind).any(|w| hints.has(&w.text))
    };
    let behind = &words[(last + 1).min(words.len())..(last + 4).min(words.len())];
    let counted = behind.iter().any(|w| v.gauge_tablets.has(&w.text));
    // "Two paracetamol at 8": an hour.
    let is_hour = at > 0 && v.gauge_hour.has(text(words, at - 1));
    if (counted || near(&v.gauge_tablets, 3)) && !v.gauge_doses.has(unit) && !is_hour {
        return reading(Gauge::Tablets, value, last);
    }
    if near(&v.gauge_ketones, 4) && value <= 12.0 {
        return reading(Gauge::Ketones, value, last);
    }
    if near(&v.gauge_sugar, 5) && (1.0..=900.0).contains(&value) {
        // Above any value in mmol/l that a meter shows, it is in mg/dl.
        let value = if value > 45.0 { value / 18.0 } else { value };
        return reading(Gauge::BloodSugar, value, last);
    }
    if near(&v.gauge_oxygen, 5) && (40.0..=100.0).contains(&value) {
        return reading(Gauge::Oxygen, value, last);
    }
    if near(&v.gauge_pulse, 4) && (15.0..=300.0).contains(&value) {
        return reading(Gauge::Pulse, value, last);
    }
    if near(&v.gauge_breaths, 3) && (3.0..=150.0).contains(&value) {
        return reading(Gauge::Breaths, value, last);
    }
    None
}

/// "164/108", "164 over 108": the last word.
fn pressure(v: &Vocabulary, words: &[Word], at: usize, value: f64, last: usize) -> Option<usize> {
    if !(70.0..=280.0).contains(&value) {
        return None;
    }
    let next = words.get(last + 1)?;
    let second = if v.gauge_over.has(&next.text) { last + 2 } else { last + 1 };
    let slashed = second == last + 2 || next.gap == Gap::Comma;
    let (lower, end) = number(v, words, second)?;
    let plausible = (30.0..=180.0).contains(&lower) && lower < value;
    let hinted = words[at.saturating_sub(6)..at].iter().any(|w| v.gauge_pressure.has(&w.text));
    (plausible && slashed && (hinted || lower >= 40.0)).then_some(end)
}

/// "34 weeks pregnant", "38+2", "7 months gone", and "31 weeks" in a text about a pregnancy.
fn gestation(v: &Vocabulary, words: &[Word], at: usize, value: f64, last: usize) -> Option<(f64, usize)> {
    let mut end = last;
    // Weeks and days: "38+2", "35 + 2 weeks".
    let days = words.get(last + 1).filter(|w| w.gap == Gap::Comma && w.text.len() == 1);
    let with_days = days.and_then(|w| w.text.parse::<f64>().ok()).filter(|days| *days < 7.0);
    let joined = days.is_some_and(|w| words[last].end + 1 == w.start);
    if with_days.is_some() && joined {
        end += 1;
    }
    let unit = text(words, end + 1);
    let weeks = v.duration_weeks.has(unit);
    let months = v.duration_months.has(unit);
    let about = || words.iter().any(|w| v.gauge_pregnancy.has(&w.text) || v.gauge_pregnancy.has(&w.stem));
    if with_days.is_some()
        && joined
        && (4.0..=43.0).contains(&value)
        && (weeks
            || value >= 20.0
                && (about() || words[at].gap == Gap::Sentence || v.gauge_i_am.end_before(words, at)))
    {
        return Some((value, if weeks { end + 1 } else { end }));
    }
    if !(weeks || months) {
        return None;
    }
    let behind = text(words, end + 2);
    let before = at.checked_sub(1).map_or("", |b| text(words, b));
    let named = v.gauge_pregnant.has(behind)
        || at > 0 && v.gauge_pregnant.has(before)
        || weeks && v.gauge_i_am.end_before(words, at);
    let dated = v.duration_ago.has(behind)
        || v.duration_not_behind.has(behind)
        || v.duration_leads.has(before)
        || v.duration_since.has(before)
        || v.gauge_not_pregnancy.has(behind);
    let value = if months { value * 4.345 } else { value };
    let fits = (3.0..=44.0).contains(&value);
    // "31 weeks, bright red blood": weeks that stand alone, in a text that speaks of no child.
    let stands_alone = words[at].gap >= Gap::Comma
        && words.get(end + 2).is_none_or(|w| w.gap >= Gap::Comma || v.gauge_alone.has(&w.text));
    let of_child = || words.iter().any(|w| v.who_old.has(&w.text) || v.who_children.has(&w.text));
    let alone = stands_alone && value >= 5.0 && !of_child();
    (fits && (named || weeks && !dated && (alone || about()))).then_some((value, end + 1))
}

#[cfg(test)]
mod tests {
    use super::super::quantity::readings;
    use super::super::words::Splitter;
    use super::*;

    #[track_caller]
    fn shows(text: &str, expected: Option<(Gauge, f64)>) {
        let splitter = Splitter::default();
        let read = readings(splitter.vocabulary(), &splitter.split(text));
        let gauges = read.iter().filter_map(|r| match r.measure {
            Measure::Gauge(gauge, value) => Some((gauge, (value * 10.0).round() / 10.0)),
            _ => None,
        });
        assert_eq!(gauges.collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>(), "{text}");
    }

    #[test]
    fn gauges_are_told_apart() {
        shows("I am 34 weeks pregnant", Some((Gauge::Gestation, 34.0)));
        shows("38+2, splitting headache, no contractions", Some((Gauge::Gestation, 38.0)));
        shows("pregnant 7 months", Some((Gauge::Gestation, 30.4)));
        shows("31 weeks. No contractions", Some((Gauge::Gestation, 31.0)));
        shows("blood pressure was 164 over 108", Some((Gauge::BloodPressure, 164.0)));
        shows("BP 182/121", Some((Gauge::BloodPressure, 182.0)));
        shows("blood sugar 430 mg", Some((Gauge::BloodSugar, 23.9)));
        shows("her pulse is 32", Some((Gauge::Pulse, 32.0)));
        shows("breathing 40 a minute", Some((Gauge::Breaths, 40.0)));
        shows("sats are 79", Some((Gauge::Oxygen, 79.0)));
        shows("I have had a cough for 8 weeks", None);
        shows("my 8 week old daughter", None);
        shows("pregnant, and a cough for 6 weeks", None);
    }
}
