//! Engine-against-engine tournaments from the command line; see the crate's README.

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::cli::main()
}
