//! Arithmetic circuits: a polynomial as a list of sums and products, evaluated with all its partial
//! derivatives.

use crate::number::{Exact, Real};

/// A node of a [`Circuit`], by its place in the list.
pub type Node = u32;

#[derive(Clone, Copy, Debug)]
enum Gate {
    /// A constant or an input: its value comes from outside.
    Given,
    Sum(Node, Node),
    Product(Node, Node),
}

/// A polynomial with non-negative whole coefficients in its inputs.
#[derive(Clone, Debug)]
pub struct Circuit {
    gates: Vec<Gate>,
}

/// The value of a circuit's output and its derivatives.
pub struct Evaluation {
    /// The output.
    pub value: Real,
    derivatives: Vec<Real>,
}

impl Evaluation {
    /// The partial derivative of the output by this input.
    pub fn derivative(&self, input: Node) -> Real {
        self.derivatives[input as usize]
    }
}

impl Circuit {
    /// The constant 0; sums and products with it are folded away.
    pub const ZERO: Node = 0;
    /// The constant 1; products with it are folded away.
    pub const ONE: Node = 1;

    /// A circuit without inputs.
    pub fn new() -> Circuit {
        Circuit { gates: vec![Gate::Given; 2] }
    }

    /// A new input.
    pub fn input(&mut self) -> Node {
        self.push(Gate::Given)
    }

    /// `a + b`.
    pub fn add(&mut self, a: Node, b: Node) -> Node {
        match (a, b) {
            (Self::ZERO, other) | (other, Self::ZERO) => other,
            _ => self.push(Gate::Sum(a, b)),
        }
    }

    /// `a · b`.
    pub fn multiply(&mut self, a: Node, b: Node) -> Node {
        match (a, b) {
            (Self::ZERO, _) | (_, Self::ZERO) => Self::ZERO,
            (Self::ONE, other) | (other, Self::ONE) => other,
            _ => self.push(Gate::Product(a, b)),
        }
    }

    fn push(&mut self, gate: Gate) -> Node {
        self.gates.push(gate);
        (self.gates.len() - 1) as Node
    }

    /// The value of `output` if `inputs` have these values, and the derivatives by all of them.
    pub fn evaluate(&self, output: Node, inputs: &[(Node, Real)]) -> Evaluation {
        let mut values = vec![Real::ZERO; self.gates.len()];
        values[Self::ONE as usize] = Real::ONE;
        for &(node, value) in inputs {
            values[node as usize] = value;
        }
        for (node, gate) in self.gates.iter().enumerate() {
            match *gate {
                Gate::Given => {}
                Gate::Sum(a, b) => values[node] = values[a as usize] + values[b as usize],
                Gate::Product(a, b) => values[node] = values[a as usize] * values[b as usize],
            }
        }
        let value = values[output as usize];
        Evaluation { value, derivatives: self.derivatives(output, &values) }
    }

    /// The value of `output` alone, at the precision of the inputs.
    pub fn long_value(&self, output: Node, inputs: Vec<(Node, Exact)>) -> Exact {
        let mut values = vec![Exact::ZERO; self.gates.len()];
        values[Self::ONE as usize] = Exact::ONE;
        for (node, value) in inputs {
            values[node as usize] = value;
        }
        for (node, gate) in self.gates.iter().enumerate() {
            match *gate {
                Gate::Given => {}
                Gate::Sum(a, b) => values[node] = &values[a as usize] + &values[b as usize],
                Gate::Product(a, b) => values[node] = &values[a as usize] * &values[b as usize],
            }
        }
        values.swap_remove(output as usize)
    }

    fn derivatives(&self, output: Node, values: &[Real]) -> Vec<Real> {
        let mut derivatives = vec![Real::ZERO; self.gates.len()];
        derivatives[output as usize] = Real::ONE;
        for (node, gate) in self.gates.iter().enumerate().rev() {
            let outer = derivatives[node];
            if outer.is_zero() {
                continue;
            }
            match *gate {
                Gate::Given => {}
                Gate::Sum(a, b) => {
                    derivatives[a as usize] += outer;
                    derivatives[b as usize] += outer;
                }
                Gate::Product(a, b) => {
                    derivatives[a as usize] += outer * values[b as usize];
                    derivatives[b as usize] += outer * values[a as usize];
                }
            }
        }
        derivatives
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_and_gradient_of_a_polynomial() {
        // (x + y) · x + x·y at (3, 5): value 39, derivatives 2x + 2y and 2x.
        let mut circuit = Circuit::new();
        let (x, y) = (circuit.input(), circuit.input());
        let sum = circuit.add(x, y);
        let square = circuit.multiply(sum, x);
        let product = circuit.multiply(x, y);
        let output = circuit.add(square, product);
        let result = circuit.evaluate(output, &[(x, Real::new(3.0)), (y, Real::new(5.0))]);
        assert_eq!(result.value.to_f64(), 39.0);
        assert_eq!(result.derivative(x).to_f64(), 16.0);
        assert_eq!(result.derivative(y).to_f64(), 6.0);
    }

    #[test]
    fn constants_fold_away() {
        let mut circuit = Circuit::new();
        let x = circuit.input();
        let size = circuit.gates.len();
        assert_eq!(circuit.add(Circuit::ZERO, x), x);
        assert_eq!(circuit.multiply(x, Circuit::ONE), x);
        assert_eq!(circuit.multiply(x, Circuit::ZERO), Circuit::ZERO);
        assert_eq!(circuit.gates.len(), size);
    }
}
