//! From files to a network, with an account of every row.

mod common;

use common::{hpo, hpoa, row, try_import, try_import_with};
use etio::{Network, format};
use etio_hpo::import::{Catalogue, Fate, ImportError, Imported, PriorSource};
use etio_hpo::{DocumentError, Hpo, Settings, read_meta};

fn link(network: &Network, disease: &str, finding: &str) -> f64 {
    let (disease, finding) = (network.disease(disease).unwrap(), network.finding(finding).unwrap());
    network.link(disease, finding).map_or(0.0, |link| link.0)
}

#[test]
fn every_row_is_accounted_for_once() {
    let account = try_import(&hpoa(), Catalogue::Merged).unwrap().account;
    let rows = |fate| account.fates.get(&fate).map_or(0, |tally| tally.rows);
    assert_eq!(account.rows, 12);
    assert_eq!(account.fates.values().map(|tally| tally.rows).sum::<usize>(), account.rows);
    assert_eq!(rows(Fate::Used), 6);
    assert_eq!(rows(Fate::Pooled), 1);
    assert_eq!(rows(Fate::Denial), 2);
    assert_eq!(rows(Fate::OtherAspect), 1);
    assert_eq!(rows(Fate::OtherCatalogue), 1);
    assert_eq!(rows(Fate::NotMapped), 1);
    assert_eq!(account.renamed, 1);
    assert_eq!(account.without_annotation, ["OMIM:100009"]);
}

/// Reports show the onset of the network's diseases, so those rows are not dropped.
#[test]
fn rows_about_the_onset_are_used_in_reports() {
    let onset = |disease: &str| format!("{disease}\tx\t\tHP:0003577\tPMID:1\tPCS\t\t\t\t\tC\tHPO:x\n");
    let rows = hpoa() + &onset("OMIM:100001") + &onset("OMIM:424242");
    let Imported { network, account } = try_import(&rows, Catalogue::Merged).unwrap();
    assert_eq!(account.fates[&Fate::Onset].rows, 1);
    assert_eq!(account.fates[&Fate::OtherAspect].rows, 2);
    assert_eq!(account.fates.values().map(|tally| tally.rows).sum::<usize>(), account.rows);
    assert!(!Fate::Onset.is_dropped());
    let hpo = Hpo::new(&network).unwrap();
    assert_eq!(hpo.facts(network.disease("OMIM:100001").unwrap()).onsets.len(), 1);
}

#[test]
fn bad_rows_are_dropped_with_their_reason_and_line() {
    let extra = [
        row("OMIM:100001", "Epilepsy 1", "", "HP:9999999", "PMID:1", ""),
        row("OMIM:100001", "Epilepsy 1", "", "HP:0000284", "PMID:1", ""),
        row("OMIM:100001", "Epilepsy 1", "", "HP:0000005", "PMID:1", ""),
        row("OMIM:100001", "Epilepsy 1", "", "HP:0000518", "PMID:1", "often"),
        row("OMIM:100001", "Epilepsy 1", "", "HP:0000057", "PMID:1", "1/2"),
    ];
    let account = try_import(&(hpoa() + &extra.concat()), Catalogue::Merged).unwrap().account;
    for fate in [Fate::UnknownTerm, Fate::ObsoleteTerm, Fate::NotAPhenotype, Fate::BadFrequency] {
        let tally = &account.fates[&fate];
        assert_eq!(tally.rows, 1, "{fate}");
        assert!(tally.examples[0].starts_with("line 1"), "{:?}", tally.examples);
    }
    assert_eq!(account.renamed, 2);
    assert_eq!(account.fates.values().map(|tally| tally.rows).sum::<usize>(), account.rows);
}

#[test]
fn links_follow_the_annotations() {
    let hpo = hpo();
    let network = hpo.network();
    // Pooled: 10 of 12, smoothed; then the reporting rate, below one.
    let absence = link(network, "OMIM:100001", "HP:0002121");
    assert!(absence > 0.3 && absence < 13.0 / 32.0, "{absence}");
    // An ancestor is likely too, though less than what it was annotated for.
    let nervous = link(network, "OMIM:100001", "HP:0000707");
    assert!(nervous > 0.0 && nervous < absence);
    // "Epilepsy 1" is epilepsy and nothing else.
    assert!(link(network, "OMIM:100001", "HP:0001250") > absence);
    // Orphanet's row of the same disease.
    assert!(link(network, "OMIM:100003", "HP:0001644") > 0.1);
    // Denied, and nothing says otherwise but a cardiomyopathy of a kind.
    assert!(link(network, "OMIM:100003", "HP:0001638") < link(network, "OMIM:100003", "HP:0001644"));
    // The name says so.
    assert!(link(network, "OMIM:100003", "HP:0000518") > 0.2);
    // Every probability is one, and no leak is zero.
    for finding in network.findings() {
        assert!(network.leak(finding) > 0.0 && network.leak(finding) < 1.0);
        assert!(network.parents(finding).iter().all(|(_, p)| p > 0.0 && p <= 1.0));
    }
}

#[test]
fn the_other_catalogues() {
    let omim = try_import(&hpoa(), Catalogue::Omim).unwrap();
    let ids = |network: &Network| -> Vec<String> {
        network.diseases().map(|d| network.disease_id(d).to_owned()).collect()
    };
    assert_eq!(ids(&omim.network).len(), 4);
    let orpha = try_import(&hpoa(), Catalogue::Orpha).unwrap();
    assert_eq!(ids(&orpha.network), ["ORPHA:77", "ORPHA:78"]);
    assert_eq!(omim.account.fates[&Fate::OtherCatalogue].rows, 3);
}

#[test]
fn all_adds_what_only_orphanet_and_decipher_describe() {
    let all = try_import(&hpoa(), Catalogue::All).unwrap();
    let network = &all.network;
    let ids: Vec<&str> = network.diseases().map(|d| network.disease_id(d)).collect();
    assert_eq!(ids, ["DECIPHER:1", "OMIM:100001", "OMIM:100002", "OMIM:100003", "OMIM:100004", "ORPHA:78"]);
    assert!(!all.account.fates.contains_key(&Fate::NotMapped));
    // What is common is counted among OMIM's diseases, so that these keep their links.
    let merged = try_import(&hpoa(), Catalogue::Merged).unwrap().network;
    for (disease, term) in [("OMIM:100001", "HP:0002121"), ("OMIM:100003", "HP:0001644")] {
        assert!((link(network, disease, term) - link(&merged, disease, term)).abs() < 1e-12);
    }
}

#[test]
fn prevalence_sets_priors_apart_and_unknown_stays_in_the_middle() {
    let priors = |source| {
        let network = try_import_with(&hpoa(), Catalogue::All, source).unwrap().network;
        let of = |id: &str| network.prior(network.disease(id).unwrap());
        let all = [of("OMIM:100003"), of("OMIM:100001"), of("ORPHA:78")];
        let expected = Settings::default().expected_diseases;
        assert!((network.diseases().map(|d| network.prior(d)).sum::<f64>() - expected).abs() < 1e-9);
        all
    };
    let [common, unknown, rare] = priors(PriorSource::GENERAL);
    assert!(common > unknown && unknown > rare, "{common} {unknown} {rare}");
    // The worldwide figure counts, not the Swedish one: 3e-5 against 3e-7.
    assert!((common / rare - 100.0).abs() < 1e-6, "{common} {rare}");
    let [common, _, rare] = priors(PriorSource::clinic(&Settings::default()));
    assert!(common / rare < 10.0 && common > rare, "the clinic sees the rare: {common} {rare}");
    let [common, unknown, rare] = priors(PriorSource::Uniform);
    assert!(common == unknown && unknown == rare);
}

#[test]
fn sources_versions_and_the_hierarchy_ride_along() {
    let hpo = hpo();
    let network = hpo.network();
    let (disease, finding) =
        (network.disease("OMIM:100001").unwrap(), network.finding("HP:0002121").unwrap());
    let (_, at) = network.link(disease, finding).unwrap();
    assert_eq!(network.link_catalog().attribute(at, "source"), Some("PMID:1;PMID:2"));
    assert_eq!(hpo.meta().versions(), "HPO 2025-01-16, annotations 2025-01-16");
    let hierarchy = etio::Hierarchy::of(network).unwrap();
    assert_eq!(hierarchy.parents(finding), [network.finding("HP:0001250").unwrap()]);
    assert_eq!(
        network.disease_catalog().attribute(disease.index(), "series"),
        network.disease_catalog().attribute(network.disease("OMIM:100002").unwrap().index(), "series")
    );
}

#[test]
fn both_forms_of_a_network_bring_everything_back() {
    let folder = tempfile::tempdir().unwrap();
    let imported = try_import(&hpoa(), Catalogue::Merged).unwrap().network;
    format::folder::write(&imported, &folder.path().join("hpo")).unwrap();
    let file = folder.path().join("hpo.etio");
    format::compiled::write(&imported, &file, &format::compiled::Options::default()).unwrap();
    for path in [folder.path().join("hpo"), file] {
        let network = Network::open(&path).unwrap();
        assert_eq!(network.link_count(), imported.link_count());
        let back = Hpo::new(&network).unwrap();
        assert_eq!(back.meta(), hpo().meta());
        assert_eq!(back.ontology().terms().len(), 15);
    }
}

#[test]
fn nothing_usable_is_an_error() {
    let only = format!("{}{}", common::HEADER, row("DECIPHER:1", "x", "", "HP:0000518", "x", ""));
    let error = try_import(&only, Catalogue::Omim).unwrap_err();
    assert!(matches!(error, ImportError::NoDiseases { .. }), "{error}");
    assert!(error.to_string().contains("1 of 1 rows"), "{error}");
}

#[test]
fn an_ordinary_network_is_not_taken_for_one_of_hpo() {
    let mut builder = etio::NetworkBuilder::new();
    builder.disease("d", "D", 0.1).unwrap();
    let network = builder.build().unwrap();
    assert!(matches!(read_meta(&network), Err(DocumentError::Missing { .. })));
    assert!(Hpo::new(&network).is_err());
}
