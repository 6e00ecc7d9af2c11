//! The engine of the commands' tests: `test-engine steady`.

use std::path::Path;

use arena::engine::{EngineKind, EngineSpec};

/// The text of an engine for a command line of the arena. `way` is its behaviour; its diary is in `folder`.
pub(crate) fn engine(name: &str, way: &str, folder: &Path) -> String {
    engine_with(name, way, folder, &[])
}

/// Like [`engine`], with further arguments, which only change the fingerprint.
pub(crate) fn engine_with(name: &str, way: &str, folder: &Path, more: &[&Path]) -> String {
    let mut args = ["steady", way, name].map(str::to_owned).to_vec();
    args.extend([folder].iter().chain(more).map(|path| path.display().to_string()));
    let kind = EngineKind::Command { program: env!("CARGO_BIN_EXE_test-engine").into(), args };
    EngineSpec { name: Some(name.into()), ..kind.into() }.to_text().unwrap()
}
