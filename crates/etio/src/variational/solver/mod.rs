//! Choosing the variational parameters: one xi for every transformed finding. Every positive xi
//! gives a valid bound; these look for tight ones.

mod curvature;
pub(crate) mod joint;
mod point;
pub(crate) mod separate;
