//! Numbers that grade a finding: temperatures in both scales, how long something has lasted, and
//! what gauges show (`gauges.rs`).

pub(crate) use super::gauges::Gauge;
use super::gauges::gauge;
use super::vocabulary::{Set, Vocabulary};
use super::words::Word;

/// Something measured in a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Measure {
    /// Degrees Celsius.
    Temperature(f64),
    /// Days.
    Duration(f64),
    /// Minimum and maximum number of days: "since Tuesday".
    DurationWithin(f64, f64),
    /// Reading of a gauge.
    Gauge(Gauge, f64),
}

impl Measure {
    /// At least and at most how many days.
    pub(crate) fn days(self) -> Option<(f64, f64)> {
        match self {
            Self::Temperature(_) | Self::Gauge(..) => None,
            Self::Duration(days) => Some((days, days)),
            Self::DurationWithin(least, most) => Some((least, most)),
        }
    }
}

/// A measure and the words it was read from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reading {
    pub(crate) measure: Measure,
    pub(crate) first: usize,
    pub(crate) last: usize,
}

/// All measures of a text.
pub(crate) fn readings(v: &Vocabulary, words: &[Word]) -> Vec<Reading> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let read =
            temperature(v, words, at).or_else(|| gauge(v, words, at)).or_else(|| duration(v, words, at));
        match read {
            Some(reading) => {
                found.push(reading);
                at = reading.last + 1;
            }
            None => at += 1,
        }
    }
    found
}

pub(super) fn text(words: &[Word], at: usize) -> &str {
    words.get(at).map_or("", |w| w.text.as_str())
}

/// A number with a unit, or a number near a word that says it is a temperature.
fn temperature(v: &Vocabulary, words: &[Word], at: usize) -> Option<Reading> {
    let (value, number_end) = number(v, words, at)?;
    let mut last = number_end;
    while v.temperature_degrees.has(text(words, last + 1)) {
        last += 1;
    }
    let unit = text(words, last + 1);
    let celsius = v.temperature_celsius.has(unit);
    let fahrenheit = v.temperature_fahrenheit.has(unit);
    let measured = last > number_end || celsius || fahrenheit;
    if celsius || fahrenheit {
        last += 1;
    }
    let near = &words[at.saturating_sub(6)..(last + 5).min(words.len())];
    let hinted = near.iter().any(|w| v.temperature_hints.has(&w.text)) && time_unit(v, unit).is_none();
    // "Out all day in 34 degrees" is the weather.
    let is_ambient = at > 0 && v.temperature_ambient.has(text(words, at - 1))
        || v.temperature_ambient_behind.has(text(words, last + 1));
    if is_ambient {
        return None;
    }
    // "38.7 last night": with tenths and without a unit it is hardly anything else.
    let tenths = value.fract() != 0.0 && (unit.is_empty() || !v.temperature_others.has(unit));
    let bare_celsius = tenths && (37.0..=42.0).contains(&value);
    let bare_fahrenheit = tenths && (99.4..=107.0).contains(&value);
    let degrees = match value {
        v if (34.0..=43.0).contains(&v) && !fahrenheit && (measured || hinted || bare_celsius) => v,
        v if (93.0..=109.5).contains(&v) && !celsius && (measured || hinted || bare_fahrenheit) => {
            (v - 32.0) / 1.8
        }
        _ => return None,
    };
    // Rounded as thermometers read, so that 100.4 F is 38.0 C.
    Some(Reading { measure: Measure::Temperature((degrees * 10.0).round() / 10.0), first: at, last })
}

/// A number in figures or in words, and its last word: "39,5", "thirty eight", "a hundred and three
/// point two".
pub(super) fn number(v: &Vocabulary, words: &[Word], at: usize) -> Option<(f64, usize)> {
    if let Ok(value) = text(words, at).replace(',', ".").parse::<f64>() {
        return Some((value, at));
    }
    let named = |at: usize| v.number_names.get(text(words, at));
    let (mut value, mut last) = match v.number_hundred.length_at(words, at) {
        Some(length) => (100.0, at + length - 1),
        None => (named(at)?, at),
    };
    let next = last + if value >= 100.0 && v.number_and.has(text(words, last + 1)) { 2 } else { 1 };
    let fits = |more: f64| more < if value >= 100.0 { 20.0 } else { 10.0 } && value >= 20.0;
    if let Some(more) = named(next).filter(|more| fits(*more)) {
        (value, last) = (value + more, next);
    }
    if v.number_point.has(text(words, last + 1))
        && let Some(tenths) = named(last + 2).filter(|tenths| *tenths < 10.0)
    {
        (value, last) = (value + tenths / 10.0, last + 2);
    }
    Some((value, last))
}

/// The days of a unit.
fn time_unit(v: &Vocabulary, word: &str) -> Option<f64> {
    let units = [
        (&v.duration_hours, 1.0 / 24.0),
        (&v.duration_days, 1.0),
        (&v.duration_weeks, 7.0),
        (&v.duration_fortnights, 14.0),
        (&v.duration_months, 30.0),
        (&v.duration_years, 365.0),
    ];
    units.iter().find(|(names, _)| names.has(word)).map(|(_, days)| *days)
}

fn amount(v: &Vocabulary, word: &str) -> Option<f64> {
    let number = || v.number_names.get(word).or_else(|| word.replace(',', ".").parse().ok());
    v.duration_amounts.get(word).or_else(|| number().filter(|value| (0.0..1000.0).contains(value)))
}

/// "for 8 days", "since yesterday", "the past two weeks", "started 3 days ago".
fn duration(v: &Vocabulary, words: &[Word], at: usize) -> Option<Reading> {
    let is = |list: &Set, at: usize| list.has(text(words, at));
    if is(&v.duration_since, at) || is(&v.duration_began, at) {
        return since(v, words, at);
    }
    // "Day 6 of the fever"
    if is(&v.duration_day_number, at)
        && let Some((days, last)) = number(v, words, at + 1).filter(|(days, _)| (1.0..=60.0).contains(days))
        && time_unit(v, text(words, last + 1)).is_none()
    {
        return Some(Reading { measure: Measure::Duration(days), first: at, last });
    }
    let (mut first, mut next) = (at, at);
    let mut more = false;
    while is(&v.duration_leads, next) {
        more |= is(&v.duration_more, next);
        next += 1;
    }
    let introduced = next > at;
    if is(&v.duration_one, next) && introduced {
        // "the past week", "over the last month"
        let days = time_unit(v, text(words, next))?;
        return Some(Reading { measure: Measure::Duration(days), first: at, last: next });
    }
    if is(&v.duration_some, next) && is(&v.duration_for, at) {
        let days = 3.0 * time_unit(v, text(words, next))?;
        return Some(Reading { measure: Measure::Duration(days), first: at, last: next });
    }
    let value = amount(v, text(words, next))?;
    if is(&v.duration_before_amounts, next) && amount(v, text(words, next + 1)).is_some() {
        next += 1;
    }
    let value = amount(v, text(words, next)).unwrap_or(value);
    if is(&v.duration_of, next + 1) {
        next += 1;
    }
    let days = value * time_unit(v, text(words, next + 1))?;
    let mut last = next + 1;
    if is(&v.duration_not_behind, last + 1) {
        return None;
    }
    if is(&v.duration_ago, last + 1) {
        // An onset says how long it has lasted; anything else "ago" is history.
        let started = words[at.saturating_sub(6)..at].iter().any(|w| v.duration_onsets.has(&w.stem));
        if !started {
            return None;
        }
        last += 1;
    } else if !introduced && first > 0 && (is(&v.duration_not_before, first - 1) || is_age(v, words, first)) {
        return None;
    }
    if first > 0 && is(&v.duration_since, first - 1) {
        first -= 1;
    }
    let days = if more { days * 1.001 + 1.0 } else { days };
    Some(Reading { measure: Measure::Duration(days), first, last })
}

/// Whether a number stands right behind somebody, as an age does: "kiddo 2.5 yrs".
fn is_age(v: &Vocabulary, words: &[Word], at: usize) -> bool {
    let before = words[at - 1].text.as_str();
    v.who_children.has(before) || v.who_infants.has(before) || v.scope_others.has(before)
}

/// "since last Monday", "started yesterday".
fn since(v: &Vocabulary, words: &[Word], at: usize) -> Option<Reading> {
    let named = at + if v.duration_last.has(text(words, at + 1)) { 2 } else { 1 };
    if let Some(length) = v.duration_weekdays.length_at(words, named) {
        let measure = Measure::DurationWithin(1.0, 7.9);
        // "Since Saturday night" is no complaint of the night.
        let last = named + length - 1;
        let is_part = v.duration_dayparts.has(text(words, last + 1));
        return Some(Reading { measure, first: at, last: last + usize::from(is_part) });
    }
    let (days, length) = v.duration_since_days.longest_at(words, at + 1)?;
    Some(Reading { measure: Measure::Duration(days), first: at, last: at + length })
}

#[cfg(test)]
mod tests {
    use super::super::words::Splitter;
    use super::*;

    fn measures(text: &str) -> Vec<Measure> {
        let splitter = Splitter::default();
        readings(splitter.vocabulary(), &splitter.split(text)).into_iter().map(|r| r.measure).collect()
    }

    #[test]
    fn temperatures_in_both_scales() {
        assert_eq!(measures("a fever of 39.5 now"), [Measure::Temperature(39.5)]);
        assert_eq!(measures("temp was 103F"), [Measure::Temperature(39.4)]);
        assert_eq!(measures("my temperature is 100.4"), [Measure::Temperature(38.0)]);
        assert_eq!(measures("38,7 °C"), [Measure::Temperature(38.7)]);
        assert_eq!(measures("a fever of a hundred and three"), [Measure::Temperature(39.4)]);
        assert_eq!(measures("temperature is thirty eight point five"), [Measure::Temperature(38.5)]);
        assert_eq!(measures("fever of one hundred two"), [Measure::Temperature(38.9)]);
        assert_eq!(measures("I am 38 and tired"), []);
        assert_eq!(measures("I am thirty nine and tired"), []);
        assert_eq!(measures("page 104"), []);
    }

    #[test]
    fn durations() {
        assert_eq!(measures("fever for 8 days"), [Measure::Duration(8.0)]);
        assert_eq!(measures("coughing for two weeks"), [Measure::Duration(14.0)]);
        assert_eq!(measures("for a couple of days"), [Measure::Duration(2.0)]);
        assert_eq!(measures("for a few days"), [Measure::Duration(3.0)]);
        assert_eq!(measures("for fourteen days"), [Measure::Duration(14.0)]);
        assert_eq!(measures("for a fortnight"), [Measure::Duration(14.0)]);
        assert_eq!(measures("since last Tuesday"), [Measure::DurationWithin(1.0, 7.9)]);
        assert_eq!(measures("since the weekend"), [Measure::DurationWithin(1.0, 7.9)]);
        assert_eq!(measures("since yesterday"), [Measure::Duration(1.0)]);
        assert_eq!(measures("it started 3 days ago"), [Measure::Duration(3.0)]);
        assert_eq!(measures("started yesterday"), [Measure::Duration(1.0)]);
        assert_eq!(measures("began last night"), [Measure::Duration(0.7)]);
        assert_eq!(measures("since the day before yesterday"), [Measure::Duration(2.0)]);
        assert_eq!(measures("for the past week"), [Measure::Duration(7.0)]);
        assert!(matches!(measures("for more than a week")[..], [Measure::Duration(d)] if d > 8.0));
        assert_eq!(measures("a 3 month old baby"), []);
        assert_eq!(measures("two years ago I broke a leg"), []);
        assert_eq!(measures("every 2 hours"), []);
    }
}
