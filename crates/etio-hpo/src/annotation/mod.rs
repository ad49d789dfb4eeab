//! Sources on diseases: HPO annotations, genes, Orphanet's mapping and prevalence, and MONDO's ids.

pub mod frequency;
pub mod genes;
pub mod hpoa;
pub mod mondo;
pub mod orphanet;
pub mod prevalence;
