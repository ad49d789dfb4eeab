//! A patient's phenopacket with the leading diseases filled in as its interpretation.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::Patient;
use super::phenopacket::PROBAND;
use crate::clinic::Place;
use crate::documents::Meta;
use crate::{CEILING, Hpo};

/// Interpretations of this program; a second run replaces them.
const OWN: &str = "etio-";

/// The patient's phenopacket, or one made from the terms, with an interpretation for each place. They
/// are candidates: the progress is `IN_PROGRESS` until somebody signs.
pub fn interpreted(patient: &Patient, places: &[Place], hpo: &Hpo) -> Value {
    let meta = hpo.meta();
    let grounds = hpo
        .gene_evidence()
        .map_or_else(|| "findings alone".to_owned(), |genes| format!("findings and the {genes}"));
    let mut whole = patient.packet.clone().unwrap_or_else(|| from_terms(patient, meta));
    let packet = if whole.get(PROBAND).is_some() { &mut whole[PROBAND] } else { &mut whole };
    let subject = packet["subject"]["id"].as_str().unwrap_or(&patient.id).to_owned();
    let mut interpretations: Vec<Value> = match packet["interpretations"].take() {
        Value::Array(earlier) => earlier.into_iter().filter(|i| !is_own(i)).collect(),
        _ => Vec::new(),
    };
    interpretations.extend(places.iter().map(|place| interpretation(place, &subject, &grounds, meta)));
    packet["interpretations"] = Value::Array(interpretations);
    add_resources(&mut packet["metaData"], places, meta);
    whole
}

fn is_own(interpretation: &Value) -> bool {
    interpretation["id"].as_str().is_some_and(|id| id.starts_with(OWN))
}

fn interpretation(place: &Place, subject: &str, grounds: &str, meta: &Meta) -> Value {
    let genes: Vec<Value> = place
        .genes
        .iter()
        .map(|gene| {
            json!({
                "subjectOrBiosampleId": subject,
                "interpretationStatus": "CANDIDATE",
                "gene": {"valueId": gene.id, "symbol": gene.symbol},
            })
        })
        .collect();
    let mut diagnosis = json!({"disease": {"id": place.disease, "label": place.name}});
    if !genes.is_empty() {
        diagnosis["genomicInterpretations"] = Value::Array(genes);
    }
    json!({
        "id": format!("{OWN}{}", place.rank),
        "progressStatus": "IN_PROGRESS",
        "diagnosis": diagnosis,
        "summary": format!(
            "Rank {} by {grounds}, probability {} (Etio {}, {}). A suggestion, not a diagnosis.",
            place.rank,
            if place.probability > CEILING {
                format!(">{}%", CEILING * 100.0)
            } else {
                format!("{:.1}%", place.probability * 100.0)
            },
            env!("CARGO_PKG_VERSION"),
            meta.versions()
        ),
    })
}

/// A phenopacket of what is known about a patient who came without one.
fn from_terms(patient: &Patient, meta: &Meta) -> Value {
    let id = if patient.id.is_empty() { "patient" } else { &patient.id };
    let feature = |term: &String, excluded: bool| {
        let kind = if term.starts_with("HP:") { json!({"id": term}) } else { json!({"label": term}) };
        if excluded { json!({"type": kind, "excluded": true}) } else { json!({"type": kind}) }
    };
    let present = patient.present.iter().map(|term| feature(term, false));
    let features: Vec<Value> = present.chain(patient.absent.iter().map(|term| feature(term, true))).collect();
    let mut subject = json!({"id": id});
    if let Some(sex) = patient.sex {
        subject["sex"] = json!(sex.word().to_uppercase());
    }
    json!({
        "id": id,
        "subject": subject,
        "phenotypicFeatures": features,
        "metaData": {
            "created": timestamp(SystemTime::now()),
            "createdBy": format!("etio {}", env!("CARGO_PKG_VERSION")),
            "resources": [resource(
                "hp", "human phenotype ontology", "http://purl.obolibrary.org/obo/hp.owl", &meta.hpo_version, "HP",
                "http://purl.obolibrary.org/obo/HP_",
            )],
            "phenopacketSchemaVersion": "2.0",
        },
    })
}

/// Names the catalogues that the interpretation cites, if the packet does not yet.
fn add_resources(meta_data: &mut Value, places: &[Place], meta: &Meta) {
    let version = meta.hpoa_version.as_str();
    let omim = [
        "omim",
        "Online Mendelian Inheritance in Man",
        "https://omim.org",
        "OMIM",
        "https://omim.org/entry/",
    ];
    let orpha =
        ["orpha", "Orphanet", "https://www.orpha.net", "ORPHA", "https://www.orpha.net/en/disease/detail/"];
    let genes = [
        "ncbigene",
        "NCBI Gene",
        "https://www.ncbi.nlm.nih.gov/gene",
        "NCBIGene",
        "https://www.ncbi.nlm.nih.gov/gene/",
    ];
    let cited = |prefix: &str| match prefix {
        "NCBIGene" => places.iter().any(|place| !place.genes.is_empty()),
        _ => places.iter().any(|place| place.disease.starts_with(prefix)),
    };
    if !meta_data.is_object() {
        *meta_data = json!({});
    }
    if !meta_data["resources"].is_array() {
        meta_data["resources"] = json!([]);
    }
    let Some(resources) = meta_data["resources"].as_array_mut() else { return };
    for [id, name, url, prefix, iri] in [omim, orpha, genes] {
        let is_named = resources.iter().any(|resource| resource["namespacePrefix"] == prefix);
        if cited(prefix) && !is_named {
            resources.push(resource(id, name, url, version, prefix, iri));
        }
    }
}

fn resource(id: &str, name: &str, url: &str, version: &str, prefix: &str, iri: &str) -> Value {
    json!({
        "id": id, "name": name, "url": url, "version": version, "namespacePrefix": prefix, "iriPrefix": iri,
    })
}

/// A moment as RFC 3339 writes it, to the second.
fn timestamp(now: SystemTime) -> String {
    let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Days to a date of the Gregorian calendar, counted in eras of 400 years from 1 March of year 0.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn moments_are_written_as_dates() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
        ] {
            assert_eq!(timestamp(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }
}
