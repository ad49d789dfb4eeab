//! Options of the methods that draw samples.

use etio::Sampling;

use super::cases::positive;

/// When methods that draw samples stop, and their seed.
#[derive(Debug, clap::Args)]
pub(super) struct SamplingArgs {
    /// Methods that draw samples: seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Methods that draw samples: how many [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    samples: Option<u64>,

    /// Methods that draw samples: stop as soon as every posterior has a standard error of at most this
    #[arg(long, value_name = "E", value_parser = positive)]
    standard_error: Option<f64>,
}

impl SamplingArgs {
    /// The settings of the engine.
    pub(super) fn settings(&self) -> Sampling {
        let mut sampling = Sampling::seeded(self.seed);
        sampling.samples = self.samples.unwrap_or(sampling.samples);
        sampling.standard_error = self.standard_error;
        sampling
    }
}
