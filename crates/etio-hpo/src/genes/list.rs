//! A list of genes as evidence: a panel, or what a variant prioritiser made of an exome.
//!
//! The list is read as a statement about where the cause is. With probability [`SENSITIVITY`] the
//! causal gene is one of the list, each in proportion to its score (a panel scores all alike); else the
//! list missed it and it may be any of the [`GENES`] genes. Against a gene drawn at random the
//! likelihood ratio of a gene `g` is
//!
//! ```text
//! LR(g) = SENSITIVITY * GENES * score(g) / (sum of scores) + (1 - SENSITIVITY)
//! ```
//!
//! so that a gene on a panel of 100 gains a factor of 190 and one that is not on it loses one of 20. A
//! disease takes the largest ratio of its genes, and a disease whose gene nobody knows a ratio of one:
//! the list says nothing about it.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::BufRead;

use super::Gene;
use crate::text::{ReadError, lines};

/// How often the causal gene is on such a list. A twentieth missed is what exomes with good coverage
/// and panels made for the phenotype are reported to leave.
pub const SENSITIVITY: f64 = 0.95;

/// Protein-coding genes, rounded.
pub const GENES: f64 = 20_000.0;

/// Genes with a score each, one if the list has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GeneList {
    name: String,
    scores: HashMap<String, f64>,
    total: f64,
}

/// Genes without a disease that are named.
const NAMED: usize = 10;

/// How a list of genes counted.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct GeneEvidence {
    /// The list's name.
    pub list: String,
    /// Genes on it.
    pub genes: usize,
    /// Those of them that cause a disease of the network.
    pub known: usize,
    /// The first ten of the others as the list spells them, in alphabetical order: a disease of theirs is not
    /// known, or the name is an old one.
    pub unknown: Vec<String>,
    /// Factor on the odds of a disease with the best gene of the list.
    pub best_ratio: f64,
    /// Factor on the odds of a disease none of whose known genes is on the list.
    pub unlisted_ratio: f64,
}

impl fmt::Display for GeneEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { list, genes, known, unknown: _, best_ratio, unlisted_ratio } = self;
        write!(
            f,
            "gene list {list} ({genes} gene{}, {known} of them of a disease here; odds of a disease times up to \
             {best_ratio:.0} if its gene is listed, times {unlisted_ratio:.2} if not)",
            if *genes == 1 { "" } else { "s" }
        )
    }
}

impl GeneEvidence {
    /// A note on the genes of which no disease is known here, if there are any.
    pub fn note(&self) -> Option<String> {
        let Self { list, genes, known, unknown, .. } = self;
        let others = genes - known;
        let more = others.saturating_sub(unknown.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        (!unknown.is_empty()).then(|| format!("{list}: of no disease here: {}{more}", unknown.join(", ")))
    }
}

/// A list that cannot be used with a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GeneListError {
    /// The network was made without genes.
    #[error("the network has no genes; import it again with `--genes genes_to_phenotype.txt`")]
    NoGenes,
    /// None of them is the gene of a disease.
    #[error(
        "no disease of the network has a gene of the list ({listed} listed); give HGNC symbols such as FBN1 or NCBI \
         numbers"
    )]
    NoneKnown {
        /// How many the list has.
        listed: usize,
    },
}

/// Columns of a variant prioritiser's table that hold a gene and its score by the variants alone. A
/// score that looks at the phenotype too would count the patient's terms twice.
const GENE_COLUMNS: [&str; 3] = ["GENE_SYMBOL", "gene_symbol", "gene"];
const SCORE_COLUMNS: [&str; 3] = ["EXOMISER_GENE_VARIANT_SCORE", "variant_score", "score"];

impl GeneList {
    /// Reads one gene per line, by symbol or NCBI number, with a score behind a tab, comma or space where
    /// there is one; or a table with a header such as Exomiser's, of which the variant score is taken.
    pub fn read(source: impl BufRead) -> Result<Self, ReadError> {
        let mut list = Self::default();
        let mut columns: Option<(usize, usize)> = None;
        lines(source, |number, line| {
            let fields: Vec<&str> = if line.contains('\t') {
                line.split('\t').map(str::trim).collect()
            } else {
                line.split([',', ' ']).map(str::trim).filter(|field| !field.is_empty()).collect()
            };
            if number == 1 {
                columns = header(&fields);
                if columns.is_some() {
                    return Ok(());
                }
            }
            let (gene, score) = match (columns, &fields[..]) {
                (_, [] | [""]) => return Ok(()),
                (_, [first, ..]) if first.starts_with('#') => return Ok(()),
                (Some((gene, score)), _) => {
                    let field = |at: usize| fields.get(at).copied().ok_or("the line has too few columns");
                    (field(gene)?, field(score)?)
                }
                (None, [gene]) => (*gene, "1"),
                (None, [gene, score, ..]) => (*gene, *score),
            };
            let score: f64 = score.parse().map_err(|_| format!("`{score}` is not a score"))?;
            if !(0.0..=1e6).contains(&score) {
                return Err(format!("the score {score} of {gene} must be between 0 and a million"));
            }
            // A gene may stand in several rows, one per mode of inheritance: the best counts.
            let known = list.scores.entry(key(gene)?).or_default();
            *known = known.max(score);
            Ok(())
        })?;
        list.total = list.scores.values().sum();
        if list.total <= 0.0 {
            return Err(ReadError::Content("no gene with a score above 0 in it".to_owned()));
        }
        Ok(list)
    }

    /// The list under a name, such as that of its file, which reports give.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// How it counts beside the genes of a network.
    pub(crate) fn evidence<'a>(&self, of_network: impl Iterator<Item = &'a Gene>) -> GeneEvidence {
        let best = self.scores.values().copied().fold(0.0, f64::max);
        let found: HashSet<String> = of_network.flat_map(keys).collect();
        let mut unknown: Vec<String> =
            self.scores.keys().filter(|gene| !found.contains(*gene)).cloned().collect();
        let known = self.len() - unknown.len();
        unknown.sort_unstable();
        unknown.truncate(NAMED);
        GeneEvidence {
            list: self.name.clone(),
            genes: self.len(),
            known,
            unknown,
            best_ratio: self.ratio(best),
            unlisted_ratio: self.ratio(0.0),
        }
    }

    /// How many genes it has.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    fn score(&self, gene: &Gene) -> Option<f64> {
        keys(gene).find_map(|key| self.scores.get(&key)).copied()
    }

    /// Whether a gene is on it.
    pub fn has(&self, gene: &Gene) -> bool {
        self.score(gene).is_some()
    }

    /// The likelihood ratio of a disease with these genes.
    pub(crate) fn likelihood_ratio<'a>(&self, genes: impl Iterator<Item = &'a Gene>) -> f64 {
        let best = genes.map(|gene| self.score(gene).unwrap_or_default()).reduce(f64::max);
        best.map_or(1.0, |score| self.ratio(score))
    }

    fn ratio(&self, score: f64) -> f64 {
        SENSITIVITY * GENES * score / self.total + (1.0 - SENSITIVITY)
    }
}

/// The columns of a table with a header.
fn header(fields: &[&str]) -> Option<(usize, usize)> {
    let find = |names: [&str; 3]| {
        names.iter().find_map(|name| fields.iter().position(|field| field.trim_start_matches('#') == *name))
    };
    Some((find(GENE_COLUMNS)?, find(SCORE_COLUMNS)?))
}

/// Prefixes of NCBI's numbers, in lower case.
const NCBI: [&str; 2] = ["ncbigene", "entrez"];

/// A gene of a list: symbols in upper case, NCBI's numbers without a prefix. The number of another
/// catalogue is not NCBI's.
fn key(gene: &str) -> Result<String, String> {
    match gene.split_once(':') {
        None => Ok(gene.to_uppercase()),
        Some((prefix, number)) if NCBI.contains(&prefix.to_lowercase().as_str()) => Ok(number.to_owned()),
        Some((prefix, _)) => Err(format!(
            "`{gene}`: {prefix} ids are not supported; give a symbol such as FBN1, or NCBI's number such as \
             NCBIGene:2200"
        )),
    }
}

/// What a list may call a gene.
fn keys(gene: &Gene) -> impl Iterator<Item = String> {
    [key(&gene.symbol), key(&gene.id)].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gene(symbol: &str) -> Gene {
        Gene { symbol: symbol.to_owned(), id: "NCBIGene:2200".to_owned() }
    }

    fn ratio(text: &str, symbol: &str) -> f64 {
        GeneList::read(text.as_bytes()).unwrap().likelihood_ratio([gene(symbol)].iter())
    }

    #[test]
    fn a_panel_raises_its_genes_alike_and_lowers_the_others() {
        let panel = "# connective tissue\nFBN1\nfbn2\n";
        assert!((ratio(panel, "FBN1") - (0.95 * 20_000.0 / 2.0 + 0.05)).abs() < 1e-9);
        assert_eq!(ratio(panel, "FBN1"), ratio(panel, "FBN2"));
        assert!((ratio("FBN2\n", "X") - 0.05).abs() < 1e-9);
        for number in ["2200", "NCBIGene:2200", "ENTREZ:2200"] {
            assert!(ratio(number, "X") > 1.0, "{number}: NCBI's number stands for the gene");
        }
        let list = GeneList::read(panel.as_bytes()).unwrap();
        assert_eq!(list.likelihood_ratio([].iter()), 1.0);
    }

    #[test]
    fn scores_share_the_likelihood_out() {
        let scored = "FBN1\t0.9\nFBN2\t0.1\n";
        let (high, low) = (ratio(scored, "FBN1") - 0.05, ratio(scored, "FBN2") - 0.05);
        assert!((high / low - 9.0).abs() < 1e-9);
        let table = "#RANK\tID\tGENE_SYMBOL\tEXOMISER_GENE_COMBINED_SCORE\tEXOMISER_GENE_VARIANT_SCORE\n\
                     1\tx\tFBN1\t0.99\t0.5\n2\ty\tFBN1\t0.9\t0.9\n3\tz\tFBN2\t0.8\t0.1\n";
        assert!((ratio(table, "FBN1") - ratio(scored, "FBN1")).abs() < 1e-9);
    }

    #[test]
    fn genes_without_a_disease_are_named() {
        let evidence = |text: &str| {
            let list = GeneList::read(text.as_bytes()).unwrap().named("panel.txt");
            list.evidence([gene("FBN1")].iter())
        };
        assert_eq!(evidence("FBN1\n").note(), None);
        let both = evidence("2200\nNOSUCH\nMISSPELT\n");
        assert_eq!((both.genes, both.known), (3, 1));
        assert_eq!(both.note().unwrap(), "panel.txt: of no disease here: MISSPELT, NOSUCH");
        let many: String = (10..30).map(|at| format!("GENE{at}\n")).collect();
        assert!(evidence(&many).note().unwrap().ends_with("GENE19 and 10 more"));
    }

    #[test]
    fn what_is_no_list_is_refused_with_its_line() {
        let refusal = |text: &str| GeneList::read(text.as_bytes()).unwrap_err().to_string();
        assert!(refusal("FBN1\thigh\n").contains("line 1: `high` is not a score"));
        assert!(refusal("FBN1\n\nFBN2\t-1\n").contains("line 3"));
        assert!(refusal("# nothing\n").contains("no gene"));
        // FBN1 has NCBI's number 2200; HGNC gave that number to another gene.
        assert!(refusal("FBN2\nHGNC:2200\n").contains("line 2: `HGNC:2200`: HGNC ids are not supported"));
        assert!(refusal("ENSG:1\n").contains("ENSG ids"));
    }
}
