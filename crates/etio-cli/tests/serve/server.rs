//! A running `etio serve`.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::client::Client;

/// The service as a child process on a port of its own; killed when dropped.
pub struct Server {
    child: Child,
    pub address: String,
}

/// The small network that most tests serve: it is read in no time.
pub const EXAMPLE: &str = concat!("example=", env!("CARGO_MANIFEST_DIR"), "/../../networks/example");

/// A port that is free now.
pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

impl Server {
    /// Starts on any free port.
    pub fn start(args: &[&str]) -> Self {
        Self::start_on(0, args)
    }

    /// Starts on a port and waits until it listens.
    pub fn start_on(port: u16, args: &[&str]) -> Self {
        let mut child = Self::command(port, args).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let Some(Ok(first)) = lines.next() else {
            child.kill().ok();
            panic!("it ended: {:?}", child.wait());
        };
        // Whatever it prints later must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let address = first.split("://").nth(1).and_then(|rest| rest.split(' ').next());
        Self { child, address: address.expect(&first).to_owned() }
    }

    /// The command, in an environment without settings, logging only what goes wrong.
    pub fn command(port: u16, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_etio"));
        command.env_clear().args(["serve", "--log", "error", "--listen"]).arg(format!("127.0.0.1:{port}"));
        // Tests run beside each other on machines that are busy: waiting for a turn is no failure there.
        command.env("ETIO_QUEUE_MS", "20000");
        command.args(args).stdin(Stdio::null());
        command
    }

    pub fn client(&self) -> Client {
        Client::new(&self.address)
    }

    /// `kill -9`.
    pub fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("waited for");
    }

    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name]).arg(self.child.id().to_string()).status();
        assert!(sent.expect("kill runs").success());
    }

    /// Waits for it to end by itself; true if that was well.
    pub fn ends_well(mut self) -> bool {
        let until = Instant::now() + Duration::from_secs(20);
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().expect("waited for") {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    }

    /// Resident memory in kilobytes, where the system tells.
    pub fn memory_kb(&self) -> Option<u64> {
        let mut status = String::new();
        std::fs::File::open(format!("/proc/{}/status", self.child.id()))
            .ok()?
            .read_to_string(&mut status)
            .ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
