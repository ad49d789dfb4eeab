//! Which diseases cause which findings, given how many links each has.

use rand::Rng;

use crate::random::draw;

/// A disease whose links are used up can still be drawn if nothing else is left.
const USED_UP: f64 = 1e-9;

/// For every finding, its diseases in ascending order: exactly as many as its degree, drawn without
/// repetition in proportion to the links that each disease still lacks.
///
/// Findings with many parents choose first. The degrees of the findings come out exactly, those of
/// the diseases as nearly as the wiring allows.
pub(super) fn wire(
    finding_degrees: &[usize],
    disease_degrees: &[usize],
    rng: &mut impl Rng,
) -> Vec<Vec<u32>> {
    let mut lacking: Vec<f64> = disease_degrees.iter().map(|&d| d as f64).collect();
    let mut order: Vec<usize> = (0..finding_degrees.len()).collect();
    order.sort_by_key(|&f| (std::cmp::Reverse(finding_degrees[f]), f));
    let mut parents = vec![Vec::new(); finding_degrees.len()];
    for finding in order {
        let weighted = lacking.iter().zip(0..).map(|(&lacks, d)| (d, lacks.max(USED_UP)));
        parents[finding] = draw(finding_degrees[finding], weighted, rng);
        for &d in &parents[finding] {
            lacking[d as usize] = (lacking[d as usize] - 1.0).max(0.0);
        }
    }
    parents
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Purpose, stream};

    #[test]
    fn findings_get_their_degree_and_diseases_nearly_theirs() {
        let mut rng = stream(3, Purpose::Wiring, 0);
        let findings: Vec<usize> = (0..200).map(|f| 1 + f % 9).collect();
        let links: usize = findings.iter().sum();
        let diseases: Vec<usize> = (0..50).map(|d| links / 50 + usize::from(d < links % 50)).collect();
        let parents = wire(&findings, &diseases, &mut rng);
        let mut degrees = vec![0usize; 50];
        for (row, degree) in parents.iter().zip(&findings) {
            assert_eq!(row.len(), *degree);
            assert!(row.windows(2).all(|w| w[0] < w[1]), "no repetition");
            for &d in row {
                degrees[d as usize] += 1;
            }
        }
        assert!(degrees.iter().zip(&diseases).all(|(got, wanted)| got.abs_diff(*wanted) <= 3), "{degrees:?}");
    }

    #[test]
    fn a_full_network_can_be_wired() {
        let mut rng = stream(3, Purpose::Wiring, 0);
        assert_eq!(wire(&[3, 3], &[2, 2, 2], &mut rng), [[0, 1, 2], [0, 1, 2]]);
    }
}
