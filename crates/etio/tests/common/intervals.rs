//! Checks certified intervals against the oracle. Shared by the tests and by the example
//! `fuzz_intervals`.

// Each user needs its own part.
#![allow(dead_code)]

use etio::{DiseaseId, Exactness, Posterior};
use etio_oracle::Precise;
use etio_oracle::number::Real;

/// Relative error of the oracle's own numbers, as a power of two.
const ORACLE_BITS: i64 = 400;

/// Describes the first truth outside its interval, or whatever else is wrong with the intervals.
pub fn violation(answer: &Posterior, truth: &Precise) -> Option<String> {
    for d in 0..answer.marginals.len() {
        let disease = DiseaseId::new(d as u32);
        let Some((lower, upper)) = answer.interval(disease) else {
            return Some(format!("no interval: {:?}", answer.exactness));
        };
        let point = answer.marginal(disease);
        if !(0.0 <= lower && lower <= point && point <= upper && upper <= 1.0) {
            return Some(format!("disease {d}: {point:e} in [{lower:e}, {upper:e}]"));
        }
        let (on, off) = (truth.on[d], truth.off[d]);
        let room = (if on < off { on } else { off }).scaled(-ORACLE_BITS);
        let below = Real::new(lower) - on > room && Real::ONE - Real::new(lower) + room < off;
        let above = on - Real::new(upper) > room && off + room < Real::ONE - Real::new(upper);
        if below || above {
            return Some(format!(
                "disease {d}: {:e} is not in [{lower:e}, {upper:e}], 1 - p = {:e}, {:?}",
                on.to_f64(),
                off.to_f64(),
                answer.exactness
            ));
        }
    }
    if let Exactness::Bounds { log_evidence_lower, log_evidence_upper, .. } = answer.exactness {
        let log = truth.log_evidence;
        if log_evidence_lower > f64::NEG_INFINITY && Real::new(log_evidence_lower) > log
            || Real::new(log_evidence_upper) < log
        {
            return Some(format!(
                "log evidence {:?} is not in [{log_evidence_lower:?}, {log_evidence_upper:?}]",
                log.to_f64()
            ));
        }
    }
    None
}

/// The widest interval of the ten likeliest diseases.
pub fn width(answer: &Posterior) -> f64 {
    let width = |&(d, _): &(DiseaseId, f64)| answer.interval(d).map_or(1.0, |(lower, upper)| upper - lower);
    answer.ranking(10).iter().map(width).fold(0.0, f64::max)
}
