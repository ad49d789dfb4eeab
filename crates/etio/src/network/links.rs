//! The links of a network, finding by finding: each finding's row is sparse (disease ids beside
//! probabilities) or dense (one probability a disease, zero where there is no link).

use bytemuck::{Pod, Zeroable};

use super::storage::Buf;
use crate::DiseaseId;

/// Where one finding's links are.
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

impl Values {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::F64(v) => v.len(),
            Self::F32(v) => v.len(),
            Self::U16(v) => v.len(),
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
pub enum Probabilities<'a> {
    /// Double precision.
    F64(&'a [f64]),
    /// Single precision.
    F32(&'a [f32]),
    /// Multiples of 1/65535.
    U16(&'a [u16]),
}

impl Probabilities<'_> {
    /// The probability at a position, in double precision.
    #[inline]
    pub fn get(&self, at: usize) -> f64 {
        match self {
            Self::F64(v) => v[at],
            Self::F32(v) => f64::from(v[at]),
            Self::U16(v) => f64::from(v[at]) * U16_STEP,
        }
    }
}

/// One finding's links as stored.
#[derive(Clone, Copy, Debug)]
pub struct Parents<'a> {
    /// The linked diseases in ascending order; `None` for a dense row, where entry *i* belongs to disease *i*.
    pub diseases: Option<&'a [u32]>,
    /// One probability an entry. A zero says the same as no link.
    pub probabilities: Probabilities<'a>,
    len: usize,
    first_link: usize,
}

impl<'a> Parents<'a> {
    /// The diseases that can cause the finding, with P(finding | only that disease) above zero, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = (DiseaseId, f64)> + 'a {
        self.entries().map(|(disease, p, _)| (disease, p)).filter(|&(_, p)| p > 0.0)
    }

    /// The stored links with their link index (the key of link attributes); those of probability zero are included
    /// in a sparse row, where somebody wrote them down.
    pub fn entries(self) -> impl Iterator<Item = (DiseaseId, f64, usize)> + 'a {
        let dense = self.diseases.is_none();
        (0..self.len)
            .map(move |at| {
                let disease = self.diseases.map_or(at as u32, |ids| ids[at]);
                (DiseaseId::new(disease), self.probabilities.get(at), self.first_link + at)
            })
            .filter(move |&(_, p, _)| !dense || p > 0.0)
    }

    /// Calls `visit(disease index, probability)` for every link above zero: the fast path of query assembly, with the
    /// precision decided once a row and not once a link.
    #[inline]
    pub(crate) fn for_each(self, mut visit: impl FnMut(usize, f64)) {
        fn run(ids: Option<&[u32]>, values: impl Iterator<Item = f64>, visit: &mut impl FnMut(usize, f64)) {
            match ids {
                Some(ids) => {
                    ids.iter().zip(values).filter(|&(_, p)| p > 0.0).for_each(|(&i, p)| visit(i as usize, p));
                }
                None => values.enumerate().filter(|&(_, p)| p > 0.0).for_each(|(i, p)| visit(i, p)),
            }
        }
        match self.probabilities {
            Probabilities::F64(v) => run(self.diseases, v.iter().copied(), &mut visit),
            Probabilities::F32(v) => run(self.diseases, v.iter().map(|&p| f64::from(p)), &mut visit),
            Probabilities::U16(v) => {
                run(self.diseases, v.iter().map(|&p| f64::from(p) * U16_STEP), &mut visit);
            }
        }
    }
}

/// All links, by finding.
#[derive(Clone, Debug)]
pub(crate) struct LinksByFinding {
    pub(crate) rows: Buf<Row>,
    pub(crate) ids: Buf<u32>,
    pub(crate) values: Values,
}

impl LinksByFinding {
    #[inline]
    pub(crate) fn parents(&self, finding: usize) -> Parents<'_> {
        let row = &self.rows[finding];
        let len = row.len as usize;
        let diseases = (row.ids_start != Row::DENSE).then(|| {
            let start = row.ids_start as usize;
            &self.ids[start..start + len]
        });
        let first_link = row.values_start as usize;
        Parents { diseases, probabilities: self.values.slice(first_link, len), len, first_link }
    }
}

/// The same links, by disease: kept only where the network is sparse.
#[derive(Clone, Debug)]
pub(crate) struct LinksByDisease {
    /// `disease_count + 1` positions.
    pub(crate) starts: Buf<u64>,
    pub(crate) findings: Buf<u32>,
    /// The link index of each entry, into [`LinksByFinding::values`].
    pub(crate) links: Buf<u32>,
}
