//! Factors over hidden variables, whose entries are nodes of a circuit.
//!
//! Two kinds of variable: a *disease* is off or on, and factors that share it must agree on it; a
//! finding is *explained* or not, and it is explained by the product of two factors if it is by
//! either of them (the "or" of the noisy-or). No factor is ever subtracted from another, so that
//! nothing cancels.

use crate::circuit::{Circuit, Node};

/// A hidden variable. The order is the order of axes in a factor's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// Whether the finding is explained.
    Explained(usize),
    /// Whether the disease is there.
    Disease(usize),
}

/// A table over the values of `scope`; the first variable is the slowest axis, "off" and "not
/// explained" come first.
#[derive(Clone, Debug)]
pub struct Factor {
    /// In ascending order.
    pub scope: Vec<Variable>,
    /// `2^scope.len()` nodes.
    pub table: Vec<Node>,
}

/// Which operands of a product have an axis, and how they meet on it.
#[derive(Clone, Copy)]
enum Meeting {
    Left,
    Right,
    Agree,
    Or,
}

/// Role of an axis in the product.
#[derive(Clone, Copy)]
enum Fate {
    /// It stays.
    Keep,
    /// A disease is summed out.
    Sum,
    /// A finding must be explained.
    Explain,
}

/// The sorted union of two scopes.
pub fn union(a: &[Variable], b: &[Variable]) -> Vec<Variable> {
    let mut scope: Vec<Variable> = a.iter().chain(b).copied().collect();
    scope.sort_unstable();
    scope.dedup();
    scope
}

/// Number of products that [`Factor::product`] takes for these scopes.
pub fn product_cost(a: &[Variable], b: &[Variable]) -> f64 {
    let or_axes = a
        .iter()
        .filter(|variable| matches!(variable, Variable::Explained(_)) && b.binary_search(variable).is_ok())
        .count();
    2_f64.powi(union(a, b).len() as i32) * 1.5_f64.powi(or_axes as i32)
}

impl Factor {
    /// The product of two factors. One variable may be eliminated on the way: a disease is summed
    /// out, of a finding what explains it is kept; so the larger table is never stored.
    pub fn product(&self, other: &Factor, eliminated: Option<Variable>, circuit: &mut Circuit) -> Factor {
        let mut scope = union(&self.scope, &other.scope);
        let axis = |&variable: &Variable| {
            let holds = |factor: &Factor| factor.scope.binary_search(&variable).is_ok();
            let meeting = match (holds(self), holds(other), variable) {
                (true, true, Variable::Disease(_)) => Meeting::Agree,
                (true, true, Variable::Explained(_)) => Meeting::Or,
                (true, false, _) => Meeting::Left,
                (false, _, _) => Meeting::Right,
            };
            let fate = match variable {
                _ if Some(variable) != eliminated => Fate::Keep,
                Variable::Disease(_) => Fate::Sum,
                Variable::Explained(_) => Fate::Explain,
            };
            (meeting, fate)
        };
        let axes: Vec<(Meeting, Fate)> = scope.iter().map(axis).collect();
        scope.retain(|&variable| Some(variable) != eliminated);
        let mut table = vec![Circuit::ZERO; 1 << scope.len()];
        multiply(&axes, &self.table, &other.table, &mut table, circuit);
        Factor { scope, table }
    }

    /// This factor with a variable eliminated.
    pub fn without(&self, variable: Variable, circuit: &mut Circuit) -> Factor {
        let unit = Factor { scope: Vec::new(), table: vec![Circuit::ONE] };
        self.product(&unit, Some(variable), circuit)
    }
}

/// Adds the product of `a` and `b` to `out`, one axis at a time.
fn multiply(axes: &[(Meeting, Fate)], a: &[Node], b: &[Node], out: &mut [Node], circuit: &mut Circuit) {
    let zero = |table: &[Node]| table.iter().all(|&node| node == Circuit::ZERO);
    if zero(a) || zero(b) {
        return;
    }
    let Some(((meeting, fate), rest)) = axes.split_first() else {
        let product = circuit.multiply(a[0], b[0]);
        out[0] = circuit.add(out[0], product);
        return;
    };
    let mut pair = |a: &[Node], b: &[Node], on: bool, circuit: &mut Circuit| match fate {
        Fate::Keep => {
            let (off_half, on_half) = out.split_at_mut(out.len() / 2);
            multiply(rest, a, b, if on { on_half } else { off_half }, circuit);
        }
        Fate::Sum => multiply(rest, a, b, out, circuit),
        Fate::Explain if on => multiply(rest, a, b, out, circuit),
        Fate::Explain => {}
    };
    let ((a_off, a_on), (b_off, b_on)) = (a.split_at(a.len() / 2), b.split_at(b.len() / 2));
    match meeting {
        Meeting::Left => {
            pair(a_off, b, false, circuit);
            pair(a_on, b, true, circuit);
        }
        Meeting::Right => {
            pair(a, b_off, false, circuit);
            pair(a, b_on, true, circuit);
        }
        Meeting::Agree => {
            pair(a_off, b_off, false, circuit);
            pair(a_on, b_on, true, circuit);
        }
        Meeting::Or => {
            let b_either: Vec<Node> =
                b_off.iter().zip(b_on).map(|(&off, &on)| circuit.add(off, on)).collect();
            pair(a_off, b_off, false, circuit);
            pair(a_on, &b_either, true, circuit);
            pair(a_off, b_on, true, circuit);
        }
    }
}
