//! A network in another language: the companion file `texts.<language>.csv`.
//!
//! Columns `kind,id,column,text`. `kind` is `disease`, `finding`, `link` (with the id
//! `disease/finding`) or `red_flag`; `column` is `name` or any other column of their files that
//! holds words, such as `question`, `synonyms` or `message`. What the file leaves out stays as it
//! is.

use std::collections::HashMap;

use etio::{BuildError, Catalog, Network, NetworkBuilder};
use etio_case::table::read_rules;
use etio_case::{DocumentError, DocumentProblem};

use crate::red_flags::RedFlags;

/// The texts of a network in one language.
pub(crate) struct Translation {
    texts: HashMap<(Kind, String, String), String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Disease,
    Finding,
    Link,
    RedFlag,
}

/// The languages that a network has texts in, apart from its own.
pub(crate) fn languages(network: &Network) -> Vec<String> {
    languages_of(network, "texts")
}

/// The languages for which a network has a companion file of some kind, such as `texts`.
pub(crate) fn languages_of(network: &Network, kind: &str) -> Vec<String> {
    let tag = |name: &str| {
        let rest = name.strip_prefix(kind)?.strip_prefix('.')?;
        Some(rest.strip_suffix(".csv").or_else(|| rest.strip_suffix(".tsv"))?.to_owned())
    };
    let mut tags: Vec<String> = network.document_names().filter_map(tag).collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}

/// The problems of every file of texts that comes with a network.
pub(crate) fn text_problems(network: &Network) -> Vec<DocumentProblem> {
    let read = languages(network).into_iter().map(|language| Translation::of(network, &language).map(drop));
    read.filter_map(Result::err).flat_map(|error| error.problems).collect()
}

impl Translation {
    /// Reads the texts of a language; none if the network has no file of it.
    pub(crate) fn of(network: &Network, language: &str) -> Result<Self, DocumentError> {
        let rows = read_rules(
            network,
            &format!("texts.{language}.csv"),
            &["kind", "id", "column", "text"],
            |row| {
                let id = row.get("id").to_owned();
                let (kind, is_known) = match row.get("kind") {
                    "disease" => (Kind::Disease, network.disease(&id).is_some()),
                    "finding" => (Kind::Finding, network.finding(&id).is_some()),
                    "link" => (Kind::Link, id.contains('/')),
                    "red_flag" => (Kind::RedFlag, true),
                    other => {
                        return Err(format!(
                            "the kind `{other}` is not `disease`, `finding`, `link` or `red_flag`"
                        ));
                    }
                };
                if !is_known {
                    return Err(format!("the network has no {} `{id}`", row.get("kind")));
                }
                Ok(((kind, id, row.get("column").to_owned()), row.get("text").to_owned()))
            },
        )?;
        Ok(Self { texts: rows.into_iter().collect() })
    }

    /// A text, in this language if it is there.
    pub(crate) fn text<'t>(&'t self, kind: Kind, id: &str, column: &str, own: &'t str) -> &'t str {
        self.texts.get(&(kind, id.to_owned(), column.to_owned())).map_or(own, String::as_str)
    }

    /// The network with its names and attributes in this language. Every number stays.
    pub(crate) fn apply(&self, network: &Network) -> Result<Network, BuildError> {
        let mut builder = NetworkBuilder::new();
        let name = |kind, catalog: &Catalog, at: usize| {
            self.text(kind, catalog.id(at), "name", catalog.name(at)).to_owned()
        };
        let diseases = network.disease_catalog();
        for disease in network.diseases() {
            let at = disease.index();
            let new = builder.disease(
                diseases.id(at),
                &name(Kind::Disease, diseases, at),
                network.prior(disease),
            )?;
            for column in diseases.attribute_names() {
                let own = diseases.attribute(at, column).unwrap_or_default();
                builder.disease_attribute(
                    new,
                    column,
                    self.text(Kind::Disease, diseases.id(at), column, own),
                )?;
            }
        }
        let findings = network.finding_catalog();
        for finding in network.findings() {
            let at = finding.index();
            let new = builder.finding(
                findings.id(at),
                &name(Kind::Finding, findings, at),
                network.leak(finding),
            )?;
            for column in findings.attribute_names() {
                let own = findings.attribute(at, column).unwrap_or_default();
                builder.finding_attribute(
                    new,
                    column,
                    self.text(Kind::Finding, findings.id(at), column, own),
                )?;
            }
        }
        let links = network.link_catalog();
        for finding in network.findings() {
            for (disease, probability, link) in network.parents(finding).entries() {
                let new = builder.link(disease, finding, probability)?;
                let id = format!("{}/{}", network.disease_id(disease), network.finding_id(finding));
                for column in links.attribute_names() {
                    let own = links.attribute(link, column).unwrap_or_default();
                    builder.link_attribute(new, column, self.text(Kind::Link, &id, column, own))?;
                }
            }
        }
        for document in network.document_names() {
            builder.document(document, network.document(document).unwrap_or_default().to_vec());
        }
        builder.build()
    }
}

/// Columns that hold words, by kind.
const WORDS: [(&str, &[&str]); 3] = [
    ("disease", &["synonyms", "description"]),
    ("finding", &["synonyms", "question", "explanation"]),
    ("link", &["source"]),
];

/// Every text of a network as rows of `texts.<language>.csv`, for a translator to begin with: kind,
/// id, column, text.
pub fn texts(network: &Network, red_flags: &RedFlags) -> Vec<[String; 4]> {
    let mut rows = Vec::new();
    let mut add = |kind: &str, id: &str, column: &str, text: &str| {
        if !text.is_empty() {
            rows.push([kind, id, column, text].map(str::to_owned));
        }
    };
    let [(_, disease_columns), (_, finding_columns), (_, link_columns)] = WORDS;
    for disease in network.diseases() {
        let (id, catalog) = (network.disease_id(disease), network.disease_catalog());
        add("disease", id, "name", network.disease_name(disease));
        for column in disease_columns {
            add("disease", id, column, catalog.attribute(disease.index(), column).unwrap_or_default());
        }
    }
    for finding in network.findings() {
        let (id, catalog) = (network.finding_id(finding), network.finding_catalog());
        add("finding", id, "name", network.finding_name(finding));
        for column in finding_columns {
            add("finding", id, column, catalog.attribute(finding.index(), column).unwrap_or_default());
        }
        for (disease, _, link) in network.parents(finding).entries() {
            let pair = format!("{}/{id}", network.disease_id(disease));
            for column in link_columns {
                add(
                    "link",
                    &pair,
                    column,
                    network.link_catalog().attribute(link, column).unwrap_or_default(),
                );
            }
        }
    }
    for flag in red_flags.all() {
        add("red_flag", &flag.id, "message", &flag.message);
        add("red_flag", &flag.id, "action", &flag.action);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Guide, Languages};

    fn network(texts: &str) -> Network {
        let mut builder = NetworkBuilder::new();
        let flu = builder.disease("flu", "Influenza", 0.01).unwrap();
        let fever = builder.finding("fever", "Fever", 0.02).unwrap();
        builder.finding_attribute(fever, "synonyms", "feverish|hot").unwrap();
        let link = builder.link(flu, fever, 0.9).unwrap();
        builder.link_attribute(link, "source", "textbook").unwrap();
        builder.document("red_flags.csv", b"id,present,message,action\nhot,fever,Hot.,Cool down.\n".to_vec());
        if !texts.is_empty() {
            builder.document("texts.de.csv", format!("kind,id,column,text\n{texts}").into_bytes());
        }
        builder.build().unwrap()
    }

    #[test]
    fn a_network_speaks_another_language_with_the_same_numbers() {
        let network = network(
            "disease,flu,name,Grippe\nfinding,fever,name,Fieber\nfinding,fever,synonyms,fiebrig\n\
             link,flu/fever,source,Lehrbuch\nred_flag,hot,action,Abkühlen.\n",
        );
        assert_eq!(languages(&network), ["de"]);
        let translation = Translation::of(&network, "de").unwrap();
        let german = translation.apply(&network).unwrap();
        let (flu, fever) = (german.disease("flu").unwrap(), german.finding("fever").unwrap());
        assert_eq!((german.disease_name(flu), german.finding_name(fever)), ("Grippe", "Fieber"));
        assert_eq!(german.link_catalog().attribute(0, "source"), Some("Lehrbuch"));
        assert_eq!((german.prior(flu), german.link(flu, fever)), (0.01, Some((0.9, 0))));
        let english = Languages::built_in().unwrap().english().clone();
        let mut guide = Guide::of(&german).unwrap();
        assert_eq!(guide.understanding().read("fiebrig").mentions.len(), 1);
        assert!(guide.understanding().read("feverish").mentions.is_empty());
        guide = Guide::in_language(&network, &english).unwrap();
        assert_eq!(guide.network().disease_name(flu), "Influenza", "there is no file of English texts");
    }

    #[test]
    fn texts_are_listed_and_bad_rows_named() {
        let network = network("");
        let guide = Guide::of(&network).unwrap();
        let rows: Vec<String> = texts(&network, guide.red_flags()).iter().map(|row| row.join(",")).collect();
        assert_eq!(
            rows,
            [
                "disease,flu,name,Influenza",
                "finding,fever,name,Fever",
                "finding,fever,synonyms,feverish|hot",
                "link,flu/fever,source,textbook",
                "red_flag,hot,message,Hot.",
                "red_flag,hot,action,Cool down.",
            ]
        );
        for (row, part) in [("disease,measles,name,Masern\n", "`measles`"), ("drug,x,name,y\n", "`drug`")] {
            let error = crate::check_texts(&super::tests::network(row)).unwrap_err().to_string();
            assert!(error.contains("texts.de.csv, line 2") && error.contains(part), "{error}");
        }
    }
}
