//! Learns the weights of words as signs of an emergency by logistic regression. The same examples
//! always give the same weights.

use std::collections::BTreeMap;
use std::fmt::Write;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Guide;

/// A text whose truth is known.
#[derive(Clone, Debug)]
pub struct Example {
    /// The words.
    pub text: String,
    /// Whether it is an emergency.
    pub emergency: bool,
    /// How much it counts; 1 for a first message.
    pub weight: f64,
}

const ROUNDS: usize = 30;
const RATE: f64 = 0.1;
/// Pulls weights towards zero.
const SHRINK: f64 = 1e-3;
/// Features of fewer texts say more about the text than about emergencies.
const LEAST_TEXTS: usize = 2;
/// Smaller weights are left out of the file.
const LEAST_WEIGHT: f64 = 0.02;

/// A text as the learner sees it.
struct Sample {
    features: Vec<usize>,
    scale: f64,
    target: f64,
    weight: f64,
}

/// The file of weights for a language that best tells emergencies from the rest.
pub fn alarm_words(guide: &Guide, examples: &[Example]) -> String {
    let texts: Vec<Vec<String>> =
        examples.iter().map(|example| guide.understanding().alarm_features(&example.text)).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in texts.iter().flatten() {
        *counts.entry(name).or_default() += 1;
    }
    let names: Vec<&str> = counts.iter().filter(|(_, n)| **n >= LEAST_TEXTS).map(|(name, _)| *name).collect();
    let sample = |(example, text): (&Example, &Vec<String>)| Sample {
        features: text.iter().filter_map(|name| names.binary_search(&name.as_str()).ok()).collect(),
        scale: crate::understand::scale_of_alarm(text.len()),
        target: f64::from(u8::from(example.emergency)),
        weight: example.weight,
    };
    let samples = examples.iter().zip(&texts).map(sample).collect();
    let (offset, weights) = fit(samples, names.len());
    let mut file = String::from(HEAD);
    let _ = writeln!(file, "{offset:.2}\t");
    for (name, weight) in names.iter().zip(&weights).filter(|(_, weight)| weight.abs() >= LEAST_WEIGHT) {
        let _ = writeln!(file, "{weight:.2}\t{name}");
    }
    file
}

const HEAD: &str = "# How much words speak for an emergency, learned from messages whose truth is known:\n\
                    # `cargo run --release -p etio-bot --example learn_alarm_words`.\n";

/// The offset, and the weight of each feature.
fn fit(mut samples: Vec<Sample>, features: usize) -> (f64, Vec<f64>) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut offset, mut weights, mut squares) = (0.0, vec![0.0; features], vec![1e-3; features]);
    for _ in 0..ROUNDS {
        samples.shuffle(&mut random);
        for sample in &samples {
            let sum: f64 = sample.features.iter().map(|&at| weights[at]).sum();
            let probability = 1.0 / (1.0 + (-(offset + sample.scale * sum)).exp());
            let error = (sample.target - probability) * sample.weight;
            offset += 0.1 * RATE * error;
            for &at in &sample.features {
                let slope = error * sample.scale - SHRINK * weights[at];
                squares[at] += slope * slope;
                weights[at] += RATE * slope / f64::sqrt(squares[at]);
            }
        }
    }
    (offset, weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_emergencies_have_weighs_for_them() {
        let sample = |features: &[usize], target| Sample {
            features: features.to_vec(),
            scale: 1.0,
            target,
            weight: 1.0,
        };
        let samples = vec![sample(&[0, 2], 1.0), sample(&[1, 2], 0.0), sample(&[0], 1.0), sample(&[1], 0.0)];
        let (_, weights) = fit(samples, 3);
        assert!(weights[0] > 0.5 && weights[1] < -0.5 && weights[2].abs() < 0.3, "{weights:?}");
    }
}
