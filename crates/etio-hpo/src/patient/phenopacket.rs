//! Phenopackets, version 2, in JSON or YAML (GA4GH, ISO 4454): of one patient, or of a family, whose
//! proband is the patient.

use serde::Deserialize;
use serde_json::Value;

use super::{Age, Patient};
use crate::annotation::hpoa::Sex;

/// Why a file is not a phenopacket that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PhenopacketError {
    /// Neither JSON nor YAML, or not of the shape of a phenopacket.
    #[error("not a phenopacket: {0}")]
    Syntax(String),
    /// Many patients in one file.
    #[error("this is a cohort of {members} patients; give each of them a file of its own")]
    Cohort {
        /// How many.
        members: usize,
    },
    /// A family without the patient.
    #[error("the family has no proband: there is no patient to diagnose")]
    NoProband,
    /// The first version of the schema, which says absent in another way.
    #[error(
        "this is a phenopacket of version 1 ({sign}); Etio reads version 2: convert it with phenopacket-tools \
         (`pxf convert`)"
    )]
    Version1 {
        /// The sign it is recognised by.
        sign: String,
    },
    /// Neither present nor absent features.
    #[error("the phenopacket has no phenotypic features")]
    NoFeatures,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Packet {
    #[serde(default)]
    id: String,
    subject: Option<Subject>,
    #[serde(default, alias = "phenotypic_features")]
    phenotypic_features: Vec<Feature>,
    #[serde(default)]
    interpretations: Vec<Interpretation>,
    #[serde(default)]
    diseases: Vec<Disease>,
    #[serde(alias = "meta_data")]
    meta_data: Option<MetaData>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Subject {
    #[serde(default)]
    id: String,
    #[serde(default)]
    sex: String,
    #[serde(alias = "time_at_last_encounter")]
    time_at_last_encounter: Option<Time>,
    age_at_collection: Option<Value>,
}

/// A time element: an age, or a term such as "Infantile onset". Others say nothing here.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Time {
    age: Option<Iso>,
    #[serde(alias = "ontology_class")]
    ontology_class: Option<OntologyClass>,
}

#[derive(Clone, Deserialize)]
struct Iso {
    #[serde(default)]
    iso8601duration: String,
}

impl Time {
    fn age(&self) -> Option<Age> {
        self.age.as_ref().and_then(|age| Age::parse(&age.iso8601duration))
    }

    fn term(&self) -> Option<String> {
        self.ontology_class.as_ref().map(|class| class.id.clone()).filter(|id| !id.is_empty())
    }
}

#[derive(Deserialize)]
struct Feature {
    #[serde(rename = "type")]
    kind: Option<OntologyClass>,
    #[serde(default)]
    excluded: bool,
    /// Version 1's word for `excluded`.
    negated: Option<bool>,
}

#[derive(Clone, Deserialize)]
struct OntologyClass {
    #[serde(default)]
    id: String,
    #[serde(default)]
    label: String,
}

impl OntologyClass {
    /// The id, or else the name.
    fn id_or_name(&self) -> String {
        if self.id.is_empty() { self.label.clone() } else { self.id.clone() }
    }
}

#[derive(Deserialize)]
struct Interpretation {
    diagnosis: Option<Diagnosis>,
}

#[derive(Deserialize)]
struct Diagnosis {
    disease: Option<OntologyClass>,
}

#[derive(Deserialize)]
struct Disease {
    term: Option<OntologyClass>,
    #[serde(default)]
    excluded: bool,
    onset: Option<Time>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MetaData {
    #[serde(alias = "phenopacket_schema_version")]
    phenopacket_schema_version: Option<Value>,
    #[serde(default, alias = "external_references")]
    external_references: Vec<OntologyClass>,
}

/// Reads a phenopacket. What begins with a brace is JSON, anything else YAML.
pub fn read(text: &[u8]) -> Result<Patient, PhenopacketError> {
    let whole = parse(text)?;
    if let Some(members) = whole.get("members").and_then(Value::as_array) {
        return Err(PhenopacketError::Cohort { members: members.len() });
    }
    let is_family = whole.get("relatives").is_some() || whole.get("pedigree").is_some();
    let packet = match whole.get(PROBAND) {
        Some(proband) => proband,
        None if is_family => return Err(PhenopacketError::NoProband),
        None => &whole,
    };
    let mut patient = patient(packet)?;
    if patient.id.is_empty() {
        patient.id.push_str(whole.get("id").and_then(Value::as_str).unwrap_or_default());
    }
    patient.packet = Some(whole);
    Ok(patient)
}

/// The member of a family that is the patient.
pub(super) const PROBAND: &str = "proband";

fn parse(text: &[u8]) -> Result<Value, PhenopacketError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let is_json = text.trim_ascii_start().first().is_some_and(|&first| first == b'{' || first == b'[');
    let value: Value = if is_json {
        serde_json::from_slice(text).map_err(|e| PhenopacketError::Syntax(e.to_string()))?
    } else {
        yaml_serde::from_slice(text).map_err(|e| PhenopacketError::Syntax(e.to_string()))?
    };
    if value.is_object() {
        return Ok(value);
    }
    Err(PhenopacketError::Syntax("expected one object with `phenotypicFeatures`".to_owned()))
}

fn patient(packet: &Value) -> Result<Patient, PhenopacketError> {
    let packet = Packet::deserialize(packet).map_err(|e| PhenopacketError::Syntax(e.to_string()))?;
    refuse_version_1(&packet)?;
    let terms = |excluded: bool| {
        let features = packet.phenotypic_features.iter().filter(|feature| feature.excluded == excluded);
        features.filter_map(|f| f.kind.as_ref()).map(OntologyClass::id_or_name).collect::<Vec<_>>()
    };
    let (present, absent) = (terms(false), terms(true));
    let kinds = packet.phenotypic_features.iter().filter_map(|feature| feature.kind.as_ref());
    let labelled = kinds.filter(|kind| !kind.id.is_empty() && !kind.label.is_empty());
    let labels = labelled.map(|kind| (kind.id.clone(), kind.label.clone())).collect();
    if present.is_empty() && absent.is_empty() {
        return Err(PhenopacketError::NoFeatures);
    }
    let diagnosed = packet.interpretations.iter().filter_map(|i| i.diagnosis.as_ref()?.disease.as_ref());
    let listed = packet.diseases.iter().filter(|d| !d.excluded).filter_map(|d| d.term.as_ref());
    let label = diagnosed.chain(listed).map(|disease| disease.id.clone()).find(|id| !id.is_empty());
    let onset = packet.diseases.iter().find_map(|disease| disease.onset.as_ref());
    let subject = packet.subject.as_ref();
    let subject_id = subject.map(|subject| subject.id.clone()).unwrap_or_default();
    let references = packet.meta_data.map(|meta| meta.external_references).unwrap_or_default();
    let publications = references.into_iter().map(|r| r.id).filter(|id| id.starts_with("PMID:")).collect();
    Ok(Patient {
        id: if packet.id.is_empty() { subject_id } else { packet.id },
        present,
        absent,
        labels,
        sex: subject.and_then(|subject| Sex::parse(&subject.sex)),
        age: subject.and_then(|subject| subject.time_at_last_encounter.as_ref()?.age()),
        onset_age: onset.and_then(Time::age),
        onset_term: onset.and_then(Time::term),
        label,
        publications,
        packet: None,
    })
}

fn refuse_version_1(packet: &Packet) -> Result<(), PhenopacketError> {
    let version = packet.meta_data.as_ref().and_then(|meta| meta.phenopacket_schema_version.as_ref());
    let sign = match version {
        Some(version) => {
            let text = version.as_str().map_or_else(|| version.to_string(), str::to_owned);
            text.starts_with('1').then(|| format!("its phenopacketSchemaVersion is {text}"))
        }
        None if packet.phenotypic_features.iter().any(|f| f.negated.is_some()) => {
            Some("its features have `negated`".to_owned())
        }
        None if packet.subject.as_ref().is_some_and(|s| s.age_at_collection.is_some()) => {
            Some("its subject has `ageAtCollection`".to_owned())
        }
        None => None,
    };
    sign.map_or(Ok(()), |sign| Err(PhenopacketError::Version1 { sign }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_diagnosis_and_publications_are_read() {
        let text = br#"{"id": "P1", "subject": {"id": "II-1"}, "phenotypicFeatures": [
            {"type": {"id": "HP:0001250", "label": "Seizure"}},
            {"type": {"id": "HP:0000252"}, "excluded": true, "onset": {"age": {"iso8601duration": "P1Y"}}}],
            "interpretations": [{"id": "i", "diagnosis": {"disease": {"id": "OMIM:1", "label": "x"}}}],
            "metaData": {"phenopacketSchemaVersion": "2.0",
                "externalReferences": [{"id": "PMID:7"}, {"id": "DOI:8"}]}}"#;
        let patient = read(text).unwrap();
        assert_eq!(patient.id, "P1");
        assert_eq!(patient.present, ["HP:0001250"]);
        assert_eq!(patient.absent, ["HP:0000252"]);
        assert_eq!(patient.labels, [("HP:0001250".to_owned(), "Seizure".to_owned())]);
        assert_eq!(patient.label.as_deref(), Some("OMIM:1"));
        assert_eq!(patient.publications, ["PMID:7"]);
    }

    const YAML: &str = "id: P1\nsubject:\n  id: II-1\n  sex: FEMALE\n  timeAtLastEncounter:\n    age:\n      \
        iso8601duration: P6Y3M\nphenotypicFeatures:\n- type:\n    id: HP:0001250\n    label: Seizure\n- type:\n    \
        label: Arachnodactyly\n- type:\n    id: HP:0000252\n  excluded: true\ndiseases:\n- term:\n    id: MONDO:1\n  \
        onset:\n    ontologyClass:\n      id: HP:0003593\nmetaData:\n  phenopacketSchemaVersion: '2.0'\n";

    #[test]
    fn yaml_names_sex_age_and_onset_are_read() {
        let patient = read(YAML.as_bytes()).unwrap();
        assert_eq!(patient.present, ["HP:0001250", "Arachnodactyly"]);
        assert_eq!(patient.absent, ["HP:0000252"]);
        assert_eq!(patient.sex, Some(Sex::Female));
        assert!((patient.age.unwrap().years() - 6.25).abs() < 1e-9);
        assert_eq!(patient.onset_term.as_deref(), Some("HP:0003593"));
        assert_eq!(patient.label.as_deref(), Some("MONDO:1"));
    }

    #[test]
    fn of_a_family_the_proband_is_the_patient() {
        let family = br#"{"id": "F", "proband": {"phenotypicFeatures": [{"type": {"id": "HP:1"}}]},
            "relatives": [{"id": "mother", "phenotypicFeatures": [{"type": {"id": "HP:2"}}]}]}"#;
        let patient = read(family).unwrap();
        assert_eq!((patient.id.as_str(), &patient.present[..]), ("F", &["HP:1".to_owned()][..]));
        assert_eq!(read(br#"{"id": "F", "relatives": []}"#), Err(PhenopacketError::NoProband));
        assert_eq!(read(br#"{"members": [{}, {}]}"#), Err(PhenopacketError::Cohort { members: 2 }));
    }

    #[test]
    fn version_1_is_refused_whatever_gives_it_away() {
        for text in [
            r#"{"id": "a", "phenotypicFeatures": [{"type": {"id": "HP:1"}}], "metaData": {"phenopacketSchemaVersion": "1.0.0"}}"#,
            r#"{"id": "a", "phenotypicFeatures": [{"type": {"id": "HP:1"}, "negated": true}]}"#,
            r#"{"id": "a", "subject": {"ageAtCollection": {"age": "P1Y"}}, "phenotypicFeatures": [{"type": {"id": "HP:1"}}]}"#,
        ] {
            let error = read(text.as_bytes()).unwrap_err();
            assert!(matches!(error, PhenopacketError::Version1 { .. }), "{error}");
        }
    }

    #[test]
    fn what_is_no_phenopacket_is_refused() {
        assert!(matches!(read(b"[1]"), Err(PhenopacketError::Syntax(_))));
        assert!(matches!(read(b"{\"id\": "), Err(PhenopacketError::Syntax(_))));
        assert_eq!(read(b"{\"id\": \"a\"}"), Err(PhenopacketError::NoFeatures));
    }
}
