//! A PostgreSQL cluster of our own, in a temporary folder on a free port.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::program;
use crate::server::free_port;

pub struct Postgres {
    dir: TempDir,
    programs: PathBuf,
    port: u16,
}

impl Postgres {
    /// A new cluster that is running; `None` where PostgreSQL is not installed.
    pub fn start() -> Option<Self> {
        let versions =
            ["18", "17", "16", "15", "14", "13"].map(|v| format!("/usr/lib/postgresql/{v}/bin/initdb"));
        let mut paths: Vec<&str> = versions.iter().map(String::as_str).collect();
        paths.extend(["/usr/local/bin/initdb", "/usr/bin/initdb"]);
        let initdb = program(&paths, "postgresql")?;
        let dir = tempfile::tempdir().expect("a folder");
        if is_root() {
            assert!(Command::new("chown").arg("postgres").arg(dir.path()).status().expect("chown").success());
        }
        let cluster =
            Self { programs: initdb.parent().expect("a folder").to_owned(), dir, port: free_port() };
        cluster.run("initdb", &["--username=etio", "--auth=trust", "--no-sync", "--encoding=UTF8"]);
        cluster.resume();
        Some(cluster)
    }

    pub fn url(&self) -> String {
        format!("postgres://etio@127.0.0.1:{}/postgres", self.port)
    }

    /// Starts it, after a stop too.
    pub fn resume(&self) {
        let options = format!("-p {} -h 127.0.0.1 -k {}", self.port, self.dir.path().display());
        let log = self.dir.path().join("log").display().to_string();
        self.run("pg_ctl", &["start", "--wait", "--silent", "--log", &log, "--options", &options]);
    }

    /// Stops it as a crash would: without writing anything down first.
    pub fn crash(&self) {
        self.run("pg_ctl", &["stop", "--mode=immediate", "--silent"]);
    }

    /// Runs a statement.
    pub fn sql(&self, statement: &str) {
        self.run("psql", &["--quiet", "--dbname", &self.url(), "--command", statement]);
    }

    /// Runs one of its programs on the cluster, never as root: it refuses that.
    fn run(&self, name: &str, args: &[&str]) {
        let status = self.command(name).args(args).status().expect("it runs");
        assert!(status.success(), "{name} {args:?}");
    }

    fn command(&self, name: &str) -> Command {
        let path = self.programs.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(path);
            command
        } else {
            Command::new(path)
        };
        command.current_dir(self.dir.path()).env("PGDATA", self.data());
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command
    }

    fn data(&self) -> PathBuf {
        Path::new(self.dir.path()).join("data")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.command("pg_ctl")
            .args(["stop", "--mode=immediate", "--silent"])
            .stderr(Stdio::null())
            .status()
            .ok();
    }
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output().expect("id runs");
    output.stdout.trim_ascii() == b"0"
}
