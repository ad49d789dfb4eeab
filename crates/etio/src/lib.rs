//! Etio finds the causes behind what you observe.
