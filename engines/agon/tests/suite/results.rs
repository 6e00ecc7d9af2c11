//! A reported win or loss is true, and the turn keeps it: with every history of the match, at every node limit, by every search,
//! by levels and proofs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::terminal::{Folder, check_puzzle, play, saved, text};
use abstract_game::conformance::sized;
use abstract_game::facade::{AnyMatch, AnyRules};
use abstract_game::random::SplitMix64;
use agon_engine::ugi::Agon;
use protocol::server::{JobResult, Output, ProtocolEngine as _, StopSignal};
use protocol::{Go, GoLimits, GoTask, Info, JobRequest, ReportedScore, Start, WinClaim};

/// The nodes of a proof that checks a report.
const PROOF_NODES: u64 = 20_000;

fn engine(game: &str, options: &[(&str, &str)]) -> Agon {
    let mut engine = Agon::new();
    for (name, value) in [("Game", game), ("Hash", "2")].iter().chain(options) {
        engine.set_option(name, value).expect("an option of the engine");
    }
    engine
}

/// The last report with a score, the last `info string`, and the turn.
fn ask(engine: &mut Agon, game: &dyn AnyMatch, request: &JobRequest) -> (Info, String, String) {
    engine.set_position(&Start::Fen(game.start_text()), &game.turns()).expect("a legal match");
    let job = engine.job(request).expect("a match that goes on");
    let (mut last, mut text) = (Info::default(), String::new());
    let result = job(&StopSignal::default(), &mut |output| {
        if let Output::Info(info) = output {
            if info.score.is_some() {
                last = info;
            } else if let Some(string) = info.string {
                text = string;
            }
        }
    });
    let turn = match result {
        JobResult::Turn(turn) => turn,
        JobResult::Summary(summary) => summary,
        other => panic!("no turn: {other:?}"),
    };
    (last, text, turn)
}

fn go(task: GoTask, nodes: u64) -> JobRequest {
    JobRequest::Go(Go { task, ..Go::from(GoLimits::nodes(nodes)) })
}

/// Proofs of what other searches report.
struct Referee {
    engine: Agon,
    known: HashMap<(String, Vec<String>), Option<bool>>,
}

impl Referee {
    fn new(game: &str) -> Referee {
        Referee { engine: engine(game, &[("Hash", "16")]), known: HashMap::new() }
    }

    /// Whether the player to act wins, by proof; `None`: not known.
    fn wins(&mut self, game: &dyn AnyMatch) -> Option<bool> {
        if let Some(end) = game.result() {
            return end.winner.map(|winner| winner == game.player_to_act());
        }
        let key = (game.start_text(), game.turns());
        *self.known.entry(key).or_insert_with(|| {
            let (info, ..) = ask(&mut self.engine, game, &go(GoTask::Prove, PROOF_NODES));
            info.score?.proved_win()
        })
    }
}

fn after(game: &dyn AnyMatch, turn: &str) -> Box<dyn AnyMatch> {
    let mut after = game.boxed_clone();
    after.play_turn(turn).unwrap_or_else(|error| panic!("{turn}: {error}"));
    after
}

/// Asserts that a report of a win or loss is not refuted, and that the turn of a win keeps it. Returns whether it was proved.
fn check(referee: &mut Referee, game: &dyn AnyMatch, info: &Info, turn: &str, by: &str) -> bool {
    let next = after(game, turn);
    let Some(says_win) = info.score.and_then(ReportedScore::proved_win) else { return false };
    let shown =
        format!("{by}: {turn} with {:?} in {} after {:?}", info.score, game.position_text(), game.turns());
    if next.result().is_some_and(|end| end.winner == Some(game.player_to_act())) {
        assert!(says_win, "{shown}");
        return true;
    }
    let found = referee.wins(game);
    assert!(found.is_none_or(|found| found == says_win), "{shown}: the opposite is proved");
    if says_win {
        assert!(next.result().is_none(), "{shown}: not won");
        let kept = referee.wins(&*next);
        assert_ne!(kept, Some(true), "{shown}: the opponent wins then");
        return kept == Some(false);
    }
    found == Some(false)
}

/// The file with the suite of positions of a game. A game of which the engine knows only the rules may have none.
fn suite_file(game: &str) -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates");
    crates.join(format!("engine/tests/positions/{game}.txt"))
}

/// The rows of the suites of positions: wins, and positions in which all turns but one lose.
fn suite(rules: &dyn AnyRules) -> Vec<Box<dyn AnyMatch>> {
    let text = std::fs::read_to_string(suite_file(rules.name())).expect("the file can be read");
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let positions = rows.map(|line| line.split(" | ").next().expect("a position"));
    positions.map(|text| rules.read_position(text).expect("a position of the game")).collect()
}

type Options = [(&'static str, &'static str)];

const SEARCHES: [&Options; 3] = [
    &[("Search", "alphabeta"), ("Solver", "true")],
    &[("Search", "alphabeta"), ("Solver", "false")],
    &[("Search", "mcts"), ("Solver", "true")],
];
const LEVELS: [&Options; 2] = [&[("Skill Level", "4")], &[("Skill Level", "8")]];

#[test]
fn reports_are_true_at_every_node_limit() {
    let mut random = SplitMix64::new(3);
    let names: Vec<&str> = Agon::new().games().filter(|name| suite_file(name).exists()).collect();
    assert!(names.len() >= 3, "{names:?}");
    for name in names {
        let rules = games::by_name(name).expect("a game of the list");
        let mut referee = Referee::new(rules.name());
        let (mut reports, mut proved) = (0, 0);
        let mut report = |game: &dyn AnyMatch, options: &Options, limit: u64| {
            let mut engine = engine(rules.name(), options);
            let (info, _, turn) = ask(&mut engine, game, &go(GoTask::Search, limit));
            let by = format!("{options:?} with {limit} nodes");
            reports += 1;
            proved += u32::from(check(&mut referee, game, &info, &turn, &by));
        };
        for (number, game) in suite(&*rules).iter().step_by(sized(18, 8)).enumerate() {
            for options in SEARCHES {
                let mut limit = 0;
                while limit < 2_000 {
                    limit += 1 + random.below(sized(600, 40)) as u64;
                    report(&**game, options, limit);
                }
            }
            // A level that finds no turn without an immediate loss proves with 60,000 nodes, whatever the limit.
            report(&**game, LEVELS[number % 2], 1 + random.below(2_000) as u64);
        }
        println!("{}: {proved} proved of {reports}", rules.name());
        assert!(proved > 10, "{}: {proved} of {reports}", rules.name());
    }
}

/// A position of Symbol with a king and one or two other pieces of each player, which can move to and fro.
fn small_symbol_position(rules: &dyn AnyRules, random: &mut SplitMix64) -> Box<dyn AnyMatch> {
    loop {
        let mut board = vec!["x"; 49];
        let mut pieces = vec!["K", "k", "L", "l"];
        pieces.extend([["W"].as_slice(), &["w"], &["W", "w"], &[]][random.below(4)]);
        for piece in pieces {
            let free: Vec<usize> = (0..49).filter(|&cell| board[cell] == "x").collect();
            board[*random.choose(&free).expect("a free cell")] = piece;
        }
        let ranks: Vec<String> = board.chunks(7).map(|rank| rank.join(",")).collect();
        let text = format!("{} {} -/- - variant=unlimited", ranks.join("/"), 1 + random.below(2));
        if let Ok(game) = rules.read_position(&text)
            && game.result().is_none()
        {
            return game;
        }
    }
}

/// Plays up to `most` random turns, most of them back to earlier states, and stops where a state stands for the second time.
fn returning(mut game: Box<dyn AnyMatch>, most: usize, random: &mut SplitMix64) -> Box<dyn AnyMatch> {
    let mut seen = vec![game.position_text()];
    for _ in 0..most {
        let mut next: Vec<_> = game.legal_turns(500).iter().map(|turn| after(&*game, turn)).collect();
        next.retain(|next| next.result().is_none());
        random.shuffle(&mut next);
        let back = next.iter().position(|next| seen.contains(&next.position_text()));
        let Some(chosen) = back.filter(|_| random.below(3) > 0).or((!next.is_empty()).then_some(0)) else {
            break;
        };
        game = next.swap_remove(chosen);
        let text = game.position_text();
        if seen.contains(&text) && random.below(2) == 0 {
            break;
        }
        seen.push(text);
    }
    game
}

/// Whether the present state occurred earlier in the match.
fn occurred_before(game: &dyn AnyMatch) -> bool {
    let (mut earlier, position) = (game.boxed_clone(), game.position_text());
    while earlier.undo().is_some() {
        if earlier.position_text() == position {
            return true;
        }
    }
    false
}

/// Follows a win within `turns` turns to the end: the engine answers every defence. Returns the number of questions.
fn follow(engine: &mut Agon, game: &dyn AnyMatch, turns: u32) -> u32 {
    let player = game.player_to_act();
    let (info, _, turn) = ask(engine, game, &go(GoTask::Mate(turns), PROOF_NODES));
    let mate = match info.score {
        Some(ReportedScore::Mate(mate)) if mate > 0 => mate.unsigned_abs(),
        score => panic!(
            "a win in {turns} turns is lost: {score:?}, {} after {:?}",
            game.position_text(),
            game.turns()
        ),
    };
    assert!(mate <= turns, "{mate} {turns}");
    let next = after(game, &turn);
    if let Some(end) = next.result() {
        assert_eq!(end.winner, Some(player), "{turn} in {} after {:?}", game.position_text(), game.turns());
        return 1;
    }
    assert!(mate > 2, "{turn} does not win in {mate}: {} after {:?}", game.position_text(), game.turns());
    let defences = next.legal_turns(usize::MAX);
    let after = defences
        .iter()
        .map(|turn| after(&*next, turn))
        .filter(|game| game.result().inspect(|end| assert_eq!(end.winner, Some(player))).is_none());
    1 + after.map(|game| follow(engine, &*game, mate - 2)).sum::<u32>()
}

#[test]
fn answers_keep_the_result_with_every_history() {
    let mut random = SplitMix64::new(4);
    let rules = games::by_name("symbol").expect("a game of the list");
    let mut prover = engine("symbol", &[]);
    let mut referee = Referee::new("symbol");
    let mut searches: Vec<(Agon, &Options)> =
        SEARCHES.into_iter().chain(LEVELS).map(|options| (engine("symbol", options), options)).collect();
    let (mut proved, mut followed, mut returned) = (0, 0, 0);
    for _ in 0..sized(30, 300) {
        let game = returning(small_symbol_position(&*rules, &mut random), 12, &mut random);
        let (info, text, turn) = ask(&mut prover, &*game, &go(GoTask::Prove, 20_000));
        let is_won = info.score.and_then(ReportedScore::proved_win) == Some(true);
        proved += u32::from(check(&mut referee, &*game, &info, &turn, &format!("go prove: {text}")));
        for (engine, options) in &mut searches {
            let (info, _, turn) = ask(engine, &*game, &go(GoTask::Search, 1_000));
            check(&mut referee, &*game, &info, &turn, &format!("{options:?}"));
        }
        let claim = WinClaim { claimant: None, turns: 5, nodes: Some(PROOF_NODES) };
        let (_, _, claim) = ask(&mut prover, &*game, &JobRequest::Claim(claim));
        let mate = claim.strip_prefix("response proved ").and_then(|text| text.split(' ').next());
        if let Some(turns) = mate.and_then(|turns| turns.parse().ok()) {
            assert!(is_won, "{claim}: {} after {:?}", game.position_text(), game.turns());
            followed += follow(&mut prover, &*game, turns);
            returned += u32::from(occurred_before(&*game));
        }
    }
    println!("{proved} proved, {followed} questions to the end, {returned} with a history");
    assert!(proved > 10 && followed > 10 && returned > 2, "{proved} {followed} {returned}");
}

/// Records of won positions with the turns that led to them are read by the programs for people.
#[test]
fn puzzles_and_hints_keep_the_result_with_every_history() {
    let mut random = SplitMix64::new(5);
    let rules = games::by_name("symbol").expect("a game of the list");
    let mut referee = Referee::new("symbol");
    let folder = Folder::new("results");
    let (mut won, mut files) = (Vec::new(), Vec::new());
    while won.len() < sized(24, 75) {
        let game = returning(small_symbol_position(&*rules, &mut random), 12, &mut random);
        let turns = game.turns();
        let begins = game.player_to_act().index() == turns.len() % 2;
        if begins && referee.wins(&*game) == Some(true) {
            let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
            let record = saved("symbol", &game.start_text(), &turns);
            files.push(folder.write(&format!("game-{}.txt", won.len()), &record));
            won.push(game);
        }
    }
    let lines: Vec<String> =
        files.iter().flat_map(|file| [format!("load {file}"), "hint".to_owned()]).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let said = play(&["--p1", "person", "--p2", "person", "--nodes", "3000"], &lines);
    let hints: Vec<&str> = said.split("> hint\n").skip(1).collect();
    assert_eq!(hints.len(), won.len(), "{said}");
    let mut kept = 0;
    for (game, hint) in won.iter().zip(&hints) {
        let (turn, assessment) = hint.split_once(' ').expect("a turn");
        let next = after(&**game, turn);
        let lost = next.result().map_or_else(
            || referee.wins(&*next).map(|wins| wins == (next.player_to_act() != game.player_to_act())),
            |end| Some(end.winner != Some(game.player_to_act())),
        );
        let shown = || format!("{hint}: {} after {:?}", game.position_text(), game.turns());
        if assessment.contains(", win") {
            assert_eq!(lost, Some(false), "{}", shown());
            kept += u32::from(occurred_before(&**game));
        }
        assert!(!assessment.contains(", loss"), "{}", shown());
    }
    let mut arguments = vec!["puzzles", "--min-turns", "1", "--max-turns", "3", "--nodes", "5000"];
    arguments.extend(files.iter().map(String::as_str));
    let puzzles = text(&arguments, "");
    let puzzles: Vec<_> = puzzles.split("# a game tree, format 1").skip(1).map(check_puzzle).collect();
    println!("{kept} hints of {} win in a state that stood before, {} puzzles", won.len(), puzzles.len());
    assert!(kept > 2 && puzzles.len() > 4, "{kept} {}", puzzles.len());
}
