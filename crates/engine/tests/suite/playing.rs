//! Searches of the engine in all games: repeatability, tree reuse, memory, unfinished iterations, known positions.

use std::collections::HashSet;

use agon_engine::ugi::{Agon, expectation};
use protocol::server::{JobResult, Output, ProtocolEngine as _, StopSignal};
use protocol::{Go, GoLimits, Info, JobRequest, Query, ReportedScore, Start};

const GAMES: [&str; 3] = ["snorkels", "symbol", "nika"];
const SEARCHES: [&str; 2] = ["alphabeta", "mcts"];

fn engine(options: &[(&str, &str)]) -> Agon {
    let mut engine = Agon::new();
    for (name, value) in options {
        engine.set_option(name, value).expect("an option of the engine");
    }
    engine
}

/// Searches the position after turns from the start. Returns the reports and the turn.
fn go(engine: &mut Agon, start: &Start, turns: &[String], limits: GoLimits) -> (Vec<Info>, Option<String>) {
    engine.set_position(start, turns).expect("a legal match");
    run(engine, Go::from(limits))
}

/// Searches the position that is set. Returns the reports and the turn.
fn run(engine: &mut Agon, go: Go) -> (Vec<Info>, Option<String>) {
    let mut infos = Vec::new();
    let job = engine.job(&JobRequest::Go(go)).expect("a search");
    let result = job(&StopSignal::default(), &mut |output| {
        if let Output::Info(info) = output {
            infos.push(info);
        }
    });
    let turn = match result {
        JobResult::Turn(turn) => Some(turn),
        _ => None,
    };
    (infos, turn)
}

fn fen(text: &str) -> Start {
    Start::Fen(text.to_owned())
}

#[test]
fn one_thread_with_the_same_seed_and_nodes_repeats_a_game_bit_for_bit() {
    for game in GAMES {
        for search in SEARCHES {
            let run = || {
                let mut engine =
                    engine(&[("Game", game), ("Search", search), ("Seed", "5"), ("ShowWDL", "true")]);
                let mut turns = Vec::new();
                let mut reports = Vec::new();
                for _ in 0..4 {
                    let (infos, turn) = go(&mut engine, &Start::Startpos, &turns, GoLimits::nodes(700));
                    reports.extend(infos.into_iter().map(|info| Info { time: None, nps: None, ..info }));
                    turns.extend(turn);
                }
                (turns, reports)
            };
            let first = run();
            assert_eq!(first.0.len(), 4);
            assert!(first == run(), "{game} {search}");
        }
    }
}

/// Also where a limit has stopped an iteration, and with `searchmoves`.
#[test]
fn a_report_of_several_lines_has_one_depth_and_begins_with_the_best() {
    for (game, search) in GAMES.into_iter().flat_map(|game| SEARCHES.map(|search| (game, search))) {
        let mut engine = engine(&[("Game", game), ("Search", search), ("MultiPV", "3")]);
        engine.set_position(&Start::Startpos, &[]).expect("the start");
        let turns = engine.query(&Query::Turns(Some(4))).expect("an answer");
        let turns: Vec<String> = turns.split(' ').map(str::to_owned).collect();
        for (nodes, searchmoves) in
            [900, 2_500, 7_000].into_iter().flat_map(|nodes| [(nodes, &[][..]), (nodes, &turns)])
        {
            engine.new_game();
            let limits = GoLimits::nodes(nodes);
            let (infos, turn) =
                run(&mut engine, Go { searchmoves: searchmoves.to_vec(), ..Go::from(limits) });
            let reports: Vec<&[Info]> = infos.chunk_by(|_, next| next.multipv != Some(1)).collect();
            let case = format!("{game} {search} {nodes} {searchmoves:?}: {:#?}", reports.last());
            for lines in &reports {
                let of_report = |info: &Info| (info.depth, info.nodes, info.time);
                assert!(lines.iter().all(|info| of_report(info) == of_report(&lines[0])), "{case}");
                assert!((1..).zip(*lines).all(|(rank, info)| info.multipv == Some(rank)), "{case}");
                let chances = || lines.iter().map(|info| expectation(info.score.expect("a score")));
                assert!(search == "mcts" || chances().is_sorted_by(|a, b| a >= b), "{case}");
            }
            let last = reports.last().expect("a report");
            assert_eq!((last.len(), &last[0].pv[0]), (3, turn.as_ref().expect("a turn")), "{case}");
        }
    }
}

/// The first turns of some matches in a row.
fn openings(options: &[(&str, &str)], matches: usize) -> Vec<Vec<String>> {
    // Enough for the depth of a whole turn, or for visits of several actions.
    let nodes = if options.contains(&("Search", "alphabeta")) { 4_000 } else { 3_000 };
    let mut engine = engine(options);
    let mut opening = || {
        engine.new_game();
        let mut turns = Vec::new();
        for _ in 0..4 {
            let (infos, turn) = go(&mut engine, &Start::Startpos, &turns, GoLimits::nodes(nodes));
            let turn = turn.expect("the match goes on");
            assert_eq!(infos.last().expect("a report").pv[0], turn, "the last report is that of the turn");
            turns.push(turn);
        }
        turns
    };
    (0..matches).map(|_| opening()).collect()
}

#[test]
fn variety_plays_other_matches_with_the_same_options_and_the_same_with_the_same_seed() {
    let distinct = |openings: &[Vec<String>]| openings.iter().collect::<HashSet<_>>().len();
    for (game, search) in GAMES.into_iter().flat_map(|game| SEARCHES.map(|search| (game, search))) {
        let options = [("Game", game), ("Search", search), ("Seed", "5")];
        assert_eq!(distinct(&openings(&options, 3)), 1, "{game} {search}");
        // In Symbol the first player wins from the start, and the first turns differ by more than a pawn.
        let range = if game == "symbol" { "150" } else { "60" };
        let varied = [&options[..], &[("Variety", range)]].concat();
        let first = openings(&varied, 10);
        assert!(distinct(&first) >= 7, "{game} {search}: {first:?}");
        assert_eq!(openings(&varied, 10), first, "{game} {search}");
        let seeded = [&varied[..], &[("Seed", "6")]].concat();
        assert_ne!(openings(&seeded, 10), first, "{game} {search}");
        for off in [("VarietyTurns", "1"), ("UCI_AnalyseMode", "true")] {
            let fewer = openings(&[&varied[..], &[off]].concat(), 10);
            assert!(distinct(&fewer) < distinct(&first), "{game} {search} {off:?}");
        }
    }
}

#[test]
fn variety_keeps_to_its_range_and_to_what_is_decided() {
    for search in SEARCHES {
        let mut engine = engine(&[("Search", search), ("Variety", "20"), ("Solver", "false")]);
        for number in 0..20 {
            // b1 captures.
            let (_, turn) = go(&mut engine, &fen("3/G2/P2 g 1 -"), &[], GoLimits::nodes(500));
            assert_eq!(turn.as_deref(), Some("b1"));
            // Every other turn than the swap is more than 200 centipawns worse.
            let (_, turn) = go(&mut engine, &Start::Startpos, &["d4".to_owned()], GoLimits::nodes(2_000));
            assert_eq!(turn.as_deref(), Some("swap"), "{search} {number}");
        }
    }
}

#[test]
fn the_tree_survives_the_turns_of_both_players() {
    for game in GAMES {
        let mut engine = engine(&[("Game", game), ("Search", "mcts"), ("ShowVisits", "true")]);
        let (infos, _) = go(&mut engine, &Start::Startpos, &[], GoLimits::nodes(4_000));
        let line: Vec<String> =
            infos.into_iter().rfind(|info| info.pv.len() > 1).expect("a line of two turns").pv;
        // The turns that the tree expects are played, and sent as `position startpos moves`.
        let (infos, _) = go(&mut engine, &Start::Startpos, &line[..2], GoLimits::nodes(1));
        let visits =
            infos.iter().filter_map(|info| info.string.as_deref()).rfind(|text| text.starts_with("visits"));
        let visits: u32 = visits
            .expect("visits")
            .split(' ')
            .skip(2)
            .step_by(2)
            .map(|word| word.parse::<u32>().expect("a number"))
            .sum();
        assert!(visits > 10, "{game}: {visits} visits");
    }
}

/// `q8>e,r8>e` reaches the victory area.
#[test]
fn both_searches_win_within_the_turn() {
    const POSITION: &str =
        "f6nf7nf8ng6nh6nj12e/a8wb7nb8nd10nq8e/j13sj14sk13sk14sl13sl14s/m6wp6sq6sr6st7wt9n S 2 0";
    for search in SEARCHES {
        let mut engine = engine(&[("Game", "nika"), ("Search", search)]);
        for nodes in [200, 1_000] {
            engine.new_game();
            let (infos, turn) = go(&mut engine, &fen(POSITION), &[], GoLimits::nodes(nodes));
            assert_eq!(turn.as_deref(), Some("q8>e,r8>e"), "{search}, {nodes} nodes");
            if nodes == 1_000 {
                assert_eq!(
                    infos.last().and_then(|info| info.score),
                    Some(ReportedScore::Mate(1)),
                    "{search}"
                );
            }
        }
    }
}

/// Balanced positions, the same ones each time.
fn balanced_positions(engine: &mut Agon, number: usize) -> Vec<String> {
    let arguments = format!("{number} seed 1 prove 0").split(' ').map(str::to_owned).collect();
    let job = engine.job(&JobRequest::GenFens(arguments)).expect("a job");
    let mut lines = Vec::new();
    let result = job(&StopSignal::default(), &mut |output| {
        if let Output::Line(line) = output {
            lines.push(line);
        }
    });
    if let JobResult::Summary(line) = result {
        lines.push(line);
    }
    let position = |line: &String| line.strip_prefix("info string genfens ").map(str::to_owned);
    lines.iter().map(|line| position(line).expect("a position")).collect()
}

/// A limit may stop the search at any node, so it is stopped after each: between two neighbours only a higher score changes the
/// action. The rest of a turn may change with a lower one, when the same action is searched deeper.
#[test]
fn only_an_action_of_a_higher_score_replaces_the_best_within_an_iteration() {
    const NODES: u64 = 1_000;
    for game in GAMES {
        let mut engine = engine(&[("Game", game), ("Search", "alphabeta"), ("Solver", "false")]);
        let mut positions = balanced_positions(&mut engine, 4);
        // In Nika a position says how many actions the turn has left: also one, where the first is done.
        let second_actions: Vec<String> = positions
            .iter()
            .filter_map(|fen| fen.strip_suffix(" 2 0").map(|fen| format!("{fen} 1 0")))
            .collect();
        assert_eq!(second_actions.len(), if game == "nika" { 4 } else { 0 }, "{positions:?}");
        positions.extend(second_actions);
        let mut changes = 0;
        for position in positions {
            let mut last: Option<(String, f64)> = None;
            for nodes in 1..=NODES {
                engine.new_game();
                let (infos, turn) = go(&mut engine, &fen(&position), &[], GoLimits::nodes(nodes));
                let turn = turn.expect("a turn");
                let action = turn.split(',').next().expect("an action").to_owned();
                let score = expectation(infos.last().and_then(|info| info.score).expect("a score"));
                if let Some((last_action, last_score)) = last.filter(|(last, _)| *last != action) {
                    assert!(score > last_score, "{position}, {nodes} nodes: {action} replaces {last_action}");
                    changes += 1;
                }
                last = Some((action, score));
            }
        }
        assert!(changes > 0, "{game}: no action is replaced");
    }
}

/// The share of draws in the reports of a search.
#[test]
fn the_share_of_draws_is_that_of_the_game() {
    for (game, has_draws) in [("snorkels", false), ("symbol", true), ("nika", false)] {
        let mut engine = engine(&[("Game", game), ("ShowWDL", "true")]);
        let (infos, _) = go(&mut engine, &Start::Startpos, &[], GoLimits::nodes(500));
        for info in infos {
            let (win, draw, loss) = info.wdl.expect("the chances");
            assert_eq!(win + draw + loss, 1000, "{game}");
            let is_open = matches!(info.score, Some(ReportedScore::Cp(_)));
            assert_eq!(draw > 0, has_draws && is_open, "{game}");
        }
    }
}

/// Where the depth ends within the turn, the search looks at what the rest of the turn can do for a king in danger.
#[test]
fn a_king_does_not_stay_in_danger_where_the_depth_ends() {
    let position = "x7/x6,kad/x7/x3,ad,x3/x5,F,x/x6,A/x4,KAD,x2 1 L3W3AF2D2/l3w3af3d - -";
    let mut turns = Vec::new();
    let mut score = None;
    for _ in 0..2 {
        let mut engine = engine(&[("Game", "symbol"), ("Search", "alphabeta")]);
        let limits = GoLimits { depth: Some(3), ..GoLimits::default() };
        let (infos, turn) = go(&mut engine, &fen(position), &turns, limits);
        score = infos.last().expect("a report").score;
        turns.extend(turn);
    }
    assert!(!matches!(score, Some(ReportedScore::Mate(1..) | ReportedScore::Win)), "{score:?}");
}
