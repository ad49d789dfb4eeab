//! The inner loops. Each is a plain function over slices, compiled for the widest vectors that the machine has and chosen
//! at run time; none of them allocates.

pub(crate) mod sets;
