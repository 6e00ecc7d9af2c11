//! Engines that think in the opponent's time: scripts, whose answers do not depend on time, and the log of the traffic.

use std::fs;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use abstract_game::facade::AnyRules;
use arena::engine::{Engine, EngineLimits, EngineSpec, Fault, Team, TurnRequest};
use arena::tournament::{Settings, Tournament};
use protocol::driver::BestMove;

use crate::engines::{Script, runs};
use crate::holding::{hold, openings};
use crate::partners::four_hands::FourHands;

/// How a script answers: it takes one counter a turn, first from heap a, and `$next` is what the same script plays then.
fn answer(bestmove: &str) -> String {
    format!(
        "n=$(echo \"$position\" | grep -o '[ab]1' | wc -l); turn=b1; next=b1; \
         [ $n -lt 3 ] && turn=a1; [ $n -lt 2 ] && next=a1; echo \"{bestmove}\""
    )
}

const HIT: &str = "bestmove $turn ponder $next";

/// The cases of a script that ponders; its answer to `stop` would lose the game.
fn cases(bestmove: &str, on_stop: &str) -> String {
    let answer = answer(bestmove);
    format!("'go ponder'*) ;; stop) {on_stop};; go*|ponderhit) {answer};;")
}

/// Two games between the script and one that does not ponder, or itself: the status, what was reported, and the lines to
/// and from the engines.
fn games(name: &str, cases: &str, itself: bool, more: &[&str]) -> (Option<i32>, String, Vec<String>) {
    let script = Script::of_cases(name, cases);
    let other = Script::new(&format!("{name}-other"), &answer("bestmove $turn"));
    let log = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.log"));
    let spec =
        |script: &Script, name: &str| format!("{} ponder=true", script.spec().replace("made-up", name));
    let opponent = if itself { spec(&script, "B") } else { other.spec().replace("made-up", "B") };
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(["run", "--no-store", "--game", "take-two", "--rule", "heaps=2", "--openings-turns", "0"]);
    command.args(["-n", "2", "--tc", "60", "-e", &spec(&script, "A"), "-e", &opponent, "--log"]);
    let output = command.arg(&log).args(more).output().unwrap();
    let text = fs::read_to_string(&log).unwrap();
    fs::remove_file(log).unwrap();
    assert!(!runs(&script), "an engine was left behind");
    // Without the seconds.
    let lines = text.lines().map(|line| line.split_once(' ').unwrap().1.to_owned()).collect();
    (output.status.code(), String::from_utf8(output.stderr).unwrap(), lines)
}

/// Number of lines with `go ponder`, `ponderhit` and `stop`.
fn counts(lines: &[String]) -> [usize; 3] {
    ["> go ponder p1time ", "> ponderhit", "> stop"]
        .map(|sent| lines.iter().filter(|line| line.contains(sent)).count())
}

#[test]
fn an_expected_turn_is_a_hit() {
    for (name, bestmove) in [
        ("ponder-hit", HIT),
        // Without `ponder` the principal variation says what the engine expects.
        ("ponder-pv", "info depth 2 score cp 0 pv $turn $next\nbestmove $turn"),
    ] {
        let (status, stderr, lines) = games(name, &cases(bestmove, "echo bestmove z9"), true, &[]);
        assert_eq!(status, Some(0), "{stderr}");
        // Of seven turns, the first five are followed by another one of the same engine, and the sixth would end the game.
        assert_eq!(counts(&lines), [10, 10, 0], "{name}: {lines:#?}");
        let option = |engine| format!("{engine}#1 > setoption name Ponder value true");
        assert!(lines.contains(&option("A")) && lines.contains(&option("B")), "{lines:#?}");
        let of_a: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("A#1 > ")).collect();
        let first = of_a.iter().position(|line| line.starts_with("go ponder")).unwrap();
        assert!(of_a[first - 2].ends_with(" moves a1 a1"), "{lines:#?}");
        assert_eq!(of_a[first + 1], "ponderhit");
    }
}

#[test]
fn the_answer_about_another_turn_is_dropped() {
    let miss = "bestmove $turn ponder b2";
    let (status, stderr, lines) = games("ponder-miss", &cases(miss, "echo bestmove z9"), false, &[]);
    assert_eq!(status, Some(0), "{stderr}");
    let [begun, hits, stops] = counts(&lines);
    assert!(begun > 2 && hits == 0 && stops == begun, "{lines:#?}");
    let dropped = lines.iter().filter(|line| *line == "A#1 < bestmove z9").count();
    // An answer at the very end of the last game is not waited for.
    assert!(dropped + 1 >= stops, "{lines:#?}");
}

#[test]
fn an_illegal_expected_turn_is_ignored() {
    for (name, bestmove) in
        [("ponder-illegal", "bestmove $turn ponder z9"), ("ponder-none", "bestmove $turn ponder")]
    {
        let (status, stderr, lines) = games(name, &cases(bestmove, "exit 7"), true, &[]);
        assert_eq!((status, counts(&lines)), (Some(0), [0, 0, 0]), "{stderr}");
    }
}

#[test]
fn the_end_of_a_game_ends_pondering() {
    let four = ["--max-turns", "4"];
    let (status, stderr, lines) = games("ponder-end", &cases(HIT, "echo bestmove z9"), true, &four);
    assert_eq!(status, Some(0), "{stderr}");
    // In each game after turns 1, 2 and 3.
    assert_eq!(counts(&lines), [6, 4, 2], "{lines:#?}");
    let of_a: Vec<_> = lines.iter().filter(|line| line.starts_with("A#1")).collect();
    let stop = of_a.iter().position(|line| *line == "A#1 > stop").unwrap();
    let expected = ["A#1 < bestmove z9", "A#1 > uginewgame"];
    assert_eq!(of_a[stop + 1..stop + 3], expected, "{lines:#?}");
}

#[test]
fn an_engine_that_does_not_answer_stop_has_stalled() {
    for (name, bestmove, more, lost) in [
        ("ponder-mute", "bestmove $turn ponder b2", &["--stall", "1"][..], "game 1: A lost by stall"),
        // Its first game is over; it loses the next one.
        ("ponder-deaf", HIT, &["--stall", "1", "--max-turns", "4"], "game 2: A lost by stall"),
    ] {
        let (status, stderr, lines) = games(name, &cases(bestmove, ":"), false, more);
        assert_eq!(status, Some(3), "{stderr}");
        assert!(stderr.contains(lost) && stderr.contains("after `stop`"), "{name}: {stderr}\n{lines:#?}");
    }
}

#[test]
fn an_early_answer_counts() {
    // It knows neither `go ponder` nor `ponderhit`.
    let (status, stderr, lines) = games("ponder-early", &format!("go*) {};;", answer(HIT)), true, &[]);
    assert_eq!((status, counts(&lines)), (Some(0), [10, 10, 0]), "{stderr}");
}

#[test]
fn pondering_needs_a_limit_of_time_and_two_processors_a_game() {
    let arena = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
        let game = ["run", "--game", "take-two", "-e", "random", "-e", "name=B cmd=random", "-n", "2"];
        let game = [&game[..], &["--openings-turns", "0"]].concat();
        let output = command.args(game).args(more).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    for limit in [&["--nodes", "5"][..], &["--depth", "5", "--movetime", "5"], &["--tc", "unlimited"]] {
        let (status, _, stderr) = arena(&[&["--ponder"], limit].concat());
        assert_eq!(status, Some(2), "{stderr}");
        assert!(stderr.contains("`random` cannot ponder: `ponder` needs a limit of time"), "{stderr}");
    }
    let (_, _, stderr) = arena(&["--ponder", "-e", "name=C cmd=random nodes=5"]);
    assert!(stderr.contains("`C` cannot ponder"), "{stderr}");
    let (status, stderr, _) =
        arena(&["--ponder", "-e", "name=C cmd=random nodes=5 ponder=false", "--dry-run"]);
    assert!(status == Some(0) && stderr.contains("100 ms a turn, pondering"), "{stderr}");
    let (_, _, stderr) = arena(&["--each", "ponder=true", "--nodes", "5"]);
    assert!(stderr.contains("`random` cannot ponder"), "{stderr}");

    let all = thread::available_parallelism().unwrap().to_string();
    let [with, without] =
        ["--ponder", "--ponder=false"].map(|ponder| arena(&["--no-store", "-c", &all, ponder]).2);
    assert!(with.contains("a game with pondering takes two"), "{with}");
    assert!(!without.contains("wait for each other"), "{without}");
}

/// The first legal turns, and the seat to act in each position that it ponders on.
struct First(Arc<Mutex<Vec<usize>>>);

impl Engine for First {
    fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn best_turn(&mut self, request: &TurnRequest<'_>) -> Result<BestMove, Fault> {
        let turn = request.game.legal_turns(1).pop().unwrap();
        let mut after = request.game.boxed_clone();
        after.play_turn(&turn).unwrap();
        Ok(BestMove { ponder: after.legal_turns(1).pop(), ..BestMove::new(turn) })
    }

    fn ponder(&mut self, request: &TurnRequest<'_>) {
        self.0.lock().unwrap().push(request.game.seat_to_act());
    }
}

#[test]
fn an_engine_ponders_only_if_it_acts_after_the_expected_turn() {
    let limits = EngineLimits {
        movetime: Some(Duration::from_secs(60)),
        ponder: Some(true),
        ..EngineLimits::default()
    };
    let settings = Settings { limits, openings: openings(1), ..Settings::default() };
    let seats: Arc<Mutex<Vec<usize>>> = Arc::default();
    let engine = |name: &str| {
        let seats = Arc::clone(&seats);
        EngineSpec::in_process(name, move || Ok(Box::new(First(Arc::clone(&seats)))))
    };
    let play = |teams: Vec<Team>| {
        let mut rules = FourHands::default().boxed_clone();
        rules.set_option("heaps", "5").unwrap();
        hold(&Tournament::new(rules, teams, settings.clone()).unwrap(), 1);
        std::mem::take(&mut *seats.lock().unwrap())
    };
    let team = |names: [&str; 2]| Team::partners(names.map(engine).into(), vec![0, 1]);
    let partners = play(vec![team(["Ann", "Cleo"]), team(["Ben", "Dan"])]);
    assert!(partners.is_empty(), "{partners:?}");
    // One engine for both seats of each side.
    let seats = play(["Ann", "Ben"].map(|name| Team::from(engine(name))).into());
    assert!((0..4).all(|seat| seats.contains(&seat)), "{seats:?}");
}
