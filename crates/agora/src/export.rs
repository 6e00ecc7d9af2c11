//! The static site: the page with the session and the engine in WebAssembly.
//!
//! The modules are built by cargo from the sources of this program, when they are wanted: building them with the program
//! would double the time of every build, and a built file in the repository could differ from its sources. They need no other
//! tool, because their interface is texts (see `crates/agora-wasm`). The program does not contain the folder of its sources, so
//! that it has the same bytes wherever it is built.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::io;
use std::path::Path;
use std::process::Command;

use crate::page;

const TARGET: &str = "wasm32-unknown-unknown";
/// Searches are recursive.
const STACK: &str = "-Clink-arg=-zstack-size=16777216";

/// The modules of the site: the feature of `agora-wasm` that builds it, which is its name too, and settings of cargo. The levels
/// are flags of the compiler for the target, because settings of profiles would hold for the programs of the build, too.
const MODULES: [(&str, &[&str]); 2] = [
    // The page waits for it: small. It needs little time.
    ("session", &[
        "profile.release.lto=true",
        "profile.release.package.zmij.opt-level='z'", // smaller tables for printing numbers
        "target.wasm32-unknown-unknown.rustflags=['-Copt-level=z']",
    ]),
    // With level 3 or LTO it is larger and no faster.
    ("engine", &["target.wasm32-unknown-unknown.rustflags=['-Copt-level=2']"]),
];
/// The files of the site beside those of the page and the modules.
const FILES: [(&str, &str); 4] = [
    ("engine-worker.js", include_str!("../site/engine-worker.js")),
    // Browsers offer to install the site as an application.
    (MANIFEST, include_str!("../site/manifest.webmanifest")),
    ("session-worker.js", include_str!("../site/session-worker.js")),
    ("wasm.js", include_str!("../site/wasm.js")),
];
const MANIFEST: &str = "manifest.webmanifest";
/// Keeps the files for use without a network. Needs the names of the files.
const SERVICE_WORKER: &str = include_str!("../site/service-worker.js");

/// What is added to the head of the page: the policy that the server sends as a header, the transport and the manifest.
const HEAD: &str = r#"
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="transport" content="worker">
<link rel="manifest" href="manifest.webmanifest">"#;
/// The line before it.
const CHARSET: &str = r#"<meta charset="utf-8">"#;

/// Builds the WebAssembly modules from the sources of this program, the root of its repository, and writes the site into a folder,
/// which is created if it is missing. An earlier site is replaced.
///
/// # Errors
/// The modules cannot be built, the folder holds something else, or a file cannot be written.
pub fn export(folder: &Path, sources: &Path) -> Result<(), String> {
    check_folder(folder)?;
    // Commands run in it.
    let sources = std::path::absolute(sources).map_err(|error| about(sources, error))?;
    let modules = MODULES.map(|(feature, profile)| Ok((format!("{feature}.wasm"), build(&sources, feature, profile)?)));
    let mut files = modules.into_iter().collect::<Result<Vec<_>, String>>()?;
    files.extend(networks(&sources.join("crates/engine/src/games"))?);
    write_site(folder, files)
}

/// The networks of the games in a folder, as files of the site: a player downloads those of the games that are played.
fn networks(games: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut networks = Vec::new();
    for entry in std::fs::read_dir(games).map_err(|error| about(games, error))? {
        let game = entry.map_err(|error| about(games, error))?.path();
        let path = game.join("network.bin");
        if let Some(name) = game.file_name().filter(|_| path.is_file()) {
            let content = std::fs::read(&path).map_err(|error| about(&path, error))?;
            networks.push((format!("{}.network", name.display()), content));
        }
    }
    // Folders have no order, and the version of the site must not depend on it.
    networks.sort();
    Ok(networks)
}

/// Writes the site into a folder, with the files of WebAssembly modules and networks by their names.
///
/// # Errors
/// The folder holds something else, or a file cannot be written.
fn write_site(folder: &Path, mut files: Vec<(String, Vec<u8>)>) -> Result<(), String> {
    check_folder(folder)?;
    let texts = FILES.map(|(name, text)| (name, text.as_bytes()));
    files.extend(texts.into_iter().chain(page::files()).map(|(name, content)| (name.to_owned(), content.to_vec())));
    for (_, page) in files.iter_mut().filter(|(name, _)| name == "index.html") {
        *page = String::from_utf8_lossy(page).replacen(CHARSET, &format!("{CHARSET}{HEAD}"), 1).into_bytes();
    }

    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    let names: Vec<_> = files.iter().map(|(name, _)| name).collect();
    let head = format!("const VERSION = \"{:016x}\";\nconst FILES = {names:?};\n", hasher.finish());
    files.push(("service-worker.js".to_owned(), (head + SERVICE_WORKER).into_bytes()));
    files.into_iter().try_for_each(|(name, content)| {
        let path = folder.join(&name);
        let folder = path.parent().unwrap_or(folder);
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, content));
        written.map_err(|error| about(&path, error))
    })
}

/// Refuses a folder with other files than those of a site.
fn check_folder(folder: &Path) -> Result<(), String> {
    match std::fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(is_empty) if is_empty || folder.join("service-worker.js").is_file() => Ok(()),
        Ok(_) => Err(format!("{} is not empty, and holds no exported site", folder.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(about(folder, error)),
    }
}

/// An error with the file that it is about.
fn about(path: &Path, error: io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Builds a module and returns its content.
fn build(sources: &Path, feature: &str, profile: &[&str]) -> Result<Vec<u8>, String> {
    let manifest = sources.join("crates/agora-wasm/Cargo.toml");
    if !manifest.is_file() {
        let manifest = manifest.display();
        return Err(format!(
            "{manifest} is missing: the WebAssembly modules are built from this program's sources, whose folder --sources names"
        ));
    }
    let failed = |program| move |error| format!("{program}: {error}");
    // In the folder of the sources, whose toolchain may differ.
    let library = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .current_dir(sources)
        .output()
        .map_err(failed("rustc"))?;
    if !Path::new(String::from_utf8_lossy(&library.stdout).trim()).is_dir() {
        return Err(format!("the Rust target {TARGET} is not installed: rustup target add {TARGET}"));
    }
    let target = sources.join("target");
    let built = Command::new("cargo")
        .args(["rustc", "--quiet", "--release", "--package", "agon-agora-wasm", "--lib", "--crate-type", "cdylib"])
        .args(profile.iter().flat_map(|setting| ["--config", setting]))
        .args(["--features", feature, "--target", TARGET, "--target-dir"])
        .arg(&target)
        .args(["--", STACK, "-Cstrip=symbols"])
        .current_dir(sources)
        .status()
        .map_err(failed("cargo"))?;
    if !built.success() {
        return Err("the WebAssembly modules were not built".to_owned()); // Cargo has said why.
    }
    let path = target.join(TARGET).join("release/agora_wasm.wasm");
    std::fs::read(&path).map_err(|error| about(&path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_named() {
        let folder = std::env::temp_dir().join(format!("agora-no-sources-{}", std::process::id()));
        let error = export(&folder, &folder).unwrap_err();
        let missing = folder.join("crates/agora-wasm/Cargo.toml").display().to_string();
        assert!(error.starts_with(&missing) && error.contains("--sources"), "{error}");
        assert!(!folder.exists());
    }

    #[test]
    fn a_site_is_one_folder_of_relative_files() {
        let folder = std::env::temp_dir().join(format!("agora-site-{}", std::process::id()));
        let files = |content: &[u8]| -> Vec<(String, Vec<u8>)> {
            let modules = MODULES.map(|(feature, _)| format!("{feature}.wasm"));
            modules.into_iter().chain(["a.network".to_owned()]).map(|name| (name, content.to_vec())).collect()
        };
        write_site(&folder, files(b"old")).unwrap();
        write_site(&folder, files(b"new")).unwrap();
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
        let page = read("index.html");
        let head = ["name=\"transport\" content=\"worker\"", "default-src 'none'", MANIFEST];
        assert!(head.iter().all(|part| page.contains(part)));
        let workers = read("service-worker.js");
        for (name, text) in FILES {
            assert_eq!(read(name), text);
            assert!(!text.contains("://") && workers.contains(&format!("{name:?}")), "{name}");
        }
        for (name, _) in page::files() {
            assert!(folder.join(name).is_file() && workers.contains(&format!("{name:?}")), "{name}");
        }
        for (name, _) in files(b"") {
            assert!(read(&name) == "new" && workers.contains(&format!("{name:?}")), "{name}");
        }
        // What the files name is there.
        for name in ["engine-worker.js", "session-worker.js", "service-worker.js", "wasm.js", "session.wasm", "engine.wasm"] {
            assert!(folder.join(name).is_file(), "{name}");
            let named = format!("\"{name}\"");
            let texts = FILES.iter().map(|(_, text)| *text);
            let connection = read("connection.js");
            assert!(
                texts.chain([connection.as_str()]).any(|text| text.replace("./", "").contains(&named)),
                "{name}"
            );
        }
        std::fs::remove_dir_all(&folder).unwrap();

        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("other"), "").unwrap();
        let refused = write_site(&folder, Vec::new()).unwrap_err();
        assert_eq!(refused, format!("{} is not empty, and holds no exported site", folder.display()));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
