//! Names, codes and attributes: what people see of a network, kept apart from what inference touches.

use super::storage::Buf;

/// Strings end to end in one buffer.
#[derive(Clone, Debug)]
pub(crate) struct StringTable {
    /// `len + 1` positions into `bytes`.
    pub(crate) starts: Buf<u64>,
    pub(crate) bytes: Buf<u8>,
}

impl StringTable {
    pub(crate) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The string at a position; empty if a damaged file has none.
    pub(crate) fn get(&self, at: usize) -> &str {
        std::str::from_utf8(self.bytes_at(at)).unwrap_or_default()
    }

    fn bytes_at(&self, at: usize) -> &[u8] {
        let bounds = self.starts.get(at).zip(self.starts.get(at + 1));
        bounds.and_then(|(&a, &b)| self.bytes.get(a as usize..b as usize)).unwrap_or_default()
    }
}

impl<S: AsRef<str>> FromIterator<S> for StringTable {
    fn from_iter<I: IntoIterator<Item = S>>(strings: I) -> Self {
        let (mut starts, mut bytes) = (vec![0], Vec::new());
        for s in strings {
            bytes.extend_from_slice(s.as_ref().as_bytes());
            starts.push(bytes.len() as u64);
        }
        Self { starts: starts.into(), bytes: bytes.into() }
    }
}

impl Default for StringTable {
    fn default() -> Self {
        std::iter::empty::<&str>().collect()
    }
}

/// One attribute of all members of a layer: each distinct value once, and one code per member.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) values: StringTable,
    pub(crate) codes: Buf<u32>,
}

impl Column {
    fn get(&self, at: usize) -> Option<&str> {
        self.codes.get(at).map(|&code| self.values.get(code as usize)).filter(|value| !value.is_empty())
    }
}

/// The ids, names and attributes of all diseases, of all findings, or (attributes only) of all links.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    pub(crate) ids: StringTable,
    pub(crate) names: StringTable,
    /// Positions in the order of their ids, for look-up without a hash table.
    pub(crate) by_id: Buf<u32>,
    pub(crate) columns: Vec<Column>,
}

impl Catalog {
    /// The external id at a position.
    pub fn id(&self, at: usize) -> &str {
        self.ids.get(at)
    }

    /// The name at a position; the id if no name was given.
    pub fn name(&self, at: usize) -> &str {
        match self.names.get(at) {
            "" => self.ids.get(at),
            name => name,
        }
    }

    /// The position of an external id.
    pub fn position(&self, id: &str) -> Option<usize> {
        // Strings are ordered as their bytes are, which need not be validated as text.
        let bytes = |&at: &u32| self.ids.bytes_at(at as usize);
        let found = self.by_id.binary_search_by(|at| bytes(at).cmp(id.as_bytes())).ok()?;
        Some(self.by_id[found] as usize)
    }

    /// The value of an attribute (`codes`, `synonyms`, `source`, any other column of the file);
    /// `None` if empty.
    pub fn attribute(&self, at: usize, column: &str) -> Option<&str> {
        self.columns.iter().find(|c| c.name == column)?.get(at)
    }

    /// The attribute columns, in file order.
    pub fn attribute_names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|c| c.name.as_str())
    }

    /// The known id most like a mistyped one, if one is near enough to suggest.
    pub fn nearest_id(&self, id: &str) -> Option<&str> {
        crate::suggest::nearest(id, (0..self.ids.len()).map(|at| self.ids.get(at)))
    }
}
