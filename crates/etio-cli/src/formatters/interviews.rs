//! Simulated interviews as a table for people or one JSON object for programs.

use std::fmt::Write;
use std::time::Duration;

use etio_bot::simulate::{Interview, accuracy, questions_for, questions_to_first};
use serde_json::{Value, json};

use crate::terminal::{BOLD, DIM, fit, printable, styled};

/// After how many questions accuracy is given.
const MARKS: [usize; 4] = [0, 5, 10, 15];

/// Interviews led in one way.
pub(crate) struct Arm {
    pub(crate) name: &'static str,
    pub(crate) questions: usize,
    pub(crate) interviews: Vec<Interview>,
}

/// Patients interviewed in several ways.
pub(crate) struct Study {
    pub(crate) network: String,
    pub(crate) patients: usize,
    pub(crate) presenting: usize,
    pub(crate) noise: f64,
    pub(crate) unknown: f64,
    pub(crate) seed: u64,
    /// Interviews that could not be held.
    pub(crate) failed: usize,
    pub(crate) arms: Vec<Arm>,
}

impl Arm {
    fn marks(&self) -> impl Iterator<Item = usize> {
        MARKS.into_iter().filter(|mark| *mark <= self.questions)
    }

    /// A quantile of the questions until the true disease was first; none where too few got there.
    fn until_first(&self, share: f64) -> Option<usize> {
        let mut needed = questions_to_first(&self.interviews);
        needed.sort_unstable();
        needed.get((share * self.interviews.len() as f64) as usize).copied()
    }

    /// A quantile of the times that choosing a question took.
    fn time(&self, share: f64) -> Duration {
        let mut times: Vec<Duration> = self.interviews.iter().flat_map(|i| &i.times).copied().collect();
        times.sort_unstable();
        let at = (share * times.len().saturating_sub(1) as f64).round() as usize;
        times.get(at).copied().unwrap_or_default()
    }
}

/// How many questions the first arm needs for the accuracy that the last one reaches with `questions`.
struct Saving {
    questions: usize,
    accuracy: f64,
    enough: Option<usize>,
}

/// The savings of the first arm over the last, the random one, at growing numbers of questions.
fn savings(study: &Study) -> Vec<Saving> {
    let (Some(best), Some(random)) = (study.arms.first(), study.arms.last()) else { return Vec::new() };
    let steps = (1..=4).map(|quarter| quarter * random.questions / 4).filter(|questions| *questions > 0);
    steps
        .map(|questions| {
            let accuracy = accuracy(&random.interviews, questions, 1);
            Saving { questions, accuracy, enough: questions_for(&best.interviews, accuracy, 1) }
        })
        .collect()
}

/// For people.
pub(crate) fn text(study: &Study) -> String {
    let title = format!(
        "{}: {} patients, {} presenting findings, {}% noise, {}% don't know, seed {}",
        printable(&study.network),
        study.patients,
        study.presenting,
        100.0 * study.noise,
        100.0 * study.unknown,
        study.seed
    );
    let mut text = format!("{}\n\n", styled(BOLD, title));
    let _ = writeln!(text, "The true disease is first (among the first three) after so many questions:");
    let heads: Vec<String> = MARKS.iter().map(|mark| format!("{mark:>15}")).collect();
    let heads = heads.concat();
    let _ = writeln!(text, "  {}{heads}   until first: median, 90%", fit("question chosen by", 18));
    for arm in &study.arms {
        let cells: Vec<String> = arm
            .marks()
            .map(|mark| {
                let share = |top| 100.0 * accuracy(&arm.interviews, mark, top);
                format!("{:>15}", format!("{:.1}% ({:.1}%)", share(1), share(3)))
            })
            .collect();
        let until = |share| arm.until_first(share).map_or(format!(">{}", arm.questions), |q| q.to_string());
        let _ = writeln!(text, "  {}{}   {}, {}", fit(arm.name, 18), cells.concat(), until(0.5), until(0.9));
    }
    let _ = writeln!(text, "\nQuestions needed for the accuracy of random order, by {}:", study.arms[0].name);
    for Saving { questions, accuracy, enough } in savings(study) {
        let needed = enough.map_or("not reached".to_owned(), |q| format!("{q} questions"));
        let _ = writeln!(text, "  random, {questions:>3} questions: {:>5.1}%   {needed}", 100.0 * accuracy);
    }
    let time = |arm: &Arm, share| format!("{:.1} ms", 1e3 * arm.time(share).as_secs_f64());
    let times: Vec<String> = study.arms[..2]
        .iter()
        .map(|arm| format!("{} {} median, {} at most", arm.name, time(arm, 0.5), time(arm, 1.0)))
        .collect();
    let _ = writeln!(text, "\n{}", styled(DIM, format!("Choosing a question took: {}.", times.join("; "))));
    if study.failed > 0 {
        let _ = writeln!(text, "{} interviews could not be held.", study.failed);
    }
    text
}

/// For programs.
pub(crate) fn json(study: &Study) -> String {
    let arm = |arm: &Arm| {
        let after: Vec<Value> = (0..=arm.questions)
            .map(|questions| {
                let top = |count| accuracy(&arm.interviews, questions, count);
                json!({ "questions": questions, "first": top(1), "top3": top(3), "top10": top(10) })
            })
            .collect();
        json!({
            "chosen_by": arm.name,
            "after": after,
            "until_first": { "median": arm.until_first(0.5), "p90": arm.until_first(0.9) },
            "choice_us": { "median": micros(arm.time(0.5)), "p99": micros(arm.time(0.99)), "max": micros(arm.time(1.0)) },
        })
    };
    let saving =
        |s: Saving| json!({ "random_questions": s.questions, "accuracy": s.accuracy, "questions": s.enough });
    let report = json!({
        "network": study.network,
        "patients": study.patients,
        "presenting": study.presenting,
        "noise": study.noise,
        "unknown": study.unknown,
        "seed": study.seed,
        "failed": study.failed,
        "arms": study.arms.iter().map(arm).collect::<Vec<_>>(),
        "same_accuracy_as_random": savings(study).into_iter().map(saving).collect::<Vec<_>>(),
    });
    format!("{report}\n")
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
