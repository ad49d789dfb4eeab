//! Exact answers on networks of the paper's sizes and on Promedas: how long they take, and what they certify.
//!
//! `cargo bench -p etio-repro --bench exact [-- CLASS...]`
#![allow(missing_docs)]

use std::path::Path;

use etio::format::cases;
use etio::{Engine, Evidence, Method, Network};
use etio_repro::{CaseSpec, NetworkSpec};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let method: Method =
        std::env::var("METHOD").ok().and_then(|m| m.parse().ok()).unwrap_or(Method::Elimination);
    println!(
        "{:<14} {:>5} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "class", "cases", "median us", "p90", "max", "ops p50", "bound"
    );
    let f120 = NetworkSpec::f120().generate().unwrap();
    let qmr = NetworkSpec::qmr().generate().unwrap();
    let class = |name: String, network: &Network, queries: &[Evidence]| {
        if wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str())) {
            run(&name, &[(network.clone(), queries.to_vec())], method);
        }
    };
    for present in [8, 16, 24, 32, 43] {
        class(format!("f120-{present}"), &f120, &sample(&f120, present, 60));
    }
    for present in [16, 24, 32] {
        class(format!("qmr-{present}"), &qmr, &sample(&qmr, present, 60));
    }
    for family in ["promedas", "promedus"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(family);
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let sets: Vec<_> = entries
            .flatten()
            .filter_map(|entry| {
                let network = Network::open(entry.path()).ok()?;
                let file = std::fs::File::open(entry.path().join("cases.jsonl")).ok()?;
                let queries = cases::CaseReader::new(std::io::BufReader::new(file))
                    .filter_map(|case| case.ok()?.evidence(&network).ok())
                    .collect();
                Some((network, queries))
            })
            .collect();
        if wanted.is_empty() || wanted.iter().any(|w| family.contains(w.as_str())) {
            run(family, &sets, method);
        }
    }
}

fn sample(network: &Network, present: usize, count: u64) -> Vec<Evidence> {
    let spec = CaseSpec { present: present..=present, ..CaseSpec::default() };
    (0..count).map(|n| spec.sample(network, n).evidence(network).unwrap()).collect()
}

fn run(name: &str, sets: &[(Network, Vec<Evidence>)], method: Method) {
    let (mut times, mut operations, mut bounds) = (Vec::new(), Vec::new(), Vec::new());
    let mut failed = 0;
    let repeats: usize = std::env::var("REPEATS").ok().and_then(|m| m.parse().ok()).unwrap_or(3);
    for (network, queries) in sets {
        let mut engine = Engine::new(network);
        for evidence in queries {
            let mut best = f64::INFINITY;
            let mut last = None;
            for _ in 0..repeats {
                let started = thread_seconds();
                last = Some(engine.diagnose(evidence, method));
                best = best.min(thread_seconds() - started);
                if best > 0.05 {
                    break;
                }
            }
            match last {
                Some(Ok(answer)) => {
                    times.push(best * 1e6);
                    operations.push(answer.work.operations);
                    bounds.push(answer.exactness.error_bound().unwrap_or(f64::NAN));
                }
                Some(Err(error)) => {
                    failed += 1;
                    eprintln!("{name}: {error}");
                }
                None => {}
            }
        }
    }
    if times.is_empty() {
        return;
    }
    for list in [&mut times, &mut operations, &mut bounds] {
        list.sort_by(f64::total_cmp);
    }
    let at = |list: &[f64], share: f64| list[((list.len() - 1) as f64 * share).round() as usize];
    println!(
        "{name:<14} {:>5} {:>9.0} {:>9.0} {:>9.0} {:>9.1e} {:>9.0e}  failed {failed}",
        times.len(),
        at(&times, 0.5),
        at(&times, 0.9),
        at(&times, 1.0),
        at(&operations, 0.5),
        at(&bounds, 1.0)
    );
}

/// Processor time of this thread: the time that a query takes on a machine with nothing else to do.
fn thread_seconds() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}
