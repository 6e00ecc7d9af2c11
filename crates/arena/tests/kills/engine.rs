//! The engine of the tests of kills: `test-engine slow`.

use std::fs;
use std::time::Duration;

use super::Folder;

/// With this pause, a game takes about as long as a process lives before its kill.
pub(crate) const PAUSE: Duration = Duration::from_millis(12);

/// The script that starts the engine. Its text is the engine's fingerprint: that of the program itself, with its
/// megabytes, would keep processes busy when they are killed.
pub(crate) const SCRIPT: &str = "engine.sh";

const PROGRAM: &str = env!("CARGO_BIN_EXE_test-engine");

/// Writes the script that starts the engine.
pub(crate) fn install(folder: &Folder) {
    // The name identifies the processes of this test.
    fs::write(folder.0.join(SCRIPT), format!("exec '{PROGRAM}' slow \"$1\" \"$2\"\n")).unwrap();
}

/// The engine, for a command line of an arena started in the folder.
pub(crate) fn spec(name: &str, pause: Duration) -> String {
    format!("name={name} cmd=\"sh {SCRIPT} {} {name}\"", pause.as_millis())
}

/// Waits for the end of all processes of the engine. Returns whether they ended.
pub(crate) fn all_gone() -> bool {
    let plays =
        |arguments: Vec<u8>| String::from_utf8_lossy(&arguments).starts_with(&format!("{PROGRAM}\0slow\0"));
    super::wait_for(|| {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let mut command_lines = processes.flat_map(|process| std::fs::read(process.path().join("cmdline")));
        !command_lines.any(plays)
    })
}
