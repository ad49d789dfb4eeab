//! Age and sex of a simulated patient. The conversation asks for both first, so patients know theirs.

use etio::DiseaseId;
use etio_case::{Person, Sex};
use rand::{Rng, RngExt};

use crate::interview::Guide;

/// Number of people of whom one is taken.
const CANDIDATES: usize = 200;
/// Ages in years. Below and above them the rules of a network make no difference.
const YOUNGEST: f64 = 1.0 / 365.25;
const OLDEST: f64 = 95.0;

/// Somebody who may have a disease: all ages and both sexes are equally common, and the network's rules
/// scale the probability of the disease by age and sex. The person has no age and sex if nobody can have the
/// disease, or if none of its findings suits the person.
pub(super) fn with_disease(guide: &Guide, disease: DiseaseId, rng: &mut impl Rng) -> Person {
    let people: Vec<Person> = (0..CANDIDATES).map(|_| anybody(rng)).collect();
    // Ages were drawn evenly by their logarithm, so that there are infants among them.
    let weight = |person: &Person| person.age.unwrap_or_default() * factor(guide, disease, person);
    let weights: Vec<f64> = people.iter().map(weight).collect();
    let mut left = rng.random_range(0.0..1.0) * weights.iter().sum::<f64>();
    let drawn = people.into_iter().zip(weights).find(|(_, weight)| {
        left -= weight;
        left < 0.0
    });
    let shows = |person: &Person| {
        let findings = guide.network().findings_of(disease);
        findings.iter().any(|&(f, p, _)| p > 0.0 && guide.sense().suits(f, person))
    };
    drawn.map(|(person, _)| person).filter(shows).unwrap_or_default()
}

fn anybody(rng: &mut impl Rng) -> Person {
    let age = (rng.random_range(YOUNGEST.ln()..OLDEST.ln())).exp();
    let sex = if rng.random_bool(0.5) { Sex::Female } else { Sex::Male };
    Person { age: Some(age), sex: Some(sex) }
}

/// How much likelier a disease is for a person than for anybody.
fn factor(guide: &Guide, disease: DiseaseId, person: &Person) -> f64 {
    let factors = guide.reader().context().factors(person);
    factors.filter(|(d, _)| *d == disease).map(|(_, factor)| factor).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::{Network, NetworkBuilder};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn network() -> Network {
        let mut builder = NetworkBuilder::new();
        for id in ["newborns", "women", "any", "nobody", "odd"] {
            let disease = builder.disease(id, "", 0.1).unwrap();
            let finding = builder.finding(&format!("of_{id}"), "", 0.1).unwrap();
            builder.link(disease, finding, 0.9).unwrap();
            if id == "odd" {
                builder.finding_attribute(finding, "age_min", "200").unwrap();
            }
        }
        let rules = "disease,sex,age_min,age_max,factor\nnewborns,,28 days,,0\nwomen,male,,,0\n\
            nobody,male,,,0\nnobody,female,,,0\n";
        builder.document("context.csv", rules.as_bytes().to_vec());
        builder.build().unwrap()
    }

    #[test]
    fn patients_are_of_the_age_and_sex_of_their_disease() {
        let network = network();
        let guide = Guide::of(&network).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut draw = |id: &str| -> Vec<Person> {
            let disease = network.disease(id).unwrap();
            (0..400).map(|_| with_disease(&guide, disease, &mut rng)).collect()
        };
        assert!(draw("newborns").iter().all(|p| p.age.is_some_and(|age| age < 28.0 / 365.25)));
        assert!(draw("women").iter().all(|p| p.sex == Some(Sex::Female)));
        let ages: Vec<f64> = draw("any").iter().filter_map(|p| p.age).collect();
        let mean = ages.iter().sum::<f64>() / 400.0;
        // Four standard deviations of the mean of 400 even ages are 5.5 years.
        assert!((mean - OLDEST / 2.0).abs() < 5.5, "{mean}");
        for id in ["nobody", "odd"] {
            assert!(draw(id).iter().all(|p| *p == Person::default()), "{id}");
        }
    }
}
