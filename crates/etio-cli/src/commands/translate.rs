//! `etio translate`: the files of another language, for a translator to begin with.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use etio_bot::{ENGLISH, Guide, Languages, pseudo, pseudo_messages, texts};

use crate::exit::Exit;
use crate::input::{EdgeListArgs, NetworkArg};

const EXAMPLES: &str = "\
Examples:
  etio translate --network my-network --language de --out my-network
  etio chat --network my-network --locales my-network/locales --language de

Writes locales/de/*.ftl, the texts of the conversation, and texts.de.csv, those of the network,
both in English. Translate them in place. Files that exist are not touched.";

/// Write the texts of a conversation and its network, to be translated into another language
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    network: NetworkArg,

    /// The new language, such as `de` or `pt-BR`
    #[arg(long, value_name = "TAG")]
    language: String,

    /// The folder to write to, usually that of the network
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,

    /// Put an accent on every letter, to test which texts a translation covers
    #[arg(long)]
    pseudo: bool,

    #[command(flatten)]
    edges: EdgeListArgs,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let tag = &args.language;
    ensure!(tag != ENGLISH, "the texts are in English already; give --language another tag");
    let is_tag = tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') && !tag.is_empty();
    ensure!(is_tag, "`{tag}` is not a language tag, such as `de` or `pt-BR`");
    let words = |text: &str| if args.pseudo { pseudo(text) } else { text.to_owned() };
    let locale = args.out.join("locales").join(tag);
    std::fs::create_dir_all(&locale).with_context(|| locale.display().to_string())?;
    for (name, file) in Languages::english_files() {
        let file = if args.pseudo { pseudo_messages(&file).ok_or_else(|| anyhow!("{name}"))? } else { file };
        write(&locale.join(name), file.as_bytes())?;
    }
    let network = args.network.open(args.edges)?;
    let guide = Guide::of(&network).context("this network cannot lead a conversation")?;
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["kind", "id", "column", "text"])?;
    for [kind, id, column, text] in texts(&network, guide.red_flags()) {
        table.write_record([&kind, &id, &column, &words(&text)])?;
    }
    write(&args.out.join(format!("texts.{tag}.csv")), &table.into_inner()?)?;
    writeln!(
        std::io::stdout(),
        "wrote {} and {}",
        locale.display(),
        args.out.join(format!("texts.{tag}.csv")).display()
    )?;
    Ok(Exit::Success)
}

/// Writes a new file.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let file = std::fs::File::create_new(path);
    file.and_then(|mut file| file.write_all(bytes)).with_context(|| path.display().to_string())
}
