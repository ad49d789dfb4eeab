//! The rules of emergencies, language-neutral.
//!
//! Rows of `id,when,unless,firm`. `when` joins atoms by `+`, all of which are needed; one atom of
//! `unless` is enough to keep a rule quiet. An atom is a concept or a range: `temperature:38:` in
//! degrees Celsius, `age::0.25` in years, or one of the gauges; of `fever/temperature:38:` one is
//! enough. A firm rule is raised even if somebody says that they
//! feel fine: an overdose is one before it is felt.

use std::sync::LazyLock;

use super::super::concepts::{Concept, TAXONOMY};
use super::super::quantity::{Gauge, Measure};

/// One rule.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) id: &'static str,
    pub(super) when: Vec<Vec<Atom>>,
    pub(super) unless: Vec<Vec<Atom>>,
    pub(super) firm: bool,
}

/// What a rule needs.
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
    let (id, when, unless, firm) = (cell(), cell(), cell(), cell());
    let atoms = |text: &str| -> Result<Vec<Vec<Atom>>, String> {
        let any = |part: &str| part.split('/').map(atom).collect();
        text.split('+').filter(|part| !part.is_empty()).map(any).collect()
    };
    Ok(Rule { id, when: atoms(when)?, unless: atoms(unless)?, firm: firm == "firm" })
}

fn atom(text: &str) -> Result<Atom, String> {
    if text.contains(':') {
        return range(text).ok_or_else(|| format!("`{text}` is no range"));
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
