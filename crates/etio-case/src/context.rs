//! Priors for a person: the network's `context.csv` says how age and sex change them.
//!
//! Columns `disease,sex,age_min,age_max,factor`. Every row whose group surely includes the person
//! multiplies the disease's prior odds by its factor; factor 0 makes it impossible. Where age or
//! sex is not known, rows about them do not apply.

use etio::{BuildError, DiseaseId, Network};

use crate::person::{Group, Person};
use crate::table::{DocumentError, RuleRow, read_rows};

/// The document that holds the rules.
pub const DOCUMENT: &str = "context.csv";

/// How age and sex change the priors of a network.
#[derive(Clone, Debug, Default)]
pub struct Context {
    rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
struct Rule {
    disease: DiseaseId,
    group: Group,
    factor: f64,
}

impl Context {
    /// Reads the rules of a network; one without `context.csv` has none.
    pub fn of(network: &Network) -> Result<Self, DocumentError> {
        let rules = read_rows(network, DOCUMENT, &["disease", "factor"], |row| {
            let id = row.get("disease");
            let disease =
                row.check(network.disease(id).ok_or_else(|| format!("no disease `{id}` in the network")));
            let group = row.check(group(row));
            let text = row.get("factor");
            let factor = text.parse::<f64>().ok().filter(|f| (0.0..=1e6).contains(f));
            let factor = row.check(
                factor.ok_or_else(|| format!("the factor `{text}` is not a number between 0 and 1000000")),
            );
            Some(Rule { disease: disease?, group: group?, factor: factor? })
        })?;
        Ok(Self { rules })
    }

    /// The factors that apply to a person, in the order of the file.
    pub fn factors(&self, person: &Person) -> impl Iterator<Item = (DiseaseId, f64)> {
        let applies = |rule: &&Rule| rule.group.surely_includes(person);
        self.rules.iter().filter(applies).map(|rule| (rule.disease, rule.factor))
    }
}

/// The people that a row is about.
fn group(row: &RuleRow<'_>) -> Result<Group, String> {
    let group = Group::parse(row.get("sex"), row.get("age_min"), row.get("age_max"))?;
    if group.is_everybody() {
        return Err("a rule for everybody belongs into the prior itself".to_owned());
    }
    Ok(group)
}

/// The network with prior odds multiplied by factors. Without any, it is the same network.
pub fn scale_priors(
    network: &Network,
    factors: impl IntoIterator<Item = (DiseaseId, f64)>,
) -> Result<Network, BuildError> {
    let mut factors = factors.into_iter().peekable();
    if factors.peek().is_none() {
        return Ok(network.clone());
    }
    let mut priors: Vec<f64> = network.diseases().map(|d| network.prior(d)).collect();
    for (disease, factor) in factors {
        let prior = &mut priors[disease.index()];
        *prior = scale_odds(*prior, factor);
    }
    network.with_priors(priors)
}

/// A probability whose odds are multiplied by a factor.
fn scale_odds(p: f64, factor: f64) -> f64 {
    if factor == 0.0 {
        return 0.0;
    }
    let scaled = p * factor;
    (scaled / (scaled + (1.0 - p))).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::person::Sex;
    use etio::NetworkBuilder;

    fn network(rules: &str) -> Network {
        let mut builder = NetworkBuilder::new();
        builder.disease("colic", "", 0.01).unwrap();
        builder.disease("pregnancy", "", 0.05).unwrap();
        builder.document(DOCUMENT, format!("disease,sex,age_min,age_max,factor\n{rules}").into_bytes());
        builder.build().unwrap()
    }

    #[test]
    fn rules_multiply_the_odds_of_those_they_are_about() {
        let network = network("colic,,1,,0\ncolic,,0,1,10\npregnancy,male,,,0\n");
        let context = Context::of(&network).unwrap();
        let prior = |person: Person, id: &str| {
            let adjusted = scale_priors(&network, context.factors(&person)).unwrap();
            adjusted.prior(adjusted.disease(id).unwrap())
        };
        let man = Person { age: Some(40.0), sex: Some(Sex::Male) };
        assert_eq!((prior(man, "colic"), prior(man, "pregnancy")), (0.0, 0.0));
        let infant = Person { age: Some(0.2), sex: None };
        assert!((prior(infant, "colic") - 0.1 / 1.09).abs() < 1e-15);
        assert_eq!(prior(Person::default(), "pregnancy"), 0.05);
    }

    #[test]
    fn a_bad_rule_is_named_with_its_line() {
        let refusal = |rules: &str| Context::of(&network(rules)).unwrap_err().to_string();
        assert!(
            refusal("colic,,1,,0\nmeasles,,1,,2\n").contains("context.csv, line 3: no disease `measles`")
        );
        assert!(refusal("colic,,1,,0\r\nmeasles,,1,,2\r\n").contains("context.csv, line 3"));
        assert!(refusal("colic,,1,,-2\n").contains("factor `-2`"));
        assert!(refusal("colic,,,,2\n").contains("everybody"));
        let all = refusal("measles,,,,-2\ncolic,,1,,x\n");
        assert!(all.starts_with("4 problems\n  context.csv, line 2: no disease"), "{all}");
    }
}
