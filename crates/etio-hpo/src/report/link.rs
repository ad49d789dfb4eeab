//! Ids as links to where they are explained.

use etio_report::escape;

use crate::clinic::Term;

/// The page about an id: an HPO term, a disease of OMIM, Orphanet, MONDO or DECIPHER, a publication or a
/// gene. `None` for anything else.
pub fn url(id: &str) -> Option<String> {
    let (prefix, number) = id.split_once(':')?;
    // A number and nothing else: what a file brings must not become part of an address.
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(match prefix {
        "HP" => format!("https://hpo.jax.org/browse/term/HP:{number}"),
        "OMIM" => format!("https://omim.org/entry/{number}"),
        "ORPHA" => format!("https://www.orpha.net/en/disease/detail/{number}"),
        "MONDO" => format!("https://monarchinitiative.org/MONDO:{number}"),
        "DECIPHER" => format!("https://www.deciphergenomics.org/syndrome/{number}"),
        "PMID" => format!("https://pubmed.ncbi.nlm.nih.gov/{number}/"),
        "NCBIGene" => format!("https://www.ncbi.nlm.nih.gov/gene/{number}"),
        _ => return None,
    })
}

/// Text that leads to the page about an id, if there is one.
pub(super) fn linked(id: &str, text: &str) -> String {
    let text = escape(text);
    match url(id) {
        Some(url) => format!("<a href=\"{url}\" rel=\"noreferrer\">{text}</a>"),
        None => text,
    }
}

/// A term by its name.
pub(super) fn term(term: &Term) -> String {
    linked(&term.id, if term.name.is_empty() { &term.id } else { &term.name })
}

/// A term by its name, on paper with its id.
pub(super) fn term_on_paper(about: &Term) -> String {
    let id = if about.name.is_empty() { "" } else { about.id.as_str() };
    format!("{} <span class=\"paper soft\">{}</span>", term(about), escape(id))
}

/// Ids as links, separated by commas.
pub(super) fn ids<'a>(ids: impl IntoIterator<Item = &'a str>) -> String {
    ids.into_iter().map(|id| linked(id, id)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_lead_to_their_pages_and_nothing_else_does() {
        assert_eq!(url("PMID:33436942").as_deref(), Some("https://pubmed.ncbi.nlm.nih.gov/33436942/"));
        assert_eq!(url("ORPHA:558").as_deref(), Some("https://www.orpha.net/en/disease/detail/558"));
        for id in ["PMID:1\"onclick=x", "OMIM:", "javascript:1", "ISBN:1", "HP", ""] {
            assert_eq!(url(id), None, "{id}");
        }
        assert_eq!(linked("x", "<b>"), "&lt;b&gt;");
    }
}
