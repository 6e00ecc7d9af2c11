//! Trains networks and policies and tunes the numbers of the engine from the command line; see the crate's README.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
