//! `etio serve`: the service and the page.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::{Context, Result};
use etio_service::{Config, State, serve};

use crate::embedded;
use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  etio serve                                                the built-in network on http://127.0.0.1:8080
  etio serve --network f120=f120.etio --sessions redb:sessions.redb
  etio serve --listen 0.0.0.0:80 --api-keys keys.txt        for other machines: with keys only
  etio serve --print-config                                 what would be used, from flags, environment and file

Every flag has an environment variable (ETIO_LISTEN, ETIO_SESSIONS, ...); a flag wins over it, and it wins over the
file given with --config. SIGHUP reads the networks again; SIGTERM finishes what is in flight and stops.";

/// Serve diagnosis over HTTP, with a page to talk to
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, env = "ETIO_LISTEN", value_name = "ADDRESS")]
    listen: Option<SocketAddr>,

    /// A network to serve, under a name; the first is the default. Without any, the built-in one is served
    #[arg(long, env = "ETIO_NETWORK", value_name = "NAME=PATH", value_delimiter = ',')]
    network: Vec<String>,

    /// Where sessions are kept: memory, or redb:PATH to survive a restart [default: memory]
    #[arg(long, env = "ETIO_SESSIONS", value_name = "URL")]
    sessions: Option<String>,

    /// A file of `NAME SHA256-HEX` lines; without it no key is needed
    #[arg(long, env = "ETIO_API_KEYS", value_name = "FILE")]
    api_keys: Option<PathBuf>,

    /// Requests a second that one key may make [default: 100]
    #[arg(long, env = "ETIO_REQUESTS_PER_KEY", value_name = "N")]
    requests_per_key: Option<u32>,

    /// Listen beyond this machine without keys: everybody may use it
    #[arg(long, env = "ETIO_ALLOW_OPEN")]
    allow_open: bool,

    /// Compute threads [default: one a core]
    #[arg(long, env = "ETIO_THREADS", value_name = "N")]
    threads: Option<usize>,

    /// The longest a query may run, in milliseconds [default: 1000]
    #[arg(long, env = "ETIO_BUDGET_MS", value_name = "MS")]
    budget_ms: Option<u64>,

    /// The most memory one query may use, in megabytes [default: 512]
    #[arg(long, env = "ETIO_MEMORY_MB", value_name = "MB")]
    memory_mb: Option<usize>,

    /// A JSON file with any of the settings that --print-config shows
    #[arg(long, env = "ETIO_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,

    /// Print the configuration as JSON and stop
    #[arg(long)]
    print_config: bool,

    /// How much to log to stderr
    #[arg(long, env = "ETIO_LOG", value_name = "LEVEL", default_value = "info")]
    log: tracing::Level,
}

impl Args {
    /// Flags over environment over file over defaults.
    fn configuration(&self) -> Result<Config> {
        let mut config = match &self.config {
            None => Config::default(),
            Some(path) => {
                let text = std::fs::read(path).with_context(|| path.display().to_string())?;
                serde_json::from_slice(&text).with_context(|| path.display().to_string())?
            }
        };
        set(&mut config.listen, self.listen);
        set(&mut config.sessions, self.sessions.clone());
        set(&mut config.requests_per_key, self.requests_per_key);
        set(&mut config.threads, self.threads);
        set(&mut config.budget_ms, self.budget_ms);
        set(&mut config.memory_mb, self.memory_mb);
        if !self.network.is_empty() {
            config.networks.clone_from(&self.network);
        }
        if self.api_keys.is_some() {
            config.api_keys.clone_from(&self.api_keys);
        }
        config.allow_open |= self.allow_open;
        Ok(config)
    }
}

fn set<T>(slot: &mut T, given: Option<T>) {
    if let Some(value) = given {
        *slot = value;
    }
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let config = args.configuration()?;
    if args.print_config {
        println!("{}", serde_json::to_string_pretty(&config)?);
        return Ok(Exit::Success);
    }
    tracing_subscriber::fmt().json().with_max_level(args.log).with_writer(std::io::stderr).init();
    let state = State::open(config, (embedded::NAME, embedded::network))?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().context("starting the runtime")?;
    runtime.block_on(serve(state, |address| {
        println!("Etio listens on http://{address} (API: /docs, stop with Ctrl-C)");
        println!("Research and demonstration software, not a medical device.");
    }))?;
    Ok(Exit::Success)
}
