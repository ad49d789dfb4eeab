//! The xi of every finding of a network, each computed once.
//!
//! For `vfh` and `jh` the xi of `cvx` and `ppf` depend on the network alone (Table 1 of the paper),
//! so they are kept beside it. A slot for each finding holds the bits of a double; threads that
//! miss at the same time compute the same number twice and store it twice, which is cheaper than a
//! lock on the way of every later query.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use once_cell::race::OnceBox;

use super::solver::separate::LOG_XI;
pub(crate) use super::solver::separate::Terms;
use crate::{FindingId, Network, Parents, Solver};

/// The variational parameters of a network's findings, each computed when it is first asked for.
/// Clones share them.
#[derive(Clone, Debug)]
pub struct XiCache {
    network: Network,
    slots: Arc<Slots>,
}

/// Stands for the xi of a finding that cannot be transformed, because a theta of it is infinite.
const EXACT_ONLY: f64 = -1.0;
/// The bits of no xi.
const EMPTY: u64 = u64::MAX;

/// One xi for each finding and solver. The slots themselves are made when first needed: most
/// networks never run a hybrid. A thread that makes them never makes others wait: a process that was
/// forked at that moment would wait for ever.
#[derive(Debug, Default)]
struct Slots {
    cvx: OnceBox<Box<[AtomicU64]>>,
    ppf: OnceBox<Box<[AtomicU64]>>,
}

fn get(
    slots: &OnceBox<Box<[AtomicU64]>>,
    finding: usize,
    count: usize,
    compute: impl FnOnce() -> f64,
) -> f64 {
    let slots = slots.get_or_init(|| Box::new((0..count).map(|_| AtomicU64::new(EMPTY)).collect()));
    let bits = slots[finding].load(Relaxed);
    if bits != EMPTY {
        return f64::from_bits(bits);
    }
    let xi = compute();
    slots[finding].store(xi.to_bits(), Relaxed);
    xi
}

/// Whether a number can be a stored xi.
pub(crate) fn is_plausible(xi: f64) -> bool {
    (0.0..=LOG_XI.1.exp()).contains(&xi) || xi == EXACT_ONLY
}

/// The xi of one finding by `cvx` and by `ppf`, as a compiled file stores them.
pub(crate) fn values(leak: f64, parents: Parents<'_>, priors: &[f64], scratch: &mut Terms) -> (f64, f64) {
    if scratch.read_row(leak, parents, priors) {
        (scratch.minimise().xi, scratch.closed_form())
    } else {
        (EXACT_ONLY, EXACT_ONLY)
    }
}

impl XiCache {
    /// A cache for a network, with whatever its file brought along.
    pub fn new(network: &Network) -> Self {
        Self { network: network.clone(), slots: Arc::default() }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The variational parameter of a finding on its own, by the network's priors; `None` if the
    /// finding has a leak or a link of 1 and so is always treated exactly. `cvx-joint` has none for
    /// a single finding: this is where it starts from.
    pub fn get(&self, finding: FindingId, solver: Solver) -> Option<f64> {
        let xi = self.xi(finding, solver, &mut Terms::default());
        (xi != EXACT_ONLY).then_some(xi)
    }

    /// A finding's xi or [`EXACT_ONLY`], from its slot or into it.
    fn xi(&self, finding: FindingId, solver: Solver, scratch: &mut Terms) -> f64 {
        let (index, count) = (finding.index(), self.network.finding_count());
        let stored = &self.network.stored_xi;
        match solver {
            Solver::Cvx | Solver::CvxJoint => get(&self.slots.cvx, index, count, || match &stored.cvx {
                Some(values) => self.checked(finding, values[index]),
                None if scratch.read(&self.network, finding) => scratch.minimise().xi,
                None => EXACT_ONLY,
            }),
            Solver::Ppf => get(&self.slots.ppf, index, count, || match &stored.ppf {
                Some(values) => self.checked(finding, values[index]),
                None if scratch.read(&self.network, finding) => scratch.closed_form(),
                None => EXACT_ONLY,
            }),
        }
    }

    /// A stored xi, unless the finding cannot be transformed whatever its file says. Any other
    /// number bounds the evidence.
    fn checked(&self, finding: FindingId, xi: f64) -> f64 {
        let mut largest = self.network.leak(finding);
        self.network.parents(finding).for_each_stored(|_, p| largest = largest.max(p));
        let is_transformable = largest < 1.0 && self.network.by_finding.is_sound(finding.index());
        if is_transformable && is_plausible(xi) { xi } else { EXACT_ONLY }
    }

    /// Computes the parameters of all findings ahead of time, so that no query has to. Calls
    /// `progress` after each finding.
    pub fn precompute(&self, progress: impl Fn()) {
        let mut scratch = Terms::default();
        for finding in self.network.findings() {
            self.xi(finding, Solver::Cvx, &mut scratch);
            self.xi(finding, Solver::Ppf, &mut scratch);
            progress();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::StoredXi;
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

    fn is_filled(slots: &OnceBox<Box<[AtomicU64]>>) -> bool {
        slots.get().is_some_and(|slots| slots.iter().all(|slot| slot.load(Relaxed) != EMPTY))
    }

    #[test]
    fn ahead_of_time_and_when_asked_are_the_same() {
        let (early, late) = (XiCache::new(&network()), XiCache::new(&network()));
        let clone = early.clone();
        early.precompute(|| ());
        assert!(is_filled(&clone.slots.cvx) && is_filled(&clone.slots.ppf), "clones share");
        for finding in early.network().findings() {
            for &solver in Solver::ALL {
                assert_eq!(early.get(finding, solver), late.get(finding, solver));
            }
        }
        assert_eq!(early.get(FindingId::new(2), Solver::Cvx), None);
    }

    #[test]
    fn other_priors_have_other_parameters() {
        let first = XiCache::new(&network());
        let rarer = XiCache::new(&network().with_priors(vec![0.001, 0.02]).unwrap());
        let finding = FindingId::new(0);
        assert!(rarer.get(finding, Solver::Cvx) > first.get(finding, Solver::Cvx));
        assert_eq!(rarer.get(finding, Solver::Ppf), first.get(finding, Solver::Ppf));
    }

    #[test]
    fn stored_values_are_used_unless_they_cannot_be() {
        let mut network = network();
        let stored = |values: [f64; 3]| Some(values.to_vec().into());
        network.stored_xi = StoredXi { cvx: stored([0.25, f64::NAN, 0.5]), ppf: stored([-0.5, 0.125, -1.0]) };
        let xi = XiCache::new(&network);
        let all = |solver| [0, 1, 2].map(|finding| xi.get(FindingId::new(finding), solver));
        assert_eq!(all(Solver::Cvx), [Some(0.25), None, None], "the last finding has a link of 1");
        assert_eq!(all(Solver::Ppf), [None, Some(0.125), None]);
    }

    #[test]
    fn threads_that_meet_agree() {
        let xi = XiCache::new(&network());
        std::thread::scope(|scope| {
            let ask = || xi.network().findings().map(|f| xi.get(f, Solver::Cvx)).collect::<Vec<_>>();
            let handles: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
            let answers: Vec<_> = handles.into_iter().map(|handle| handle.join().unwrap()).collect();
            assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
        });
    }
}
