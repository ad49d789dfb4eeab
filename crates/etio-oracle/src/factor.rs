//! Factors over hidden variables, whose entries are nodes of a circuit.
//!
//! Two kinds of variable: a *disease* is off or on, and factors that share it must agree on it; a finding is *explained* or
//! not, and it is explained by the product of two factors if it is by either of them (the "or" of the noisy-or). No factor is
//! ever subtracted from another, so that nothing cancels.

use crate::circuit::{Circuit, Node};

/// A hidden variable. The order is the order of axes in a factor's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// Whether the finding is explained.
    Explained(usize),
    /// Whether the disease is there.
    Disease(usize),
}

/// A table over the values of `scope`; the first variable is the slowest axis, "off" and "not explained" come first.
#[derive(Clone, Debug)]
pub struct Factor {
    /// In ascending order.
    pub scope: Vec<Variable>,
    /// `2^scope.len()` nodes.
    pub table: Vec<Node>,
}

/// How an axis of a product comes out of its operands.
#[derive(Clone, Copy)]
enum Axis {
    Left,
    Right,
    Agree,
    Or,
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
    /// The product of two factors.
    pub fn product(&self, other: &Factor, circuit: &mut Circuit) -> Factor {
        let scope = union(&self.scope, &other.scope);
        let axes: Vec<Axis> = scope
            .iter()
            .map(|variable| {
                match (
                    self.scope.binary_search(variable).is_ok(),
                    other.scope.binary_search(variable).is_ok(),
                    variable,
                ) {
                    (true, true, Variable::Disease(_)) => Axis::Agree,
                    (true, true, Variable::Explained(_)) => Axis::Or,
                    (true, false, _) => Axis::Left,
                    (false, _, _) => Axis::Right,
                }
            })
            .collect();
        let mut table = vec![Circuit::ZERO; 1 << axes.len()];
        multiply(&axes, &self.table, &other.table, &mut table, circuit);
        Factor { scope, table }
    }

    /// Sums a disease out, or keeps what explains a finding; the variable leaves the scope.
    pub fn without(&self, variable: Variable, circuit: &mut Circuit) -> Factor {
        let Ok(axis) = self.scope.binary_search(&variable) else { return self.clone() };
        let stride = 1 << (self.scope.len() - 1 - axis);
        let mut scope = self.scope.clone();
        scope.remove(axis);
        let mut table = Vec::with_capacity(self.table.len() / 2);
        for block in self.table.chunks_exact(2 * stride) {
            let (off, on) = block.split_at(stride);
            for (&off, &on) in off.iter().zip(on) {
                table.push(match variable {
                    Variable::Disease(_) => circuit.add(off, on),
                    Variable::Explained(_) => on,
                });
            }
        }
        Factor { scope, table }
    }
}

/// Adds the product of `a` and `b` to `out`, one axis at a time.
fn multiply(axes: &[Axis], a: &[Node], b: &[Node], out: &mut [Node], circuit: &mut Circuit) {
    let zero = |table: &[Node]| table.iter().all(|&node| node == Circuit::ZERO);
    if zero(a) || zero(b) {
        return;
    }
    let Some((axis, rest)) = axes.split_first() else {
        let product = circuit.multiply(a[0], b[0]);
        out[0] = circuit.add(out[0], product);
        return;
    };
    let (out_off, out_on) = out.split_at_mut(out.len() / 2);
    let ((a_off, a_on), (b_off, b_on)) = (a.split_at(a.len() / 2), b.split_at(b.len() / 2));
    match axis {
        Axis::Left => {
            multiply(rest, a_off, b, out_off, circuit);
            multiply(rest, a_on, b, out_on, circuit);
        }
        Axis::Right => {
            multiply(rest, a, b_off, out_off, circuit);
            multiply(rest, a, b_on, out_on, circuit);
        }
        Axis::Agree => {
            multiply(rest, a_off, b_off, out_off, circuit);
            multiply(rest, a_on, b_on, out_on, circuit);
        }
        Axis::Or => {
            let b_either: Vec<Node> =
                b_off.iter().zip(b_on).map(|(&off, &on)| circuit.add(off, on)).collect();
            multiply(rest, a_off, b_off, out_off, circuit);
            multiply(rest, a_on, &b_either, out_on, circuit);
            multiply(rest, a_off, b_on, out_on, circuit);
        }
    }
}
