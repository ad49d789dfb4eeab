//! The safety screen: what must be asked or known before any result.
//!
//! Behind each complaint stand diseases that must not be missed. The network's `must_not_miss.csv`
//! (`complaint,disease,questions`, the questions joined by `+`) says which, and by which questions
//! they are ruled in or out. For complaints that the file does not name they are derived: the
//! likeliest emergencies that cause the complaint often enough, each with the finding that tells it
//! best from everything else; one that would complete a red flag is preferred.

use std::collections::{BTreeMap, HashSet};

use etio::{DiseaseId, Evidence, FindingId, Hierarchy, Network};
use etio_case::table::read_rules;
use etio_case::{Answer, DocumentError, Reading};

use crate::red_flags::RedFlags;
use crate::urgency::Urgency;

/// The document that holds the rules.
pub const DOCUMENT: &str = "must_not_miss.csv";

/// Maximum number of emergencies that are derived for one conversation.
const DISEASES: usize = 4;
/// Questions for each of them.
const QUESTIONS: usize = 1;
/// How often an emergency must cause a complaint to stand behind it.
const MATERIAL: f64 = 0.2;
/// How often a disease that does not cause a complaint is taken to be accompanied by it.
const BY_CHANCE: f64 = 0.02;
/// How much more a finding that completes a red flag counts.
const FLAGGED: f64 = 2.0;

/// The diseases that must not be missed, by complaint.
pub(crate) struct Screen {
    /// Rows of the file, by complaint.
    rows: BTreeMap<FindingId, Vec<(DiseaseId, Vec<FindingId>)>>,
    /// Emergencies with their findings, links included.
    emergencies: Vec<(DiseaseId, Vec<(FindingId, f64)>)>,
    /// How often anybody has each finding.
    background: Vec<f64>,
}

impl Screen {
    /// Reads the rules of a network and prepares what is derived.
    pub(crate) fn of(network: &Network) -> Result<Self, DocumentError> {
        let mut rows: BTreeMap<FindingId, Vec<(DiseaseId, Vec<FindingId>)>> = BTreeMap::new();
        let finding =
            |id: &str| network.finding(id).ok_or_else(|| format!("no finding `{id}` in the network"));
        let read = read_rules(network, DOCUMENT, &["complaint", "disease", "questions"], |row| {
            let id = row.get("disease");
            let disease = network.disease(id).ok_or_else(|| format!("no disease `{id}` in the network"))?;
            let ids = row.get("questions").split('+').map(str::trim).filter(|id| !id.is_empty());
            let questions = ids.map(finding).collect::<Result<Vec<_>, _>>()?;
            if questions.is_empty() {
                return Err("a disease that must not be missed needs at least one question".to_owned());
            }
            Ok((finding(row.get("complaint"))?, disease, questions))
        })?;
        for (complaint, disease, questions) in read {
            rows.entry(complaint).or_default().push((disease, questions));
        }
        let of = |d: DiseaseId| network.findings_of(d).into_iter().map(|(f, p, _)| (f, p)).collect();
        let emergencies = network.diseases().filter(|d| Urgency::of(network, *d) == Some(Urgency::Emergency));
        let background = network.findings().map(|f| {
            let parents = network.parents(f);
            let quiet = parents.iter().map(|(d, p)| 1.0 - p * network.prior(d)).product::<f64>();
            1.0 - (1.0 - network.leak(f)) * quiet
        });
        Ok(Self {
            rows,
            emergencies: emergencies.map(|d| (d, of(d))).collect(),
            background: background.collect(),
        })
    }

    /// The findings to ask about before any result, without regard to what is known of them already.
    /// They depend on the complaints alone, so that answers do not keep adding to them.
    pub(crate) fn questions(
        &self,
        reading: &Reading,
        hierarchy: &Hierarchy,
        flags: &RedFlags,
        suits: impl Fn(FindingId) -> bool,
    ) -> Vec<FindingId> {
        let told = reading.holds.iter().filter(|s| !s.asked && s.answer == Answer::Present);
        let mut complaints: Vec<FindingId> = Vec::new();
        for statement in told {
            let implied = hierarchy.ancestors(statement.finding);
            complaints.extend(implied.into_iter().chain([statement.finding]));
        }
        complaints.sort_unstable();
        complaints.dedup();
        let is_possible = |d: DiseaseId| reading.network.prior(d) > 0.0;
        let listed = complaints.iter().filter_map(|complaint| self.rows.get(complaint)).flatten();
        let mut questions: Vec<FindingId> = listed
            .filter(|(disease, _)| is_possible(*disease))
            .flat_map(|(_, asked)| asked.clone())
            .collect();
        let unlisted: Vec<FindingId> =
            complaints.iter().copied().filter(|c| !self.is_listed(*c, hierarchy)).collect();
        if !unlisted.is_empty() {
            let known: HashSet<FindingId> = complaints.iter().copied().collect();
            questions.extend(self.derived(reading, &unlisted, &known, flags, &suits));
        }
        let mut seen = HashSet::new();
        questions.retain(|f| seen.insert(*f) && suits(*f));
        questions
    }

    /// Whether the file names a complaint, or one that it refines.
    fn is_listed(&self, complaint: FindingId, hierarchy: &Hierarchy) -> bool {
        self.rows.contains_key(&complaint)
            || hierarchy.ancestors(complaint).iter().any(|a| self.rows.contains_key(a))
    }

    fn derived(
        &self,
        reading: &Reading,
        complaints: &[FindingId],
        known: &HashSet<FindingId>,
        flags: &RedFlags,
        suits: &impl Fn(FindingId) -> bool,
    ) -> Vec<FindingId> {
        let completing = flags.completing(known);
        let mut behind: Vec<(f64, &[(FindingId, f64)])> = Vec::new();
        for (disease, findings) in &self.emergencies {
            let link = |c: &FindingId| findings.iter().find(|(f, _)| f == c).map_or(0.0, |(_, p)| *p);
            let prior = reading.network.prior(*disease);
            if prior > 0.0 && complaints.iter().any(|c| link(c) >= MATERIAL) {
                let fit: f64 = complaints.iter().map(|c| link(c).max(BY_CHANCE).ln()).sum();
                behind.push((prior.ln() + fit, findings));
            }
        }
        behind.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut questions = Vec::new();
        for (_, findings) in behind.into_iter().take(DISEASES) {
            let telling = |(f, p): &(FindingId, f64)| {
                let worth = divergence(*p, self.background[f.index()]);
                (if completing.contains(f) { FLAGGED * worth } else { worth }, *f)
            };
            let asked = findings.iter().filter(|(f, _)| !known.contains(f) && suits(*f));
            let mut scored: Vec<(f64, FindingId)> = asked.map(telling).collect();
            scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            questions.extend(scored.into_iter().take(QUESTIONS).map(|(_, f)| f));
        }
        questions
    }
}

/// How well a finding tells a disease that shows it with probability `p` from people who have it with
/// probability `q`: the symmetric divergence of the two.
fn divergence(p: f64, q: f64) -> f64 {
    let inside = |p: f64| p.clamp(1e-6, 1.0 - 1e-6);
    let logit = |p: f64| (p / (1.0 - p)).ln();
    let (p, q) = (inside(p), inside(q));
    (p - q) * (logit(p) - logit(q))
}

/// What to ask for a finding whose refined findings are not confirmed: the first of these that is open.
pub(crate) fn way_to(
    finding: FindingId,
    hierarchy: &Hierarchy,
    stated: &Evidence,
    is_open: &impl Fn(FindingId) -> bool,
) -> Option<FindingId> {
    if !is_open(finding) {
        return None;
    }
    let parents = hierarchy.parents(finding);
    if parents.is_empty() || parents.iter().any(|p| super::sense::is_present(*p, stated, hierarchy)) {
        return Some(finding);
    }
    parents.iter().find_map(|parent| way_to(*parent, hierarchy, stated, is_open))
}
