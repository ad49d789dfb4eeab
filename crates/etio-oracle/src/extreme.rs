//! Seeded questions at the edges of the number range, and known ones that broke an error bound.
//!
//! Probabilities reach from 5e-324, the least f64, to 1 - 1e-16, with 0 and 1 among them. A model
//! has one temper for all its numbers, so that there are models of equally improbable
//! diseases (whose posteriors are neither 0 nor 1) as well as models that mix all magnitudes.

use crate::random::{self, Rng};
use crate::{Case, Model};

/// Structure of an extreme question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Any structure of up to 9 diseases and 9 findings.
    General,
    /// A tree of up to 12 diseases and 12 findings.
    Tree,
    /// Up to 12 diseases and findings in a line, each finding linked to its two neighbours.
    Chain,
    /// Up to 3 diseases with up to 3,000 absent findings.
    ManyAbsent,
    /// Up to 3,000 diseases of prior 1, and a few others, on 1 or 2 findings.
    ManyCertain,
    /// Up to 3,000 diseases with tiny links to one present finding.
    ManyTiny,
    /// Up to 300 equal diseases on up to 3 findings.
    ManyEqual,
    /// Up to 5 unconnected small networks.
    Islands,
    /// A small network in which most findings have a link of 1.
    CertainLinks,
    /// A present finding without leak that only one improbable disease explains, beside others.
    SingleCause,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 10] = [
        Shape::General,
        Shape::Tree,
        Shape::Chain,
        Shape::ManyAbsent,
        Shape::ManyCertain,
        Shape::ManyTiny,
        Shape::ManyEqual,
        Shape::Islands,
        Shape::CertainLinks,
        Shape::SingleCause,
    ];
}

/// An extreme question.
#[derive(Clone, Debug)]
pub struct Question {
    /// Structure of the model.
    pub shape: Shape,
    /// The model.
    pub model: Model,
    /// The evidence, which is impossible in some questions (see [`Model::is_possible`]).
    pub case: Case,
}

/// The question of a seed. Consecutive seeds go through [`Shape::ALL`] in turn.
pub fn question(seed: u64) -> Question {
    let shape = Shape::ALL[(seed % Shape::ALL.len() as u64) as usize];
    let mut rng = Rng::new(seed);
    // Neighbouring seeds of this generator give overlapping streams; its output does not.
    let mut rng = Rng::new(rng.next_u64());
    let temper = Temper::new(&mut rng);
    let (model, case) = match shape {
        Shape::General => general(&mut rng, &temper, 9),
        Shape::Tree => tree(&mut rng, &temper),
        Shape::Chain => chain(&mut rng, &temper),
        Shape::ManyAbsent => many_absent(&mut rng, &temper),
        Shape::ManyCertain => many_certain(&mut rng, &temper),
        Shape::ManyTiny => many_tiny(&mut rng, &temper),
        Shape::ManyEqual => many_equal(&mut rng, &temper),
        Shape::Islands => islands(&mut rng, &temper),
        Shape::CertainLinks => certain_links(&mut rng, &temper),
        Shape::SingleCause => single_cause(&mut rng, &temper),
    };
    Question { shape, model, case }
}

/// A distribution of probabilities.
#[derive(Clone, Copy, Debug)]
enum Law {
    /// Log-uniform between two powers of ten.
    Log(f64, f64),
    /// 1 minus log-uniform.
    NearOne,
    /// Uniform.
    Unit,
    /// Always the same.
    Constant(f64),
}

/// Decimal exponent of the least f64.
const LEAST: f64 = -323.3;

impl Law {
    fn draw(self, rng: &mut Rng) -> f64 {
        match self {
            Law::Log(low, high) => 10_f64.powf(rng.uniform(low, high)).clamp(f64::from_bits(1), 1.0),
            Law::NearOne => 1.0 - 10_f64.powf(rng.uniform(-16.0, 0.0)),
            Law::Unit => rng.unit(),
            Law::Constant(value) => value,
        }
    }

    fn any(rng: &mut Rng) -> Law {
        match rng.below(9) {
            0 => Law::Log(-320.0, 0.0),
            1 => Law::Log(LEAST, -308.0),
            2 => Law::NearOne,
            3 => Law::Unit,
            4 => Law::Constant(Law::Log(-320.0, 0.0).draw(rng)),
            5 => Law::Log(-9.0, 0.0),
            _ => Law::around(rng, -320.0),
        }
    }

    /// Numbers of about one magnitude, at least `10^least`.
    fn around(rng: &mut Rng, least: f64) -> Law {
        let low = rng.uniform(least, 0.0);
        Law::Log(low, (low + rng.uniform(0.0, 3.0)).min(0.0))
    }
}

/// Distributions of a model's numbers.
#[derive(Clone, Copy, Debug)]
struct Temper {
    prior: Law,
    link: Law,
    leak: Law,
    /// How often a number is 0 or 1 instead.
    ends: f64,
    /// How often a number is drawn from the whole range instead.
    mixed: f64,
}

impl Temper {
    fn new(rng: &mut Rng) -> Temper {
        if rng.chance(0.4) { Temper::balanced(rng) } else { Temper::any(rng) }
    }

    /// Improbable diseases with ordinary links, among leaks of a magnitude that competes with them,
    /// so that posteriors are seldom 0 or 1.
    fn balanced(rng: &mut Rng) -> Temper {
        let center = rng.uniform(-315.0, -1.0);
        let near = |rng: &mut Rng| {
            let low = (center + rng.uniform(-2.0, 1.0)).clamp(LEAST, -0.5);
            Law::Log(low, (low + 2.0).min(0.0))
        };
        Temper {
            prior: near(rng),
            link: if rng.chance(0.5) { Law::Unit } else { Law::Constant([0.5, 1.0][rng.below(2)]) },
            leak: if rng.chance(0.5) { Law::Constant(0.0) } else { near(rng) },
            ends: if rng.chance(0.7) { 0.0 } else { 0.2 },
            mixed: 0.0,
        }
    }

    fn any(rng: &mut Rng) -> Temper {
        let share = |rng: &mut Rng| if rng.chance(0.6) { 0.0 } else { 0.4 * rng.unit() };
        Temper {
            prior: Law::any(rng),
            link: if rng.chance(0.1) { Law::Constant(1.0) } else { Law::any(rng) },
            leak: if rng.chance(0.5) { Law::Constant(0.0) } else { Law::any(rng) },
            ends: share(rng),
            mixed: share(rng),
        }
    }

    fn draw(&self, law: Law, rng: &mut Rng) -> f64 {
        if rng.chance(self.ends) {
            return f64::from(u8::from(rng.chance(0.5)));
        }
        if rng.chance(self.mixed) { Law::any(rng).draw(rng) } else { law.draw(rng) }
    }

    fn prior(&self, rng: &mut Rng) -> f64 {
        self.draw(self.prior, rng)
    }

    fn link(&self, rng: &mut Rng) -> f64 {
        self.draw(self.link, rng)
    }

    /// Leaks of 0 stay so, and a leak of 1 is rare: it makes the finding say nothing.
    fn leak(&self, rng: &mut Rng) -> f64 {
        match self.leak {
            Law::Constant(0.0) if rng.chance(0.9) => 0.0,
            law => match self.draw(law, rng) {
                1.0 if rng.chance(0.8) => 0.0,
                leak => leak,
            },
        }
    }

    /// A model without links.
    fn members(&self, rng: &mut Rng, diseases: usize, findings: usize) -> Model {
        Model {
            priors: (0..diseases).map(|_| self.prior(rng)).collect(),
            leaks: (0..findings).map(|_| self.leak(rng)).collect(),
            links: Vec::new(),
        }
    }
}

/// A size between two bounds, each magnitude as often as any other.
fn size(rng: &mut Rng, least: usize, most: usize) -> usize {
    rng.uniform((least as f64).ln(), (most as f64 + 1.0).ln()).exp() as usize
}

/// Random observations. Most findings that nothing can show are left out, so that most cases are
/// possible.
fn observe(rng: &mut Rng, model: &Model, most_present: usize) -> Case {
    let mut case = random::case(rng, model, most_present);
    case.present.retain(|&finding| {
        let shown =
            |&(disease, to, p): &(usize, usize, f64)| to == finding && p > 0.0 && model.priors[disease] > 0.0;
        model.leaks[finding] > 0.0 || model.links.iter().any(shown) || rng.chance(0.05)
    });
    case
}

fn general(rng: &mut Rng, temper: &Temper, most: usize) -> (Model, Case) {
    let (diseases, findings) = (1 + rng.below(most), 1 + rng.below(most));
    let mut model = temper.members(rng, diseases, findings);
    let density = rng.uniform(0.15, 1.0);
    for disease in 0..diseases {
        for finding in 0..findings {
            if rng.chance(density) {
                model.links.push((disease, finding, temper.link(rng)));
            }
        }
    }
    let case = observe(rng, &model, most);
    (model, case)
}

fn tree(rng: &mut Rng, temper: &Temper) -> (Model, Case) {
    let (diseases, findings) = (1 + rng.below(12), 1 + rng.below(12));
    let mut model = temper.members(rng, diseases, findings);
    // Members join the tree one after the other, each by a link to one of the other kind.
    model.links.push((0, 0, temper.link(rng)));
    let (mut disease, mut finding) = (1, 1);
    while disease < diseases || finding < findings {
        if disease < diseases && (finding == findings || rng.chance(0.5)) {
            model.links.push((disease, rng.below(finding), temper.link(rng)));
            disease += 1;
        } else {
            model.links.push((rng.below(disease), finding, temper.link(rng)));
            finding += 1;
        }
    }
    let case = observe(rng, &model, 10);
    (model, case)
}

fn chain(rng: &mut Rng, temper: &Temper) -> (Model, Case) {
    let length = 1 + rng.below(12);
    let mut model = temper.members(rng, length, length);
    for k in 0..length {
        model.links.push((k, k, temper.link(rng)));
        if k > 0 {
            model.links.push((k - 1, k, temper.link(rng)));
        }
    }
    let case = if rng.chance(0.4) {
        Case { present: (0..length).collect(), absent: Vec::new() }
    } else {
        observe(rng, &model, 12)
    };
    (model, case)
}

fn many_absent(rng: &mut Rng, temper: &Temper) -> (Model, Case) {
    let (diseases, present) = (1 + rng.below(3), rng.below(3));
    let absent = size(rng, 10, 3_000);
    let mut model = temper.members(rng, diseases, present + absent);
    let usual = Temper { prior: Law::Unit, link: Law::Unit, leak: Law::Unit, ends: 0.0, mixed: 0.0 };
    // With numbers of every kind an absent finding almost surely rules the disease out.
    let quiet = match rng.below(4) {
        0 => *temper,
        1 => Temper { link: Law::Log(-320.0, -3.0), ..usual },
        2 => Temper { link: Law::around(rng, -20.0), ..usual },
        _ => Temper { link: Law::Constant(1.0 / absent as f64), ..usual },
    };
    let leaky = rng.chance(0.3);
    for finding in present..present + absent {
        if !leaky {
            model.leaks[finding] = 0.0;
        } else if model.leaks[finding] == 1.0 {
            model.leaks[finding] = 1e-17;
        }
        let disease = rng.below(diseases);
        model.links.push((disease, finding, quiet.link(rng)));
    }
    for finding in 0..present {
        for disease in 0..diseases {
            model.links.push((disease, finding, temper.link(rng)));
        }
    }
    let case = Case { present: (0..present).collect(), absent: (present..present + absent).collect() };
    (model, case)
}

fn many_certain(rng: &mut Rng, temper: &Temper) -> (Model, Case) {
    let (free, findings, certain) = (1 + rng.below(4), 1 + rng.below(2), size(rng, 10, 3_000));
    let mut model = temper.members(rng, free + certain, findings);
    model.priors[free..].fill(1.0);
    let tiny = match rng.below(3) {
        0 => Law::Constant(1.0 / certain as f64),
        1 => Law::Log(-320.0, -3.0),
        _ => Law::around(rng, -20.0),
    };
    for finding in 0..findings {
        for disease in 0..free + certain {
            let link = if disease < free { temper.link(rng) } else { tiny.draw(rng) };
            model.links.push((disease, finding, link));
        }
    }
    let case = few_observed(rng, findings);
    (model, case)
}

fn many_tiny(rng: &mut Rng, temper: &Temper) -> (Model, Case) {
    let diseases = size(rng, 10, 3_000);
    let mut model = temper.members(rng, diseases, 1);
    let tiny = match rng.below(3) {
        0 => Law::Log(-320.0, -10.0),
        1 => Law::Constant(Law::Log(-300.0, -5.0).draw(rng)),
        _ => Law::around(rng, -300.0),
    };
    model.links = (0..diseases).map(|disease| (disease, 0, tiny.draw(rng))).collect();
    (model, Case { present: vec![0], absent: Vec::new() })
}

fn many_equal(rng: &mut Rng, temper: &Temper) -> (Model, Case) {
    let (diseases, findings) = (size(rng, 5, 300), 1 + rng.below(3));
    let mut model = temper.members(rng, diseases, findings);
    let prior = match rng.below(3) {
        0 => 1.0 / diseases as f64,
        _ => model.priors[0],
    };
    model.priors.fill(prior);
    for finding in 0..findings {
        let link = temper.link(rng);
        model.links.extend((0..diseases).map(|disease| (disease, finding, link)));
    }
    let case = few_observed(rng, findings);
    (model, case)
}

/// Most of a few findings present, the others absent.
fn few_observed(rng: &mut Rng, findings: usize) -> Case {
    let mut case = Case::default();
    for finding in 0..findings {
        if rng.chance(0.8) { &mut case.present } else { &mut case.absent }.push(finding);
    }
    case
}

fn islands(rng: &mut Rng, temper: &Temper) -> (Model, Case) {
    let (mut model, mut case) = (Model::default(), Case::default());
    for _ in 0..2 + rng.below(4) {
        // Some islands have a temper of their own.
        let own = if rng.chance(0.3) { Temper::new(rng) } else { *temper };
        let (island, observed) = general(rng, &own, 4);
        join(&mut model, &mut case, &island, &observed);
    }
    (model, case)
}

/// Adds a question beside another one.
fn join(model: &mut Model, case: &mut Case, island: &Model, observed: &Case) {
    let (diseases, findings) = (model.priors.len(), model.leaks.len());
    model.priors.extend(&island.priors);
    model.leaks.extend(&island.leaks);
    model.links.extend(island.links.iter().map(|&(d, f, p)| (d + diseases, f + findings, p)));
    case.present.extend(observed.present.iter().map(|finding| finding + findings));
    case.absent.extend(observed.absent.iter().map(|finding| finding + findings));
}

fn certain_links(rng: &mut Rng, temper: &Temper) -> (Model, Case) {
    let (mut model, mut case) = general(rng, temper, 8);
    for link in &mut model.links {
        if rng.chance(0.5) {
            link.2 = 1.0;
        }
    }
    // An absent finding with a link of 1 rules the disease out; with many of them, all diseases.
    if rng.chance(0.7) {
        case.absent.truncate(1);
    }
    (model, case)
}

fn single_cause(rng: &mut Rng, temper: &Temper) -> (Model, Case) {
    let (mut model, mut case) = general(rng, temper, 7);
    let (disease, finding) = (rng.below(model.priors.len()), model.leaks.len());
    model.priors[disease] = Law::Log(LEAST, -5.0).draw(rng);
    model.leaks.push(0.0);
    let link = temper.link(rng);
    let link = if link > 0.0 { link } else { Law::Log(LEAST, 0.0).draw(rng) };
    model.links.push((disease, finding, link));
    case.present.push(finding);
    (model, case)
}

/// A question that broke an error bound.
#[derive(Clone, Debug)]
pub struct Reproduction {
    /// Name of the question.
    pub name: &'static str,
    /// The model.
    pub model: Model,
    /// The evidence.
    pub case: Case,
}

/// Small questions with evidence far below the range of an f64, or with thousands of roundings in
/// one number.
pub fn reproductions() -> Vec<Reproduction> {
    let present = |count: usize| Case { present: (0..count).collect(), absent: Vec::new() };
    let links = |list: &[(usize, usize, f64)]| list.to_vec();
    let many = 2_000;
    vec![
        Reproduction {
            name: "product-below-range",
            model: Model { priors: vec![5e-324], leaks: vec![0.0], links: links(&[(0, 0, 0.5)]) },
            case: present(1),
        },
        Reproduction {
            name: "product-subnormal",
            model: Model {
                priors: vec![1e-300; 2],
                leaks: vec![0.0],
                links: links(&[(0, 0, 1.3e-22), (1, 0, 3.7e-23)]),
            },
            case: present(1),
        },
        Reproduction {
            name: "prior-1e-80",
            model: Model {
                priors: vec![2e-80, 4e-80, 3e-80, 4e-80],
                leaks: vec![0.0; 7],
                links: links(&[
                    (0, 1, 0.5),
                    (0, 0, 0.5),
                    (1, 0, 1.0),
                    (1, 2, 1.0),
                    (2, 3, 0.5),
                    (2, 5, 0.5),
                    (2, 4, 0.5),
                    (2, 2, 0.5),
                    (3, 5, 1.0),
                    (3, 3, 1.0),
                    (3, 4, 0.5),
                    (3, 6, 1.0),
                ]),
            },
            case: present(7),
        },
        Reproduction {
            name: "prior-1e-110",
            model: Model {
                priors: vec![7e-111, 2e-111, 2e-109],
                leaks: vec![0.0, 1e-110, 0.0, 0.0, 0.0],
                links: links(&[
                    (1, 0, 1.0),
                    (0, 0, 1.0),
                    (0, 1, 1.0),
                    (2, 2, 1.0),
                    (1, 3, 1.0),
                    (0, 4, 1.0),
                    (2, 4, 0.5),
                ]),
            },
            case: present(5),
        },
        Reproduction {
            name: "absent-2000",
            model: Model {
                priors: vec![0.5],
                leaks: (0..=many).map(|finding| if finding == 0 { 0.3 } else { 0.0 }).collect(),
                links: (0..=many).map(|f| (0, f, if f == 0 { 0.5 } else { 0.0005 })).collect(),
            },
            case: Case { present: vec![0], absent: (1..=many).collect() },
        },
        Reproduction {
            name: "certain-2000",
            model: Model {
                priors: (0..many + 2).map(|disease| if disease < 2 { 0.5 } else { 1.0 }).collect(),
                leaks: vec![0.0],
                links: (0..many + 2).map(|d| (d, 0, *[0.5, 0.25].get(d).unwrap_or(&0.0005))).collect(),
            },
            case: present(1),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OracleError;

    #[test]
    fn questions_are_valid_and_mostly_possible() {
        let mut possible = 0;
        for seed in 0..3_000 {
            let Question { model, case, .. } = question(seed);
            assert_eq!(model.check(&case), Ok::<(), OracleError>(()), "seed {seed}");
            possible += usize::from(model.is_possible(&case));
        }
        assert!((2_200..2_950).contains(&possible), "{possible} of 3000 are possible");
    }

    #[test]
    fn every_shape_brings_subnormal_numbers_both_ends_and_numbers_beside_one() {
        for (k, &shape) in Shape::ALL.iter().enumerate() {
            let questions = (0..300).map(|n| question(n * Shape::ALL.len() as u64 + k as u64));
            let (mut subnormal, mut zero, mut one, mut beside_one, mut leakless) = (0, 0, 0, 0, 0);
            for Question { shape: drawn, model, case } in questions {
                assert_eq!(drawn, shape);
                let numbers: Vec<f64> = model
                    .priors
                    .iter()
                    .chain(&model.leaks)
                    .copied()
                    .chain(model.links.iter().map(|link| link.2))
                    .collect();
                let any = |feature: &dyn Fn(f64) -> bool| i32::from(numbers.iter().any(|&p| feature(p)));
                subnormal += any(&f64::is_subnormal);
                zero += any(&|p| p == 0.0);
                one += any(&|p| p == 1.0);
                beside_one += any(&|p| p < 1.0 && p > 1.0 - 1e-9);
                leakless += i32::from(case.present.iter().all(|&finding| model.leaks[finding] == 0.0));
            }
            for count in [subnormal, zero, one, beside_one, leakless] {
                assert!(count > 10, "{shape:?}: {subnormal} {zero} {one} {beside_one} {leakless}");
            }
        }
    }

    #[test]
    fn many_questions_are_undecided() {
        let undecided = (0..500).map(question).filter(|Question { model, case, .. }| {
            let Ok(answer) = crate::eliminate(model, case) else { return false };
            let pairs = answer.posteriors.iter().zip(&model.priors);
            pairs.into_iter().any(|(p, prior)| p != prior && (1e-3..0.999).contains(p))
        });
        let count = undecided.count();
        assert!(count > 150, "{count} of 500");
    }

    #[test]
    fn trees_have_one_link_less_than_members() {
        for seed in (1..2_000).step_by(Shape::ALL.len()) {
            let Question { shape, model, .. } = question(seed);
            assert_eq!(shape, Shape::Tree);
            assert_eq!(model.links.len() + 1, model.priors.len() + model.leaks.len(), "seed {seed}");
        }
    }
}
