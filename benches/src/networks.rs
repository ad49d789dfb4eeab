//! Networks to measure on.

// The specifications written down here are sound.
#![allow(clippy::missing_panics_doc)]

use etio::format::compiled::{Options, Precision, open, write};
use etio::{FindingId, Network, NetworkBuilder};
use etio_repro::NetworkSpec;

use crate::draws::Draws;

/// A network of F120's size.
pub fn f120() -> Network {
    NetworkSpec::f120().generate().expect("the specification is sound")
}

/// A network of QMR-DT's size.
pub fn qmr() -> Network {
    NetworkSpec::qmr().generate().expect("the specification is sound")
}

/// The part of a network like S1 that a query on `findings` findings reads: 80% of all links,
/// priors from 1e-7 to 1e-3.
pub fn dense(diseases: usize, findings: usize) -> Network {
    let mut draws = Draws::new(7);
    let mut builder = NetworkBuilder::new();
    for f in 0..findings {
        builder.finding(&format!("f{f}"), "", 1e-3).expect("a finding");
    }
    for d in 0..diseases {
        let prior = 10f64.powf(-7.0 + 4.0 * draws.unit());
        let disease = builder.disease(&format!("d{d}"), "", prior).expect("a disease");
        for f in 0..findings {
            if draws.unit() < 0.8 {
                builder.link(disease, FindingId::new(f as u32), draws.unit()).expect("a link");
            }
        }
    }
    builder.build().expect("a network")
}

/// A network in its compiled form with links in single precision, as S1 is stored.
pub fn compiled(network: &Network) -> Network {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("network.etio");
    let options = Options { precision: Precision::F32, ..Options::default() };
    write(network, &path, &options).expect("a file that can be written");
    // The mapping outlives the file's name.
    open(&path).expect("the file just written")
}
