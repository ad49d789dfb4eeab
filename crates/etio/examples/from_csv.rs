//! Opens a network, diagnoses a patient and explains the most probable disease.
//!
//! ```sh
//! cargo run -p etio --example from_csv            # networks/example
//! cargo run -p etio --example from_csv -- PATH    # another network with these findings
//! ```

use std::error::Error;

use etio::{Engine, Evidence, Method, Network};

fn main() -> Result<(), Box<dyn Error>> {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/network");
    let network = Network::open(std::env::args().nth(1).as_deref().unwrap_or(example))?;

    let evidence =
        Evidence::from_ids(&network, &["fever", "cough", "muscle_aches"], &["runny_nose", "sneezing"])?;
    let mut engine = Engine::new(&network);
    let posterior = engine.diagnose(&evidence, Method::Auto)?;
    for (disease, probability) in posterior.ranking(5) {
        println!("{:5.1}%  {}", 100.0 * probability, network.disease_name(disease));
    }

    let Some(&(first, _)) = posterior.ranking(1).first() else { return Ok(()) };
    println!("\nWhy {}?", network.disease_name(first));
    let explanation = engine.explain(&evidence, first, Method::Auto)?;
    // The weight of a finding: how far the log-odds of the disease fall if it is left out.
    for (finding, weight) in explanation.by_weight() {
        let state = if finding.is_present { "present" } else { "absent" };
        println!("{weight:+6.2}  {} ({state})", network.finding_name(finding.finding));
    }
    // The priors the answer is most sensitive to.
    for slope in explanation.priors.iter().take(3) {
        println!("slope in the log-odds of {}: {:+.3}", network.disease_name(slope.disease), slope.slope);
    }
    Ok(())
}
