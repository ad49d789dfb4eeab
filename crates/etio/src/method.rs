//! The ways to answer: one list of methods, which everything that names them reads.
//!
//! Spellings and summaries are written once, in the `methods!` and `spelled!` tables below, beside
//! the documentation. Parsing, errors, the help of the command line, the service and its OpenAPI
//! document take them from here or are tested against them. A new method gets a line in the table,
//! a folder of its own and an arm in `Engine::algorithm`.

use std::fmt;
use std::str::FromStr;

use crate::suggest::{hint, nearest};

macro_rules! methods {
    (
        $(#[$doc:meta])*
        plain { $($(#[$vdoc:meta])* $variant:ident $(($with:ty))? = $text:literal: $summary:literal;)* }
        hybrid { $(#[$hdoc:meta])* $hybrid_summary:literal }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Method {
            $($(#[$vdoc])* $variant $(($with))?,)*
            $(#[$hdoc])*
            Hybrid(Hybrid),
        }

        impl Method {
            /// Every method that is not a hybrid, in the order of help and documents; those that
            /// have a parameter, with its default.
            pub const PLAIN: &'static [Self] = &[$(Self::$variant $((<$with>::DEFAULT))?,)*];

            /// Summary in one line, without a full stop.
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $summary,)*
                    Self::Hybrid(_) => $hybrid_summary,
                }
            }
        }

        impl fmt::Display for Method {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant { .. } => f.write_str($text)?,)*
                    Self::Hybrid(hybrid) => hybrid.fmt(f)?,
                }
                self.write_parameter(f)
            }
        }
    };
}

macro_rules! spelled {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal: $summary:literal;)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The spelling.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Summary in one line, without a full stop.
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }

            fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == text)
            }
        }
    };
}

methods!(
    /// How to compute a [`Posterior`](crate::Posterior).
    ///
    /// Each method has one spelling, which [`Display`](fmt::Display) writes and [`FromStr`] reads,
    /// and a [`summary`](Self::summary).
    ///
    /// Some things are the same for all of them. Absent findings are folded into the priors first,
    /// and diseases that cannot explain any present finding take no part, so neither costs
    /// anything. A method predicts its cost before it runs
    /// ([`Engine::forecast`](crate::Engine::forecast)) and is refused with
    /// [`TooExpensive`](crate::InferenceError::TooExpensive) if that does not fit the
    /// [`Limits`](crate::Limits). If the time is over while it works, it ends with
    /// [`OutOfTime`](crate::InferenceError::OutOfTime). [`Exactness`](crate::Exactness) says how
    /// far an answer can be trusted: an *exact* one has an error bound, which is *certified* if it
    /// is proven.
    ///
    /// In the equations `F+` are the present findings, `pi_i` is the prior of disease i after the
    /// absent findings, `p_ji` the probability of its link to finding j, `leak_j` the finding's
    /// leak, and `theta = -ln(1 - p)`.
    plain {
        /// The cheapest exact method that fits the limits, or else certified intervals, or at least
        /// an estimate.
        ///
        /// On dense networks it tries [`Quickscore`](Self::Quickscore), the fastest there, unless the
        /// problem is a trifle. Otherwise it plans [`ExplainedSets`](Self::ExplainedSets),
        /// [`Elimination`](Self::Elimination) and, if few diseases take part,
        /// [`Enumeration`](Self::Enumeration), and runs the cheapest. If a method refuses or loses
        /// precision, the next is tried. Seven tenths of the time are for this; planning takes
        /// microseconds to milliseconds.
        ///
        /// If nothing exact fits, it answers with certified intervals: see [`Bounds`](Self::Bounds).
        /// As long as they are wide, the points inside come from the lowest variational bound that it
        /// finds in a part of the time: [`jj99-joint`](Scheme::Jj99Joint) with findings chosen by
        /// their [width](Order::Wdo). If the intervals say nothing at all, that is the answer, an
        /// [`Estimate`](crate::Exactness::Estimate). Both say in
        /// [`exact_seconds`](crate::Work::exact_seconds) what an exact answer was predicted to take.
        /// Intervals also take the place of an exact answer that would take much longer, if the
        /// caller says that they [are enough](crate::Target::is_enough). With very little time an
        /// estimate may be *uninformed*, and is then no answer: see
        /// [`Exactness::is_informed`](crate::Exactness::is_informed).
        ///
        /// It does not refuse a query for being large. Its errors are about the evidence, or about
        /// a time limit that is over before the query is set up.
        /// [`Posterior::method`](crate::Posterior::method) names the method that answered.
        #[default]
        Auto = "auto":
            "the cheapest exact method within the limits, or else certified intervals";

        /// Brute force: the definition, summed over every set of diseases.
        ///
        /// ```text
        /// P(F+) = sum over sets D of  prod_{i in D} pi_i * prod_{i not in D} (1 - pi_i)
        ///                             * prod_{j in F+} (1 - (1 - leak_j) prod_{i in D} (1 - p_ji))
        /// ```
        ///
        /// For checking other methods on small networks: it shares no shortcut with them.
        ///
        /// *Cost*: `2^n` sets times links, for the `n` diseases that could explain a present
        /// finding. *Refuses* more than 20 of those
        /// ([`TooLarge`](crate::InferenceError::TooLarge)).
        /// *Error*: certified. Nothing is subtracted and no number leaves the range of the
        /// arithmetic, so the bound is a count of roundings, whatever the numbers of the network
        /// are.
        Enumeration = "enumeration":
            "brute force over sets of diseases, for at most 20 that matter";

        /// Inclusion-exclusion over the present findings.
        ///
        /// ```text
        /// P(F+) = sum over subsets S of F+ of  (-1)^|S| * prod_{j in S} (1 - leak_j)
        ///                                      * prod_i (1 - pi_i + pi_i prod_{j in S} (1 - p_ji))
        /// ```
        ///
        /// The fastest method on dense networks, where most diseases are linked to most findings.
        ///
        /// *Cost*: `2^|F+|` times the diseases that take part; less on sparse networks, where
        /// factors are shared. *Refuses* more than 30 present findings
        /// ([`TooLarge`](crate::InferenceError::TooLarge)), and answers that lost their digits
        /// ([`DigitsLost`](crate::InferenceError::DigitsLost)): the terms alternate in sign, so for
        /// improbable evidence they cancel. The limit is an error of 1e-10, a little more on
        /// networks of more than 400 diseases.
        /// *Error*: estimated from the sizes of the terms, not certified.
        ///
        /// D. Heckerman, *A tractable inference algorithm for diagnosing multiple diseases*, UAI
        /// 1989.
        Quickscore = "quickscore":
            "inclusion-exclusion over present findings; refuses if digits cancel";

        /// A dynamic programme over the sets of findings that are explained already, without
        /// subtraction.
        ///
        /// A table holds for each set of findings the probability that exactly these are explained
        /// by the leaks and the diseases seen so far. Disease by disease,
        ///
        /// ```text
        /// t <- (1 - pi_i) t + pi_i B_i t,     B_i lets each link of disease i fire or not,
        /// ```
        ///
        /// and `P(F+)` is the entry of the full set. The posteriors come from the same steps
        /// transposed. A finding is open from its first disease to its last; diseases are ordered
        /// so that few are.
        ///
        /// For up to about 20 present findings, and for improbable evidence.
        ///
        /// *Cost*: links times `2^open`. *Refuses* more than 64 present findings
        /// ([`TooLarge`](crate::InferenceError::TooLarge)), and open findings that are together so
        /// improbable, below about 1e-280, that doubles would underflow
        /// ([`DigitsLost`](crate::InferenceError::DigitsLost)).
        /// *Error*: certified. All terms are non-negative, so the bound is a count of roundings.
        ExplainedSets = "explained-sets":
            "sums over sets of explained findings, nothing subtracted; up to about 20";

        /// Variable elimination in the two-state form of the noisy-or, with a certificate.
        ///
        /// Each present finding is the difference of two products over its diseases,
        ///
        /// ```text
        /// P(f_j | d) = 1 - (1 - leak_j) prod_i (1 - p_ji)^d_i,
        /// ```
        ///
        /// hence a variable with two states that no longer ties its diseases together. Eliminating
        /// the variables in a good order gives `P(F+)`; one pass back gives all posteriors and
        /// [`Engine::gradient`](crate::Engine::gradient).
        ///
        /// The method for many present findings on sparse networks.
        ///
        /// *Cost*: `n 2^w` for `n` variables and width `w`, the axes of the largest table; `w` is
        /// far below `|F+|` on sparse networks and equal to it on dense ones. What is too wide for
        /// the memory is split into up to 64 slices. *Refuses* more than 4,096 present findings
        /// that hang together ([`TooLarge`](crate::InferenceError::TooLarge)).
        /// *Error*: certified. The pass back adds up a running bound on the rounding error. If that
        /// is not below 1e-10, it computes again with more digits, and in the end without
        /// subtraction; `docs/exact.md` has the proof.
        ///
        /// R. Dechter, *Bucket elimination: a unifying framework for reasoning*, Artificial
        /// Intelligence 113, 1999; the two-state form: F. J. Díez and S. F. Galán, *Efficient
        /// computation for the noisy MAX*, International Journal of Intelligent Systems 18, 2003.
        Elimination = "elimination":
            "variable elimination with a certified error; many findings, sparse networks";

        /// A proven interval for every posterior, which shrinks with time: the answer if an exact one
        /// does not fit.
        ///
        /// Dense problems of up to about 25 present findings are solved almost exactly by one table
        /// over sets of findings and a few matrix products (*copies* of diseases):
        ///
        /// ```text
        /// prod_i (1 + o_i B_i) = exp(sum_i o_i B_i - o_i^2 B_i^2 / 2 + ...),  cut off, the rest bounded
        /// ```
        ///
        /// Others by branch and bound: a disease is present or absent, findings beyond what fits are
        /// replaced by a product over diseases that is proven to be larger, and lower bounds
        /// follow from how much larger it is at most.
        ///
        /// *Cost*: it takes the time that it is given, one second if there is no limit, and ends
        /// before if the [`Target`](crate::Target) is reached. *Refuses* nothing; with very little
        /// time the intervals may be from 0 to 1.
        /// *Error*: [`Posterior::interval`](crate::Posterior::interval), proven, with roundings
        /// counted outwards. `docs/intervals.md` has the proofs.
        Bounds = "bounds":
            "a proven interval for every posterior, which shrinks with time";

        /// Loopy belief propagation, a baseline: messages between diseases and findings as if the
        /// network had no loops.
        ///
        /// ```text
        /// rho_ji = (1 - (1 - p_ji) Q) / (1 - Q),   Q = (1 - leak_j) prod_{k != i} (1 - p_jk mu_kj)
        /// odds(mu_ij) = odds(pi_i) prod_{j' != j} rho_j'i
        /// ```
        ///
        /// `loopy-bp:0.5` keeps half of each old message ([`Damping`]), which cures oscillations.
        ///
        /// *Cost*: links times iterations, at most a thousand. It ends when no message moves, or
        /// after the first iteration if the time is over. *Refuses* nothing.
        /// *Error*: the answer is an estimate that says whether it converged. It is exact if the
        /// present findings and their diseases form a tree.
        ///
        /// K. Murphy, Y. Weiss and M. I. Jordan, *Loopy belief propagation for approximate
        /// inference: an empirical study*, UAI 1999.
        LoopyBp(Damping) = "loopy-bp":
            "baseline: loopy belief propagation; loopy-bp:0.5 keeps half of each message";

        /// A posterior in which diseases are independent, a baseline.
        ///
        /// ```text
        /// ln P(F+) >= sum_j f(theta_j0) + sum_i ln(1 - pi_i + pi_i e^t_i),   f(x) = ln(1 - e^-x),
        /// t_i = sum_j r_ji (f(theta_j0 + theta_ji / r_ji) - f(theta_j0)),    sum_i r_ji <= 1
        /// ```
        ///
        /// The shares r are chosen to raise the bound. For a finding without leak, one of its
        /// diseases is taken as present. `mean-field:taylor` ([`Field`]) instead takes the noisy-or
        /// at the mean of its argument, `mean-field:taylor2` also its variance; they bound nothing.
        ///
        /// *Cost*: links times iterations, at most five hundred. It ends when nothing moves, or
        /// after the first iteration if the time is over. *Refuses* nothing.
        /// *Error*: the answer is an estimate; `log_evidence_lower` is proven, with roundings
        /// counted outwards.
        ///
        /// Jaakkola and Jordan 1999, section on lower bounds; A. Y. Ng and M. I. Jordan,
        /// *Approximate inference algorithms for two-layer Bayesian networks*, NIPS 2000.
        MeanField(Field) = "mean-field":
            "baseline: independent diseases, a lower bound; or mean-field:taylor";

        /// Samples from the priors, weighted by how well they explain the findings: a baseline.
        ///
        /// *Cost*: samples times findings ([`Sampling`](crate::Sampling)); less if the time is over.
        /// *Refuses* nothing. If no sample explains the findings, the answer is not informed.
        /// *Error*: the answer is an estimate with its standard error and effective sample size.
        ///
        /// M. Shwe and G. Cooper, *An empirical analysis of likelihood-weighting simulation on a
        /// large, multiply connected medical belief network*, 1991.
        LikelihoodWeighting = "likelihood-weighting":
            "baseline: samples from the priors, weighted by the findings";

        /// Samples from the posterior of a hybrid, reweighted to the true posterior: a baseline.
        ///
        /// The proposal is the posterior of [`jj99-joint`](Scheme::Jj99Joint) with every finding
        /// transformed that can be.
        ///
        /// *Cost*: that of the hybrid, and samples times findings
        /// ([`Sampling`](crate::Sampling)); less if the time is over. *Refuses* what the hybrid
        /// refuses: findings with a leak or link of 1 cannot be transformed and may be too many to
        /// solve exactly.
        /// *Error*: the answer is an estimate with its standard error and effective sample size.
        Importance = "importance":
            "baseline: samples from a hybrid's posterior, reweighted to the true posterior";
    }
    hybrid {
        /// Some present findings replaced by their variational bound, the rest exact.
        ///
        /// A transformed finding is replaced by a tangent of its logarithm, a product over
        /// diseases:
        ///
        /// ```text
        /// P(f_j | d) <= exp(-f*(xi_j) + xi_j theta_j0) * prod_i exp(xi_j theta_ji d_i),   any xi_j > 0,
        /// f*(xi) = -xi ln xi + (xi + 1) ln(xi + 1)
        /// ```
        ///
        /// It then only changes the weights of its diseases and costs nothing. The [`Hybrid`] says
        /// how many findings are transformed and which ([`Order`]), how xi is chosen ([`Solver`])
        /// and how the parts are joined ([`Scheme`]).
        ///
        /// *Cost*: that of an exact answer without the transformed findings, and that of the
        /// solver. *Refuses* to transform more findings than are present
        /// ([`TooManyTransformed`](crate::InferenceError::TooManyTransformed)), and an exact part
        /// that does not fit the limits. Findings with a leak or link of 1 have no bound of use and
        /// stay exact.
        /// *Error*: the answer is an estimate. `P(F+)` has an upper bound, the posteriors have
        /// none. With nothing transformed the answer is exact.
        ///
        /// T. S. Jaakkola and M. I. Jordan, *Variational probabilistic inference and the QMR-DT
        /// network*, Journal of Artificial Intelligence Research 10, 1999; Xie et al., *Variational
        /// hybridization and transformation for large inaccurate noisy-or networks*, 2016.
        /// `docs/notation.md` ties their letters to these names.
        "N present findings replaced by their variational bound, the rest exact"
    }
);

/// The share of each old message that [`Method::LoopyBp`] keeps: none by default, or up to 0.99 in
/// steps of a hundredth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Damping(u8);

impl Damping {
    /// Nothing is kept.
    pub const DEFAULT: Self = Self(0);

    /// A share from 0 to 0.99; `None` if it is anything else, or finer than a hundredth.
    pub fn new(share: f64) -> Option<Self> {
        let hundredths = (share * 100.0).round();
        let is_one = (0.0..=99.0).contains(&hundredths) && (share * 100.0 - hundredths).abs() < 1e-9;
        is_one.then_some(Self(hundredths as u8))
    }

    /// The share.
    pub fn share(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// Objective of [`Method::MeanField`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Field {
    /// The lower bound on the evidence.
    Bound,
    /// The noisy-or at the mean of its argument: the zeroth and first order of the expansions of Ng
    /// and Jordan.
    Taylor,
    /// Their second order, which has variances and covariances in it.
    Taylor2,
}

impl Field {
    /// The lower bound.
    pub const DEFAULT: Self = Self::Bound;
}

/// A hybrid method: which findings are transformed, how, and how the parts are joined.
///
/// It is spelled [`FORM`](Self::FORM), such as [`EXAMPLE`](Self::EXAMPLE), and has a field for each part
/// of that: there will be no others, so it can be written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hybrid {
    /// How the transformed and the exact part are joined.
    pub scheme: Scheme,
    /// How the variational parameters are chosen.
    pub solver: Solver,
    /// Order in which findings are transformed.
    pub order: Order,
    /// How many findings are transformed.
    pub transformed: usize,
}

impl Hybrid {
    /// How hybrids are spelled.
    pub const FORM: &'static str = "SCHEME+SOLVER+ORDER:N";
    /// An example of the spelling.
    pub const EXAMPLE: &'static str = "vfh+cvx+fdo:2";
}

impl fmt::Display for Hybrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scheme, solver, order, transformed } = self;
        write!(f, "{}+{}+{}:{transformed}", scheme.as_str(), solver.as_str(), order.as_str())
    }
}

spelled!(
    /// How a hybrid joins its transformed findings F1 and its exact part F2.
    ///
    /// All of them multiply the odds of disease i by `e^t_i`, where `t_i` is the sum of `xi_j
    /// theta_ji` over F1. They differ in when they do so, and in which xi the solver
    /// [`CvxJoint`](Solver::CvxJoint) finds for them.
    Scheme {
        /// Variational-first hybridisation: the transformed findings tilt the priors, the rest is
        /// exact.
        ///
        /// ```text
        /// P(F+) <= prod_{j in F1} exp(-f*(xi_j) + xi_j theta_j0) * prod_i Z_i * P(F2 | priors q_i)
        /// q_i = pi_i e^t_i / Z_i,     Z_i = pi_i e^t_i + 1 - pi_i
        /// ```
        ///
        /// *Cost*: one exact solution of F2. *Error*: the value is an upper bound on `P(F+)` for
        /// every xi; posteriors have no bound. With [`Solver::Cvx`] or [`Solver::Ppf`] xi depends
        /// on the network alone and is computed once for all queries ([`XiCache`](crate::XiCache)).
        ///
        /// Xie et al. 2016, Eq. 10.5.
        Vfh = "vfh":
            "transformed findings tilt the priors, then the rest is solved exactly";

        /// Joint hybridisation: the same computation as [`Vfh`](Self::Vfh) under the paper's other
        /// name.
        ///
        /// The paper puts the factors of F1 inside the sum over F2 and presents this as another
        /// method of another cost. The two sums differ by the constant `prod_i Z_i`, which cancels
        /// in every posterior: `docs/notation.md` has the proof. So cost, refusals and error are
        /// those of `vfh`, and both names give the same answer.
        ///
        /// Xie et al. 2016, Eq. 11.
        Jh = "jh":
            "the same computation as vfh, under the paper's other name";

        /// Exact marginals of F2 first, tilted afterwards as if the diseases were independent.
        ///
        /// ```text
        /// odds(d_i | F+) ~ odds(d_i | F2) * e^t_i
        /// ```
        ///
        /// The paper calls this JJ99. It is not the method of 1999, which is
        /// [`Jj99Joint`](Self::Jj99Joint): given F2 the diseases are no longer independent.
        ///
        /// *Cost*: one exact solution of F2; except for `ppf`, xi is chosen anew for each query.
        /// *Error*: the value is not a proven bound. `P(F2)` is one, since leaving findings out can
        /// only raise the probability; the answer reports that as the upper bound, and it caps the
        /// value.
        ///
        /// Xie et al. 2016, Eq. 10.
        Jj99 = "jj99":
            "exact marginals of the rest, tilted afterwards as if independent";

        /// The original of Jaakkola and Jordan: the formula of [`Vfh`](Self::Vfh), with xi chosen
        /// for the bound on all of the evidence.
        ///
        /// With [`Solver::CvxJoint`] it minimises `ln P(F2 | tilted priors) + ln of the constants`
        /// over all xi together, a convex problem whose gradient is made of tilted exact marginals.
        /// This is the tightest of the bounds here. With the other solvers it is the same as `vfh`.
        ///
        /// *Cost*: one exact solution of F2 for each step of the search, about thirty. *Error*: an
        /// upper bound on `P(F+)`; posteriors have no bound. Every step of the search has one, but a
        /// search that the time limit cuts off is refused
        /// ([`OutOfTime`](crate::InferenceError::OutOfTime)): the tightest bound was asked for. `auto`
        /// answers with the best so far.
        ///
        /// Jaakkola and Jordan 1999.
        Jj99Joint = "jj99-joint":
            "the original of 1999: parameters chosen for the overall bound";
    }
);

spelled!(
    /// How a hybrid chooses its variational parameters, a `xi > 0` for each transformed finding.
    ///
    /// Any choice gives a valid bound on the evidence. A good one makes it tight.
    Solver {
        /// The tightest bound for each finding on its own: one convex problem per finding.
        ///
        /// ```text
        /// ln(1 + 1/xi) = theta_j0 + sum_i theta_ji / (1 + o_i e^(-xi theta_ji)),
        /// o_i = (1 - q_i) / q_i
        /// ```
        ///
        /// where `q_i` is the disease's prior in the network or, for [`Scheme::Jj99`], its exact
        /// marginal given the rest. The left side falls and the right side rises, so there is one
        /// root; a bracketed Newton search in `ln xi` finds it.
        ///
        /// *Cost*: about ten steps over the finding's links, once per network except for `jj99`.
        /// Findings that share diseases are not tuned to each other: the bound is valid but looser
        /// than that of [`CvxJoint`](Self::CvxJoint).
        ///
        /// Xie et al. 2016, Eq. 9, here with the leak.
        Cvx = "cvx":
            "one convex problem per finding";

        /// The tightest bound for all transformed findings together: one convex problem.
        ///
        /// ```text
        /// minimise  sum_j (-f*(xi_j) + xi_j theta_j0)
        ///           + ln sum over d of w(d) e^(sum_ji xi_j theta_ji d_i)
        /// ```
        ///
        /// The weight `w` is the product of the network's priors for [`Scheme::Vfh`] and
        /// [`Scheme::Jh`], that of the exact marginals for [`Scheme::Jj99`], and the exact part
        /// itself for [`Scheme::Jj99Joint`].
        ///
        /// *Cost*: about ten Newton steps, each of `|F1|^3` and the links of F1; for `jj99-joint`
        /// about thirty steps, each with an exact solution of the rest. It is done anew for each
        /// query. A search that runs out of time ends with
        /// [`OutOfTime`](crate::InferenceError::OutOfTime), whatever the scheme is.
        ///
        /// Jaakkola and Jordan 1999; Xie et al. 2016, Eq. 7.
        CvxJoint = "cvx-joint":
            "one convex problem over all transformed findings";

        /// The closed form for a patient who has every disease of the finding: free of priors.
        ///
        /// ```text
        /// xi_j = 1 / (e^x - 1),     x = theta_j0 + sum_i theta_ji
        /// ```
        ///
        /// *Cost*: one pass over the finding's links, once per network. With more than a few strong
        /// links xi is almost zero, and the finding is practically ignored. The bound is valid but
        /// the loosest of the three; use it to reproduce the paper.
        ///
        /// Xie et al. 2016.
        Ppf = "ppf":
            "closed form; practically ignores findings with many links";
    }
);

spelled!(
    /// Which findings a hybrid transforms first.
    ///
    /// Findings with a leak or link of 1 are never transformed. If fewer than N can be, all of
    /// those are.
    Order {
        /// Finding-degree order: fewest parents first, equal ones by index.
        ///
        /// *Cost*: a sort of the present findings. A heuristic of the paper. The findings with many
        /// parents, which make the exact part expensive, stay in it; and of the three it strays
        /// farthest from the exact posterior, since a bound is tight if causes are many
        /// (`docs/paper.md`).
        ///
        /// Xie et al. 2016.
        Fdo = "fdo":
            "fewest parents first";

        /// Greedy order: those first whose transformation costs the bound least.
        ///
        /// With all findings transformed the diseases are independent, so the log bound with one
        /// finding made exact again is known in closed form. The smaller the drop, the less is lost
        /// by transforming that finding. The ranking is made once and not repeated after each
        /// choice.
        ///
        /// *Cost*: the links of the present findings, a few times.
        ///
        /// Jaakkola and Jordan 1999.
        Gdo = "gdo":
            "those whose transformation costs the bound least";

        /// Width-driven order: from the widest table of the exact part, those that cost the bound
        /// least.
        ///
        /// The exact part is as expensive as its widest table is wide. So an eighth of the findings
        /// of that table is given up at a time, those with the smallest drop as in
        /// [`Gdo`](Self::Gdo), and the rest is ordered again, until N are chosen.
        ///
        /// *Cost*: a quick elimination order for each round. Among the three it makes the exact
        /// part cheapest for the same N. `auto` uses it for its estimates.
        ///
        /// Etio's own; see `docs/exact.md`.
        Wdo = "wdo":
            "from the widest table, those that cost the bound least; makes the rest cheap";
    }
);

impl Method {
    /// All spellings in a sentence: what errors say would be allowed.
    pub fn spellings() -> String {
        let plain: Vec<String> = Self::PLAIN.iter().map(ToString::to_string).collect();
        format!("{}, or a hybrid {} such as {}", plain.join(", "), Hybrid::FORM, Hybrid::EXAMPLE)
    }
}

/// A spelling that names no method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown method `{text}`{}; methods: {}{}",
    parameter_hint(text),
    Method::spellings(),
    hint(nearest.as_deref())
)]
pub struct ParseMethodError {
    /// The text as given.
    pub text: String,
    /// The most similar spelling.
    pub nearest: Option<String>,
}

impl FromStr for Method {
    type Err = ParseMethodError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(method) = Self::PLAIN.iter().find(|m| m.to_string() == text) {
            return Ok(*method);
        }
        if let Some(method) = parse_parameter(text) {
            return Ok(method);
        }
        parse_hybrid(text).map(Self::Hybrid).ok_or_else(|| ParseMethodError {
            text: text.chars().take(100).collect(),
            nearest: nearest_spelling(text),
        })
    }
}

impl Method {
    /// Suffix of a method that has a parameter, unless that is the default.
    fn write_parameter(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LoopyBp(damping) if damping != Damping::DEFAULT => write!(f, ":{}", damping.share()),
            Self::MeanField(Field::Taylor) => f.write_str(":taylor"),
            Self::MeanField(Field::Taylor2) => f.write_str(":taylor2"),
            _ => Ok(()),
        }
    }
}

/// Allowed parameters of a method whose parameter is not one of them.
fn parameter_hint(text: &str) -> &'static str {
    match text.split_once(':') {
        Some(("loopy-bp", _)) => {
            ": loopy-bp:D takes a share D from 0.01 to 0.99 with one or two decimals, such as 0.5"
        }
        Some(("mean-field", _)) => ": mean-field takes :taylor or :taylor2",
        _ => "",
    }
}

/// Only the spelling that Display gives is a method.
fn parse_parameter(text: &str) -> Option<Method> {
    let (name, parameter) = text.split_once(':')?;
    let method = match name {
        "loopy-bp" => Method::LoopyBp(Damping::new(parameter.parse().ok()?)?),
        "mean-field" if parameter == "taylor2" => Method::MeanField(Field::Taylor2),
        "mean-field" => Method::MeanField(Field::Taylor),
        _ => return None,
    };
    (method.to_string() == text).then_some(method)
}

fn parse_hybrid(text: &str) -> Option<Hybrid> {
    let (name, transformed) = text.split_once(':')?;
    let mut parts = name.split('+');
    let hybrid = Hybrid {
        scheme: Scheme::parse(parts.next()?)?,
        solver: Solver::parse(parts.next()?)?,
        order: Order::parse(parts.next()?)?,
        // `+3` and `03` parse as numbers; only the spelling that Display gives is a method.
        transformed: transformed.parse().ok().filter(|n: &usize| n.to_string() == transformed)?,
    };
    parts.next().is_none().then_some(hybrid)
}

fn nearest_spelling(text: &str) -> Option<String> {
    let (name, n) = text.split_once(':').unwrap_or((text, "2"));
    let n = n.parse().unwrap_or(2);
    let mut all: Vec<Method> = Method::PLAIN.to_vec();
    for &scheme in Scheme::ALL {
        for &solver in Solver::ALL {
            for &order in Order::ALL {
                all.push(Method::Hybrid(Hybrid { scheme, solver, order, transformed: n }));
            }
        }
    }
    let spellings: Vec<String> = all.iter().map(ToString::to_string).collect();
    let whole = if name.contains('+') { format!("{name}:{n}") } else { name.to_owned() };
    nearest(&whole, spellings.iter().map(String::as_str)).map(str::to_owned)
}

#[cfg(feature = "serde")]
impl serde::Serialize for Method {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Method {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_comes_back() {
        for text in [
            "auto",
            "elimination",
            "loopy-bp",
            "loopy-bp:0.5",
            "loopy-bp:0.07",
            "mean-field:taylor",
            "mean-field:taylor2",
            Hybrid::EXAMPLE,
        ] {
            assert_eq!(text.parse::<Method>().unwrap().to_string(), text);
        }
        for &method in Method::PLAIN {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
        for scheme in Scheme::ALL {
            for solver in Solver::ALL {
                for order in Order::ALL {
                    let text = format!("{}+{}+{}:12", scheme.as_str(), solver.as_str(), order.as_str());
                    assert_eq!(text.parse::<Method>().unwrap().to_string(), text);
                }
            }
        }
    }

    #[test]
    fn a_slip_is_answered_with_the_nearest_spelling() {
        let nearest = |text: &str| text.parse::<Method>().unwrap_err().nearest;
        assert_eq!(nearest("quikscore").as_deref(), Some("quickscore"));
        assert_eq!(nearest("vfh+cvx+fd0:3").as_deref(), Some("vfh+cvx+fdo:3"));
        assert_eq!(nearest("vfh+cvx+fdo").as_deref(), Some("vfh+cvx+fdo:2"));
        assert_eq!(nearest("zzz"), None);
    }

    #[test]
    fn an_error_lists_every_method() {
        let error = "best".parse::<Method>().unwrap_err().to_string();
        for method in Method::PLAIN {
            assert!(error.contains(&method.to_string()), "{method} in {error}");
        }
        assert!(error.contains("SCHEME+SOLVER+ORDER:N such as vfh+cvx+fdo:2"), "{error}");
    }

    #[test]
    fn summaries_fit_a_line_and_spellings_differ() {
        let hybrid: Method = Hybrid::EXAMPLE.parse().unwrap();
        let mut lines: Vec<(String, &str)> =
            Method::PLAIN.iter().chain([&hybrid]).map(|m| (m.to_string(), m.summary())).collect();
        lines.extend(Scheme::ALL.iter().map(|s| (s.as_str().to_owned(), s.summary())));
        lines.extend(Solver::ALL.iter().map(|s| (s.as_str().to_owned(), s.summary())));
        lines.extend(Order::ALL.iter().map(|o| (o.as_str().to_owned(), o.summary())));
        for (spelling, summary) in &lines {
            let length = summary.chars().count();
            assert!((8..=78).contains(&length), "{spelling}: {length} characters");
            assert!(!summary.ends_with('.') && !summary.contains(['\n', '|', '`']), "{spelling}: {summary}");
        }
        lines.sort();
        lines.dedup_by(|a, b| a.0 == b.0);
        assert_eq!(
            lines.len(),
            Method::PLAIN.len() + 1 + Scheme::ALL.len() + Solver::ALL.len() + Order::ALL.len()
        );
    }

    #[test]
    fn near_misses_are_not_methods() {
        for text in [
            "",
            "Auto",
            "vfh+cvx+fdo:",
            "vfh+cvx+fdo:-1",
            "vfh+cvx+fdo:+1",
            "vfh+cvx:2",
            "vfh+cvx+fdo+x:2",
            "loopy-bp:0",
            "loopy-bp:0.50",
            "loopy-bp:1",
            "loopy-bp:0.123",
            "loopy-bp:NaN",
            "mean-field:1",
            "importance:2",
        ] {
            assert!(text.parse::<Method>().is_err(), "{text}");
        }
        let error = "loopy-bp:1".parse::<Method>().unwrap_err().to_string();
        assert!(error.contains("from 0.01 to 0.99"), "{error}");
    }
}
