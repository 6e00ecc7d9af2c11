//! Finding the project's own engine.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The environment variable that names the binary.
pub const VARIABLE: &str = "AGON";

/// The engine `agon` is nowhere to be found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgonMissing {
    /// `AGON` names something that is no file.
    #[error("the environment variable AGON names `{}`, which is no file", .0.display())]
    Named(PathBuf),
    /// It is neither beside this program nor in `PATH`.
    #[error(
        "the engine `agon` was found neither beside this program{} nor in PATH: build it with \
         `cargo build --release -p agon`, or name the binary in the environment variable AGON",
        .0.as_ref().map_or(String::new(), |folder| format!(" (in `{}`)", folder.display()))
    )]
    Nowhere(Option<PathBuf>),
}

/// The binary of the engine `agon`: what the environment variable `AGON` names, else the one beside
/// the running program, else the first in `PATH`.
///
/// # Errors
/// There is none; the message says how to build it.
pub fn find() -> Result<PathBuf, AgonMissing> {
    let beside = env::current_exe().ok().and_then(|path| Some(path.parent()?.to_owned()));
    find_in(env::var_os(VARIABLE).as_deref(), beside.as_deref(), env::var_os("PATH").as_deref())
}

fn find_in(
    named: Option<&OsStr>,
    beside: Option<&Path>,
    path: Option<&OsStr>,
) -> Result<PathBuf, AgonMissing> {
    if let Some(named) = named.filter(|named| !named.is_empty()) {
        let named = PathBuf::from(named);
        return if named.is_file() { Ok(named) } else { Err(AgonMissing::Named(named)) };
    }
    let file = format!("agon{}", env::consts::EXE_SUFFIX);
    let on_path = path.map(|path| env::split_paths(path).collect::<Vec<_>>()).unwrap_or_default();
    let mut folders = beside.map(Path::to_owned).into_iter().chain(on_path);
    folders
        .find_map(|folder| Some(folder.join(&file)).filter(|candidate| candidate.is_file()))
        .ok_or_else(|| AgonMissing::Nowhere(beside.map(Path::to_owned)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_variable_comes_before_the_neighbour_and_the_neighbour_before_the_path() {
        let folder = env::temp_dir().join(format!("arena-agon-{}", std::process::id()));
        let (beside, path) = (folder.join("beside"), folder.join("path"));
        let name = format!("agon{}", env::consts::EXE_SUFFIX);
        for folder in [&beside, &path] {
            fs::create_dir_all(folder).unwrap();
            fs::write(folder.join(&name), "").unwrap();
        }
        let named = path.join(&name);
        assert_eq!(find_in(Some(named.as_os_str()), Some(&beside), None), Ok(named.clone()));
        assert_eq!(find_in(None, Some(&beside), Some(path.as_os_str())), Ok(beside.join(&name)));
        assert_eq!(find_in(None, Some(&folder), Some(path.as_os_str())), Ok(named));
        let missing = find_in(None, Some(&folder), None).unwrap_err();
        assert!(missing.to_string().contains("cargo build --release -p agon"), "{missing}");
        let wrong = find_in(Some(folder.as_os_str()), None, None).unwrap_err();
        assert_eq!(wrong, AgonMissing::Named(folder.clone()));
        fs::remove_dir_all(folder).unwrap();
    }
}
