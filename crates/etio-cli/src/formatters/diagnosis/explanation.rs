//! Why a disease is as likely as it is, as text and for JSON.

use std::fmt::Write;

use etio::{Exactness, Explanation, Network, Weight};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::commands::Diagnosis;
use crate::formatters::numbers::{counted, percent};
use crate::terminal::{BAD, BAR, BOLD, DIM, DOUBTFUL, GOOD, bar, fit, printable, styled};

/// Maximum number of priors to show.
const MOST_PRIORS: usize = 5;
/// Slopes that would print as zero are not shown to a person.
const LEAST_SLOPE: f64 = 0.005;

/// The explanation in the terms of the network's ids.
#[derive(Serialize)]
pub(super) struct View<'a> {
    disease: &'a str,
    name: &'a str,
    posterior: f64,
    /// Null if it is infinite: the posterior is then 0 or 1.
    log_odds: Option<f64>,
    exactness: &'static str,
    findings: Vec<FindingView<'a>>,
    /// Ids of findings without a weight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<&'a str>,
    priors: Vec<PriorView<'a>>,
}

#[derive(Serialize)]
struct FindingView<'a> {
    finding: &'a str,
    name: &'a str,
    state: &'static str,
    /// Null if it is infinite or the log-odds are infinite with and without it.
    weight: Option<f64>,
    /// The ends of the weight, if it is not exact; left out if infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight_lower: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight_upper: Option<f64>,
    share: f64,
    /// The ends of the share, if it is not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    share_lower: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    share_upper: Option<f64>,
}

#[derive(Serialize)]
struct PriorView<'a> {
    disease: &'a str,
    name: &'a str,
    slope: f64,
}

fn state(weight: &Weight) -> &'static str {
    if weight.is_present { "present" } else { "absent" }
}

impl<'a> View<'a> {
    pub(super) fn new(diagnosis: &'a Diagnosis, why: &Explanation) -> Self {
        let network = &diagnosis.reading.network;
        let finite = |x: f64| x.is_finite().then_some(x);
        let finding = |weight: &Weight| FindingView {
            finding: network.finding_id(weight.finding),
            name: network.finding_name(weight.finding),
            state: state(weight),
            weight: weight.weight.and_then(finite),
            weight_lower: weight.range.and_then(|(lower, _)| finite(lower)),
            weight_upper: weight.range.and_then(|(_, upper)| finite(upper)),
            share: weight.share,
            share_lower: weight.share_range.map(|(lower, _)| lower),
            share_upper: weight.share_range.map(|(_, upper)| upper),
        };
        let prior = |prior: &etio::PriorSlope| PriorView {
            disease: network.disease_id(prior.disease),
            name: network.disease_name(prior.disease),
            slope: prior.slope,
        };
        Self {
            disease: network.disease_id(why.disease),
            name: network.disease_name(why.disease),
            posterior: why.posterior,
            log_odds: finite(why.log_odds),
            exactness: exactness(diagnosis, why),
            left_out: why.left_out.iter().map(|&f| network.finding_id(f)).collect(),
            findings: why.findings.iter().map(finding).collect(),
            priors: why.priors.iter().map(prior).collect(),
        }
    }
}

/// How far its numbers can be trusted: weights that are not exact are proven to lie between their
/// ends, a posterior may be an estimate.
fn exactness(diagnosis: &Diagnosis, why: &Explanation) -> &'static str {
    match diagnosis.posterior.exactness {
        _ if why.is_exact => "exact",
        Exactness::Exact { .. } | Exactness::Bounds { .. } => "bounds",
        _ => "estimate",
    }
}

/// The explanation for people, in the given number of columns.
pub(super) fn text(diagnosis: &Diagnosis, why: &Explanation, width: usize) -> String {
    let (network, posterior) = (&diagnosis.reading.network, &diagnosis.posterior);
    let mut out = String::new();
    let name = printable(network.disease_name(why.disease));
    let heading = format!("Why {name} at {}", percent(why.posterior));
    let doubt = match posterior.interval(why.disease).filter(|_| posterior.exactness.is_bounds()) {
        Some((lower, upper)) => format!(" ({} to {})", percent(lower), percent(upper)),
        None if posterior.exactness.is_exact() => String::new(),
        None => format!(" {}", styled(DOUBTFUL, "(estimate)")),
    };
    let _ = writeln!(out, "{}{doubt}", styled(BOLD, heading));
    findings(&mut out, network, why, width);
    if !why.left_out.is_empty() {
        let left_out = counted(why.left_out.len(), "finding");
        let note = format!("{left_out} left out: too little time to prove whether for or against");
        let _ = writeln!(out, "{}", styled(DOUBTFUL, note));
    }
    priors(&mut out, network, why, width);
    out
}

/// One line per finding: its weight in nats of log-odds with a bar, and how much of it the disease explains.
fn findings(out: &mut String, network: &Network, why: &Explanation, width: usize) {
    const NUMBER: usize = 7;
    const SHARE: usize = 16;
    let mut ranked: Vec<&Weight> = why.findings.iter().collect();
    let size = |weight: &Weight| weight.weight.unwrap_or(0.0);
    ranked.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let largest = ranked.iter().map(|w| size(w).abs()).filter(|x| x.is_finite()).fold(1e-9, f64::max);
    let label = |weight: &Weight| {
        let name = printable(network.finding_name(weight.finding));
        if weight.is_present { name.into_owned() } else { format!("no {name}") }
    };
    let widest = ranked.iter().map(|weight| label(weight).width()).max().unwrap_or(0);
    let left = width.saturating_sub(2 + NUMBER + 2 + 2 + SHARE);
    let names = widest.min(left * 2 / 3);
    let bars = left.saturating_sub(names).min(30);
    for weight in ranked {
        let (number, share) = match weight.weight {
            None => (String::new(), 0.0),
            Some(w) if w == f64::INFINITY => ("proves".to_owned(), 1.0),
            Some(w) if w == f64::NEG_INFINITY => ("refutes".to_owned(), 1.0),
            // The end that is nearest to nothing holds in any case.
            Some(w) => match weight.range {
                None => (format!("{w:+.2}"), w.abs() / largest),
                Some((lower, _)) if lower > 0.0 => (format!("≥{lower:+.2}"), lower / largest),
                Some((_, upper)) => (format!("≤{upper:+.2}"), upper.abs() / largest),
            },
        };
        let style = if size(weight) < 0.0 { BAD } else { GOOD };
        let drawn = styled(BAR, fit(&bar(share, bars), bars));
        let explained = match weight.share_range {
            Some((_, upper)) if upper < 5e-4 => String::new(),
            Some((lower, upper)) => format!("explains {} to {}", percent(lower), percent(upper)),
            None if weight.share < 5e-4 => String::new(),
            None => format!("explains {}", percent(weight.share)),
        };
        let line = format!(
            "  {}  {} {drawn} {}",
            fit(&label(weight), names),
            styled(style, format!("{number:>NUMBER$}")),
            styled(DIM, explained),
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// How the log-odds move with other priors.
fn priors(out: &mut String, network: &Network, why: &Explanation, width: usize) {
    let others = why.priors.iter().filter(|prior| prior.disease != why.disease);
    let shown: Vec<_> = others.filter(|prior| prior.slope.abs() >= LEAST_SLOPE).take(MOST_PRIORS).collect();
    if shown.is_empty() {
        return;
    }
    let heading = "Sensitivity to the prior log-odds of other diseases";
    let _ = writeln!(out, "{}", styled(DIM, heading));
    for prior in shown {
        let name = fit(network.disease_name(prior.disease), width.saturating_sub(12).min(40));
        let _ = writeln!(out, "  {name}  {:+.2}", prior.slope);
    }
}
