//! Writing the authoring form.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use super::table::csv_error;
use super::{DISEASES, FINDINGS, LINKS, Table};
use crate::format::FormatError;
use crate::{Catalog, Network};

/// Writes a network as a folder of CSV files, creating the folder if needed. Reading it back
/// gives an equal network.
pub fn write(network: &Network, folder: &Path) -> Result<(), FormatError> {
    std::fs::create_dir_all(folder).map_err(|source| FormatError::Io { path: folder.to_owned(), source })?;
    let layer = |table: &Table, catalog: &Catalog, numbers: &[f64]| {
        write_table(folder, table, catalog, |out, attributes| {
            for (at, p) in numbers.iter().enumerate() {
                let head = [catalog.id(at).to_owned(), catalog.name(at).to_owned(), p.to_string()];
                out.write_record(head.into_iter().chain(attributes(at)))?;
            }
            Ok(())
        })
    };
    layer(&DISEASES, network.disease_catalog(), &network.priors)?;
    layer(&FINDINGS, network.finding_catalog(), &network.leaks)?;
    write_table(folder, &LINKS, network.link_catalog(), |out, attributes| {
        for finding in network.findings() {
            for (disease, p, link) in network.parents(finding).entries() {
                let head = [network.disease_id(disease), network.finding_id(finding)].map(str::to_owned);
                out.write_record(head.into_iter().chain([p.to_string()]).chain(attributes(link)))?;
            }
        }
        Ok(())
    })?;
    for name in network.document_names() {
        let path = folder.join(name);
        let bytes = network.document(name).unwrap_or_default();
        std::fs::write(&path, bytes).map_err(|source| FormatError::Io { path, source })?;
    }
    Ok(())
}

type Writer = csv::Writer<BufWriter<File>>;

fn write_table(
    folder: &Path,
    table: &Table,
    catalog: &Catalog,
    rows: impl FnOnce(&mut Writer, &dyn Fn(usize) -> Vec<String>) -> Result<(), csv::Error>,
) -> Result<(), FormatError> {
    let path = folder.join(table.csv());
    let names: Vec<String> = catalog.attribute_names().map(str::to_owned).collect();
    let attributes = |at: usize| {
        names.iter().map(|name| catalog.attribute(at, name).unwrap_or_default().to_owned()).collect()
    };
    let run = || -> Result<(), csv::Error> {
        let mut out = csv::Writer::from_writer(BufWriter::new(File::create(&path)?));
        out.write_record(table.columns.iter().copied().chain(names.iter().map(String::as_str)))?;
        rows(&mut out, &attributes)?;
        Ok(out.flush()?)
    };
    run().map_err(|e| csv_error(&path, e))
}
