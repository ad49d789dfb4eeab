//! Small typed indices. External identifiers (strings) live in the [`Catalog`](crate::Catalog) only.

macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(transparent))]
        pub struct $name(u32);

        impl $name {
            /// Wraps a position. Positions are dense and start at zero.
            pub const fn new(index: u32) -> Self {
                Self(index)
            }

            /// The position, for indexing arrays.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index_type!(
    /// A disease's position in its [`Network`](crate::Network).
    DiseaseId
);
index_type!(
    /// A finding's position in its [`Network`](crate::Network).
    FindingId
);
