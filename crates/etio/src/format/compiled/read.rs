//! Reading a compiled file: mapped, checked, and used where it lies.

use std::path::Path;
use std::sync::Arc;

use memmap2::{Mmap, MmapMut};

use super::check;
use super::container::Container;
use super::layout::{Key, Kind, Layer};
use super::precision::Stored;
use crate::Network;
use crate::format::FormatError;
use crate::format::files::open_regular;
use crate::network::{
    Buf, Catalog, Catalogs, Column, LinksByDisease, LinksByFinding, RowChecks, StoredXi, StringTable, Values,
};

/// Sections up to this length are checked against their checksums when a file is opened. Only the
/// links of networks with many millions of them are longer; `etio verify` checks those too.
const CHECKED_AT_ONCE: u64 = 64 << 20;

/// Opens a compiled file.
///
/// Its structure is checked whole, and so is every section of up to 64 MiB; longer ones are read
/// when they are needed: each row of links is checked by the first problem that uses it. The file
/// must not be changed while it is open. To replace it, write the new one under another name and
/// rename it, as [`write`](super::write()) does.
pub fn open(path: &Path) -> Result<Network, FormatError> {
    load(path).map(|(_, network)| network)
}

/// Reads a compiled file that is in memory, such as one embedded in a program. `name` stands for
/// the path in messages.
pub fn read_embedded(name: &str, bytes: &[u8]) -> Result<Network, FormatError> {
    let path = Path::new(name);
    let copy = || -> std::io::Result<Mmap> {
        // An empty map is refused by some systems; one zero byte is as little a network.
        let mut map = MmapMut::map_anon(bytes.len().max(1))?;
        map[..bytes.len()].copy_from_slice(bytes);
        map.make_read_only()
    };
    let map = copy().map_err(|source| FormatError::Io { path: path.to_owned(), source })?;
    network(&mut Container::new(path, map)?)
}

/// Maps a file and reads the network in it.
pub(super) fn load(path: &Path) -> Result<(Container, Network), FormatError> {
    let file = open_regular(path)?;
    // SAFETY: the map is read-only and private to this process's reads; that nobody shortens or
    // rewrites the file meanwhile is what `open` asks for, and what the writer keeps by renaming.
    let map =
        unsafe { Mmap::map(&file) }.map_err(|source| FormatError::Io { path: path.to_owned(), source })?;
    let mut container = Container::new(path, map)?;
    let network = network(&mut container)?;
    Ok((container, network))
}

fn network(file: &mut Container) -> Result<Network, FormatError> {
    file.check_sums(|entry| entry.bytes <= CHECKED_AT_ONCE)?;
    let (diseases, findings) = (file.header.disease_count as usize, file.header.finding_count as usize);
    let priors = file.read_exactly::<f64>(Kind::Priors, diseases)?;
    let leaks = file.read_exactly::<f64>(Kind::Leaks, findings)?;
    check::probabilities("prior", &priors).map_err(|problem| file.damaged(problem))?;
    check::probabilities("leak", &leaks).map_err(|problem| file.damaged(problem))?;
    let by_finding = links_by_finding(file)?;
    let by_disease = LinksByDisease {
        starts: file.read_exactly(Kind::DiseaseStarts, diseases + 1)?,
        findings: file.read_exactly(Kind::DiseaseFindings, by_finding.ids.len())?,
        links: file.read_exactly(Kind::DiseaseLinks, by_finding.ids.len())?,
        dense_rows: LinksByDisease::dense_rows(&by_finding.rows),
    };
    check::links_by_disease(&by_disease, &by_finding.rows, by_finding.values.len())
        .map_err(|problem| file.damaged(problem))?;
    let catalogs = Catalogs {
        diseases: members(file, Layer::Diseases, diseases)?,
        findings: members(file, Layer::Findings, findings)?,
        links: link_attributes(file, by_finding.values.len())?,
        documents: documents(file)?,
    };
    let stored_xi = variational_parameters(file, findings)?;
    file.check_all_read()?;
    Ok(Network { priors, leaks, by_finding, by_disease, catalogs: Arc::new(catalogs), stored_xi })
}

fn links_by_finding(file: &mut Container) -> Result<LinksByFinding, FormatError> {
    let findings = file.header.finding_count as usize;
    let values = probabilities(file)?;
    let large = values.bytes() as u64 > CHECKED_AT_ONCE;
    let links = LinksByFinding {
        rows: file.read_exactly(Kind::Rows, findings)?,
        ids: file.read(Kind::RowDiseases)?,
        values,
        checks: large.then(|| Arc::new(RowChecks::new(findings))),
    };
    check::rows(&links, file.header.disease_count as usize).map_err(|problem| file.damaged(problem))?;
    if !large && let Some(finding) = (0..findings).find(|&finding| !links.check_row(finding)) {
        return Err(file.damaged(format!("a probability of finding number {finding} is wrong")));
    }
    let count: u64 = links.rows.iter().map(|row| u64::from(row.parent_count)).sum();
    if count == file.header.link_count {
        return Ok(links);
    }
    Err(file.damaged(format!("it has {count} links, not {}", file.header.link_count)))
}

/// The variational parameters where the file has them; computed when first asked for if not.
fn variational_parameters(file: &mut Container, findings: usize) -> Result<StoredXi, FormatError> {
    if !file.has(Kind::XiCvx) && !file.has(Kind::XiPpf) {
        return Ok(StoredXi::default());
    }
    let cvx = file.read_exactly::<f64>(Kind::XiCvx, findings)?;
    let ppf = file.read_exactly::<f64>(Kind::XiPpf, findings)?;
    if !cvx.iter().chain(&*ppf).all(|&xi| crate::variational::xi::is_plausible(xi)) {
        return Err(file.damaged("a variational parameter is wrong"));
    }
    Ok(StoredXi { cvx: Some(cvx), ppf: Some(ppf) })
}

/// The probabilities, which are there in exactly one precision: a second one would stay unread.
fn probabilities(file: &mut Container) -> Result<Values, FormatError> {
    fn as_stored<T: Stored>(file: &mut Container) -> Result<Values, FormatError> {
        file.read::<T>(T::KIND).map(T::values)
    }
    if file.has(Kind::ProbabilitiesF32) {
        as_stored::<f32>(file)
    } else if file.has(Kind::ProbabilitiesU16) {
        as_stored::<u16>(file)
    } else {
        as_stored::<f64>(file)
    }
}

fn members(file: &mut Container, layer: Layer, count: usize) -> Result<Catalog, FormatError> {
    let catalog = Catalog {
        ids: strings(file, layer, 0, [Kind::IdStarts, Kind::IdText], Some(count))?,
        by_id: file.read_exactly(Key { kind: Kind::IdOrder, layer, part: 0 }, count)?,
        names: strings(file, layer, 0, [Kind::NameStarts, Kind::NameText], Some(count))?,
        columns: columns(file, layer, count)?,
    };
    check::members(&catalog, count)
        .map_err(|problem| file.damaged(format!("{}s: {problem}", layer.as_str().trim())))?;
    Ok(catalog)
}

fn link_attributes(file: &mut Container, entries: usize) -> Result<Catalog, FormatError> {
    let columns = columns(file, Layer::Links, entries)?;
    columns.iter().try_for_each(check::column).map_err(|problem| file.damaged(problem))?;
    Ok(Catalog { columns, ..Catalog::default() })
}

fn columns(file: &mut Container, layer: Layer, count: usize) -> Result<Vec<Column>, FormatError> {
    let mut columns = Vec::new();
    for part in 0.. {
        let name = Key { kind: Kind::ColumnName, layer, part };
        if !file.has(name) {
            break;
        }
        columns.push(Column {
            name: text(file, name)?,
            values: strings(file, layer, part, [Kind::ColumnValueStarts, Kind::ColumnValueText], None)?,
            codes: file.read_exactly(Key { kind: Kind::ColumnCodes, layer, part }, count)?,
        });
    }
    Ok(columns)
}

fn strings(
    file: &mut Container,
    layer: Layer,
    part: u32,
    [starts, text]: [Kind; 2],
    count: Option<usize>,
) -> Result<StringTable, FormatError> {
    let key = Key { kind: starts, layer, part };
    let starts = match count {
        Some(count) => file.read_exactly(key, count + 1)?,
        None => file.read(key)?,
    };
    Ok(StringTable { starts, bytes: file.read(Key { kind: text, layer, part })? })
}

fn text(file: &mut Container, key: Key) -> Result<String, FormatError> {
    let bytes = file.read::<u8>(key)?;
    String::from_utf8(bytes.to_vec()).map_err(|_| file.damaged(format!("the section `{key}` is not UTF-8")))
}

fn documents(file: &mut Container) -> Result<Vec<(String, Buf<u8>)>, FormatError> {
    let mut documents = Vec::new();
    for part in 0.. {
        let key = |kind| Key { kind, layer: Layer::Network, part };
        if !file.has(key(Kind::DocumentName)) {
            break;
        }
        let name = text(file, key(Kind::DocumentName))?;
        check::document_name(&name).map_err(|problem| file.damaged(problem))?;
        documents.push((name, file.read(key(Kind::DocumentBytes))?));
    }
    Ok(documents)
}
