//! The checks of a correct engine, and of engines that misbehave each in one way.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

mod engine;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use abstract_game::conformance::sized;
use abstract_game::facade::AnyRules as _;
use abstract_game::sample::TakeTwo;
use engine::{mark, mock, processes};
use protocol::checks::{CheckReport, CheckSettings, CheckedPoint, PointResult, check, points};
use protocol::driver::EngineCommand;
use protocol::{Command, Dialect};

/// The program of the mock engine, and its first arguments.
const MOCK: (&str, &[&str]) = (env!("CARGO_BIN_EXE_mock-engine"), &[]);

fn settings() -> CheckSettings {
    // The machine may be busy; what is late here is later than that.
    CheckSettings { margin: Duration::from_millis(400), ..CheckSettings::default() }
}

fn check_mock(way: &str, settings: &CheckSettings) -> CheckReport {
    check_engine(&mock(way), settings)
}

fn check_engine(engine: &EngineCommand, settings: &CheckSettings) -> CheckReport {
    check(engine, &TakeTwo::default(), settings, &mut |_| ())
}

fn failed(report: &CheckReport) -> Vec<&'static str> {
    report.failed().map(|checked| checked.point.name).collect()
}

fn not_offered(report: &CheckReport) -> Vec<&'static str> {
    let is = |result: &PointResult| matches!(result, PointResult::NotOffered(_));
    report.points.iter().filter(|checked| is(&checked.result)).map(|checked| checked.point.name).collect()
}

fn not_tried(report: &CheckReport) -> usize {
    report.points.iter().filter(|checked| matches!(checked.result, PointResult::NotTried(_))).count()
}

#[test]
fn a_correct_engine_passes_all_points_in_both_dialects() {
    let report = check_mock("is correct", &settings());
    assert_eq!((failed(&report), not_offered(&report), not_tried(&report)), (vec![], vec![], 0), "{report}");
    assert!(report.passed());
    assert_eq!(report.engine, "Mock 1 by Nobody at all");
    assert_eq!(report.points.len(), points().count());
    let text = report.to_string();
    assert!(text.starts_with("Mock 1 by Nobody at all: take-two, UGI\n\nhandshake\npassed  "), "{text}");
    assert!(text.ends_with("passed\nthe engine meets the requirements of a tournament\n"), "{text}");

    let report = check_mock("is correct", &CheckSettings { dialect: Dialect::Uci, ..settings() });
    assert_eq!((failed(&report), not_offered(&report), not_tried(&report)), (vec![], vec![], 0), "{report}");
    let sent: Vec<String> = report.points.iter().flat_map(sent).collect();
    assert!(sent.iter().any(|line| line.starts_with("go wtime ")));
    assert!(!sent.iter().any(|line| line.starts_with("ugi")));
}

#[test]
fn rules_are_set_by_options() {
    let mut rules = TakeTwo::default().boxed_clone();
    rules.set_option("heaps", "5").unwrap();
    let report = check(&mock("is correct"), &*rules, &settings(), &mut |_| ());
    assert_eq!((failed(&report), not_offered(&report), not_tried(&report)), (vec![], vec![], 0), "{report}");
}

/// A fault of an engine, and the points that it fails.
const FAULTS: &[(&str, &[&str])] = &[
    // This one takes longest, so it comes first.
    ("is late", &["movetime", "clock", "own-clock", "increment", "little-time"]),
    ("writes before the handshake", &["silence", "nothing-else", "protocol-only"]),
    ("has no name", &["name"]),
    ("has no author", &["author"]),
    ("declares an unknown type", &["declarations"]),
    ("declares an option twice", &["declarations"]),
    ("declares a default that does not fit", &["declarations", "values"]),
    ("ends after a value", &["values"]),
    ("refuses a value", &["values"]),
    ("ends after a new game", &["new-game"]),
    ("is slow to set up", &["long-game-fast"]),
    ("accepts only startpos", &["fen", "fen-moves", "legal-from-fen", "won-next"]),
    ("keeps part of an invalid position", &["bad-position-kept"]),
    ("ends after finished games", &["gameover", "result", "termination", "turns", "finished", "finished-go"]),
    ("plays illegal turns late", &["legal-turns", "pv-first", "stop-at-once"]),
    ("answers twice", &["one-answer", "stop-at-once"]),
    ("adds a ponder turn", &["two-words"]),
    ("reports no searches", &["last-info", "full-info"]),
    ("reports no mistakes", &["second-go", "error-lines"]),
    ("writes odd infos", &["last-info", "info-form"]),
    ("reports a win too late", &["won-next"]),
    ("reports the score of the opponent", &["won-next"]),
    ("reports no mate scores", &[]),
    ("reports an illegal pv", &["pv-legal"]),
    ("reports another pv", &["pv-first"]),
    ("takes more nodes", &["nodes-kept"]),
    ("moves its position in a search", &["position-kept"]),
    ("is slow to stop", &["stop-soon"]),
    ("uses the wrong clock", &["own-clock"]),
    ("uses its increment at once", &["increment"]),
    ("announces by default", &["announcements"]),
    ("announces within a report", &["announcements"]),
    ("confuses the players", &["p-one-turn"]),
    ("reports no end of a game", &["gameover"]),
    ("reports only wins of player 1", &["result"]),
    ("reports unknown reasons", &["termination"]),
    ("reports only the first position", &["query-fen"]),
    ("accepts every turn", &["islegal"]),
    ("omits a legal turn", &["turns"]),
    ("omits the end of a turn", &["actions"]),
    ("has no extensions", &[]),
    ("answers no queries", &["p-one-turn", "gameover", "result"]),
    ("ends after unknown commands", &["unknown-command"]),
    ("ends after empty lines", &["empty-line"]),
    ("ignores lines with tabs", &["white-space"]),
    ("ends after long lines", &["long-line"]),
    ("ends after bytes that are not UTF-8", &["garbage"]),
    ("writes text between its answers", &["protocol-only"]),
    ("ends with an error status", &["quit-status"]),
    ("ignores the end of its input", &["end-of-input", "hang-up-searching"]),
    ("floods its error stream", &[]),
    ("leaves a child behind", &[]),
];

#[test]
fn each_fault_fails_its_points_and_no_others() {
    let queue = Mutex::new(FAULTS.iter().step_by(sized(4, 1)));
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        // Most of the time is spent waiting.
        for _ in 0..10 {
            scope.spawn(|| {
                while let Some((way, expected)) = { queue.lock().unwrap().next() } {
                    let report = check_mock(way, &settings());
                    if failed(&report) != *expected || not_tried(&report) > 0 {
                        let rows: String = report.failed().map(ToString::to_string).collect();
                        wrong.lock().unwrap().push(format!("{way}: expected {expected:?}, found\n{rows}"));
                    }
                    let left = processes(&mark(way));
                    if !left.is_empty() {
                        wrong.lock().unwrap().push(format!("{way}: left behind: {left:?}"));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn missing_extensions_are_not_offered() {
    let report =
        check_mock("has no extensions", &CheckSettings { only: vec!["queries".into()], ..settings() });
    assert_eq!(not_offered(&report), ["termination", "query-fen", "islegal", "turns", "actions"]);
    assert!(report.passed());
    let text = report.to_string();
    let why = "no `response` to `query fen`: `info string error: query: no such question` came instead";
    assert!(text.contains(why), "{text}");

    // In UCI there are no questions at all; in UGI some belong to the protocol.
    let uci = CheckSettings { only: vec!["queries".into()], dialect: Dialect::Uci, ..settings() };
    let report = check_mock("answers no queries", &uci);
    assert_eq!((failed(&report).len(), not_offered(&report).len()), (0, report.points.len()), "{report}");
}

/// Faults after which some points are not tried: the points that fail, and those after which none is tried.
const BLOCKING_FAULTS: &[(&str, &[&str], &[&str])] = &[
    ("crashes at start", &["greeting"], &["greeting"]),
    ("is never ready", &["ready"], &["ready"]),
    ("is ready twice", &["ready-each"], &["ready-each"]),
    ("refuses the game", &["set-up"], &["set-up"]),
    ("crashes in the search", &["go-nodes"], &["go-nodes"]),
    ("plays illegal turns", &["go-nodes"], &["go-nodes"]),
    ("floods its output", &["go-nodes"], &["go-nodes"]),
    ("ignores stop", &["go-infinite", "stop-at-once"], &["go-infinite"]),
    (
        "reads nothing during a search",
        &["ready-searching", "go-infinite", "stop-at-once", "quit-searching", "hang-up-searching"],
        &["go-infinite"],
    ),
    ("ignores quit", &["quit", "quit-searching"], &["quit"]),
    ("answers go infinite at once", &["infinite-waits"], &["infinite-waits"]),
];

#[test]
fn points_after_a_failed_one_are_not_tried() {
    // Here most answers never come.
    let short = CheckSettings { timeout: Duration::from_secs(4), ..settings() };
    thread::scope(|scope| {
        for &(way, fails, gates) in BLOCKING_FAULTS {
            let short = &short;
            scope.spawn(move || {
                let report = check_mock(way, short);
                assert_eq!(failed(&report), fails, "{way}: {report}");
                let recommended = report.failed().all(|checked| !checked.point.required);
                assert_eq!(report.passed(), recommended, "{way}");
                let mut unmet: BTreeMap<&str, bool> = gates.iter().map(|gate| (*gate, true)).collect();
                for checked in &report.points {
                    let point = checked.point;
                    let tried = !matches!(checked.result, PointResult::NotTried(_));
                    let expected = point.after.is_none_or(|after| !unmet.contains_key(after));
                    assert_eq!(tried, expected, "{way}: {}", point.name);
                    if !tried {
                        unmet.insert(point.name, true);
                    }
                }
                assert_eq!(processes(&mark(way)), Vec::<String>::new(), "{way}");
            });
        }
    });
}

#[test]
fn reasons_and_transcripts_show_the_lines() {
    let only = |name: &str| CheckSettings { only: vec![name.into()], ..settings() };
    let report = check_mock("plays illegal turns", &only("go-nodes"));
    let checked = report.failed().next().unwrap();
    let PointResult::Failed(why) = &checked.result else { panic!("{checked}") };
    assert!(why.starts_with("`bestmove z9` is not legal in `3,4,5 1 2`: "), "{why}");
    let dialogue = checked.dialogue(false);
    assert!(dialogue.starts_with("--- go-nodes: FAILED: `bestmove z9` is not legal"), "{dialogue}");
    for line in [" > ugi\n", " < ugiok\n", " > go nodes 500\n", " < bestmove z9\n"] {
        assert!(dialogue.contains(line), "{dialogue}");
    }
    let sent = sent(checked);
    assert!(!sent.is_empty());
    for line in sent {
        assert_eq!(command(&line).to_string(), line);
    }

    let report = check_mock("crashes in the search", &only("go-nodes"));
    let text = report.to_string();
    assert!(text.contains("the engine ended (exit status: 7) where `bestmove` was expected"), "{text}");
    assert!(
        text.ends_with("1 required FAILED\nthe engine does not meet the requirements of a tournament\n"),
        "{text}"
    );
}

#[test]
fn a_closed_output_is_reported() {
    let script = "read line; echo id name Half; echo ugiok; exec >&-; sleep 600";
    let args = vec!["-c".into(), script.into()];
    let command = EngineCommand { program: "sh".into(), args, ..EngineCommand::default() };
    let settings = CheckSettings { only: vec!["greeting".into(), "ready".into()], ..settings() };
    let report = check_engine(&command, &settings);
    assert_eq!((failed(&report), not_tried(&report)), (vec!["ready"], 0), "{report}");
    assert!(
        report.to_string().contains("the engine closed its output where `readyok` was expected"),
        "{report}"
    );
}

#[test]
fn an_engine_that_does_not_start_fails_the_greeting() {
    let missing = EngineCommand { program: "/no/such/engine".into(), ..EngineCommand::default() };
    let nowhere = EngineCommand { dir: Some("/no/such/folder".into()), ..mock("is correct") };
    for (command, why) in
        [(missing, "cannot start /no/such/engine: "), (nowhere, "no folder /no/such/folder")]
    {
        let report = check_engine(&command, &settings());
        assert_eq!((failed(&report), not_tried(&report)), (vec!["greeting"], points().count() - 1));
        assert_only_the_greeting_is_printed(&report);
        assert!(report.to_string().contains(why), "{report}");
    }
}

#[test]
fn an_engine_that_dies_at_its_start_fails_the_greeting() {
    assert_only_the_greeting_is_printed(&check_mock("crashes at start", &settings()));
    // One that dies before it is ready fails one point more than those that it can pass.
    let args =
        vec!["-c".into(), "read line; echo id name Half; echo id author Me; echo ugiok; exit 5".into()];
    let command = EngineCommand { program: "sh".into(), args, ..EngineCommand::default() };
    let text = check_engine(&command, &settings()).to_string();
    let rows =
        text.lines().filter(|line| line.contains("required  ") || line.contains("recommended  ")).count();
    assert_eq!(rows, 6 + 1 + 1, "{text}");
    assert!(text.contains("7 passed, 1 required FAILED, 64 not tried (`ready` did not pass)\n"), "{text}");
}

fn assert_only_the_greeting_is_printed(report: &CheckReport) {
    let text = report.to_string();
    let rows: Vec<&str> = text.lines().skip(1).take_while(|line| !line.contains(" points: ")).collect();
    assert_eq!(rows.len(), 5, "{text}");
    assert_eq!((rows[0], rows[1], rows[4]), ("", "handshake", ""), "{text}");
    assert!(rows[2].starts_with("FAILED       required     greeting  "), "{text}");
    let counts = "72 points: 0 passed, 1 required FAILED, 71 not tried (`greeting` did not pass)\n";
    assert!(text.contains(counts), "{text}");
}

/// The lines that were sent to the engine.
fn sent(checked: &CheckedPoint) -> Vec<String> {
    let dialogue = checked.dialogue(true);
    dialogue.lines().filter_map(|line| Some(line.get(9..)?.strip_prefix("> ")?.to_owned())).collect()
}

/// The command that a line of a transcript is, for the test that it can be typed again.
fn command(line: &str) -> Command {
    line.parse().unwrap()
}
