//! Which store a `--sessions` value means.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::config::ConfigError;

/// A place where sessions can be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// `memory`.
    Memory,
    /// `redb:PATH`.
    Redb(PathBuf),
    /// `postgres://...`.
    Postgres(String),
}

impl FromStr for Location {
    type Err = ConfigError;

    fn from_str(given: &str) -> Result<Self, ConfigError> {
        match given.split_once(':') {
            None if given == "memory" => Ok(Self::Memory),
            Some(("redb", path)) if !path.is_empty() => Ok(Self::Redb(PathBuf::from(path))),
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres(given.to_owned())),
            _ => Err(ConfigError::Sessions { given: beginning(given) }),
        }
    }
}

/// The letters that a value begins with: enough to recognise it. The rest of a value that is not
/// understood may be a password.
pub(crate) fn beginning(given: &str) -> String {
    let end = given.find(|c: char| !c.is_ascii_alphabetic());
    end.map_or_else(|| given.to_owned(), |end| format!("{}***", &given[..end]))
}

/// Default place of the sessions: a file for the port in the system's folder for program state.
///
/// Two services on one machine listen on two ports, and so have two files.
pub fn default_location(port: u16) -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = folder("HOME").map(|home| home.join(".local/state/etio"));
    state_folder(folder("STATE_DIRECTORY"), folder("XDG_STATE_HOME"), home)
        .map(|folder| folder.join(format!("sessions-{port}.redb")))
}

/// systemd's own folder for the unit, then the user's.
fn state_folder(unit: Option<PathBuf>, user: Option<PathBuf>, home: Option<PathBuf>) -> Option<PathBuf> {
    unit.or_else(|| user.map(|folder| folder.join("etio"))).or(home)
}

/// Creates the folder of a file, readable by the owner alone: sessions hold health statements.
pub fn make_private_folder(file: &Path) -> std::io::Result<()> {
    let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_name_stores() {
        assert_eq!("memory".parse(), Ok(Location::Memory));
        assert_eq!("redb:a:b".parse(), Ok(Location::Redb("a:b".into())));
        assert_eq!("postgres://h/d".parse(), Ok(Location::Postgres("postgres://h/d".into())));
        for bad in ["", "redb", "redb:", "mysql://h", "Memory"] {
            assert!(bad.parse::<Location>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_units_folder_comes_before_the_users() {
        let some = |path: &str| Some(PathBuf::from(path));
        assert_eq!(state_folder(some("/u"), some("/x"), some("/h")), some("/u"));
        assert_eq!(state_folder(None, some("/x"), some("/h")), some("/x/etio"));
        assert_eq!(state_folder(None, None, some("/h")), some("/h"));
        assert_eq!(state_folder(None, None, None), None);
    }
}
