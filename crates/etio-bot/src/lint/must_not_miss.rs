//! Whether the questions of `must_not_miss.csv` can rule their diseases in or out.

use etio::Network;
use etio_case::table::read_rules;

use super::{Check, Problem};

/// The document that holds the rules.
const DOCUMENT: &str = "must_not_miss.csv";

/// Unknown ids, and questions whose answer says nothing about the disease.
pub(super) fn check(network: &Network) -> Vec<Problem> {
    let problem =
        |subject: String, message: String| Problem { check: Check::Rules, file: DOCUMENT, subject, message };
    let rows = read_rules(network, DOCUMENT, &["complaint", "disease", "questions"], |row| {
        let cell = |column| row.get(column).to_owned();
        Ok([cell("complaint"), cell("disease"), cell("questions")])
    });
    let rows = match rows {
        Ok(rows) => rows,
        Err(error) => return vec![problem(format!("line {}", error.line), error.problem)],
    };
    let mut problems = Vec::new();
    for [complaint, disease, questions] in rows {
        let mut fault = |message: String| problems.push(problem(format!("{complaint}, {disease}"), message));
        if network.finding(&complaint).is_none() {
            fault(format!("`{complaint}` is not a finding"));
        }
        let Some(known) = network.disease(&disease) else {
            fault(format!("`{disease}` is not a disease"));
            continue;
        };
        for question in questions.split('+').map(str::trim) {
            match network.finding(question) {
                None => fault(format!("the question `{question}` is not a finding")),
                Some(finding) if network.link(known, finding).is_none() => {
                    fault(format!("the disease is not linked to the question `{question}`"));
                }
                Some(_) => {}
            }
        }
    }
    problems
}
