//! Reading `genes_to_phenotype.txt`: which gene is behind which disease.

use std::collections::{BTreeMap, HashMap};
use std::io::BufRead;

use crate::text::{ReadError, lines};

/// A gene by its symbol and NCBI's number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Gene {
    /// Such as `FBN1`.
    pub symbol: String,
    /// Such as `NCBIGene:2200`.
    pub id: String,
}

/// Reads the table: for each disease its genes, in the order of the file.
pub fn read(source: impl BufRead) -> Result<BTreeMap<String, Vec<Gene>>, ReadError> {
    let mut columns: Option<[usize; 3]> = None;
    let mut genes: BTreeMap<String, Vec<Gene>> = BTreeMap::new();
    // Rows of a gene and disease follow each other, one per term.
    let mut last: HashMap<String, String> = HashMap::new();
    lines(source, |_, line| {
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let Some([number, symbol, disease]) = columns else {
            let find = |name: &str| {
                fields.iter().position(|&field| field == name).ok_or_else(|| {
                    format!(
                        "the header has no column `{name}`: is this genes_to_phenotype.txt of 2023 or later?"
                    )
                })
            };
            columns = Some([find("ncbi_gene_id")?, find("gene_symbol")?, find("disease_id")?]);
            return Ok(());
        };
        let needed = number.max(symbol).max(disease);
        if fields.len() <= needed {
            return Err(format!("{} columns; if it is the last line, the file was cut short", fields.len()));
        }
        let (number, symbol, disease) = (fields[number], fields[symbol], fields[disease]);
        // HPO's table writes "-" for a gene that has no symbol.
        if symbol.is_empty() || symbol == "-" {
            return Ok(());
        }
        if last.get(disease).is_some_and(|known| known == symbol) {
            return Ok(());
        }
        last.insert(disease.to_owned(), symbol.to_owned());
        let gene = Gene { symbol: symbol.to_owned(), id: format!("NCBIGene:{number}") };
        let list = genes.entry(disease.to_owned()).or_default();
        if !list.contains(&gene) {
            list.push(gene);
        }
        Ok(())
    })?;
    if genes.is_empty() {
        return Err(ReadError::Content("no gene of a disease in it".to_owned()));
    }
    Ok(genes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "ncbi_gene_id\tgene_symbol\thpo_id\thpo_name\tfrequency\tdisease_id\n";

    #[test]
    fn each_gene_of_a_disease_is_read_once() {
        let text = format!(
            "{HEADER}1\tA\tHP:1\tx\t-\tOMIM:1\n1\tA\tHP:2\ty\t-\tOMIM:1\n2\tB\tHP:1\tx\t-\tOMIM:1\n\
             1\tA\tHP:1\tx\t-\tOMIM:2\n"
        );
        let genes = read(text.as_bytes()).unwrap();
        let symbols: Vec<&str> = genes["OMIM:1"].iter().map(|gene| gene.symbol.as_str()).collect();
        assert_eq!(symbols, ["A", "B"]);
        assert_eq!(genes["OMIM:2"][0].id, "NCBIGene:1");
    }

    #[test]
    fn a_dash_is_not_a_gene() {
        let text = format!("{HEADER}-\t-\tHP:1\tx\t-\tOMIM:1\n1\tA\tHP:1\tx\t-\tOMIM:1\n");
        let genes = read(text.as_bytes()).unwrap();
        assert_eq!(genes["OMIM:1"], [Gene { symbol: "A".to_owned(), id: "NCBIGene:1".to_owned() }]);
    }

    #[test]
    fn another_table_and_a_cut_line_are_refused() {
        assert!(read(&b"gene\tdisease\n"[..]).unwrap_err().to_string().contains("ncbi_gene_id"));
        let cut = format!("{HEADER}1\tA\tHP:1\n");
        assert!(read(cut.as_bytes()).unwrap_err().to_string().contains("line 2"));
        assert!(read(HEADER.as_bytes()).is_err());
    }
}
