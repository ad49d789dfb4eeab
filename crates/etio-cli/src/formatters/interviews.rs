//! Simulated interviews as a table for people or one JSON object for programs.

use std::fmt::Write;
use std::time::Duration;

use etio_bot::simulate::{
    Claim, Interview, accuracy, alarmed, questions_for, questions_to_first, surprise, table,
};
use etio_bot::{Tempering, Urgency};
use serde_json::{Value, json};

use crate::terminal::{BOLD, DIM, fit, printable, styled};

/// Numbers of questions after which accuracy is given.
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
    /// By what factor the network of the patients is off.
    pub(crate) perturb: f64,
    pub(crate) seed: u64,
    /// Whether patients said their age and sex.
    pub(crate) age_and_sex: bool,
    /// Interviews that could not be held.
    pub(crate) failed: usize,
    pub(crate) arms: Vec<Arm>,
}

/// Claimed probabilities compared with the diseases that patients have.
pub(crate) struct Calibration {
    pub(crate) network: String,
    pub(crate) patients: usize,
    pub(crate) perturb: f64,
    pub(crate) seed: u64,
    pub(crate) failed: usize,
    /// How the network's posteriors are shown.
    pub(crate) in_use: Tempering,
    /// How they should be.
    pub(crate) fitted: Tempering,
    pub(crate) claims: Vec<Claim>,
}

/// Emergencies that raised an alarm, and false alarms.
struct Alarms {
    caught: usize,
    emergencies: usize,
    frightened: usize,
    others: usize,
}

impl Arm {
    /// Alarms until the conversation ends, or after `questions` at the latest.
    fn alarms(&self, questions: usize) -> Alarms {
        let is_emergency = |level| level == Some(Urgency::Emergency);
        let is_calm = |level| matches!(level, Some(Urgency::SelfCare | Urgency::SeeDoctor));
        let (caught, emergencies) = alarmed(&self.interviews, questions, is_emergency);
        let (frightened, others) = alarmed(&self.interviews, questions, is_calm);
        Alarms { caught, emergencies, frightened, others }
    }

    fn marks(&self) -> impl Iterator<Item = usize> {
        MARKS.into_iter().filter(|mark| *mark <= self.questions)
    }

    /// A quantile of the questions until the true disease was first; `None` if too few got there.
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

/// How many questions the first arm needs to be as often right as random order is after `random`.
struct Saving {
    random: usize,
    /// How often random order then has the true disease first.
    accuracy: f64,
    best: Option<usize>,
}

/// The savings of the first arm over the last, the random one: a row for every five questions that
/// took random order further than it had been.
fn savings(study: &Study) -> Vec<Saving> {
    let (Some(best), Some(random)) = (study.arms.first(), study.arms.last()) else { return Vec::new() };
    let mut rows: Vec<Saving> = Vec::new();
    for questions in (5..=random.questions).step_by(5) {
        let reached = accuracy(&random.interviews, questions, 1);
        // The fewest random questions that do, so that nothing is made of those that taught nothing.
        let Some(fewest) = questions_for(&random.interviews, reached, 1) else { continue };
        if rows.iter().all(|row| row.accuracy < reached) && fewest > 0 {
            let best = questions_for(&best.interviews, reached, 1);
            rows.push(Saving { random: fewest, accuracy: reached, best });
        }
    }
    rows
}

/// When the conversation stops by itself, and how often it is right then.
struct Stopped {
    median: usize,
    p90: usize,
    first: f64,
    top3: f64,
}

/// How the first arm's conversations end; those that go on count as they are after the last question.
fn stopped(arm: &Arm) -> Option<Stopped> {
    let mut ends: Vec<(usize, usize)> = arm
        .interviews
        .iter()
        .map(|i| i.stop.unwrap_or(arm.questions))
        .zip(&arm.interviews)
        .filter_map(|(end, i)| i.ranks.get(end).map(|rank| (end, *rank)))
        .collect();
    ends.sort_unstable();
    let share = |top: usize| ends.iter().filter(|(_, rank)| *rank <= top).count() as f64 / ends.len() as f64;
    let quantile = |part: f64| ends.get((part * ends.len() as f64) as usize).map(|(end, _)| *end);
    Some(Stopped { median: quantile(0.5)?, p90: quantile(0.9)?, first: share(1), top3: share(3) })
}

/// For people.
pub(crate) fn text(study: &Study) -> String {
    let title = format!(
        "{}: {} patients, {} presenting findings{}, {}% noise, {}% don't know{}, seed {}",
        printable(&study.network),
        study.patients,
        study.presenting,
        if study.age_and_sex { ", age and sex" } else { "" },
        100.0 * study.noise,
        100.0 * study.unknown,
        off(study.perturb),
        study.seed
    );
    let mut text = format!("{}\n\n", styled(BOLD, title));
    let _ =
        writeln!(text, "Share with the true disease first (among the first three), by number of questions:");
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
    text += &alarms_text(study);
    text += &savings_text(study);
    if let Some(Stopped { median, p90, first, top3 }) = study.arms.first().and_then(stopped) {
        let _ = writeln!(
            text,
            "\nWithout a fixed length, the conversation ends after a median of {median} questions (90th percentile: {p90}), \
             with the true disease first in {:.1}% ({:.1}%).",
            100.0 * first,
            100.0 * top3
        );
    }
    let time = |arm: &Arm, share| format!("{:.1} ms", 1e3 * arm.time(share).as_secs_f64());
    let times = study.arms.iter().take(2).map(|arm| {
        let [median, p99, most] = [0.5, 0.99, 1.0].map(|share| time(arm, share));
        format!("{} median {median}, p99 {p99}, max {most}", arm.name)
    });
    let times = times.collect::<Vec<_>>().join("; ");
    let _ = writeln!(text, "\n{}", styled(DIM, format!("Choosing a question took: {times}.")));
    if study.failed > 0 {
        let _ = writeln!(text, "{} interviews failed.", study.failed);
    }
    text
}

/// By how much the patients' network differs.
fn off(factor: f64) -> String {
    if factor == 1.0 { String::new() } else { format!(", from networks off by a factor of up to {factor}") }
}

fn alarms_text(study: &Study) -> String {
    let mut text = String::from(
        "\nTold to get help at once before the conversation ends, of patients with a disease that\n",
    );
    let _ =
        writeln!(text, "  {}{:>20}{:>31}", fit("", 18), "is an emergency", "can wait for more than a day");
    // Without questions chosen by the program no alarm could be raised.
    for arm in study.arms.iter().filter(|arm| arm.alarms(arm.questions).caught > 0) {
        let Alarms { caught, emergencies, frightened, others } = arm.alarms(arm.questions);
        let of = |part: usize, whole: usize| {
            format!("{part} of {whole} ({:.1}%)", 100.0 * part as f64 / whole.max(1) as f64)
        };
        let (caught, wrong) = (of(caught, emergencies), of(frightened, others));
        let _ = writeln!(text, "  {}{caught:>20}{wrong:>31}", fit(arm.name, 18));
    }
    text
}

/// For people.
pub(crate) fn calibration_text(study: &Calibration) -> String {
    let title = format!(
        "{}: {} patients{}, seed {}",
        printable(&study.network),
        study.patients,
        off(study.perturb),
        study.seed
    );
    let mut text = format!("{}\n", styled(BOLD, title));
    let columns = [("as computed", Tempering::default()), ("in use", study.in_use), ("best", study.fitted)];
    for (name, tempering) in columns {
        let loss = surprise(&study.claims, tempering);
        let temperature = tempering.temperature();
        let _ = writeln!(text, "\nTemperature {temperature:.2} ({name}), mean surprise {loss:.4}:");
        let _ = writeln!(text, "  {:>8}{:>10}{:>12}{:>12}", "from", "claims", "claimed", "observed");
        for bin in table(&study.claims, tempering) {
            let percent = |p: f64| format!("{:.1}%", 100.0 * p);
            let (from, claimed, observed) = (percent(bin.from), percent(bin.claimed), percent(bin.observed));
            let _ = writeln!(text, "  {from:>8}{:>10}{claimed:>12}{observed:>12}", bin.claims);
        }
    }
    if study.failed > 0 {
        let _ = writeln!(text, "{} interviews failed.", study.failed);
    }
    text
}

/// For programs.
pub(crate) fn calibration_json(study: &Calibration) -> String {
    let shown = |tempering: Tempering| {
        let rows: Vec<Value> = table(&study.claims, tempering)
            .iter()
            .map(|b| json!({ "from": b.from, "claims": b.claims, "claimed": b.claimed, "observed": b.observed }))
            .collect();
        let loss = surprise(&study.claims, tempering);
        json!({ "temperature": tempering.temperature(), "surprise": loss, "rows": rows })
    };
    let report = json!({
        "network": study.network,
        "patients": study.patients,
        "perturb": study.perturb,
        "seed": study.seed,
        "failed": study.failed,
        "as_computed": shown(Tempering::default()),
        "in_use": shown(study.in_use),
        "best": shown(study.fitted),
    });
    format!("{report}\n")
}

fn savings_text(study: &Study) -> String {
    let best = study.arms.first().map_or("", |arm| arm.name);
    let mut text =
        String::from("\nQuestions needed to have the true disease first as often as random order:\n");
    let _ = writeln!(text, "  {:>14}{:>15}{:>15}", "first", "random order", best);
    for Saving { random, accuracy, best } in savings(study) {
        let best = best.map_or("not reached".to_owned(), |questions| questions.to_string());
        let _ = writeln!(text, "  {:>13.1}%{random:>15}{best:>15}", 100.0 * accuracy);
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
            "emergencies": emergencies(arm),
            "until_first": { "median": arm.until_first(0.5), "p90": arm.until_first(0.9) },
            "choice_us": { "median": micros(arm.time(0.5)), "p99": micros(arm.time(0.99)), "max": micros(arm.time(1.0)) },
        })
    };
    let saving =
        |s: Saving| json!({ "random_questions": s.random, "accuracy": s.accuracy, "questions": s.best });
    let ends = study
        .arms
        .first()
        .and_then(stopped)
        .map(|s| json!({ "median": s.median, "p90": s.p90, "first": s.first, "top3": s.top3 }));
    let report = json!({
        "network": study.network,
        "patients": study.patients,
        "presenting": study.presenting,
        "noise": study.noise,
        "unknown": study.unknown,
        "perturb": study.perturb,
        "age_and_sex": study.age_and_sex,
        "seed": study.seed,
        "failed": study.failed,
        "arms": study.arms.iter().map(arm).collect::<Vec<_>>(),
        "left_to_itself": ends,
        "same_accuracy_as_random": savings(study).into_iter().map(saving).collect::<Vec<_>>(),
    });
    format!("{report}\n")
}

fn emergencies(arm: &Arm) -> Value {
    let Alarms { caught, emergencies, frightened, others } = arm.alarms(arm.questions);
    json!({ "patients": emergencies, "alarmed": caught, "calm": others, "false_alarms": frightened })
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
