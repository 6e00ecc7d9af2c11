//! Bytes as the texts that the arena reads: the first byte says which, the others are the text or a part of it.

#![no_main]

use std::ffi::OsString;
use std::fmt::{Debug, Display};
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::LazyLock;

use arena::cli::with_file;
use arena::engine::{EngineLimits, EngineSpec, SeatSpec, Team, TimeControl};
use arena::game::record::{Record, replay};
use arena::game::{DrawRule, Resign};
use arena::openings::{Openings, parse_openings};
use arena::report::export::{json_line, samples};
use arena::store::Address;
use arena::tournament::{Definition, Settings};
use libfuzzer_sys::fuzz_target;
use match_stats::{EloBounds, EloModel, Pentanomial, Sprt};

/// A password that is never shown.
const SECRET: &str = "TOPSECRET";

fuzz_target!(|data: &[u8]| {
    let Some((kind, text)) = agon_fuzz::kind(data, 9) else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    match kind {
        0 => openings(text),
        1 => records(text),
        2 => engines(text),
        3 => limits(text),
        4 => rules_of_judging(text),
        5 => addresses(text),
        6 => definitions(text),
        7 => tests(text),
        _ => configurations(text),
    }
});

/// What is read is written so that it is read again as the same.
fn read<T: FromStr + PartialEq + Debug>(text: &str, write: impl Fn(&T) -> String) -> Option<T>
where
    T::Err: Debug + Display,
{
    match text.parse::<T>() {
        Ok(value) => {
            let written = write(&value);
            assert_eq!(written.parse::<T>().as_ref().ok(), Some(&value), "`{written}`");
            Some(value)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

/// A file of openings, in every game.
fn openings(text: &str) {
    for game in games::names() {
        let rules = games::by_name(game).expect("it is in the list");
        let Ok(list) = parse_openings(text, None, &*rules) else { continue };
        for opening in list.openings {
            assert!(opening.reach(&*rules).is_ok(), "{opening}");
            let again = parse_openings(&opening.to_string(), None, &*rules).expect("it was just written");
            assert_eq!(again.openings, [opening]);
        }
    }
}

/// What may follow the headers that every record has; only its game is not left to chance.
fn records(text: &str) {
    for game in games::names() {
        let rules = games::by_name(game).expect("it is in the list");
        let start = rules.start().start_text();
        let text = format!("Game: {game}\nP1: A\nP2: B\nStart: {start}\n{text}");
        // Without a result there is no record.
        for result in ["", "Result: draw by length\n"] {
            let Some(record) = read::<Record>(&format!("{result}{text}"), ToString::to_string) else {
                continue;
            };
            let line: serde_json::Value = serde_json::from_str(&json_line(&record)).expect("a line of JSON");
            assert_eq!(line["turns"].as_array().map(Vec::len), Some(record.turns.len()));
            // All turns were legal, or one of them is told.
            let replayed = replay(&record, &*rules, &mut |_, _| ());
            assert_eq!(samples(&record, &*rules).is_ok(), replayed.is_ok());
            if let Ok(game) = replayed {
                assert_eq!(game.turn_count(), record.turns.len());
            }
        }
    }
}

/// Engines, and engines for seats.
fn engines(text: &str) {
    let written = |spec: &EngineSpec| spec.to_text().expect("an engine that was read is no in-process one");
    read::<EngineSpec>(text, written);
    read::<SeatSpec>(text, |spec| format!("{}={}", spec.seat, written(&spec.engine)));
}

/// Time controls, and a limit a line, as on a command line and as data.
fn limits(text: &str) {
    read::<TimeControl>(text, ToString::to_string);
    let mut limits = EngineLimits::default();
    for line in text.lines() {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        if limits.set(name, value).is_err() {
            return;
        }
    }
    let mut again = EngineLimits::default();
    for (name, value) in limits.to_pairs() {
        again.set(name, &value).expect("it was just written");
    }
    assert_eq!(again, limits);
    as_data::<EngineLimits>(text);
}

/// What is read from JSON is written and read again as the same.
fn as_data<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug>(text: &str) -> Option<T> {
    let value: T = serde_json::from_str(text).ok()?;
    let written = serde_json::to_string(&value).expect("data is written");
    assert_eq!(serde_json::from_str::<T>(&written).ok().as_ref(), Some(&value), "{written}");
    Some(value)
}

fn rules_of_judging(text: &str) {
    read::<Resign>(text, ToString::to_string);
    read::<DrawRule>(text, ToString::to_string);
}

/// Where a store is. No part of what stands between a user's name and the place is ever shown.
fn addresses(text: &str) {
    if text.contains(SECRET) {
        return;
    }
    match text.parse::<Address>() {
        Ok(address @ (Address::Sqlite(_) | Address::Memory)) => assert_eq!(address.to_string(), text),
        // Written without its password, it is not read as the same; but what is shown of it stays.
        Ok(address @ Address::Postgres(_)) => {
            let shown = address.to_string();
            if let Ok(again) = shown.parse::<Address>() {
                assert_eq!(again.to_string(), shown);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    // Pieces of the text stand before, within and behind the password.
    let mut pieces = text.splitn(4, '\n');
    let [user, before, after, place] = [(); 4].map(|()| pieces.next().unwrap_or_default());
    let user = user.replace([':', '@'], "");
    for url in [
        format!("postgres://{user}:{before}{SECRET}{after}@h{place}"),
        format!("postgresql://{user}@h/d?password={SECRET}&{before}={after}"),
        format!("postgres://h/d?{before}&password={SECRET}"),
    ] {
        let (text, debug) = match url.parse::<Address>() {
            Ok(address) => (address.to_string(), format!("{address:?}")),
            Err(error) => (error.to_string(), format!("{error:?}")),
        };
        assert!(!text.contains(SECRET) && !debug.contains(SECRET), "{text}\n{debug}");
    }
}

/// A definition of which one part is not what it should be.
fn definitions(text: &str) {
    let (part, text) = text.split_once('\n').unwrap_or(("", text));
    let definition = Definition {
        game: "take-two".into(),
        rules: vec![("heaps".into(), "4".into())],
        teams: ["heads", "tails"].map(|name| Team::from(EngineSpec::random(name))).into(),
        settings: Settings::default(),
    };
    let Ok(serde_json::Value::Object(mut whole)) = serde_json::from_str(&definition.to_json()) else {
        panic!("a definition is an object");
    };
    let Ok(value) = serde_json::from_str::<serde_json::Value>(text) else { return };
    match (whole.contains_key(part), whole.get_mut("settings").and_then(|settings| settings.as_object_mut()))
    {
        (false, Some(settings)) => drop(settings.insert(part.to_owned(), value)),
        _ => drop(whole.insert(part.to_owned(), value)),
    }
    let text = serde_json::Value::Object(whole).to_string();
    let Some(definition) = read::<Definition>(&text, Definition::to_json) else { return };
    // To look for openings may take as long as is asked for.
    if matches!(&definition.settings.openings, Openings::Random(random) if random.turns > 0) {
        return;
    }
    let Ok(tournament) = definition.tournament() else { return };
    let again = tournament.definition().to_json().parse::<Definition>().expect("it was just written");
    assert_eq!(again.tournament().map(|again| again.definition()).as_ref(), Ok(&tournament.definition()));
}

/// A file of settings. Its settings as flags are the same ones; the password of its store is never shown.
fn configurations(text: &str) {
    static FILE: LazyLock<PathBuf> = LazyLock::new(|| agon_fuzz::file("toml"));
    // To look for openings may take as long as is asked for.
    if text.contains("openings") || text.contains(SECRET) {
        return;
    }
    let store = format!("store = 'postgres://ann:{SECRET}@h/d'\n");
    fs::write(&*FILE, store.clone() + text).expect("a temporary file can be written");
    for command in ["run", "new"] {
        let given = ["arena", command, "--config"]
            .map(OsString::from)
            .into_iter()
            .chain([FILE.as_os_str().to_owned()]);
        match with_file(given.collect()) {
            Ok(mut all) => {
                // The file comes last.
                all.truncate(all.len() - 2);
                assert_eq!(with_file(all.clone()).as_ref(), Ok(&all));
                let table: toml::Table = (store.clone() + text).parse().expect("it was read");
                for (key, value) in table.iter().filter_map(|(key, value)| Some((key, value.as_integer()?))) {
                    let flag = OsString::from(format!("--{key}={value}"));
                    assert!(command == "new" || all.contains(&flag), "{all:?}");
                }
            }
            Err(message) => assert!(!message.is_empty() && !message.contains(SECRET), "{message}"),
        }
    }
}

/// The bounds of a sequential test, and a test with them.
fn tests(text: &str) {
    let Some(bounds) = read::<EloBounds>(text, ToString::to_string) else { return };
    for model in [EloModel::Logistic, EloModel::Normalised] {
        let Ok(sprt) = Sprt::new(model, bounds, 0.05, 0.05) else { continue };
        for counts in [[1, 0, 0, 0, 0], [0, 0, 9, 0, 0], [3, 900, 5, 0, 1 << 40], [0, 0, 0, 0, 7]] {
            let llr = sprt.llr(&Pentanomial(counts));
            assert!(llr.is_finite(), "{sprt}: {llr} of {counts:?}");
        }
    }
}
