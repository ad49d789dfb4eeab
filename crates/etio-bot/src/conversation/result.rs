//! What the statements mean, in numbers and in words: causes, advice, and how they were computed.

use etio::{Exactness, InferenceError, Posterior};

use super::transcript::Teller;
use super::view::{AdviceView, Cause, ResultView};
use super::{Outcome, is_informed};
use crate::Urgency;
use crate::interview::Advice;

/// From here on it is said how urgent a cause is: behind an unlikely one it would only frighten.
const NOTABLE: f64 = 0.1;
/// How many causes are named while questions are asked.
const LEADING: usize = 3;
/// Error bounds above this show in the digits.
const VISIBLE: f64 = 5e-4;

impl Teller<'_> {
    pub(super) fn result(&self, outcome: Option<&Outcome<'_>>) -> ResultView {
        let ids = |findings: &[etio::FindingId]| findings.iter().map(|f| self.id(*f)).collect();
        let given = ResultView {
            present: ids(self.reading.evidence.present()),
            absent: ids(self.reading.evidence.absent()),
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
                let causes = self.causes(advice);
                let leading: Vec<String> = causes
                    .iter()
                    .take(LEADING)
                    .map(|c| self.language.say("cause-share", &[("name", &c.name), ("share", &c.share)]))
                    .collect();
                let leading = self.language.all_of(&leading);
                ResultView {
                    causes,
                    so_far: Some(self.language.say("causes-so-far", &[("causes", &leading)])),
                    advice: self.advice(advice),
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

    fn causes(&self, advice: &Advice<'_>) -> Vec<Cause> {
        let network = self.guide.network();
        let exactness = advice.posterior.exactness;
        let bound = exactness.error_bound().filter(|bound| *bound > VISIBLE);
        let cause = |(disease, posterior): (etio::DiseaseId, f64)| {
            let level = Urgency::of(network, disease).filter(|_| posterior >= NOTABLE);
            let interval = bound.map(|b| ((posterior - b).max(0.0), (posterior + b).min(1.0)));
            let range = match (interval, exactness) {
                (Some((low, high)), _) => {
                    let (low, high) = (self.language.share(low), self.language.share(high));
                    Some(self.language.say("interval", &[("low", &low), ("high", &high)]))
                }
                (None, Exactness::Exact { .. }) => None,
                (None, _) => Some(self.language.text("estimated")),
            };
            Cause {
                id: network.disease_id(disease).to_owned(),
                name: network.disease_name(disease).to_owned(),
                posterior,
                share: self.language.share(posterior),
                prior: advice.reading.network.prior(disease),
                interval,
                range,
                level,
                urgency: level.map(|level| self.language.text(&message("urgency", level))),
            }
        };
        advice.causes(self.settings.top).into_iter().map(cause).collect()
    }

    fn advice(&self, advice: &Advice<'_>) -> Option<AdviceView> {
        let counsel = advice.counsel.as_ref()?;
        let network = self.guide.network();
        let names: Vec<&str> = counsel.because.iter().map(|d| network.disease_name(*d)).collect();
        let causes = self.language.any_of(&names);
        let text = self.language.say(&message("advice", counsel.urgency), &[("causes", &causes)]);
        Some(AdviceView { level: counsel.urgency, text })
    }

    fn basis(&self, posterior: &Posterior) -> String {
        let method = &posterior.method;
        let exactness = posterior.exactness;
        let computed = match exactness.error_bound() {
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

/// The message about a level, such as `advice-see-doctor`.
fn message(kind: &str, level: Urgency) -> String {
    format!("{kind}-{}", level.word().replace('_', "-"))
}
