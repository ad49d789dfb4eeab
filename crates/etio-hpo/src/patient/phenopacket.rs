//! Phenopackets, version 2, in JSON (GA4GH, ISO 4454).

use serde::Deserialize;

use super::Patient;

/// Why a file is not a phenopacket that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PhenopacketError {
    /// Not JSON, or not of the shape of a phenopacket.
    #[error("not a phenopacket: {0}")]
    Syntax(String),
    /// The first version of the schema, which says absent in another way.
    #[error(
        "this is a phenopacket of version 1 ({sign}); Etio reads version 2: convert it with phenopacket-tools \
         (`pxf convert`)"
    )]
    Version1 {
        /// What gives it away.
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
    #[serde(default)]
    phenotypic_features: Vec<Feature>,
    #[serde(default)]
    interpretations: Vec<Interpretation>,
    #[serde(default)]
    diseases: Vec<Disease>,
    meta_data: Option<MetaData>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Subject {
    #[serde(default)]
    id: String,
    age_at_collection: Option<serde_json::Value>,
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

#[derive(Deserialize)]
struct OntologyClass {
    #[serde(default)]
    id: String,
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
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MetaData {
    phenopacket_schema_version: Option<serde_json::Value>,
    #[serde(default)]
    external_references: Vec<OntologyClass>,
}

/// Reads a phenopacket.
pub fn read(text: &[u8]) -> Result<Patient, PhenopacketError> {
    let packet: Packet = serde_json::from_slice(text).map_err(|e| PhenopacketError::Syntax(e.to_string()))?;
    refuse_version_1(&packet)?;
    let terms = |excluded: bool| {
        let features = packet.phenotypic_features.iter().filter(|feature| feature.excluded == excluded);
        features.filter_map(|f| f.kind.as_ref()).map(|kind| kind.id.clone()).collect::<Vec<_>>()
    };
    let (present, absent) = (terms(false), terms(true));
    if present.is_empty() && absent.is_empty() {
        return Err(PhenopacketError::NoFeatures);
    }
    let diagnosed = packet.interpretations.iter().filter_map(|i| i.diagnosis.as_ref()?.disease.as_ref());
    let listed = packet.diseases.iter().filter(|d| !d.excluded).filter_map(|d| d.term.as_ref());
    let label = diagnosed.chain(listed).map(|disease| disease.id.clone()).find(|id| !id.is_empty());
    let subject = packet.subject.map(|subject| subject.id).unwrap_or_default();
    let id = if packet.id.is_empty() { subject } else { packet.id };
    let references = packet.meta_data.map(|meta| meta.external_references).unwrap_or_default();
    let publications = references.into_iter().map(|r| r.id).filter(|id| id.starts_with("PMID:")).collect();
    Ok(Patient { id, present, absent, label, publications })
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
        assert_eq!(patient.label.as_deref(), Some("OMIM:1"));
        assert_eq!(patient.publications, ["PMID:7"]);
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
