//! Phenotypic series: diseases that differ in the gene more than in what is seen, such as the
//! hundred "developmental and epileptic encephalopathies". OMIM's own list is not free to use; the
//! names say nearly as much.

/// The name without its number, inheritance and subtype: what members of a series share. `None` if
/// nothing is left that could hold a series together.
pub fn stem(name: &str) -> Option<String> {
    let name = without_brackets(&name.split(';').next().unwrap_or_default().to_lowercase());
    let name = SAME.iter().fold(name, |name, (old, new)| name.replace(old, new));
    let name = INHERITANCE.iter().fold(name, |name, phrase| without_phrase(&name, phrase));
    let mut words: Vec<&str> = Vec::new();
    for word in name.split([' ', ',']).filter(|w| !w.is_empty()) {
        if words.is_empty() {
            words.push(word);
            continue;
        }
        if is_number(word) || word == "type" {
            break;
        }
        if let Some((start, end)) = word.rsplit_once('-')
            && is_number(end)
        {
            words.push(start);
            break;
        }
        words.push(word);
    }
    let stem = words.join(" ");
    (!stem.is_empty() && stem != "chromosome").then_some(stem)
}

/// Older and newer names of the same series.
const SAME: [(&str, &str); 3] = [
    ("develomental", "developmental"),
    ("epileptic encephalopathy, early infantile", "developmental and epileptic encephalopathy"),
    ("mental retardation", "intellectual developmental disorder"),
];

/// Longer phrases first: what is left of "x-linked dominant" must not remain.
const INHERITANCE: [&str; 8] = [
    "autosomal dominant",
    "autosomal recessive",
    "x-linked dominant",
    "x-linked recessive",
    "x-linked",
    "autosomal",
    "digenic",
    "susceptibility to",
];

fn without_brackets(name: &str) -> String {
    let mut depth = 0usize;
    name.chars()
        .filter(|&c| match c {
            '(' => {
                depth += 1;
                false
            }
            ')' => {
                depth = depth.saturating_sub(1);
                false
            }
            _ => depth == 0,
        })
        .collect()
}

/// Cuts a phrase out where it stands as words of their own.
fn without_phrase(name: &str, phrase: &str) -> String {
    let Some(at) = name.find(phrase) else { return name.to_owned() };
    let (before, after) = (&name[..at], &name[at + phrase.len()..]);
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    if before.is_empty() || !apart(before.chars().last()) || !apart(after.chars().next()) {
        return name.to_owned();
    }
    format!("{} {after}", before.trim_end_matches([' ', ',']))
}

/// `12`, `1b`, `1p36`, `iv`, `iia`, `b`.
fn is_number(word: &str) -> bool {
    let letters = |text: &str| text.chars().all(|c| c.is_ascii_lowercase());
    if word.len() == 1 {
        return word.chars().all(|c| c.is_ascii_alphanumeric());
    }
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        return letters(rest.trim_end_matches(|c: char| c.is_ascii_digit()));
    }
    let subtype = word.trim_start_matches(['i', 'v', 'x']);
    subtype.len() < word.len()
        && (subtype.is_empty() || (subtype.len() == 1 && ("a"..="h").contains(&subtype)))
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn members_of_a_series_share_a_stem() {
        for (a, b) in [
            (
                "Epileptic encephalopathy, early infantile, 4",
                "Developmental and epileptic encephalopathy 112",
            ),
            ("Deafness, autosomal recessive 12", "Deafness, X-linked 6"),
            ("Cardiomyopathy, dilated, 1A", "Cardiomyopathy, dilated, 2F"),
            ("Immunodeficiency 11B with atopic dermatitis", "Immunodeficiency 102"),
            ("Tuberous sclerosis-2", "Tuberous sclerosis-1"),
            ("Glycogen storage disease IXa", "Glycogen storage disease 0, liver"),
            ("Mental retardation, autosomal dominant 5", "Intellectual developmental disorder, X-linked 1"),
            ("Charcot-Marie-Tooth disease, axonal, type 2CC", "Charcot-Marie-Tooth disease, axonal, type 2L"),
        ] {
            assert_eq!(stem(a), stem(b), "{a} / {b}");
            assert!(stem(a).is_some());
        }
    }

    #[test]
    fn other_diseases_do_not() {
        assert_ne!(stem("Marfan syndrome"), stem("Sotos syndrome"));
        assert_eq!(stem("Chromosome 1p36 deletion syndrome"), None);
        assert_eq!(stem("Defects in iron"), Some("defects in iron".to_owned()));
        assert_eq!(stem("X-linked 3"), Some("x-linked".to_owned()));
        assert_eq!(stem(""), None);
    }
}
