//! Checks what an exact answer claims about its own error against the oracle. Shared by the tests
//! and by the example `fuzz_certificates`.

// Each user needs its own part.
#![allow(dead_code)]

use std::any::Any;
use std::fmt;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use etio::{Engine, Evidence, InferenceError, Method, Network, Posterior};
use etio_oracle::number::Real;
use etio_oracle::{Answer, Case, Model, OracleError, Precise, eliminate};

use crate::common::{evidence, network};

/// The methods whose answers are exact.
pub const METHODS: [Method; 5] =
    [Method::Auto, Method::Enumeration, Method::Quickscore, Method::ExplainedSets, Method::Elimination];

/// The largest error bound of an answer that deserves to be called exact (see docs/exact.md).
pub const LARGEST_BOUND: f64 = 1e-8;

/// The error that an answer admits to; nothing if it does not claim to be exact. This is the only
/// place that reads the claim.
pub fn claimed_bound(posterior: &Posterior) -> Option<f64> {
    posterior.exactness.error_bound()
}

/// Errors of an exact answer, as shares of what it admits to. Above 1, the claim is false.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// The claimed error bound.
    pub bound: f64,
    /// Largest error of a marginal over the bound.
    pub marginal: f64,
    /// Error of the log evidence over the bound and four units in the last place.
    pub log_evidence: f64,
}

impl Errors {
    /// Errors of numbers that claim this bound.
    pub fn new(marginals: &[f64], log_evidence: f64, bound: f64, truth: &Precise) -> Self {
        let claimed = Real::new(bound);
        let errors = marginals.iter().enumerate().map(|(d, &own)| marginal_error(own, truth, d));
        let largest = errors.fold(Real::ZERO, Real::max);
        let size = truth.log_evidence.abs().max(Real::new(f64::MIN_POSITIVE));
        Self {
            bound,
            marginal: share(largest, claimed),
            log_evidence: share(
                (Real::new(log_evidence) - truth.log_evidence).abs(),
                claimed + size.scaled(2 - 52),
            ),
        }
    }

    /// The larger share.
    pub fn worst(&self) -> f64 {
        self.marginal.max(self.log_evidence)
    }
}

/// Beyond this power of two, relative, the oracle's numbers are not known.
const ORACLE_BITS: i64 = 400;

/// The error of one marginal. Above one half it is computed from the complement, so that it is not
/// rounded away if the marginal is nearly 1.
fn marginal_error(own: f64, truth: &Precise, disease: usize) -> Real {
    let (own, truth) = if own > 0.5 {
        (Real::ONE - Real::new(own), truth.off[disease])
    } else {
        (Real::new(own), truth.on[disease])
    };
    let error = (own - truth).abs();
    if error <= truth.scaled(-ORACLE_BITS) { Real::ZERO } else { error }
}

fn share(error: Real, allowed: Real) -> f64 {
    match (error.is_zero(), allowed.is_zero()) {
        (true, _) => 0.0,
        (false, true) => f64::INFINITY,
        (false, false) => (error / allowed).to_f64(),
    }
}

/// Outcome of asking a method.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// An exact answer, within what it claims.
    Exact(Errors),
    /// The method refused, as it may, for this reason.
    Refused(&'static str),
    /// The evidence is impossible, and the oracle agrees.
    Impossible,
    /// No answer in a time that is more than enough.
    Hang,
    /// Something that must not happen.
    Violation {
        /// Description of the violation.
        what: String,
        /// The error over the bound, if that is what is wrong.
        ratio: Option<f64>,
    },
}

impl Outcome {
    /// Description of a violation; nothing if it is none.
    pub fn violation(&self) -> Option<String> {
        match self {
            Self::Exact(_) | Self::Refused(_) | Self::Impossible => None,
            Self::Hang => Some(Failure::Hang.to_string()),
            Self::Violation { what, .. } => Some(what.clone()),
        }
    }

    /// The error over the bound, if that is what is wrong.
    pub fn ratio(&self) -> Option<f64> {
        match self {
            Self::Violation { ratio, .. } => *ratio,
            _ => None,
        }
    }
}

fn violation(what: impl Into<String>) -> Outcome {
    Outcome::Violation { what: what.into(), ratio: None }
}

/// Small questions take milliseconds. A method that has not answered after this time never will.
const PATIENCE: Duration = Duration::from_secs(60);

/// Why there is not even an error.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The engine panicked with this message.
    Panic(String),
    /// The engine does not come to an end; its thread is left behind.
    Hang,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Panic(message) => write!(f, "panics: {message}"),
            Self::Hang => write!(f, "has no answer after {} s", PATIENCE.as_secs()),
        }
    }
}

/// Asks a new engine without a time limit, in a thread of its own.
pub fn ask(
    network: &Network,
    evidence: &Evidence,
    method: Method,
) -> Result<Result<Posterior, InferenceError>, Failure> {
    let (sender, receiver) = mpsc::channel();
    let (network, evidence) = (network.clone(), evidence.clone());
    let asked = thread::spawn(move || {
        // If nobody waits any more, the answer is lost.
        let _ = sender.send(Engine::new(&network).diagnose(&evidence, method));
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(answer) => Ok(answer),
        Err(RecvTimeoutError::Timeout) => Err(Failure::Hang),
        Err(RecvTimeoutError::Disconnected) => Err(Failure::Panic(match asked.join() {
            Ok(()) => String::new(),
            Err(panic) => panic_message(panic.as_ref()),
        })),
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default()
}

/// Judges the answer of a method: exact answers must keep their claim, `auto` must answer exactly,
/// and errors must be true.
pub fn judge(
    method: Method,
    answer: &Result<Posterior, InferenceError>,
    truth: &Result<Answer, OracleError>,
) -> Outcome {
    let may_refuse = method != Method::Auto;
    match (answer, truth) {
        (_, Err(error)) if *error != OracleError::Impossible => {
            panic!("the question is not for the oracle: {error}")
        }
        (Ok(posterior), Ok(truth)) => judge_posterior(posterior, truth),
        (Ok(_), Err(_)) => violation("answers impossible evidence"),
        (Err(InferenceError::ImpossibleEvidence { .. }), Err(_)) => Outcome::Impossible,
        (Err(InferenceError::ImpossibleEvidence { .. }), Ok(truth)) => {
            violation(format!("calls evidence of log probability {} impossible", truth.log_evidence))
        }
        (Err(error), _) => match refusal(error) {
            Some(reason) if may_refuse => Outcome::Refused(reason),
            _ => violation(format!("gives no answer: {error}")),
        },
    }
}

/// The name of an error that a named method may refuse with if there is no time limit.
fn refusal(error: &InferenceError) -> Option<&'static str> {
    match error {
        InferenceError::TooLarge { .. } => Some("too large"),
        InferenceError::TooExpensive { .. } => Some("too expensive"),
        InferenceError::DigitsLost { .. } => Some("digits lost"),
        _ => None,
    }
}

fn judge_posterior(posterior: &Posterior, truth: &Answer) -> Outcome {
    if posterior.marginals.len() != truth.posteriors.len() {
        return violation(format!("gives {} marginals", posterior.marginals.len()));
    }
    if let Some(marginal) = posterior.marginals.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return violation(format!("gives a marginal of {marginal:?}"));
    }
    if !(posterior.log_evidence.is_finite() && posterior.log_evidence <= 0.0) {
        return violation(format!("gives log evidence of {:?}", posterior.log_evidence));
    }
    let Some(bound) = claimed_bound(posterior) else {
        return violation(format!("gives an answer that is not exact: {:?}", posterior.exactness));
    };
    if !(0.0..=LARGEST_BOUND).contains(&bound) {
        return violation(format!("calls an answer exact with an error bound of {bound:?}"));
    }
    let errors = Errors::new(&posterior.marginals, posterior.log_evidence, bound, &truth.precise);
    if errors.worst() <= 1.0 {
        return Outcome::Exact(errors);
    }
    let Errors { marginal, log_evidence, .. } = errors;
    Outcome::Violation {
        what: format!(
            "is beyond its bound of {bound:e}: marginals by a factor of {marginal:.3e}, log evidence {:?} \
             by {log_evidence:.3e} (true: {:?}); it was computed by {}",
            posterior.log_evidence, truth.log_evidence, posterior.method
        ),
        ratio: Some(errors.worst()),
    }
}

/// Asks every exact method.
pub fn examine(model: &Model, case: &Case) -> Vec<(Method, Outcome)> {
    let truth = eliminate(model, case);
    let (network, evidence) = (network(model), evidence(case));
    METHODS.iter().map(|&method| (method, examine_one(&network, &evidence, method, &truth))).collect()
}

/// Asks one method whose true answer is known.
pub fn examine_one(
    network: &Network,
    evidence: &Evidence,
    method: Method,
    truth: &Result<Answer, OracleError>,
) -> Outcome {
    match ask(network, evidence, method) {
        Ok(answer) => judge(method, &answer, truth),
        Err(Failure::Hang) => Outcome::Hang,
        Err(panic) => violation(panic.to_string()),
    }
}

/// Whether the method violates what it claims on this question.
pub fn violates(model: &Model, case: &Case, method: Method) -> bool {
    let truth = eliminate(model, case);
    if matches!(truth, Err(OracleError::TooLarge { .. } | OracleError::Invalid(_))) {
        return false;
    }
    let outcome = examine_one(&network(model), &evidence(case), method, &truth);
    matches!(outcome, Outcome::Violation { .. })
}

/// A violation with the smallest question found that shows one, for a person to read.
pub fn describe(seed: u64, model: &Model, case: &Case, method: Method, outcome: &Outcome) -> String {
    let what = outcome.violation().unwrap_or_default();
    if *outcome == Outcome::Hang {
        // Each try would take as long again.
        return format!("seed {seed}: {method} {what}\n  {}", written(model, case));
    }
    let (small, observed) = shrink(model, case, |model, case| violates(model, case, method));
    let (network, evidence) = (network(&small), evidence(&observed));
    let shrunken = examine_one(&network, &evidence, method, &eliminate(&small, &observed));
    let shrunken = shrunken.violation().unwrap_or_default();
    let small = written(&small, &observed);
    format!("seed {seed}: {method} {what}\n  smallest: {small}\n  there it {shrunken}")
}

/// A question in one line, with runs of equal numbers counted.
fn written(model: &Model, case: &Case) -> String {
    // A link is written with the steps from the one before, so that regular ones are equal.
    let mut before = (0, 0);
    let mut step = |&(disease, finding, p): &(usize, usize, f64)| {
        let by = (disease as i64 - before.0, finding as i64 - before.1);
        before = (disease as i64, finding as i64);
        (by, p, (disease, finding, p))
    };
    let steps: Vec<_> = model.links.iter().map(&mut step).collect();
    let links = steps.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).map(|run| match run {
        [one] => format!("{:?}", one.2),
        [first, .., last] => format!("{:?} to {:?}", first.2, last.2),
        [] => String::new(),
    });
    format!(
        "priors [{}], leaks [{}], links [{}], present [{}], absent [{}]",
        runs(&model.priors),
        runs(&model.leaks),
        links.collect::<Vec<_>>().join(", "),
        ranges(&case.present),
        ranges(&case.absent)
    )
}

fn runs(values: &[f64]) -> String {
    let run = |run: &[f64]| match run {
        [one] => format!("{one:?}"),
        run => format!("{:?} x {}", run[0], run.len()),
    };
    values.chunk_by(|a, b| a == b).map(run).collect::<Vec<_>>().join(", ")
}

fn ranges(findings: &[usize]) -> String {
    let range = |range: &[usize]| match range {
        [first, .., last] => format!("{first} to {last}"),
        few => few.iter().map(ToString::to_string).collect(),
    };
    findings.chunk_by(|a, b| a + 1 == *b).map(range).collect::<Vec<_>>().join(", ")
}

/// Time that [`shrink`] takes at most, apart from the last try.
const SHRINKING_TIME: Duration = Duration::from_secs(5);

/// Drops diseases, findings, links and observations, and makes numbers simpler, for as long as the
/// question still fails.
pub fn shrink(model: &Model, case: &Case, fails: impl Fn(&Model, &Case) -> bool) -> (Model, Case) {
    let mut best =
        Shrinking { model: model.clone(), case: case.clone(), until: Instant::now() + SHRINKING_TIME, fails };
    loop {
        let before = (best.model.clone(), best.case.clone());
        best.drop_members();
        best.simplify_numbers();
        if (&best.model, &best.case) == (&before.0, &before.1) || best.is_over() {
            return (best.model, best.case);
        }
    }
}

struct Shrinking<F> {
    model: Model,
    case: Case,
    until: Instant,
    fails: F,
}

impl<F: Fn(&Model, &Case) -> bool> Shrinking<F> {
    fn is_over(&self) -> bool {
        Instant::now() > self.until
    }

    /// Takes the other question if it fails, too.
    fn try_out(&mut self, model: Model, case: Case) -> bool {
        if self.is_over() || !(self.fails)(&model, &case) {
            return false;
        }
        (self.model, self.case) = (model, case);
        true
    }

    fn drop_members(&mut self) {
        self.drop_runs(|model, _| model.priors.len(), without_diseases);
        self.drop_runs(|model, _| model.leaks.len(), without_findings);
        self.drop_runs(
            |model, _| model.links.len(),
            |model, _, from, to| {
                model.links.drain(from..to);
            },
        );
        self.drop_runs(
            |_, case| case.absent.len(),
            |_, case, from, to| {
                case.absent.drain(from..to);
            },
        );
        self.drop_runs(
            |_, case| case.present.len(),
            |_, case, from, to| {
                case.present.drain(from..to);
            },
        );
    }

    /// Drops runs of things, long ones first.
    fn drop_runs(
        &mut self,
        count: impl Fn(&Model, &Case) -> usize,
        drop: impl Fn(&mut Model, &mut Case, usize, usize),
    ) {
        let mut run = count(&self.model, &self.case);
        while run > 0 {
            let mut from = 0;
            while from < count(&self.model, &self.case) {
                let to = (from + run).min(count(&self.model, &self.case));
                let (mut model, mut case) = (self.model.clone(), self.case.clone());
                drop(&mut model, &mut case, from, to);
                if !self.try_out(model, case) {
                    from = to;
                }
            }
            run /= 2;
        }
    }

    fn simplify_numbers(&mut self) {
        self.simplify(|model| model.priors.iter_mut().collect());
        self.simplify(|model| model.leaks.iter_mut().collect());
        self.simplify(|model| model.links.iter_mut().map(|link| &mut link.2).collect());
    }

    /// Tries 0, 1, one half and powers of ten for each number, in this order.
    fn simplify(&mut self, numbers: impl Fn(&mut Model) -> Vec<&mut f64>) {
        let count = numbers(&mut self.model).len();
        for k in 0..count {
            let now = *numbers(&mut self.model)[k];
            let power: f64 = format!("1e{}", now.log10().floor()).parse().unwrap_or(0.0);
            for simpler in [0.0, 1.0, 0.5, power] {
                if simpler == now {
                    break;
                }
                let mut model = self.model.clone();
                *numbers(&mut model)[k] = simpler;
                if self.try_out(model, self.case.clone()) {
                    break;
                }
            }
        }
    }
}

fn without_diseases(model: &mut Model, _: &mut Case, from: usize, to: usize) {
    model.priors.drain(from..to);
    model.links.retain(|link| !(from..to).contains(&link.0));
    for link in model.links.iter_mut().filter(|link| link.0 >= to) {
        link.0 -= to - from;
    }
}

fn without_findings(model: &mut Model, case: &mut Case, from: usize, to: usize) {
    model.leaks.drain(from..to);
    model.links.retain(|link| !(from..to).contains(&link.1));
    for link in model.links.iter_mut().filter(|link| link.1 >= to) {
        link.1 -= to - from;
    }
    for list in [&mut case.present, &mut case.absent] {
        list.retain(|finding| !(from..to).contains(finding));
        for finding in list.iter_mut().filter(|finding| **finding >= to) {
            *finding -= to - from;
        }
    }
}
