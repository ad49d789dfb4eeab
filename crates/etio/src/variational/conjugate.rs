//! The variational bound of one present finding (Eq. 4 of the paper).
//!
//! With `x = theta_0 + sum of theta_i over the diseases that are present`, a finding is present
//! with probability `1 - e^-x`. Its logarithm `f(x) = ln(1 - e^-x)` is concave (the paper calls it
//! convex), so it lies below each of its tangents: `f(x) <= xi x - f*(xi)` for *every* `xi > 0`,
//! with the concave conjugate `f*(xi) = -xi ln xi + (xi + 1) ln(xi + 1)`. The bound is a product
//! over diseases: it multiplies the weight of each by `e^(xi theta_i)` and the whole by
//! `e^(xi theta_0 - f*(xi))`, once and not once per parent as Eq. 5 reads.

use crate::InferenceError;
use crate::kernels::logistic;
use crate::pace::Pace;

/// `-ln(1 - p)`: the paper's theta. Infinite for a probability of 1.
#[inline]
pub(crate) fn theta(probability: f64) -> f64 {
    -(-probability).ln_1p()
}

/// The theta of a probability whose complement is known apart, from whichever of the two is the
/// smaller.
#[inline]
pub(crate) fn theta_of(probability: f64, complement: f64) -> f64 {
    if probability < 0.5 { theta(probability) } else { -complement.ln() }
}

/// `f*(xi)`, put so that nothing cancels for large xi and nothing overflows for small. Zero at
/// zero, its limit.
#[inline]
pub(crate) fn conjugate(xi: f64) -> f64 {
    if xi >= 1.0 {
        xi.ln_1p() + xi * xi.recip().ln_1p()
    } else if xi > 0.0 {
        xi.ln_1p() * (1.0 + xi) - xi * xi.ln()
    } else {
        0.0
    }
}

/// A disease whose weight was multiplied by `e^tilt`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tilted {
    /// Its probability now.
    pub(crate) prior: f64,
    /// Its complement, 1 - `prior`.
    pub(crate) complement: f64,
    /// Log of the factor that normalised it: `ln(complement + prior e^tilt)` of what it was.
    pub(crate) log_normaliser: f64,
}

/// Multiplies the weight of a disease by `e^tilt`, for any tilt from 0 on: `e^tilt` itself is never
/// formed.
#[inline]
pub(crate) fn tilt(prior: f64, complement: f64, tilt: f64) -> Tilted {
    let faded = complement * (-tilt).exp();
    let total = prior + faded;
    if total == 0.0 {
        // A prior below the smallest double, tilted beyond the largest: both weights are lost, the
        // odds are anybody's.
        return Tilted { prior, complement, log_normaliser: 0.0 };
    }
    Tilted {
        prior: prior / total,
        // The disease stays possible to be absent, however far it was tilted.
        complement: (faded / total).max(f64::MIN_POSITIVE),
        log_normaliser: log_normaliser(prior, complement, tilt),
    }
}

/// Diseases that are tilted together.
pub(super) const RUN: usize = 128;

/// [`tilt`] for many diseases: replaces their probabilities and complements, and returns the sum of
/// the log normalisers.
pub(crate) fn tilt_all(priors: &mut [f64], complements: &mut [f64], tilts: &[f64]) -> f64 {
    let runs = priors.chunks_mut(RUN).zip(complements.chunks_mut(RUN)).zip(tilts.chunks(RUN));
    let log_normaliser = |((priors, complements), tilts): ((&mut [f64], &mut [f64]), &[f64])| {
        if tilts.iter().all(|&t| t <= logistic::LARGEST_TILT) {
            return logistic::tilt(priors, complements, tilts);
        }
        let mut sum = 0.0;
        for ((prior, complement), &t) in priors.iter_mut().zip(complements).zip(tilts) {
            let tilted = tilt(*prior, *complement, t);
            (*prior, *complement) = (tilted.prior, tilted.complement);
            sum += tilted.log_normaliser;
        }
        sum
    };
    runs.map(log_normaliser).sum()
}

/// `ln(complement + prior e^tilt)`.
#[inline]
pub(crate) fn log_normaliser(prior: f64, complement: f64, tilt: f64) -> f64 {
    // Small tilts of rare diseases: the sum is so near 1 that it must not be rounded before its
    // logarithm is taken.
    if tilt < 1.0 {
        (prior * tilt.exp_m1()).ln_1p()
    } else {
        tilt + (prior + complement * (-tilt).exp()).ln()
    }
}

/// The tangents that bound several findings: their thetas, by finding.
#[derive(Debug, Default)]
pub(crate) struct Tangents {
    /// `theta_0` of each finding: its leak and the diseases that are certainly present.
    pub(crate) base: Vec<f64>,
    starts: Vec<usize>,
    disease: Vec<u32>,
    theta: Vec<f64>,
}

impl Tangents {
    /// Forgets all findings and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.base.clear();
        self.starts.clear();
        self.starts.push(0);
        self.disease.clear();
        self.theta.clear();
    }

    /// Adds links of the finding that the next [`close`](Self::close) ends, all with a probability
    /// below 1.
    pub(crate) fn links_below_1(&mut self, diseases: &[u32], probabilities: &[f64]) {
        self.disease.extend_from_slice(diseases);
        let start = self.theta.len();
        self.theta.extend_from_slice(probabilities);
        logistic::thetas(&mut self.theta[start..]);
    }

    /// Adds a link of the finding that the next [`close`](Self::close) ends.
    #[inline]
    pub(crate) fn link(&mut self, disease: u32, theta: f64) {
        self.disease.push(disease);
        self.theta.push(theta);
    }

    /// Ends a finding.
    pub(crate) fn close(&mut self, base: f64) {
        self.base.push(base);
        self.starts.push(self.disease.len());
    }

    /// How many findings there are.
    pub(crate) fn len(&self) -> usize {
        self.base.len()
    }

    /// How many links a finding has.
    pub(crate) fn degree(&self, finding: usize) -> usize {
        self.starts[finding + 1] - self.starts[finding]
    }

    /// The bounds of some of the findings, in the order given.
    pub(crate) fn of(&self, findings: &[usize]) -> Self {
        let mut some = Self::default();
        some.clear();
        for &finding in findings {
            let range = self.starts[finding]..self.starts[finding + 1];
            some.disease.extend_from_slice(&self.disease[range.clone()]);
            some.theta.extend_from_slice(&self.theta[range]);
            some.close(self.base[finding]);
        }
        some
    }

    /// A finding's links: diseases and thetas.
    #[inline]
    pub(crate) fn links(&self, finding: usize) -> impl Iterator<Item = (usize, f64)> + Clone {
        let range = self.starts[finding]..self.starts[finding + 1];
        self.disease[range.clone()].iter().map(|&d| d as usize).zip(self.theta[range].iter().copied())
    }

    /// Adds up what the findings do to each disease: `t_i = sum of xi_j theta_ji`.
    pub(crate) fn tilts(&self, xi: &[f64], tilts: &mut [f64]) {
        tilts.fill(0.0);
        for (finding, &xi) in xi.iter().enumerate() {
            for (disease, theta) in self.links(finding) {
                tilts[disease] += xi * theta;
            }
        }
    }

    /// [`tilts`](Self::tilts), looking at the clock on the way.
    pub(crate) fn tilts_at_pace(
        &self,
        xi: &[f64],
        tilts: &mut [f64],
        pace: &mut Pace<'_>,
    ) -> Result<(), InferenceError> {
        tilts.fill(0.0);
        for (finding, &xi) in xi.iter().enumerate() {
            pace.count(self.degree(finding))?;
            for (disease, theta) in self.links(finding) {
                tilts[disease] += xi * theta;
            }
        }
        Ok(())
    }

    /// The sum of `xi theta_0`: what the tangents add that does not depend on any disease.
    pub(crate) fn linear(&self, xi: &[f64]) -> f64 {
        xi.iter().zip(&self.base).map(|(xi, base)| xi * base).sum()
    }

    /// Log of the constant factor.
    pub(crate) fn log_constant(&self, xi: &[f64]) -> f64 {
        log_constant(xi, &self.base)
    }
}

/// Log of the constant factor of bounds: the sum of `xi theta_0 - f*(xi)`.
pub(crate) fn log_constant(xi: &[f64], base: &[f64]) -> f64 {
    xi.iter().zip(base).map(|(&xi, base)| xi * base - conjugate(xi)).sum()
}

#[cfg(test)]
impl Tangents {
    /// Findings with `theta_0` and, for each disease, whether it is linked and its theta. Each finding
    /// is linked to one disease at least.
    pub(crate) fn of_rows(rows: Vec<(f64, Vec<(bool, f64)>)>) -> Self {
        let mut bounds = Self::default();
        bounds.clear();
        for (j, (base, row)) in rows.into_iter().enumerate() {
            let diseases = row.len();
            for (d, (linked, theta)) in row.into_iter().enumerate() {
                if linked || d == j % diseases {
                    bounds.link(d as u32, theta);
                }
            }
            bounds.close(base);
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tangent_lies_above_and_touches() {
        for x in [1e-12, 1e-3, 0.1, 1.0, 30.0, 700.0_f64] {
            let exact = (-(-x).exp_m1()).ln();
            let touching = x.exp_m1().recip();
            assert!((touching * x - conjugate(touching) - exact).abs() < 1e-13 * (1.0 + exact.abs()), "{x}");
            for factor in [1e-6, 0.5, 0.999, 1.001, 2.0, 1e6] {
                let xi = touching * factor;
                assert!(xi * x - conjugate(xi) >= exact - 1e-14 * (1.0 + exact.abs()), "{x} {factor}");
            }
        }
    }

    #[test]
    fn the_conjugate_is_finite_and_continuous() {
        assert_eq!(conjugate(0.0), 0.0);
        assert!((0.0..1e-300).contains(&conjugate(f64::MIN_POSITIVE)));
        assert!(conjugate(f64::MAX).is_finite());
        assert!((conjugate(1.0) - 2.0 * 2f64.ln()).abs() < 1e-15);
        assert!((conjugate(1.0 - 1e-15) - conjugate(1.0)).abs() < 1e-14);
    }

    #[test]
    fn tilting_multiplies_the_odds() {
        for prior in [1e-300, 1e-12, 0.3, 0.999_999] {
            for t in [0.0, 1e-9, 0.9, 1.1, 30.0, 600.0_f64] {
                let tilted = tilt(prior, 1.0 - prior, t);
                let log_odds = (tilted.prior / tilted.complement).ln();
                assert!(
                    (log_odds - (prior / (1.0 - prior)).ln() - t).abs() < 1e-12 * (700.0 + t),
                    "{prior} {t}"
                );
                assert!((tilted.prior + tilted.complement - 1.0).abs() < 1e-15);
                let direct = (1.0 - prior + prior * t.exp()).ln();
                assert!((tilted.log_normaliser - direct).abs() < 1e-13 * (1.0 + direct.abs()), "{prior} {t}");
            }
        }
    }

    #[test]
    fn no_tilt_is_too_large() {
        for t in [800.0, 1e6, 1e300] {
            let tilted = tilt(0.25, 0.75, t);
            assert!(tilted.prior == 1.0 && tilted.complement > 0.0);
            assert!((tilted.log_normaliser / (t + 0.25f64.ln()) - 1.0).abs() < 1e-15);
        }
    }
}
