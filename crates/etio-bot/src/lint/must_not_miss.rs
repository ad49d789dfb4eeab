//! Whether the questions of `must_not_miss.csv` can rule their diseases in or out.

use etio::Network;
use etio_case::table::{document, joined_ids, read_rules};

use super::{Check, Problem};
use crate::asking::screen::DOCUMENT;

/// Questions whose answer says nothing about the disease. Rows that cannot be read are found with
/// the other rules.
pub(super) fn check(network: &Network) -> Vec<Problem> {
    let Some((file, _)) = document(network, DOCUMENT) else { return Vec::new() };
    let rows = read_rules(network, DOCUMENT, &["complaint", "disease", "questions"], |row| {
        Ok(["complaint", "disease", "questions"].map(|column| row.get(column).to_owned()))
    });
    let mut problems = Vec::new();
    for [complaint, disease, questions] in rows.unwrap_or_default() {
        let Some(known) = network.disease(&disease) else { continue };
        for question in joined_ids(&questions) {
            if network.finding(question).is_some_and(|finding| network.link(known, finding).is_none()) {
                problems.push(Problem {
                    check: Check::Rules,
                    file: file.clone().into(),
                    subject: format!("{complaint}, {disease}"),
                    message: format!("the disease is not linked to the question `{question}`"),
                });
            }
        }
    }
    problems
}
