//! Families of similar diseases: which diseases are alike, and the exchange of links that makes them so.

use std::collections::{BTreeMap, BTreeSet};

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// The share of diseases that have a family.
const IN_FAMILIES: f64 = 0.8;

/// The share of its findings that a disease has in common with the first of its family.
const SHARED: f64 = 0.5;

/// Families of three to six diseases.
pub(super) fn draw(diseases: usize, rng: &mut impl Rng) -> Vec<Vec<u32>> {
    let mut all: Vec<u32> = (0..diseases as u32).collect();
    all.shuffle(rng);
    all.truncate((diseases as f64 * IN_FAMILIES) as usize);
    let mut families = Vec::new();
    let mut rest = &all[..];
    while rest.len() >= 3 {
        let (family, others) = rest.split_at(rng.random_range(3..=6).min(rest.len()));
        families.push(family.to_vec());
        rest = others;
    }
    families
}

/// Exchanges links until the members of each family share findings with its first one. In an
/// exchange disease `d` gives up finding `b` for `a`, and another disease `e` gives up `a` for `b`:
/// all degrees stay as they are.
pub(super) fn share_findings(
    links: &mut [BTreeMap<u32, f64>],
    finding_count: usize,
    families: &[Vec<u32>],
    rng: &mut impl Rng,
) {
    let mut parents = vec![BTreeSet::new(); finding_count];
    for (disease, row) in links.iter().enumerate() {
        for &finding in row.keys() {
            parents[finding as usize].insert(disease as u32);
        }
    }
    let mut exchange = Exchange { links, parents, settled: BTreeSet::new() };
    for family in families {
        let Some((&core, others)) = family.split_first() else { continue };
        for &disease in others {
            exchange.bring_near(disease, core, family, rng);
        }
    }
}

struct Exchange<'a> {
    links: &'a mut [BTreeMap<u32, f64>],
    parents: Vec<BTreeSet<u32>>,
    /// Links that make a family and are not given away again.
    settled: BTreeSet<(u32, u32)>,
}

impl Exchange<'_> {
    fn bring_near(&mut self, disease: u32, core: u32, family: &[u32], rng: &mut impl Rng) {
        let of_core: Vec<u32> = self.links[core as usize].keys().copied().collect();
        let (mut shared, mut missing): (Vec<u32>, Vec<u32>) =
            of_core.iter().partition(|finding| self.links[disease as usize].contains_key(finding));
        let enough = (self.links[disease as usize].len().min(of_core.len()) as f64 * SHARED) as usize;
        let mut spare: Vec<u32> = self.links[disease as usize]
            .keys()
            .copied()
            .filter(|&f| !self.links[core as usize].contains_key(&f) && !self.settled.contains(&(disease, f)))
            .collect();
        missing.shuffle(rng);
        spare.shuffle(rng);
        for finding in missing {
            let Some(&given) = spare.last().filter(|_| shared.len() < enough) else { break };
            let Some(other) = self.partner(finding, given, family, rng) else { continue };
            spare.pop();
            self.swap((disease, given), (other, finding));
            shared.push(finding);
        }
        for finding in shared {
            self.settled.insert((disease, finding));
            self.settled.insert((core, finding));
        }
    }

    /// A disease outside the family that can give up `finding` for `given`.
    fn partner(&self, finding: u32, given: u32, family: &[u32], rng: &mut impl Rng) -> Option<u32> {
        let candidates: Vec<u32> = self.parents[finding as usize]
            .iter()
            .copied()
            .filter(|&e| {
                !family.contains(&e)
                    && !self.settled.contains(&(e, finding))
                    && !self.links[e as usize].contains_key(&given)
            })
            .collect();
        (!candidates.is_empty()).then(|| candidates[rng.random_range(0..candidates.len())])
    }

    /// Two diseases exchange findings; each keeps its own strength.
    fn swap(&mut self, (d, b): (u32, u32), (e, a): (u32, u32)) {
        for (disease, from, to) in [(d, b, a), (e, a, b)] {
            let row = &mut self.links[disease as usize];
            if let Some(strength) = row.remove(&from) {
                row.insert(to, strength);
            }
            self.parents[from as usize].remove(&disease);
            self.parents[to as usize].insert(disease);
        }
    }
}
