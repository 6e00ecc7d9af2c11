//! The driver with engines that are correct, and with engines that misbehave each in one way.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use protocol::driver::{
    BestMove, DriverError, EngineCommand, EngineProcess, LineSource, SearchTimeout, Timeouts,
};
use protocol::{ANNOUNCEMENTS, Announcement, Go, GoLimits, Query, ReportedScore, Start};

const LONG: Duration = Duration::from_secs(60);
const IN_TIME: SearchTimeout = SearchTimeout { time: Some(LONG), grace: LONG };
const SHORT: Duration = Duration::from_millis(100);

/// A long timeout where an answer is expected.
const LONG_TIMEOUTS: Timeouts = Timeouts { launch: LONG, ready: LONG, quit: LONG };

/// The mock engine that behaves in this way.
fn engine(way: &str) -> EngineCommand {
    EngineCommand {
        program: env!("CARGO_BIN_EXE_mock-driven-engine").into(),
        args: vec![way.into()],
        name: Some(way.into()),
        ..EngineCommand::default()
    }
}

#[cfg(unix)]
fn shell(script: &str) -> EngineCommand {
    EngineCommand { program: "sh".into(), args: vec!["-c".into(), script.into()], ..EngineCommand::default() }
}

fn ask(driver: &mut EngineProcess, time: Duration) -> Result<BestMove, DriverError> {
    let patience = SearchTimeout { time: Some(time), grace: SHORT };
    driver.search(&Start::Startpos, &[], GoLimits::depth(1), &patience, &mut |_| {})
}

#[test]
fn a_game_with_a_correct_engine() {
    let traffic = Arc::new(Mutex::new(Vec::new()));
    let log = traffic.clone();
    let mut command = engine("is correct");
    command.options = vec![("level of play".into(), "7".into())];
    let mut driver = EngineProcess::spawn(
        &command,
        &LONG_TIMEOUTS,
        Some(Arc::new(move |source, line: &str| log.lock().unwrap().push((source, line.to_owned())))),
    )
    .unwrap();
    driver.initialize(None).unwrap();
    assert_eq!(
        (driver.identity().name.as_str(), driver.identity().author.as_str()),
        ("is correct", "Nobody at all")
    );
    assert_eq!(driver.options().len(), 2);
    driver.new_game().unwrap();
    let mut infos = 0;
    let moves = ["a".to_owned(), "b,c".to_owned()];
    let answer = driver
        .search(&Start::Fen("x y".into()), &moves, GoLimits::nodes(4), &SearchTimeout::never(), &mut |_| {
            infos += 1;
        })
        .unwrap();
    assert_eq!((answer.turn.as_str(), infos), ("b", 5));
    assert_eq!(answer.error.as_deref(), Some("info string error: a small one"));
    let info = answer.info.unwrap();
    assert_eq!((info.score, info.pv), (Some(ReportedScore::Mate(3)), vec!["b".into(), "c".into()]));
    assert!(answer.elapsed < LONG && !answer.stopped);
    assert_eq!(driver.query(&Query::Fen).unwrap(), "fen x y moves a b,c");
    assert!(matches!(driver.query(&Query::Result), Err(DriverError::Refused { .. })));
    assert_eq!(answer.cpu_time, None, "it is not limited");
    assert_eq!(driver.cpu_time().is_some(), cfg!(target_os = "linux"));
    assert!(driver.quit().unwrap().success());

    let traffic = traffic.lock().unwrap();
    let lines: Vec<&str> = traffic
        .iter()
        .filter(|(source, _)| *source == LineSource::Driver)
        .map(|(_, line)| line.as_str())
        .collect();
    let expected = [
        "ugi",
        "setoption name Level of Play value 7",
        "isready",
        "isready",
        "uginewgame",
        "isready",
        "position fen x y moves a b,c",
        "isready",
        "go nodes 4",
        "query fen",
        "isready",
        "query result",
        "isready",
        "quit",
    ];
    assert_eq!(lines, expected);
    assert!(traffic.contains(&(LineSource::Engine, "bestmove b".into())));
}

#[test]
fn options_are_checked_before_and_after_sending() {
    let mut driver = EngineProcess::start(&engine("is correct"), &LONG_TIMEOUTS).unwrap();
    for (name, value, reason) in [
        ("Hash", "1", "does not have it"),
        ("Level of Play", "10", "expected a whole number from 0 to 9"),
        ("Fussy", "x", "not this one"),
    ] {
        let error = driver.set_option(name, value).unwrap_err();
        assert!(matches!(error, DriverError::Refused { .. }));
        assert!(error.to_string().contains(reason), "{error}");
    }
    driver.ready().unwrap();
    assert!(matches!(driver.query(&Query::Limits), Err(DriverError::Refused { .. })), "it does not know it");
    driver.ready().unwrap();
    let mut command = engine("is correct");
    command.options = vec![("Hash".into(), "1".into())];
    assert!(matches!(EngineProcess::start(&command, &LONG_TIMEOUTS), Err(DriverError::Refused { .. })));
}

#[test]
fn another_thread_stops_a_search() {
    let mut driver = EngineProcess::start(&engine("is correct"), &LONG_TIMEOUTS).unwrap();
    let stopper = driver.stop_handle();
    let answer = driver
        .search(&Start::Startpos, &[], GoLimits::infinite(), &IN_TIME, &mut |_| {
            stopper.stop();
        })
        .unwrap();
    assert_eq!((answer.turn.as_str(), answer.stopped), ("stopped", false));
}

#[test]
fn an_answer_after_stop_is_marked() {
    let mut driver = EngineProcess::start(&engine("waits for stop"), &LONG_TIMEOUTS).unwrap();
    let patience = SearchTimeout { time: Some(SHORT), grace: LONG };
    let answer = driver.search(&Start::Startpos, &[], GoLimits::depth(1), &patience, &mut |_| {}).unwrap();
    assert_eq!((answer.turn.as_str(), answer.stopped), ("stopped", true));
    assert!(answer.elapsed >= SHORT && answer.info.is_some());
    driver.new_game().unwrap();
}

#[test]
fn another_thread_kills_an_engine() {
    let mut driver = EngineProcess::start(&engine("waits for stop"), &LONG_TIMEOUTS).unwrap();
    let stopper = driver.stop_handle();
    let (searching, until_it_searches) = mpsc::channel();
    let killer = std::thread::spawn(move || {
        until_it_searches.recv().unwrap();
        stopper.kill();
        stopper
    });
    let error = driver
        .search(&Start::Startpos, &[], GoLimits::depth(1), &IN_TIME, &mut |_| searching.send(()).unwrap())
        .unwrap_err();
    assert!(matches!(error, DriverError::Exited { status: Some(_), expected: "`bestmove`" }), "{error}");
    let stopper = killer.join().unwrap();
    drop(driver);
    // The process id may belong to another process now.
    stopper.kill();
    stopper.stop();
}

#[test]
fn long_games_are_sent_whole() {
    let mut driver = EngineProcess::start(&engine("is correct"), &LONG_TIMEOUTS).unwrap();
    for turns in [1, 10_000, 2, 3000] {
        let moves: Vec<String> = (0..turns).map(|turn| format!("turn-{turn}")).collect();
        let answer =
            driver.search(&Start::Startpos, &moves, GoLimits::depth(1), &IN_TIME, &mut |_| {}).unwrap();
        assert_eq!(answer.turn, "b");
        assert_eq!(driver.query(&Query::Fen).unwrap(), format!("startpos moves {}", moves.join(" ")));
    }
}

#[test]
fn launch_errors() {
    let missing = EngineCommand { program: PathBuf::from("/no/such/engine"), ..EngineCommand::default() };
    let nowhere = EngineCommand { dir: Some("/no/such/folder".into()), ..engine("is correct") };
    for command in [missing, nowhere] {
        let error = EngineProcess::start(&command, &LONG_TIMEOUTS).err().unwrap();
        assert!(matches!(error, DriverError::Launch { .. }), "{error}");
    }
}

#[test]
fn an_engine_is_killed_during_its_handshake() {
    let mut driver = EngineProcess::spawn(&engine("is silent"), &LONG_TIMEOUTS, None).unwrap();
    let stop_handle = driver.stop_handle();
    std::thread::spawn(move || stop_handle.kill());
    let error = driver.initialize(None).unwrap_err();
    assert!(matches!(error, DriverError::Exited { expected: "`ugiok`", .. }), "{error}");
}

#[test]
fn crashes_are_reported() {
    let error = EngineProcess::start(&engine("crashes at start"), &LONG_TIMEOUTS).err().unwrap();
    let DriverError::Exited { status: Some(status), expected: "`ugiok`" } = error else { panic!("{error}") };
    assert_eq!(status.code(), Some(3));

    let mut driver = EngineProcess::start(&engine("crashes in the search"), &LONG_TIMEOUTS).unwrap();
    let error = ask(&mut driver, LONG).unwrap_err();
    let DriverError::Exited { status: Some(status), expected: "`bestmove`" } = error else {
        panic!("{error}")
    };
    assert_eq!(status.code(), Some(7));
    // Every later request has the same error.
    assert!(matches!(ask(&mut driver, LONG), Err(DriverError::Exited { .. })));
    assert!(matches!(driver.query(&Query::Fen), Err(DriverError::Exited { .. })));
}

#[test]
fn missing_answers_are_reported() {
    let short = Timeouts { launch: SHORT, ready: LONG, quit: SHORT };
    let error = EngineProcess::start(&engine("is silent"), &short).err().unwrap();
    assert!(matches!(error, DriverError::TimedOut { expected: "`ugiok`", .. }), "{error}");

    for way in ["hangs", "ignores stop"] {
        let mut driver =
            EngineProcess::start(&engine(way), &Timeouts { quit: SHORT, ..LONG_TIMEOUTS }).unwrap();
        let error = ask(&mut driver, SHORT).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no `bestmove` within 0.1 s, nor within 0.1 s after `stop`; its standard output is empty"
        );
        assert!(driver.quit().is_none(), "it had to be killed");
    }
    let driver =
        EngineProcess::start(&engine("ignores quit"), &Timeouts { quit: SHORT, ..LONG_TIMEOUTS }).unwrap();
    assert!(driver.quit().is_none());
}

#[test]
fn unknown_lines_are_skipped() {
    let mut driver = EngineProcess::start(&engine("writes garbage"), &LONG_TIMEOUTS).unwrap();
    assert_eq!(ask(&mut driver, LONG).unwrap().turn, "b");
    assert_eq!(driver.query(&Query::Fen).unwrap(), "startpos");
}

#[test]
fn lines_in_the_wrong_place_are_reported() {
    let mut driver = EngineProcess::start(&engine("answers twice"), &LONG_TIMEOUTS).unwrap();
    assert_eq!(ask(&mut driver, LONG).unwrap().turn, "b");
    let error = ask(&mut driver, LONG).unwrap_err();
    assert!(matches!(error, DriverError::Protocol { .. }), "{error}");

    let mut driver = EngineProcess::start(&engine("answers nothing"), &LONG_TIMEOUTS).unwrap();
    let error = ask(&mut driver, LONG).unwrap_err();
    assert_eq!(error.to_string(), "the engine wrote `bestmove`; expected `bestmove` and a turn");

    let mut driver = EngineProcess::start(&engine("refuses the position"), &LONG_TIMEOUTS).unwrap();
    let error = ask(&mut driver, LONG).unwrap_err();
    assert_eq!(error.to_string(), "the position was refused: info string error: no such turn");

    let mut driver = EngineProcess::start(&engine("writes other lines only"), &LONG_TIMEOUTS).unwrap();
    // It answers to `stop`, only too late for us.
    let stopper = driver.stop_handle();
    let patience = SearchTimeout { time: Some(SHORT), grace: Duration::ZERO };
    let error = driver.search(&Start::Startpos, &[], GoLimits::depth(1), &patience, &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "the engine wrote `lorem ipsum`; expected `bestmove`, which never came");
    stopper.kill();

    let mut driver = EngineProcess::start(&engine("cannot search"), &LONG_TIMEOUTS).unwrap();
    let error = driver.search(&Start::Startpos, &[], GoLimits::depth(1), &patience, &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "the search was refused: info string error: go: no thread");
}

#[test]
fn floods_are_bounded() {
    let mut driver = EngineProcess::start(&engine("floods stderr"), &LONG_TIMEOUTS).unwrap();
    assert_eq!(ask(&mut driver, LONG).unwrap().turn, "b");
    assert!(driver.quit().is_some());

    let mut driver =
        EngineProcess::start(&engine("floods stdout"), &Timeouts { quit: SHORT, ..LONG_TIMEOUTS }).unwrap();
    let error = ask(&mut driver, SHORT).unwrap_err();
    assert!(error.to_string().ends_with("nor within 0.1 s after `stop`; it wrote other lines"), "{error}");
    assert!(driver.quit().is_none());

    for (way, place) in [
        ("floods stdout with other lines", "in lines that are no answer"),
        ("floods stdout without a line", "without the end of a line"),
        ("floods stderr in the search", "to its standard error"),
    ] {
        let mut driver = EngineProcess::start(&engine(way), &LONG_TIMEOUTS).unwrap();
        let error = ask(&mut driver, LONG).unwrap_err();
        assert_eq!(error.to_string(), format!("the engine wrote more than 64 MiB {place} within one game"));
    }
}

#[test]
fn a_line_without_an_end_is_reported() {
    let mut driver = EngineProcess::start(&engine("writes no whole line"), &LONG_TIMEOUTS).unwrap();
    let error = ask(&mut driver, SHORT).unwrap_err();
    let expected = "no `bestmove` within 0.1 s, nor within 0.1 s after `stop`; it wrote 10 bytes without the end of a line";
    assert_eq!(error.to_string(), expected);
}

#[test]
#[cfg(unix)]
fn the_last_lines_of_standard_error_are_kept() {
    let script = "echo id name x; echo ugiok; read ugi; echo 1 >&2; echo 2 >&2; read isready; echo readyok; \
                  read newgame; read isready; echo readyok; read go; \
                  printf 'a\\n\\nb\\n\\033[2J%0300d\\nd' 0 >&2; exit 5";
    let mut driver = EngineProcess::start(&shell(script), &LONG_TIMEOUTS).unwrap();
    driver.new_game().unwrap();
    assert!(ask(&mut driver, LONG).is_err());
    // Those before the game are forgotten, blank lines are left out, and the last one needs no end.
    let long = format!("\\u{{1b}}[2J{}...", "0".repeat(196));
    assert_eq!(driver.last_errors(), ["b", &long, "d"]);
}

#[test]
#[cfg(unix)]
fn a_closed_output_is_reported() {
    let script = "echo id name x; echo ugiok; read ugi; read isready; exec >&-; sleep 60";
    let error = EngineProcess::start(&shell(script), &LONG_TIMEOUTS).err().unwrap();
    assert_eq!(error.to_string(), "the engine closed its output where `readyok` was expected");
}

#[test]
fn announcements_of_an_engine_that_knows_them() {
    let mut driver = EngineProcess::start(&engine("announces"), &LONG_TIMEOUTS).unwrap();
    // Not before they are enabled.
    assert_eq!(told(&mut driver, Some(Announcement::Draw)), ("told depth 1".into(), None));
    driver.set_option(ANNOUNCEMENTS, "true").unwrap();
    for (announced, go, answer) in [
        (None, "told depth 1", Announcement::Claim),
        (Some(Announcement::Draw), "told depth 1 draw", Announcement::Draw),
        (Some(Announcement::Claim), "told depth 1 claim", Announcement::Resign),
    ] {
        assert_eq!(told(&mut driver, announced), (go.into(), Some(answer)));
    }
    driver.set_option("announcements", "false").unwrap();
    assert_eq!(told(&mut driver, Some(Announcement::Claim)), ("told depth 1".into(), None));
}

#[test]
fn an_engine_that_does_not_declare_announcements_is_not_asked() {
    let mut driver = EngineProcess::start(&engine("announces unasked"), &LONG_TIMEOUTS).unwrap();
    assert!(matches!(driver.set_option(ANNOUNCEMENTS, "true"), Err(DriverError::Refused { .. })));
    assert_eq!(told(&mut driver, Some(Announcement::Draw)), ("told depth 1".into(), None));
}

/// What the engine was told with `go`, and what it announced.
fn told(driver: &mut EngineProcess, announced: Option<Announcement>) -> (String, Option<Announcement>) {
    let mut told = String::new();
    let answer = driver
        .search(
            &Start::Startpos,
            &[],
            Go { announced, ..Go::from(GoLimits::depth(1)) },
            &IN_TIME,
            &mut |info| told.extend(info.string.clone()),
        )
        .unwrap();
    assert_eq!(answer.turn, "b");
    (told, answer.announcement)
}
