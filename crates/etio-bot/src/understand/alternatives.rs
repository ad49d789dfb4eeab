//! Entries that stand for several: "(can not/will not) move (my/) arm".

/// Every entry that one stands for. Alternatives are in parentheses, separated by slashes; one of them
/// may be empty.
pub(super) fn spelled_out(entry: &str) -> Vec<String> {
    let Some((before, alternatives, behind)) = first_group(entry) else { return vec![entry.to_owned()] };
    let rest = spelled_out(behind);
    let with = |alternative: &str| {
        let begin = format!("{before}{alternative}");
        rest.iter().map(|end| format!("{begin}{end}")).collect::<Vec<_>>()
    };
    alternatives.split('/').flat_map(with).collect()
}

/// The text before the first alternatives, the alternatives, and the rest.
fn first_group(entry: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = entry.split_once('(')?;
    let (alternatives, behind) = rest.split_once(')')?;
    Some((before, alternatives, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_an_entry() {
        assert_eq!(spelled_out("chest pain"), ["chest pain"]);
        assert_eq!(
            spelled_out("(can not/will not) move (my /)arm"),
            ["can not move my arm", "can not move arm", "will not move my arm", "will not move arm"]
        );
    }

    #[test]
    fn a_parenthesis_alone_is_no_alternative() {
        assert_eq!(spelled_out("half (open"), ["half (open"]);
    }
}
