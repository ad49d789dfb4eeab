//! A run: the parts asked for, one after another, each stored when it is done, and the report over
//! all that are there.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::parts::{Finished, Largest, Settings, Table};
use crate::{Part, Profile, ReproError, report};

/// A reproduction to run.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// How much is computed.
    pub profile: Profile,
    /// Random seed.
    pub seed: u64,
    /// Folder for the results.
    pub out: PathBuf,
    /// The command that made them, for the report.
    pub command: String,
    /// Whether to compute parts again that are there already.
    pub fresh: bool,
    /// Further networks for the table of the field, by name: a network with a file of cases, or a
    /// folder of such.
    pub also: Vec<(String, PathBuf)>,
}

/// Told how a run gets on.
pub trait Watch: Sync {
    /// A part begins; `reused` if an earlier run left it.
    fn started(&self, part: Part, reused: bool);
    /// Number of steps of the part.
    fn expect(&self, steps: usize);
    /// Called after each step.
    fn step(&self);
    /// The part is done.
    fn finished(&self, part: Part);
}

/// For runs without progress output.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn started(&self, _: Part, _: bool) {}
    fn expect(&self, _: usize) {}
    fn step(&self) {}
    fn finished(&self, _: Part) {}
}

/// A part as it is stored between runs, with what it depends on.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    version: String,
    seed: u64,
    profile: Profile,
    finished: Finished,
}

impl Run {
    /// Computes the parts that are not there yet, then writes `results.json`, `report.html` and a
    /// CSV each over all parts of the same version, seed and profile in the folder.
    pub fn run(&self, parts: &[Part], watch: &dyn Watch) -> Result<(), ReproError> {
        let folder = self.out.join("parts");
        fs::create_dir_all(&folder).map_err(|source| ReproError::Io { path: folder.clone(), source })?;
        let s1 = Largest::new(&self.profile, self.seed, &self.out);
        for &part in parts {
            let is_stored_same = !self.fresh && (part != Part::Baselines || self.also.is_empty());
            let stored = self.stored(part).filter(|_| is_stored_same);
            watch.started(part, stored.is_some());
            if stored.is_none() {
                let finished = self.compute(part, &s1, watch)?;
                self.store(part, finished)?;
            }
            watch.finished(part);
        }
        let finished: Vec<(Part, Finished)> =
            Part::ALL.into_iter().filter_map(|part| Some((part, self.stored(part)?))).collect();
        for (part, finished) in &finished {
            write(&self.out.join(format!("{part}.csv")), &csv(&finished.table)?)?;
            if *part == Part::Baselines {
                let picture = etio_report::picture(&finished.charts)?;
                write(&self.out.join("baselines.svg"), picture.as_bytes())?;
            }
        }
        let results = self.results(&finished)?;
        write(&self.out.join("results.json"), format!("{results:#}\n").as_bytes())?;
        write(&self.out.join("report.html"), report::render(self, &finished)?.as_bytes())
    }

    fn compute(&self, part: Part, s1: &Largest<'_>, watch: &dyn Watch) -> Result<Finished, ReproError> {
        let started = Instant::now();
        let settings = Settings {
            profile: &self.profile,
            seed: self.seed,
            s1,
            also: &self.also,
            expect: &|steps| watch.expect(steps),
            step: &|| watch.step(),
        };
        let mut finished = part.run(&settings)?;
        let seconds = (started.elapsed().as_secs_f64() * 10.0).round() / 10.0;
        finished.timings.insert("seconds".to_owned(), json!(seconds));
        Ok(finished)
    }

    fn path(&self, part: Part) -> PathBuf {
        self.out.join("parts").join(format!("{part}.json"))
    }

    /// A part of an earlier run that this one would only repeat. What cannot be read is computed again.
    fn stored(&self, part: Part) -> Option<Finished> {
        let stored: Stored = serde_json::from_slice(&fs::read(self.path(part)).ok()?).ok()?;
        let same = stored.version == env!("CARGO_PKG_VERSION")
            && stored.seed == self.seed
            && stored.profile == self.profile;
        same.then_some(stored.finished)
    }

    fn store(&self, part: Part, finished: Finished) -> Result<(), ReproError> {
        let stored = Stored {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
            profile: self.profile.clone(),
            finished,
        };
        write(&self.path(part), &serde_json::to_vec(&stored)?)
    }

    /// One key per figure or table of the paper; our own studies are below the key `ours`.
    fn results(&self, parts: &[(Part, Finished)]) -> Result<Value, ReproError> {
        let (mut paper, mut ours) = (Map::new(), Map::new());
        for (part, finished) in parts {
            let mut entry = finished.results.clone();
            let mut timings = finished.timings.clone();
            // A verdict that rests on times can change with them.
            let verdicts = if part.is_timed() { &mut timings } else { &mut entry };
            verdicts.insert("verdicts".to_owned(), serde_json::to_value(&finished.claims)?);
            entry.insert("timings".to_owned(), Value::Object(timings));
            let target = if part.is_ours() { &mut ours } else { &mut paper };
            target.insert(part.name().to_owned(), Value::Object(entry));
        }
        paper.insert("ours".to_owned(), Value::Object(ours));
        paper.insert(
            "meta".to_owned(),
            json!({
                "version": env!("CARGO_PKG_VERSION"),
                "seed": self.seed,
                "profile": self.profile,
                "command": self.command,
            }),
        );
        Ok(Value::Object(paper))
    }
}

fn csv(table: &Table) -> Result<Vec<u8>, ReproError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&table.columns)?;
    for row in &table.rows {
        writer.write_record(row)?;
    }
    Ok(writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?)
}

/// Writes beside the file and renames, so that whoever stops a run leaves no half of one.
fn write(path: &Path, bytes: &[u8]) -> Result<(), ReproError> {
    let temporary = path.with_extension("tmp");
    fs::write(&temporary, bytes)
        .and_then(|()| fs::rename(&temporary, path))
        .map_err(|source| ReproError::Io { path: path.to_owned(), source })
}
