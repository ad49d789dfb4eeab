//! Rankings against sums over disease sets, written out.

use etio::{DiseaseId, Evidence, FindingId, Limits, Method, Network, NetworkBuilder};
use proptest::prelude::*;

use super::{Absent, Bench, Ground, Overrides, Ranker, Ranking};
use crate::Observation;

const DISEASES: usize = 5;
const FINDINGS: usize = 5;

/// A network and evidence on it: the first findings are present, the next absent.
#[derive(Clone, Debug)]
struct World {
    priors: Vec<f64>,
    leaks: Vec<f64>,
    links: Vec<Vec<f64>>,
    present: usize,
    absent: usize,
}

impl World {
    fn network(&self) -> Network {
        let mut builder = NetworkBuilder::new();
        for (at, &prior) in self.priors.iter().enumerate() {
            builder.disease(&format!("d{at}"), "", prior).unwrap();
        }
        for (at, &leak) in self.leaks.iter().enumerate() {
            builder.finding(&format!("f{at}"), "", leak).unwrap();
        }
        for (d, row) in self.links.iter().enumerate() {
            for (f, &v) in row.iter().enumerate().filter(|(_, v)| **v > 0.0) {
                builder.link(DiseaseId::new(d as u32), FindingId::new(f as u32), v).unwrap();
            }
        }
        builder.build().unwrap()
    }

    fn observation(&self) -> Observation {
        let ids = |from: usize, to: usize| (from as u32..to as u32).map(FindingId::new);
        let evidence =
            Evidence::new(ids(0, self.present), ids(self.present, self.present + self.absent)).unwrap();
        Observation { evidence, notes: vec![] }
    }

    /// P(these diseases and no others, evidence), with absent findings as volunteered or plain.
    fn joint(&self, set: usize, absent: Absent) -> f64 {
        let on = |d: usize| set >> d & 1 == 1;
        let mut p: f64 =
            (0..DISEASES).map(|d| if on(d) { self.priors[d] } else { 1.0 - self.priors[d] }).product();
        for f in 0..self.present + self.absent {
            let quiet: f64 = (0..DISEASES).filter(|&d| on(d)).map(|d| 1.0 - self.links[d][f]).product();
            let quiet = (1.0 - self.leaks[f]) * quiet;
            if f < self.present {
                p *= 1.0 - quiet;
            } else if absent != Absent::Ignored {
                let relevance = |d: usize| absent.relevance(self.leaks[f], self.links[d][f]);
                let thought_of: f64 = (0..DISEASES).filter(|&d| on(d)).map(relevance).product();
                p *= quiet * thought_of;
            }
        }
        p
    }

    /// Marginals and evidence over sets of at most this many diseases.
    fn sum(&self, most: u32, absent: Absent) -> (Vec<f64>, f64) {
        let (mut total, mut marginals) = (0.0, vec![0.0; DISEASES]);
        for set in (0..1usize << DISEASES).filter(|set| set.count_ones() <= most) {
            let p = self.joint(set, absent);
            total += p;
            for (d, marginal) in marginals.iter_mut().enumerate().filter(|(d, _)| set >> d & 1 == 1) {
                let _ = d;
                *marginal += p;
            }
        }
        (marginals.into_iter().map(|m| m / total).collect(), total)
    }
}

fn world() -> impl Strategy<Value = World> {
    let link = prop_oneof![2 => Just(0.0), 3 => 0.001f64..0.9];
    (
        prop::collection::vec(1e-5f64..0.4, DISEASES),
        prop::collection::vec(1e-4f64..0.5, FINDINGS),
        prop::collection::vec(prop::collection::vec(link, FINDINGS), DISEASES),
        1usize..4,
        0usize..2,
    )
        .prop_map(|(priors, leaks, links, present, absent)| World {
            priors,
            leaks,
            links,
            present,
            absent,
        })
}

fn ways() -> impl Strategy<Value = Absent> {
    prop_oneof![Just(Absent::Relevant), Just(Absent::Plain), Just(Absent::Ignored)]
}

fn near(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9)
}

fn bench_on(network: &Network) -> Bench {
    Bench::new(Ground { network, listed: &[] }, Limits::default())
}

proptest! {
    #[test]
    fn one_disease_two_diseases_and_any_number(world in world(), absent in ways()) {
        let mut bench = bench_on(&world.network());
        for (ranker, most) in
            [(Ranker::Single, 1), (Ranker::Pairs, 2), (Ranker::Joint(Method::Enumeration), DISEASES as u32)]
        {
            let ranking = bench.rank(ranker, &world.observation(), absent, &Overrides::new()).unwrap();
            let (marginals, total) = world.sum(most, absent);
            prop_assert!(near(&ranking.probabilities, &marginals), "{ranker} {absent}: {:?} {marginals:?}", ranking.probabilities);
            // The engine's own evidence knows nothing of what was thought of.
            if absent != Absent::Relevant || most < DISEASES as u32 {
                prop_assert!((ranking.log_evidence - total.ln()).abs() < 1e-9, "{ranker} {absent}");
            }
        }
    }

    #[test]
    fn a_group_is_as_likely_as_any_of_its_diseases(world in world(), absent in ways(), group in 0usize..1 << DISEASES) {
        let members: Vec<DiseaseId> =
            (0..DISEASES).filter(|d| group >> d & 1 == 1).map(|d| DiseaseId::new(d as u32)).collect();
        for (ranker, most) in [(Ranker::Single, 1), (Ranker::Pairs, 2)] {
            let ranking =
                bench_on(&world.network()).rank(ranker, &world.observation(), absent, &Overrides::new()).unwrap();
            let sets = || (0..1usize << DISEASES).filter(|set| set.count_ones() <= most);
            let sum = |sets: &mut dyn Iterator<Item = usize>| sets.map(|set| world.joint(set, absent)).sum::<f64>();
            let any = sum(&mut sets().filter(|set| set & group != 0)) / sum(&mut sets());
            prop_assert!((ranking.any_of(&members) - any).abs() < 1e-9, "{ranker} {absent}");
        }
    }

    /// A list says where the cause is, so two diseases of a listed gene are no likelier than one.
    #[test]
    fn a_list_of_genes_counts_once_for_two_diseases(
        world in world(),
        absent in ways(),
        ratios in prop::collection::vec(prop_oneof![Just(0.05f64), Just(1.0), 1.0f64..1e5], DISEASES),
    ) {
        let on = |set: usize| (0..DISEASES).filter(move |d| set >> d & 1 == 1);
        let joint = |set: usize| {
            world.joint(set, absent) * on(set).map(|d| ratios[d]).reduce(f64::max).unwrap_or(1.0)
        };
        let sets: Vec<usize> = (0..1usize << DISEASES).filter(|set| set.count_ones() <= 2).collect();
        let total: f64 = sets.iter().map(|&set| joint(set)).sum();
        let marginal =
            |d: usize| sets.iter().filter(|&&set| set >> d & 1 == 1).map(|&set| joint(set)).sum::<f64>() / total;
        let expected: Vec<f64> = (0..DISEASES).map(marginal).collect();
        let odds = world.priors.iter().zip(&ratios).map(|(p, ratio)| p / (1.0 - p) * ratio);
        let listed: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
        let network = world.network().with_priors(odds.map(|odds| odds / (1.0 + odds)).collect()).unwrap();
        let mut bench = Bench::new(Ground { network: &network, listed: &listed }, Limits::default());
        let ranking = bench.rank(Ranker::Pairs, &world.observation(), absent, &Overrides::new()).unwrap();
        prop_assert!(near(&ranking.probabilities, &expected), "{:?} {expected:?}", ranking.probabilities);
    }

    #[test]
    fn replaced_links_give_what_a_network_with_them_gives(world in world(), other in world(), absent in ways()) {
        let other = World { present: world.present, absent: world.absent, ..other };
        let mut changed = world.clone();
        changed.links[1].clone_from(&other.links[1]);
        changed.links[3].clone_from(&other.links[3]);
        let shown = world.present + world.absent;
        let overrides: Overrides =
            [1, 3].map(|d| (d, other.links[d as usize][..shown].to_vec())).to_vec();
        let mut bench = bench_on(&world.network());
        let mut plain = bench_on(&changed.network());
        for ranker in [Ranker::Single, Ranker::Pairs, Ranker::Joint(Method::Enumeration)] {
            let replaced = bench.rank(ranker, &world.observation(), absent, &overrides).unwrap();
            let expected = plain.rank(ranker, &world.observation(), absent, &Overrides::new()).unwrap();
            prop_assert!(near(&replaced.probabilities, &expected.probabilities), "{ranker} {absent}");
        }
    }
}

#[test]
fn a_place_is_undecided_if_any_later_disease_may_be_likelier() {
    let ranking = Ranking {
        // The third may be likelier than the first, which the second, between them, is not.
        intervals: vec![(0.45, 0.55), (0.3, 0.3), (0.1, 0.5), (0.0, 0.05)],
        ..Ranking::new(vec![-1.0, -2.0, -3.0, -4.0], vec![0.5, 0.3, 0.2, 0.05], Ranker::Single)
    };
    let undecided =
        |ranking: &Ranking| (0..4).map(|d| ranking.is_undecided(DiseaseId::new(d))).collect::<Vec<_>>();
    assert_eq!(undecided(&ranking), [true, true, false, false]);
    assert_eq!(undecided(&Ranking { intervals: Vec::new(), ..ranking }), [false; 4]);
}

#[test]
fn rankers_are_spelled_one_way() {
    for text in ["single", "pairs", "likelihood-ratio", "auto", "vfh+cvx+fdo:2"] {
        assert_eq!(text.parse::<Ranker>().unwrap().to_string(), text);
    }
    for &ranker in Ranker::OWN {
        assert_eq!(ranker.to_string().parse(), Ok(ranker));
        assert!((8..=78).contains(&ranker.summary().len()), "{ranker}");
        assert!(ranker.to_string().parse::<Method>().is_err(), "{ranker} is a method of the engine too");
    }
    let error = "pears".parse::<Ranker>().unwrap_err().to_string();
    assert!(error.ends_with("for patients also: single, pairs, likelihood-ratio"), "{error}");
    assert!(error.contains(&Method::spellings()), "{error}");
    assert!("relevant".parse::<Absent>().is_ok() && "maybe".parse::<Absent>().is_err());
}

#[test]
fn many_findings_do_not_overflow() {
    let mut builder = NetworkBuilder::new();
    let [a, b] = ["a", "b"].map(|id| builder.disease(id, "", 1e-5).unwrap());
    let findings: Vec<FindingId> = (0..200)
        .map(|at| {
            let finding = builder.finding(&format!("f{at}"), "", 1e-4).unwrap();
            builder.link(if at % 2 == 0 { a } else { b }, finding, 0.9).unwrap();
            finding
        })
        .collect();
    let mut bench = bench_on(&builder.build().unwrap());
    let observation = Observation { evidence: Evidence::new(findings, []).unwrap(), notes: vec![] };
    for ranker in [Ranker::Single, Ranker::Pairs] {
        let ranking = bench.rank(ranker, &observation, Absent::Plain, &Overrides::new()).unwrap();
        assert!(ranking.probabilities.iter().all(|p| (0.0..=1.0).contains(p)), "{ranker}");
        assert!(ranking.scores.iter().all(|s| s.is_finite()), "{ranker}");
    }
    let pairs = bench.rank(Ranker::Pairs, &observation, Absent::Plain, &Overrides::new()).unwrap();
    assert!(pairs.probabilities.iter().all(|&p| p > 0.99));
}
