//! The exact methods at the edges of the number range: against each other and against stored
//! digits.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use etio_oracle::extreme::{Question, Reproduction, Shape, question, reproductions};
use etio_oracle::number::Real;
use etio_oracle::{Answer, Case, Model, OracleError, eliminate, enumerate, inclusion_exclusion};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Whether two numbers agree to 2^-bits relative.
fn close(a: Real, b: Real, bits: i64) -> bool {
    (a - b).abs() <= a.abs().max(b.abs()).scaled(-bits)
}

fn assert_same(a: &Result<Answer, OracleError>, b: &Result<Answer, OracleError>, bits: i64, name: &str) {
    match (a, b) {
        (Ok(a), Ok(b)) => {
            assert!(close(a.precise.evidence, b.precise.evidence, bits), "evidence, {name}");
            // Near 1, the logarithm is right to far less than the least f64, not to a share of
            // itself.
            let (x, y) = (a.precise.log_evidence, b.precise.log_evidence);
            assert!(close(x, y, 200) || (x - y).exponent() < -1_200, "log evidence, {name}: {x:?} {y:?}");
            for k in 0..a.posteriors.len() {
                assert!(close(a.precise.on[k], b.precise.on[k], bits), "disease {k}, {name}");
                assert!(close(a.precise.off[k], b.precise.off[k], bits), "disease {k}, {name}");
            }
        }
        _ => assert_eq!(a, b, "{name}"),
    }
}

/// The seeds of a shape whose questions brute force answers in a moment.
fn small(shape: Shape) -> impl Iterator<Item = (u64, Question)> {
    let of_shape = (0_u64..).map(|seed| (seed, question(seed))).filter(move |(_, q)| q.shape == shape);
    of_shape.filter(|(_, q)| q.model.priors.len() <= 7 && q.model.leaks.len() <= 7)
}

#[test]
fn elimination_agrees_with_brute_force() {
    let shapes = [Shape::General, Shape::Tree, Shape::Chain, Shape::CertainLinks, Shape::SingleCause];
    let mut impossible = 0;
    for shape in shapes {
        for (seed, Question { model, case, .. }) in small(shape).take(80) {
            let truth = enumerate(&model, &case);
            assert_same(&truth, &eliminate(&model, &case), 480, &format!("seed {seed}"));
            impossible += usize::from(truth == Err(OracleError::Impossible));
        }
    }
    assert!((1..200).contains(&impossible), "{impossible}");
}

#[test]
fn the_signed_sum_agrees_with_brute_force() {
    let few_links = |(_, q): &(u64, Question)| q.model.links.len() <= 12 && q.case.present.len() <= 4;
    for shape in [Shape::General, Shape::Tree, Shape::CertainLinks] {
        for (seed, Question { model, case, .. }) in small(shape).filter(few_links).take(40) {
            let (truth, signed) = (enumerate(&model, &case), inclusion_exclusion(&model, &case));
            let (Ok(truth), Ok(signed)) = (&truth, &signed) else {
                assert_eq!(truth, signed, "seed {seed}");
                continue;
            };
            assert!(close(truth.precise.evidence, signed.precise.evidence, 390), "seed {seed}");
            for (&a, &b) in truth.precise.on.iter().zip(&signed.precise.on) {
                assert!((a - b).exponent() < -390, "seed {seed}");
            }
        }
    }
}

#[test]
fn many_members_agree_with_the_signed_sum() {
    for shape in [Shape::ManyAbsent, Shape::ManyCertain, Shape::ManyTiny, Shape::ManyEqual] {
        let of_shape = (0..1_000).map(question).filter(|q| q.shape == shape);
        let moderate = of_shape.filter(|q| q.model.priors.len().max(q.model.leaks.len()) <= 60);
        for Question { model, case, .. } in moderate.take(8) {
            let (a, b) = (eliminate(&model, &case), inclusion_exclusion(&model, &case));
            let (Ok(a), Ok(b)) = (&a, &b) else {
                assert_eq!(a, b);
                continue;
            };
            assert!(close(a.precise.evidence, b.precise.evidence, 390), "{model:?} {case:?}");
            for (&x, &y) in a.precise.on.iter().zip(&b.precise.on) {
                assert!((x - y).exponent() < -390, "{model:?} {case:?}");
            }
        }
    }
}

#[test]
fn evidence_beside_one_keeps_the_digits_of_its_logarithm() {
    // ln(1 - x) is -x to 300 digits for x = 1e-300, and to all digits that an f64 has.
    let absent = |finding: usize| Case { present: vec![], absent: vec![finding] };
    let model = Model { priors: vec![1e-200], leaks: vec![1e-300, 0.0], links: vec![(0, 1, 1e-100)] };
    for method in [enumerate, inclusion_exclusion, eliminate] {
        assert_eq!(method(&model, &absent(0)).unwrap().log_evidence, -1e-300);
        let product = (Real::new(1e-200) * Real::new(1e-100)).to_f64();
        assert_eq!(method(&model, &absent(1)).unwrap().log_evidence, -product);
        assert_eq!(method(&model, &Case::default()).unwrap().log_evidence, 0.0);
    }
    // Twenty causes that fail with probability 2^-53 each: 1 - P is 2^-1060, and subnormal.
    let causes = Model {
        priors: vec![1.0; 20],
        leaks: vec![0.0],
        links: (0..20).map(|disease| (disease, 0, 1.0 - 0.5_f64.powi(53))).collect(),
    };
    let present = Case { present: vec![0], absent: vec![] };
    for method in [enumerate, eliminate] {
        let answer = method(&causes, &present).unwrap();
        assert_eq!(answer.log_evidence, -Real::power_of_two(-1060).to_f64());
    }
}

#[test]
fn log_evidence_of_minus_millions_is_right() {
    // 40,000 absent findings, each with probability 2^-53 if the disease is there, as it is.
    let findings = 40_000;
    let beside_one = 1.0 - 0.5_f64.powi(53);
    let model = Model {
        priors: vec![1.0],
        leaks: vec![0.0; findings],
        links: (0..findings).map(|finding| (0, finding, beside_one)).collect(),
    };
    let answer = eliminate(&model, &Case { present: vec![], absent: (0..findings).collect() }).unwrap();
    let expected = Real::new(-53.0 * findings as f64) * Real::new(2.0).ln();
    assert!(answer.log_evidence < -1e6);
    assert_eq!(answer.log_evidence, expected.to_f64());
    assert_eq!(answer.posteriors, [1.0]);
}

#[test]
fn posteriors_below_the_range_of_an_f64_are_not_zero() {
    let model = Model { priors: vec![1e-300], leaks: vec![0.0], links: vec![(0, 0, 1.0 - 1e-16)] };
    let case = Case { present: vec![], absent: vec![0] };
    for method in [enumerate, inclusion_exclusion, eliminate] {
        let answer = method(&model, &case).unwrap();
        let expected = Real::new(1e-300) * (Real::ONE - Real::new(1.0 - 1e-16));
        assert!(close(answer.precise.on[0], expected, 390));
        assert_eq!(answer.posteriors[0], expected.to_f64());
    }
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

fn rows(path: &Path) -> Outcome<Vec<csv::StringRecord>> {
    Ok(csv::Reader::from_path(path)?.records().collect::<Result<_, _>>()?)
}

fn column(path: &Path) -> Outcome<(HashMap<String, usize>, Vec<f64>)> {
    let rows = rows(path)?;
    let ids = rows.iter().enumerate().map(|(k, row)| (row[0].to_owned(), k)).collect();
    Ok((ids, rows.iter().map(|row| row[2].parse()).collect::<Result<_, _>>()?))
}

#[test]
fn reproductions_match_the_stored_digits() -> Outcome<()> {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/extremes");
    if !root.is_dir() {
        println!("skipped: {} is absent", root.display());
        return Ok(());
    }
    for Reproduction { name, model, case } in reproductions() {
        let folder = root.join(name);
        let (diseases, priors) = column(&folder.join("diseases.csv"))?;
        let (findings, leaks) = column(&folder.join("findings.csv"))?;
        let mut links = Vec::new();
        for row in rows(&folder.join("links.csv"))? {
            links.push((diseases[&row[0]], findings[&row[1]], row[2].parse()?));
        }
        assert_eq!(Model { priors, leaks, links }, model, "{name}");

        let line = std::fs::read_to_string(folder.join("truth.jsonl"))?;
        let truth: serde_json::Value = serde_json::from_str(line.lines().next().ok_or("no truth")?)?;
        let answer = eliminate(&model, &case)?;
        // 24 digits: the last of the 25 is rounded.
        let same = |own: Real, text: &str| close(own, decimal(text), 79);
        let log_evidence = truth["log_evidence"].as_str().ok_or("no log evidence")?;
        assert!(same(answer.precise.log_evidence, log_evidence), "{name}: {log_evidence}");
        let posterior = truth["posterior"].as_object().ok_or("no posterior")?;
        assert_eq!(posterior.len(), model.priors.len());
        for (id, marginal) in posterior {
            let marginal = marginal.as_str().ok_or("no number")?;
            assert!(same(answer.precise.on[diseases[id]], marginal), "{name} {id}: {marginal}");
        }
    }
    Ok(())
}

#[test]
fn reproductions_are_answered_alike_by_every_method() {
    for Reproduction { name, model, case } in reproductions() {
        let truth = eliminate(&model, &case);
        assert!(truth.is_ok(), "{name}");
        if model.links.len() < 100 {
            assert_same(&enumerate(&model, &case), &truth, 480, name);
            assert_same(&inclusion_exclusion(&model, &case), &truth, 390, name);
        }
    }
}
