//! How soon to seek help: one rule for the level of a whole screen.
//!
//! Something that must interrupt makes it an emergency, whatever is likely. Otherwise the level is
//! the one with the lowest expected cost: [`COSTS`] says how bad each advice is if another was
//! needed, and the posteriors say what may be needed. Sending somebody home with an emergency costs
//! far more than sending a cold to the doctor, so that a grave disease need not be likely to count.

use etio::{DiseaseId, Network};
use serde::{Deserialize, Serialize};

/// How soon a disease needs attention: the network's `triage` column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

    /// The level a disease of the network has, if it says so.
    pub fn of(network: &Network, disease: DiseaseId) -> Option<Self> {
        let word = network.disease_catalog().attribute(disease.index(), "triage")?;
        Self::ALL.into_iter().find(|level| level.word() == word.trim())
    }
}

/// Cost of an advice (rows) if another level was needed (columns), most urgent first. Only ratios
/// matter. With emergencies and self-care alone, it is an emergency from 1 in 54 on, something for
/// today from 1 in 321 on, and a visit to a doctor from 1 in 801 on.
const COSTS: [[f64; 4]; 4] =
    [[0.0, 3.0, 4.0, 5.0], [160.0, 0.0, 1.0, 2.0], [480.0, 5.0, 0.0, 1.0], [1280.0, 15.0, 3.0, 0.0]];

/// Share of the cost of a missed emergency that counts for somebody who wants the result before
/// enough was asked: an unasked question leaves much possible that an answer would have ruled out.
const HASTY: f64 = 0.125;

/// How much was asked before advice is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Basis {
    /// Too little, and more will be asked.
    Early,
    /// Too little, but the person wants the result.
    Hasty,
    /// Enough.
    Complete,
}

impl Basis {
    /// Minimum prior that an emergency is given. Once enough was asked, a rare emergency that the
    /// answers fit leads to a warning; a few words must not frighten people with everything they
    /// fit.
    fn least_common(self) -> f64 {
        match self {
            Self::Early | Self::Hasty => 3e-5,
            Self::Complete => 3e-4,
        }
    }
}

/// Prior of a disease for a person, and for anybody.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Priors {
    pub(crate) own: f64,
    pub(crate) usual: f64,
}

/// How much rarer than for anybody an emergency must be for the person to be unusual at their age, for
/// their sex or in the season.
const UNUSUAL: f64 = 0.3;

/// Posterior and prior of a disease as they count in decisions: a rare emergency is not asked about and
/// warned of less because it is rare. What is unusual at the person's age stays as much rarer than
/// that: an emergency of old age is not what a baby is warned of.
pub(crate) fn cautious(level: Urgency, posterior: f64, priors: Priors, basis: Basis) -> (f64, f64) {
    let Priors { own: prior, usual } = priors;
    if level < Urgency::Emergency || prior <= 0.0 || posterior >= 1.0 {
        return (posterior, prior);
    }
    let share = if usual > 0.0 { (prior / usual / UNUSUAL).min(1.0) } else { 1.0 };
    let least = basis.least_common() * share;
    if prior >= least {
        return (posterior, prior);
    }
    let odds = posterior / (1.0 - posterior) * (least / prior);
    (odds / (1.0 + odds), least)
}

/// How likely an emergency must be before enough was asked: a few words do not frighten anybody.
const EARLY: f64 = 0.3;

/// How soon to seek help, and because of what.
#[derive(Clone, Debug, PartialEq)]
pub struct Counsel {
    /// The level.
    pub urgency: Urgency,
    /// The likeliest diseases that call for it, likeliest first; none if something else does.
    pub because: Vec<DiseaseId>,
}

/// Maximum number of diseases that are named as reasons.
const REASONS: usize = 3;

/// How likely a disease must be to be named, as a share of the likeliest one named.
const NAMED: f64 = 0.2;

/// How likely a disease must be to be named at all: the most likely of many unlikely causes says nothing
/// about a person, and an emergency that is most unlikely frightens for nothing.
pub(crate) const NAMED_FROM: f64 = 0.02;

/// How likely it must be that the causes are among those known, for something to be called harmless.
const KNOWN: f64 = 0.5;

/// A disease, its level, and how much likelier than beforehand the answers make it: what everybody
/// may have anyway is not a reason.
pub(crate) struct Risk {
    pub(crate) disease: DiseaseId,
    pub(crate) level: Urgency,
    /// As it counts in decisions.
    pub(crate) probability: f64,
    /// As it is, without what rare emergencies count more: what comes first is named first.
    pub(crate) plain: f64,
}

/// The level of a whole screen. `is_alarmed` if something must interrupt, in the words or in the
/// findings; `named_from` says how likely a disease must be to be named as a reason, and nothing if it is
/// none.
/// Until enough was asked only an emergency is spoken of, and only if it is likely: two words are no
/// ground for advice. Once it was, there always is advice: if no cause stands out, a doctor should look.
pub(crate) fn counsel_on(
    risks: &[Risk],
    is_alarmed: bool,
    basis: Basis,
    named_from: impl Fn(DiseaseId) -> Option<f64>,
) -> Option<Counsel> {
    let needs = needs(risks);
    let missed = if basis == Basis::Complete { 1.0 } else { HASTY };
    let urgency = if is_alarmed { Urgency::Emergency } else { Urgency::ALL[cheapest(&needs, missed).0] };
    let any = 1.0 - risks.iter().map(|risk| 1.0 - risk.probability).product::<f64>();
    let is_known = any >= KNOWN || urgency > Urgency::SelfCare;
    let is_ripe = basis != Basis::Early || is_alarmed || needs[0] >= EARLY;
    if !is_ripe {
        return None;
    }
    if !is_known {
        let unclear = Counsel { urgency: Urgency::SeeDoctor, because: Vec::new() };
        return (basis != Basis::Early).then_some(unclear);
    }
    let serious = risks.iter().filter(|risk| risk.level >= urgency && risk.plain > 0.0);
    let is_likely = |risk: &&Risk| named_from(risk.disease).is_some_and(|from| risk.plain >= from);
    let mut reasons: Vec<&Risk> = serious.filter(is_likely).collect();
    reasons.sort_by(|a, b| b.plain.total_cmp(&a.plain).then(a.disease.cmp(&b.disease)));
    let least = reasons.first().map_or(0.0, |risk| NAMED * risk.plain);
    let named = reasons.into_iter().filter(|risk| risk.plain >= least).take(REASONS);
    Some(Counsel { urgency, because: named.map(|risk| risk.disease).collect() })
}

/// The level of a whole screen while questions are asked, or once enough was asked.
pub(crate) fn counsel(risks: &[Risk], is_alarmed: bool, is_complete: bool) -> Option<Counsel> {
    counsel_on(risks, is_alarmed, if is_complete { Basis::Complete } else { Basis::Early }, |_| {
        Some(NAMED_FROM)
    })
}

/// Expected cost of the best advice.
pub(crate) fn cost(risks: &[Risk]) -> f64 {
    cheapest(&needs(risks), 1.0).1
}

/// How likely each level is needed, most urgent first: the highest level of the diseases present,
/// taking them as independent. Nothing at all needs self-care.
fn needs(risks: &[Risk]) -> [f64; 4] {
    let mut left = 1.0;
    let mut needs = [0.0; 4];
    for (need, level) in needs.iter_mut().zip(Urgency::ALL) {
        let of_level = risks.iter().filter(|risk| risk.level == level);
        let none = of_level.map(|risk| 1.0 - risk.probability).product::<f64>();
        *need = left * (1.0 - none);
        left *= none;
    }
    needs[3] += left;
    needs
}

/// The place of the advice with the lowest expected cost, the more urgent one in a tie, and that cost;
/// `missed` weighs emergencies.
fn cheapest(needs: &[f64; 4], missed: f64) -> (usize, f64) {
    let weights = [missed, 1.0, 1.0, 1.0];
    let cost = |((cost, need), weight): ((&f64, &f64), f64)| cost * need * weight;
    let expected = |row: &[f64; 4]| row.iter().zip(needs).zip(weights).map(cost).sum::<f64>();
    let costs = COSTS.iter().map(expected).enumerate();
    costs.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn risks(list: &[(f64, Urgency)]) -> Vec<Risk> {
        let risk = |(at, &(probability, level)): (usize, &(f64, Urgency))| Risk {
            disease: DiseaseId::new(at as u32),
            level,
            probability,
            plain: probability,
        };
        list.iter().enumerate().map(risk).collect()
    }

    fn advice(list: &[(f64, Urgency)], is_alarmed: bool, is_complete: bool) -> Option<(Urgency, usize)> {
        counsel(&risks(list), is_alarmed, is_complete).map(|c| (c.urgency, c.because.len()))
    }

    use Urgency::{Emergency, SeeDoctor, SelfCare, WithinADay};

    #[test]
    fn advice_is_cautious_in_proportion() {
        let with = |p| advice(&[(0.9, SelfCare), (p, Emergency)], false, true).map(|(level, _)| level);
        assert_eq!(with(0.4), Some(Emergency));
        assert_eq!(with(0.02), Some(Emergency));
        assert_eq!(with(0.015), Some(WithinADay));
        assert_eq!(with(0.004), Some(WithinADay));
        assert_eq!(with(0.002), Some(SeeDoctor), "serious and possible is never nothing serious");
        assert_eq!(with(0.0005), Some(SelfCare));
        // Before enough was asked, more is needed.
        let hasty = |p| {
            counsel_on(&risks(&[(0.9, SelfCare), (p, Emergency)]), false, Basis::Hasty, |_| Some(NAMED_FROM))
        };
        assert_eq!(hasty(0.15).map(|c| c.urgency), Some(Emergency));
        assert_eq!(hasty(0.1).map(|c| c.urgency), Some(WithinADay));
        // The same chance of something less grave is no reason to hurry.
        assert_eq!(advice(&[(0.9, SelfCare), (0.05, WithinADay)], false, true), Some((SelfCare, 1)));
    }

    #[test]
    fn an_alarm_overrides_whatever_is_likely() {
        for is_complete in [false, true] {
            assert_eq!(advice(&[(0.99, SelfCare)], true, is_complete), Some((Emergency, 0)));
        }
        assert_eq!(advice(&[], true, false), Some((Emergency, 0)));
    }

    #[test]
    fn only_an_emergency_is_spoken_of_early() {
        for level in [SelfCare, SeeDoctor, WithinADay] {
            assert_eq!(advice(&[(0.9, level)], false, false), None);
            assert_eq!(advice(&[(0.9, level)], false, true), Some((level, 1)));
        }
        assert_eq!(advice(&[(0.9, Emergency)], false, false), Some((Emergency, 1)));
        assert_eq!(advice(&[(0.2, Emergency)], false, false), None);
        assert_eq!(advice(&[(0.2, Emergency)], false, true), Some((Emergency, 1)));
    }

    #[test]
    fn nothing_calm_is_said_of_what_is_not_known() {
        assert_eq!(advice(&[(0.3, SelfCare)], false, true), Some((SeeDoctor, 0)));
        assert_eq!(advice(&[], false, true), Some((SeeDoctor, 0)));
        assert_eq!(advice(&[], false, false), None);
        let hasty = counsel_on(&[], false, Basis::Hasty, |_| Some(NAMED_FROM));
        assert_eq!(hasty.map(|c| c.urgency), Some(SeeDoctor), "who wants the result gets advice too");
    }

    #[test]
    fn only_what_explains_a_complaint_is_named() {
        let list = risks(&[(0.2, Emergency), (0.3, Emergency), (0.5, SelfCare)]);
        let named = |named_from: fn(DiseaseId) -> Option<f64>| {
            let counsel = counsel_on(&list, false, Basis::Complete, named_from).unwrap();
            counsel.because.iter().map(|d| d.index()).collect::<Vec<_>>()
        };
        assert_eq!(named(|_| Some(NAMED_FROM)), [1, 0]);
        assert_eq!(named(|d| (d.index() == 0).then_some(NAMED_FROM)), [0]);
        assert_eq!(named(|_| Some(0.25)), [1], "what is too unlikely to be named is not");
        assert!(named(|_| None).is_empty(), "advice without a name");
        let many = risks(&[(0.015, WithinADay); 60]);
        let counsel = counsel_on(&many, false, Basis::Complete, |_| Some(NAMED_FROM)).unwrap();
        assert_eq!((counsel.urgency, counsel.because.len()), (WithinADay, 0), "none of many stands out");
        // What counts more than its probability, because it is rare, is not named before what is likelier.
        let mut rare = risks(&[(0.3, Emergency), (0.1, Emergency)]);
        rare[0].plain = 0.05;
        let counsel = counsel_on(&rare, false, Basis::Complete, |_| Some(NAMED_FROM)).unwrap();
        assert_eq!(counsel.because, [DiseaseId::new(1), DiseaseId::new(0)]);
    }

    #[test]
    fn what_is_rare_at_an_age_stays_rarer() {
        let odds = |p: f64| p / (1.0 - p);
        let counted = |own: f64, usual: f64| {
            let (posterior, prior) = cautious(Emergency, own * 10.0, Priors { own, usual }, Basis::Complete);
            assert!((odds(posterior) / odds(prior) / 10.0 - 1.0).abs() < 0.01, "{posterior} {prior}");
            prior
        };
        assert_eq!(counted(1e-5, 1e-5), 3e-4);
        assert_eq!(counted(5e-6, 1e-5), 3e-4, "half as common is not unusual");
        assert!((counted(1e-7, 1e-5) - 1e-5).abs() < 1e-12);
        assert_eq!(counted(1e-4, 1e-5), 3e-4, "what is commoner at the age is not made commoner still");
        assert_eq!(counted(1e-3, 1e-2), 1e-3);
        assert_eq!(cautious(SelfCare, 0.1, Priors { own: 1e-6, usual: 1e-6 }, Basis::Complete), (0.1, 1e-6));
    }

    #[test]
    fn the_best_advice_costs_nothing_once_all_is_known() {
        assert_eq!(cost(&risks(&[(1.0, Emergency), (0.5, SelfCare)])), 0.0);
        assert_eq!(cost(&risks(&[(0.0, Emergency), (1.0, SelfCare)])), 0.0);
        assert!(cost(&risks(&[(0.1, Emergency)])) > cost(&risks(&[(0.1, WithinADay)])));
    }
}
