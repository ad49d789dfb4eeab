//! Fig. 2: parent count against the optimal xi, and gamma against the mean xi, for the caption's
//! four pairs of parameters.

use etio::{NetworkBuilder, Solver, XiCache};
use rand::RngExt;
use serde::Serialize;
use serde_json::json;

use super::{Axis, Chart, Claim, Finished, Line, Series, Settings, Table, Verdict};
use crate::ReproError;
use crate::numbers::{percent, plain, power_of_ten_above, round};
use crate::random::{Purpose, stream};

/// Prior and link probability of each panel: p = (1 - prior) / prior, c = -ln(1 - link).
const PANELS: [(char, f64, f64); 4] =
    [('a', 0.01, 0.5), ('b', 0.001, 0.6), ('c', 0.002, 0.7), ('d', 0.005, 0.9)];

/// Diseases of F120: the likelihood that a disease causes a finding is its parent count over this.
const DISEASES: usize = 665;

/// Findings transformed, as in the paper's experiments.
const TRANSFORMED: usize = 2;

#[derive(Clone, Debug, Serialize)]
struct Point {
    panel: char,
    parents: usize,
    xi: f64,
    /// Parent count at this xi by Proposition 2 of the paper, corrected.
    formula: f64,
}

#[derive(Clone, Debug, Serialize)]
struct Pair {
    panel: char,
    mean_xi: f64,
    parents: usize,
    gamma: f64,
}

pub(super) fn run(settings: &Settings<'_>) -> Result<Finished, ReproError> {
    (settings.expect)(PANELS.len());
    let (mut points, mut gammas, mut charts) = (Vec::new(), Vec::new(), Vec::new());
    for (at, &(panel, prior, link)) in PANELS.iter().enumerate() {
        let of_panel = solve(panel, prior, link, settings.profile.parent_counts)?;
        let mut rng = stream(settings.seed, Purpose::Gamma, at as u64);
        let drawn: Vec<Pair> = (0..settings.profile.parent_counts)
            .map(|_| {
                let set: Vec<&Point> =
                    (0..TRANSFORMED).map(|_| &of_panel[rng.random_range(0..of_panel.len())]).collect();
                gamma(panel, theta(link), &set)
            })
            .collect();
        charts.extend(draw(panel, prior, link, &of_panel, &drawn));
        points.extend(of_panel);
        gammas.extend(drawn);
        (settings.step)();
    }
    let mut table = Table::of(&points)?;
    table.columns.push("gamma_of_pair_with_twin".to_owned());
    for (row, point) in table.rows.iter_mut().zip(&points) {
        let link = PANELS.iter().find(|p| p.0 == point.panel).map_or(0.5, |p| p.2);
        row.push(gamma(point.panel, theta(link), &[point, point]).gamma.to_string());
    }
    let mut finished = Finished {
        table,
        claims: claims(&points, &gammas),
        charts,
        notes: vec![format!(
            "Every finding has {DISEASES} possible parents with one prior and one link strength. Points are xi of the engine's \
             solver; the line is Proposition 2 corrected, E|π| = ln(1 + 1/ξ)(1 + p e^(-cξ))/c (the paper writes p e^c e^(-ξ)). γ \
             is the mean of exp(c Σ ξ 1) over {TRANSFORMED} transformed findings drawn at random; γ - 1 is drawn, because γ itself \
             hardly leaves 1."
        )],
        ..Finished::default()
    };
    finished.results.insert("parents_against_xi".to_owned(), json!(points));
    finished.results.insert("gamma_against_mean_xi".to_owned(), json!(gammas));
    Ok(finished)
}

fn theta(link: f64) -> f64 {
    -libm::log1p(-link)
}

/// The optimal xi of findings with more and more parents.
fn solve(panel: char, prior: f64, link: f64, counts: usize) -> Result<Vec<Point>, ReproError> {
    let mut builder = NetworkBuilder::new();
    let diseases =
        (0..DISEASES).map(|n| builder.disease(&format!("d{n}"), "", prior)).collect::<Result<Vec<_>, _>>()?;
    let mut parents: Vec<usize> = (0..counts)
        .map(|at| (DISEASES as f64).powf(at as f64 / (counts.max(2) - 1) as f64).round() as usize)
        .collect();
    parents.dedup();
    for &count in &parents {
        let finding = builder.finding(&format!("f{count}"), "", 0.0)?;
        for &disease in &diseases[..count] {
            builder.link(disease, finding, link)?;
        }
    }
    let network = builder.build()?;
    let (p, c) = ((1.0 - prior) / prior, theta(link));
    let cache = XiCache::new(&network);
    Ok(network
        .findings()
        .zip(parents)
        .filter_map(|(finding, parents)| {
            let xi = cache.get(finding, Solver::Cvx)?;
            let formula = libm::log1p(1.0 / xi) * (1.0 + p * libm::exp(-c * xi)) / c;
            Some(Point { panel, parents, xi: round(xi), formula: round(formula) })
        })
        .collect())
}

/// The expected factor by which a disease's odds grow: each finding counts with the chance that the
/// disease causes it.
fn gamma(panel: char, c: f64, set: &[&Point]) -> Pair {
    let count = set.len().max(1);
    Pair {
        panel,
        mean_xi: round(set.iter().map(|p| p.xi).sum::<f64>() / count as f64),
        parents: set.iter().map(|p| p.parents).sum(),
        gamma: round(
            set.iter().map(|p| 1.0 + p.parents as f64 / DISEASES as f64 * libm::expm1(c * p.xi)).product(),
        ),
    }
}

fn draw(panel: char, prior: f64, link: f64, points: &[Point], gammas: &[Pair]) -> [Chart; 2] {
    let series = |name: &str, style, line, points: Vec<(f64, f64)>| Series {
        name: name.to_owned(),
        style,
        line,
        points,
    };
    let title = format!("({panel}) prior {prior}, link {link}");
    [
        Chart {
            title: title.clone(),
            x: Axis::log("ξ"),
            y: Axis::log("parents |π(f)|"),
            series: vec![
                series(
                    "parents |π(f)|",
                    0,
                    Line::Scattered,
                    points.iter().map(|p| (p.xi, p.parents as f64)).collect(),
                ),
                series(
                    "Proposition 2, corrected",
                    5,
                    Line::Plain,
                    points.iter().map(|p| (p.xi, p.formula)).collect(),
                ),
            ],
        },
        Chart {
            title,
            x: Axis::log("mean ξ"),
            y: Axis::log("γ - 1"),
            series: vec![series(
                "γ - 1",
                4,
                Line::Scattered,
                gammas.iter().map(|g| (g.mean_xi, g.gamma - 1.0)).collect(),
            )],
        },
    ]
}

/// The share of pairs in which a larger x goes with a larger y, less the share in which it does not
/// (Kendall's tau).
fn concordance(pairs: &[(f64, f64)]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (at, a) in pairs.iter().enumerate() {
        for b in &pairs[at + 1..] {
            if a.0 != b.0 && a.1 != b.1 {
                sum += ((a.0 - b.0) * (a.1 - b.1)).signum();
                count += 1.0;
            }
        }
    }
    if count == 0.0 { 0.0 } else { sum / count }
}

fn claims(points: &[Point], gammas: &[Pair]) -> Vec<Claim> {
    let falling = points.windows(2).filter(|w| w[0].panel == w[1].panel);
    let monotone = falling.clone().all(|w| w[1].xi < w[0].xi);
    let off = points.iter().map(|p| (p.formula / p.parents as f64 - 1.0).abs()).fold(0.0, f64::max);
    let products: Vec<f64> = points.iter().map(|p| p.parents as f64 * p.xi).collect();
    let (least, most) = products.iter().fold((f64::MAX, 0.0f64), |(a, b), &x| (a.min(x), b.max(x)));
    let by_panel = |value: fn(&Pair) -> f64| {
        PANELS.map(|(panel, _, _)| {
            let pairs: Vec<(f64, f64)> =
                gammas.iter().filter(|g| g.panel == panel).map(|g| (value(g), g.gamma)).collect();
            concordance(&pairs)
        })
    };
    let (with_xi, with_parents) = (by_panel(|g| g.mean_xi), by_panel(|g| g.parents as f64));
    let listed = |taus: [f64; 4]| taus.map(|t| format!("{t:+.2}")).join(", ");
    let agreeing = with_parents.iter().filter(|&&t| t > 0.5).count() as f64 / 4.0;
    vec![
        Claim::new(
            "Proposition 2: ξ falls as the parent count grows",
            if monotone { Verdict::Holds } else { Verdict::DoesNotHold },
            format!(
                "strictly, at every step of every panel; the corrected formula agrees within {:e} of the parent count",
                power_of_ten_above(off).max(1e-8)
            ),
        ),
        Claim::new(
            "… in inverse proportion: |π(f)| ∝ 1/ξ",
            if most / least < 2.0 { Verdict::Holds } else { Verdict::DoesNotHold },
            format!(
                "|π(f)|·ξ runs from {} to {}; in proportion it would stay the same",
                plain(least),
                plain(most)
            ),
        ),
        Claim::under(
            "priors are small and links weak",
            "γ ∝ 1/Σξ, so the findings with fewest parents give the smallest γ",
            Verdict::by_share(agreeing),
            format!(
                "rank agreement (Kendall's tau) of γ with mean ξ in panels a to d: {}; with the number of parents: {}. {} of panels \
                 have γ rising with the number of parents",
                listed(with_xi),
                listed(with_parents),
                percent(agreeing)
            ),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_meets_the_corrected_proposition() {
        for (panel, prior, link) in PANELS {
            for point in solve(panel, prior, link, 12).unwrap() {
                assert!((point.formula / point.parents as f64 - 1.0).abs() < 1e-5, "{point:?}");
            }
        }
    }

    #[test]
    fn gamma_follows_from_the_corrected_proposition() {
        // Proposition 2, corrected, at p = 99 and c = ln 2 gives xi = 5.106 for one parent and 2.617 for
        // eight, so that (gamma - 1) |D| = parents (2^xi - 1) is 33.4 and 41.1.
        let points = solve('a', 0.01, 0.5, 400).unwrap();
        for (parents, expected) in [(1, 33.4), (8, 41.1)] {
            let point = points.iter().find(|p| p.parents == parents).unwrap();
            let scaled = (gamma('a', theta(0.5), &[point]).gamma - 1.0) * DISEASES as f64;
            assert!((scaled - expected).abs() < 0.1, "{parents}: {scaled}");
        }
    }

    #[test]
    fn concordance_knows_order() {
        assert_eq!(concordance(&[(1.0, 2.0), (2.0, 3.0), (3.0, 9.0)]), 1.0);
        assert_eq!(concordance(&[(1.0, 2.0), (2.0, 1.0)]), -1.0);
        assert_eq!(concordance(&[]), 0.0);
    }
}
