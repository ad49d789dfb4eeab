//! Recognising a noisy-or in a table, and the nearest one to a table that is none.

use crate::model::advance;

/// A noisy-or of present-or-absent parents.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NoisyOr {
    pub(crate) leak: f64,
    pub(crate) links: Vec<f64>,
}

/// How far a table is from a noisy-or.
#[derive(Clone, Debug)]
pub(crate) struct Misfit {
    /// The worst row: which parents are present.
    pub(crate) row: Vec<bool>,
    /// P(absent) there by the table and by the noisy-or.
    pub(crate) found: f64,
    pub(crate) expected: f64,
    /// Root of the mean squared difference over all rows.
    pub(crate) rms: f64,
}

impl Misfit {
    pub(crate) fn deviation(&self) -> f64 {
        (self.found - self.expected).abs()
    }
}

/// P(present) for each combination of parents, the last parent fastest, absent before present.
pub(crate) struct Table<'a> {
    pub(crate) on: &'a [f64],
    pub(crate) parents: usize,
}

/// A rounding of the numbers of a file to six digits moves a product of `parents` of them by this.
pub(crate) fn tolerance(parents: usize) -> f64 {
    1e-6 * (1 + parents) as f64
}

/// Rounds of the search for the nearest noisy-or at most.
const MOST_ROUNDS: usize = 500;

impl Table<'_> {
    /// The noisy-or that agrees with the rows of no parent and of one, and how far it is from the
    /// others.
    pub(crate) fn read(&self) -> (NoisyOr, Misfit) {
        let leak = self.on[0];
        let quiet = 1.0 - leak;
        let mut worst = 0.0_f64;
        let links = (0..self.parents).map(|parent| {
            let alone = self.on[1 << (self.parents - 1 - parent)];
            let link = if quiet > 0.0 { (alone - leak) / quiet } else { 0.0 };
            worst = worst.max(-link);
            link.clamp(0.0, 1.0)
        });
        let noisy_or = NoisyOr { leak, links: links.collect() };
        let misfit = self.misfit(&noisy_or);
        (noisy_or, misfit)
    }

    /// The noisy-or with the least squared difference in P(absent) over all rows. In each parameter
    /// alone the model is linear, so that one after the other is set to its best value.
    pub(crate) fn nearest(&self) -> (NoisyOr, Misfit) {
        let mut fit = self.read().0;
        let mut before = f64::INFINITY;
        for _ in 0..MOST_ROUNDS {
            for parameter in 0..=self.parents {
                let (mut product, mut square) = (0.0, 0.0);
                self.for_each(|row, on| {
                    let quiet = match parameter.checked_sub(1) {
                        Some(parent) if !row[parent] => return,
                        Some(parent) => fit.quiet_without(row, Some(parent)),
                        None => fit.quiet_without(row, None) / (1.0 - fit.leak).max(f64::MIN_POSITIVE),
                    };
                    product += (1.0 - on) * quiet;
                    square += quiet * quiet;
                });
                if square > 0.0 {
                    let on = 1.0 - (product / square).clamp(0.0, 1.0);
                    match parameter.checked_sub(1) {
                        Some(parent) => fit.links[parent] = on,
                        None => fit.leak = on,
                    }
                }
            }
            let rms = self.misfit(&fit).rms;
            if before - rms < 1e-12 {
                break;
            }
            before = rms;
        }
        let misfit = self.misfit(&fit);
        (fit, misfit)
    }

    fn misfit(&self, fit: &NoisyOr) -> Misfit {
        let mut worst = Misfit { row: vec![false; self.parents], found: 0.0, expected: 0.0, rms: 0.0 };
        let mut sum = 0.0;
        self.for_each(|row, on| {
            let (found, expected) = (1.0 - on, fit.quiet_without(row, None));
            let difference = found - expected;
            sum += difference * difference;
            if difference.abs() > worst.deviation() || worst.rms == 0.0 {
                worst = Misfit { row: row.to_vec(), found, expected, rms: 1.0 };
            }
        });
        Misfit { rms: (sum / self.on.len() as f64).sqrt(), ..worst }
    }

    fn for_each(&self, mut visit: impl FnMut(&[bool], f64)) {
        let mut states = vec![0; self.parents];
        let mut row = vec![false; self.parents];
        for &on in self.on {
            for (present, &state) in row.iter_mut().zip(&states) {
                *present = state == 1;
            }
            visit(&row, on);
            advance(&mut states, &vec![2; self.parents]);
        }
    }
}

impl NoisyOr {
    /// P(absent) with some parents present, one of them left out.
    fn quiet_without(&self, row: &[bool], left_out: Option<usize>) -> f64 {
        let mut quiet = 1.0 - self.leak;
        for (parent, (&present, link)) in row.iter().zip(&self.links).enumerate() {
            if present && Some(parent) != left_out {
                quiet *= 1.0 - link;
            }
        }
        quiet
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(leak: f64, links: &[f64]) -> Vec<f64> {
        let all = NoisyOr { leak, links: links.to_vec() };
        let row =
            |at: usize| (0..links.len()).map(|p| at >> (links.len() - 1 - p) & 1 == 1).collect::<Vec<_>>();
        (0..1 << links.len()).map(|at| 1.0 - all.quiet_without(&row(at), None)).collect()
    }

    #[test]
    fn a_noisy_or_is_read_back() {
        for (leak, links) in [(0.0, vec![1.0]), (0.05, vec![0.1, 0.9, 0.0]), (1.0, vec![0.0, 0.0])] {
            let on = table(leak, &links);
            let (read, misfit) = Table { on: &on, parents: links.len() }.read();
            assert!((read.leak - leak).abs() < 1e-15 && misfit.deviation() < 1e-15, "{read:?} {misfit:?}");
            assert!(read.links.iter().zip(&links).all(|(a, b)| (a - b).abs() < 1e-15));
        }
    }

    #[test]
    fn an_and_is_not_a_noisy_or_and_its_worst_row_is_named() {
        let (_, misfit) = Table { on: &[0.0, 0.0, 0.0, 1.0], parents: 2 }.read();
        assert_eq!((misfit.row.clone(), misfit.found, misfit.expected), (vec![true, true], 0.0, 1.0));
        let (inhibited, misfit) = Table { on: &[0.5, 0.2], parents: 1 }.read();
        assert_eq!((inhibited.links[0], misfit.row.clone()), (0.0, vec![true]));
        assert!((misfit.deviation() - 0.3).abs() < 1e-12);
    }

    #[test]
    fn the_nearest_is_nearer_than_any_neighbour() {
        let on = [0.05, 0.4, 0.45, 0.9];
        let table = Table { on: &on, parents: 2 };
        let (fit, misfit) = table.nearest();
        assert!(misfit.rms < table.read().1.rms);
        for parameter in 0..3 {
            for by in [-1e-3, 1e-3] {
                let mut other = fit.clone();
                match parameter {
                    0 => other.leak += by,
                    p => other.links[p - 1] += by,
                }
                assert!(table.misfit(&other).rms >= misfit.rms, "{parameter} {by}");
            }
        }
    }
}
