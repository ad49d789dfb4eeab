//! What is known about diseases: HPO annotations, and Orphanet's mapping and prevalence.

pub mod frequency;
pub mod hpoa;
pub mod orphanet;
