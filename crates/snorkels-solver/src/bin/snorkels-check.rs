//! Checks certificates that `snorkels-solve` wrote: `snorkels-check FILE...`.

use std::process::ExitCode;

use snorkels_solver::check::check;

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() || files.iter().any(|file| file.starts_with('-')) {
        eprintln!(
            "usage: snorkels-check FILE...\nReplays each certificate against all defences and prints what it proves."
        );
        return ExitCode::FAILURE;
    }
    let mut status = ExitCode::SUCCESS;
    for file in files {
        let result = std::fs::read(&file).map_err(|error| error.to_string());
        match result.and_then(|bytes| check(&bytes).map_err(|error| error.to_string())) {
            Ok(proved) => println!("{file}: {proved}"),
            Err(error) => {
                println!("{file}: refused: {error}");
                status = ExitCode::FAILURE;
            }
        }
    }
    status
}
