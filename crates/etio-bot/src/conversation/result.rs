//! The result of the statements, in numbers and in words: causes, advice, and how they were computed.

use std::collections::HashSet;

use etio::{DiseaseId, Exactness, InferenceError, Posterior};

use super::transcript::Teller;
use super::view::{AdviceView, Cause, ChangeView, Flag, ResultView};
use super::{Outcome, is_informed};
use crate::Answer;
use crate::asking::TurningPoint;
use crate::interview::Advice;
use crate::urgency::{Counsel, Urgency, counsel};

/// From here on it is said how urgent a cause is: behind an unlikely one it would only frighten.
const NOTABLE: f64 = 0.1;
/// From these probabilities on a cause is called likely, and possible.
const LIKELY: f64 = 0.5;
const POSSIBLE: f64 = 0.1;
/// How many causes are named while questions are asked.
const LEADING: usize = 3;
/// Error bounds above this show in the digits.
const VISIBLE: f64 = 5e-4;

impl Teller<'_> {
    /// The result that the statements lead to; `alarms` are the red flags that must interrupt.
    pub(super) fn result(&self, outcome: Option<&Outcome<'_>>, alarms: &[Flag]) -> ResultView {
        let ids = |findings: &[etio::FindingId]| findings.iter().map(|f| self.id(*f)).collect();
        let given = ResultView {
            present: ids(self.reading.evidence.present()),
            absent: ids(self.reading.evidence.absent()),
            // An alarm speaks whether or not anything was computed.
            advice: counsel(&[], !alarms.is_empty(), false).map(|counsel| self.advice(&counsel, alarms)),
            ..ResultView::default()
        };
        match outcome {
            None => ResultView { missing: Some(self.language.text("causes-none")), ..given },
            Some(Err(error)) => ResultView { missing: Some(self.uncomputed(error)), ..given },
            Some(Ok(advice)) => {
                let given = ResultView {
                    exactness: Some(advice.posterior.exactness),
                    method: Some(advice.posterior.method),
                    ..given
                };
                if !is_informed(advice) {
                    return ResultView { missing: Some(self.language.text("uninformed")), ..given };
                }
                let is_over = self.facts.is_finished() || advice.stop.is_some();
                let counsel = self.guide.counsel_at(advice, !alarms.is_empty(), is_over);
                let causes = self.causes(advice, counsel.as_ref().map(|counsel| counsel.urgency));
                let leading: Vec<String> = causes
                    .iter()
                    .take(LEADING)
                    .map(|c| {
                        let likelihood = &c.likelihood;
                        self.language
                            .say("cause-likelihood", &[("name", &c.name), ("likelihood", likelihood)])
                    })
                    .collect();
                let leading = self.language.all_of(&leading);
                ResultView {
                    causes,
                    so_far: Some(self.language.say("causes-so-far", &[("causes", &leading)])),
                    changes: self.changes(&advice.turning, counsel.as_ref(), alarms),
                    advice: counsel.map(|counsel| self.advice(&counsel, alarms)),
                    picture: self.picture(advice),
                    basis: Some(self.basis(&advice.posterior)),
                    ..given
                }
            }
        }
    }

    fn uncomputed(&self, error: &InferenceError) -> String {
        let is_late = error.is_refusal() || matches!(error, InferenceError::OutOfTime { .. });
        self.language.text(if is_late { "uninformed" } else { "uncomputed" })
    }

    /// The causes. Only those that call for the advice given say how urgent they are: whatever else a
    /// cause would need, the screen speaks with one voice.
    fn causes(&self, advice: &Advice<'_>, advised: Option<Urgency>) -> Vec<Cause> {
        let network = self.guide.network();
        let exactness = advice.posterior.exactness;
        let undecided = undecided(&advice.posterior);
        let cause = |(disease, posterior): (DiseaseId, f64)| {
            let prior = advice.reading.network.prior(disease);
            let temper = |p: f64| self.guide.tempering().apply(p);
            let probability = temper(posterior);
            let level = self.guide.level(disease);
            let level = level.filter(|level| probability >= NOTABLE && advised == Some(*level));
            let interval = ends(&advice.posterior, disease).map(|(low, high)| (temper(low), temper(high)));
            let range = match (interval, exactness) {
                (Some((low, high)), _) => {
                    let (low, high) = (self.language.share(low), self.language.share(high));
                    // "Between more than 95% and more than 95%" says nothing.
                    (low != high).then(|| self.language.say("interval", &[("low", &low), ("high", &high)]))
                }
                (None, Exactness::Estimate { .. }) => Some(self.language.text("estimated")),
                (None, _) => None,
            };
            let is_undecided = undecided.contains(&disease);
            let place = is_undecided.then(|| self.language.text("undecided"));
            let remarks: Vec<String> = range.into_iter().chain(place).collect();
            Cause {
                id: network.disease_id(disease).to_owned(),
                name: network.disease_name(disease).to_owned(),
                posterior,
                probability,
                likelihood: self.likelihood(probability),
                share: self.language.share(probability),
                prior,
                interval,
                undecided: is_undecided,
                range: (!remarks.is_empty()).then(|| remarks.join("; ")),
                level,
                urgency: level.map(|level| self.language.text(&message("urgency", level))),
            }
        };
        advice.causes(self.settings.top).into_iter().map(cause).collect()
    }

    /// How likely a cause is, in a word.
    pub(super) fn likelihood(&self, probability: f64) -> String {
        self.language.text(match probability {
            p if p >= LIKELY => "likelihood-likely",
            p if p >= POSSIBLE => "likelihood-possible",
            _ => "likelihood-unlikely",
        })
    }

    fn advice(&self, counsel: &Counsel, alarms: &[Flag]) -> AdviceView {
        let network = self.guide.network();
        let names: Vec<&str> = counsel.because.iter().map(|d| network.disease_name(*d)).collect();
        let causes = self.language.any_of(&names);
        if let Some(alarm) = alarms.first() {
            // The alarm says what to do; whatever is likely besides would only distract.
            return AdviceView {
                level: counsel.urgency,
                text: alarm.message.clone(),
                next: alarm.action.clone(),
                calls: alarm.calls.clone(),
            };
        }
        let calls = match counsel.urgency {
            Urgency::Emergency => self.calls("emergency-numbers"),
            Urgency::WithinADay => self.calls("doctor-numbers"),
            Urgency::SeeDoctor | Urgency::SelfCare => Vec::new(),
        };
        let level = counsel.urgency;
        let is_pressing = level >= Urgency::WithinADay;
        let text = match names.is_empty() {
            false => self.language.say(&message("advice", level), &[("causes", &causes)]),
            true if is_pressing => self.language.text(&message("advice-unclear", level)),
            true => self.language.text("advice-unclear"),
        };
        let is_open = names.is_empty() && !is_pressing;
        let next = if is_open { "next-unclear".to_owned() } else { message("next", level) };
        let next = self.language.text(&next);
        AdviceView { level, text, next, calls }
    }

    /// The answers that would change what the screen says. Beside an alarm there are none: it says what to
    /// do, whatever else is the case.
    fn changes(
        &self,
        points: &[TurningPoint],
        counsel: Option<&Counsel>,
        alarms: &[Flag],
    ) -> Vec<ChangeView> {
        let shown = counsel.map(|counsel| counsel.urgency);
        let new = |point: &TurningPoint| {
            let level = point.level.filter(|level| Some(*level) != shown);
            (level.is_some() || point.first.is_some()).then_some(TurningPoint { level, ..*point })
        };
        let told = points.iter().filter(|_| alarms.is_empty());
        told.filter_map(new).filter_map(|point| self.change_of_result(&point)).collect()
    }

    /// Effect of an answer, in words.
    fn change_of_result(&self, point: &TurningPoint) -> Option<ChangeView> {
        let network = self.guide.network();
        let level = point.level.map(|level| self.language.text(&message("effect", level)));
        let first = point.first.map(|d| {
            let cause = self.language.inside(network.disease_name(d));
            self.language.say("effect-first", &[("cause", &cause)])
        });
        let effect = match (level, first) {
            (Some(level), Some(first)) => {
                self.language.say("effect-both", &[("advice", &level), ("first", &first)])
            }
            (level, first) => level.or(first)?,
        };
        let message = if point.answer == Answer::Present { "change-yes" } else { "change-no" };
        let question = self.question_text(point.finding);
        Some(ChangeView {
            id: self.id(point.finding),
            answer: point.answer,
            text: self.language.say(message, &[("question", &question), ("effect", &effect)]),
        })
    }

    fn basis(&self, posterior: &Posterior) -> String {
        let method = &posterior.method;
        let exactness = posterior.exactness;
        let computed = match exactness.error_bound() {
            None if exactness.is_bounds() => self.language.say("computed-bounds", &[("method", method)]),
            None => self.language.say("computed-estimate", &[("method", method)]),
            Some(bound) if bound > VISIBLE => {
                let message = if exactness.is_certified() { "computed-within" } else { "computed-about" };
                let points = self.language.decimal(100.0 * bound, 1);
                self.language.say(message, &[("method", method), ("points", &points)])
            }
            Some(_) => self.language.say("computed-exactly", &[("method", method)]),
        };
        match self.settings.model {
            None => computed,
            Some((network, version)) => {
                let model = self.language.say("model", &[("network", &network), ("version", &version)]);
                format!("{computed} {model}")
            }
        }
    }
}

/// Diseases whose place in the ranking is not proven.
fn undecided(posterior: &Posterior) -> HashSet<DiseaseId> {
    if !posterior.exactness.is_bounds() {
        return HashSet::new();
    }
    let ranking = posterior.ranking(usize::MAX);
    let open = posterior.undecided(&ranking);
    ranking.iter().zip(open).filter(|(_, is_open)| *is_open).map(|((disease, _), _)| *disease).collect()
}

/// The ends of a posterior if they differ from it in the digits shown: those of its certified
/// interval, or what its error bound allows.
fn ends(posterior: &Posterior, disease: DiseaseId) -> Option<(f64, f64)> {
    let p = posterior.marginal(disease);
    let by_bound = |bound: f64| ((p - bound).max(0.0), (p + bound).min(1.0));
    let ends = posterior.interval(disease).or_else(|| posterior.exactness.error_bound().map(by_bound));
    ends.filter(|(low, high)| (p - low).max(high - p) > VISIBLE)
}

/// The message about a level, such as `advice-see-doctor`.
fn message(kind: &str, level: Urgency) -> String {
    format!("{kind}-{}", level.word().replace('_', "-"))
}
