//! The engine as a program.

use std::process::ExitCode;

use agon::cli::Cli;
use clap::Parser as _;

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if let Err(error) = agon::variant::become_newest() {
        eprintln!("agon: {error}");
        return ExitCode::FAILURE;
    }
    Cli::parse().run()
}
