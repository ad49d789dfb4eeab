//! Posteriors as they are shown: tempered, because the numbers of a network are estimates.
//!
//! Estimated links make an answer surer than it should be. The evidence therefore counts for a part
//! of its weight, and the temperature that says for which part is found on simulated patients whose
//! network differs from the one that diagnoses them (`calibrate.rs`). The network's
//! `conversation.csv` has it, as `temperature` in the columns `setting,value`.

use etio::Network;
use etio_case::DocumentError;
use etio_case::table::read_rules;

/// The document that holds the settings of a conversation.
pub const DOCUMENT: &str = "conversation.csv";

/// How posteriors are tempered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tempering {
    temperature: f64,
}

impl Default for Tempering {
    fn default() -> Self {
        Self { temperature: 1.0 }
    }
}

impl Tempering {
    /// A temperature; 1 leaves posteriors as they are.
    pub fn new(temperature: f64) -> Self {
        Self { temperature }
    }

    /// Reads the settings of a network; one without `conversation.csv` is not tempered.
    pub fn of(network: &Network) -> Result<Self, DocumentError> {
        let read = read_rules(network, DOCUMENT, &["setting", "value"], |row| match row.get("setting") {
            "temperature" => {
                let value = row.get("value");
                let number = value.parse::<f64>().ok().filter(|t| (1.0..=10.0).contains(t));
                number.ok_or_else(|| format!("the temperature `{value}` is not a number from 1 to 10"))
            }
            other => Err(format!("no setting `{other}`; there is `temperature`")),
        })?;
        Ok(read.last().map_or(Self::default(), |t| Self::new(*t)))
    }

    /// The temperature.
    pub fn temperature(self) -> f64 {
        self.temperature
    }

    /// A posterior as it is shown, for a disease with a prior: the log-odds that the evidence adds to
    /// the prior are divided by the temperature.
    pub fn apply(self, posterior: f64, prior: f64) -> f64 {
        let is_open = |p: f64| p > 0.0 && p < 1.0;
        if self.temperature == 1.0 || !is_open(prior) || !is_open(posterior) {
            return posterior;
        }
        let logit = |p: f64| (p / (1.0 - p)).ln();
        let shown = logit(prior) + (logit(posterior) - logit(prior)) / self.temperature;
        1.0 / (1.0 + (-shown).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::NetworkBuilder;

    #[test]
    fn evidence_counts_for_part_of_its_weight() {
        let tempered = Tempering::new(2.0);
        assert!((tempered.apply(0.9, 0.5) - 0.75).abs() < 1e-12);
        assert!((tempered.apply(0.1, 0.1) - 0.1).abs() < 1e-12);
        assert_eq!(Tempering::default().apply(0.9, 0.1), 0.9);
        for p in [0.0, 1.0] {
            assert_eq!(tempered.apply(p, 0.1), p);
            assert_eq!(tempered.apply(0.4, p), 0.4);
        }
    }

    #[test]
    fn a_network_brings_its_temperature() {
        let of = |text: &str| {
            let mut builder = NetworkBuilder::new();
            builder.disease("d", "", 0.1).unwrap();
            builder.finding("f", "", 0.1).unwrap();
            builder.document(DOCUMENT, text.as_bytes().to_vec());
            Tempering::of(&builder.build().unwrap())
        };
        assert_eq!(of("setting,value\ntemperature,1.5\n").unwrap().temperature(), 1.5);
        assert_eq!(of("setting,value\n").unwrap(), Tempering::default());
        for (bad, named) in [("temperature,hot", "hot"), ("temperature,0.5", "0.5"), ("colour,red", "colour")]
        {
            let error = of(&format!("setting,value\n{bad}\n")).unwrap_err().to_string();
            assert!(error.contains("line 2") && error.contains(named), "{error}");
        }
    }
}
