//! How soon to seek help, by what the answers make likely.
//!
//! A rule of thumb and not a probability statement: the level is the highest that diseases of at least that level reach
//! together, counting those that the answers speak for. It is proportionate: a grave disease that is merely possible
//! makes nobody's cold an emergency. What must never be missed is the business of the red flags, which are rules of
//! their own and ask no probability.

use etio::{DiseaseId, Network, Posterior};
use serde::{Deserialize, Serialize};

/// How soon a disease needs attention: the network's `triage` column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Urgency {
    /// Usually gets better by itself.
    SelfCare,
    /// Worth a visit to a doctor.
    SeeDoctor,
    /// See a doctor within a day.
    WithinADay,
    /// Get help at once.
    Emergency,
}

impl Urgency {
    /// Every level, most urgent first.
    pub const ALL: [Self; 4] = [Self::Emergency, Self::WithinADay, Self::SeeDoctor, Self::SelfCare];

    /// The spelling of the network's files.
    pub fn word(self) -> &'static str {
        match self {
            Self::SelfCare => "self_care",
            Self::SeeDoctor => "see_doctor",
            Self::WithinADay => "within_a_day",
            Self::Emergency => "emergency",
        }
    }

    /// The level a disease of the network has, where it says so.
    pub fn of(network: &Network, disease: DiseaseId) -> Option<Self> {
        let word = network.disease_catalog().attribute(disease.index(), "triage")?;
        Self::ALL.into_iter().find(|level| level.word() == word.trim())
    }
}

/// A level is the advice where diseases of at least some level are so likely together; the first rule that holds counts.
const RULES: [Rule; 5] = [
    Rule { advice: Urgency::Emergency, least: Urgency::Emergency, likely: 0.30 },
    // One chance in eight of an emergency is not left for weeks.
    Rule { advice: Urgency::WithinADay, least: Urgency::Emergency, likely: 0.12 },
    Rule { advice: Urgency::WithinADay, least: Urgency::WithinADay, likely: 0.25 },
    Rule { advice: Urgency::SeeDoctor, least: Urgency::SeeDoctor, likely: 0.25 },
    Rule { advice: Urgency::SelfCare, least: Urgency::SelfCare, likely: 0.50 },
];

struct Rule {
    advice: Urgency,
    least: Urgency,
    likely: f64,
}

/// How soon to seek help, and because of what.
#[derive(Clone, Debug, PartialEq)]
pub struct Counsel {
    /// The level.
    pub urgency: Urgency,
    /// The likeliest diseases that call for it, likeliest first.
    pub because: Vec<DiseaseId>,
}

/// The most diseases that are named as reasons.
const REASONS: usize = 3;

/// How much likelier than beforehand a disease must be to count: what everybody may have anyway is no reason.
const RAISED: f64 = 1.5;

/// How soon to seek help, for a network with the person's priors. Until enough was asked (`is_complete`) only an
/// emergency is spoken of: two words are no ground for advice.
pub fn counsel(network: &Network, posterior: &Posterior, is_complete: bool) -> Option<Counsel> {
    let levels: Vec<(DiseaseId, f64, Urgency)> = network
        .diseases()
        .filter(|&d| posterior.marginal(d) > RAISED * network.prior(d))
        .filter_map(|d| Urgency::of(network, d).map(|level| (d, posterior.marginal(d), level)))
        .collect();
    let (urgency, mut because) = RULES.iter().find_map(|rule| {
        let grave = || levels.iter().filter(|(_, _, level)| *level >= rule.least);
        let none = grave().map(|(_, p, _)| 1.0 - p).product::<f64>();
        // A crowd of unlikely diseases is no reason; one of them must stand out.
        let named: Vec<_> = grave().filter(|(_, p, _)| *p >= rule.likely / 2.0).collect();
        (1.0 - none >= rule.likely && !named.is_empty()).then_some((rule.advice, named))
    })?;
    if urgency < Urgency::Emergency && !is_complete {
        return None;
    }
    because.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let because = because.into_iter().take(REASONS).map(|(d, _, _)| *d).collect();
    Some(Counsel { urgency, because })
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::{Engine, Evidence, Method, NetworkBuilder};

    /// The advice where diseases have come to the given probabilities, from a hundredth of them.
    fn advice(diseases: &[(f64, &str)], is_complete: bool) -> Option<(Urgency, usize)> {
        let mut builder = NetworkBuilder::new();
        for (i, (p, level)) in diseases.iter().enumerate() {
            let disease = builder.disease(&format!("d{i}"), "", p / 100.0).unwrap();
            builder.disease_attribute(disease, "triage", level).unwrap();
        }
        let network = builder.build().unwrap();
        let mut posterior =
            Engine::new(&network).diagnose(&Evidence::default(), Method::Enumeration).unwrap();
        posterior.marginals = diseases.iter().map(|(p, _)| *p).collect();
        counsel(&network, &posterior, is_complete).map(|c| (c.urgency, c.because.len()))
    }

    #[test]
    fn what_everybody_may_have_is_no_reason() {
        let mut builder = NetworkBuilder::new();
        let disease = builder.disease("hypertension", "", 0.3).unwrap();
        builder.disease_attribute(disease, "triage", "emergency").unwrap();
        let network = builder.build().unwrap();
        let posterior = Engine::new(&network).diagnose(&Evidence::default(), Method::Enumeration).unwrap();
        assert_eq!(counsel(&network, &posterior, true), None);
    }

    #[test]
    fn advice_is_proportionate() {
        let with = |p| advice(&[(0.9, "self_care"), (p, "emergency")], true);
        assert_eq!(with(0.4), Some((Urgency::Emergency, 1)));
        // Not the likeliest, but too likely to be left for weeks.
        assert_eq!(with(0.27), Some((Urgency::WithinADay, 1)));
        assert_eq!(with(0.15), Some((Urgency::WithinADay, 1)));
        assert_eq!(with(0.06), Some((Urgency::SelfCare, 1)));
        // The same chance of something less grave does not hurry anybody.
        assert_eq!(advice(&[(0.9, "self_care"), (0.15, "within_a_day")], true), Some((Urgency::SelfCare, 1)));
        assert_eq!(advice(&[(0.5, "see_doctor"), (0.06, "emergency")], true), Some((Urgency::SeeDoctor, 1)));
    }

    #[test]
    fn several_reasons_count_together_but_a_crowd_of_unlikely_ones_does_not() {
        assert_eq!(advice(&[(0.16, "emergency"); 4], true), Some((Urgency::Emergency, 3)));
        assert_eq!(advice(&[(0.05, "emergency"); 9], true), None);
    }

    #[test]
    fn only_an_emergency_is_spoken_of_early() {
        assert_eq!(advice(&[(0.9, "self_care")], false), None);
        assert_eq!(advice(&[(0.9, "see_doctor")], false), None);
        assert_eq!(advice(&[(0.9, "see_doctor")], true), Some((Urgency::SeeDoctor, 1)));
        assert_eq!(advice(&[(0.9, "emergency")], false), Some((Urgency::Emergency, 1)));
    }
}
