//! Why a disease is as likely as it is: what each observation adds to its log-odds.

use etio::{DiseaseId, Engine, Evidence, FindingId, InferenceError, Method, Posterior};

use crate::interview::Answer;

/// An observation and what it does to a disease.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    /// The finding.
    pub finding: FindingId,
    /// How it stands.
    pub answer: Answer,
    /// How much the disease's log-odds would fall if it were not known; always a finite number.
    pub weight: f64,
}

/// The reasons for and against a disease, weightiest first: one query for each observation left out.
pub fn reasons(
    engine: &mut Engine,
    evidence: &Evidence,
    posterior: &Posterior,
    disease: DiseaseId,
    method: Method,
) -> Result<Vec<Reason>, InferenceError> {
    let present = evidence.present().iter().map(|&f| (f, Answer::Present));
    let absent = evidence.absent().iter().map(|&f| (f, Answer::Absent));
    let mut reasons = Vec::new();
    for (finding, answer) in present.chain(absent) {
        let without = engine.diagnose(&evidence.without(finding), method)?;
        let weight = log_odds(posterior.marginal(disease)) - log_odds(without.marginal(disease));
        reasons.push(Reason { finding, answer, weight });
    }
    reasons.sort_by(|a, b| b.weight.abs().total_cmp(&a.weight.abs()));
    Ok(reasons)
}

/// Log-odds, kept finite for certain diseases so that a weight is always a number.
fn log_odds(p: f64) -> f64 {
    let p = p.clamp(1e-300, 1.0 - f64::EPSILON);
    p.ln() - (-p).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::NetworkBuilder;

    #[test]
    fn observations_weigh_as_bayes_says() {
        let mut builder = NetworkBuilder::new();
        let flu = builder.disease("flu", "", 0.1).unwrap();
        for (id, p, leak) in [("fever", 0.8, 0.1), ("rash", 0.0, 0.1), ("cough", 0.5, 0.2)] {
            let finding = builder.finding(id, "", leak).unwrap();
            builder.link(flu, finding, p).unwrap();
        }
        let network = builder.build().unwrap();
        let evidence = Evidence::from_ids(&network, &["fever"], &["cough"]).unwrap();
        let mut engine = Engine::new(&network);
        let posterior = engine.diagnose(&evidence, Method::Enumeration).unwrap();
        let found = reasons(&mut engine, &evidence, &posterior, flu, Method::Enumeration).unwrap();
        let [fever, cough] = found[..] else { panic!("{found:?}") };
        // Likelihood ratios of one disease: P(f | d) / P(f | not d).
        assert!((fever.weight - ((1.0 - 0.2 * 0.9) / 0.1_f64).ln()).abs() < 1e-12);
        assert!((cough.weight - 0.5_f64.ln()).abs() < 1e-12);
    }
}
