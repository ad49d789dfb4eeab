//! The engine called in a loop: what the service would reach if plumbing were free.

use std::time::Instant;

use etio::{Engine, Evidence, Method, Network};

use crate::{Failure, Plan};

fn ids(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

pub fn run(plan: &Plan) -> Result<(), Failure> {
    let network = Network::open(&plan.target)?;
    let evidence = plan
        .cases
        .iter()
        .map(|case| Evidence::from_ids(&network, &ids(&case.present), &ids(&case.absent)))
        .collect::<Result<Vec<_>, _>>()?;
    let started = Instant::now();
    let counts = std::thread::scope(|scope| {
        let work = || {
            let mut engine = Engine::new(&network);
            let mut count = 0_usize;
            while started.elapsed() < plan.time {
                let posterior = engine.diagnose(&evidence[count % evidence.len()], Method::Auto)?;
                std::hint::black_box(posterior.ranking(10));
                count += 1;
            }
            Ok::<_, etio::InferenceError>(count)
        };
        let threads: Vec<_> = (0..plan.threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|t| t.join().map_err(|_| "a thread failed")).collect::<Result<Vec<_>, _>>()
    })?;
    let total = counts.into_iter().sum::<Result<usize, _>>()?;
    let seconds = started.elapsed().as_secs_f64();
    let rate = total as f64 / seconds;
    println!("engine alone   {total:>9} in {seconds:.1} s = {rate:.0} a second on {} threads", plan.threads);
    Ok(())
}
