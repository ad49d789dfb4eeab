//! `etio mcp`: the reasoner as tools for assistants, over the Model Context Protocol.

mod server;
mod tools;

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::{Context, Result};
use etio_service::{Config, State};
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;

use crate::exit::Exit;
use server::Server;

const EXAMPLES: &str = "\
Examples:
  etio mcp                                       the built-in network
  etio mcp --network clinic=networks/clinic      a network of your own

An assistant starts this command itself and talks to it on standard input and output. Its settings
need only the command:
  {\"mcpServers\": {\"etio\": {\"command\": \"etio\", \"args\": [\"mcp\"]}}}

Research and demonstration software, not a medical device. Nothing that is said is stored or logged.";

/// Offer diagnosis as tools to assistants (Model Context Protocol on standard input and output)
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A network to reason with, under a name; the first is the default. Without any, the built-in one
    #[arg(long = "network", env = "ETIO_NETWORK", value_name = "NAME=PATH", value_delimiter = ',')]
    networks: Vec<String>,

    /// A folder with more languages: for each of them a folder of .ftl files
    #[arg(long, env = "ETIO_LOCALES", value_name = "FOLDER")]
    locales: Option<PathBuf>,

    /// Maximum time to compute the answer to one call, in milliseconds
    #[arg(long, env = "ETIO_BUDGET_MS", value_name = "MS", default_value_t = Config::default().budget_ms)]
    budget_ms: u64,

    /// Maximum memory to compute the answer to one call, in megabytes
    #[arg(long, env = "ETIO_MEMORY_MB", value_name = "MB", default_value_t = Config::default().memory_mb)]
    memory_mb: usize,
}

/// How long a call may wait for those before it, in milliseconds: a single client is not shed.
const QUEUE_MS: u64 = 60_000;

pub(super) fn run(args: &Args) -> Result<Exit> {
    let config = Config {
        networks: args.networks.clone(),
        locales: args.locales.clone(),
        budget_ms: args.budget_ms,
        memory_mb: args.memory_mb,
        queue_ms: QUEUE_MS,
        sessions: Some("memory".to_owned()),
        ..Config::default()
    };
    let state = State::open(config, (etio_starter::NAME, etio_starter::network))?;
    if std::io::stdin().is_terminal() {
        eprintln!(
            "Waiting for a client of the Model Context Protocol on standard input; see `etio mcp --help`."
        );
    }
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().context("starting the runtime")?;
    // No subscriber for `tracing` is installed: at its lowest level the protocol's library would
    // write every request, and with it what people say.
    runtime.block_on(async {
        match Server::new(state).serve(rmcp::transport::stdio()).await {
            Ok(session) => session.waiting().await.map(drop).context("serving the client"),
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(error).context("greeting the client"),
        }
    })?;
    Ok(Exit::Success)
}
