//! Numbers that are legal and cannot be meant.

use etio::Network;

use super::{Check, Problem};

/// A disease that more than half of all people have is an entry error.
const HIGHEST_PRIOR: f64 = 0.5;
/// A finding that most people have tells nothing; one that nobody has by chance makes evidence impossible.
const HIGHEST_LEAK: f64 = 0.5;
/// A weaker link is a percentage in the wrong place.
const LOWEST_LINK: f64 = 0.005;

pub(super) fn check(network: &Network) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut odd = |file: &'static str, subject: String, message: String| {
        problems.push(Problem { check: Check::Probabilities, file: file.into(), subject, message });
    };
    for disease in network.diseases() {
        let prior = network.prior(disease);
        if prior == 0.0 || prior > HIGHEST_PRIOR {
            let message = format!("the prior {prior} is not above 0 and at most {HIGHEST_PRIOR}");
            odd("diseases.csv", network.disease_id(disease).to_owned(), message);
        }
        for (finding, p, _) in network.findings_of(disease) {
            if p < LOWEST_LINK || p == 1.0 {
                let subject = format!("{}, {}", network.disease_id(disease), network.finding_id(finding));
                odd(
                    "links.csv",
                    subject,
                    format!("the probability {p} is not from {LOWEST_LINK} to below 1"),
                );
            }
        }
    }
    for finding in network.findings() {
        let leak = network.leak(finding);
        if leak == 0.0 || leak > HIGHEST_LEAK {
            let message = format!("the leak {leak} is not above 0 and at most {HIGHEST_LEAK}");
            odd("findings.csv", network.finding_id(finding).to_owned(), message);
        }
    }
    problems
}
