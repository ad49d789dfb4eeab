//! The xi of every finding of a network, each computed once.
//!
//! For `vfh` and `jh` the xi of `cvx` and `ppf` depend on the network alone (Table 1 of the paper), so they are kept with it. A
//! slot a finding holds the bits of a double; threads that miss at once compute the same number twice and store it twice,
//! which is cheaper than a lock on the way of every later query.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::solver::separate::LOG_XI;
pub(crate) use super::solver::separate::Terms;
use crate::network::Buf;
use crate::{FindingId, Network, Parents, Solver};

/// The xi of all findings by both solvers that can be cached; clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct XiCache {
    cvx: Arc<Slots>,
    ppf: Arc<Slots>,
}

/// Stands for the xi of a finding that cannot be transformed, because a theta of it is infinite.
const EXACT_ONLY: f64 = -1.0;
/// The bits of no xi.
const EMPTY: u64 = u64::MAX;

/// One xi a finding.
#[derive(Debug)]
enum Slots {
    /// Computed when first asked for. The slots themselves too: most networks never run a hybrid.
    Lazy(OnceLock<Box<[AtomicU64]>>),
    /// Read from a compiled file.
    Given(Buf<f64>),
}

impl Default for Slots {
    fn default() -> Self {
        Self::Lazy(OnceLock::new())
    }
}

impl Slots {
    fn get(&self, finding: usize, count: usize, compute: impl FnOnce() -> f64) -> f64 {
        match self {
            Self::Given(values) => values[finding],
            Self::Lazy(slots) => {
                let slots = slots.get_or_init(|| (0..count).map(|_| AtomicU64::new(EMPTY)).collect());
                let bits = slots[finding].load(Relaxed);
                if bits != EMPTY {
                    return f64::from_bits(bits);
                }
                let xi = compute();
                slots[finding].store(xi.to_bits(), Relaxed);
                xi
            }
        }
    }
}

impl XiCache {
    /// A cache whose values are known: one a finding, as [`values`] gave them. `None` where one of them cannot be.
    pub(crate) fn from_values(cvx: Buf<f64>, ppf: Buf<f64>) -> Option<Self> {
        let sound = |xi: &f64| (0.0..=LOG_XI.1.exp()).contains(xi) || *xi == EXACT_ONLY;
        let all_sound = cvx.len() == ppf.len() && cvx.iter().chain(&*ppf).all(sound);
        all_sound.then(|| Self { cvx: Arc::new(Slots::Given(cvx)), ppf: Arc::new(Slots::Given(ppf)) })
    }

    /// The cache of the same network with other priors: `ppf` does not depend on them.
    pub(crate) fn for_other_priors(&self) -> Self {
        Self { cvx: Arc::default(), ppf: Arc::clone(&self.ppf) }
    }
}

/// What [`XiCache::from_values`] takes of one finding, by `cvx` and by `ppf`: for writing it beside the network.
pub(crate) fn values(leak: f64, parents: Parents<'_>, priors: &[f64], scratch: &mut Terms) -> (f64, f64) {
    if scratch.read_row(leak, parents, priors) {
        (scratch.minimise().xi, scratch.closed_form())
    } else {
        (EXACT_ONLY, EXACT_ONLY)
    }
}

/// A finding's xi or [`EXACT_ONLY`], from the cache or into it.
fn xi(network: &Network, finding: FindingId, solver: Solver, scratch: &mut Terms) -> f64 {
    let (index, count) = (finding.index(), network.finding_count());
    match solver {
        Solver::Cvx | Solver::CvxJoint => network.xi.cvx.get(index, count, || {
            if scratch.read(network, finding) { scratch.minimise().xi } else { EXACT_ONLY }
        }),
        Solver::Ppf => network.xi.ppf.get(index, count, || {
            if scratch.read(network, finding) { scratch.closed_form() } else { EXACT_ONLY }
        }),
    }
}

impl Network {
    /// The variational parameter of a finding on its own, by the network's priors; `None` where the finding has a leak or a
    /// link of 1 and so is always treated exactly. `cvx-joint` has none of a single finding: this is where it starts from.
    ///
    /// Computed once and kept; see [`precompute_xi`](Self::precompute_xi).
    pub fn xi(&self, finding: FindingId, solver: Solver) -> Option<f64> {
        let xi = xi(self, finding, solver, &mut Terms::default());
        (xi != EXACT_ONLY).then_some(xi)
    }

    /// Computes the variational parameters of all findings ahead of time, in parallel, so that no query has to. Calls `progress`
    /// after each finding.
    pub fn precompute_xi(&self, progress: impl Fn() + Sync) {
        (0..self.finding_count() as u32).into_par_iter().for_each_init(Terms::default, |scratch, finding| {
            let finding = FindingId::new(finding);
            xi(self, finding, Solver::Cvx, scratch);
            xi(self, finding, Solver::Ppf, scratch);
            progress();
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DiseaseId, NetworkBuilder};

    /// Three findings; the last has a link of 1.
    fn network() -> Network {
        let mut builder = NetworkBuilder::new();
        for (id, prior) in [("a", 0.01), ("b", 0.2)] {
            builder.disease(id, "", prior).unwrap();
        }
        for (id, leak, links) in [("x", 0.01, [0.5, 0.3]), ("y", 0.0, [0.9, 0.0]), ("z", 0.1, [1.0, 0.5])] {
            let finding = builder.finding(id, "", leak).unwrap();
            for (d, p) in links.into_iter().enumerate() {
                builder.link(DiseaseId::new(d as u32), finding, p).unwrap();
            }
        }
        builder.build().unwrap()
    }

    fn is_filled(network: &Network) -> bool {
        let filled = |slots: &Slots| match slots {
            Slots::Lazy(slots) => {
                slots.get().is_some_and(|slots| slots.iter().all(|slot| slot.load(Relaxed) != EMPTY))
            }
            Slots::Given(_) => true,
        };
        filled(&network.xi.cvx) && filled(&network.xi.ppf)
    }

    #[test]
    fn ahead_of_time_and_when_asked_are_the_same() {
        let (early, late) = (network(), network());
        early.precompute_xi(|| ());
        assert!(is_filled(&early));
        for finding in early.findings() {
            for &solver in Solver::ALL {
                assert_eq!(early.xi(finding, solver), late.xi(finding, solver));
            }
        }
        assert!(is_filled(&late));
        assert_eq!(early.xi(FindingId::new(2), Solver::Cvx), None);
    }

    #[test]
    fn clones_share_and_other_priors_start_over() {
        let first = network();
        let clone = first.clone();
        first.precompute_xi(|| ());
        assert!(is_filled(&clone));

        let rarer = first.with_priors(vec![0.001, 0.02]).unwrap();
        assert!(!is_filled(&rarer) && Arc::ptr_eq(&rarer.xi.ppf, &first.xi.ppf));
        let finding = FindingId::new(0);
        assert!(rarer.xi(finding, Solver::Cvx) > first.xi(finding, Solver::Cvx));
        assert_eq!(rarer.xi(finding, Solver::Ppf), first.xi(finding, Solver::Ppf));
    }

    #[test]
    fn values_come_back() {
        let computed = network();
        let priors: Vec<f64> = computed.diseases().map(|d| computed.prior(d)).collect();
        let mut scratch = Terms::default();
        let (cvx, ppf): (Vec<f64>, Vec<f64>) = computed
            .findings()
            .map(|f| values(computed.leak(f), computed.parents(f), &priors, &mut scratch))
            .unzip();
        let mut given = network();
        given.xi = XiCache::from_values(cvx.into(), ppf.into()).unwrap();
        for finding in computed.findings() {
            for &solver in Solver::ALL {
                assert_eq!(given.xi(finding, solver), computed.xi(finding, solver));
            }
        }
    }

    #[test]
    fn values_that_cannot_be_are_refused() {
        for wrong in [f64::NAN, f64::INFINITY, -0.5] {
            assert!(XiCache::from_values(vec![0.1, wrong].into(), vec![0.1, 0.1].into()).is_none());
        }
        assert!(XiCache::from_values(vec![0.1].into(), vec![].into()).is_none());
    }

    #[test]
    fn threads_that_meet_agree() {
        let network = network();
        std::thread::scope(|scope| {
            let ask = || network.findings().map(|f| network.xi(f, Solver::Cvx)).collect::<Vec<_>>();
            let handles: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
            let answers: Vec<_> = handles.into_iter().map(|handle| handle.join().unwrap()).collect();
            assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
        });
    }
}
