//! Every format, by golden files of its producers: `scripts/golden` writes those of pyAgrum and
//! pgmpy, the others are written by hand.

mod common;

use std::io::Write as _;

use common::{assert_same, clinic, contents, golden, read_golden, refused, shared};
use etio_formats::{Dialect, Format, Options, WriteOptions, open, read, read_text, write};

#[test]
fn golden_files_of_pyagrum_and_pgmpy_hold_the_same_network() {
    let files = [
        // What six digits leave.
        ("pyagrum.jgum", 1e-15),
        ("pyagrum-compound.jgum", 1e-12),
        ("pyagrum-table.jgum", 1e-12),
        ("pyagrum.bif", 1e-12),
        ("pyagrum.bifxml", 3e-6),
        ("pyagrum.net", 1e-12),
        ("pyagrum.uai", 3e-6),
        ("pyagrum.xdsl", 3e-6),
        ("pgmpy.bif", 1e-12),
        ("pgmpy.xml", 1e-12),
        ("pgmpy.net", 1e-12),
        ("pgmpy.uai", 1e-12),
        ("pgmpy.xdsl", 1e-12),
    ];
    for (name, tolerance) in files {
        let reading = read_golden(name);
        // UAI has no names; pgmpy sorts nodes by theirs.
        let sorted = ["anosmia", "cold", "cough", "covid", "fever", "flu"];
        let named = |id: String| (0..6).fold(id, |id, at| id.replace(&format!("x{at}"), sorted[at]));
        let mut read: Vec<_> = contents(&reading.network).into_iter().map(|(id, p)| (named(id), p)).collect();
        read.sort_by(|a, b| a.0.cmp(&b.0));
        let known = contents(&clinic());
        assert_eq!(read.len(), known.len(), "{name}");
        for ((id, p), (known, q)) in read.iter().zip(&known) {
            assert!(id == known && (p - q).abs() <= tolerance, "{name}: {id} {p}, {known} {q}");
        }
        let warns = reading.notes.iter().any(|note| note.contains("fastest"));
        assert_eq!(
            warns,
            ["pyagrum.uai", "pyagrum.xdsl", "pgmpy.uai"].contains(&name),
            "{name}: {:?}",
            reading.notes
        );
    }
}

/// One network as pyAgrum 3.3.1 writes it in six formats.
#[test]
fn six_files_of_pyagrum_hold_the_same_network() {
    let links = [0.1, 1.1 / 3.0, 1.9 / 3.0];
    let mut known = vec![("leak f0".to_owned(), 0.05)];
    for (at, link) in links.into_iter().enumerate() {
        known.extend([(format!("d{at}"), 0.02), (format!("d{at} -> f0"), link)]);
    }
    known.sort_by(|a, b| a.0.cmp(&b.0));
    for (ending, tolerance) in
        [("jgum", 1e-15), ("bif", 1e-12), ("net", 1e-12), ("bifxml", 3e-6), ("xdsl", 3e-6), ("uai", 3e-6)]
    {
        let Some(path) = shared(&format!("formats/pyagrum3.{ending}")) else { return };
        let read = contents(&open(&path).unwrap());
        let is_same = |(a, b): (&(String, f64), &(String, f64))| a.0 == b.0 && (a.1 - b.1).abs() <= tolerance;
        assert!(read.len() == known.len() && read.iter().zip(&known).all(is_same), "{ending}: {read:?}");
    }
}

/// A noisy-or is one in either order of its parents: only the producer tells.
#[test]
fn the_order_of_parents_goes_by_the_producer() {
    let text = std::fs::read_to_string(golden("pyagrum.xdsl")).unwrap();
    let other = text.replace("pyAgrum", "GeNIe").replace("aGrUM", "GeNIe");
    let misread = read_text(&other, Format::Xdsl, &Options::default()).unwrap().network;
    let link = |network: &etio::Network, disease: &str| {
        let ids = (network.disease(disease).unwrap(), network.finding("fever").unwrap());
        network.link(ids.0, ids.1).unwrap().0
    };
    // The first and the last parent have changed places.
    let network = clinic();
    assert!((link(&misread, "flu") - link(&network, "covid")).abs() < 3e-6);
    assert!((link(&misread, "covid") - link(&network, "flu")).abs() < 3e-6);
}

#[test]
fn a_noisy_max_collapses_and_says_so() {
    for (name, cold) in [("genie.xdsl", "cold"), ("openmarkov.pgmx", "cold")] {
        let reading = read_golden(name);
        let expected = [
            ("cold", 0.05),
            ("cold -> ache", 0.1),
            ("cold -> cough", 0.6),
            ("cold -> fever", 0.2),
            ("flu", 0.01),
            ("flu -> ache", 0.7),
            ("flu -> cough", 0.8),
            ("flu -> fever", 0.9),
            ("leak ache", 0.03),
            ("leak cough", 0.05),
            ("leak fever", 0.02),
        ];
        let found = contents(&reading.network);
        assert_eq!(found.len(), expected.len(), "{name}: {found:?}");
        for ((id, p), (known, q)) in found.iter().zip(expected) {
            assert!(id == known && (p - q).abs() < 1e-12, "{name}: {id} {p}, not {known} {q}");
        }
        assert!(
            reading
                .notes
                .iter()
                .any(|note| note.contains("`fever` has 3 states") && note.contains("grades are lost")),
            "{name}: {:?}",
            reading.notes
        );
        assert!(reading.network.disease(cold).is_some());
    }
    let network = read_golden("genie.xdsl").network;
    let (flu, fever) = (network.disease("flu").unwrap(), network.finding("fever").unwrap());
    assert_eq!((network.disease_name(flu), network.finding_name(fever)), ("Influenza", "Fever & chills"));
}

#[test]
fn what_etio_writes_it_reads_back() {
    let dir = tempfile::tempdir().unwrap();
    let network = clinic();
    for (name, tables) in [
        ("a.jgum", false),
        ("b.jgum", true),
        ("a.xdsl", false),
        ("b.xdsl", true),
        ("a.bif", false),
        ("a.etio", false),
        ("folder", false),
    ] {
        let path = dir.path().join(name);
        write(&network, &path, &WriteOptions::with_tables(tables)).unwrap();
        assert_same(&open(&path).unwrap(), &network, 1e-14);
    }
    let path = dir.path().join("a.uai");
    let names = ["flu", "cold", "covid", "fever", "cough", "anosmia"];
    for dialect in [Dialect::Standard, Dialect::Pgmpy] {
        write(&network, &path, &WriteOptions::for_tool(dialect)).unwrap();
        let known: Vec<f64> = contents(&network).into_iter().map(|(_, p)| p).collect();
        let named = |id: &str| (0..6).fold(id.to_owned(), |id, at| id.replace(&format!("x{at}"), names[at]));
        let mut read: Vec<_> =
            contents(&open(&path).unwrap()).into_iter().map(|(id, p)| (named(&id), p)).collect();
        read.sort_by(|a, b| a.0.cmp(&b.0));
        let same = read.iter().zip(&known).all(|((_, p), q)| (p - q).abs() < 1e-14);
        assert!(same && read.len() == known.len(), "{dialect:?}: {read:?}");
    }
    for name in ["b.uai", "c.xdsl"] {
        let path = dir.path().join(name);
        write(&network, &path, &WriteOptions::for_tool(Dialect::PyAgrum)).unwrap();
        assert_same(&open(&path).unwrap(), &network, 1e-14);
    }
    let error = write(&network, dir.path().join("a.net"), &WriteOptions::default()).unwrap_err().to_string();
    assert!(error.contains("does not write Hugin NET") && error.contains(".xdsl"), "{error}");
}

/// A finding that no disease has stays a finding where the format has noisy-or nodes; elsewhere a note
/// says that it will be read as a disease.
#[test]
fn a_finding_without_diseases() {
    let mut builder = etio::NetworkBuilder::new();
    let flu = builder.disease("flu", "", 0.1).unwrap();
    let fever = builder.finding("fever", "", 0.02).unwrap();
    builder.link(flu, fever, 0.8).unwrap();
    builder.finding("alone", "", 0.3).unwrap();
    let network = builder.build().unwrap();
    let dir = tempfile::tempdir().unwrap();
    for (name, options, is_kept) in [
        ("a.jgum", WriteOptions::default(), true),
        ("a.xdsl", WriteOptions::default(), true),
        ("a.etio", WriteOptions::default(), true),
        ("b.jgum", WriteOptions::with_tables(true), false),
        ("b.xdsl", WriteOptions::with_tables(true), false),
        ("c.xdsl", WriteOptions::for_tool(Dialect::PyAgrum), false),
        ("a.bif", WriteOptions::default(), false),
        ("a.uai", WriteOptions::default(), false),
    ] {
        let path = dir.path().join(name);
        let notes = write(&network, &path, &options).unwrap();
        let has_note = notes.iter().any(|note| note.contains("no disease has the finding `alone`"));
        assert_eq!(has_note, !is_kept, "{name}: {notes:?}");
        let read = open(&path).unwrap();
        if is_kept {
            assert_same(&read, &network, 1e-14);
        } else {
            assert_eq!((read.disease_count(), read.finding_count()), (2, 1), "{name}");
        }
    }
}

#[test]
fn options_that_a_format_has_no_use_for_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let (tables, pgmpy) = (WriteOptions::with_tables(true), WriteOptions::for_tool(Dialect::Pgmpy));
    for (name, options, words) in [
        ("a.etio", tables, "compiled Etio has one form"),
        ("folder", pgmpy, "links.csv has one form"),
        ("a.jgum", pgmpy, "pyAgrum JSON is the same for every tool"),
        ("a.bif", pgmpy, "BIF is the same for every tool"),
    ] {
        let notes = write(&clinic(), dir.path().join(name), &options).unwrap();
        assert!(notes.len() == 1 && notes[0].contains(words), "{name}: {notes:?}");
        assert!(write(&clinic(), dir.path().join(name), &WriteOptions::default()).unwrap().is_empty());
    }
}

#[test]
fn a_table_of_many_parents_is_refused_and_ids_are_made_fit() {
    let mut builder = etio::NetworkBuilder::new();
    let finding = builder.finding("HP:1 x", "", 0.01).unwrap();
    for at in 0..30 {
        let disease = builder.disease(&format!("{at}"), "", 0.01).unwrap();
        builder.link(disease, finding, 0.5).unwrap();
    }
    let network = builder.build().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let error = write(&network, dir.path().join("a.bif"), &WriteOptions::default()).unwrap_err().to_string();
    assert!(error.contains("`HP:1 x` with its 30 diseases") && error.contains("jgum"), "{error}");
    let path = dir.path().join("a.jgum");
    let notes = write(&network, &path, &WriteOptions::default()).unwrap();
    assert!(notes[0].starts_with("31 ids were changed"), "{notes:?}");
    let read = open(&path).unwrap();
    assert!(read.finding("HP_1_x").is_some() && read.disease("d_0").is_some());
}

#[test]
fn edge_lists_need_priors_and_leaks() {
    let mut options = Options::default();
    let error = refused(read(golden("edges.csv"), &options));
    assert!(error.contains("no priors and no leaks") && error.contains("--prior"), "{error}");
    (options.prior, options.leak) = (Some(0.01), Some(0.02));
    let network = read(golden("edges.csv"), &options).unwrap().network;
    assert_eq!(network.link_count(), 3);
    assert_eq!(network.prior(network.disease("common_cold").unwrap()), 0.01);
    let network = read(golden("one-row-a-disease.csv"), &options).unwrap().network;
    let (cold, pain) = (network.disease("common_cold").unwrap(), network.finding("pain__left_side").unwrap());
    assert_eq!((network.link_count(), network.link(cold, pain).unwrap().0), (4, 0.1));
    if let Some(path) = shared("knowledge/health_knowledge_graph.csv") {
        let network = read(path, &options).unwrap().network;
        assert!(
            network.disease_count() > 150 && network.finding_count() > 300,
            "{}",
            network.finding_count()
        );
    }
    if let Some(path) = shared("knowledge/columbia_disease_symptom.csv") {
        let error = refused(read(path, &options));
        assert!(error.contains("line 2") && error.contains("has no weight"), "{error}");
    }
}

#[test]
fn unknown_files_are_answered_with_what_can_be_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("network.xyz");
    std::fs::write(&path, "what is this").unwrap();
    let error = refused(read(&path, &Options::default()));
    for word in
        ["network.xyz", ".jgum", ".xdsl", ".bif", ".net", ".uai", ".pgmx", ".csv", "diseases.csv", ".etio"]
    {
        assert!(error.contains(word), "{word} in {error}");
    }
    std::fs::copy(golden("genie.xdsl"), &path).unwrap();
    assert_eq!(open(&path).unwrap().disease_count(), 2, "recognised by content");
    // The same, packed: by ending, and by content.
    let packed = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let text = std::fs::read(golden("pyagrum.bif")).unwrap();
    for name in ["network.bif.gz", "network.BIF.GZ", "network.gz", "packed.bif"] {
        let path = dir.path().join(name);
        std::fs::write(&path, packed(&text)).unwrap();
        assert_eq!(open(&path).unwrap().disease_count(), 3, "{name}");
    }
    let path = dir.path().join("bomb.bif.gz");
    std::fs::write(&path, packed(&vec![b' '; (64 << 20) + 1])).unwrap();
    assert!(refused(read(&path, &Options::default())).contains("the file is larger than 64 MB"));
    let error =
        write(&clinic(), dir.path().join("out.bif.gz"), &WriteOptions::default()).unwrap_err().to_string();
    assert!(error.contains("it writes") && !error.contains(".pgmx"), "{error}");
    let error = refused(read(dir.path().join("missing.xdsl"), &Options::default()));
    assert!(error.contains("missing.xdsl"), "{error}");
}
