//! The links of a network, finding by finding: each finding's row is sparse (disease ids beside
//! probabilities) or dense (one probability per disease, zero if there is no link).

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use bytemuck::{Pod, Zeroable};

use super::storage::Buf;
use crate::DiseaseId;
use crate::vectorised::vectorised;

/// Location of one finding's links.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct Row {
    /// First entry of a sparse row in the disease ids; [`Row::DENSE`] for a dense row.
    pub(crate) ids_start: u64,
    /// First entry in the probabilities.
    pub(crate) values_start: u64,
    /// Entries in the row: links of a sparse row, diseases of the network for a dense one.
    pub(crate) len: u32,
    /// Links with a probability above zero: what the paper calls |π(f)|.
    pub(crate) parent_count: u32,
}

impl Row {
    /// Marks a row that stores one probability for every disease.
    pub(crate) const DENSE: u64 = u64::MAX;

    #[inline]
    pub(crate) fn is_dense(&self) -> bool {
        self.ids_start == Self::DENSE
    }
}

/// Probabilities at the precision they are stored in.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    /// As given.
    F64(Buf<f64>),
    /// Rounded to 24 bits.
    F32(Buf<f32>),
    /// Multiples of 1/65535; both ends are exact.
    U16(Buf<u16>),
}

/// The step of the [`Values::U16`] form.
pub(crate) const U16_STEP: f64 = 1.0 / 65535.0;

/// One probability at stored precision. Zero is the default.
pub(crate) trait Link: Pod + Default + PartialEq + Send + Sync {
    /// In double precision.
    fn probability(self) -> f64;

    /// Probabilities that are stored like this.
    fn slice(probabilities: Probabilities<'_>) -> Option<&[Self]>;
}

impl Link for f64 {
    #[inline(always)]
    fn probability(self) -> f64 {
        self
    }

    fn slice(probabilities: Probabilities<'_>) -> Option<&[Self]> {
        if let Probabilities::F64(values) = probabilities { Some(values) } else { None }
    }
}

impl Link for f32 {
    #[inline(always)]
    fn probability(self) -> f64 {
        self.into()
    }

    fn slice(probabilities: Probabilities<'_>) -> Option<&[Self]> {
        if let Probabilities::F32(values) = probabilities { Some(values) } else { None }
    }
}

impl Link for u16 {
    #[inline(always)]
    fn probability(self) -> f64 {
        f64::from(self) * U16_STEP
    }

    fn slice(probabilities: Probabilities<'_>) -> Option<&[Self]> {
        if let Probabilities::U16(values) = probabilities { Some(values) } else { None }
    }
}

impl Values {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::F64(v) => v.len(),
            Self::F32(v) => v.len(),
            Self::U16(v) => v.len(),
        }
    }

    /// The memory they take.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::F64(v) => size_of_val(&**v),
            Self::F32(v) => size_of_val(&**v),
            Self::U16(v) => size_of_val(&**v),
        }
    }

    pub(crate) fn slice(&self, start: usize, len: usize) -> Probabilities<'_> {
        match self {
            Self::F64(v) => Probabilities::F64(&v[start..start + len]),
            Self::F32(v) => Probabilities::F32(&v[start..start + len]),
            Self::U16(v) => Probabilities::U16(&v[start..start + len]),
        }
    }
}

/// A run of probabilities at stored precision.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Probabilities<'a> {
    /// Double precision.
    F64(&'a [f64]),
    /// Single precision.
    F32(&'a [f32]),
    /// Multiples of 1/65535.
    U16(&'a [u16]),
}

impl Probabilities<'_> {
    fn len(&self) -> usize {
        match self {
            Self::F64(v) => v.len(),
            Self::F32(v) => v.len(),
            Self::U16(v) => v.len(),
        }
    }

    /// The probability at a position, in double precision.
    #[inline]
    pub fn get(&self, at: usize) -> f64 {
        match self {
            Self::F64(v) => v[at],
            Self::F32(v) => v[at].probability(),
            Self::U16(v) => v[at].probability(),
        }
    }
}

/// Links of one finding as stored.
#[derive(Clone, Copy, Debug)]
pub struct Parents<'a> {
    /// The linked diseases in ascending order; `None` for a dense row, where entry *i* belongs to
    /// disease *i*.
    pub diseases: Option<&'a [u32]>,
    /// One probability per entry. A zero is the same as no link.
    pub probabilities: Probabilities<'a>,
    len: usize,
    first_link: usize,
}

impl<'a> Parents<'a> {
    /// A row that is not part of a network yet.
    pub(crate) fn of_row(diseases: Option<&'a [u32]>, probabilities: Probabilities<'a>) -> Self {
        Self { diseases, probabilities, len: probabilities.len(), first_link: 0 }
    }

    /// The diseases that can cause the finding, with P(finding | only that disease) above zero, in
    /// ascending order.
    pub fn iter(self) -> impl Iterator<Item = (DiseaseId, f64)> + 'a {
        self.entries().map(|(disease, p, _)| (disease, p)).filter(|&(_, p)| p > 0.0)
    }

    /// The stored links with their link index (the key of link attributes); those of probability
    /// zero are included in a sparse row, where they were given explicitly.
    pub fn entries(self) -> impl Iterator<Item = (DiseaseId, f64, usize)> + 'a {
        let dense = self.diseases.is_none();
        (0..self.len)
            .map(move |at| {
                let disease = self.diseases.map_or(at as u32, |ids| ids[at]);
                (DiseaseId::new(disease), self.probabilities.get(at), self.first_link + at)
            })
            .filter(move |&(_, p, _)| !dense || p > 0.0)
    }

    /// Entries as stored.
    pub(crate) fn len(self) -> usize {
        self.len
    }

    /// Whether every disease has an entry.
    #[inline]
    pub(crate) fn is_dense(self) -> bool {
        self.diseases.is_none()
    }

    /// Calls `visit(number of a disease, probability)` for every disease of a dense row: a loop
    /// that is compiled for vectors.
    #[inline]
    pub(crate) fn zip_dense<T>(self, numbers: &mut [T], mut visit: impl FnMut(&mut T, f64)) {
        debug_assert!(self.is_dense() && numbers.len() == self.len);
        vectorised(
            #[inline(always)]
            || match self.probabilities {
                Probabilities::F64(v) => numbers.iter_mut().zip(v).for_each(|(n, &p)| visit(n, p)),
                Probabilities::F32(v) => {
                    numbers.iter_mut().zip(v).for_each(|(n, &p)| visit(n, p.probability()));
                }
                Probabilities::U16(v) => {
                    numbers.iter_mut().zip(v).for_each(|(n, &p)| visit(n, p.probability()));
                }
            },
        );
    }

    /// Calls `visit(disease index, probability)` for every link above zero.
    #[inline]
    pub(crate) fn for_each(self, mut visit: impl FnMut(usize, f64)) {
        self.for_each_stored(|disease, p| {
            if p > 0.0 {
                visit(disease, p);
            }
        });
    }

    /// Calls `visit(disease index, probability)` for every entry, zeros included: the fast path of
    /// problem assembly, with the precision decided once per row and not once per link.
    #[inline]
    pub(crate) fn for_each_stored(self, mut visit: impl FnMut(usize, f64)) {
        fn run<T: Link>(ids: Option<&[u32]>, values: &[T], visit: &mut impl FnMut(usize, f64)) {
            let values = values.iter().map(|value| value.probability());
            match ids {
                Some(ids) => ids.iter().zip(values).for_each(|(&i, p)| visit(i as usize, p)),
                None => values.enumerate().for_each(|(i, p)| visit(i, p)),
            }
        }
        match self.probabilities {
            Probabilities::F64(v) => run(self.diseases, v, &mut visit),
            Probabilities::F32(v) => run(self.diseases, v, &mut visit),
            Probabilities::U16(v) => run(self.diseases, v, &mut visit),
        }
    }
}

/// All links, by finding.
#[derive(Clone, Debug)]
pub(crate) struct LinksByFinding {
    pub(crate) rows: Buf<Row>,
    /// The diseases of the sparse rows.
    pub(crate) ids: Buf<u32>,
    pub(crate) values: Values,
    /// Which rows have been validated; `None` if all were when the network was made.
    pub(crate) checks: Option<Arc<RowChecks>>,
}

impl LinksByFinding {
    #[inline]
    pub(crate) fn parents(&self, finding: usize) -> Parents<'_> {
        let row = &self.rows[finding];
        let len = row.len as usize;
        let diseases = (!row.is_dense()).then(|| {
            let start = row.ids_start as usize;
            &self.ids[start..start + len]
        });
        let first_link = row.values_start as usize;
        Parents { diseases, probabilities: self.values.slice(first_link, len), len, first_link }
    }
}

/// One bit per finding: whether its row was found valid.
#[derive(Debug)]
pub(crate) struct RowChecks(pub(super) Vec<AtomicU64>);

impl RowChecks {
    pub(crate) fn new(findings: usize) -> Self {
        Self((0..findings.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }
}

/// The links of the sparse rows, by disease. Dense rows need no such index: a link is found in them at once.
#[derive(Clone, Debug)]
pub(crate) struct LinksByDisease {
    /// `disease_count + 1` positions.
    pub(crate) starts: Buf<u64>,
    pub(crate) findings: Buf<u32>,
    /// The link index of each entry, into [`LinksByFinding::values`].
    pub(crate) links: Buf<u32>,
    /// The findings whose rows are dense, in ascending order.
    pub(crate) dense_rows: Arc<[u32]>,
}

impl LinksByDisease {
    /// Indexes the sparse rows.
    pub(crate) fn build(rows: &[Row], ids: &[u32], disease_count: usize) -> Self {
        let mut starts = vec![0u64; disease_count + 1];
        for &disease in ids {
            starts[disease as usize + 1] += 1;
        }
        for at in 0..disease_count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let (mut findings, mut links) = (vec![0; ids.len()], vec![0; ids.len()]);
        for (finding, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_dense()) {
            let start = row.ids_start as usize;
            for (link, &disease) in (row.values_start as u32..).zip(&ids[start..start + row.len as usize]) {
                let slot = next[disease as usize] as usize;
                (findings[slot], links[slot]) = (finding as u32, link);
                next[disease as usize] += 1;
            }
        }
        let dense_rows = Self::dense_rows(rows);
        Self { starts: starts.into(), findings: findings.into(), links: links.into(), dense_rows }
    }

    /// The findings whose rows are dense.
    pub(crate) fn dense_rows(rows: &[Row]) -> Arc<[u32]> {
        (0..).zip(rows).filter(|(_, row)| row.is_dense()).map(|(finding, _)| finding).collect()
    }

    /// The findings that a disease is linked to in sparse rows, with their link index, in ascending order.
    pub(crate) fn of(&self, disease: usize) -> impl Iterator<Item = (u32, u32)> {
        let range = self.starts[disease] as usize..self.starts[disease + 1] as usize;
        self.findings[range.clone()].iter().copied().zip(self.links[range].iter().copied())
    }
}
