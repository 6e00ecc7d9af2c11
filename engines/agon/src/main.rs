//! The engine as a program.

use std::process::ExitCode;

use agon::cli::Cli;
use clap::Parser as _;

fn main() -> ExitCode {
    Cli::parse().run()
}
