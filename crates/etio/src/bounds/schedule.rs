//! Which way to intervals goes when.
//!
//! Branch and bound is always possible and never ends. An exact answer and [copies](super::copies)
//! end, and are far better then, but how long they take is only predicted. So each of these two
//! *ways* falls due when the time that has passed is a share of its predicted time: whatever it
//! wastes, the search has had its part before and goes on afterwards. A way that takes much longer
//! than predicted is cut off, and falls due again when that is small next to the time passed.
//!
//! Nothing here depends on the time limit. A longer limit therefore only continues the same work,
//! and no interval is wider than with a shorter one.

use std::time::Duration;

use super::bracket::Bracket;
use super::copies::{self, Copies};
use super::search::{End, Search};
use super::target::Target;
use crate::InferenceError;
use crate::algorithm::{Algorithm, Solution};
use crate::budget::Budget;
use crate::exact::Elimination;
use crate::planner::planning_seconds;
use crate::problem::Problem;

/// A way begins when this many times the time that has passed is what it is predicted to take. An
/// exact answer takes about half its prediction.
/// Copies waste more time if they fail, but save more on dense rows, for which the search is slow.
const EXACT_PACE: f64 = 2.0;
const COPIES_PACE: f64 = 4.0;
/// A way is cut off after this many times its prediction.
const MOST_OVERRUN: f64 = 3.0;
/// If it is, its prediction is multiplied by this, and it falls due again when this many times as
/// much time has passed.
const SLOWER: f64 = 4.0;
const LATER: f64 = 2.0;
/// Time that planning a way may take, times that which has passed; at least [`LEAST_PLANNING`].
const PLANNING_PACE: f64 = 1.0;
const LEAST_PLANNING: f64 = 1e-3;
/// The same for the exact answer. Its search for an order has an eighth of that.
const LEAST_ORDERING: f64 = 1e-2;
/// Seconds per link that the root of the search takes, about.
const ROOT_SECONDS_PER_LINK: f64 = 1e-6;
/// Share of the wanted width that cut-off terms of copies may take, finest first.
const CUT_OFF_SHARES: [f64; 4] = [0.2, 2.0, 20.0, 1e3];
/// A coarser pass comes before a finer one if it takes at most this share of its time.
const COARSER: f64 = 0.5;
/// How often copies are given further terms.
const MOST_REFINEMENTS: usize = 4;

/// Narrows intervals by the search and the ways beside it, until they are narrow enough or nothing is
/// left to do. Ends with an error when the time is over.
pub(super) fn narrow(
    best: &mut Bracket,
    problem: &Problem,
    target: Target,
    mut pending: Vec<Box<dyn Way + '_>>,
    mut search: Option<Search<'_>>,
    budget: &Budget,
) -> Result<(), InferenceError> {
    let clock = Elapsed::since_now(budget);
    // Before the search has begun, that takes time too.
    let mut head_start = ROOT_SECONDS_PER_LINK * problem.link_count() as f64;
    loop {
        budget.check()?;
        pending.retain(|way| way.due().is_finite());
        let passed = clock.seconds().max(head_start);
        let next = pending.iter_mut().min_by(|a, b| a.due().total_cmp(&b.due()));
        match (next, &mut search) {
            (Some(way), search) if search.is_none() || way.due() <= passed => {
                // Without a search there is nothing to wait for.
                let passed = passed.max(way.due());
                way.advance(best, problem, passed, budget)?;
                if target.is_reached(best) {
                    return Ok(());
                }
            }
            (next, Some(running)) => {
                let pause = next.map(|way| way.due() - clock.seconds());
                head_start = 0.0;
                match running.run_for(best, pause, budget)? {
                    End::Reached => return Ok(()),
                    End::Paused => {}
                    End::Exhausted => search = None,
                }
            }
            (_, None) => return Ok(()),
        }
    }
}

/// The time that has passed since the beginning.
struct Elapsed<'a> {
    budget: &'a Budget,
    start: Duration,
}

impl<'a> Elapsed<'a> {
    fn since_now(budget: &'a Budget) -> Self {
        Self { budget, start: budget.remaining().unwrap_or(Duration::MAX) }
    }

    fn seconds(&self) -> f64 {
        let left = self.budget.remaining().unwrap_or(Duration::MAX);
        self.start.saturating_sub(left).as_secs_f64()
    }
}

/// A way that ends.
pub(super) trait Way {
    /// Seconds from the beginning after which its next step is worth a try; infinite if there is
    /// none.
    fn due(&self) -> f64;

    /// Takes its next step, as if `passed` seconds had gone by. Fails only if the whole is over.
    fn advance(
        &mut self,
        best: &mut Bracket,
        problem: &Problem,
        passed: f64,
        budget: &Budget,
    ) -> Result<(), InferenceError>;
}

/// Result of a step that is over when its time is; nothing if it was refused.
fn unless_refused<T>(end: Result<T, InferenceError>, whole: &Budget) -> Result<Option<T>, InferenceError> {
    match end {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_refusal() => whole.check().map(|()| None),
        Err(error) => Err(error),
    }
}

/// The budget with at most this many seconds left.
fn within(budget: &Budget, seconds: f64) -> Budget {
    budget.within(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// The exact answer: every interval is as narrow as a rounding.
pub(super) struct Exact<'a> {
    elimination: &'a mut Elimination,
    answer: &'a mut Option<Solution>,
    /// Predicted seconds, if planned.
    predicted: Option<f64>,
    due: f64,
}

impl<'a> Exact<'a> {
    /// It hands out the answer once it has one.
    pub(super) fn new(
        problem: &Problem,
        elimination: &'a mut Elimination,
        answer: &'a mut Option<Solution>,
    ) -> Self {
        Self { elimination, answer, predicted: None, due: planning_seconds(problem) }
    }

    fn plan(&mut self, problem: &Problem, passed: f64, budget: &Budget) -> Result<(), InferenceError> {
        // What is too wide for the memory is sliced only if the slices fit the time, too.
        let seconds = LEAST_ORDERING.max(PLANNING_PACE * passed).max(SLOWER * self.due);
        match self.elimination.plan(problem, &within(budget, seconds)) {
            Ok(forecast) => {
                self.due = forecast.seconds / EXACT_PACE;
                if forecast.bytes <= budget.memory() as f64 {
                    self.predicted = Some(forecast.seconds);
                } else if self.due <= passed {
                    self.due = f64::INFINITY;
                } // With more time, what is too wide may be sliced.
                Ok(())
            }
            end @ Err(InferenceError::OutOfTime { .. }) => {
                self.due = SLOWER * passed.max(LEAST_PLANNING);
                unless_refused(end, budget).map(|_| ())
            }
            end => {
                self.due = f64::INFINITY;
                unless_refused(end, budget).map(|_| ())
            }
        }
    }
}

impl Way for Exact<'_> {
    fn due(&self) -> f64 {
        self.due
    }

    fn advance(
        &mut self,
        best: &mut Bracket,
        problem: &Problem,
        passed: f64,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        let Some(predicted) = self.predicted else { return self.plan(problem, passed, budget) };
        let clock = Elapsed::since_now(budget);
        let end = self.elimination.run(problem, &within(budget, MOST_OVERRUN * predicted));
        let is_cut_off =
            matches!(end, Err(InferenceError::OutOfTime { .. } | InferenceError::TooExpensive { .. }));
        if let Some(solution) = unless_refused(end, budget)? {
            best.meet(&Bracket::exact(&solution));
            *self.answer = Some(solution);
        }
        self.due = f64::INFINITY;
        if is_cut_off {
            // What was planned is remembered, but has to be made ready again.
            self.plan(problem, passed, budget)?;
            self.predicted = self.predicted.map(|seconds| seconds.max(SLOWER * predicted));
            self.due = self.due.max(LATER * (passed + clock.seconds()));
        }
        Ok(())
    }
}

/// Copies, coarse at first if that saves time.
pub(super) struct ByCopies {
    target: Target,
    planned: Option<Box<Copies>>,
    /// Goals that are left, the finest first.
    goals: Vec<f64>,
    finest_seconds: f64,
    refinements: usize,
    /// How much longer runs take than predicted.
    slowness: f64,
    due: f64,
}

impl ByCopies {
    /// Nothing if they do not suit the problem.
    pub(super) fn new(problem: &Problem, target: Target, budget: &Budget) -> Option<Self> {
        let due = copies::least_seconds(problem, budget)? / COPIES_PACE;
        Some(Self {
            target,
            planned: None,
            goals: Vec::new(),
            finest_seconds: f64::INFINITY,
            refinements: MOST_REFINEMENTS,
            slowness: 1.0,
            due,
        })
    }

    /// The widest that cut-off terms should make intervals in the end.
    fn finest(&self) -> f64 {
        CUT_OFF_SHARES[0] * self.target.within
    }

    /// Predicted seconds of the finest pass; infinite if it does not fit.
    pub(super) fn finest_seconds(
        &mut self,
        problem: &Problem,
        budget: &Budget,
    ) -> Result<f64, InferenceError> {
        self.plan(problem, 0.0, budget)?;
        Ok(if self.due.is_finite() { self.finest_seconds } else { f64::INFINITY })
    }

    fn plan(&mut self, problem: &Problem, passed: f64, budget: &Budget) -> Result<(), InferenceError> {
        let seconds = LEAST_PLANNING.max(MOST_OVERRUN * self.due).max(PLANNING_PACE * passed);
        let capped = within(budget, seconds);
        let end = Copies::plan(problem, self.finest(), &capped);
        if matches!(end, Err(InferenceError::OutOfTime { .. })) {
            self.due = SLOWER * self.due.max(passed);
            return budget.check();
        }
        self.planned = unless_refused(end, budget)?.flatten().map(Box::new);
        let Some(copies) = &mut self.planned else {
            self.due = f64::INFINITY;
            return Ok(());
        };
        self.finest_seconds = copies.seconds;
        let mut seconds = f64::INFINITY;
        for goal in CUT_OFF_SHARES.map(|share| share * self.target.within) {
            if copies.aim(goal) && copies.seconds <= COARSER * seconds {
                seconds = copies.seconds;
                self.goals.push(goal);
            }
        }
        self.next_goal(budget);
        Ok(())
    }

    /// Turns to the coarsest goal that is left.
    fn next_goal(&mut self, budget: &Budget) {
        if let (Some(goal), Some(copies)) = (self.goals.pop(), &mut self.planned) {
            copies.aim(goal);
        }
        self.reckon(budget);
    }

    /// When the next run is due.
    fn reckon(&mut self, budget: &Budget) {
        let fits = |copies: &&Copies| copies.bytes <= budget.memory() as f64;
        self.due = match self.planned.as_deref().filter(fits) {
            Some(copies) => self.slowness * copies.seconds / COPIES_PACE,
            None => f64::INFINITY,
        };
    }
}

impl Way for ByCopies {
    fn due(&self) -> f64 {
        self.due
    }

    fn advance(
        &mut self,
        best: &mut Bracket,
        problem: &Problem,
        passed: f64,
        budget: &Budget,
    ) -> Result<(), InferenceError> {
        let goal = self.finest();
        let Some(copies) = &mut self.planned else { return self.plan(problem, passed, budget) };
        let clock = Elapsed::since_now(budget);
        let capped = within(budget, MOST_OVERRUN * self.slowness * copies.seconds);
        let end = copies.run(&capped);
        let is_cut_off = matches!(end, Err(InferenceError::OutOfTime { .. }));
        match unless_refused(end, budget)? {
            Some(copied) => {
                best.meet(&copied.bracket);
                self.slowness = self.slowness.max(clock.seconds() / copies.seconds);
                if !self.goals.is_empty() {
                    self.next_goal(budget);
                } else if self.refinements > 0 && copies.refine(&copied, goal) {
                    self.refinements -= 1;
                    self.reckon(budget);
                } else {
                    self.due = f64::INFINITY;
                }
            }
            None if is_cut_off => {
                self.slowness *= SLOWER;
                self.reckon(budget);
                self.due = self.due.max(LATER * (passed + clock.seconds()));
            }
            None => self.due = f64::INFINITY,
        }
        Ok(())
    }
}
