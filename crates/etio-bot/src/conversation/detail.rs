//! One cause in detail: the evidence for and against it, its rivals, and how much depends on its prior.

use etio::{DiseaseId, Engine, Method, Weight};
use etio_case::{Case, causes};

use super::FoldError;
use super::transcript::Teller;
use super::view::{Detail, Reason};
use crate::Answer;
use crate::interview::{Advice, AdviceError};

/// Weaker reasons are not worth a line.
const NOTABLE: f64 = 0.05;
/// From these weights on a reason is clear, and strong.
const CLEAR: f64 = 0.5;
const STRONG: f64 = 1.5;
/// How many rivals are named, and how likely each must be.
const RIVALS: usize = 3;
const LIKELY: f64 = 0.02;

impl Teller<'_> {
    /// Explains a cause; `advice` is missing if the statements had no part in it.
    pub(super) fn detail(
        &self,
        id: &str,
        factor: f64,
        advice: Option<&Advice<'_>>,
    ) -> Result<Detail, FoldError> {
        let network = self.guide.network();
        let disease =
            network.disease(id).ok_or_else(|| FoldError::Disease { id: id.chars().take(100).collect() })?;
        let attribute = |column: &str| network.disease_catalog().attribute(disease.index(), column);
        let mut detail = Detail {
            id: id.to_owned(),
            name: network.disease_name(disease).to_owned(),
            description: attribute("description").map(str::to_owned),
            share: None,
            codes: attribute("codes").map(|codes| codes.replace('|', ", ").replace("ICD10:", "ICD-10 ")),
            supports: Vec::new(),
            contradicts: Vec::new(),
            nothing: None,
            rivals: None,
            times: self.times(factor),
            what_if: None,
            left_out: Vec::new(),
        };
        let Some(advice) = advice else {
            detail.nothing = Some(self.language.text("uninformed"));
            return Ok(detail);
        };
        let probability = advice.shown(disease);
        let (likelihood, share) = (self.likelihood(probability), self.language.share(probability));
        detail.share =
            Some(self.language.say("detail-share", &[("likelihood", &likelihood), ("share", &share)]));
        let evidence = &advice.reading.evidence;
        let explanation = Engine::new(&advice.reading.network)
            .explain_within(evidence, &advice.posterior, disease, Method::Auto, self.budget)
            .map_err(AdviceError::from)?;
        detail.left_out = explanation.left_out.iter().map(|f| self.name(*f).to_owned()).collect();
        for (seen, weight) in explanation.by_weight().into_iter().filter(|(_, w)| w.abs() >= NOTABLE) {
            let side = if weight > 0.0 { &mut detail.supports } else { &mut detail.contradicts };
            side.push(self.reason(disease, seen, weight));
        }
        let has_reasons = !detail.supports.is_empty() || !detail.contradicts.is_empty();
        detail.nothing = match (has_reasons, detail.left_out.len()) {
            (true, 0) => None,
            (false, 0) => Some(self.language.text("detail-neither")),
            (_, count) => Some(self.language.say("detail-left-out", &[("count", &count)])),
        };
        detail.rivals = self.rivals(disease, advice);
        // Left alone it is 1, up to the rounding of a slider.
        if (factor - 1.0).abs() > 1e-9 {
            detail.what_if = Some(self.what_if(disease, factor, advice)?);
        }
        Ok(detail)
    }

    fn reason(&self, disease: DiseaseId, seen: &Weight, weight: f64) -> Reason {
        let network = self.guide.network();
        let answer = if seen.is_present { Answer::Present } else { Answer::Absent };
        let finding = match answer {
            Answer::Present => self.name(seen.finding).to_owned(),
            _ => {
                let name = self.language.inside(self.name(seen.finding));
                self.language.say("denied-first", &[("name", &name)])
            }
        };
        let strength = self.language.text(match weight.abs() {
            w if w > STRONG => "strength-strong",
            w if w > CLEAR => "strength-clear",
            _ => "strength-slight",
        });
        let link = network.link(disease, seen.finding).map(|(_, link)| link);
        let source = link.and_then(|link| network.link_catalog().attribute(link, "source"));
        Reason {
            text: self.language.say("reason", &[("finding", &finding), ("strength", &strength)]),
            weight,
            source: source.map(|source| self.language.say("source", &[("source", &source)])),
        }
    }

    /// Shown causes that explain findings which this one explains too.
    fn rivals(&self, disease: DiseaseId, advice: &Advice<'_>) -> Option<String> {
        let network = self.guide.network();
        let present = advice.reading.evidence.present();
        let shares = |other: DiseaseId| {
            present.iter().any(|f| network.link(disease, *f).is_some() && network.link(other, *f).is_some())
        };
        let rivals: Vec<&str> = advice
            .causes(self.settings.top)
            .into_iter()
            .filter(|&(other, p)| other != disease && p >= LIKELY && shares(other))
            .take(RIVALS)
            .map(|(other, _)| network.disease_name(other))
            .collect();
        (!rivals.is_empty())
            .then(|| self.language.say("rivals", &[("causes", &self.language.any_of(&rivals))]))
    }

    /// "3 times rarer".
    fn times(&self, factor: f64) -> String {
        match factor {
            f if (0.95..1.05).contains(&f) => self.language.text("times-same"),
            f if f > 1.0 => self.language.say("times-more", &[("times", &self.language.factor(f))]),
            f => self.language.say("times-rarer", &[("times", &self.language.factor(1.0 / f))]),
        }
    }

    /// Effect of another prior on the posterior and on the order of the causes.
    fn what_if(&self, disease: DiseaseId, factor: f64, advice: &Advice<'_>) -> Result<String, FoldError> {
        let case = Case { prior_factors: vec![(disease, factor)], ..self.facts.case() };
        let (reading, posterior) =
            self.guide.diagnose_within(&case, &self.settings.interview, self.budget)?;
        if !posterior.exactness.is_informed() {
            return Ok(self.language.text("uninformed"));
        }
        let order = |causes: Vec<(DiseaseId, f64)>| causes.into_iter().map(|(d, _)| d).collect::<Vec<_>>();
        let was = order(advice.causes(self.settings.top));
        let is = order(causes(&reading.network, &posterior, self.settings.top));
        let place = |order: &[DiseaseId]| order.iter().position(|d| *d == disease).map(|at| at + 1);
        let effect = match (place(&was), place(&is)) {
            _ if was == is => self.language.text("ranking-holds"),
            _ if was.first() != is.first() => {
                let first = is.first().map_or("", |d| self.guide.network().disease_name(*d));
                self.language.say("ranking-first", &[("name", &first)])
            }
            (Some(from), Some(to)) if from != to => {
                self.language.say("ranking-moves", &[("from", &from), ("to", &to)])
            }
            _ => self.language.text("ranking-others"),
        };
        let shown = self.guide.tempering().apply(posterior.marginal(disease));
        let share = self.language.share(shown);
        let times = self.times(factor);
        Ok(self.language.say("what-if-result", &[("times", &times), ("share", &share), ("effect", &effect)]))
    }
}
