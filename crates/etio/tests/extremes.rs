//! Questions at the edges of the number range that once broke an error bound, and large ones like
//! them.

#[path = "common/certificates.rs"]
mod certificates;
mod common;

use std::fs;
use std::path::{Path, PathBuf};

use certificates::{Errors, METHODS, claimed_bound, examine_one};
use common::{evidence, network};
use etio::format::cases::CaseReader;
use etio::format::compiled::{self, Options};
use etio::{Engine, Evidence, Hybrid, InferenceError, Method, Network, Order, Posterior, Scheme, Solver};
use etio_oracle::extreme::{Reproduction, reproductions};
use etio_oracle::number::Real;
use etio_oracle::random::Rng;
use etio_oracle::{Case, Model, Precise, eliminate, inclusion_exclusion};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The folder of stored reproductions; nothing, with a note, if it is absent.
fn stored() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/extremes");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no data at {}", folder.display());
    None
}

/// Fails with all violations at once.
fn report(violations: &[String]) {
    assert!(violations.is_empty(), "\n{}", violations.join("\n"));
}

#[test]
fn reproductions_are_answered_within_their_bounds() {
    let mut violations = Vec::new();
    for Reproduction { name, model, case } in reproductions() {
        let truth = eliminate(&model, &case);
        assert!(truth.is_ok(), "{name}");
        let (network, evidence) = (network(&model), evidence(&case));
        for method in METHODS {
            let outcome = examine_one(&network, &evidence, method, &truth);
            if let Some(what) = outcome.violation() {
                violations.push(format!("{name}: {method} {what}"));
            }
        }
    }
    report(&violations);
}

/// The link's xi underflows to nothing: transformed, the finding says that both diseases are certain.
#[test]
fn a_hybrid_that_learns_nothing_says_so() {
    let Some(folder) = stored() else { return };
    let folder = folder.join("product-subnormal");
    let network = Network::open(&folder).unwrap();
    let cases = fs::read(folder.join("cases.jsonl")).unwrap();
    let case = CaseReader::new(cases.as_slice()).next().unwrap().unwrap();
    let evidence = case.evidence(&network).unwrap();
    let method = "vfh+cvx+fdo:1".parse().unwrap();
    let answer = Engine::new(&network).diagnose(&evidence, method).unwrap();
    assert!(!answer.exactness.is_informed(), "{:?}", answer.exactness);
    let priors = Engine::new(&network).diagnose(&Evidence::default(), Method::Auto).unwrap();
    assert_eq!(answer.marginals, priors.marginals);
}

/// A decimal number such as `-758.28`.
fn decimal(text: &str) -> Real {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let append = |number: Real, digit: u8| number * Real::new(10.0) + Real::new(f64::from(digit - b'0'));
    let number = whole.bytes().chain(fraction.bytes()).fold(Real::ZERO, append);
    let number = number / (0..fraction.len()).map(|_| Real::new(10.0)).product();
    if negative { -number } else { number }
}

/// The stored truth of a case.
fn stored_truth(network: &Network, line: &str) -> Precise {
    let truth: serde_json::Value = serde_json::from_str(line).unwrap();
    let posterior = &truth["posterior"];
    let on = network.diseases().map(|d| decimal(posterior[network.disease_id(d)].as_str().unwrap()));
    let on: Vec<Real> = on.collect();
    let log_evidence = decimal(truth["log_evidence"].as_str().unwrap());
    Precise {
        evidence: log_evidence.exp(),
        log_evidence,
        off: on.iter().map(|&on| Real::ONE - on).collect(),
        on,
    }
}

#[test]
fn stored_reproductions_are_answered_within_their_bounds() {
    let Some(root) = stored() else { return };
    let mut violations = Vec::new();
    let mut folders = 0;
    for folder in fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|p| p.is_dir()) {
        let network = Network::open(&folder).unwrap();
        let cases = fs::read(folder.join("cases.jsonl")).unwrap();
        let truths = fs::read_to_string(folder.join("truth.jsonl")).unwrap();
        for (case, truth) in CaseReader::new(cases.as_slice()).zip(truths.lines()) {
            let evidence = case.unwrap().evidence(&network).unwrap();
            let truth = stored_truth(&network, truth);
            let name = folder.file_name().unwrap().to_string_lossy();
            for method in METHODS {
                if let Some(problem) = problem_with(&network, &evidence, method, &truth) {
                    violations.push(format!("{name}: {method} {problem}"));
                }
            }
            folders += 1;
        }
    }
    assert!(folders >= 6, "{folders}");
    report(&violations);
}

/// Describes an error in a method's answer, if there is one. Only `auto` has to answer.
fn problem_with(network: &Network, evidence: &Evidence, method: Method, truth: &Precise) -> Option<String> {
    let posterior = match certificates::ask(network, evidence, method) {
        Ok(Ok(posterior)) => posterior,
        Ok(Err(error @ InferenceError::ImpossibleEvidence { .. })) => return Some(error.to_string()),
        Ok(Err(error)) => return (method == Method::Auto).then(|| error.to_string()),
        Err(failure) => return Some(failure.to_string()),
    };
    let Some(bound) = claimed_bound(&posterior) else {
        return Some(format!("is not exact: {:?}", posterior.exactness));
    };
    let numbers = posterior.marginals.iter().chain([&bound, &posterior.log_evidence]);
    if let Some(number) = numbers.into_iter().find(|number| !number.is_finite()) {
        return Some(format!("gives {number}"));
    }
    let errors = Errors::new(&posterior.marginals, posterior.log_evidence, bound, truth);
    // The stored truth has 25 digits: no bound that is above zero is as small as its own error.
    let (own, right) = (posterior.log_evidence, truth.log_evidence.to_f64());
    (errors.worst() > 1.0).then(|| format!("is beyond its bound: {errors:?}, {own:?} for {right:?}"))
}

/// Equal diseases, each linked to every finding, and all findings present.
struct Equal {
    diseases: usize,
    prior: f64,
    leaks: Vec<f64>,
    links: Vec<f64>,
}

impl Equal {
    fn question(&self) -> (Model, Case) {
        let every = |(finding, &link)| (0..self.diseases).map(move |disease| (disease, finding, link));
        let model = Model {
            priors: vec![self.prior; self.diseases],
            leaks: self.leaks.clone(),
            links: self.links.iter().enumerate().flat_map(every).collect(),
        };
        (model, Case { present: (0..self.leaks.len()).collect(), absent: Vec::new() })
    }

    /// The signed sum over sets of findings, in which a set's term is a power. 512 bits leave more
    /// than 300 after the cancellation of a few findings.
    fn truth(&self) -> Precise {
        let (on, off) = (Real::new(self.prior), Real::ONE - Real::new(self.prior));
        let (mut evidence, mut with_one) = (Real::ZERO, Real::ZERO);
        for set in 0..1_usize << self.leaks.len() {
            let (mut leaks, mut quiet) = (Real::ONE, on);
            for finding in (0..self.leaks.len()).filter(|finding| set >> finding & 1 == 1) {
                leaks *= -(Real::ONE - Real::new(self.leaks[finding]));
                quiet *= Real::ONE - Real::new(self.links[finding]);
            }
            let others = power(off + quiet, self.diseases - 1);
            evidence += leaks * others * (off + quiet);
            with_one += leaks * others * quiet;
        }
        let posterior = with_one / evidence;
        Precise {
            evidence,
            log_evidence: evidence.ln(),
            on: vec![posterior; self.diseases],
            off: vec![Real::ONE - posterior; self.diseases],
        }
    }
}

fn power(base: Real, exponent: usize) -> Real {
    let (mut result, mut square, mut left) = (Real::ONE, base, exponent);
    while left > 0 {
        if left & 1 == 1 {
            result *= square;
        }
        square *= square;
        left >>= 1;
    }
    result
}

#[test]
fn the_formula_for_equal_diseases_is_right() {
    let equal = Equal { diseases: 30, prior: 0.01, leaks: vec![1e-3, 0.0], links: vec![0.3, 1e-4] };
    let (model, case) = equal.question();
    let (own, oracle) = (equal.truth(), inclusion_exclusion(&model, &case).unwrap().precise);
    let close = |a: Real, b: Real| (a - b).exponent() < -380;
    assert!(close(own.log_evidence, oracle.log_evidence));
    assert!(own.on.iter().zip(&oracle.on).all(|(&a, &b)| close(a, b)));
}

#[test]
fn twenty_thousand_equal_diseases_stay_within_the_bound() {
    let diseases = 20_000;
    let questions = [
        // Two of them on average, and evidence that is likely.
        Equal { diseases, prior: 1e-4, leaks: vec![0.01; 6], links: vec![0.3, 0.5, 0.7, 0.2, 0.4, 0.6] },
        // Each of them contributes a rounding error in the same direction.
        Equal { diseases, prior: 3e-5, leaks: vec![0.1; 5], links: vec![0.1; 5] },
        Equal { diseases, prior: 0.1, leaks: vec![1e-3; 4], links: vec![1e-5, 3e-5, 1e-4, 7e-6] },
        Equal { diseases, prior: 1.0 / 3.0, leaks: vec![0.0; 2], links: vec![1e-4, 1e-4] },
    ];
    let mut violations = Vec::new();
    for (number, equal) in questions.iter().enumerate() {
        let (model, case) = equal.question();
        let (network, evidence, truth) = (network(&model), evidence(&case), equal.truth());
        for method in [Method::Quickscore, Method::Auto] {
            if let Some(problem) = problem_with(&network, &evidence, method, &truth) {
                violations.push(format!("question {number}: {method} {problem}"));
            }
        }
    }
    report(&violations);
}

/// One disease with many absent findings and one present one.
fn many_absent(findings: usize, prior: f64, link: f64) -> (Model, Case) {
    let model = Model {
        priors: vec![prior],
        leaks: (0..=findings).map(|finding| if finding == 0 { 0.3 } else { 0.0 }).collect(),
        links: (0..=findings).map(|f| (0, f, if f == 0 { 0.5 } else { link })).collect(),
    };
    (model, Case { present: vec![0], absent: (1..=findings).collect() })
}

#[test]
fn forty_thousand_absent_findings_stay_within_the_bound() {
    let mut violations = Vec::new();
    for (prior, link) in
        [(0.5, 1e-17), (0.5, 1e-16), (0.5, 1.0 / 40_000.0), (0.5, 1e-300), (0.999_999, 3e-4), (1e-12, 0.7)]
    {
        let (model, case) = many_absent(40_000, prior, link);
        let truth = eliminate(&model, &case);
        assert!(truth.is_ok());
        let (network, evidence) = (network(&model), evidence(&case));
        for method in METHODS {
            let outcome = examine_one(&network, &evidence, method, &truth);
            if let Some(what) = outcome.violation() {
                violations.push(format!("prior {prior}, links of {link:e}: {method} {what}"));
            }
        }
    }
    report(&violations);
}

/// A sparse network with hubs, and a case with 25 findings present and 6 absent.
fn sparse(seed: u64) -> (Model, Case) {
    let mut rng = Rng::new(seed);
    let (diseases, findings) = (200, 200);
    let mut links = Vec::new();
    for disease in 0..diseases {
        // Every tenth disease is a hub.
        let count = if disease % 10 == 0 { 25 + rng.below(15) } else { 3 + rng.below(8) };
        let mut of_disease: Vec<usize> = (0..count).map(|_| rng.below(findings)).collect();
        of_disease.sort_unstable();
        of_disease.dedup();
        links.extend(of_disease.into_iter().map(|finding| (disease, finding, rng.uniform(0.05, 0.95))));
    }
    let model = Model {
        priors: (0..diseases).map(|_| 10_f64.powf(rng.uniform(-4.0, -1.5))).collect(),
        leaks: (0..findings).map(|_| rng.uniform(0.001, 0.02)).collect(),
        links,
    };
    let mut order: Vec<usize> = (0..findings).collect();
    for k in (1..findings).rev() {
        order.swap(k, rng.below(k + 1));
    }
    (model, Case { present: order[..25].to_vec(), absent: order[25..31].to_vec() })
}

/// Every number of an answer, as bits.
fn bits(posterior: &Posterior) -> (Method, Vec<u64>) {
    let numbers = posterior.marginals.iter().copied();
    let numbers = numbers.chain([posterior.log_evidence, claimed_bound(posterior).unwrap_or(-1.0)]);
    (posterior.method, numbers.map(f64::to_bits).collect())
}

#[test]
fn the_same_question_has_the_same_answer_to_the_last_bit() {
    for seed in [1, 2, 3] {
        let (model, case) = sparse(seed);
        let (network, evidence) = (network(&model), evidence(&case));
        for method in [Method::Elimination, Method::Auto] {
            let mut kept = Engine::new(&network);
            let first = bits(&kept.diagnose(&evidence, method).unwrap());
            for run in 0..10 {
                let again = Engine::new(&network).diagnose(&evidence, method).unwrap();
                assert!(bits(&again) == first, "{method} by a new engine, seed {seed}, run {run}");
                let again = kept.diagnose(&evidence, method).unwrap();
                assert!(bits(&again) == first, "{method} by the same engine, seed {seed}, run {run}");
            }
        }
    }
}

/// Every hybrid that transforms this number of findings.
fn hybrids(transformed: usize) -> Vec<Method> {
    let mut all = Vec::new();
    for &scheme in Scheme::ALL {
        for &solver in Solver::ALL {
            for &order in Order::ALL {
                all.push(Method::Hybrid(Hybrid { scheme, solver, order, transformed }));
            }
        }
    }
    all
}

/// Describes an error in the answers of the hybrids, if there is one. The claimed bounds on the log
/// evidence must be true.
fn problems_with_hybrids(network: &Network, evidence: &Evidence) -> Vec<String> {
    let exact = Engine::new(network).diagnose(evidence, Method::ExplainedSets).unwrap();
    let mut problems = Vec::new();
    for method in hybrids(1).into_iter().chain(hybrids(2)) {
        let posterior = match certificates::ask(network, evidence, method) {
            Ok(Ok(posterior)) => posterior,
            Ok(Err(error)) => {
                problems.push(format!("{method} gives no answer: {error}"));
                continue;
            }
            Err(failure) => {
                problems.push(format!("{method} {failure}"));
                continue;
            }
        };
        let ranking = posterior.ranking(10);
        if ranking.is_empty() || !ranking.iter().all(|(_, p)| (0.0..=1.0).contains(p)) {
            problems.push(format!("{method} ranks {ranking:?}"));
        }
        if !posterior.marginals.iter().all(|p| (0.0..=1.0).contains(p)) {
            problems.push(format!("{method} gives marginals of {:?}", posterior.marginals));
        }
        if !posterior.log_evidence.is_finite() {
            problems.push(format!("{method} gives log evidence of {:?}", posterior.log_evidence));
        }
        if let Some(upper) = posterior.exactness.log_evidence_upper()
            && !(upper.is_finite() && upper >= exact.log_evidence)
        {
            problems.push(format!("{method} bounds {:?} by {upper:?}", exact.log_evidence));
        }
    }
    problems
}

#[test]
fn a_stored_file_with_forged_parameters_is_answered_and_found_damaged() {
    let Some(root) = stored() else { return };
    let path = root.join("forged-xi.etio");
    let mut problems = Vec::new();
    match compiled::verify(&path) {
        Ok(_) => problems.push("verify finds nothing wrong".to_owned()),
        Err(error) => eprintln!("{error}"),
    }
    // A reader that checks the parameters may refuse the file, as it does damaged ones.
    if let Ok(network) = Network::open(&path) {
        let cases = fs::read(root.join("forged-xi.cases.jsonl")).unwrap();
        for case in CaseReader::new(cases.as_slice()) {
            problems.extend(problems_with_hybrids(&network, &case.unwrap().evidence(&network).unwrap()));
        }
    }
    report(&problems);
}

/// Five findings, the first of which has a link of 1 and cannot be transformed.
fn with_certain_link() -> (Model, Case) {
    let mut links = vec![(0, 0, 1.0)];
    for disease in 0..8 {
        for finding in 0..5 {
            if (disease + 2 * finding) % 3 != 0 && (disease, finding) != (0, 0) {
                links.push((disease, finding, 0.1 + 0.1 * disease as f64));
            }
        }
    }
    let priors = (1..=8).map(|k| 0.01 * f64::from(k)).collect();
    let leaks = (1..=5).map(|k| 0.01 * f64::from(k)).collect();
    (Model { priors, leaks, links }, Case { present: vec![0, 1, 3], absent: vec![2] })
}

/// The compiled network with another variational parameter for one finding, and with checksums that
/// are right (see docs/formats/compiled.md).
fn forged(network: &Network, finding: usize, xi: f64) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sound.etio");
    compiled::write(network, &path, &Options::default()).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let number = |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
    let (table, sections) = (number(&bytes, 24), number(&bytes, 32));
    let mut changed = 0;
    for entry in (0..sections).map(|section| table + 32 * section) {
        let (start, length) = (number(&bytes, entry + 8), number(&bytes, entry + 16));
        if matches!(bytes[entry], 11 | 12) {
            let at = start + 8 * finding;
            changed += usize::from(bytes[at..at + 8] != xi.to_le_bytes());
            bytes[at..at + 8].copy_from_slice(&xi.to_le_bytes());
        }
        let checksum = xxh3_64(&bytes[start..start + length]);
        bytes[entry + 24..entry + 32].copy_from_slice(&checksum.to_le_bytes());
    }
    assert_eq!(changed, 2, "both sections of parameters");
    bytes[56..64].fill(0);
    let mut checksum = Xxh3::new();
    checksum.update(&bytes[..64]);
    checksum.update(&bytes[table..]);
    bytes[56..64].copy_from_slice(&checksum.digest().to_le_bytes());
    bytes
}

#[test]
fn forged_parameters_are_answered_and_found_damaged() {
    let (model, case) = with_certain_link();
    let (network, evidence) = (network(&model), evidence(&case));
    report(&problems_with_hybrids(&network, &evidence));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("forged.etio");
    let mut problems = Vec::new();
    // Finding 0 cannot have a parameter; that of finding 1 may be any number from 0 on.
    for (finding, xi) in [(0, 0.5), (0, 1e300), (1, -0.5), (1, f64::NAN), (1, f64::INFINITY)] {
        fs::write(&path, forged(&network, finding, xi)).unwrap();
        let mut found = Vec::new();
        if compiled::verify(&path).is_ok() {
            found.push("verify finds nothing wrong".to_owned());
        }
        if let Ok(network) = Network::open(&path) {
            found.extend(problems_with_hybrids(&network, &evidence));
        }
        problems.extend(found.into_iter().map(|what| format!("finding {finding}, {xi:?}: {what}")));
    }
    report(&problems);
}
