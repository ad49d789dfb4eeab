//! Heckerman's Quickscore: the signed sum over all sets of present findings, without loss to cancellation.

use crate::eliminate::Weights;
use crate::model::{Answer, Case, Model, OracleError, Precise};
use crate::number::{Exact, LONG_BITS, Real, exact, ln};

/// Most present findings that [`inclusion_exclusion`] takes on.
pub const MAX_PRESENT: usize = 20;

/// If the exact terms would be longer than this many bits, they are rounded, at a precision that
/// provably leaves 400 bits.
const MAX_EXACT_BITS: usize = 6_000;

/// P(E) and all posteriors by inclusion and exclusion: `P(F+, F-) = sum over S in F+ of (-1)^|S|
/// P(S and F- absent)`. Exact on small questions; on larger ones P(E) is right to 2^-400 relative
/// and the posteriors to 2^-400 absolute.
pub fn inclusion_exclusion(model: &Model, case: &Case) -> Result<Answer, OracleError> {
    model.check_possible(case)?;
    let mut on: Vec<Exact> = model.priors.iter().map(|&prior| exact(prior)).collect();
    let off = on.iter().map(|prior| Exact::ONE - prior).collect();
    let mut constant = Exact::ONE;
    let parents = model.parents();
    for &finding in &case.absent {
        constant *= Exact::ONE - exact(model.leaks[finding]);
        for parent in &parents[finding] {
            on[parent.disease] *= Exact::ONE - exact(parent.probability);
        }
    }
    Ok(signed_sum(model, &case.present, &ExactWeights { off, on, constant })?.into_answer())
}

/// The same for weights that are given to 512 bits.
pub(crate) fn weighted(model: &Model, present: &[usize], weights: &Weights) -> Result<Precise, OracleError> {
    let all = |reals: &[Real]| reals.iter().map(Exact::from).collect();
    let weights = ExactWeights {
        off: all(&weights.off),
        on: all(&weights.on),
        constant: Exact::from(&weights.constant),
    };
    signed_sum(model, present, &weights)
}

struct ExactWeights {
    off: Vec<Exact>,
    on: Vec<Exact>,
    constant: Exact,
}

/// A disease that touches a present finding.
struct Disease {
    id: usize,
    off: Exact,
    on: Exact,
    /// 1 - link, for each present finding.
    quiet: Vec<Exact>,
}

fn signed_sum(model: &Model, present: &[usize], weights: &ExactWeights) -> Result<Precise, OracleError> {
    if present.len() > MAX_PRESENT {
        return Err(OracleError::TooLarge {
            what: "number of present findings",
            size: present.len(),
            limit: MAX_PRESENT,
        });
    }
    let question = Question::new(model, present, weights);
    let (total, joint) = question.sum_with_enough_bits();
    let mut joints = vec![None; weights.on.len()];
    for (disease, joint) in question.diseases.iter().zip(joint) {
        joints[disease.id] = Some(joint);
    }
    let mut evidence = (&weights.constant * &total).with_precision(LONG_BITS).value();
    let (mut all_on, mut all_off) = (Vec::new(), Vec::new());
    for (id, joint) in joints.into_iter().enumerate() {
        let (on, off) = if let Some(on) = joint {
            (Real::from(&on), Real::from(&(&total - on)))
        } else {
            evidence *= &weights.on[id] + &weights.off[id];
            (Real::from(&weights.on[id]), Real::from(&weights.off[id]))
        };
        // If the sum rounds, what should be zero may come out below it.
        all_on.push((on / (on + off)).max(Real::ZERO));
        all_off.push((off / (on + off)).max(Real::ZERO));
    }
    let log_evidence = ln(&evidence);
    Ok(Precise { evidence: Real::from(&evidence), log_evidence, on: all_on, off: all_off })
}

struct Question {
    diseases: Vec<Disease>,
    /// 1 - leak of each present finding.
    leaks: Vec<Exact>,
}

impl Question {
    fn new(model: &Model, present: &[usize], weights: &ExactWeights) -> Question {
        let parents = model.parents();
        let quiet_of = |finding: usize, disease: usize| {
            let parent = parents[finding].iter().find(|parent| parent.disease == disease);
            parent.map_or(Exact::ONE, |parent| Exact::ONE - exact(parent.probability))
        };
        let mut touched: Vec<usize> = present
            .iter()
            .flat_map(|&finding| parents[finding].iter().map(|parent| parent.disease))
            .collect();
        touched.sort_unstable();
        touched.dedup();
        let disease = |id: usize| Disease {
            id,
            off: weights.off[id].clone(),
            on: weights.on[id].clone(),
            quiet: present.iter().map(|&finding| quiet_of(finding, id)).collect(),
        };
        Question {
            diseases: touched.into_iter().map(disease).collect(),
            leaks: present.iter().map(|&finding| Exact::ONE - exact(model.leaks[finding])).collect(),
        }
    }

    /// Sums without rounding if the numbers stay short, or else doubles the precision until a bound
    /// on the error is 2^400 times smaller than the sum. The sum must not be zero.
    fn sum_with_enough_bits(&self) -> (Exact, Vec<Exact>) {
        let lengths =
            self.diseases.iter().flat_map(|disease| disease.quiet.iter().chain([&disease.on, &disease.off]));
        let exact_bits: usize = lengths.chain(&self.leaks).map(Exact::digits).sum();
        if exact_bits <= MAX_EXACT_BITS {
            return self.sum(0);
        }
        // Each of the 2^m terms is at most `mass`, and comes out of fewer than 4(n + m) rounded products.
        let mass: Real =
            self.diseases.iter().map(|disease| Real::from(&(&disease.off + &disease.on))).product();
        let roundings = 4.0 * (self.diseases.len() + self.leaks.len()) as f64;
        let mut bits = 1024;
        loop {
            let (total, joint) = self.sum(bits);
            let error = (mass * Real::new(roundings)).scaled(self.leaks.len() as i64 - bits as i64);
            if Real::from(&total) > error.scaled(400) {
                return (total, joint);
            }
            bits *= 2;
        }
    }

    /// The sum, and the same restricted to each disease being on, rounding at `bits` bits (0: never).
    fn sum(&self, bits: usize) -> (Exact, Vec<Exact>) {
        let mut sums = (Exact::ZERO, vec![Exact::ZERO; self.diseases.len()]);
        let on: Vec<Exact> =
            self.diseases.iter().map(|disease| disease.on.clone().with_precision(bits).value()).collect();
        self.visit(0, &Exact::ONE.with_precision(bits).value(), &on, &mut sums);
        sums
    }

    /// Decides whether present finding number `depth` is in S; `on` holds each disease's weight
    /// times its `1 - link` over S.
    fn visit(&self, depth: usize, sign_and_leaks: &Exact, on: &[Exact], sums: &mut (Exact, Vec<Exact>)) {
        if depth == self.leaks.len() {
            self.add_term(sign_and_leaks, on, sums);
            return;
        }
        self.visit(depth + 1, sign_and_leaks, on, sums);
        let with: Vec<Exact> =
            on.iter().zip(&self.diseases).map(|(on, disease)| on * &disease.quiet[depth]).collect();
        self.visit(depth + 1, &(-sign_and_leaks * &self.leaks[depth]), &with, sums);
    }

    /// Adds the product over diseases of (off + on), and for each disease the same with only its "on".
    fn add_term(&self, sign_and_leaks: &Exact, on: &[Exact], sums: &mut (Exact, Vec<Exact>)) {
        let factors: Vec<Exact> =
            on.iter().zip(&self.diseases).map(|(on, disease)| on + &disease.off).collect();
        // Products of all later factors, so that leaving one out needs no division.
        let mut after = vec![Exact::ONE; factors.len() + 1];
        for k in (0..factors.len()).rev() {
            after[k] = &after[k + 1] * &factors[k];
        }
        let mut before = sign_and_leaks.clone();
        for k in 0..factors.len() {
            sums.1[k] += &before * &after[k + 1] * &on[k];
            before *= &factors[k];
        }
        sums.0 += before;
    }
}
