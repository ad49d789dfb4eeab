//! Calibration of posteriors: probabilities claimed for simulated patients against what they have.

use etio::Network;
use etio_case::{Case, Contradictions};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Simulation;
use super::patient::Patient;
use crate::Tempering;
use crate::interview::{AdviceError, Guide};

/// Diseases that are less likely are not claimed of anybody.
const CLAIMED: f64 = 0.01;
/// Temperatures that are tried lie between 1 and this.
const HOTTEST: f64 = 4.0;
/// Lower ends of the rows of a table.
const ROWS: [f64; 9] = [0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9];

/// Probability claimed for one disease of one patient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// Its posterior.
    pub posterior: f64,
    /// Whether they have it.
    pub is_true: bool,
}

/// Claims of about the same probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Lower end of the probabilities.
    pub from: f64,
    /// Number of claims.
    pub claims: usize,
    /// Mean probability claimed.
    pub claimed: f64,
    /// Share that was true.
    pub observed: f64,
}

impl Simulation {
    /// Interviews somebody drawn from `truth` until the conversation ends, and gives what is then
    /// claimed of every disease that is at all likely.
    pub fn claims(&self, guide: &Guide, truth: &Network, seed: u64) -> Result<Vec<Claim>, AdviceError> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let patient = Patient::anybody(truth, guide.hierarchy(), self.presenting, &mut rng);
        let mut statements = self.opening(&patient, &mut rng);
        let mut questions = 0;
        loop {
            let contradictions = Contradictions::Lenient;
            let case = Case { statements: statements.clone(), contradictions, ..Case::default() };
            let advice = guide.advise(&case, &self.settings)?;
            let next = advice.questions.first().filter(|_| questions < self.questions);
            let Some(question) = next else {
                let network = &advice.reading.network;
                let claim =
                    |d| Claim { posterior: advice.posterior.marginal(d), is_true: patient.is_ill_with(d) };
                return Ok(network.diseases().map(claim).filter(|c| c.posterior >= CLAIMED).collect());
            };
            statements.push(self.reply(&patient, question.finding, &mut rng));
            questions += 1;
        }
    }
}

/// The temperature at which claims are least surprised by the truth.
pub fn fit(claims: &[Claim]) -> Tempering {
    let steps = 300;
    let at = |step: usize| Tempering::new(1.0 + (HOTTEST - 1.0) * step as f64 / steps as f64);
    let best = (0..=steps).map(|step| (surprise(claims, at(step)), step));
    best.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(Tempering::default(), |(_, step)| at(step))
}

/// Mean surprise of claims at the truth, in nats.
pub fn surprise(claims: &[Claim], tempering: Tempering) -> f64 {
    let each = claims.iter().map(|claim| {
        let p = tempering.apply(claim.posterior);
        -(if claim.is_true { p } else { 1.0 - p }).max(1e-12).ln()
    });
    each.sum::<f64>() / claims.len().max(1) as f64
}

/// Claims by their probability; rows without any are left out.
pub fn table(claims: &[Claim], tempering: Tempering) -> Vec<Bin> {
    let shown: Vec<(f64, bool)> = claims.iter().map(|c| (tempering.apply(c.posterior), c.is_true)).collect();
    let ends = ROWS.iter().skip(1).copied().chain([f64::INFINITY]);
    let bin = |(from, to): (f64, f64)| {
        let inside: Vec<_> = shown.iter().filter(|(p, _)| (from..to).contains(p)).collect();
        let mean = |sum: f64| sum / inside.len().max(1) as f64;
        Bin {
            from,
            claims: inside.len(),
            claimed: mean(inside.iter().map(|(p, _)| p).sum()),
            observed: mean(inside.iter().filter(|(_, is_true)| *is_true).count() as f64),
        }
    };
    ROWS.iter().copied().zip(ends).map(bin).filter(|bin| bin.claims > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_that_are_too_sure_are_tempered() {
        let claims: Vec<Claim> = (0..100).map(|i| Claim { posterior: 0.96, is_true: i % 5 != 0 }).collect();
        let fitted = fit(&claims);
        let shown = fitted.apply(0.96);
        assert!((shown - 0.8).abs() < 0.01, "{shown}");
        assert!(surprise(&claims, fitted) < surprise(&claims, Tempering::default()));
        let [bin] = table(&claims, fitted)[..] else { panic!() };
        assert_eq!((bin.claims, bin.observed), (100, 0.8));
        assert!((bin.claimed - 0.8).abs() < 0.01);
    }
}
