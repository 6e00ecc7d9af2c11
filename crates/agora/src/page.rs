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
    use std::time::Duration;

    use abstract_game::OptionKind;
    use session::{Reply, Request, Session};

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
        // What a browser downloads.
        let size: usize = FILES.values().map(|file| file.gzip.len()).sum();
        assert!(size < 120_000, "{size} bytes");
    }

    /// The text of a file of the page.
    fn text(path: &str) -> &'static str {
        std::str::from_utf8(files().find(|(other, _)| *other == path).unwrap().1).unwrap()
    }

    /// The keys of the texts of a language, sorted.
    fn keys(language: &str) -> Vec<&'static str> {
        // Keys are at the start of a line or after a text: `name: "` or `"name-1": "`.
        let parts = text(&format!("texts/{language}.js")).split(": \"");
        let keys = parts.map(|part| part.rsplit([' ', '\n']).next().unwrap().trim_matches('"'));
        let mut keys: Vec<_> = keys.filter(|key| !key.ends_with("};")).collect();
        keys.sort_unstable();
        keys
    }

    #[test]
    fn every_language_has_the_same_texts() {
        assert!(keys("en").len() > 100);
        assert_eq!(keys("en"), keys("de"));
        assert_eq!(keys("en"), keys("es"));
    }

    #[test]
    fn every_option_and_its_words_have_texts() {
        let mut session = Session::new();
        let Reply::Games { games } = session.handle(Request::Games, Duration::ZERO) else { unreachable!() };
        let keys = keys("en");
        // Numbers, and several of them as `2-3-2`, need no words.
        let is_word = |value: &&&str| value.contains(char::is_alphabetic);
        // A game without a face shows the names of its options.
        let has_face = |name: &str| files().any(|(path, _)| path == format!("games/{name}.js"));
        let faced: Vec<_> = games.iter().filter(|game| has_face(game.name)).collect();
        assert_eq!(faced.len(), 3);
        for option in faced.iter().flat_map(|game| game.options) {
            let label = format!("option-{}", option.name);
            assert!(keys.contains(&&*label), "{label}");
            assert!(text("texts/rules.js").contains(&format!("[{:?}, ", option.about)), "{}", option.about);
            let OptionKind::Combo { values, .. } = option.kind else { continue };
            for value in values.iter().filter(is_word) {
                let word = format!("value-{}-{value}", option.name);
                assert!(keys.contains(&&*word), "{word}");
            }
        }
    }

    #[test]
    fn every_text_is_used() {
        /// The beginnings of keys that the page ends with the names of a game.
        const COMPOSED: [&str; 15] = [
            "about-", "button-", "facing-", "fact-", "ground-", "guest-", "kind-", "offer-", "option-", "player-",
            "prompt-", "reason-", "seat-", "team-", "value-",
        ];
        let code: Vec<_> = files()
            .map(|(path, _)| path)
            .filter(|path| path.ends_with(".js") && !path.starts_with("texts/") || *path == "index.html")
            .map(text)
            .collect();
        for key in keys("en") {
            // The trainer's titles begin with the kind of its steps.
            let composed = COMPOSED.iter().any(|first| key.starts_with(first)) || key.ends_with("Title");
            let written = format!("\"{key}\"");
            assert!(composed || code.iter().any(|code| code.contains(&written)), "{key}");
        }
    }
}
