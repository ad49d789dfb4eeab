//! The safety screen: what must be asked or known before any result.
//!
//! Behind each complaint stand diseases that must not be missed. The network's `must_not_miss.csv`
//! (`complaint,disease,questions`, the questions joined by `+`) says which, and by which questions
//! they are ruled in or out. For complaints that the file does not name they are derived: the
//! likeliest emergencies that cause the complaint often enough, each with the finding that tells it
//! best from everything else; one that would complete a red flag is preferred.

use std::collections::{BTreeMap, HashSet};

use etio::{DiseaseId, Evidence, FindingId, Hierarchy, Network};
use etio_case::table::{joined_ids, read_rows};
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
    pub(crate) fn read(network: &Network) -> Result<Self, DocumentError> {
        let mut rows: BTreeMap<FindingId, Vec<(DiseaseId, Vec<FindingId>)>> = BTreeMap::new();
        let finding =
            |id: &str| network.finding(id).ok_or_else(|| format!("no finding `{id}` in the network"));
        let read = read_rows(network, DOCUMENT, &["complaint", "disease", "questions"], |row| {
            let id = row.get("disease");
            let complaint = row.check(finding(row.get("complaint")));
            let disease =
                row.check(network.disease(id).ok_or_else(|| format!("no disease `{id}` in the network")));
            let questions = joined_ids(row.get("questions"));
            let questions: Vec<_> = questions.map(|question| row.check(finding(question))).collect();
            if questions.is_empty() {
                let needed = "a disease that must not be missed needs at least one question";
                return row.check(Err(needed.to_owned()));
            }
            Some((complaint?, disease?, questions.into_iter().collect::<Option<Vec<_>>>()?))
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

    /// The diseases about which the complaints that somebody `has` bring questions, all of them `denied`.
    pub(crate) fn denied(
        &self,
        has: impl Fn(FindingId) -> bool,
        denied: impl Fn(FindingId) -> bool,
    ) -> HashSet<DiseaseId> {
        let mut verdicts: BTreeMap<DiseaseId, bool> = BTreeMap::new();
        for (_, rows) in self.rows.iter().filter(|(complaint, _)| has(**complaint)) {
            for (disease, questions) in rows {
                *verdicts.entry(*disease).or_insert(true) &= questions.iter().all(|f| denied(*f));
            }
        }
        verdicts.into_iter().filter(|(_, is_denied)| *is_denied).map(|(disease, _)| disease).collect()
    }

    /// The findings to ask about before any result, without regard to what is known of them already.
    /// They depend on the complaints alone, so that answers do not keep adding to them. Whatever the file
    /// lists is there, however many complaints there are. Complaints take turns: if there is room for
    /// some of the questions only, no complaint goes without.
    pub(crate) fn questions(
        &self,
        reading: &Reading,
        hierarchy: &Hierarchy,
        flags: &RedFlags,
        suits: impl Fn(FindingId) -> bool,
    ) -> Vec<FindingId> {
        let mut complaints: Vec<FindingId> = Vec::new();
        for told in reading.holds.iter().filter(|s| !s.asked && s.answer == Answer::Present) {
            let mut implied: Vec<FindingId> = hierarchy.ancestors(told.finding).into_iter().collect();
            implied.sort_unstable();
            complaints.extend([told.finding].into_iter().chain(implied));
        }
        let mut seen = HashSet::new();
        complaints.retain(|f| seen.insert(*f));
        let is_possible = |d: DiseaseId| reading.network.prior(d) > 0.0;
        let mut listed: Vec<(usize, FindingId)> = Vec::new();
        for rows in complaints.iter().filter_map(|complaint| self.rows.get(complaint)) {
            let possible = rows.iter().filter(|(disease, _)| is_possible(*disease));
            let mut of_complaint: Vec<(usize, FindingId)> =
                possible.flat_map(|(_, asked)| asked.iter().copied().enumerate()).collect();
            // The first question of every disease comes before the second of any.
            of_complaint.sort_by_key(|(place, _)| *place);
            listed.extend(of_complaint.into_iter().map(|(_, f)| f).enumerate());
        }
        listed.sort_by_key(|(turn, _)| *turn);
        let mut questions: Vec<FindingId> = listed.into_iter().map(|(_, f)| f).collect();
        let unlisted: Vec<FindingId> =
            complaints.iter().copied().filter(|c| !self.is_listed(*c, hierarchy)).collect();
        if !unlisted.is_empty() {
            questions.extend(self.derived(reading, &unlisted, &seen, flags, &suits));
        }
        let is_told = |f: FindingId| reading.holds.iter().any(|s| !s.asked && s.finding == f);
        let mut asked = HashSet::new();
        questions.retain(|f| asked.insert(*f) && suits(*f) && !seen.contains(f) && !is_told(*f));
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

/// What to ask for a finding that does not make sense yet: the first of what it refines, or of what it is
/// asked `after`, that is open.
pub(crate) fn way_to(
    finding: FindingId,
    hierarchy: &Hierarchy,
    stated: &Evidence,
    is_open: &impl Fn(FindingId) -> bool,
    after: &[FindingId],
) -> Option<FindingId> {
    let way = |f: FindingId| refined(f, hierarchy, stated, is_open);
    let is_asked = after.is_empty() || after.iter().any(|f| super::sense::is_present(*f, stated, hierarchy));
    if is_asked { way(finding) } else { is_open(finding).then(|| after.iter().find_map(|f| way(*f)))? }
}

/// The same for a finding whose refined findings are not confirmed.
fn refined(
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
    parents.iter().find_map(|parent| refined(*parent, hierarchy, stated, is_open))
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::NetworkBuilder;
    use etio_case::{Case, Person, Reader, Sex, Statement};

    /// A stroke and a cold behind a headache, with the rows of a file.
    fn screened(rows: &str, given: &[&str], person: Person) -> Result<Vec<String>, DocumentError> {
        let mut builder = NetworkBuilder::new();
        let stroke = builder.disease("stroke", "", 0.001).unwrap();
        let ectopic = builder.disease("ectopic", "", 0.001).unwrap();
        let cold = builder.disease("cold", "", 0.1).unwrap();
        builder.disease_attribute(stroke, "triage", "emergency").unwrap();
        for (id, parent, links) in [
            ("headache", "", vec![(stroke, 0.5), (cold, 0.4)]),
            ("throbbing", "headache", vec![(cold, 0.1)]),
            ("weakness", "", vec![(stroke, 0.8)]),
            ("sneezing", "", vec![(cold, 0.8), (stroke, 0.01)]),
            ("belly_pain", "", vec![(ectopic, 0.9)]),
            ("missed_period", "", vec![(ectopic, 0.9)]),
        ] {
            let finding = builder.finding(id, "", 0.01).unwrap();
            builder.finding_attribute(finding, "parent", parent).unwrap();
            for (disease, p) in links {
                builder.link(disease, finding, p).unwrap();
            }
        }
        if !rows.is_empty() {
            let text = format!("complaint,disease,questions\n{rows}");
            builder.document(DOCUMENT, text.into_bytes());
        }
        let men = b"disease,sex,age_min,age_max,factor\nectopic,male,,,0\n".to_vec();
        builder.document("context.csv", men);
        let network = builder.build().unwrap();
        let reader = Reader::of(&network).unwrap();
        let told = |id: &&str| Statement::told(network.finding(id).unwrap(), Answer::Present);
        let statements = given.iter().map(told).collect();
        let reading = reader.read(&Case { statements, person, ..Case::default() }).unwrap();
        let flags = RedFlags::of(&network, reader.hierarchy()).unwrap();
        let asked = Screen::read(&network)?.questions(&reading, reader.hierarchy(), &flags, |_| true);
        Ok(asked.into_iter().map(|f| network.finding_id(f).to_owned()).collect())
    }

    fn anybody(rows: &str, given: &[&str]) -> Vec<String> {
        screened(rows, given, Person::default()).unwrap()
    }

    #[test]
    fn emergencies_behind_a_complaint_are_asked_about() {
        assert_eq!(anybody("", &["headache"]), ["weakness"]);
        assert_eq!(anybody("", &["throbbing"]), ["weakness"], "a refinement is the complaint too");
        assert!(anybody("", &["headache", "weakness"]).iter().all(|id| id != "weakness"));
        assert!(anybody("", &["sneezing"]).is_empty(), "nothing that is rare beside it");
    }

    #[test]
    fn a_file_says_what_must_not_be_missed() {
        let rows = "headache,stroke,sneezing+weakness\nbelly_pain,ectopic,missed_period\n";
        assert_eq!(anybody(rows, &["headache"]), ["sneezing", "weakness"]);
        let both = anybody(rows, &["headache", "belly_pain"]);
        assert_eq!(both, ["sneezing", "missed_period", "weakness"], "first questions first");
        let man = Person { age: None, sex: Some(Sex::Male) };
        assert!(screened(rows, &["belly_pain"], man).unwrap().is_empty());
    }

    #[test]
    fn no_complaint_goes_without_its_questions() {
        // Whatever else is complained of, and however many questions that brings.
        let rows = "sneezing,cold,belly_pain+missed_period\nsneezing,stroke,throbbing\n\
            headache,stroke,weakness\n";
        let asked = anybody(rows, &["sneezing", "headache"]);
        assert_eq!(asked, ["belly_pain", "weakness", "throbbing", "missed_period"], "complaints take turns");
    }

    #[test]
    fn a_bad_row_is_named_with_its_line() {
        for (row, named) in [
            ("headache,strok,weakness", "strok"),
            ("headache,stroke,weaknes", "weaknes"),
            ("headache,stroke,", "at least one question"),
        ] {
            let error = screened(&format!("{row}\n"), &[], Person::default()).unwrap_err().to_string();
            assert!(error.contains("must_not_miss.csv, line 2") && error.contains(named), "{error}");
        }
    }
}
