//! How each disease is treated: a series of some order, or by itself.

use super::diseases::Diseases;
use super::explain::{Exponents, Sign, explain_by_limbs};
use super::tables::{Column, Tables, add_columns, weigh_columns};
use super::{MOST_LIMBS, MOST_ORDER, RAISED};
use crate::InferenceError;
use crate::budget::Budget;
use crate::problem::Problem;

/// Explicit diseases at most.
pub(super) const MOST_EXPLICIT: usize = 64;
/// Findings that the orders of the series are chosen by.
const PROBED: usize = 10;

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

/// The sum of all exponents, all positive and raised.
pub(super) fn total_rate(diseases: &Diseases, treatments: &[Treatment]) -> f64 {
    let series: f64 =
        columns(diseases, treatments, |odds, s| odds.powi(s as i32) / s as f64).map(|c| c.weight).sum();
    (1.0 + RAISED) * (series + diseases.rates.iter().sum::<f64>())
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
    let mut rarest: Vec<(f64, usize)> = (0..problem.finding_count())
        .map(|finding| {
            let (diseases, links) = problem.row(finding);
            let priors = diseases.iter().map(|&d| problem.priors()[d as usize]);
            let quiet: f64 = priors.zip(links.iter()).map(|(prior, link)| 1.0 - prior * link).product();
            (1.0 - problem.quiets[finding] * quiet, finding)
        })
        .collect();
    rarest.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut chosen: Vec<usize> = rarest.iter().take(PROBED).map(|&(_, finding)| finding).collect();
    chosen.sort_unstable();
    let part = Diseases::new(problem, &chosen);
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
    let limbs = part.limbs().min(MOST_LIMBS);
    let exponents = Exponents { odd: &odd, even: even.as_deref(), sign: Sign::Majorant };
    explain_by_limbs(limbs, &part, &explicit, exponents, &mut explained, budget)?;
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
