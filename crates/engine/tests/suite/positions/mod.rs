//! Suites of positions with the turns that are right by proof: `tests/positions/<game>.txt`. `.ci/suites` counts the positions
//! that an engine solves.

mod examiner;
mod mine;
mod row;

use std::collections::HashSet;
use std::fs;

use abstract_game::conformance::sized;
use abstract_game::{Rules, turn};
use agon_engine::games::nika::NikaEngine;
use agon_engine::games::snorkels::SnorkelsEngine;
use agon_engine::games::symbol::SymbolEngine;
use agon_engine::ugi::Agon;
use protocol::server::{JobResult, ProtocolEngine as _, StopSignal};
use protocol::{Go, GoLimits, JobRequest, Start};

use self::examiner::{Examiner, SuiteGame, different_turns, texts};
use self::row::{Claim, Kind, Row};

/// The nodes of each question to the proof search. None of the suites needs as many.
const NODES: u64 = 5_000_000;

/// The rows of a game.
fn rows<G: SuiteGame>() -> Vec<Row> {
    let path = format!("{}/tests/positions/{}.txt", env!("CARGO_MANIFEST_DIR"), G::Rules::NAME);
    let text = fs::read_to_string(path).expect("the file can be read");
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| line.parse().unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// Proves the rows of a game; of the long proofs every eighth in the quick size.
fn prove_rows<G: SuiteGame>() {
    let mut examiner = Examiner::<G>::new(NODES);
    let every = sized(8, 1);
    let mut problems = Vec::new();
    for (number, row) in rows::<G>().iter().enumerate() {
        if (row.claim.turns() <= 2 || number % every == 0)
            && let Err(problem) = examiner.prove(row)
        {
            problems.push(format!("{row}: {problem}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_rows_of_snorkels_are_proved() {
    prove_rows::<SnorkelsEngine>();
}

#[test]
fn the_rows_of_symbol_are_proved() {
    prove_rows::<SymbolEngine>();
}

#[test]
fn the_rows_of_nika_are_proved() {
    prove_rows::<NikaEngine>();
}

/// Checks that a suite is large enough, has every kind, and no position twice.
fn check_variety<G: SuiteGame>() {
    let (rows, game) = (rows::<G>(), G::Rules::NAME);
    assert!(rows.len() >= 40, "{game}: {} rows", rows.len());
    for kind in G::KINDS {
        let count = rows.iter().filter(|row| row.kind == *kind).count();
        assert!(count >= 4, "{game}: {count} rows of the kind `{kind}`");
    }
    assert!(rows.iter().all(|row| G::KINDS.contains(&row.kind)), "{game}: a kind that it does not have");
    assert!(rows.is_sorted_by_key(|row| row.kind), "{game}: the kinds are mixed");
    let positions: HashSet<_> = rows.iter().map(|row| &row.position).collect();
    assert_eq!(positions.len(), rows.len(), "{game}: a position twice");
}

#[test]
fn suites_have_every_kind_and_no_position_twice() {
    check_variety::<SnorkelsEngine>();
    check_variety::<SymbolEngine>();
    check_variety::<NikaEngine>();
}

/// Checks that rows with an error are refused, one row of each kind.
fn check_refusals<G: SuiteGame>() {
    let mut examiner = Examiner::<G>::new(NODES);
    let rows = rows::<G>();
    for kind in G::KINDS {
        let of_kind = rows.iter().filter(|row| row.kind == *kind);
        let row = of_kind.min_by_key(|row| row.claim.turns()).expect("a row of the kind");
        let position = G::Rules::default().read_position(&row.position).expect("a position");
        let all = texts(&position, &different_turns(&position));
        let wrong = all.iter().find(|turn| !row.turns.contains(turn)).expect("a wrong turn").clone();
        let mut more = row.turns.clone();
        more.push(wrong.clone());
        let fewer = row.turns[1..].to_vec();
        for turns in [vec![wrong], more, fewer] {
            let row = Row { turns, ..row.clone() };
            assert!(row.turns.is_empty() || examiner.prove(&row).is_err(), "{row} is accepted");
        }
        let claim = match row.claim {
            // A longer win is not the shortest; a shorter one does not exist.
            Claim::Win(turns) => Claim::Win(turns + 1),
            Claim::Hold(_) => Claim::Win(1),
        };
        let claims_too_much = Row { claim, ..row.clone() };
        assert!(examiner.prove(&claims_too_much).is_err(), "{claims_too_much} is accepted");
        let other = if row.claim == Claim::Win(1) { Kind::Defence } else { Kind::Win };
        let of_another_kind = Row { kind: other, ..row.clone() };
        assert!(examiner.prove(&of_another_kind).is_err(), "{of_another_kind} is accepted");
    }
}

#[test]
fn wrong_rows_are_refused() {
    check_refusals::<SnorkelsEngine>();
    check_refusals::<SymbolEngine>();
    check_refusals::<NikaEngine>();
}

/// Checks that a search finds accepted turns of at least `least` rows with this number of nodes.
fn check_solved<G: SuiteGame>(search: &str, nodes: u64, least: usize) {
    let game = G::Rules::NAME;
    let mut engine = Agon::new();
    for (name, value) in [("Hash", "8"), ("Game", game), ("Search", search)] {
        engine.set_option(name, value).expect("an option of the engine");
    }
    let rows = rows::<G>();
    let mut unsolved = Vec::new();
    for row in &rows {
        engine.new_game();
        engine.set_position(&Start::Fen(row.position.clone()), &[]).expect("a position of the game");
        let go = JobRequest::Go(Go::from(GoLimits::nodes(nodes)));
        let JobResult::Turn(answer) = engine.job(&go).expect("a search")(&StopSignal::default(), &mut |_| ())
        else {
            panic!("{row}: no turn")
        };
        let position = G::Rules::default().read_position(&row.position).expect("a position");
        let after = |text: &str| {
            let turn = turn::read(&position, text).expect("a legal turn");
            turn::try_play(&position, &turn).expect("a legal turn")
        };
        if !row.turns.iter().any(|turn| after(turn) == after(&answer)) {
            unsolved.push(format!("{row}: {answer}"));
        }
    }
    let solved = rows.len() - unsolved.len();
    println!("{game} {search} {nodes} nodes: {solved} of {}", rows.len());
    assert!(
        solved >= least,
        "{game} {search}: {solved} are solved, not {least}; not\n{}",
        unsolved.join("\n")
    );
}

#[test]
fn searches_solve_snorkels() {
    check_solved::<SnorkelsEngine>("alphabeta", 2_000, 44);
    check_solved::<SnorkelsEngine>("mcts", 1_000, 43);
}

#[test]
fn searches_solve_symbol() {
    check_solved::<SymbolEngine>("alphabeta", 2_000, 49);
    check_solved::<SymbolEngine>("mcts", 1_000, 48);
}

#[test]
fn searches_solve_nika() {
    check_solved::<NikaEngine>("alphabeta", 2_000, 54);
    check_solved::<NikaEngine>("mcts", 1_000, 47);
}
