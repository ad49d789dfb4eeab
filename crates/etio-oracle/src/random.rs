//! Seeded random models and cases for property tests.

/// A small, fast, seeded generator (`SplitMix64`), so that this crate needs no other.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number in [low, high).
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A whole number below `count`, which must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next_u64() % count as u64) as usize
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }
}

use crate::{Case, Model};

/// How large random questions are.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// At most this many diseases (at least 1).
    pub diseases: usize,
    /// At most this many findings (at least 1).
    pub findings: usize,
    /// At most this many present findings.
    pub present: usize,
}

impl Size {
    /// Small enough for brute force and for thousands of questions.
    pub const SMALL: Size = Size { diseases: 9, findings: 9, present: 7 };
}

/// A random model with a random case about it: with and without leaks, priors from 1e-9 to 1 with 0
/// and 1 among them, links up to 1, dense, sparse and disconnected networks, findings and diseases
/// without links, empty evidence, present and absent findings mixed. The evidence is sometimes
/// impossible, which is for the caller to tell (by [`Model::is_possible`]).
pub fn question(seed: u64, size: Size) -> (Model, Case) {
    let mut rng = Rng::new(seed);
    let model = model(&mut rng, size);
    let case = case(&mut rng, &model, size.present);
    (model, case)
}

/// As [`question`], skipping the seeds whose evidence is impossible.
pub fn possible_question(seed: u64, size: Size) -> (Model, Case) {
    let mut rng = Rng::new(seed);
    loop {
        let (model, case) = question(rng.next_u64(), size);
        if model.is_possible(&case) {
            return (model, case);
        }
    }
}

/// A random model; see [`question`].
pub fn model(rng: &mut Rng, size: Size) -> Model {
    let (diseases, findings) = (1 + rng.below(size.diseases), 1 + rng.below(size.findings));
    // One temper for the whole model, so that there are models all of whose priors are rare, that
    // have no leaks, and so on.
    let (rarest, ends) = (rng.uniform(-9.0, 0.0), rng.chance(0.3));
    let (leaky, density) = (rng.unit().round() * rng.unit().sqrt(), rng.uniform(0.1, 1.0));
    let islands = 1 + rng.below(3);
    let priors = (0..diseases).map(|_| prior(rng, rarest, ends)).collect();
    let leaks = (0..findings).map(|_| if rng.chance(leaky) { leak(rng, ends) } else { 0.0 }).collect();
    let mut links = Vec::new();
    for disease in 0..diseases {
        for finding in 0..findings {
            if disease % islands == finding % islands && rng.chance(density) {
                links.push((disease, finding, link(rng, ends)));
            }
        }
    }
    Model { priors, leaks, links }
}

/// A random case: none, some or all findings observed.
pub fn case(rng: &mut Rng, model: &Model, most_present: usize) -> Case {
    let (observed, present) = (rng.unit() * 1.2, rng.unit() * 1.2);
    let mut case = Case::default();
    let mut findings: Vec<usize> = (0..model.leaks.len()).collect();
    for k in (1..findings.len()).rev() {
        findings.swap(k, rng.below(k + 1));
    }
    for finding in findings {
        if !rng.chance(observed) {
            continue;
        }
        if rng.chance(present) && case.present.len() < most_present {
            case.present.push(finding);
        } else {
            case.absent.push(finding);
        }
    }
    case
}

fn prior(rng: &mut Rng, rarest: f64, ends: bool) -> f64 {
    if ends && rng.chance(0.2) {
        return if rng.chance(0.7) { 0.0 } else { 1.0 };
    }
    if rng.chance(0.1) { rng.unit() } else { 10_f64.powf(rng.uniform(rarest, 0.0)) }
}

fn leak(rng: &mut Rng, ends: bool) -> f64 {
    if ends && rng.chance(0.05) { 1.0 } else { 10_f64.powf(rng.uniform(-6.0, 0.0)) }
}

fn link(rng: &mut Rng, ends: bool) -> f64 {
    if ends && rng.chance(0.2) {
        return if rng.chance(0.9) { 1.0 } else { 0.0 };
    }
    if rng.chance(0.1) { 10_f64.powf(rng.uniform(-8.0, 0.0)) } else { rng.unit() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_turns_up() {
        let questions: Vec<(Model, Case)> = (0..2_000).map(|seed| question(seed, Size::SMALL)).collect();
        let count = |feature: &dyn Fn(&Model, &Case) -> bool| {
            questions.iter().filter(|(model, case)| feature(model, case)).count()
        };
        assert!(count(&|m, c| m.check(c).is_err()) == 0);
        assert!((50..500).contains(&count(&|m, c| !m.is_possible(c))));
        assert!(count(&|m, _| m.leaks.iter().all(|&l| l == 0.0)) > 500);
        assert!(count(&|m, _| m.leaks.iter().all(|&l| l > 0.0)) > 200);
        assert!(count(&|m, _| m.priors.contains(&1.0)) > 50);
        assert!(count(&|m, _| m.priors.contains(&0.0)) > 50);
        assert!(count(&|m, _| m.priors.iter().all(|&p| p < 1e-3)) > 50);
        assert!(count(&|m, _| m.links.iter().any(|l| l.2 == 1.0)) > 50);
        assert!(count(&|m, _| m.links.is_empty()) > 20);
        assert!(count(&|_, c| c.present.is_empty() && c.absent.is_empty()) > 50);
        assert!(count(&|_, c| c.present.len() >= 2 && c.absent.len() >= 2) > 200);
    }
}
