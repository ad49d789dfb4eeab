//! The paper's networks, query sets and figures.
