//! `etio serve`: the service and the page.

mod settings;

use std::io::Write;

use anyhow::{Context, Result};
use etio_service::{State, serve};

use crate::exit::Exit;

const EXAMPLES: &str = "\
Examples:
  etio serve                                      the built-in network on http://127.0.0.1:8080
  etio serve --network f120=f120.etio --sessions redb:sessions.redb
  etio serve --sessions postgres://etio@db/etio   replicas that share their sessions
  etio serve --listen 0.0.0.0:443 --api-keys keys.txt \\
      --tls-certificate chain.pem --tls-key key.pem
  etio serve --print-config                       the settings in use, from flags, environment and file

Every setting has a flag, an environment variable (ETIO_LISTEN, ETIO_SESSIONS, ...) and a name in
the file given with --config; a flag overrides the environment, which overrides the file. SIGHUP
reloads networks, keys and the certificate. SIGTERM stops without losing a request that was sent.";

/// Serve the HTTP API and the chat page
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    settings: settings::Settings,

    /// A JSON file with any of the settings that --print-config shows
    #[arg(long, env = "ETIO_CONFIG", value_name = "FILE")]
    config: Option<std::path::PathBuf>,

    /// Print the configuration as JSON and stop
    #[arg(long)]
    print_config: bool,

    /// Log level, on stderr
    #[arg(long, env = "ETIO_LOG", value_name = "LEVEL", default_value = "info")]
    log: tracing::Level,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let config = args.settings.over(args.config.as_deref())?;
    if args.print_config {
        writeln!(std::io::stdout(), "{}", serde_json::to_string_pretty(&config.shown())?)?;
        return Ok(Exit::Success);
    }
    tracing_subscriber::fmt().json().with_max_level(args.log).with_writer(std::io::stderr).init();
    let scheme = if config.tls_certificate.is_some() { "https" } else { "http" };
    let state = State::open(config, (etio_starter::NAME, etio_starter::network))?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(talking_threads())
        .enable_all()
        .build()
        .context("starting the runtime")?;
    runtime.block_on(serve(state, |address| {
        // Whoever reads this may have seen enough: no reason to stop.
        let _ = writeln!(
            std::io::stdout(),
            "Etio listens on {scheme}://{address} (API: /docs, stop with Ctrl-C)\n\
             Research and demonstration software, not a medical device."
        );
    }))?;
    Ok(Exit::Success)
}

/// Number of I/O threads: half as many as compute threads, because I/O is less work and more
/// threads would only wake each other.
fn talking_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2))
}
