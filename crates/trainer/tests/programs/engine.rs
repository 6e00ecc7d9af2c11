//! The engine `agon`, built beside the tests.

use std::process::ExitCode;

use agon::cli::Cli;
use clap::Parser as _;

fn main() -> ExitCode {
    Cli::parse().run()
}
