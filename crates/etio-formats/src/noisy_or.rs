//! Recognising a noisy-or in a table, and finding the nearest one to any other table.

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

/// Sweeps of one search for the nearest noisy-or at most.
const MOST_SWEEPS: usize = 500;
/// Entries of a table that all searches for its nearest noisy-or may visit together. A sweep visits
/// each about four times, so that 23 parents leave 32 sweeps: about a second.
const MOST_VISITS: usize = 1 << 30;
/// Searches for the nearest noisy-or, each from another start.
const STARTS: usize = 4;
/// A parameter that starts at 0 can stay there, since others have no effect on the product then.
const OFF_ZERO: f64 = 0.05;

/// The noisy-or nearest to a table.
pub(crate) struct Nearest {
    pub(crate) noisy_or: NoisyOr,
    pub(crate) misfit: Misfit,
    /// Whether the search came to an end before its limit.
    pub(crate) has_converged: bool,
}

impl Table<'_> {
    /// The noisy-or that agrees with the rows of no parent and of one, and how far it is from the
    /// others.
    pub(crate) fn read(&self) -> (NoisyOr, Misfit) {
        let leak = self.on[0];
        let quiet = 1.0 - leak;
        let link = |parent| {
            let alone = self.on[self.bit(parent)];
            if quiet > 0.0 { ((alone - leak) / quiet).clamp(0.0, 1.0) } else { 0.0 }
        };
        let noisy_or = NoisyOr { leak, links: (0..self.parents).map(link).collect() };
        let misfit = self.misfit(&noisy_or);
        (noisy_or, misfit)
    }

    /// The noisy-or with the least squared difference in P(absent) over all rows, the best of
    /// several searches.
    pub(crate) fn nearest(&self) -> Nearest {
        let quiet: Vec<f64> = self.on.iter().map(|on| 1.0 - on).collect();
        let sweeps = (MOST_VISITS / (4 * quiet.len() * STARTS)).clamp(1, MOST_SWEEPS);
        let found = (0..STARTS).map(|start| {
            let mut search = Search { quiet: &quiet, factors: self.start(start) };
            let has_converged = search.run(sweeps);
            let on: Vec<f64> = search.factors.iter().map(|factor| 1.0 - factor).collect();
            let noisy_or = NoisyOr { leak: on[0], links: on[1..].to_vec() };
            let misfit = self.misfit(&noisy_or);
            Nearest { noisy_or, misfit, has_converged }
        });
        let best = found.reduce(|best, next| if next.misfit.rms < best.misfit.rms { next } else { best });
        best.expect("there is at least one start")
    }

    /// Factors of P(absent) to start a search from, that of the leak first: those of the rows with
    /// one parent, ratios of means, then points spread over the cube.
    fn start(&self, number: usize) -> Vec<f64> {
        let (read, _) = self.read();
        let one = |parent: usize| match number {
            0 => 1.0 - read.links[parent],
            1 => self.ratio_of_means(parent),
            _ => spread(number, parent + 1),
        };
        let leak = match number {
            0 => 1.0 - read.leak,
            _ => spread(number, 0),
        };
        let factors = std::iter::once(leak).chain((0..self.parents).map(one));
        factors.map(|factor| factor.clamp(OFF_ZERO, 1.0)).collect()
    }

    /// By how much a parent lowers P(absent) over all rows.
    fn ratio_of_means(&self, parent: usize) -> f64 {
        let (mut with, mut without) = (0.0, 0.0);
        for (row, on) in self.on.iter().enumerate() {
            *(if row & self.bit(parent) == 0 { &mut without } else { &mut with }) += 1.0 - on;
        }
        if without > 0.0 { with / without } else { 1.0 }
    }

    /// The row of one parent alone: the last parent is fastest.
    fn bit(&self, parent: usize) -> usize {
        1 << (self.parents - 1 - parent)
    }

    fn misfit(&self, fit: &NoisyOr) -> Misfit {
        let mut worst = (0, 0.0, 0.0);
        let mut sum = 0.0;
        for (row, (on, expected)) in self.on.iter().zip(fit.quiet()).enumerate() {
            let found = 1.0 - on;
            let difference = found - expected;
            sum += difference * difference;
            if row == 0 || difference.abs() > f64::abs(worst.1 - worst.2) {
                worst = (row, found, expected);
            }
        }
        let (row, found, expected) = worst;
        let row = (0..self.parents).map(|parent| row & self.bit(parent) != 0).collect();
        Misfit { row, found, expected, rms: (sum / self.on.len() as f64).sqrt() }
    }
}

impl NoisyOr {
    /// P(absent) in every row, the last parent fastest, absent before present.
    fn quiet(&self) -> Vec<f64> {
        let mut rows = vec![1.0 - self.leak];
        for link in &self.links {
            rows = rows.into_iter().flat_map(|quiet| [quiet, quiet * (1.0 - link)]).collect();
        }
        rows
    }
}

/// A point of a sequence that fills the interval from 0 to 1 evenly.
fn spread(start: usize, parameter: usize) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    ((1 + start * 31 + parameter) as f64 * GOLDEN).fract()
}

/// A search for the least squares. The product is linear in each factor alone, so that one after
/// the other is set to its best value. A sweep over all of them takes time linear in the table: the
/// square of the product over all rows has a closed form, and rows are summed from the last parent
/// to the first, which leaves half of them each time.
struct Search<'a> {
    /// P(absent) of every row, the last parent fastest.
    quiet: &'a [f64],
    /// One entry for the leak, then one for each parent.
    factors: Vec<f64>,
}

impl Search<'_> {
    /// Sweeps until the factors rest; whether they do.
    fn run(&mut self, sweeps: usize) -> bool {
        (0..sweeps).any(|_| {
            let before = self.factors.clone();
            self.sweep();
            let moved = before.iter().zip(&self.factors).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            moved < 1e-9
        })
    }

    fn sweep(&mut self) {
        // By number of parents that are not summed yet, the most last.
        let mut sums = vec![self.quiet.to_vec()];
        for factor in self.factors[1..].iter().rev() {
            sums.push(summed(&sums[sums.len() - 1], *factor));
        }
        sums.reverse();
        self.set(0, sums[0][0]);
        for (parent, sums) in sums.iter().enumerate().skip(1) {
            let mut rows: Vec<f64> = sums.chunks_exact(2).map(|pair| pair[1]).collect();
            for factor in self.factors[1..parent].iter().rev() {
                rows = summed(&rows, *factor);
            }
            self.set(parent, self.factors[0] * rows[0]);
        }
    }

    /// Sets a factor to its best value, from the sum over rows of P(absent) times the other factors.
    fn set(&mut self, at: usize, product: f64) {
        let squares = self.factors.iter().enumerate().filter(|&(other, _)| other != at);
        let square: f64 = squares.map(|(other, q)| if other == 0 { q * q } else { 1.0 + q * q }).product();
        if square > 0.0 {
            self.factors[at] = (product / square).clamp(0.0, 1.0);
        }
    }
}

/// Rows summed over the states of the last parent, with its factor if it is present.
fn summed(rows: &[f64], factor: f64) -> Vec<f64> {
    rows.chunks_exact(2).map(|pair| pair[0] + factor * pair[1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(leak: f64, links: &[f64]) -> Vec<f64> {
        NoisyOr { leak, links: links.to_vec() }.quiet().iter().map(|quiet| 1.0 - quiet).collect()
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

    /// Rows in the order of their bits: the last parent is fastest.
    #[test]
    fn rows_are_named_by_their_parents() {
        let (_, misfit) = Table { on: &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0], parents: 3 }.read();
        assert_eq!(misfit.row, [true, true, false]);
    }

    #[test]
    fn the_nearest_leaves_a_leak_of_one() {
        let nearest = Table { on: &[1.0, 0.1], parents: 1 }.nearest();
        assert!((nearest.noisy_or.leak - 0.55).abs() < 1e-9, "{:?}", nearest.noisy_or);
        assert!((nearest.misfit.rms - 0.45).abs() < 1e-9 && nearest.has_converged);
    }

    /// Random numbers by `SplitMix64`.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    /// Plain coordinate descent by the definition, row by row.
    fn reference(quiet: &[f64], parents: usize, random: &mut Random) -> f64 {
        let has = |row: usize, at: usize| at == 0 || row >> (parents - at) & 1 == 1;
        let without = |q: &[f64], row: usize, left_out: usize| -> f64 {
            (0..=parents).filter(|&at| at != left_out && has(row, at)).map(|at| q[at]).product()
        };
        let mut q: Vec<f64> = (0..=parents).map(|_| random.next()).collect();
        for _ in 0..200 {
            for at in 0..=parents {
                let rows = (0..quiet.len()).filter(|&row| has(row, at));
                let (product, square) = rows.fold((0.0, 0.0), |(product, square), row| {
                    let others = without(&q, row, at);
                    (product + quiet[row] * others, square + others * others)
                });
                if square > 0.0 {
                    q[at] = f64::clamp(product / square, 0.0, 1.0);
                }
            }
        }
        let squares = (0..quiet.len()).map(|row| (quiet[row] - without(&q, row, usize::MAX)).powi(2));
        (squares.sum::<f64>() / quiet.len() as f64).sqrt()
    }

    /// Tables with many zeros and ones, where searches get stuck.
    #[test]
    fn the_nearest_is_as_near_as_the_best_of_many_starts() {
        let mut random = Random(7);
        for number in 0..120 {
            let parents = 1 + number % 4;
            let zeros = random.next();
            let mut entry = || match random.next() {
                p if p < zeros / 2.0 => 0.0,
                p if p < zeros => 1.0,
                _ => random.next(),
            };
            let on: Vec<f64> = (0..1 << parents).map(|_| entry()).collect();
            let quiet: Vec<f64> = on.iter().map(|on| 1.0 - on).collect();
            let best = (0..12).map(|_| reference(&quiet, parents, &mut random)).fold(1.0, f64::min);
            let found = Table { on: &on, parents }.nearest();
            assert!(found.misfit.rms < best + 1e-6, "{on:?}: {} and {best}", found.misfit.rms);
        }
    }

    #[test]
    fn many_parents_take_bounded_work() {
        let on: Vec<f64> = (0..1 << 16).map(|row: u32| f64::from(row.count_ones() % 2)).collect();
        let nearest = Table { on: &on, parents: 16 }.nearest();
        assert!((nearest.misfit.rms - 0.5).abs() < 1e-3, "{}", nearest.misfit.rms);
    }
}
