//! The command `arena report`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::report::{export, html};
use crate::store::{GivenAddress, Store};
use crate::tournament::Tournament;

use super::output::{Failure, print};

#[derive(Debug, clap::Args)]
pub(super) struct Report {
    /// Store of the tournament: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL", env = "ARENA_STORE", hide_env_values = true)]
    store: GivenAddress,
    /// New file for the page; `-` is standard output, the default.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn report(args: &Report) -> Result<u8, Failure> {
    let store = Store::open_read_only(args.store.get().map_err(Failure::usage)?)?;
    let page = html(&Tournament::of_store(&store)?, &store)?;
    let Some(path) = args.output.as_ref().filter(|path| *path != Path::new("-")) else {
        return print(&page).map(|()| 0);
    };
    let mut output = export::output(path)?;
    output.write_all(page.as_bytes())?;
    output.flush()?;
    Ok(0)
}
