//! The search for a cheap elimination order, and for which diseases to keep as variables.

use super::bits::Bits;
use super::cost::{Cost, Rates};
use super::model::{Component, Model};
use super::order::{Graph, Rule, Ties};
use super::schedule::{Item, Scheduler};
use crate::budget::Budget;
use crate::pace::Pace;
use crate::{InferenceError, Method};

/// Diseases with the same present findings.
#[derive(Clone, Debug)]
pub(super) struct Group<const N: usize> {
    /// Their findings, by position in the component.
    pub(super) scope: Bits<N>,
    /// Positions in the model's members.
    pub(super) members: Vec<u32>,
}

/// The factors of a component, to be ordered.
#[derive(Debug)]
pub(super) struct Factors<'m, const N: usize> {
    pub(super) model: &'m Model,
    pub(super) component: &'m Component,
    /// Largest first.
    pub(super) groups: Vec<Group<N>>,
    /// Findings that are joined without subtraction, by position in the component.
    pub(super) positive: Bits<N>,
}

/// An order with its price.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Number of groups, from the first on, whose diseases are variables themselves.
    pub(super) kept: usize,
    /// The variables, first to go first: findings, then kept diseases.
    pub(super) order: Vec<u16>,
    pub(super) cost: Cost,
}

/// A disease with fewer findings is never worth a variable of its own.
const LEAST_KEPT: usize = 4;
/// More restarts bought less than a fifth of a bit.
const MOST_RESTARTS: u64 = 60;
/// The share of the predicted run time that the search may take.
pub(super) const SEARCH_SHARE: f64 = 0.3;
/// The same for a plan that is needed at once. Small runs take a third of their prediction or less.
pub(super) const QUICK_SEARCH_SHARE: f64 = 0.02;
/// Joins that are priced between two checks of the clock.
const JOINS_PER_LOOK: usize = 128;
/// The search takes no longer than this many seconds, however long the run will take.
const LONGEST_SEARCH: f64 = 1.0;
/// Measured: seconds of one attempt, of one word of a set that an order is chosen by, and of one
/// join that is priced. By these the search counts its own time, so that it ends at the same point
/// in every run.
const ATTEMPT_SECONDS: f64 = 2e-6;
const WORD_SECONDS: f64 = 1e-9;
const JOIN_SECONDS: f64 = 4e-8;
/// Joins with more axes are beyond any memory. Where some variable has more neighbours than this in
/// every order, none is looked for.
const MOST_AXES: usize = 44;
/// A table of this many axes is out of reach for ever: it does not matter how many more there are.
const HOPELESS: usize = 128;

/// A search under way.
struct Hunt<'h, 'm, const N: usize> {
    factors: &'h Factors<'m, N>,
    rates: &'h Rates,
    /// Share of the predicted run time that the search may take.
    share: f64,
    patience: &'h Budget,
    budget: &'h Budget,
    /// Seconds that the search has taken, as counted.
    taken: f64,
    scheduler: Scheduler<N>,
    best: Option<Candidate>,
}

impl<const N: usize> Hunt<'_, '_, N> {
    /// Whether more searching would take longer than it is worth.
    fn is_over(&self) -> bool {
        self.best.as_ref().is_some_and(|best| {
            let worth = (self.share * best.cost.seconds(self.rates)).min(LONGEST_SEARCH);
            self.taken > worth || self.patience.check().is_err()
        })
    }

    /// The graph with some diseases kept as variables; nothing once the search is over.
    fn graph(&self, kept: usize) -> Result<Option<Graph<N>>, InferenceError> {
        match self.best {
            None => self.factors.graph(kept, self.budget).map(Some),
            // Whatever was found so far will do.
            Some(_) => Ok(self.factors.graph(kept, self.patience).ok()),
        }
    }

    /// Tries one order. False once the search is over.
    fn attempt(
        &mut self,
        kept: usize,
        graph: Graph<N>,
        rule: Rule,
        seed: u64,
    ) -> Result<bool, InferenceError> {
        match (self.is_over(), &self.best) {
            (true, _) => Ok(false),
            (false, None) => self.improve(kept, graph, rule, seed, self.budget).map(|()| true),
            // Whatever was found so far will do.
            (false, Some(_)) => Ok(self.improve(kept, graph, rule, seed, self.patience).is_ok()),
        }
    }

    fn improve(
        &mut self,
        kept: usize,
        mut graph: Graph<N>,
        rule: Rule,
        seed: u64,
        clock: &Budget,
    ) -> Result<(), InferenceError> {
        let order = graph.eliminate(rule, &mut Ties::new(seed), clock)?;
        self.taken += ATTEMPT_SECONDS + WORD_SECONDS * graph.words as f64;
        let limit = self.best.as_ref().map_or(f64::INFINITY, |best| best.cost.seconds(self.rates));
        let (price, joins) =
            self.factors.price(&mut self.scheduler, kept, &order, (limit, self.rates), clock)?;
        self.taken += JOIN_SECONDS * (N.div_ceil(4) * joins) as f64;
        if let Some(cost) = price {
            self.best = Some(Candidate { kept, order, cost });
        }
        Ok(())
    }
}

impl<'m, const N: usize> Factors<'m, N> {
    /// The factors of a component. An error if its findings do not fit into a set, or once the time
    /// is over.
    pub(super) fn new(
        model: &'m Model,
        component: &'m Component,
        clock: &Budget,
    ) -> Result<Self, InferenceError> {
        if component.findings.len() > Bits::<N>::CAPACITY {
            return Err(InferenceError::TooLarge {
                method: Method::Elimination,
                what: "present findings that hang together",
                count: component.findings.len(),
                limit: Bits::<N>::CAPACITY,
            });
        }
        let mut pace = Pace::new(clock);
        let mut scopes: Vec<(Bits<N>, u32)> = Vec::with_capacity(component.members.len());
        for at in component.members.clone() {
            let links = model.links_of(&model.members[at]);
            pace.count(N + links.len())?;
            scopes.push((links.iter().map(|&(finding, _)| finding as usize).collect(), at as u32));
        }
        scopes.sort_unstable_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.cmp(b)));
        let mut groups: Vec<Group<N>> = Vec::new();
        for (scope, member) in scopes {
            pace.count(N)?;
            match groups.last_mut() {
                Some(group) if group.scope == scope => group.members.push(member),
                _ => groups.push(Group { scope, members: vec![member] }),
            }
        }
        Ok(Self { model, component, groups, positive: Bits::EMPTY })
    }

    pub(super) fn finding_count(&self) -> usize {
        self.component.findings.len()
    }

    /// Number of variables when the first groups' diseases are variables too.
    fn variable_count(&self, kept: usize) -> usize {
        self.finding_count() + self.groups[..kept].iter().map(|group| group.members.len()).sum::<usize>()
    }

    /// The scopes of the leaves when the first groups' diseases are variables.
    fn scopes(&self, kept: usize) -> impl Iterator<Item = Bits<N>> {
        let mut variables = self.finding_count();
        let pairs = self.groups[..kept].iter().flat_map(move |group| {
            let first = variables;
            variables += group.members.len();
            (first..variables).flat_map(|disease| group.scope.iter().map(move |f| [f, disease]))
        });
        let rest = self.groups[kept..].iter().map(|group| group.scope);
        pairs.map(|pair| pair.into_iter().collect()).chain(rest)
    }

    /// The graph when the first groups' diseases are variables. An error once the time is over.
    fn graph(&self, kept: usize, clock: &Budget) -> Result<Graph<N>, InferenceError> {
        Graph::new(self.variable_count(kept), self.scopes(kept), clock)
    }

    /// The scopes by rank in an order, and how many variables there are.
    pub(super) fn ranked_scopes(&self, kept: usize, ranks: &[u16]) -> (Vec<Bits<N>>, usize) {
        let ranked = self.scopes(kept).map(|scope| by_rank(scope, ranks));
        (ranked.collect(), self.variable_count(kept))
    }

    /// Numbers of leading groups that are worth keeping: 0, 1, 2, 4, ... as far as the diseases are
    /// large enough.
    fn kept_counts(&self) -> Vec<usize> {
        let mut variables = self.finding_count();
        let mut most = 0;
        for group in &self.groups {
            variables += group.members.len();
            if group.scope.len() < LEAST_KEPT || variables > Bits::<N>::CAPACITY {
                break;
            }
            most += 1;
        }
        let mut counts = vec![0];
        let mut next = 1;
        while next <= most.min(64) {
            counts.push(next);
            next *= 2;
        }
        counts
    }

    /// The cheapest order that the search finds in the time it may take: a `share` of what the
    /// run itself will take, and no longer than `patience`, unless nothing at all is found by then. An
    /// error once the time is over.
    pub(super) fn search(
        &self,
        rates: &Rates,
        share: f64,
        patience: &Budget,
        budget: &Budget,
    ) -> Result<Candidate, InferenceError> {
        let mut hunt = Hunt {
            factors: self,
            rates,
            share,
            patience,
            budget,
            taken: 0.0,
            scheduler: Scheduler::new(),
            best: None,
        };
        let counts = self.kept_counts();
        if let Some(hopeless) = self.hopeless(counts[counts.len() - 1], budget)? {
            return Ok(hopeless);
        }
        'systematic: for &kept in &counts {
            let Some(graph) = hunt.graph(kept)? else { break };
            for rule in [Rule::MinFill, Rule::MinDegree] {
                if !hunt.attempt(kept, graph.clone(), rule, 1)? {
                    break 'systematic;
                }
            }
        }
        for seed in 2..MOST_RESTARTS {
            let kept = hunt.best.as_ref().map_or(0, |candidate| candidate.kept);
            // Now and then the neighbouring numbers of kept diseases, which may only have had bad luck.
            let at = counts.iter().position(|&count| count == kept).unwrap_or(0);
            let kept = match seed % 6 {
                4 => counts[at.saturating_sub(1)],
                5 => counts[(at + 1).min(counts.len() - 1)],
                _ => kept,
            };
            let rule = if seed % 4 == 3 { Rule::MinDegree } else { Rule::MinFill };
            if hunt.is_over() {
                break;
            }
            let Some(graph) = hunt.graph(kept)? else { break };
            if !hunt.attempt(kept, graph, rule, seed)? {
                break;
            }
        }
        let nothing = Candidate { kept: 0, order: Vec::new(), cost: Cost::default() };
        Ok(hunt.best.unwrap_or(nothing))
    }

    /// A candidate that no budget admits, if every order has a join beyond any memory. With the
    /// most diseases kept as variables the graph has the fewest edges: what is too wide there is
    /// too wide with fewer.
    fn hopeless(&self, most_kept: usize, clock: &Budget) -> Result<Option<Candidate>, InferenceError> {
        if self.finding_count() <= MOST_AXES {
            return Ok(None);
        }
        let width = self.graph(most_kept, clock)?.degeneracy(HOPELESS, clock)?;
        let size = exp2(width);
        let cost = Cost { joins: 1.0, products: size, leaf_steps: 0.0, numbers: size, width };
        Ok((width > MOST_AXES).then(|| Candidate { kept: 0, order: Vec::new(), cost }))
    }

    /// Cost of an order, `None` once it costs more than `limit` seconds; and how many joins were
    /// priced.
    fn price(
        &self,
        scheduler: &mut Scheduler<N>,
        kept: usize,
        order: &[u16],
        (limit, rates): (f64, &Rates),
        clock: &Budget,
    ) -> Result<(Option<Cost>, usize), InferenceError> {
        let ranks = ranks(order);
        let (scopes, variables) = self.ranked_scopes(kept, &ranks);
        let mut cost = self.leaf_cost(kept);
        let positive = by_rank(self.positive, &ranks);
        let (mut joins, mut in_time) = (0, Ok(()));
        let finished = scheduler.walk(&scopes, variables, |a, b, out, goes| {
            cost += join_cost(a, b, out, goes, positive);
            joins += 1;
            if joins % JOINS_PER_LOOK == 0 {
                in_time = clock.check();
            }
            cost.seconds(rates) < limit && in_time.is_ok()
        });
        in_time.map(|()| (finished.then_some(cost), joins))
    }

    /// The findings that take part in a step of an order, or in its widest step.
    pub(super) fn findings_of_step(&self, candidate: &Candidate, step: Option<usize>) -> Bits<N> {
        let ranks = ranks(&candidate.order);
        let (scopes, variables) = self.ranked_scopes(candidate.kept, &ranks);
        let (mut at, mut found) = (0, Bits::EMPTY);
        Scheduler::new().walk(&scopes, variables, |a, b, _, _| {
            let scope = b.map_or(a.scope, |b| a.scope.union(b.scope));
            if step == Some(at) || step.is_none() && scope.len() > found.len() {
                found = scope;
            }
            at += 1;
            true
        });
        (0..self.finding_count()).filter(|&finding| found.contains(ranks[finding] as usize)).collect()
    }

    /// For each variable by rank, the power of two in which "fires" is counted if it is a
    /// positive finding: about one over how likely it is, so that tables stay in range.
    pub(super) fn units(&self, candidate: &Candidate) -> Vec<f64> {
        let ranks = ranks(&candidate.order);
        let mut units = vec![1.0; ranks.len()];
        for finding in self.positive.iter() {
            units[ranks[finding] as usize] =
                f64::exp2((-self.rarity(finding).log2()).floor().clamp(0.0, 900.0));
        }
        units
    }

    /// Findings, the least likely first.
    pub(super) fn rarest_first(&self, findings: Bits<N>) -> Vec<usize> {
        let mut order: Vec<usize> = findings.iter().collect();
        order.sort_by(|&a, &b| self.rarity(a).total_cmp(&self.rarity(b)));
        order
    }

    fn rarity(&self, finding: usize) -> f64 {
        self.model.findings[self.component.findings[finding] as usize].marginal
    }

    /// Makes the rarest of some findings positive, until they are rare enough together to win back a loss.
    pub(super) fn escalate(&mut self, among: Bits<N>, loss: f64) {
        let mut candidates = self.rarest_first(among.minus(self.positive));
        let all: Bits<N> = (0..self.finding_count()).collect();
        candidates.extend(self.rarest_first(all.minus(among).minus(self.positive)));
        let mut won = 1.0;
        for finding in candidates {
            // A reserve of ten, since a finding wins back less than its rarity when others explain it.
            if won > 10.0 * loss {
                break;
            }
            self.positive.insert(finding);
            won /= self.rarity(finding);
        }
    }

    fn leaf_cost(&self, kept: usize) -> Cost {
        let mut cost = Cost::default();
        for (at, group) in self.groups.iter().enumerate() {
            let (size, diseases) = (group.scope.len(), group.members.len() as f64);
            if at < kept {
                cost.leaf_steps += 16.0 * size as f64 * diseases;
                cost.numbers += 8.0 * size as f64 * diseases;
            } else {
                let len = exp2(size);
                // A disease acts on a table with positive findings along every axis, and leaves its
                // state behind.
                let mixed = !group.scope.intersection(self.positive).is_empty();
                cost.leaf_steps += diseases * len * if mixed { 8.0 * size as f64 } else { 1.0 };
                cost.numbers += len * if mixed { diseases + 2.0 } else { 1.0 };
            }
        }
        cost
    }
}

/// Ranks of variables: the last to go is 0.
pub(super) fn ranks(order: &[u16]) -> Vec<u16> {
    let mut ranks = vec![0; order.len()];
    for (at, &variable) in order.iter().rev().enumerate() {
        ranks[variable as usize] = at as u16;
    }
    ranks
}

/// A set of variables as the set of their ranks.
pub(super) fn by_rank<const N: usize>(scope: Bits<N>, ranks: &[u16]) -> Bits<N> {
    scope.iter().map(|variable| ranks[variable] as usize).collect()
}

fn join_cost<const N: usize>(
    a: Item<N>,
    b: Option<Item<N>>,
    out: Bits<N>,
    goes: Option<usize>,
    positive: Bits<N>,
) -> Cost {
    let (union, shared) = match b {
        Some(b) => (a.scope.union(b.scope), a.scope.intersection(b.scope).intersection(positive)),
        None => (a.scope, Bits::EMPTY),
    };
    let mut products = exp2(union.len()) * 1.5f64.powi(shared.len() as i32);
    if let Some(v) = goes.filter(|&v| positive.contains(v)) {
        products *= if shared.contains(v) { 2.0 / 3.0 } else { 0.5 };
    }
    Cost { joins: 1.0, products, leaf_steps: 0.0, numbers: exp2(out.len()), width: union.len() }
}

/// A power of two, infinite rather than wrong.
fn exp2(exponent: usize) -> f64 {
    f64::exp2(exponent as f64)
}
