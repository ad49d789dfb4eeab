//! How each disease is treated: a series of some order, or by itself.

use super::diseases::{Diseases, MOST_OWN, STEPS_PER_LINK};
use super::explain::{Exponents, Sign, explain_by_limbs};
use super::explicit::include;
use super::tables::{Column, Tables, add_columns, weigh_columns};
use super::{MOST_LIMBS, MOST_ODDS, MOST_ORDER};
use crate::InferenceError;
use crate::budget::Budget;
use crate::pace::Pace;
use crate::problem::Problem;

/// Explicit diseases at most.
pub(super) const MOST_EXPLICIT: usize = 128;
/// Explicit diseases with odds above [`MOST_ODDS`] at most.
pub(super) const MOST_COMMON: usize = 64;
/// Findings that the orders of the series are chosen by.
const PROBED: usize = 10;
/// Share of the evidence that the fixed point may be off by there.
const PROBED_SHARE: f64 = 1e-4;

/// How a disease is treated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Treatment {
    /// No link to any of the findings.
    Idle,
    /// A series of this many terms.
    Series(usize),
    /// By itself.
    Explicit,
}

/// The diseases that are explicit.
pub(super) fn explicit(treatments: &[Treatment]) -> impl Iterator<Item = usize> {
    treatments.iter().enumerate().filter(|(_, t)| **t == Treatment::Explicit).map(|(d, _)| d)
}

/// Whether no series has more than one term: then it is its own majorant.
pub(super) fn is_flat(treatments: &[Treatment]) -> bool {
    treatments.iter().all(|treatment| !matches!(treatment, Treatment::Series(2..)))
}

/// The explicit diseases with small odds, and those with large ones.
pub(super) fn by_odds(diseases: &Diseases, treatments: &[Treatment]) -> (Vec<usize>, Vec<usize>) {
    explicit(treatments).partition(|&d| diseases.odds[d] <= MOST_ODDS)
}

/// How many copies of an explicit disease with small odds its own part is computed from: their weights
/// tell the part without it by a series in its odds.
pub(super) fn own_copies(odds: f64) -> usize {
    ((1e-9f64.ln() / odds.ln()).ceil() as usize).clamp(4, MOST_OWN)
}

/// The columns whose weights are the own parts of all diseases, disease by disease, one copy first.
pub(super) fn own_columns(diseases: &Diseases, treatments: &[Treatment]) -> Vec<Column> {
    let copies = |disease: usize| match treatments[disease] {
        Treatment::Series(terms) => terms,
        Treatment::Explicit if diseases.odds[disease] <= MOST_ODDS => own_copies(diseases.odds[disease]),
        _ => 0,
    };
    let column = |disease, copies| Column { disease, copies, weight: 1.0 };
    let all = 0..treatments.len();
    all.flat_map(|d| (1..=copies(d)).map(move |copies| column(d, copies))).collect()
}

/// The columns of the majorant that bound what is cut off: one copy more than each series has, and the
/// last copies of explicit diseases.
pub(super) fn next_columns(diseases: &Diseases, treatments: &[Treatment]) -> Vec<Column> {
    let copies = |disease: usize| match treatments[disease] {
        Treatment::Series(terms) => Some(terms + 1),
        Treatment::Explicit if diseases.odds[disease] <= MOST_ODDS => {
            Some(own_copies(diseases.odds[disease]))
        }
        _ => None,
    };
    let column = |disease| Some(Column { disease, copies: copies(disease)?, weight: 1.0 });
    (0..treatments.len()).filter_map(column).collect()
}

/// The sum of all exponents, all positive.
pub(super) fn total_rate(diseases: &Diseases, treatments: &[Treatment]) -> f64 {
    let series: f64 =
        columns(diseases, treatments, |odds, s| odds.powi(s as i32) / s as f64).map(|c| c.weight).sum();
    series + diseases.rates.iter().sum::<f64>()
}

/// The columns of all series, disease by disease, one copy first.
pub(super) fn columns<'a>(
    diseases: &'a Diseases,
    treatments: &'a [Treatment],
    weight: impl Fn(f64, usize) -> f64 + Copy + 'a,
) -> impl Iterator<Item = Column> + 'a {
    treatments.iter().enumerate().flat_map(move |(disease, treatment)| {
        let terms = if let Treatment::Series(terms) = treatment { *terms } else { 0 };
        (1..=terms).map(move |copies| Column {
            disease,
            copies,
            weight: weight(diseases.odds[disease], copies),
        })
    })
}

/// For each disease and number of copies, from two: `o^s / s <B^s, b>` as a share of the evidence,
/// judged by the rarest findings.
pub(super) fn probe(
    problem: &Problem,
    treatments: &[Treatment],
    budget: &Budget,
) -> Result<Vec<[f64; MOST_ORDER]>, InferenceError> {
    let mut pace = Pace::new(budget);
    let mut rarest = (0..problem.finding_count())
        .map(|finding| {
            pace.count(STEPS_PER_LINK * problem.degree(finding))?;
            let (diseases, links) = problem.row(finding);
            let priors = diseases.iter().map(|&d| problem.priors()[d as usize]);
            let quiet: f64 = priors.zip(links.iter()).map(|(prior, link)| 1.0 - prior * link).product();
            Ok((1.0 - problem.quiets[finding] * quiet, finding))
        })
        .collect::<Result<Vec<(f64, usize)>, InferenceError>>()?;
    rarest.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut chosen: Vec<usize> = rarest.iter().take(PROBED).map(|&(_, finding)| finding).collect();
    chosen.sort_unstable();
    let part = Diseases::new(problem, &chosen, budget)?;
    let treatments: Vec<Treatment> = treatments
        .iter()
        .zip(&part.masks)
        .map(|(treatment, &mask)| match treatment {
            _ if mask == 0 => Treatment::Idle,
            Treatment::Series(_) => Treatment::Series(1),
            treatment => *treatment,
        })
        .collect();
    let explicit: Vec<usize> = explicit(&treatments).collect();
    let mut tables = Tables::default();
    let (odd, even) = exponents(&part, &treatments, &mut tables, budget)?;
    let mut explained = vec![0.0; part.sets()];
    let limbs = part.limbs(PROBED_SHARE).min(MOST_LIMBS);
    let exponents = Exponents { odd: &odd, even: even.as_deref(), sign: Sign::Majorant };
    explain_by_limbs(limbs, &part, exponents, &mut explained, budget)?;
    include(&part, &explicit, &mut explained, budget)?;
    let mut wanted = Vec::new();
    for (disease, treatment) in treatments.iter().enumerate() {
        if let Treatment::Series(_) = treatment {
            for copies in 2..MOST_ORDER + 2 {
                let weight = part.odds[disease].powi(copies as i32) / copies as f64;
                wanted.push(Column { disease, copies, weight });
            }
        }
    }
    let sums = weigh_columns(&part, &wanted, &mut tables, &explained, budget)?;
    let mut gains = vec![[0.0; MOST_ORDER]; part.count()];
    // More findings leave more to gain by further copies.
    let exponent = (problem.finding_count() as f64 / chosen.len().max(1) as f64).max(1.0);
    for (column, sum) in wanted.iter().zip(sums) {
        let share = sum / explained[0].max(f64::MIN_POSITIVE);
        let plain = column.weight;
        let gain = (share / plain.max(f64::MIN_POSITIVE)).max(1.0);
        gains[column.disease][column.copies - 2] = plain * gain.powf(exponent);
    }
    Ok(gains)
}

/// Chooses the number of terms of each series: cut-off terms are worth `goal` in all, and every
/// disease about as much.
pub(super) fn choose(treatments: &mut [Treatment], gains: &[[f64; MOST_ORDER]], goal: f64) {
    let terms = |gains: &[f64; MOST_ORDER], most: f64| gains.iter().position(|&gain| gain <= most);
    let mut most = goal;
    for _ in 0..60 {
        let worth = |gains: &[f64; MOST_ORDER]| terms(gains, most).map_or(0.0, |at| gains[at]);
        if gains.iter().map(worth).sum::<f64>() <= goal {
            break;
        }
        most *= 0.5;
    }
    let mut slow: Vec<(f64, usize)> = Vec::new();
    for (d, (treatment, gains)) in treatments.iter_mut().zip(gains).enumerate() {
        if let Treatment::Series(order) = treatment {
            *order = terms(gains, most).map_or(MOST_ORDER, |at| at + 1);
            if terms(gains, most).is_none() {
                slow.push((gains[MOST_ORDER - 1], d));
            }
        }
    }
    let room = MOST_EXPLICIT.saturating_sub(explicit(treatments).count());
    slow.sort_by(|a, b| b.0.total_cmp(&a.0));
    for &(_, d) in slow.iter().take(room) {
        treatments[d] = Treatment::Explicit;
    }
}

/// Makes those diseases explicit that are worth most, until what the others cut off after one term is
/// worth `goal`. False if there are too many.
pub(super) fn choose_flat(treatments: &mut [Treatment], gains: &[[f64; MOST_ORDER]], goal: f64) -> bool {
    let is_series = |&d: &usize| matches!(treatments[d], Treatment::Series(_));
    let mut order: Vec<usize> = (0..treatments.len()).filter(is_series).collect();
    order.sort_by(|&a, &b| gains[b][0].total_cmp(&gains[a][0]));
    let mut rest: f64 = order.iter().rev().map(|&d| gains[d][0]).sum();
    let mut room = MOST_EXPLICIT.saturating_sub(explicit(treatments).count());
    for d in order {
        if rest <= goal {
            break;
        }
        if room == 0 {
            return false;
        }
        treatments[d] = Treatment::Explicit;
        rest -= gains[d][0];
        room -= 1;
    }
    true
}

/// Tables of the odd and the even terms of all exponents; the leaks are odd. Nothing for the even
/// ones if there are none.
pub(super) fn exponents(
    diseases: &Diseases,
    treatments: &[Treatment],
    tables: &mut Tables,
    budget: &Budget,
) -> Result<(Vec<f64>, Option<Vec<f64>>), InferenceError> {
    let all = columns(diseases, treatments, |odds, s| odds.powi(s as i32) / s as f64);
    let (odd_columns, even_columns): (Vec<Column>, Vec<Column>) = all.partition(|c| c.copies % 2 == 1);
    let mut odd = vec![0.0; diseases.sets()];
    add_columns(diseases, &odd_columns, tables, &mut odd, budget)?;
    for (bit, rate) in diseases.rates.iter().enumerate() {
        odd[1 << bit] += rate;
    }
    if even_columns.is_empty() {
        return Ok((odd, None));
    }
    let mut even = vec![0.0; diseases.sets()];
    add_columns(diseases, &even_columns, tables, &mut even, budget)?;
    Ok((odd, Some(even)))
}
