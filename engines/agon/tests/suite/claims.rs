//! What the book says about the sources: crates and layers import only what stands before them, a walk names files that hold
//! what it says, and no file names a game outside the places for it. `.ci/book` checks that the files exist.

use std::fs;
use std::path::{Path, PathBuf};

/// What may name a game besides its rules crate: modules of single games, the list, the programs that play one game only, texts of
/// the page and of translations. Documentation, examples and tests name games as well.
const PLACES: [&str; 10] = [
    ".ci/fourth-game", // adds a game
    ".ci/releases/",   // the solver is a program of one game, and a short match shows that the programs play
    "crates/snorkels-solver/",
    "crates/games/",
    "crates/engine/src/games/",
    "crates/agora/page/games/",
    "engines/agon/src/gtp/", // front-ends for Go play one of the games
    "benches/peers/",        // programs of others, which play single games
    "fuzz/fuzz_targets/gtp_lines.rs",
    "fuzz/fuzz_targets/solver_files.rs",
];

/// The crate whose tests, examples and comments name no game either: it trains every game that has something to train.
const WHOLE: &str = "crates/trainer/";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The sources: paths of files from the root, with `/` between the names.
fn files() -> Vec<String> {
    let mut found = vec!["Cargo.toml".to_owned(), "README.md".to_owned()];
    for folder in [".ci", "benches", "crates", "docs", "engines", "fuzz"] {
        collect(folder, &mut found);
    }
    found
}

fn collect(folder: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).expect("the folder can be read") {
        let entry = entry.expect("the folder can be read");
        let name = entry.file_name().into_string().expect("names are UTF-8");
        let path = format!("{folder}/{name}");
        if !entry.path().is_dir() {
            found.push(path);
        } else if !["artifacts", "book", "corpus", "node_modules", "target"].contains(&&*name) {
            collect(&path, found);
        }
    }
}

/// The words between backquotes outside of blocks of code.
fn quoted(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    prose.flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

/// Whether the segments of a path end with those of a pattern, in which `<name>` stands for any text and `/` at the end for
/// any file of a folder. A pattern from the root matches from there.
fn matches(path: &str, pattern: &str) -> bool {
    let folder = pattern.strip_suffix('/');
    let wanted: Vec<&str> = folder.unwrap_or(pattern).split('/').collect();
    let segments: Vec<&str> = path.split('/').collect();
    let from_root = [".ci", "benches", "crates", "docs", "engines", "fuzz"].contains(&wanted[0]);
    let fits = |at: &[&str]| at.iter().zip(&wanted).all(|(name, wanted)| fits_segment(name, wanted));
    segments.windows(wanted.len()).enumerate().any(|(at, window)| {
        let is_last = at + wanted.len() == segments.len();
        fits(window) && is_last != folder.is_some() && (at == 0 || !from_root)
    })
}

fn fits_segment(name: &str, wanted: &str) -> bool {
    match (wanted.find('<'), wanted.find('>')) {
        (Some(begin), Some(end)) => {
            let (first, last) = (&wanted[..begin], &wanted[end + 1..]);
            name.len() > first.len() + last.len() && name.starts_with(first) && name.ends_with(last)
        }
        _ => name == wanted,
    }
}

#[test]
fn the_files_of_a_walk_hold_what_it_names() {
    let files = files();
    let text = read("docs/src/where-to-change.md");
    let (mut count, mut missing) = (0, Vec::new());
    // A step of a walk: `1. ` and the lines after it, up to the next step or an empty line.
    for step in text.split("\n\n").flat_map(|block| {
        block
            .split('\n')
            .collect::<Vec<_>>()
            .chunk_by(|_, line| line.starts_with(' '))
            .map(|lines| lines.join(" "))
            .collect::<Vec<_>>()
    }) {
        let is_step = step.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
        let words = quoted(&step);
        let is_name = |word: &&str| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let places: Vec<&str> = words.iter().copied().filter(|word| word.contains(['/', '.'])).collect();
        for name in words.iter().copied().filter(|word| is_step && is_name(word)) {
            count += 1;
            let place =
                |path: &&String| places.iter().any(|place| matches(path, place)) && path.ends_with(".rs");
            if !files.iter().filter(place).any(|path| read(path).contains(name)) {
                missing.push(format!("`{name}` is in none of {places:?}"));
            }
        }
    }
    assert!(count >= 5, "only {count} names were found");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The text below a heading of `architecture.md`, up to the next one.
fn section(heading: &str) -> String {
    let page = read("docs/src/architecture.md");
    let (_, after) = page.split_once(heading).expect("the page has the heading");
    after.split("\n## ").take(1).collect()
}

/// The folders of the crates that `[dependencies]` of a manifest names, if they are crates of this workspace.
fn imports(folder: &str) -> Vec<String> {
    let manifest = read(&format!("{folder}/Cargo.toml"));
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let names =
        lines.take_while(|line| !line.starts_with("[dev")).filter_map(|line| line.split(['.', ' ']).next());
    let folders = names.flat_map(|name| {
        [
            format!("crates/{name}"),
            format!("engines/{name}"),
            format!("crates/{}", name.trim_start_matches("agon-")),
        ]
    });
    folders.filter(|folder| root().join(folder).join("Cargo.toml").exists()).collect()
}

#[test]
fn each_crate_imports_only_crates_above_it() {
    let list = section("# Architecture");
    let files = files();
    let mut above: Vec<String> = Vec::new();
    for line in list.lines().filter_map(|line| line.strip_prefix("- ")) {
        for name in quoted(line.split_once(':').unwrap().0) {
            let pattern = if name.contains('/') {
                format!("{name}/Cargo.toml")
            } else {
                format!("crates/{name}/Cargo.toml")
            };
            for folder in files.iter().filter(|path| matches(path, &pattern)) {
                let folder = folder.trim_end_matches("/Cargo.toml");
                let later = imports(folder).into_iter().find(|imported| !above.contains(imported));
                assert_eq!(later, None, "{folder} imports a crate that is not above it in architecture.md");
                above.push(folder.to_owned());
            }
        }
    }
    for manifest in files.iter().filter(|path| matches(path, "crates/<any>/Cargo.toml")) {
        let folder = manifest.trim_end_matches("/Cargo.toml");
        assert!(above.iter().any(|known| known == folder), "architecture.md does not name {folder}");
    }
}

#[test]
fn each_layer_of_the_arena_imports_only_layers_before_it() {
    let text = section("## The arena");
    let layers: Vec<&str> = quoted(&text).into_iter().filter_map(|word| word.strip_suffix('/')).collect();
    assert!(layers.len() >= 8, "{layers:?}");
    let rank = |module: &str| layers.iter().position(|layer| *layer == module);
    for path in
        files().iter().filter(|path| path.starts_with("crates/arena/src/") && !path.contains("/tests"))
    {
        let Some(own) = rank(path.split('/').nth(3).unwrap()) else { continue };
        for used in code(path).split("crate::").skip(1) {
            let module = used.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            assert!(
                rank(module).is_none_or(|other| other <= own),
                "{path} imports `{module}`, a later layer"
            );
        }
    }
}

/// A source without comments and without its modules of tests, which stand at the end; a crate that is held wholly as it is.
fn code(path: &str) -> String {
    let text = read(path);
    if path.starts_with(WHOLE) {
        return text;
    }
    let text = text.split_once("#[cfg(test)]\nmod ").map_or(&*text, |(before, _)| before);
    let comment = if path.ends_with(".rs") || path.ends_with(".js") { "//" } else { "#" };
    let is_code = |line: &&str| !line.trim_start().starts_with(comment) && !line.starts_with("keywords = ");
    let end = if path.ends_with(".toml") { " #" } else { "\n" };
    text.lines()
        .filter(is_code)
        .flat_map(|line| [line.split_once(end).map_or(line, |(code, _)| code), "\n"])
        .collect()
}

#[test]
fn no_source_names_a_game_outside_its_places() {
    let games: Vec<&str> = games::names().collect();
    let rules: Vec<String> = games.iter().map(|game| format!("crates/{game}-core/")).collect();
    let named = |path: &String| {
        let is_source = path.ends_with(".rs")
            || path.ends_with(".js")
            || path.ends_with(".html")
            || path.ends_with("Cargo.toml")
            || path.starts_with(".ci/");
        let is_place = PLACES.iter().any(|place| path.starts_with(place))
            || rules.iter().any(|folder| path.starts_with(folder));
        let is_test = path.contains("/tests")
            || path.contains("/examples/")
            || path.contains("/texts/")
            || path.ends_with("-test/src/lib.rs");
        is_source && !is_place && (!is_test || path.starts_with(WHOLE))
    };
    let mut faults = Vec::new();
    for path in files().iter().filter(|path| named(path)) {
        for line in code(path).lines() {
            // A crate that uses the solver names it.
            let line = line.replace("snorkels-solver", "").replace("snorkels_solver", "");
            if line
                .to_lowercase()
                .split(|c: char| !c.is_ascii_alphanumeric())
                .any(|word| games.contains(&word))
            {
                faults.push(format!("{path}: {}", line.trim()));
            }
        }
    }
    assert!(faults.is_empty(), "these name a game:\n{}", faults.join("\n"));
}

#[test]
fn the_default_level_is_the_same_everywhere() {
    let level = agon_engine::DEFAULT_LEVEL;
    // The board's page knows engines by their protocol only.
    let expected = [
        ("crates/agora/page/start.js", format!("const LEVEL = {level};")),
        ("docs/src/playing.md", format!("you begin, against level {level}")),
        ("docs/src/agora.md", format!("a game against level {level},")),
    ];
    for (path, text) in expected {
        assert!(read(path).contains(&text), "{path}: expected `{text}`");
    }
}
