//! How much is computed.

use serde::{Deserialize, Serialize};

/// How many queries, points and repeats a run takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// Name.
    pub name: String,
    /// Queries per set in Fig. 4; ours beside it take a quarter if they compare with exact answers.
    pub queries: usize,
    /// The mean priors of Fig. 4.
    pub mean_priors: Vec<f64>,
    /// The numbers of present findings of Fig. 1(c).
    pub present: Vec<usize>,
    /// Maximum number of present findings for methods of exponential cost.
    pub most_exponential: usize,
    /// The numbers of present findings of long queries, of several diseases together, in the table of
    /// the field: Murphy et al. 1999 asked QMR-DT up to 43.
    pub long: Vec<usize>,
    /// Queries per point in measurements of time.
    pub timed_queries: usize,
    /// Answers per query in measurements of time.
    pub repeats: usize,
    /// Parent counts that Fig. 2 goes through.
    pub parent_counts: usize,
    /// Numbers of queries of Table 1.
    pub served: Vec<usize>,
    /// Diseases and findings of S1.
    pub s1: (usize, usize),
    /// The numbers of present findings of Fig. 3.
    pub s1_present: Vec<usize>,
}

impl Profile {
    /// All of the paper's sizes: 800 queries per set, S1 whole.
    pub fn full() -> Self {
        Self {
            name: "full".to_owned(),
            queries: 800,
            mean_priors: vec![1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.2],
            present: vec![4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32],
            most_exponential: 16,
            long: vec![24, 32, 43],
            timed_queries: 15,
            repeats: 5,
            parent_counts: 400,
            served: vec![1, 10, 100, 1_000, 10_000],
            s1: (40_000, 12_000),
            s1_present: vec![4, 6, 8, 10, 12, 14],
        }
    }

    /// About a minute: fewer queries and points, and an S1 of a hundredth of the links.
    pub fn quick() -> Self {
        Self {
            name: "quick".to_owned(),
            queries: 120,
            mean_priors: vec![1e-5, 1e-4, 1e-3, 1e-2, 0.1],
            present: vec![4, 6, 8, 10, 12, 14, 20],
            most_exponential: 14,
            long: vec![24, 32, 43],
            timed_queries: 5,
            repeats: 5,
            parent_counts: 120,
            served: vec![1, 10, 100, 1_000],
            s1: (4_000, 1_200),
            s1_present: vec![4, 6, 8],
        }
    }

    /// The smallest profile that runs everything once, for tests.
    pub fn smallest() -> Self {
        Self {
            name: "smallest".to_owned(),
            queries: 24,
            mean_priors: vec![1e-5, 1e-2],
            present: vec![4, 6],
            most_exponential: 6,
            long: vec![8],
            timed_queries: 1,
            repeats: 1,
            parent_counts: 20,
            served: vec![1, 10],
            s1: (400, 120),
            s1_present: vec![4],
        }
    }

    /// Queries per set if every answer is compared with the exact one in several ways.
    pub(crate) fn compared_queries(&self) -> usize {
        self.queries.div_ceil(4)
    }
}
