//! Reading Orphanet's prevalence classes: how common a disease is, and where that was counted.

use std::collections::HashMap;
use std::io::BufRead;

use crate::text::{ReadError, lines};

/// How common a disease is by one catalogue entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Prevalence {
    /// The share of people who have it: the geometric middle of the class, or of several.
    pub share: f64,
    /// The classes as Orphanet writes them, such as `1-5 / 10 000`, most common first, each with where it
    /// was counted: `Worldwide`, or the regions.
    pub classes: Vec<(String, Vec<String>)>,
}

impl Prevalence {
    /// Whether it holds for all people and not for those of a region.
    pub fn is_worldwide(&self) -> bool {
        self.classes.iter().flat_map(|(_, regions)| regions).any(|region| region == WORLDWIDE)
    }

    /// Each class with its regions, such as `1-5 / 10 000 (Norway), 1-9 / 100 000 (Hong Kong)`.
    pub fn in_words(&self) -> String {
        let classes = self.classes.iter().map(|(class, regions)| format!("{class} ({})", regions.join("; ")));
        classes.collect::<Vec<_>>().join(", ")
    }
}

const WORLDWIDE: &str = "Worldwide";

/// Reads the table: for each Orphanet disease with a usable figure, the best one there is. Worldwide
/// figures come before regional ones, and within each a point prevalence before a prevalence at birth
/// or over a lifetime. Regional figures of the same kind are averaged: diseases are counted where they
/// are common, and the largest figure is a founder's village. Incidences and numbers of families are
/// not prevalences and are left out, as is "unknown".
pub fn read(source: impl BufRead) -> Result<HashMap<String, Prevalence>, ReadError> {
    let mut figures: HashMap<String, Vec<Figure>> = HashMap::new();
    lines(source, |number, line| {
        let fields: Vec<&str> = line.split('\t').collect();
        if line.is_empty() || (number == 1 && fields.first() == Some(&"orpha")) {
            return Ok(());
        }
        let [orpha, _, kind, region, class, ..] = fields[..] else {
            return Err("expected the columns orpha, label, type, geo, class".to_owned());
        };
        if orpha.parse::<u32>().is_err() {
            return Err(format!("`{orpha}` is not an Orphanet number"));
        }
        let order = match kind {
            "Point prevalence" => 2,
            "Prevalence at birth" | "Lifetime Prevalence" => 1,
            _ => return Ok(()),
        };
        if let Some(share) = share_of(class) {
            let order = order + if region == WORLDWIDE { 2 } else { 0 };
            let figure = Figure { order, share, class: class.to_owned(), region: region.to_owned() };
            figures.entry(format!("ORPHA:{orpha}")).or_default().push(figure);
        }
        Ok(())
    })?;
    if figures.is_empty() {
        return Err(ReadError::Content("no prevalence class in it".to_owned()));
    }
    Ok(figures.into_iter().filter_map(|(id, figures)| Some((id, best(figures)?))).collect())
}

/// One line of the table.
struct Figure {
    order: u8,
    share: f64,
    class: String,
    region: String,
}

/// The best kind of figures, averaged.
fn best(mut figures: Vec<Figure>) -> Option<Prevalence> {
    let order = figures.iter().map(|figure| figure.order).max()?;
    figures.retain(|figure| figure.order == order);
    let mean = figures.iter().map(|figure| figure.share.ln()).sum::<f64>() / figures.len() as f64;
    figures.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| a.region.cmp(&b.region)));
    figures.dedup_by(|a, b| (&a.class, &a.region) == (&b.class, &b.region));
    let classes = figures.chunk_by(|a, b| a.class == b.class).map(|same| {
        (same[0].class.clone(), same.iter().map(|figure| figure.region.clone()).collect::<Vec<_>>())
    });
    Some(Prevalence { share: mean.exp(), classes: classes.collect() })
}

/// The geometric middle of a prevalence class.
fn share_of(class: &str) -> Option<f64> {
    Some(match class {
        ">1 / 1000" => 2e-3,
        "6-9 / 10 000" => 7.3e-4,
        "1-5 / 10 000" => 2.2e-4,
        "1-9 / 100 000" => 3e-5,
        "1-9 / 1 000 000" => 3e-6,
        "<1 / 1 000 000" => 3e-7,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "orpha\tlabel\ttype\tgeo\tclass\tvalmoy\n";

    fn figures(rows: &str) -> HashMap<String, Prevalence> {
        read(format!("{HEADER}{rows}").as_bytes()).unwrap()
    }

    #[test]
    fn worldwide_comes_first_and_an_incidence_never() {
        let found = figures(
            "10\tx\tAnnual incidence\tWorldwide\t>1 / 1000\t\n\
             10\tx\tPoint prevalence\tSweden\t1-5 / 10 000\t\n\
             10\tx\tPrevalence at birth\tWorldwide\t1-9 / 100 000\t\n\
             11\tx\tPoint prevalence\tWorldwide\tUnknown\t\n",
        );
        assert_eq!(found.len(), 1);
        assert!(found["ORPHA:10"].is_worldwide());
        assert!((found["ORPHA:10"].share / 3e-5 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn regions_are_averaged_and_stay_regions() {
        let found = figures(
            "10\tx\tPoint prevalence\tSweden\t1-9 / 100 000\t\n\
             10\tx\tPoint prevalence\tJapan\t<1 / 1 000 000\t\n",
        );
        let found = &found["ORPHA:10"];
        assert!((found.share / 3e-6 - 1.0).abs() < 1e-9);
        assert!(!found.is_worldwide());
        assert_eq!(found.in_words(), "1-9 / 100 000 (Sweden), <1 / 1 000 000 (Japan)");
    }

    #[test]
    fn another_table_is_refused() {
        assert!(read(&b"x\ty\n"[..]).is_err());
        assert!(read(HEADER.as_bytes()).is_err());
    }
}
