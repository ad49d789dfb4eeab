//! The ways to answer, under one spelling everywhere.

use std::fmt;
use std::str::FromStr;

use crate::suggest::{hint, nearest};

/// How to compute a [`Posterior`](crate::Posterior).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// The cheapest method that is accurate within the limits.
    #[default]
    Auto,
    /// Brute force over disease sets.
    Enumeration,
    /// Heckerman's inclusion-exclusion over present findings.
    Quickscore,
    /// The subtraction-free dynamic programme over sets of explained findings.
    ExplainedSets,
    /// Certified variable elimination.
    Elimination,
    /// Some findings replaced by their variational bound, the rest exact.
    Hybrid(Hybrid),
}

/// A hybrid method: which findings are transformed, how, and how the parts are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hybrid {
    /// How the transformed and the exact part are joined.
    pub scheme: Scheme,
    /// How the variational parameters are chosen.
    pub solver: Solver,
    /// Which findings are transformed first.
    pub order: Order,
    /// How many findings are transformed.
    pub transformed: usize,
}

macro_rules! spelled {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The spelling.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

spelled!(
    /// How a hybrid joins its transformed and its exact part.
    Scheme {
        /// Variational-first hybridisation: the transformed findings tilt the priors, the rest is exact.
        Vfh = "vfh",
        /// Joint hybridisation: the same computation as `vfh` (see docs/notation.md).
        Jh = "jh",
        /// Eq. 10 of the paper: exact marginals first, tilted afterwards as if independent.
        Jj99 = "jj99",
        /// The original of Jaakkola and Jordan 1999: parameters chosen for the overall bound.
        Jj99Joint = "jj99-joint",
    }
);

spelled!(
    /// How a hybrid chooses its variational parameters.
    Solver {
        /// One convex problem a finding (Eq. 9 of the paper, with leak).
        Cvx = "cvx",
        /// One convex problem over all transformed findings.
        CvxJoint = "cvx-joint",
        /// Closed form, free of priors and posteriors.
        Ppf = "ppf",
    }
);

spelled!(
    /// Which findings a hybrid transforms first.
    Order {
        /// Finding-degree order: fewest parents first.
        Fdo = "fdo",
        /// The greedy order of 1999: those whose transformation costs the bound least.
        Gdo = "gdo",
        /// Width-driven order: one after the other a finding of the widest table, the one whose transformation costs the
        /// bound least, so that the rest becomes cheap to solve exactly.
        Wdo = "wdo",
    }
);

impl Method {
    /// Every method that is not a hybrid.
    pub const PLAIN: &'static [Self] =
        &[Self::Auto, Self::Enumeration, Self::Quickscore, Self::ExplainedSets, Self::Elimination];
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Enumeration => f.write_str("enumeration"),
            Self::Quickscore => f.write_str("quickscore"),
            Self::ExplainedSets => f.write_str("explained-sets"),
            Self::Elimination => f.write_str("elimination"),
            Self::Hybrid(h) => {
                write!(
                    f,
                    "{}+{}+{}:{}",
                    h.scheme.as_str(),
                    h.solver.as_str(),
                    h.order.as_str(),
                    h.transformed
                )
            }
        }
    }
}

/// A spelling that names no method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown method `{text}`{}; methods: auto, enumeration, quickscore, explained-sets, elimination, or a hybrid \
     SCHEME+SOLVER+ORDER:N such as vfh+cvx+fdo:2",
    hint(nearest.as_deref())
)]
pub struct ParseMethodError {
    /// The text as given.
    pub text: String,
    /// The most similar spelling.
    pub nearest: Option<String>,
}

impl FromStr for Method {
    type Err = ParseMethodError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(method) = Self::PLAIN.iter().find(|m| m.to_string() == text) {
            return Ok(*method);
        }
        parse_hybrid(text).map(Self::Hybrid).ok_or_else(|| ParseMethodError {
            text: text.chars().take(100).collect(),
            nearest: nearest_spelling(text),
        })
    }
}

fn parse_hybrid(text: &str) -> Option<Hybrid> {
    let (name, transformed) = text.split_once(':')?;
    let mut parts = name.split('+');
    let hybrid = Hybrid {
        scheme: Scheme::parse(parts.next()?)?,
        solver: Solver::parse(parts.next()?)?,
        order: Order::parse(parts.next()?)?,
        // `+3` and `03` parse as numbers; only the spelling that Display gives is a method.
        transformed: transformed.parse().ok().filter(|n: &usize| n.to_string() == transformed)?,
    };
    parts.next().is_none().then_some(hybrid)
}

fn nearest_spelling(text: &str) -> Option<String> {
    let (name, n) = text.split_once(':').unwrap_or((text, "2"));
    let n = n.parse().unwrap_or(2);
    let mut all: Vec<Method> = Method::PLAIN.to_vec();
    for &scheme in Scheme::ALL {
        for &solver in Solver::ALL {
            for &order in Order::ALL {
                all.push(Method::Hybrid(Hybrid { scheme, solver, order, transformed: n }));
            }
        }
    }
    let spellings: Vec<String> = all.iter().map(ToString::to_string).collect();
    let whole = if name.contains('+') { format!("{name}:{n}") } else { name.to_owned() };
    nearest(&whole, spellings.iter().map(String::as_str)).map(str::to_owned)
}

#[cfg(feature = "serde")]
impl serde::Serialize for Method {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Method {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_comes_back() {
        for text in ["auto", "enumeration", "quickscore", "explained-sets", "elimination"] {
            assert_eq!(text.parse::<Method>().unwrap().to_string(), text);
        }
        for scheme in Scheme::ALL {
            for solver in Solver::ALL {
                for order in Order::ALL {
                    let text = format!("{}+{}+{}:12", scheme.as_str(), solver.as_str(), order.as_str());
                    assert_eq!(text.parse::<Method>().unwrap().to_string(), text);
                }
            }
        }
    }

    #[test]
    fn a_slip_is_answered_with_the_nearest_spelling() {
        let nearest = |text: &str| text.parse::<Method>().unwrap_err().nearest;
        assert_eq!(nearest("quikscore").as_deref(), Some("quickscore"));
        assert_eq!(nearest("vfh+cvx+fd0:3").as_deref(), Some("vfh+cvx+fdo:3"));
        assert_eq!(nearest("vfh+cvx+fdo").as_deref(), Some("vfh+cvx+fdo:2"));
        assert_eq!(nearest("zzz"), None);
    }

    #[test]
    fn near_misses_are_not_methods() {
        for text in
            ["", "Auto", "vfh+cvx+fdo:", "vfh+cvx+fdo:-1", "vfh+cvx+fdo:+1", "vfh+cvx:2", "vfh+cvx+fdo+x:2"]
        {
            assert!(text.parse::<Method>().is_err(), "{text}");
        }
    }
}
