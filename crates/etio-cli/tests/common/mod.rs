//! Runs the `etio` binary as a user would.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Output and exit code of a run.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// Standard output as JSON Lines.
    pub fn lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// The exit code, and everything that the user saw.
    #[track_caller]
    pub fn fails_with(&self, code: i32, parts: &[&str]) {
        assert_eq!(self.code, code, "{}{}", self.stdout, self.stderr);
        for part in parts {
            assert!(self.stderr.contains(part), "`{}` does not say `{part}`", self.stderr);
        }
    }

    #[track_caller]
    pub fn succeeds(self) -> Self {
        assert_eq!(self.code, 0, "{}{}", self.stdout, self.stderr);
        self
    }
}

/// Runs `etio` with arguments.
pub fn etio(args: &[&str]) -> Run {
    etio_reading(args, "")
}

/// Runs `etio` with arguments and something on standard input.
pub fn etio_reading(args: &[&str], input: impl Into<Vec<u8>>) -> Run {
    run(command(args).write_stdin(input))
}

/// The command, in a known environment.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("etio").expect("the binary is built");
    command.args(args).env_clear().env("COLUMNS", "80");
    command
}

pub fn run(command: &mut Command) -> Run {
    let output = command.output().expect("it runs");
    Run {
        code: output.status.code().expect("it ends by itself"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// The small respiratory network, wherever the tests run.
pub fn example() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks/example").to_owned()
}

/// A folder that goes away with the test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = PathBuf::from(self.path(name));
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(&path, contents).expect("written");
        path.display().to_string()
    }

    /// A network of two diseases and three findings.
    pub fn network(&self) -> String {
        self.file("net/diseases.csv", "id,name,prior\nflu,Influenza,0.01\ncold,Common cold,0.05\n");
        self.file("net/findings.csv", "id,name,leak\nfever,Fever,0.02\ncough,Cough,0.05\nrash,Rash,0\n");
        self.file(
            "net/links.csv",
            "disease,finding,probability\nflu,fever,0.9\nflu,cough,0.8\ncold,cough,0.6\n",
        );
        self.path("net")
    }
}

/// Checks text against the stored one, with times left out and every path of the machine named `TMP`.
#[macro_export]
macro_rules! assert_looks_like {
    ($name:literal, $text:expr) => {
        insta::with_settings!({
            filters => vec![
                (r"\d+(\.\d+)? (µs|ms|s)\b", "[time]"),
                (r#""elapsed_us":[0-9.]+"#, r#""elapsed_us":[time]"#),
                (r"error below \S+", "error below [bound]"),
                (r"/\S*/networks/example", "networks/example"),
                (r"/\S*/(net|out)\b", "TMP/$1"),
            ],
            omit_expression => true,
            prepend_module_to_snapshot => false,
        }, { insta::assert_snapshot!($name, $text) });
    };
}
