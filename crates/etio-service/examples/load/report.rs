//! How long answers took, those that were given and those that were refused.

use std::time::Duration;

use crate::connection::Answer;

#[derive(Default)]
pub struct Times {
    /// From when a request was due to its answer, and from when it was sent.
    answered: Vec<(Duration, Duration)>,
    refused: Vec<(Duration, Duration)>,
    /// Answers of any other status, and 503 without Retry-After.
    wrong: usize,
    pub broken: usize,
}

impl Times {
    pub fn record(&mut self, answer: &Answer, since_due: Duration, since_sent: Duration) {
        match answer.status {
            200 => self.answered.push((since_due, since_sent)),
            503 if answer.retry_after => self.refused.push((since_due, since_sent)),
            _ => self.wrong += 1,
        }
    }

    pub fn add(&mut self, other: Self) {
        self.answered.extend(other.answered);
        self.refused.extend(other.refused);
        self.wrong += other.wrong;
        self.broken += other.broken;
    }

    pub fn print(&self, took: Duration) {
        for (name, times) in [("answered", &self.answered), ("refused (503)", &self.refused)] {
            let rate = times.len() as f64 / took.as_secs_f64();
            println!("{name:<14} {:>9} in {:.1} s = {rate:.0} a second", times.len(), took.as_secs_f64());
            if !times.is_empty() {
                println!("  since due   {}", percentiles(times.iter().map(|(due, _)| *due).collect()));
                println!("  since sent  {}", percentiles(times.iter().map(|(_, sent)| *sent).collect()));
            }
        }
        println!("{:<14} {:>9}", "other answers", self.wrong);
        println!("{:<14} {:>9}", "broken", self.broken);
    }
}

fn percentiles(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let named = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1.0)];
    named.map(|(name, share)| format!("{name} {:.2} ms", at(share))).join("  ")
}
