//! Answers the same question by several methods and shows how far each answer can be trusted.
//!
//! ```sh
//! cargo run -p etio --example methods
//! ```

use std::error::Error;

use etio::{Engine, Evidence, Method, Network};

fn main() -> Result<(), Box<dyn Error>> {
    let network = Network::open(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/network"))?;
    let present = ["fever", "cough", "muscle_aches", "fatigue", "headache", "chills"];
    let evidence = Evidence::from_ids(&network, &present, &["runny_nose"])?;
    let mut engine = Engine::new(&network);
    let Some(influenza) = network.disease("influenza") else { return Err("no influenza".into()) };

    println!("{:<18} {:>9} {:>12}   trust", "method", "influenza", "ln P(evid.)");
    // A hybrid such as `vfh+cvx+fdo:2` replaces two findings by a variational bound.
    for spelling in [
        "auto",
        "enumeration",
        "quickscore",
        "explained-sets",
        "elimination",
        "vfh+cvx+fdo:2",
        "vfh+ppf+fdo:4",
    ] {
        let method: Method = spelling.parse()?;
        // A method answers or says why it cannot.
        let posterior = match engine.diagnose(&evidence, method) {
            Ok(posterior) => posterior,
            Err(error) => {
                println!("{spelling:<18} {error}");
                continue;
            }
        };
        let exactness = &posterior.exactness;
        let trust = match (exactness.error_bound(), exactness.log_evidence_upper()) {
            (Some(bound), _) => format!("exact, error below {bound:.0e}"),
            (_, Some(upper)) => format!("estimate, ln P(evidence) at most {upper:.6}"),
            _ => exactness.word().to_owned(),
        };
        let (p, log_evidence) = (posterior.marginal(influenza), posterior.log_evidence);
        println!("{spelling:<18} {p:>9.6} {log_evidence:>12.6}   {trust}");
    }
    Ok(())
}
