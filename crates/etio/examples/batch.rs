//! Diagnoses many cases on several threads, with one engine per thread.
//!
//! ```sh
//! cargo run -p etio --example batch
//! ```

use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use etio::format::cases::{Case, CaseReader};
use etio::{Engine, Method, Network};

/// Cases as they would stand in a file, one JSON object per line. The third names an unknown
/// finding.
const CASES: &str = r#"
{"id": "a", "present": ["fever", "cough", "muscle_aches"], "absent": ["runny_nose"]}
{"id": "b", "present": ["sneezing", "itchy_eyes", "runny_nose"], "absent": ["fever"]}
{"id": "c", "present": ["fevr"]}
{"id": "d", "present": ["breathless", "pleuritic_pain", "leg_swelling"]}
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let network = Network::open(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/network"))?;
    let cases = CaseReader::new(CASES.as_bytes()).collect::<Result<Vec<_>, _>>()?;

    // Threads take the next case until none is left.
    let next = AtomicUsize::new(0);
    let work = || {
        // An engine keeps its working memory from case to case. Engines share the network.
        let mut engine = Engine::new(&network);
        let mut answers = Vec::new();
        while let Some((at, case)) = take(&next, &cases) {
            answers.push((at, answer(&mut engine, case)));
        }
        answers
    };
    let threads = thread::available_parallelism()?.get();
    let mut answers = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("no panic")).collect::<Vec<_>>()
    });

    answers.sort_by_key(|&(at, _)| at);
    for (at, answer) in answers {
        println!("{}: {answer}", cases[at].id.as_deref().unwrap_or("?"));
    }
    Ok(())
}

/// The next case that no thread has taken, with its number.
fn take<'a>(next: &AtomicUsize, cases: &'a [Case]) -> Option<(usize, &'a Case)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    cases.get(at).map(|case| (at, case))
}

/// The most probable disease, or why there is no answer. A bad case does not stop the others.
fn answer(engine: &mut Engine, case: &Case) -> String {
    let network = engine.network().clone();
    let evidence = match case.evidence(&network) {
        Ok(evidence) => evidence,
        Err(error) => return error.to_string(),
    };
    match engine.diagnose(&evidence, Method::Auto) {
        Ok(posterior) => match posterior.ranking(1).first() {
            Some(&(disease, p)) => format!("{} ({:.1}%)", network.disease_name(disease), 100.0 * p),
            None => "the network has no diseases".to_owned(),
        },
        Err(error) => error.to_string(),
    }
}
