//! Checks certificates that `snorkels-solve` wrote: `snorkels-check FILE...`.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use snorkels_solver::check::{LONGEST, check};

fn main() -> ExitCode {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if files.is_empty() || files.iter().any(|file| file.to_string_lossy().starts_with('-')) {
        eprintln!(
            "usage: snorkels-check FILE...\nReplays each certificate against all defences and prints what it proves."
        );
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
        if let Err(error) = writeln!(io::stdout(), "{}", printable::line(&line)) {
            eprintln!("snorkels-check: standard output: {error}");
            return ExitCode::FAILURE;
        }
    }
    status
}
