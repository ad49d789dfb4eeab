//! Posteriors as they are shown: tempered, because the numbers of a network are estimates.
//!
//! Estimated links make an answer surer than it should be. Probabilities above that of a possible cause
//! are therefore shown lower than computed. The temperature, which determines by how much, is fitted to
//! simulated patients whose network differs from the one that diagnoses them (`calibrate.rs`). It is
//! `temperature` in the network's `conversation.csv`, which has the columns `setting,value`.

use etio::Network;
use etio_case::DocumentError;
use etio_case::table::read_rules;

/// The document that holds the settings of a conversation.
pub const DOCUMENT: &str = "conversation.csv";

/// Posteriors up to this are shown as computed.
const UNCHANGED: f64 = 0.1;
/// Posteriors from this on are shown alike.
const CERTAIN: f64 = 1.0 - 1e-9;

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

    /// A posterior as it is shown: above 10%, the log-odds beyond that are divided by the
    /// temperature. The order of diseases stays.
    pub fn apply(self, posterior: f64) -> f64 {
        if posterior <= UNCHANGED || posterior.is_nan() {
            return posterior;
        }
        let logit = |p: f64| (p / (1.0 - p)).ln();
        // Not even a certain disease of an estimated network is certain.
        let beyond = logit(posterior.min(CERTAIN)) - logit(UNCHANGED);
        1.0 / (1.0 + (-(logit(UNCHANGED) + beyond / self.temperature)).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etio::NetworkBuilder;

    #[test]
    fn what_is_likely_is_shown_as_less_so_in_the_same_order() {
        let tempered = Tempering::new(2.0);
        assert!((tempered.apply(0.9) - 0.5).abs() < 1e-12, "halfway between the log-odds of 0.1 and 0.9");
        for p in [0.0, 0.01, 0.1] {
            assert_eq!(tempered.apply(p), p);
        }
        let shown: Vec<f64> = (0..=100).map(|i| tempered.apply(f64::from(i) / 100.0)).collect();
        assert!(shown.is_sorted() && shown[100] < 1.0, "{shown:?}");
        assert!((Tempering::default().apply(0.9) - 0.9).abs() < 1e-12);
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
