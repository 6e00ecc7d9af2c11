//! The files of the page, embedded in the program.

/// The types and contents of the files, by path.
macro_rules! files {
    ($($path:literal: $kind:expr,)*) => {
        /// The paths of all files.
        pub(crate) const PATHS: &[&str] = &[$($path),*];

        /// The type and the content of a file.
        pub(crate) fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
            let path = if path == "/" { "index.html" } else { path.strip_prefix('/')? };
            match path {
                $($path => Some(($kind, include_bytes!(concat!("../page/", $path)))),)*
                _ => None,
            }
        }
    };
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const IMAGE: &str = "image/svg+xml";
const DATA: &str = "application/json";

files! {
    "index.html": HTML,
    "icon.svg": IMAGE,
    "style.css": CSS,
    "main.js": SCRIPT,
    "analysis.js": SCRIPT,
    "animate.js": SCRIPT,
    "board.js": SCRIPT,
    "chooser.js": SCRIPT,
    "connection.js": SCRIPT,
    "files.js": SCRIPT,
    "games.js": SCRIPT,
    "games/nika.js": SCRIPT,
    "games/snorkels.js": SCRIPT,
    "games/symbol.js": SCRIPT,
    "i18n.js": SCRIPT,
    "lessons.json": DATA,
    "mined.json": DATA,
    "newgame.js": SCRIPT,
    "picture.js": SCRIPT,
    "pieces.js": SCRIPT,
    "players.js": SCRIPT,
    "puzzles.json": DATA,
    "rules.js": SCRIPT,
    "score.js": SCRIPT,
    "storage.js": SCRIPT,
    "svg.js": SCRIPT,
    "tree.js": SCRIPT,
    "turn.js": SCRIPT,
    "watch.js": SCRIPT,
    "texts/de.js": SCRIPT,
    "texts/en.js": SCRIPT,
    "texts/es.js": SCRIPT,
    "texts/rules.js": SCRIPT,
    "trainer.js": SCRIPT,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files that the page loads when they are needed.
    const LATE: [&str; 4] = ["lessons.json", "mined.json", "puzzles.json", "texts/rules.js"];

    #[test]
    fn every_module_that_a_file_imports_is_embedded() {
        for path in PATHS.iter().filter(|path| path.ends_with(".js")) {
            let (_, content) = file(&format!("/{path}")).unwrap();
            let text = std::str::from_utf8(content).unwrap();
            for import in text.lines().filter(|line| line.starts_with("import ")) {
                let module = import.split('"').nth(1).unwrap();
                let module = module.strip_prefix("./").or_else(|| module.strip_prefix("../")).unwrap();
                assert!(PATHS.contains(&module), "{path} imports {module}");
            }
        }
        // The browser loads all files at once, but for those that it loads when they are needed.
        let html = std::str::from_utf8(file("/").unwrap().1).unwrap();
        for path in PATHS.iter().filter(|path| **path != "index.html") {
            assert_eq!(html.contains(&format!("=\"{path}\"")), !LATE.contains(path), "{path}");
        }
        assert!(file("/").is_some() && file("/../Cargo.toml").is_none() && file("index.html").is_none());
    }

    #[test]
    fn the_page_has_no_inline_code_and_is_small() {
        let html = std::str::from_utf8(file("/").unwrap().1).unwrap();
        for forbidden in ["style=", "<style", "javascript:", " onclick", "http://", "https://"] {
            assert!(!html.contains(forbidden), "{forbidden}");
        }
        let size: usize = PATHS.iter().map(|path| file(&format!("/{path}")).unwrap().1.len()).sum();
        assert!(size < 300_000, "{size} bytes");
    }

    #[test]
    fn every_language_has_the_same_texts() {
        let keys = |language: &str| {
            let (_, content) = file(&format!("/texts/{language}.js")).unwrap();
            let text = std::str::from_utf8(content).unwrap();
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
