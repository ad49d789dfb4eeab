//! Writing networks for other tools.
//!
//! Diseases and findings become nodes with the states `absent` and `present`. Formats that have
//! noisy-or nodes keep them; the others get tables, which double with each parent.

mod bif;
mod jgum;
mod names;
mod uai;
mod xdsl;

use std::io::Write as _;
use std::path::Path;

use etio::format::compiled;
use etio::format::folder;
use etio::{DiseaseId, FindingId, Network};

use self::names::Names;
use crate::error::{Error, Fault, Problem, Result};
use crate::format::Format;

/// Parents of a finding at most, if it is written as a table.
const MOST_PARENTS: usize = 20;
/// Entries of all tables at most.
const MOST_ENTRIES: usize = 1 << 26;

/// pgmpy keeps the edges of a UAI file in a set, whose order depends on the seed of Python's hashes.
const PGMPY_UAI: &str = "pgmpy 1.1 reads the parents of UAI tables in an order that differs from run to run; prefer BIF for pgmpy";

/// How to write a network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Whether tables are written in place of noisy-or nodes, for tools that do not read those.
    pub tables: bool,
    /// The tool that the file is for, if it reads the format in an order of its own.
    pub dialect: Dialect,
}

impl WriteOptions {
    /// The default with tables in place of noisy-or nodes, or not.
    pub fn with_tables(tables: bool) -> Self {
        Self { tables, ..Self::default() }
    }

    /// The default for a tool.
    pub fn for_tool(dialect: Dialect) -> Self {
        Self { dialect, ..Self::default() }
    }
}

/// How XDSL and UAI are written: some tools read them in an order of their own, and have no noisy-or
/// nodes in XDSL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// As GeNIe and the UAI competitions have it: the last parent fastest.
    #[default]
    Standard,
    /// For pyAgrum: the first parent fastest.
    PyAgrum,
    /// For pgmpy: in UAI the first parent fastest and the own state slowest.
    Pgmpy,
}

/// Notes on a written file, each a sentence without a full stop.
pub type Notes = Vec<String>;

/// Writes a network in the format that the path's ending names; a folder of CSV files if there is
/// none.
pub fn write(network: &Network, path: impl AsRef<Path>, options: &WriteOptions) -> Result<Notes, Error> {
    let path = path.as_ref();
    let format = match (Format::by_ending(path), path.extension()) {
        (Some(format), _) => format,
        (None, None) => Format::Folder,
        (None, Some(_)) => return Err(Fault::from(Problem::UnknownEnding).in_file(path)),
    };
    write_as(network, path, format, *options).map_err(|fault| fault.in_file(path))
}

fn write_as(network: &Network, path: &Path, format: Format, options: WriteOptions) -> Result<Notes> {
    let nodes = Nodes::of(network);
    let text = match format {
        Format::Folder => {
            folder::write(network, path).map_err(Problem::Own)?;
            return Ok(unused_note(format, options).into_iter().collect());
        }
        Format::Compiled => {
            compiled::write(network, path, &compiled::Options::default()).map_err(Problem::Own)?;
            return Ok(unused_note(format, options).into_iter().collect());
        }
        Format::Jgum => jgum::text(&nodes, options.tables)?,
        Format::Xdsl => xdsl::text(&nodes, options)?,
        Format::Bif => bif::text(&nodes)?,
        Format::Uai => uai::text(&nodes, options.dialect)?,
        Format::XmlBif | Format::Net | Format::Pgmx | Format::Edges => {
            return Err(Problem::NotWritten { format: format.name() }.into());
        }
    };
    let mut file = std::fs::File::create(path).map_err(Problem::Io)?;
    file.write_all(text.as_bytes()).map_err(Problem::Io)?;
    let mut notes = nodes.names.notes();
    notes.extend(nodes.lonely_note(format, options));
    notes.extend(unused_note(format, options));
    if format == Format::Uai && options.dialect == Dialect::Pgmpy {
        notes.push(PGMPY_UAI.to_owned());
    }
    Ok(notes)
}

/// Says which options the format has no use for.
fn unused_note(format: Format, options: WriteOptions) -> Option<String> {
    let name = format.name();
    match format {
        Format::Folder | Format::Compiled if options != WriteOptions::default() => {
            Some(format!("{name} has one form, whatever the options for other tools"))
        }
        Format::Jgum | Format::Bif if options.dialect != Dialect::Standard => {
            Some(format!("{name} is the same for every tool"))
        }
        _ => None,
    }
}

/// A network as the nodes of one list, diseases first.
struct Nodes<'a> {
    network: &'a Network,
    names: Names,
}

impl<'a> Nodes<'a> {
    fn of(network: &'a Network) -> Self {
        Self { network, names: Names::of(network) }
    }

    fn diseases(&self) -> impl Iterator<Item = (DiseaseId, &str, f64)> {
        self.network.diseases().map(|d| (d, self.names.disease(d), self.network.prior(d)))
    }

    fn findings(&self) -> impl Iterator<Item = (FindingId, &str, f64)> {
        self.network.findings().map(|f| (f, self.names.finding(f), self.network.leak(f)))
    }

    /// Says which findings will be taken for diseases: tables without parents.
    fn lonely_note(&self, format: Format, options: WriteOptions) -> Option<String> {
        let are_tables = match format {
            Format::Jgum => options.tables,
            Format::Xdsl => xdsl::has_tables(options),
            _ => true,
        };
        let mut lonely = self.findings().filter(|(f, ..)| are_tables && self.parents(*f).is_empty());
        let (_, first, _) = lonely.next()?;
        let others = match lonely.count() {
            0 => String::new(),
            1 => " and one other".to_owned(),
            others => format!(" and {others} others"),
        };
        Some(format!(
            "no disease has the finding `{first}`{others}: as tables without parents they are read back as diseases; jgum \
             and XDSL with noisy-or nodes keep them findings"
        ))
    }

    /// The parents of a finding and their links.
    fn parents(&self, finding: FindingId) -> Vec<(DiseaseId, f64)> {
        self.network.parents(finding).iter().filter(|(_, p)| *p > 0.0).collect()
    }

    /// P(absent) and P(present) of a finding for each combination of its parents, the last parent
    /// fastest, absent before present.
    fn table(&self, finding: FindingId, written: &mut usize) -> Result<Vec<[f64; 2]>> {
        let parents = self.parents(finding);
        let rows = 1_usize.checked_shl(parents.len() as u32).unwrap_or(usize::MAX);
        *written = written.saturating_add(rows.saturating_mul(2));
        if parents.len() > MOST_PARENTS || *written > MOST_ENTRIES {
            let what = format!(
                "the table of finding `{}` with its {} diseases",
                self.network.finding_id(finding),
                parents.len()
            );
            let limit = format!(
                "2^{MOST_PARENTS} rows, or the tables of all findings than {MOST_ENTRIES} entries; write jgum or XDSL, \
                 which have noisy-or nodes"
            );
            return Err(Problem::TooLarge { what, limit }.into());
        }
        let leak = self.network.leak(finding);
        // Neither of the two is computed as 1 minus the other if that would lose its digits.
        let mut table = vec![[1.0 - leak, leak]];
        for &(_, link) in &parents {
            let with = |row: [f64; 2]| [row[0] * (1.0 - link), row[1] + row[0] * link];
            table = table.into_iter().flat_map(|row| [row, with(row)]).collect();
        }
        Ok(table)
    }
}

/// The rows of a table whose last parent is fastest, with the first parent fastest.
fn first_parent_fastest(table: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let parents = table.len().trailing_zeros();
    let other_end = |row: usize| row.reverse_bits().checked_shr(usize::BITS - parents).unwrap_or(0);
    (0..table.len()).map(|row| table[other_end(row)]).collect()
}
