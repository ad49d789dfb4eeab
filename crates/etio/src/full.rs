//! Queries on full rows: present findings that are linked to most diseases, as all of S1's are.
//!
//! Listing the links one by one, as [`Query`](crate::query::Query) does, takes longer there than the sum itself. Here rows are used as
//! they are stored, a disease without a link being one whose link is zero, and all that is not part of the sum multiplies the
//! diseases' odds: `1 - link` for an absent finding, `e^(xi theta)` for a transformed one. With the sum over the findings that stay
//! exact, the evidence is
//!
//! `P = prod of (1 - leak) * e^constants * prod of (1 + odds) / (1 + prior odds) * sum`.
//!
//! Only the ordinary case is solved here. Where a disease is certain, time is short, or digits are lost that another method may have,
//! the answer is `None`, and the general way finds out what to say.

use std::borrow::Cow;

use pulp::Arch;

use crate::exact::quickscore::dense::{self, Source};
use crate::exact::quickscore::{self, MOST_FINDINGS, Size};
use crate::kernels::logistic;
use crate::limits::Deadline;
use crate::variational::conjugate::{conjugate, theta};
use crate::variational::order::Ranking;
use crate::{
    Evidence, Exactness, FindingId, Hybrid, InferenceError, Limits, Method, Network, Order, Posterior,
    Scheme, Solver, Work,
};

/// Of larger odds the product of a block could overflow.
const LARGEST_ODDS: f64 = 1e30;

/// The working memory, reused from query to query on one network.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    /// Of each disease; with the sum of `ln(1 + odds)`. Computed for the first query.
    prior_odds: Vec<f64>,
    log_prior_total: f64,
    odds: Vec<f64>,
    tilts: Vec<f64>,
    row: Vec<f64>,
    ranking: Ranking,
    sum: dense::Workspace,
}

/// The present findings that stay exact, with the odds that all other findings leave.
struct Rows<'a> {
    network: &'a Network,
    findings: &'a [FindingId],
    odds: &'a [f64],
    quiets: &'a [f64],
}

/// Some findings with all diseases.
fn size(network: &Network, findings: &[FindingId]) -> Size {
    let links = findings.iter().map(|&finding| network.parent_count(finding)).sum();
    Size { diseases: network.disease_count(), findings: findings.len(), links }
}

impl Source for Rows<'_> {
    fn size(&self) -> Size {
        size(self.network, self.findings)
    }

    fn odds(&self) -> Cow<'_, [f64]> {
        Cow::Borrowed(self.odds)
    }

    fn quiets(&self) -> &[f64] {
        self.quiets
    }

    fn rows<'a>(&'a self, spread: &'a mut Vec<Vec<f64>>) -> dense::Rows<'a> {
        let links: Vec<_> = self.findings.iter().map(|&finding| self.network.parents(finding)).collect();
        let stored: Option<Vec<_>> =
            links.iter().map(|links| links.is_dense().then_some(links.probabilities)).collect();
        stored.and_then(|rows| dense::Rows::stored(&rows)).unwrap_or_else(|| {
            dense::Rows::spread(spread, links.len(), self.odds.len(), |finding, row| {
                links[finding].for_each_stored(|disease, p| row[disease] = p);
            })
        })
    }
}

/// Whether a method needs no more than rows and the xi of the network.
fn is_on_rows(method: Method) -> bool {
    match method {
        Method::Auto | Method::Quickscore => true,
        Method::Hybrid(Hybrid { scheme: Scheme::Vfh | Scheme::Jh, solver, order: Order::Fdo, .. }) => {
            solver != Solver::CvxJoint
        }
        _ => false,
    }
}

/// Whether the present findings are linked to most diseases and leave something to explain.
fn suits(network: &Network, evidence: &Evidence) -> bool {
    let present = evidence.present();
    let may_be_off = |&f: &FindingId| network.leak(f) < 1.0;
    !present.is_empty()
        && size(network, present).is_full()
        && present.iter().chain(evidence.absent()).all(may_be_off)
}

impl Workspace {
    /// Answers a query, or says that this is not the way.
    pub(crate) fn answer(
        &mut self,
        network: &Network,
        evidence: &Evidence,
        method: Method,
        limits: &Limits,
        deadline: &Deadline,
    ) -> Result<Option<Posterior>, InferenceError> {
        if !is_on_rows(method) || !suits(network, evidence) {
            return Ok(None);
        }
        let hybrid = if let Method::Hybrid(hybrid) = method { Some(hybrid) } else { None };
        let Some(transformed) = self.choose(network, evidence.present(), hybrid) else { return Ok(None) };
        let exact: Vec<FindingId> =
            evidence.present().iter().copied().filter(|f| !transformed.contains(f)).collect();
        let cost = dense::cost(size(network, &exact), limits.threads);
        let fits = (1..=MOST_FINDINGS).contains(&exact.len())
            && quickscore::affordable(&cost, limits, deadline).is_ok();
        if !fits || !self.start(network) {
            return Ok(None);
        }
        let mut log_evidence = self.fold_absent(network, evidence.absent());
        if let Some(hybrid) = hybrid {
            let Some(constants) = self.tilt(network, &transformed, hybrid.solver) else { return Ok(None) };
            log_evidence += constants;
        }
        let mut posterior = match self.sum(network, &exact, limits, deadline) {
            Ok(Some(posterior)) => posterior,
            Ok(None) => return Ok(None),
            // An estimate may still be had.
            Err(InferenceError::OutOfTime { .. }) if method == Method::Auto => return Ok(None),
            // Another method may have more.
            Err(InferenceError::DigitsLost { .. }) if method != Method::Quickscore => return Ok(None),
            Err(error) => return Err(error),
        };
        posterior.log_evidence += log_evidence;
        posterior.work.explained_findings = evidence.present().len();
        posterior.work.operations = cost.operations + (transformed.len() * self.odds.len()) as f64;
        if hybrid.is_some() {
            posterior.exactness = Exactness::Estimate { log_evidence_upper: posterior.log_evidence };
            posterior.method = method;
            posterior.work.transformed = transformed;
        } else {
            posterior.work.predicted_seconds = cost.seconds;
            posterior.work.width = exact.len();
        }
        Ok(Some(posterior))
    }

    /// The findings to transform; `None` where a hybrid finds none, or not as many as it wants.
    fn choose(
        &mut self,
        network: &Network,
        present: &[FindingId],
        hybrid: Option<Hybrid>,
    ) -> Option<Vec<FindingId>> {
        let Some(hybrid) = hybrid else { return Some(Vec::new()) };
        let chosen: Vec<_> = self.ranking.by_degree(network, present, hybrid.transformed).collect();
        (!chosen.is_empty() && chosen.len() == hybrid.transformed).then_some(chosen)
    }

    /// The sum over the findings that stay exact: marginals, and an evidence without what was settled before.
    fn sum(
        &mut self,
        network: &Network,
        exact: &[FindingId],
        limits: &Limits,
        deadline: &Deadline,
    ) -> Result<Option<Posterior>, InferenceError> {
        let (in_range, relevant_diseases) = Arch::new().dispatch(
            #[inline(always)]
            || {
                self.odds.iter().fold((0, 0), |(in_range, relevant), &odds| {
                    (in_range + usize::from(odds < LARGEST_ODDS), relevant + usize::from(odds > 0.0))
                })
            },
        );
        if in_range < self.odds.len() {
            return Ok(None);
        }
        let quiets: Vec<f64> = exact.iter().map(|&f| 1.0 - network.leak(f)).collect();
        let rows = Rows { network, findings: exact, odds: &self.odds, quiets: &quiets };
        let mut marginals = vec![0.0; self.odds.len()];
        let sums = self.sum.run(&rows, limits.threads, deadline, &mut marginals)?;
        let error_bound = sums.error_estimate();
        quickscore::check_digits(error_bound, marginals.len())?;
        Ok(Some(Posterior {
            marginals,
            log_evidence: self.sum.log_total() - self.log_prior_total + sums.evidence.ln(),
            exactness: Exactness::Exact { error_bound },
            method: Method::Quickscore,
            work: Work { relevant_diseases, ..Work::default() },
        }))
    }

    /// The odds before any evidence. False where a disease is certain.
    fn start(&mut self, network: &Network) -> bool {
        if self.prior_odds.is_empty() {
            self.prior_odds = network.priors.iter().map(|prior| prior / (1.0 - prior)).collect();
            self.log_prior_total = logistic::sum_of_log_totals(&self.prior_odds);
        }
        self.odds.clone_from(&self.prior_odds);
        self.log_prior_total.is_finite()
    }

    /// Multiplies absent findings in, and returns the log probability that no leak shows one.
    fn fold_absent(&mut self, network: &Network, absent: &[FindingId]) -> f64 {
        for &finding in absent {
            let row = network.parents(finding);
            if row.is_dense() {
                row.zip_dense(&mut self.odds, |odds, p| *odds *= 1.0 - p);
            } else {
                row.for_each(|d, p| self.odds[d] *= 1.0 - p);
            }
        }
        absent.iter().map(|&finding| (-network.leak(finding)).ln_1p()).sum()
    }

    /// Multiplies the bounds of transformed findings in, and returns the log of their constants; `None` where a finding has no bound.
    fn tilt(&mut self, network: &Network, transformed: &[FindingId], solver: Solver) -> Option<f64> {
        let mut constants = 0.0;
        self.tilts.clear();
        self.tilts.resize(self.odds.len(), 0.0);
        for &finding in transformed {
            let xi = network.xi(finding, solver)?;
            constants += xi * theta(network.leak(finding)) - conjugate(xi);
            self.row.clear();
            self.row.resize(self.odds.len(), 0.0);
            let row = network.parents(finding);
            if row.is_dense() {
                row.zip_dense(&mut self.row, |to, p| *to = p);
            } else {
                row.for_each(|d, p| self.row[d] = p);
            }
            logistic::add_thetas(&mut self.tilts, &self.row, xi);
        }
        logistic::raise(&mut self.odds, &self.tilts);
        Some(constants)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DiseaseId, NetworkBuilder};

    /// A network in which 150 diseases are linked to all of 6 findings.
    fn network() -> Network {
        let mut builder = NetworkBuilder::new();
        for finding in 0..6 {
            builder.finding(&format!("f{finding}"), "", 0.01).unwrap();
        }
        for disease in 0..150u32 {
            builder.disease(&format!("d{disease}"), "", 1e-4 * f64::from(disease + 1)).unwrap();
            for finding in 0..6 {
                let link = f64::from((disease * 7 + finding * 11) % 97 + 1) / 100.0;
                builder.link(DiseaseId::new(disease), FindingId::new(finding), link).unwrap();
            }
        }
        builder.build().unwrap()
    }

    #[test]
    fn ordinary_queries_are_answered_here() {
        let network = network();
        let ids: Vec<FindingId> = network.findings().collect();
        let evidence = Evidence::new(ids[..4].iter().copied(), ids[4..].iter().copied()).unwrap();
        let (limits, mut workspace) = (Limits::default(), Workspace::default());
        for (method, is_answered) in [
            ("auto", true),
            ("quickscore", true),
            ("vfh+cvx+fdo:2", true),
            ("jh+ppf+fdo:1", true),
            ("elimination", false),
            ("vfh+cvx+gdo:2", false),
            ("vfh+cvx+fdo:4", false),
        ] {
            let deadline = Deadline::start(&limits);
            let method = method.parse().unwrap();
            let answer = workspace.answer(&network, &evidence, method, &limits, &deadline).unwrap();
            assert_eq!(answer.is_some(), is_answered, "{method}");
        }
    }
}
