//! `arena export`.

use std::path::PathBuf;

use arena::report::export;
use arena::store::{Address, Store};

use super::Failure;

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
pub(super) struct Args {
    /// Store of the tournament: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL")]
    store: Address,
    /// New file for the games, a line of JSON each; `-` is standard output.
    #[arg(long, value_name = "FILE", group = "what")]
    json: Option<PathBuf>,
    /// New folder for a readable record of each game.
    #[arg(long, value_name = "DIR", group = "what")]
    records: Option<PathBuf>,
    /// New file for each position in which an engine chose a turn, with the turn, the score and the result, a line of
    /// JSON each; `-` is standard output.
    #[arg(long, value_name = "FILE", group = "what")]
    positions: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let store = Store::open(&args.store)?;
    if let Some(folder) = &args.records {
        export::make_folder(folder)?;
        export::records(&store, folder)?;
    }
    if let Some(file) = &args.json {
        export::json(&store, &mut *export::output(file)?)?;
    }
    if let Some(file) = &args.positions {
        export::positions(&store, &mut *export::output(file)?)?;
    }
    Ok(0)
}
