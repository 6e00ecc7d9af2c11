//! Checks certificates that `snorkels-solve` wrote: `snorkels-check FILE...`.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use snorkels_solver::check::{LONGEST, check};

const USAGE: &str =
    "usage: snorkels-check FILE...\nReplays each certificate against all defences and prints what it proves.";

// Nothing but the checker decides what is proved: not even the arguments need a library.
fn main() -> ExitCode {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    match files.first().and_then(|first| first.to_str()) {
        Some("--help" | "-h") => return print(USAGE),
        Some("--version" | "-V") => return print(concat!("snorkels-check ", env!("CARGO_PKG_VERSION"))),
        _ => {}
    }
    if files.is_empty() || files.iter().any(|file| file.to_string_lossy().starts_with('-')) {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    }
    let mut status = ExitCode::SUCCESS;
    for file in files {
        let bytes = resources::file::read(&file, LONGEST).map_err(|error| error.to_string());
        let file = file.display();
        let line = match bytes.and_then(|bytes| check(&bytes).map_err(|error| error.to_string())) {
            Ok(proved) => format!("{file}: {proved}"),
            Err(error) => {
                status = ExitCode::FAILURE;
                format!("{file}: refused: {error}")
            }
        };
        if print(&printable::line(&line)) == ExitCode::FAILURE {
            return ExitCode::FAILURE;
        }
    }
    status
}

/// Prints a line. Without an output nobody would see what is proved.
fn print(line: &str) -> ExitCode {
    match writeln!(io::stdout(), "{line}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("snorkels-check: standard output: {error}");
            ExitCode::FAILURE
        }
    }
}
