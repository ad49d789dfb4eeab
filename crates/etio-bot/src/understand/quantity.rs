//! Numbers that grade a finding: temperatures in both scales, and how long something has lasted.

use super::words::Word;

/// Something measured in a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Measure {
    /// Degrees Celsius.
    Temperature(f64),
    /// Days.
    Duration(f64),
    /// At least and at most so many days: "since Tuesday".
    DurationWithin(f64, f64),
}

impl Measure {
    /// At least and at most how many days.
    pub(crate) fn days(self) -> Option<(f64, f64)> {
        match self {
            Self::Temperature(_) => None,
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

/// All temperatures and durations of a text.
pub(crate) fn readings(words: &[Word]) -> Vec<Reading> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match temperature(words, at).or_else(|| duration(words, at)) {
            Some(reading) => {
                found.push(reading);
                at = reading.last + 1;
            }
            None => at += 1,
        }
    }
    found
}

fn text(words: &[Word], at: usize) -> &str {
    words.get(at).map_or("", |w| w.text.as_str())
}

/// A number with a unit, or a number near a word that says it is a temperature.
fn temperature(words: &[Word], at: usize) -> Option<Reading> {
    const HINTS: &[&str] = &["fever", "temp", "temperature", "thermometer", "degrees", "feverish", "febrile"];
    let (value, mut last) = number(words, at)?;
    while ["degrees", "degree", "deg", "°"].contains(&text(words, last + 1)) {
        last += 1;
    }
    let unit = text(words, last + 1);
    let celsius = ["c", "celsius", "centigrade"].contains(&unit);
    let fahrenheit = ["f", "fahrenheit"].contains(&unit);
    let measured = text(words, last).starts_with("deg") || celsius || fahrenheit;
    if celsius || fahrenheit {
        last += 1;
    }
    let near = &words[at.saturating_sub(6)..(last + 5).min(words.len())];
    let hinted = near.iter().any(|w| HINTS.contains(&w.text.as_str())) && time_unit(unit).is_none();
    let degrees = match value {
        v if (34.0..=43.0).contains(&v) && !fahrenheit && (measured || hinted) => v,
        v if (93.0..=109.5).contains(&v) && !celsius && (measured || hinted) => (v - 32.0) / 1.8,
        _ => return None,
    };
    // Rounded as thermometers read, so that 100.4 F is 38.0 C.
    Some(Reading { measure: Measure::Temperature((degrees * 10.0).round() / 10.0), first: at, last })
}

/// A number in figures or in words, and its last word: "39,5", "thirty eight", "a hundred and three point two".
fn number(words: &[Word], at: usize) -> Option<(f64, usize)> {
    if let Ok(value) = text(words, at).replace(',', ".").parse::<f64>() {
        return Some((value, at));
    }
    let named = |at: usize| named_number(text(words, at));
    let hundred = |at: usize| text(words, at) == "hundred";
    let (mut value, mut last) = match (named(at), text(words, at)) {
        (Some(1.0), _) | (_, "a") if hundred(at + 1) => (100.0, at + 1),
        (_, "hundred") => (100.0, at),
        (Some(value), _) => (value, at),
        _ => return None,
    };
    let next = if value >= 100.0 && text(words, last + 1) == "and" { last + 2 } else { last + 1 };
    let fits = |more: f64| more < if value >= 100.0 { 20.0 } else { 10.0 } && value >= 20.0;
    if let Some(more) = named(next).filter(|more| fits(*more)) {
        (value, last) = (value + more, next);
    }
    if text(words, last + 1) == "point"
        && let Some(tenths) = named(last + 2).filter(|tenths| *tenths < 10.0)
    {
        (value, last) = (value + tenths / 10.0, last + 2);
    }
    Some((value, last))
}

/// "seven", "fifteen", "forty".
fn named_number(word: &str) -> Option<f64> {
    const SMALL: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let place = |list: &[&str]| list.iter().position(|name| *name == word);
    place(&SMALL).map(|at| at as f64).or_else(|| place(&TENS).map(|at| 10.0 * (at + 2) as f64))
}

fn time_unit(word: &str) -> Option<f64> {
    Some(match word {
        "hour" | "hours" | "hrs" | "hr" => 1.0 / 24.0,
        "day" | "days" | "night" | "nights" => 1.0,
        "week" | "weeks" | "wk" | "wks" => 7.0,
        "fortnight" => 14.0,
        "month" | "months" | "mth" | "mths" => 30.0,
        "year" | "years" | "yr" | "yrs" => 365.0,
        _ => return None,
    })
}

fn amount(word: &str) -> Option<f64> {
    match word {
        "a" | "an" => Some(1.0),
        "couple" => Some(2.0),
        "few" => Some(3.0),
        "several" => Some(4.0),
        _ => named_number(word)
            .or_else(|| word.replace(',', ".").parse().ok())
            .filter(|v| (0.0..1000.0).contains(v)),
    }
}

/// "for 8 days", "since yesterday", "the past two weeks", "started 3 days ago".
fn duration(words: &[Word], at: usize) -> Option<Reading> {
    if ["since", "started", "began"].contains(&text(words, at)) {
        return since(words, at);
    }
    let lead =
        ["for", "past", "last", "over", "than", "about", "nearly", "almost", "lasting", "lasted", "of", "x"];
    let (mut first, mut next) = (at, at);
    let mut more = false;
    while lead.contains(&text(words, next))
        || ["the", "more", "least", "at", "around"].contains(&text(words, next))
    {
        more |= ["over", "than"].contains(&text(words, next));
        next += 1;
    }
    let introduced = next > at;
    if ["day", "week", "month", "year"].contains(&text(words, next)) && introduced {
        // "the past week", "over the last month"
        let days = time_unit(text(words, next))?;
        return Some(Reading { measure: Measure::Duration(days), first: at, last: next });
    }
    if ["days", "weeks", "months", "years"].contains(&text(words, next)) && text(words, at) == "for" {
        let days = 3.0 * time_unit(text(words, next))?;
        return Some(Reading { measure: Measure::Duration(days), first: at, last: next });
    }
    let value = amount(text(words, next))?;
    if text(words, next) == "a" && amount(text(words, next + 1)).is_some() {
        next += 1;
    }
    let value = amount(text(words, next)).unwrap_or(value);
    if text(words, next + 1) == "of" {
        next += 1;
    }
    let days = value * time_unit(text(words, next + 1))?;
    let mut last = next + 1;
    let follows = text(words, last + 1);
    if ["old", "per", "later", "apart"].contains(&follows) {
        return None;
    }
    if follows == "ago" {
        // An onset says how long it has lasted; anything else "ago" is history.
        let onset = ["start", "begin", "came", "notic"];
        let started = words[at.saturating_sub(6)..at].iter().any(|w| onset.contains(&w.stem.as_str()));
        if !started {
            return None;
        }
        last += 1;
    } else if !introduced
        && first > 0
        && ["every", "in", "within", "after", "twice", "per"].contains(&text(words, first - 1))
    {
        return None;
    }
    if first > 0 && text(words, first - 1) == "since" {
        first -= 1;
    }
    let days = if more { days * 1.001 + 1.0 } else { days };
    Some(Reading { measure: Measure::Duration(days), first, last })
}

fn since(words: &[Word], at: usize) -> Option<Reading> {
    const WEEKDAYS: [&str; 7] =
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let named = at + if text(words, at + 1) == "last" { 2 } else { 1 };
    if WEEKDAYS.contains(&text(words, named)) || phrase(words, named, &["the", "weekend"]) {
        let last = if text(words, named) == "the" { named + 1 } else { named };
        return Some(Reading { measure: Measure::DurationWithin(1.0, 7.9), first: at, last });
    }
    let (days, length) = match (text(words, at + 1), text(words, at + 2)) {
        ("yesterday", _) => (1.0, 1),
        ("today" | "morning", _) => (0.5, 1),
        ("this", "morning") | ("last", "night") => (0.7, 2),
        ("the", "day") if phrase(words, at + 3, &["before", "yesterday"]) => (2.0, 4),
        ("last", "week") => (7.0, 2),
        ("last", "month") => (30.0, 2),
        ("last", "year") => (365.0, 2),
        _ => return None,
    };
    Some(Reading { measure: Measure::Duration(days), first: at, last: at + length })
}

fn phrase(words: &[Word], at: usize, expected: &[&str]) -> bool {
    expected.iter().enumerate().all(|(i, word)| text(words, at + i) == *word)
}

#[cfg(test)]
mod tests {
    use super::super::words::Splitter;
    use super::*;

    fn measures(text: &str) -> Vec<Measure> {
        readings(&Splitter::default().split(text)).into_iter().map(|r| r.measure).collect()
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
