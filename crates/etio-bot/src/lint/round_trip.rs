//! Cases sampled from each disease and diagnosed: do their findings support it?

use etio::{DiseaseId, Engine, Method};
use etio_case::{Answer, Case, Statement};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Check, LintSettings, Problem};
use crate::interview::Guide;
use crate::simulate::{Patient, rank};

/// How far up a disease must come, in at least half of its cases.
const TOP: usize = 10;
/// Findings that a sampled patient tells of; more would make every disease easy.
const COMPLAINTS: usize = 6;

pub(super) fn check(guide: &Guide, settings: &LintSettings, progress: &(dyn Fn() + Sync)) -> Vec<Problem> {
    if settings.cases == 0 {
        return Vec::new();
    }
    let network = guide.network();
    let mut engine = Engine::new(network);
    let mut problems = Vec::new();
    for disease in network.diseases() {
        let mut ranks: Vec<Result<usize, String>> = (0..settings.cases as u64)
            .map(|case| sample(guide, &mut engine, disease, settings.seed.wrapping_add(case)))
            .collect();
        ranks.sort_unstable_by_key(|rank| rank.as_ref().copied().unwrap_or(usize::MAX));
        let message = match &ranks[ranks.len() / 2] {
            Ok(median) if *median <= TOP => None,
            Ok(median) => Some(format!(
                "half of {} cases sampled from it rank it {median}th or worse; its findings do not distinguish it from other diseases",
                settings.cases
            )),
            Err(error) => Some(format!("a case sampled from it cannot be diagnosed: {error}")),
        };
        let subject = network.disease_id(disease).to_owned();
        let problem =
            |message| Problem { check: Check::RoundTrip, file: "links.csv".into(), subject, message };
        problems.extend(message.map(problem));
        progress();
    }
    problems
}

/// The better rank, by posterior or by support, of a disease for a patient sampled from it, who
/// tells of a few findings and denies its others.
fn sample(guide: &Guide, engine: &mut Engine, disease: DiseaseId, seed: u64) -> Result<usize, String> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let patient = Patient::sample(guide, disease, &mut rng);
    let present = patient.complaints(COMPLAINTS, &mut rng);
    let own = guide.network().findings_of(disease).into_iter().map(|(f, _, _)| f);
    let absent = own.filter(|f| !patient.has(*f));
    let present = present.into_iter().map(|f| Statement::told(f, Answer::Present));
    let absent = absent.map(|f| Statement::told(f, Answer::Absent));
    let case = Case { statements: present.chain(absent).collect(), ..Case::default() };
    let reading = guide.reader().read(&case).map_err(|e| e.to_string())?;
    let posterior = engine.diagnose(&reading.evidence, Method::Auto).map_err(|e| e.to_string())?;
    let network = guide.network();
    let supports: Vec<f64> =
        network.diseases().map(|d| support(posterior.marginals[d.index()], network.prior(d))).collect();
    Ok(rank(&supports, disease).min(rank(&posterior.marginals, disease)))
}

/// The factor by which the findings multiply the odds of a disease. A common disease may be found
/// because it is common; a rare one must be found by this. Nothing supports what cannot be.
fn support(posterior: f64, prior: f64) -> f64 {
    if posterior == 0.0 {
        return 0.0;
    }
    let odds = |p: f64| p / (1.0 - p).max(f64::MIN_POSITIVE);
    odds(posterior) / odds(prior)
}
