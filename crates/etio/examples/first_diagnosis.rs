//! Builds a small network in code, diagnoses a patient and prints the ranking.
//!
//! ```sh
//! cargo run -p etio --example first_diagnosis
//! ```

use std::error::Error;

use etio::{Engine, Evidence, Method, NetworkBuilder};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NetworkBuilder::new();

    // A disease has a prior: how likely it is before anything is observed.
    let flu = builder.disease("flu", "Influenza", 0.02)?;
    let cold = builder.disease("cold", "Common cold", 0.08)?;
    let hay_fever = builder.disease("hay_fever", "Hay fever", 0.03)?;

    // A finding has a leak: how likely it is if none of these diseases is present.
    let fever = builder.finding("fever", "Fever", 0.01)?;
    let cough = builder.finding("cough", "Cough", 0.05)?;
    let sneezing = builder.finding("sneezing", "Sneezing", 0.03)?;

    // A link is the probability that the disease causes the finding.
    builder.link(flu, fever, 0.9)?;
    builder.link(flu, cough, 0.8)?;
    builder.link(cold, fever, 0.1)?;
    builder.link(cold, cough, 0.5)?;
    builder.link(cold, sneezing, 0.6)?;
    builder.link(hay_fever, sneezing, 0.9)?;
    let network = builder.build()?;

    // Fever and cough are present, sneezing is absent. Findings on neither list are unobserved.
    let evidence = Evidence::from_ids(&network, &["fever", "cough"], &["sneezing"])?;
    let posterior = Engine::new(&network).diagnose(&evidence, Method::Auto)?;

    for (disease, probability) in posterior.ranking(network.disease_count()) {
        let (name, prior) = (network.disease_name(disease), network.prior(disease));
        println!("{name:<12} {:5.1}%   before: {:.1}%", 100.0 * probability, 100.0 * prior);
    }
    if let Some(bound) = posterior.exactness.error_bound() {
        println!("exact by {}, error below {bound:.0e}", posterior.method);
    }
    Ok(())
}
