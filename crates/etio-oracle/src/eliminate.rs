//! Variable elimination at 154 digits: any query whose structure is sparse enough.
//!
//! The evidence is compiled once into an arithmetic circuit without subtractions. One evaluation
//! gives P(E); its derivatives give every posterior and the gradient by every link. With positive
//! terms only, the relative error is at most the number of gates on a path times 2^-511, however
//! small P(E) is.

use std::collections::{BTreeMap, BTreeSet};

use crate::circuit::{Circuit, Evaluation, Node};
use crate::factor::{Factor, Variable};
use crate::model::{Answer, Case, Model, OracleError, Precise};
use crate::number::{Exact, LONG_BITS, Real, exact, ln};
use crate::order;

/// Most products that [`eliminate`] takes on: about ten seconds and two gigabytes.
pub const MAX_PRODUCTS: usize = 6_000_000;

/// If P(E) is nearer to 1 than this power of two, its logarithm is computed again with [`LONG_BITS`].
const NEARLY_CERTAIN: i64 = -300;

/// P(E) and all posteriors by variable elimination.
pub fn eliminate(model: &Model, case: &Case) -> Result<Answer, OracleError> {
    model.check_possible(case)?;
    let compiled = Compiled::new(model, &case.present)?;
    let mut marginals = compiled.marginals(&Weights::of(model, case));
    if (marginals.evidence - Real::ONE).exponent() < NEARLY_CERTAIN {
        marginals.log_evidence = ln(&compiled.long_evidence(model, case));
    }
    Ok(marginals.into_answer())
}

/// `1 - p` to [`LONG_BITS`] bits.
fn long_quiet(probability: f64) -> Exact {
    (Exact::ONE - exact(probability)).with_precision(LONG_BITS).value()
}

/// Weights of every disease, off and on, before the present findings are seen: the prior times the
/// factor of the absent findings times a hybrid's tilt.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    pub off: Vec<Real>,
    pub on: Vec<Real>,
    /// A constant factor of the evidence: the leaks of the absent findings.
    pub constant: Real,
}

impl Weights {
    /// The priors alone.
    pub fn priors(model: &Model) -> Weights {
        let on: Vec<Real> = model.priors.iter().map(|&prior| Real::new(prior)).collect();
        Weights { off: on.iter().map(|&prior| Real::ONE - prior).collect(), on, constant: Real::ONE }
    }

    /// The priors with the absent findings folded in.
    pub fn of(model: &Model, case: &Case) -> Weights {
        let mut weights = Weights::priors(model);
        weights.fold_absent(model, case);
        weights
    }

    /// Multiplies in what the absent findings say.
    pub fn fold_absent(&mut self, model: &Model, case: &Case) {
        let parents = model.parents();
        for &finding in &case.absent {
            self.constant *= quiet(model.leaks[finding]);
            for parent in &parents[finding] {
                self.on[parent.disease] *= quiet(parent.probability);
            }
        }
    }
}

/// `1 - p`.
pub(crate) fn quiet(probability: f64) -> Real {
    Real::ONE - Real::new(probability)
}

/// The inputs of one noisy-or mechanism: it stays quiet, or it fires.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mechanism {
    pub quiet: Node,
    pub fires: Node,
}

/// The circuit of P(present findings), with the diseases' weights left open.
pub(crate) struct Compiled {
    circuit: Circuit,
    output: Node,
    /// (disease, its inputs off and on) of the diseases that touch a present finding.
    pub diseases: BTreeMap<usize, (Node, Node)>,
    /// By index in [`Model::links`].
    pub links: BTreeMap<usize, Mechanism>,
    /// The links and leaks with their probabilities.
    mechanisms: Vec<(Mechanism, f64)>,
}

impl Compiled {
    /// Compiles the circuit, or refuses if it gets too large.
    pub fn new(model: &Model, present: &[usize]) -> Result<Compiled, OracleError> {
        let mut compiled = Compiled {
            circuit: Circuit::new(),
            output: Circuit::ONE,
            diseases: BTreeMap::new(),
            links: BTreeMap::new(),
            mechanisms: Vec::new(),
        };
        let factors = compiled.factors(model, present);
        let scopes: Vec<Vec<Variable>> = factors.iter().map(|factor| factor.scope.clone()).collect();
        let (order, cost) = order::choose(&scopes);
        if cost > MAX_PRODUCTS as f64 {
            return Err(OracleError::TooLarge {
                what: "number of products",
                size: cost as usize,
                limit: MAX_PRODUCTS,
            });
        }
        compiled.output = eliminate_all(factors, &order, &mut compiled.circuit);
        Ok(compiled)
    }

    fn factors(&mut self, model: &Model, present: &[usize]) -> Vec<Factor> {
        let parents = model.parents();
        let mut factors = Vec::new();
        for &finding in present {
            let leak = self.mechanism(model.leaks[finding]);
            let explained = Variable::Explained(finding);
            factors.push(Factor { scope: vec![explained], table: vec![leak.quiet, leak.fires] });
            for parent in &parents[finding] {
                let link = self.mechanism(parent.probability);
                self.links.insert(parent.link, link);
                self.diseases
                    .entry(parent.disease)
                    .or_insert_with(|| (self.circuit.input(), self.circuit.input()));
                // Rows: not explained, explained. Columns: disease off, on.
                let table = vec![Circuit::ONE, link.quiet, Circuit::ZERO, link.fires];
                factors.push(Factor { scope: vec![explained, Variable::Disease(parent.disease)], table });
            }
        }
        let weight =
            |(&disease, &(off, on))| Factor { scope: vec![Variable::Disease(disease)], table: vec![off, on] };
        factors.extend(self.diseases.iter().map(weight));
        factors
    }

    fn mechanism(&mut self, probability: f64) -> Mechanism {
        let inputs = Mechanism { quiet: self.circuit.input(), fires: self.circuit.input() };
        self.mechanisms.push((inputs, probability));
        inputs
    }

    /// The circuit's value and derivatives with these weights; the diseases that touch no present
    /// finding stay outside.
    pub fn evaluate(&self, weights: &Weights) -> Evaluation {
        let mut inputs = Vec::new();
        for &(mechanism, probability) in &self.mechanisms {
            inputs.push((mechanism.quiet, quiet(probability)));
            inputs.push((mechanism.fires, Real::new(probability)));
        }
        for (&disease, &(off, on)) in &self.diseases {
            inputs.push((off, weights.off[disease]));
            inputs.push((on, weights.on[disease]));
        }
        self.circuit.evaluate(self.output, &inputs)
    }

    /// The probability of the evidence, weights and all, and the normalised marginals.
    pub fn marginals(&self, weights: &Weights) -> Precise {
        let result = self.evaluate(weights);
        let mut evidence = weights.constant * result.value;
        let (mut on, mut off) = (weights.on.clone(), weights.off.clone());
        for disease in 0..on.len() {
            let total = if let Some(&(off_input, on_input)) = self.diseases.get(&disease) {
                off[disease] *= result.derivative(off_input);
                on[disease] *= result.derivative(on_input);
                result.value
            } else {
                let total = off[disease] + on[disease];
                evidence *= total;
                total
            };
            off[disease] = off[disease] / total;
            on[disease] = on[disease] / total;
        }
        Precise { evidence, log_evidence: evidence.ln(), on, off }
    }

    /// P(E) with an absolute error below the least f64.
    fn long_evidence(&self, model: &Model, case: &Case) -> Exact {
        let long = |probability: f64| exact(probability).with_precision(LONG_BITS).value();
        let mut on: Vec<Exact> = model.priors.iter().map(|&prior| long(prior)).collect();
        let mut evidence = long(1.0);
        let parents = model.parents();
        for &finding in &case.absent {
            evidence *= long_quiet(model.leaks[finding]);
            for parent in &parents[finding] {
                on[parent.disease] *= long_quiet(parent.probability);
            }
        }
        let mut inputs = Vec::new();
        for &(mechanism, probability) in &self.mechanisms {
            inputs.push((mechanism.quiet, long_quiet(probability)));
            inputs.push((mechanism.fires, long(probability)));
        }
        for (disease, on) in on.into_iter().enumerate() {
            let off = long_quiet(model.priors[disease]);
            if let Some(&(off_input, on_input)) = self.diseases.get(&disease) {
                inputs.push((off_input, off));
                inputs.push((on_input, on));
            } else {
                evidence *= off + on;
            }
        }
        evidence * self.circuit.long_value(self.output, inputs)
    }
}

/// Multiplies the factors around each variable in turn and removes it; the product of what is left.
fn eliminate_all(factors: Vec<Factor>, order: &[Variable], circuit: &mut Circuit) -> Node {
    let mut left = Factors::default();
    for factor in factors {
        left.insert(factor, circuit);
    }
    for &variable in order {
        let around = left.take_around(variable);
        let product = order::multiply_all(
            around,
            |factor| &factor.scope,
            |a, b, last| a.product(b, last.then_some(variable), circuit),
        );
        if let Some(product) = product {
            left.insert(product.without(variable, circuit), circuit);
        }
    }
    left.by_scope.values().fold(Circuit::ONE, |product, factor| circuit.multiply(product, factor.table[0]))
}

/// The factors that are left, each scope once.
#[derive(Default)]
struct Factors {
    by_scope: BTreeMap<Vec<Variable>, Factor>,
    /// The scopes that hold each variable.
    users: BTreeMap<Variable, BTreeSet<Vec<Variable>>>,
}

impl Factors {
    /// Adds a factor, multiplying it at once with one of the same scope.
    fn insert(&mut self, factor: Factor, circuit: &mut Circuit) {
        let merged = match self.by_scope.remove(&factor.scope) {
            Some(other) => other.product(&factor, None, circuit),
            None => factor,
        };
        for &variable in &merged.scope {
            self.users.entry(variable).or_default().insert(merged.scope.clone());
        }
        self.by_scope.insert(merged.scope.clone(), merged);
    }

    /// Removes all factors that hold the variable.
    fn take_around(&mut self, variable: Variable) -> Vec<Factor> {
        let scopes = self.users.remove(&variable).unwrap_or_default();
        for scope in &scopes {
            for other in scope {
                if let Some(users) = self.users.get_mut(other) {
                    users.remove(scope);
                }
            }
        }
        scopes.iter().filter_map(|scope| self.by_scope.remove(scope)).collect()
    }
}
