//! Writing a compiled file, from a network in memory or from links that are told finding by finding.

use std::io;
use std::path::Path;

use super::layout::{Key, Kind, Layer};
use super::links::{Encoder, SourceRow, WrittenLinks, write_probabilities};
use super::precision::{Precision, Stored};
use super::sections::{Counts, Fault, SectionWriter};
use crate::format::FormatError;
use crate::network::{Catalog, Column, LinksByDisease, StringTable};
use crate::{DiseaseId, FindingId, Network};

/// How to write a compiled file.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// How the probabilities of links are stored.
    pub precision: Precision,
    /// Told how many findings are written, and how many there are.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

impl<'a> Options<'a> {
    /// These options with another precision.
    #[must_use]
    pub fn with_precision(self, precision: Precision) -> Self {
        Self { precision, ..self }
    }

    /// These options with a function that is called with the progress.
    #[must_use]
    pub fn with_progress(self, progress: &'a (dyn Fn(usize, usize) + Sync)) -> Self {
        Self { progress, ..self }
    }
}

impl Default for Options<'_> {
    /// Full precision, no word of progress.
    fn default() -> Self {
        Self { precision: Precision::default(), progress: &|_, _| {} }
    }
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options").field("precision", &self.precision).finish_non_exhaustive()
    }
}

/// Summary of a written file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The length of the file.
    pub bytes: u64,
    /// Links above zero.
    pub links: u64,
    /// Findings whose row is dense; the others are sparse.
    pub dense_rows: usize,
}

/// Compiles a network into a file. The same network gives the same bytes.
///
/// The file is written under a temporary name and renamed when it is whole, so that a reader never
/// sees half of one.
pub fn write(network: &Network, path: &Path, options: &Options<'_>) -> Result<Summary, FormatError> {
    let columns = &network.catalogs.links.columns;
    compile(network, columns, Some(path), options, &rows_of(network)).map(|(summary, _)| summary)
}

/// Compiles a network into memory: the same bytes as those of a file. [`read_embedded`](super::read_embedded)
/// reads them.
pub fn to_bytes(network: &Network, options: &Options<'_>) -> Result<Vec<u8>, FormatError> {
    let columns = &network.catalogs.links.columns;
    compile(network, columns, None, options, &rows_of(network)).map(|(_, bytes)| bytes)
}

/// The links of a network, finding by finding.
fn rows_of(network: &Network) -> impl Fn(FindingId, &mut SourceRow) + Sync {
    |finding, row| row.extend(network.parents(finding).entries().map(|(disease, p, _)| (disease, p)))
}

/// Compiles a network whose links are told finding by finding, in bounded memory however many there are.
///
/// `members` has the diseases, findings and documents; its own links are left aside. `rows` appends the links
/// of one finding; it is called once per finding, from several threads.
pub fn write_streamed(
    members: &Network,
    path: &Path,
    options: &Options<'_>,
    rows: impl Fn(FindingId, &mut Vec<(DiseaseId, f64)>) + Sync,
) -> Result<Summary, FormatError> {
    compile(members, &[], Some(path), options, &rows).map(|(summary, _)| summary)
}

/// Compiles into a file, or into memory if there is no path: its bytes are returned then.
fn compile(
    network: &Network,
    columns: &[Column],
    path: Option<&Path>,
    options: &Options<'_>,
    rows: &(impl Fn(FindingId, &mut SourceRow) + Sync),
) -> Result<(Summary, Vec<u8>), FormatError> {
    let written = match options.precision {
        Precision::F64 => compile_as::<f64>(network, columns, path, options, rows),
        Precision::F32 => compile_as::<f32>(network, columns, path, options, rows),
        Precision::U16 => compile_as::<u16>(network, columns, path, options, rows),
    };
    let path = path.unwrap_or(Path::new("memory"));
    written.map_err(|fault| match fault {
        Fault::Io(source) => FormatError::Io { path: path.to_owned(), source },
        Fault::Refused(error) => FormatError::Refused { path: path.to_owned(), error },
    })
}

fn compile_as<T: Stored>(
    network: &Network,
    columns: &[Column],
    path: Option<&Path>,
    options: &Options<'_>,
    rows: &(impl Fn(FindingId, &mut SourceRow) + Sync),
) -> Result<(Summary, Vec<u8>), Fault> {
    let mut out = match path {
        Some(path) => SectionWriter::create(path)?,
        None => SectionWriter::in_memory()?,
    };
    out.write(Kind::Priors, &stored(&network.priors))?;
    out.write(Kind::Leaks, &stored(&network.leaks))?;
    let encoder = Encoder { network, columns: columns.len() };
    let mut links = WrittenLinks::default();
    out.stream(T::KIND, |section| {
        links = write_probabilities::<T>(section, &encoder, rows, options.progress)?;
        Ok::<_, Fault>(())
    })?;
    out.write(Kind::Rows, &links.rows)?;
    out.write(Kind::RowDiseases, &links.diseases)?;
    let by_disease = LinksByDisease::build(&links.rows, &links.diseases, network.disease_count());
    out.write(Kind::DiseaseStarts, &by_disease.starts)?;
    out.write(Kind::DiseaseFindings, &by_disease.findings)?;
    out.write(Kind::DiseaseLinks, &by_disease.links)?;
    drop(by_disease);
    out.write(Kind::XiCvx, &links.xi_cvx)?;
    out.write(Kind::XiPpf, &links.xi_ppf)?;
    write_members(&mut out, Layer::Diseases, network.disease_catalog())?;
    write_members(&mut out, Layer::Findings, network.finding_catalog())?;
    write_link_columns(&mut out, network, columns, &links)?;
    for (part, (name, bytes)) in (0..).zip(&network.catalogs.documents) {
        let key = |kind| Key { kind, layer: Layer::Network, part };
        out.write(key(Kind::DocumentName), name.as_bytes())?;
        out.write(key(Kind::DocumentBytes), bytes)?;
    }
    let counts = Counts {
        diseases: network.disease_count() as u32,
        findings: network.finding_count() as u32,
        links: links.link_count(),
    };
    let (links, dense_rows) = (counts.links, links.dense_rows());
    let finished = out.finish(path.unwrap_or(Path::new("")), &counts)?;
    Ok((Summary { bytes: finished.length, links, dense_rows }, finished.contents))
}

/// Each number under its one pattern of bits.
fn stored(probabilities: &[f64]) -> Vec<f64> {
    probabilities.iter().map(|&p| f64::store(p)).collect()
}

fn write_members(out: &mut SectionWriter, layer: Layer, catalog: &Catalog) -> io::Result<()> {
    write_strings(out, layer, 0, [Kind::IdStarts, Kind::IdText], &catalog.ids)?;
    out.write(Key { kind: Kind::IdOrder, layer, part: 0 }, &catalog.by_id)?;
    write_strings(out, layer, 0, [Kind::NameStarts, Kind::NameText], &catalog.names)?;
    for (part, column) in (0..).zip(&catalog.columns) {
        write_column_head(out, layer, part, column)?;
        out.write(Key { kind: Kind::ColumnCodes, layer, part }, &column.codes)?;
    }
    Ok(())
}

fn write_strings(
    out: &mut SectionWriter,
    layer: Layer,
    part: u32,
    [starts, text]: [Kind; 2],
    strings: &StringTable,
) -> io::Result<()> {
    out.write(Key { kind: starts, layer, part }, &strings.starts)?;
    out.write(Key { kind: text, layer, part }, &strings.bytes)
}

fn write_column_head(out: &mut SectionWriter, layer: Layer, part: u32, column: &Column) -> io::Result<()> {
    out.write(Key { kind: Kind::ColumnName, layer, part }, column.name.as_bytes())?;
    write_strings(out, layer, part, [Kind::ColumnValueStarts, Kind::ColumnValueText], &column.values)
}

/// Attributes of links are kept by the position of their link, which a dense row changes.
fn write_link_columns(
    out: &mut SectionWriter,
    network: &Network,
    columns: &[Column],
    links: &WrittenLinks,
) -> io::Result<()> {
    for (part, column) in (0..).zip(columns) {
        write_column_head(out, Layer::Links, part, column)?;
        out.stream(Key { kind: Kind::ColumnCodes, layer: Layer::Links, part }, |section| {
            let mut codes = Vec::new();
            for (finding, row) in network.findings().zip(&links.rows) {
                codes.clear();
                codes.resize(row.len as usize, 0u32);
                for (at, (disease, _, link)) in network.parents(finding).entries().enumerate() {
                    let at = if row.is_dense() { disease.index() } else { at };
                    codes[at] = column.codes.get(link).copied().unwrap_or(0);
                }
                section.add(&codes)?;
            }
            io::Result::Ok(())
        })?;
    }
    Ok(())
}
