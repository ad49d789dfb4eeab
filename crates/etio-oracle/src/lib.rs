//! Slow, independent, exact reference answers that Etio is tested against.
