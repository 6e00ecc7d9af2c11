//! `arena table` and `arena export`: what a store holds, for people and for programs.

use std::path::PathBuf;

use arena::report::export;
use arena::report::{heading, report};
use arena::store::{Address, Store};
use arena::tournament::Tournament;

use super::{Failure, print};

#[derive(Debug, clap::Args)]
pub(super) struct Table {
    /// Where the tournament is kept: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL")]
    store: Address,
}

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
pub(super) struct Export {
    /// Where the tournament is kept: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL")]
    store: Address,
    /// Writes every game as a line of JSON into this new file; `-` is standard output.
    #[arg(long, value_name = "FILE", group = "what")]
    json: Option<PathBuf>,
    /// Writes a readable record of every game into this new folder.
    #[arg(long, value_name = "DIR", group = "what")]
    records: Option<PathBuf>,
    /// Writes every position in which an engine had to find a turn, with the turn, the score and what came of it,
    /// as a line of JSON into this new file; `-` is standard output.
    #[arg(long, value_name = "FILE", group = "what")]
    positions: Option<PathBuf>,
}

pub(super) fn table(args: &Table) -> Result<u8, Failure> {
    let store = Store::open(&args.store).map_err(Failure::other)?;
    let tournament = Tournament::of_store(&store).map_err(Failure::other)?;
    let results = tournament.results(&store).map_err(Failure::other)?;
    print(&format!("{}\n{}", heading(&tournament), report(&tournament, &results)));
    Ok(0)
}

pub(super) fn export(args: &Export) -> Result<u8, Failure> {
    let store = Store::open(&args.store).map_err(Failure::other)?;
    if let Some(folder) = &args.records {
        export::make_folder(folder).map_err(Failure::other)?;
        export::records(&store, folder).map_err(Failure::other)?;
    }
    if let Some(file) = &args.json {
        export::json(&store, &mut *export::output(file).map_err(Failure::other)?).map_err(Failure::other)?;
    }
    if let Some(file) = &args.positions {
        export::positions(&store, &mut *export::output(file).map_err(Failure::other)?)
            .map_err(Failure::other)?;
    }
    Ok(0)
}
