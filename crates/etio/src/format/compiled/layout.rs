//! The bytes of a compiled file: a header, sections that start on 64-byte boundaries, and a table
//! of the sections.
//!
//! ```text
//! 0            header, 64 bytes
//! 64           first section, zeros up to the next boundary, second section, zeros, ...
//! table_start  one 32-byte entry a section, in the order of the sections; the file ends with the last entry
//! ```
//!
//! Sections follow each other without room for anything else, so every byte of the file is in the
//! header, in a section with a checksum, in the table, or is a zero that is checked.

use std::fmt;

use bytemuck::{Pod, Zeroable};
use xxhash_rust::xxh3::Xxh3;

/// The first bytes of every compiled file. The first is not text, and the line ends show a file
/// that was mangled as text.
pub(super) const MAGIC: [u8; 8] = *b"\x89ETIO\r\n\x1a";

/// The version of the layout that this build writes and reads.
pub(super) const VERSION: u32 = 1;

/// Reads as another number on a machine of the other byte order.
pub(super) const BYTE_ORDER: u32 = 0x0102_0304;

/// Sections start at multiples of this.
pub(super) const ALIGNMENT: u64 = 64;

/// The start of the file.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct Header {
    pub(super) magic: [u8; 8],
    pub(super) version: u32,
    pub(super) byte_order: u32,
    /// The length of the whole file.
    pub(super) file_bytes: u64,
    pub(super) table_start: u64,
    pub(super) section_count: u64,
    pub(super) disease_count: u32,
    pub(super) finding_count: u32,
    /// Links with a probability above zero.
    pub(super) link_count: u64,
    /// Checksum of the header, with zero in this place, and the table.
    pub(super) checksum: u64,
}

/// An entry of the section table.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct Entry {
    kind: u16,
    layer: u16,
    part: u32,
    pub(super) start: u64,
    pub(super) bytes: u64,
    pub(super) checksum: u64,
}

impl Entry {
    pub(super) fn new(key: Key, start: u64, bytes: u64, checksum: u64) -> Self {
        Self { kind: key.kind as u16, layer: key.layer as u16, part: key.part, start, bytes, checksum }
    }

    /// Kind of the section's contents; `None` if this build does not know it.
    pub(super) fn key(&self) -> Option<Key> {
        let kind = *Kind::ALL.iter().find(|&&kind| kind as u16 == self.kind)?;
        let layer = *Layer::ALL.iter().find(|&&layer| layer as u16 == self.layer)?;
        Some(Key { kind, layer, part: self.part })
    }
}

/// Kind of a section's contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) kind: Kind,
    pub(super) layer: Layer,
    /// Which column or document, counted from zero.
    pub(super) part: u32,
}

impl From<Kind> for Key {
    fn from(kind: Kind) -> Self {
        Self { kind, layer: Layer::Network, part: 0 }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.layer.as_str())?;
        f.write_str(self.kind.as_str())?;
        if self.kind.is_numbered() { write!(f, " {}", self.part + 1) } else { Ok(()) }
    }
}

macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $code:literal $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u16)]
        pub(super) enum $name { $($(#[$vdoc])* $variant = $code,)* }

        impl $name {
            pub(super) const ALL: &'static [Self] = &[$(Self::$variant,)*];

            pub(super) const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

codes!(
    /// Whose names and attributes a section holds.
    Layer {
        Network = 0 "",
        Diseases = 1 "disease ",
        Findings = 2 "finding ",
        Links = 3 "link ",
    }
);

codes!(
    /// The kinds of section. The numbers are part of the format: a new kind takes a new number and
    /// a new [`VERSION`].
    Kind {
        /// One f64 per disease.
        Priors = 1 "priors",
        /// One f64 per finding.
        Leaks = 2 "leaks",
        /// One [`Row`](crate::network::Row) per finding.
        Rows = 3 "rows",
        /// The diseases of the sparse rows, u32.
        RowDiseases = 4 "row diseases",
        /// The probabilities of all rows: exactly one of the three.
        ProbabilitiesF64 = 5 "probabilities (f64)",
        ProbabilitiesF32 = 6 "probabilities (f32)",
        ProbabilitiesU16 = 7 "probabilities (u16)",
        /// The sparse links by disease: `diseases + 1` positions, u64; findings, u32; positions of
        /// the probabilities, u32.
        DiseaseStarts = 8 "starts by disease",
        DiseaseFindings = 9 "findings by disease",
        DiseaseLinks = 10 "links by disease",
        /// Variational parameters, one f64 per finding.
        XiCvx = 11 "xi (cvx)",
        XiPpf = 12 "xi (ppf)",
        /// External ids: `count + 1` positions, u64; text; positions in the order of the ids, u32.
        IdStarts = 16 "id starts",
        IdText = 17 "ids",
        IdOrder = 18 "id order",
        NameStarts = 19 "name starts",
        NameText = 20 "names",
        /// An attribute column: its name; its distinct values; one code (u32) a member, or a stored link.
        ColumnName = 21 "column name",
        ColumnValueStarts = 22 "column value starts",
        ColumnValueText = 23 "column values",
        ColumnCodes = 24 "column codes",
        /// A companion file.
        DocumentName = 32 "document name",
        DocumentBytes = 33 "document",
    }
);

impl Kind {
    /// Whether there may be several, told apart by their part.
    pub(super) fn is_numbered(self) -> bool {
        matches!(
            self,
            Self::ColumnName
                | Self::ColumnValueStarts
                | Self::ColumnValueText
                | Self::ColumnCodes
                | Self::DocumentName
                | Self::DocumentBytes
        )
    }
}

/// The next boundary at or after a position; `None` past the end of what 64 bits count.
pub(super) fn align(position: u64) -> Option<u64> {
    position.checked_next_multiple_of(ALIGNMENT)
}

/// The checksum of a section, taken piece by piece.
#[derive(Default)]
pub(super) struct Checksum(Xxh3);

impl Checksum {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(super) fn value(&self) -> u64 {
        self.0.digest()
    }

    pub(super) fn of(bytes: &[u8]) -> u64 {
        xxhash_rust::xxh3::xxh3_64(bytes)
    }

    /// The checksum that belongs in a header.
    pub(super) fn of_header(header: &Header, table: &[u8]) -> u64 {
        let mut checksum = Self::default();
        checksum.add(bytemuck::bytes_of(&Header { checksum: 0, ..*header }));
        checksum.add(table);
        checksum.value()
    }
}
