//! The rules of emergencies, language-neutral.
//!
//! Rows of `id,when,unless,firm,reach`. `when` joins conditions by `+`, all of which are needed; one
//! condition of `unless` is enough to keep a rule quiet. A condition is a concept or a range:
//! `temperature:38:` in degrees Celsius, `age::0.25` in years, or one of the gauges; of
//! `fever/temperature:38:` one is enough. What meets the conditions stands within `reach` words,
//! except for background such as `~thinner`, which may stand anywhere. A firm rule is raised even
//! if somebody says that they feel fine: an overdose is one before it is felt.

use std::sync::LazyLock;

use super::super::concepts::{Concept, TAXONOMY};
use super::super::quantity::{Gauge, Measure};

/// Maximum number of words between what a rule combines, unless it has a number of its own.
const REACH: usize = 20;

/// One rule.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) id: &'static str,
    pub(super) when: Vec<Condition>,
    pub(super) unless: Vec<Condition>,
    pub(super) firm: bool,
    /// Maximum number of words between what the rule combines.
    pub(super) reach: usize,
}

/// A condition of a rule, met by any of its atoms.
#[derive(Debug)]
pub(super) struct Condition {
    pub(super) any: Vec<Atom>,
    /// Whether it may stand anywhere in a text.
    pub(super) is_background: bool,
}

/// Something that a text says.
#[derive(Debug)]
pub(super) enum Atom {
    /// A concept.
    Concept(Concept),
    /// Something measured.
    Measure(Range),
    /// An age in years.
    Age(f64, f64),
}

/// A range of something measured.
#[derive(Debug)]
pub(super) struct Range {
    /// `None` is the temperature.
    gauge: Option<Gauge>,
    low: f64,
    high: f64,
}

impl Range {
    pub(super) fn holds(&self, measure: Measure) -> bool {
        let (gauge, value) = match measure {
            Measure::Temperature(degrees) => (None, degrees),
            Measure::Gauge(gauge, value) => (Some(gauge), value),
            Measure::Duration(_) | Measure::DurationWithin(..) => return false,
        };
        gauge == self.gauge && (self.low..self.high).contains(&value)
    }
}

/// The rules inside the program. A test reads every row.
pub(super) static RULES: LazyLock<Vec<Rule>> =
    LazyLock::new(|| rows(include_str!("rules.csv")).filter_map(|row| read(row).ok()).collect());

fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().skip(1).filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

fn read(row: &'static str) -> Result<Rule, String> {
    let mut cells = row.split(',').map(str::trim);
    let mut cell = || cells.next().unwrap_or_default();
    let (id, when, unless, firm, reach) = (cell(), cell(), cell(), cell(), cell());
    let conditions = |text: &'static str| -> Result<Vec<Condition>, String> {
        text.split('+').filter(|part| !part.is_empty()).map(condition).collect()
    };
    let reach = match reach {
        "" => REACH,
        text => text.parse().map_err(|_| format!("`{text}` is not a number of words"))?,
    };
    Ok(Rule { id, when: conditions(when)?, unless: conditions(unless)?, firm: firm == "firm", reach })
}

fn condition(text: &'static str) -> Result<Condition, String> {
    let background = text.strip_prefix('~');
    let any = background.unwrap_or(text).split('/').map(atom).collect::<Result<Vec<_>, _>>()?;
    Ok(Condition { is_background: background.is_some(), any })
}

fn atom(text: &str) -> Result<Atom, String> {
    if text.contains(':') {
        return range(text).ok_or_else(|| format!("`{text}` is not a range"));
    }
    TAXONOMY.concept(text).map(Atom::Concept).ok_or_else(|| format!("there is no concept `{text}`"))
}

fn range(text: &str) -> Option<Atom> {
    let mut parts = text.split(':');
    let name = parts.next()?;
    let mut bound = |open: f64| match parts.next()? {
        "" => Some(open),
        text => text.parse::<f64>().ok(),
    };
    let (low, high) = (bound(0.0)?, bound(f64::INFINITY)?);
    match name {
        "age" => Some(Atom::Age(low, high)),
        "temperature" => Some(Atom::Measure(Range { gauge: None, low, high })),
        _ => Some(Atom::Measure(Range { gauge: Some(Gauge::of(name)?), low, high })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_rule_with_its_texts() {
        let languages = crate::Languages::built_in().unwrap();
        let texts = languages.english().fixed();
        for row in rows(include_str!("rules.csv")) {
            let rule = read(row).unwrap_or_else(|problem| panic!("{row}: {problem}"));
            assert!(!rule.when.is_empty(), "{row}");
            for end in ["", "-action"] {
                let id = format!("emergency-{}{end}", rule.id.replace('_', "-"));
                assert!(texts.contains_key(id.as_str()), "{id}");
            }
        }
    }
}
