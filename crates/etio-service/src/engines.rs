//! One engine per compute thread and network, kept between queries to reuse its working memory.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use etio::Engine;

use crate::networks::Served;

/// A query that took longer may have grown its engine's memory by much: such an engine is let go.
const LIGHT: Duration = Duration::from_millis(20);

thread_local! {
    /// By network: the version its engine is for, and the engine.
    static ENGINES: RefCell<HashMap<String, (String, Engine)>> = RefCell::default();
}

/// Runs a query on this thread's engine for a network as it is now.
pub fn with_engine<T>(served: &Served, query: impl FnOnce(&mut Engine) -> T) -> T {
    let kept = ENGINES.with_borrow_mut(|engines| engines.remove(&served.name));
    let mut engine = match kept {
        Some((version, engine)) if version == served.version => engine,
        _ => Engine::new(served.network()),
    };
    let started = Instant::now();
    let answer = query(&mut engine);
    if started.elapsed() < LIGHT {
        let entry = (served.version.clone(), engine);
        ENGINES.with_borrow_mut(|engines| engines.insert(served.name.clone(), entry));
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::{DiseaseId, Evidence, Method, NetworkBuilder};

    #[test]
    fn another_version_gets_another_engine() {
        let prior = |version: &str, prior: f64| {
            let mut builder = NetworkBuilder::new();
            builder.disease("d", "", prior).unwrap();
            let served = Served::new("n", &builder.build().unwrap(), version.to_owned()).unwrap();
            let query = |engine: &mut Engine| engine.diagnose(&Evidence::default(), Method::ExplainedSets);
            with_engine(&served, query).unwrap().marginal(DiseaseId::new(0))
        };
        assert_eq!([prior("1", 0.1), prior("2", 0.2), prior("2", 0.2)], [0.1, 0.2, 0.2]);
    }
}
