//! A good order in which to eliminate variables, by greedy rules tried on the scopes alone.

use std::collections::BTreeMap;

use crate::factor::{Variable, product_cost, union};

/// What a greedy rule makes small at every step.
#[derive(Clone, Copy)]
enum Rule {
    /// The products taken now.
    Cost,
    /// The table left behind.
    Size,
    /// The table left behind less those it replaces.
    Growth,
}

/// An elimination order for factors of these scopes, with the products it takes.
pub fn choose(scopes: &[Vec<Variable>]) -> (Vec<Variable>, f64) {
    let tried = [Rule::Cost, Rule::Size, Rule::Growth].map(|rule| Scopes::new(scopes).run(rule));
    let best = tried.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
    best.unwrap_or_default()
}

/// The scopes of the factors that are left at some step.
struct Scopes {
    scopes: Vec<Vec<Variable>>,
    /// The factors in whose scope each variable is.
    users: BTreeMap<Variable, Vec<usize>>,
}

impl Scopes {
    fn new(scopes: &[Vec<Variable>]) -> Scopes {
        let mut state = Scopes { scopes: Vec::new(), users: BTreeMap::new() };
        for scope in scopes {
            state.push(scope.clone());
        }
        state
    }

    fn push(&mut self, scope: Vec<Variable>) {
        for &variable in &scope {
            self.users.entry(variable).or_default().push(self.scopes.len());
        }
        self.scopes.push(scope);
    }

    /// Cost and scope of the product of all factors around the variable.
    fn joined(&self, variable: Variable) -> (f64, Vec<Variable>) {
        let mut around: Vec<&Vec<Variable>> =
            self.users[&variable].iter().map(|&user| &self.scopes[user]).collect();
        around.sort_by(|a, b| by_size(a, b));
        let mut cost = 0.0;
        let scope = around[1..].iter().fold(around[0].clone(), |scope, next| {
            cost += product_cost(&scope, next);
            union(&scope, next)
        });
        (cost, scope)
    }

    fn score(&self, variable: Variable, rule: Rule) -> f64 {
        let (cost, scope) = self.joined(variable);
        let size = 2_f64.powi(scope.len() as i32);
        match rule {
            Rule::Cost => cost,
            Rule::Size => size,
            Rule::Growth => {
                size - self.users[&variable]
                    .iter()
                    .map(|&user| 2_f64.powi(self.scopes[user].len() as i32))
                    .sum::<f64>()
            }
        }
    }

    /// Removes the variable; answers the cost and the variables whose surroundings changed.
    fn eliminate(&mut self, variable: Variable) -> (f64, Vec<Variable>) {
        let (cost, mut scope) = self.joined(variable);
        scope.retain(|&other| other != variable);
        let gone = self.users.remove(&variable).unwrap_or_default();
        for other in &scope {
            if let Some(users) = self.users.get_mut(other) {
                users.retain(|user| !gone.contains(user));
            }
        }
        self.push(scope.clone());
        (cost, scope)
    }

    fn run(mut self, rule: Rule) -> (Vec<Variable>, f64) {
        let mut scores: BTreeMap<Variable, f64> =
            self.users.keys().map(|&variable| (variable, self.score(variable, rule))).collect();
        let (mut order, mut total) = (Vec::new(), 0.0);
        while let Some((&variable, _)) = scores.iter().min_by(|a, b| a.1.total_cmp(b.1)) {
            scores.remove(&variable);
            let (cost, changed) = self.eliminate(variable);
            for other in changed {
                scores.insert(other, self.score(other, rule));
            }
            order.push(variable);
            total += cost;
        }
        (order, total)
    }
}

/// The order in which factors around a variable are multiplied: small ones first, equal scopes side by side.
pub fn by_size(a: &[Variable], b: &[Variable]) -> std::cmp::Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}
