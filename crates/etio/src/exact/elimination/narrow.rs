//! Which findings to give up so that the rest becomes narrow.
//!
//! The cost of elimination is that of its widest table. So the finding to give up next is one of
//! that table, the one that is missed least; then the rest is ordered again. A hybrid gives
//! findings up by transforming them, a sliced run by conditioning on them.

use super::bits::Bits;
use super::order::{Graph, Rule, Ties};
use crate::InferenceError;
use crate::budget::Budget;
use crate::pace::Pace;
use crate::problem::Problem;

/// Steps of adding a finding to the set of a disease.
const STEPS_PER_LINK: usize = 2;

/// How findings are given up.
pub(crate) struct Narrowing<'a> {
    pub(crate) problem: &'a Problem,
    /// Cost of giving up each finding; infinite if it must stay.
    pub(crate) price: &'a [f64],
    /// Number of findings to give up before reordering, given the axes of the widest table.
    pub(crate) at_once: fn(usize) -> usize,
    pub(crate) clock: &'a Budget,
}

impl Narrowing<'_> {
    /// Gives findings up until `enough(given up so far, width of the rest)`, or none are left that
    /// may go. Returns them by position in the problem, in the order in which they were given up.
    pub(crate) fn run(
        &self,
        enough: impl FnMut(&[usize], usize) -> Result<bool, InferenceError>,
    ) -> Result<Vec<usize>, InferenceError> {
        match self.problem.finding_count() {
            0..=64 => self.narrow::<1>(enough),
            65..=128 => self.narrow::<2>(enough),
            _ => self.narrow::<64>(enough),
        }
    }

    fn narrow<const N: usize>(
        &self,
        mut enough: impl FnMut(&[usize], usize) -> Result<bool, InferenceError>,
    ) -> Result<Vec<usize>, InferenceError> {
        let count = self.problem.finding_count().min(Bits::<N>::CAPACITY);
        let mut scopes = scopes::<N>(self.problem, self.clock)?;
        let mut may_go: Bits<N> = (0..count).filter(|&finding| self.price[finding] < f64::INFINITY).collect();
        let mut given_up = Vec::new();
        loop {
            let widest = widest(count, &scopes, self.clock)?;
            if enough(&given_up, widest.len())? || may_go.is_empty() {
                return Ok(given_up);
            }
            let within = widest.intersection(may_go);
            let mut candidates: Vec<usize> =
                if within.is_empty() { may_go.iter().collect() } else { within.iter().collect() };
            candidates.sort_by(|&a, &b| self.price[a].total_cmp(&self.price[b]).then(a.cmp(&b)));
            candidates.truncate((self.at_once)(widest.len()).max(1));
            for &finding in &candidates {
                may_go.remove(finding);
                for scope in &mut scopes {
                    scope.remove(finding);
                }
            }
            tidy(&mut scopes);
            given_up.extend(candidates);
        }
    }
}

/// The findings of each disease, each set once.
fn scopes<const N: usize>(problem: &Problem, budget: &Budget) -> Result<Vec<Bits<N>>, InferenceError> {
    problem.list(budget)?;
    let mut pace = Pace::new(budget);
    let mut scopes = vec![Bits::EMPTY; problem.disease_count()];
    for finding in 0..problem.finding_count().min(Bits::<N>::CAPACITY) {
        pace.count(STEPS_PER_LINK * problem.degree(finding))?;
        problem.links_of(finding).0.iter().for_each(|&d| scopes[d as usize].insert(finding));
    }
    budget.check()?;
    tidy(&mut scopes);
    Ok(scopes)
}

fn tidy<const N: usize>(scopes: &mut Vec<Bits<N>>) {
    scopes.retain(|scope| scope.len() > 1);
    scopes.sort_unstable();
    scopes.dedup();
}

/// The widest table of an order that is quickly found.
fn widest<const N: usize>(
    count: usize,
    scopes: &[Bits<N>],
    clock: &Budget,
) -> Result<Bits<N>, InferenceError> {
    let mut widest = Bits::EMPTY;
    let mut graph = Graph::new(count, scopes.iter().copied(), clock)?;
    graph.eliminate_by(Rule::MinFill, &mut Ties::new(1), clock, |v, around| {
        if around.len() >= widest.len() {
            widest = around;
            widest.insert(v);
        }
    })?;
    Ok(widest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Assembly;
    use crate::{Evidence, NetworkBuilder};

    /// A hub finding that shares a disease with every other, and those in a chain.
    fn hub() -> Problem {
        let mut builder = NetworkBuilder::new();
        let findings: Vec<_> = (0..8).map(|f| builder.finding(&f.to_string(), "", 0.01).unwrap()).collect();
        for f in 1..8 {
            let spoke = builder.disease(&format!("s{f}"), "", 0.1).unwrap();
            builder.link(spoke, findings[0], 0.5).unwrap();
            builder.link(spoke, findings[f], 0.5).unwrap();
            if f > 1 {
                let chain = builder.disease(&format!("c{f}"), "", 0.1).unwrap();
                builder.link(chain, findings[f - 1], 0.5).unwrap();
                builder.link(chain, findings[f], 0.5).unwrap();
            }
        }
        let network = builder.build().unwrap();
        let evidence = Evidence::new(network.findings(), []).unwrap();
        let mut assembly = Assembly::default();
        assembly.assemble(&network, &evidence, &Budget::unlimited()).unwrap();
        assembly.problem
    }

    fn narrow(problem: &Problem, price: &[f64], width: usize) -> Vec<usize> {
        let clock = Budget::unlimited();
        Narrowing { problem, price, at_once: |_| 1, clock: &clock }.run(|_, left| Ok(left <= width)).unwrap()
    }

    #[test]
    fn one_cheap_hub_is_enough() {
        let problem = hub();
        let mut price = [1.0; 8];
        price[0] = 0.5;
        assert_eq!(narrow(&problem, &price, 3), [] as [usize; 0]);
        assert_eq!(narrow(&problem, &price, 2), [0]);
    }

    #[test]
    fn what_must_stay_stays() {
        let problem = hub();
        let mut price = [1.0; 8];
        price[0] = f64::INFINITY;
        let given_up = narrow(&problem, &price, 0);
        assert_eq!(given_up.len(), 7);
        assert!(!given_up.contains(&0));
    }
}
