//! The figures and tables, one file each: what is computed, what is drawn, and what becomes of the
//! paper's claim.

mod accuracy;
mod baselines;
mod cancellation;
mod fidelity;
mod fig1c;
mod fig2;
mod fig3;
mod finished;
mod largest;
mod orders;
mod table1;
mod table2;
mod table3;
mod timing;
mod vfh_jh;

use std::fmt;
use std::str::FromStr;

use etio_report::{Axis, Chart, Line, Series};
use serde::{Deserialize, Serialize};

use crate::{Profile, ReproError};
pub(crate) use finished::{Claim, Finished, Table, Verdict};
pub(crate) use largest::Largest;

/// A figure or table of the paper, or one of ours beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Running time against the number of present findings.
    Fig1c,
    /// Parent counts and gamma against xi.
    Fig2,
    /// The cost of the variational step against the number of queries.
    Table1,
    /// The cost of whole inferences.
    Table2,
    /// Sizes and densities of the networks.
    Table3,
    /// Running time on S1.
    Fig3,
    /// Accuracy against the mean prior.
    Fig4,
    /// Ours: Fig. 4 with leak.
    Leak,
    /// Ours: distance from the exact posterior beside label accuracy.
    Fidelity,
    /// Ours: Quickscore in double precision beside stable exact inference.
    Cancellation,
    /// Ours: which findings to transform.
    Orders,
    /// Ours: VFH and JH are one method.
    VfhJh,
    /// Ours: every method's error and time.
    Baselines,
}

impl Part {
    /// All of them, in the order of the report.
    pub const ALL: [Self; 13] = [
        Self::Fig1c,
        Self::Fig2,
        Self::Table1,
        Self::Table2,
        Self::Table3,
        Self::Fig3,
        Self::Fig4,
        Self::Leak,
        Self::Fidelity,
        Self::Cancellation,
        Self::Orders,
        Self::VfhJh,
        Self::Baselines,
    ];

    /// The name of the subcommand, of the CSV file and of the key in the results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fig1c => "fig1c",
            Self::Fig2 => "fig2",
            Self::Table1 => "table1",
            Self::Table2 => "table2",
            Self::Table3 => "table3",
            Self::Fig3 => "fig3",
            Self::Fig4 => "fig4",
            Self::Leak => "leak",
            Self::Fidelity => "fidelity",
            Self::Cancellation => "cancellation",
            Self::Orders => "orders",
            Self::VfhJh => "vfh_jh",
            Self::Baselines => "baselines",
        }
    }

    /// The heading in the report.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fig1c => "Fig. 1(c): running time against the number of present findings",
            Self::Fig2 => "Fig. 2: parent count and γ against ξ",
            Self::Table1 => "Table 1: cost of the variational step against the number of queries",
            Self::Table2 => "Table 2: cost of whole inferences",
            Self::Table3 => "Table 3: the networks",
            Self::Fig3 => "Fig. 3: running time on S1",
            Self::Fig4 => "Fig. 4: accuracy against the mean prior, no leak",
            Self::Leak => "Ours: Fig. 4 with leak",
            Self::Fidelity => "Ours: fidelity to the exact posterior",
            Self::Cancellation => "Ours: what double precision does to Quickscore",
            Self::Orders => "Ours: which findings to transform",
            Self::VfhJh => "Ours: VFH and JH are one method",
            Self::Baselines => "Ours: the table of the field",
        }
    }

    /// Whether it is not in the paper.
    pub const fn is_ours(self) -> bool {
        matches!(
            self,
            Self::Leak | Self::Fidelity | Self::Cancellation | Self::Orders | Self::VfhJh | Self::Baselines
        )
    }

    /// Whether its numbers are times, which differ from run to run.
    pub const fn is_timed(self) -> bool {
        matches!(self, Self::Fig1c | Self::Table1 | Self::Table2 | Self::Fig3 | Self::Baselines)
    }

    /// Computes it.
    pub(crate) fn run(self, settings: &Settings<'_>) -> Result<Finished, ReproError> {
        match self {
            Self::Fig1c => fig1c::run(settings),
            Self::Fig2 => fig2::run(settings),
            Self::Table1 => table1::run(settings),
            Self::Table2 => table2::run(settings),
            Self::Table3 => table3::run(settings),
            Self::Fig3 => fig3::run(settings),
            Self::Fig4 => accuracy::run(settings, 0.0),
            Self::Leak => accuracy::run(settings, accuracy::LEAK),
            Self::Fidelity => fidelity::run(settings),
            Self::Cancellation => cancellation::run(settings),
            Self::Orders => orders::run(settings),
            Self::VfhJh => vfh_jh::run(settings),
            Self::Baselines => baselines::run(settings),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is not a figure or table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no figure or table `{0}`; there are fig1c, fig2, fig3, fig4, table1, table2, table3, and our own: leak, \
         fidelity, cancellation, orders, vfh_jh, baselines"
)]
pub struct ParsePartError(String);

impl FromStr for Part {
    type Err = ParsePartError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let same = |part: &&Self| part.name() == text || part.name().replace('_', "-") == text;
        Self::ALL.iter().find(same).copied().ok_or_else(|| ParsePartError(text.chars().take(50).collect()))
    }
}

/// Inputs of a part.
pub(crate) struct Settings<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) seed: u64,
    pub(crate) s1: &'a Largest<'a>,
    /// Further networks with cases, by name, for the table of the field.
    pub(crate) also: &'a [(String, std::path::PathBuf)],
    /// Told how many steps a part has, once, before the first.
    pub(crate) expect: &'a (dyn Fn(usize) + Sync),
    /// Told after each step.
    pub(crate) step: &'a (dyn Fn() + Sync),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for part in Part::ALL {
            assert_eq!(part.name().parse(), Ok(part));
            assert_eq!(serde_json::to_value(part).unwrap(), part.name());
        }
        assert_eq!("vfh-jh".parse(), Ok(Part::VfhJh));
        assert!("fig9".parse::<Part>().is_err());
    }
}
