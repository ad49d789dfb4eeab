//! The hybrids of the paper: some present findings replaced by their variational upper bound, the
//! rest treated exactly.
//!
//! For every `xi > 0`, `P(f+ | d) = 1 - e^-x <= e^(xi x - f*(xi))` with `x = th_0 + sum of th_i
//! d_i`. A transformed finding so multiplies the weight of each of its parents by `e^(xi th_i)` and
//! the evidence by `e^(xi th_0 - f*(xi))`.

mod bound;
mod minimise;
mod order;
mod solve;

use std::str::FromStr;

use crate::eliminate::{Compiled, Weights};
use crate::inclusion_exclusion;
use crate::model::{Case, Model, OracleError, Precise};
use crate::number::Real;
use bound::Bound;
pub use order::transform_order;

/// How the bound and the exact part are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Eq. 10.5 of the paper: tilted priors first, then exact inference with them.
    Vfh,
    /// Eq. 11 of the paper: one signed sum over tilted weights.
    Jh,
    /// Eq. 10 of the paper: the exact posteriors of the rest, tilted one by one.
    Jj99,
    /// The original of 1999: as `Jh`, with every xi chosen for the overall bound.
    Jj99Joint,
}

/// How xi is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// The minimum of each finding's own bound.
    Cvx,
    /// The minimum over all transformed findings together.
    CvxJoint,
    /// The closed form for "all parents present".
    Ppf,
}

/// Which findings are transformed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Those with the fewest parents.
    Fdo,
    /// Those whose exact treatment would lower the bound least.
    Gdo,
}

/// A hybrid method; parses from its spelling, such as `vfh+cvx+fdo:2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hybrid {
    /// How the parts are put together.
    pub scheme: Scheme,
    /// How xi is found.
    pub solver: Solver,
    /// Which findings are transformed.
    pub order: Order,
    /// How many of them.
    pub count: usize,
}

impl FromStr for Hybrid {
    type Err = OracleError;

    fn from_str(text: &str) -> Result<Hybrid, OracleError> {
        let unknown = || OracleError::Invalid(format!("unknown hybrid {text}"));
        let (names, count) = text.split_once(':').ok_or_else(unknown)?;
        let names: Vec<&str> = names.split('+').collect();
        let [scheme, solver, order] = names[..] else { return Err(unknown()) };
        let scheme = match scheme {
            "vfh" => Scheme::Vfh,
            "jh" => Scheme::Jh,
            "jj99" => Scheme::Jj99,
            "jj99-joint" => Scheme::Jj99Joint,
            _ => return Err(unknown()),
        };
        let solver = match solver {
            "cvx" => Solver::Cvx,
            "cvx-joint" => Solver::CvxJoint,
            "ppf" => Solver::Ppf,
            _ => return Err(unknown()),
        };
        let order = match order {
            "fdo" => Order::Fdo,
            "gdo" => Order::Gdo,
            _ => return Err(unknown()),
        };
        Ok(Hybrid { scheme, solver, order, count: count.parse().map_err(|_| unknown())? })
    }
}

/// The answer of a hybrid.
#[derive(Clone, Debug, PartialEq)]
pub struct HybridAnswer {
    /// The scheme's estimate of P(disease | evidence).
    pub posteriors: Vec<f64>,
    /// The scheme's value of ln P(evidence).
    pub log_evidence: f64,
    /// A proven upper bound on ln P(evidence).
    pub log_evidence_upper: f64,
    /// The findings transformed, in the order of the method.
    pub transformed: Vec<usize>,
    /// Their xi.
    pub xi: Vec<f64>,
    /// The same before rounding.
    pub precise: PreciseHybrid,
}

/// A hybrid's answer to more than a hundred digits.
#[derive(Clone, Debug, PartialEq)]
pub struct PreciseHybrid {
    /// The estimate of P(disease | evidence).
    pub on: Vec<Real>,
    /// The estimate of P(no disease | evidence).
    pub off: Vec<Real>,
    /// The scheme's value of ln P(evidence).
    pub log_evidence: Real,
    /// A proven upper bound on it.
    pub log_evidence_upper: Real,
    /// xi of each transformed finding.
    pub xi: Vec<Real>,
}

/// Answers the case by a hybrid method.
pub fn hybrid(model: &Model, case: &Case, method: Hybrid) -> Result<HybridAnswer, OracleError> {
    model.check_possible(case)?;
    if method.count > case.present.len() {
        let what = format!("{} findings to transform, {} present", method.count, case.present.len());
        return Err(OracleError::Invalid(what));
    }
    let mut transformed = transform_order(model, case, method.solver, method.order)?;
    transformed.truncate(method.count);
    hybrid_with(model, case, method.scheme, method.solver, &transformed)
}

/// The same with the transformed findings given; each must be present, with its leak and all its
/// links below 1.
pub fn hybrid_with(
    model: &Model,
    case: &Case,
    scheme: Scheme,
    solver: Solver,
    transformed: &[usize],
) -> Result<HybridAnswer, OracleError> {
    model.check_possible(case)?;
    let all = Bound::of_present(model, case);
    let find = |finding: usize| all.iter().find(|bound| bound.finding == finding).cloned();
    let bounds: Option<Vec<Bound>> = transformed.iter().map(|&finding| find(finding)).collect();
    let Some(bounds) = bounds else {
        return Err(OracleError::Invalid(format!("{transformed:?} are not all present and transformable")));
    };
    let exact: Vec<usize> =
        case.present.iter().copied().filter(|finding| !transformed.contains(finding)).collect();
    let question = Question { model, case, bounds, exact };
    let xi = question.solve(scheme, solver)?;
    let mut precise = match scheme {
        Scheme::Vfh | Scheme::Jj99Joint => question.variational_first(&xi)?,
        Scheme::Jh => question.jointly(&xi)?,
        Scheme::Jj99 => question.exact_first(&xi)?,
    };
    precise.xi = xi;
    Ok(HybridAnswer {
        posteriors: precise.on.iter().map(|p| p.to_f64()).collect(),
        log_evidence: precise.log_evidence.to_f64(),
        log_evidence_upper: precise.log_evidence_upper.to_f64(),
        transformed: transformed.to_vec(),
        xi: precise.xi.iter().map(|xi| xi.to_f64()).collect(),
        precise,
    })
}

/// A case whose present findings are split in two.
struct Question<'a> {
    model: &'a Model,
    case: &'a Case,
    /// F1: those transformed.
    bounds: Vec<Bound>,
    /// F2: those treated exactly.
    exact: Vec<usize>,
}

impl Question<'_> {
    /// Eq. 10.5: exact inference on F2 and F- with the priors `q_i = pi_i e^t_i / Z_i`, `Z_i = pi_i
    /// e^t_i + 1 - pi_i`; the value gets its missing factor `e^constant · prod Z_i` back.
    fn variational_first(&self, xi: &[Real]) -> Result<PreciseHybrid, OracleError> {
        let mut weights = Weights::priors(self.model);
        let tilts = bound::tilts(&self.bounds, xi, weights.on.len());
        let scale = tilt_and_normalise(&mut weights.on, &mut weights.off, &tilts);
        weights.fold_absent(self.model, self.case);
        let marginals = Compiled::new(self.model, &self.exact)?.marginals(&weights);
        let log_bound = (marginals.evidence * scale).ln() + bound::constants(&self.bounds, xi);
        Ok(bounded(marginals, log_bound))
    }

    /// Eq. 11, second line: the signed sum over sets of F2 with the weights `pi_i e^t_i` and `1 - pi_i`.
    fn jointly(&self, xi: &[Real]) -> Result<PreciseHybrid, OracleError> {
        let mut weights = Weights::of(self.model, self.case);
        for (weight, tilt) in
            weights.on.iter_mut().zip(bound::tilts(&self.bounds, xi, self.model.priors.len()))
        {
            *weight *= tilt.exp();
        }
        let marginals = inclusion_exclusion::weighted(self.model, &self.exact, &weights)?;
        let log_bound = marginals.evidence.ln() + bound::constants(&self.bounds, xi);
        Ok(bounded(marginals, log_bound))
    }

    /// Eq. 10: the exact posteriors of F2 and F-, each with its odds times `e^t_i`, as if
    /// independent. The value is not a proven bound; P(F2+, F-) is, and caps it.
    fn exact_first(&self, xi: &[Real]) -> Result<PreciseHybrid, OracleError> {
        let rest = self.exact_marginals()?;
        let log_evidence_upper = rest.evidence.ln();
        let tilts = bound::tilts(&self.bounds, xi, rest.on.len());
        let (mut on, mut off) = (rest.on, rest.off);
        let product = tilt_and_normalise(&mut on, &mut off, &tilts);
        let value = log_evidence_upper + product.ln() + bound::constants(&self.bounds, xi);
        let log_evidence = value.min(log_evidence_upper);
        Ok(PreciseHybrid { on, off, log_evidence, log_evidence_upper, xi: Vec::new() })
    }

    /// P(d | F2+, F-).
    fn exact_marginals(&self) -> Result<Precise, OracleError> {
        Ok(Compiled::new(self.model, &self.exact)?.marginals(&Weights::of(self.model, self.case)))
    }
}

/// Multiplies each disease's odds by `e^tilt`, keeping `on + off = 1`; answers the product of what
/// was divided by.
fn tilt_and_normalise(on: &mut [Real], off: &mut [Real], tilts: &[Real]) -> Real {
    let mut product = Real::ONE;
    for ((on, off), tilt) in on.iter_mut().zip(off).zip(tilts) {
        let tilted = *on * tilt.exp();
        let z = tilted + *off;
        *on = tilted / z;
        *off = *off / z;
        product *= z;
    }
    product
}

/// The answer of a scheme whose value is a bound.
fn bounded(marginals: Precise, log_bound: Real) -> PreciseHybrid {
    let Precise { on, off, .. } = marginals;
    PreciseHybrid { on, off, log_evidence: log_bound, log_evidence_upper: log_bound, xi: Vec::new() }
}
