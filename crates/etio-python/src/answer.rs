//! The answer to one case, and what else can be asked about it.

use std::time::Duration;

use etio::{Posterior, QuestionSettings};
use etio_case::{Reading, is_cause};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;
use crate::network::Network;
use crate::terms::Terms;

/// The answer to one case.
#[pyclass(frozen, module = "etio._lib")]
pub(crate) struct Answer {
    pub(crate) network: Py<Network>,
    pub(crate) reading: Reading,
    pub(crate) posterior: Posterior,
    pub(crate) terms: Terms,
    /// Ids that the network does not have and that were left out.
    pub(crate) ignored: Vec<String>,
    pub(crate) elapsed: Duration,
}

/// Disease, name, posterior, lower, upper, whether it is a cause, prior.
type Ranked = (String, String, f64, Option<f64>, Option<f64>, bool, f64);

/// Finding, name, question, gain, probability of a yes, whether it decides.
type Question = (String, String, Option<String>, f64, f64, bool);

impl Answer {
    fn ids(&self, findings: &[etio::FindingId]) -> Vec<String> {
        findings.iter().map(|&f| self.reading.network.finding_id(f).to_owned()).collect()
    }

    fn disease(&self, py: Python<'_>, id: &str) -> PyResult<etio::DiseaseId> {
        let network = &self.reading.network;
        network.disease(id).ok_or_else(|| errors::unknown_disease(py, network, id))
    }
}

#[pymethods]
impl Answer {
    #[getter]
    fn exactness(&self) -> &'static str {
        self.posterior.exactness.word()
    }

    /// How far to trust the answer, in words.
    #[getter]
    fn trust(&self) -> String {
        self.posterior.exactness.to_string()
    }

    #[getter]
    fn is_certified(&self) -> bool {
        etio_arrow::is_proven(&self.posterior.exactness)
    }

    #[getter]
    fn error_bound(&self) -> Option<f64> {
        self.posterior.exactness.error_bound()
    }

    /// Largest standard error of a posterior, if it was sampled and that is known.
    #[getter]
    fn standard_error(&self) -> Option<f64> {
        self.posterior.exactness.basis()?.standard_error()
    }

    /// Number of samples from the posterior itself that would be as informative, if it was sampled.
    #[getter]
    fn effective_samples(&self) -> Option<f64> {
        self.posterior.exactness.basis()?.effective_samples()
    }

    /// Whether iterated equations came to rest, if that is how it was reached.
    #[getter]
    fn converged(&self) -> Option<bool> {
        self.posterior.exactness.basis()?.converged()
    }

    #[getter]
    fn log_evidence(&self) -> f64 {
        self.posterior.log_evidence
    }

    #[getter]
    fn log_evidence_lower(&self) -> Option<f64> {
        self.posterior.exactness.log_evidence_lower()
    }

    #[getter]
    fn log_evidence_upper(&self) -> Option<f64> {
        self.posterior.exactness.log_evidence_upper()
    }

    #[getter]
    fn method(&self) -> String {
        self.posterior.method.to_string()
    }

    #[getter]
    fn exact_seconds(&self) -> Option<f64> {
        self.posterior.work.exact_seconds
    }

    #[getter]
    fn elapsed(&self) -> f64 {
        self.elapsed.as_secs_f64()
    }

    #[getter]
    fn ignored(&self) -> Vec<String> {
        self.ignored.clone()
    }

    /// The findings that the engine was given as present.
    #[getter]
    fn present(&self) -> Vec<String> {
        self.ids(self.reading.evidence.present())
    }

    /// The findings that the engine was given as absent.
    #[getter]
    fn absent(&self) -> Vec<String> {
        self.ids(self.reading.evidence.absent())
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.reading.notes.iter().map(|note| note.text(&self.reading.network)).collect()
    }

    fn posterior(&self, py: Python<'_>, disease: &str) -> PyResult<f64> {
        Ok(self.posterior.marginal(self.disease(py, disease)?))
    }

    /// The posteriors of all diseases, in the order of the network.
    fn marginals<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.posterior.marginals)
    }

    /// One end of every interval; NaN if nothing is certified.
    fn ends<'py>(&self, py: Python<'py>, upper: bool) -> Bound<'py, PyArray1<f64>> {
        let end = |(low, high): (f64, f64)| if upper { high } else { low };
        let diseases = self.reading.network.diseases();
        PyArray1::from_iter(py, diseases.map(|d| self.posterior.interval(d).map_or(f64::NAN, end)))
    }

    /// The most probable diseases.
    fn ranking(&self, top: usize) -> Vec<Ranked> {
        let network = &self.reading.network;
        let ranked = self.posterior.ranking(top.min(network.disease_count())).into_iter();
        ranked
            .map(|(disease, p)| {
                let interval = self.posterior.interval(disease);
                (
                    network.disease_id(disease).to_owned(),
                    network.disease_name(disease).to_owned(),
                    p,
                    interval.map(|ends| ends.0),
                    interval.map(|ends| ends.1),
                    is_cause(network, &self.posterior, disease),
                    network.prior(disease),
                )
            })
            .collect()
    }

    /// Why a disease is as likely as it is.
    fn explain<'py>(&self, py: Python<'py>, disease: &str) -> PyResult<Bound<'py, PyDict>> {
        let disease = self.disease(py, disease)?;
        let network = &self.reading.network;
        let why = self.network.get().with_engine(py, &self.reading, &self.terms, |engine, budget| {
            engine.explain_within(&self.reading.evidence, &self.posterior, disease, self.terms.method, budget)
        })?;
        let explanation = PyDict::new(py);
        explanation.set_item("disease", network.disease_id(disease))?;
        explanation.set_item("name", network.disease_name(disease))?;
        explanation.set_item("posterior", why.posterior)?;
        explanation.set_item("prior", network.prior(disease))?;
        explanation.set_item("log_odds", why.log_odds)?;
        explanation.set_item("exact", why.is_exact)?;
        let finding = |id| (network.finding_id(id), network.finding_name(id));
        let weights: Vec<_> = why
            .by_weight()
            .into_iter()
            .map(|(weight, w)| {
                let (id, name) = finding(weight.finding);
                (id, name, weight.is_present, w, weight.share)
            })
            .collect();
        explanation.set_item("weights", weights)?;
        explanation.set_item("left_out", self.ids(&why.left_out))?;
        let slopes: Vec<_> =
            why.priors.iter().map(|slope| (network.disease_id(slope.disease), slope.slope)).collect();
        explanation.set_item("priors", slopes)?;
        Ok(explanation)
    }

    /// The best questions.
    fn questions(&self, py: Python<'_>, count: usize) -> PyResult<Vec<Question>> {
        let this = self.network.get();
        let settings = QuestionSettings { method: self.terms.method, ..QuestionSettings::default() };
        let stated = &self.reading.stated;
        let is_open = |finding| !this.reader.hierarchy().is_settled(finding, stated);
        let (questions, _) = this.with_engine(py, &self.reading, &self.terms, |engine, budget| {
            etio::best_questions_within(
                engine,
                &self.reading.evidence,
                &self.posterior,
                &settings,
                is_open,
                budget,
            )
        })?;
        let network = &self.reading.network;
        let question = |question: &etio::Question| {
            let finding = question.finding;
            (
                network.finding_id(finding).to_owned(),
                network.finding_name(finding).to_owned(),
                network.finding_catalog().attribute(finding.index(), "question").map(str::to_owned),
                question.gain,
                question.probability,
                question.decides,
            )
        };
        Ok(questions.iter().take(count).map(question).collect())
    }
}
