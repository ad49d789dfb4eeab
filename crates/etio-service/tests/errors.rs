//! Every error of the engine has a code of its own.

/// The compiler cannot check this: the enumeration is `#[non_exhaustive]`, so that the mapping
/// needs a last arm.
#[test]
fn no_kind_of_error_is_left_to_the_last_arm() {
    let source = include_str!("../../etio/src/error.rs");
    let (_, body) = source.split_once("pub enum InferenceError {").expect("the enumeration");
    let (body, _) = body.split_once("\n}").expect("its end");
    let is_variant = |line: &&str| {
        line.starts_with("    ") && line[4..].starts_with(|first: char| first.is_ascii_uppercase())
    };
    let variants: Vec<&str> = body.lines().filter(is_variant).map(str::trim).collect();
    assert!(variants.len() >= 9, "{variants:?}");
    let mapping = include_str!("../src/problem.rs").split("mod tests").next().expect("the mapping");
    for variant in variants {
        let name: String = variant.chars().take_while(char::is_ascii_alphanumeric).collect();
        let arm = format!("InferenceError::{name}");
        assert!(mapping.contains(&arm), "{arm} has no code");
    }
}
