//! The files of the page, embedded in the program.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher as _};
use std::io::Read as _;
use std::sync::LazyLock;

use axum::body::Bytes;
use flate2::Compression;
use flate2::read::GzEncoder;
use include_dir::{Dir, File, include_dir};

/// The folder of the page.
static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// The paths and contents of all files.
pub(crate) fn files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let named = |file: &'static File<'_>| Some((file.path().to_str()?, file.contents()));
    PAGE.files().chain(PAGE.dirs().flat_map(Dir::files)).filter_map(named)
}

/// A file as it is served.
pub(crate) struct PageFile {
    /// The type.
    pub(crate) kind: &'static str,
    /// The content.
    pub(crate) content: Bytes,
    /// The content, compressed by gzip.
    pub(crate) gzip: Bytes,
    /// The entity tag. It is weak: both contents have it.
    pub(crate) tag: String,
}

impl PageFile {
    fn new(path: &str, content: &'static [u8]) -> Option<PageFile> {
        let kind = match path.rsplit_once('.')?.1 {
            "css" => "text/css; charset=utf-8",
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "json" => "application/json",
            "svg" => "image/svg+xml",
            _ => return None,
        };
        let mut gzip = Vec::new();
        GzEncoder::new(content, Compression::default()).read_to_end(&mut gzip).ok()?;
        let mut hasher = DefaultHasher::new();
        hasher.write(content);
        let tag = format!("W/\"{:016x}\"", hasher.finish());
        Some(PageFile { kind, content: Bytes::from_static(content), gzip: gzip.into(), tag })
    }
}

/// All files, by their paths.
static FILES: LazyLock<HashMap<&str, PageFile>> = LazyLock::new(|| {
    files().filter_map(|(path, content)| Some((path, PageFile::new(path, content)?))).collect()
});

/// Compresses the files, before the first is wanted.
pub(crate) fn prepare() {
    LazyLock::force(&FILES);
}

/// The file with the path of an address.
pub(crate) fn file(path: &str) -> Option<&'static PageFile> {
    FILES.get(if path == "/" { "index.html" } else { path.strip_prefix('/')? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files that the page loads when they are needed, and the folder of those that it loads for the games it is offered.
    const LATE: [&str; 5] = ["games/", "lessons.json", "mined.json", "puzzles.json", "texts/rules.js"];

    #[test]
    fn every_module_that_a_file_imports_is_embedded() {
        for (path, content) in files().filter(|(path, _)| path.ends_with(".js")) {
            let text = std::str::from_utf8(content).unwrap();
            for import in text.lines().filter(|line| line.starts_with("import ")) {
                let module = import.split('"').nth(1).unwrap();
                let module = module.strip_prefix("./").or_else(|| module.strip_prefix("../")).unwrap();
                assert!(file(&format!("/{module}")).is_some(), "{path} imports {module}");
            }
        }
        // The browser loads all files at once, but for those that it loads when they are needed.
        let html = std::str::from_utf8(&file("/").unwrap().content).unwrap();
        for (path, _) in files().filter(|(path, _)| *path != "index.html") {
            let late = LATE.iter().any(|late| path.starts_with(late));
            assert_ne!(html.contains(&format!("=\"{path}\"")), late, "{path}");
        }
        assert!(file("/").is_some() && file("/../Cargo.toml").is_none() && file("index.html").is_none());
    }

    #[test]
    fn the_page_has_no_inline_code_and_is_small() {
        let html = std::str::from_utf8(&file("/").unwrap().content).unwrap();
        for forbidden in ["style=", "<style", "javascript:", " onclick", "http://", "https://"] {
            assert!(!html.contains(forbidden), "{forbidden}");
        }
        let size: usize = files().map(|(_, content)| content.len()).sum();
        assert!(size < 300_000, "{size} bytes");
    }

    #[test]
    fn every_language_has_the_same_texts() {
        let keys = |language: &str| {
            let file = file(&format!("/texts/{language}.js")).unwrap();
            let text = std::str::from_utf8(&file.content).unwrap();
            // Keys are at the start of a line or after a text: `name: "` or `"name-1": "`.
            let keys = text
                .split(": \"")
                .map(|part| part.rsplit([' ', '\n']).next().unwrap().trim_matches('"').to_owned());
            // Names of options are English in the games' own descriptions.
            keys.filter(|key| !key.starts_with("option-") && !key.ends_with("};")).collect::<Vec<_>>()
        };
        assert!(keys("en").len() > 100);
        assert_eq!(keys("en"), keys("de"));
        assert_eq!(keys("en"), keys("es"));
    }
}
