//! A good order in which to eliminate variables, by greedy rules tried on the scopes alone.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::factor::{Variable, product_cost, union};
use crate::random::Rng;

/// A greedy rule: the variable with the lowest score goes next.
#[derive(Clone, Copy)]
enum Rule {
    /// About how many products it takes.
    Products,
    /// How large the table around it is.
    Size,
}

/// Diseases of at most this many present findings go first, without a score; the trials take these in turn.
const SMALL: [usize; 4] = [4, 2, 8, 12];

/// An order that takes fewer products than this is good enough: a better one would not repay the search.
const CHEAP: f64 = 2e5;

/// How many orders are tried: one by each rule and number of [`SMALL`], then more with perturbed scores.
const TRIALS: usize = 32;

/// An elimination order for factors of these scopes, with the products it takes.
pub fn choose(scopes: &[Vec<Variable>]) -> (Vec<Variable>, f64) {
    let mut rng = Rng::new(0);
    let mut best = (Vec::new(), f64::INFINITY);
    for trial in 0..TRIALS {
        let rule = [Rule::Products, Rule::Size][trial % 2];
        let small = SMALL[trial / 2 % SMALL.len()];
        let noise = if trial < 2 * SMALL.len() { 0.0 } else { 1.0 };
        if let Some(tried) = Simulation::new(scopes, small).run(rule, best.1, || noise * rng.unit()) {
            best = tried;
        }
        if best.1 < CHEAP {
            break;
        }
    }
    best
}

/// The scopes of the factors that are left at some step; factors of the same scope are multiplied at once.
struct Simulation {
    scopes: Vec<Vec<Variable>>,
    /// Those still in use.
    distinct: HashSet<Vec<Variable>>,
    /// The scopes that hold each variable.
    users: BTreeMap<Variable, BTreeSet<usize>>,
    order: Vec<Variable>,
    cost: f64,
}

impl Simulation {
    /// The state after the elimination of the small diseases.
    fn new(given: &[Vec<Variable>], small: usize) -> Simulation {
        let mut simulation = Simulation {
            scopes: Vec::new(),
            distinct: HashSet::new(),
            users: BTreeMap::new(),
            order: Vec::new(),
            cost: 0.0,
        };
        for scope in given {
            simulation.push(scope.clone());
        }
        let degree = |(&variable, users): (&Variable, &BTreeSet<usize>)| match variable {
            Variable::Disease(_) if users.len() <= small + 1 => Some((users.len(), variable)),
            _ => None,
        };
        let mut diseases: Vec<(usize, Variable)> = simulation.users.iter().filter_map(degree).collect();
        diseases.sort_unstable();
        for (_, disease) in diseases {
            simulation.eliminate(disease);
        }
        simulation
    }

    fn push(&mut self, scope: Vec<Variable>) {
        if !self.distinct.insert(scope.clone()) {
            self.cost += product_cost(&scope, &scope);
            return;
        }
        for &variable in &scope {
            self.users.entry(variable).or_default().insert(self.scopes.len());
        }
        self.scopes.push(scope);
    }

    /// Eliminates what is left as the rule says; nothing if that takes `limit` products or more.
    fn run(mut self, rule: Rule, limit: f64, mut noise: impl FnMut() -> f64) -> Option<(Vec<Variable>, f64)> {
        let mut scores: BTreeMap<Variable, f64> =
            self.users.keys().map(|&variable| (variable, self.score(variable, rule) + noise())).collect();
        while let Some((&variable, _)) = scores.iter().min_by(|a, b| a.1.total_cmp(b.1)) {
            scores.remove(&variable);
            for other in self.eliminate(variable) {
                scores.insert(other, self.score(other, rule) + noise());
            }
            if self.cost >= limit {
                return None;
            }
        }
        Some((self.order, self.cost))
    }

    /// Cost and scope of the product of all factors around the variable.
    fn joined(&self, variable: Variable) -> (f64, Vec<Variable>) {
        let around = self.users[&variable].iter().map(|&user| self.scopes[user].clone()).collect();
        let mut cost = 0.0;
        let scope = multiply_all(around, Vec::as_slice, |a, b, _| {
            cost += product_cost(a, b);
            union(a, b)
        });
        (cost, scope.unwrap_or_default())
    }

    /// The base 2 logarithm of the table around the variable, or of the products if each shared
    /// axis took part in one of them.
    fn score(&self, variable: Variable, rule: Rule) -> f64 {
        let mut all: Vec<Variable> =
            self.users[&variable].iter().flat_map(|&user| &self.scopes[user]).copied().collect();
        all.sort_unstable();
        let size = all.chunk_by(|a, b| a == b).count() as f64;
        let shared = all
            .chunk_by(|a, b| a == b)
            .filter(|same| same.len() > 1 && matches!(same[0], Variable::Explained(_)));
        match rule {
            Rule::Products => size + 1.5_f64.log2() * shared.count() as f64,
            Rule::Size => size,
        }
    }

    /// Removes the variable; answers those whose surroundings changed.
    fn eliminate(&mut self, variable: Variable) -> Vec<Variable> {
        let (cost, mut scope) = self.joined(variable);
        scope.retain(|&other| other != variable);
        let gone = self.users.remove(&variable).unwrap_or_default();
        for other in &scope {
            if let Some(users) = self.users.get_mut(other) {
                for user in &gone {
                    users.remove(user);
                }
            }
        }
        for user in gone {
            self.distinct.remove(&self.scopes[user]);
        }
        self.cost += cost;
        self.push(scope.clone());
        self.order.push(variable);
        scope
    }
}

/// Multiplies all items into one: each time the smallest with the partner that makes it cheapest;
/// `product` is told of the last time. Nothing if there are no items.
pub fn multiply_all<T>(
    mut items: Vec<T>,
    scope: impl Fn(&T) -> &[Variable],
    mut product: impl FnMut(&T, &T, bool) -> T,
) -> Option<T> {
    while items.len() > 1 {
        let smallest = (0..items.len()).min_by_key(|&k| scope(&items[k]).len())?;
        let small = items.swap_remove(smallest);
        let cost = |k: &usize| product_cost(scope(&small), scope(&items[*k]));
        let partner = (0..items.len()).min_by(|a, b| cost(a).total_cmp(&cost(b)))?;
        let last = items.len() == 1;
        items[partner] = product(&small, &items[partner], last);
    }
    items.pop()
}
