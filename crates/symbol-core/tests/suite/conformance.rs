//! The contract that every game keeps, over all options.

use abstract_game::conformance::{Suite, SuiteSummary, in_parallel, sized};
use abstract_game::random::SplitMix64;
use grid_topology::Cell;
use symbol_core::{Action, Kind, Position, Stack, Symbol};

use crate::naive::Options;
use crate::{agreement, sampling};

/// The legal actions, and such as a transposition table or a person could come up with: the pieces of every cell,
/// single ones and all of them, to every cell and against every cell next to it; pieces that are not there; cells that
/// are not on the board.
pub(crate) fn universe(position: &Position) -> Vec<Action> {
    let mut actions = position.actions();
    actions.extend([Action::EndTurn, Action::Pass]);
    let cells = || (0..50).map(Cell::new);
    for cell in cells() {
        actions.extend([Action::PlaceKing { cell }, Action::Detonate { cell }]);
        actions.extend(Kind::ALL.map(|kind| Action::Reinforce { kind, cell }));
        // A part of the targets, another for each cell.
        actions.extend(
            cells().skip(cell.index() % 5).step_by(5).map(|target| Action::Take { from: cell, target }),
        );
        if cell.index() >= 49 {
            continue;
        }
        let stack = position.stack(cell);
        let mut parts: Vec<Stack> = stack.kinds().map(|(kind, _)| Stack::of(kind)).collect();
        parts.extend([stack, stack.with(Kind::Air), Stack::default()]);
        if stack.is_empty() {
            parts.truncate(2);
        }
        for (number, pieces) in parts.into_iter().enumerate() {
            for to in cells().skip(number % 3).step_by(3) {
                actions.push(Action::Move { from: cell, to, pieces });
                let target = Cell::new((to.index() as u8 + 7) % 50);
                actions.push(Action::MoveAndTake { from: cell, to, target, pieces });
            }
        }
    }
    actions
}

fn suite(rules: Symbol, games: u32) -> Suite<Symbol> {
    Suite::new(rules).reads_from_str().games(games).max_turns(60).universe(universe)
}

/// From the start, and from some positions of the middle under the same rules.
fn check(words: &str, games: u32, seed: u64) -> SuiteSummary {
    let options = Options::parse(words).expect(words);
    let mut suite = suite(agreement::rules(&options), games).seed(seed);
    let mut random = SplitMix64::new(seed);
    for _ in 0..3 {
        suite = suite.from(agreement::read(&sampling::position(&mut random, options).text()));
    }
    suite.check()
}

const EACH: [&str; 21] = [
    "-",
    "game=simple",
    "army=L15",
    "army=W15",
    "army=A15",
    "army=F15",
    "army=D15",
    "army1=L15;army2=A7D8",
    "fire=all",
    "deploy=spanish",
    "pushed-king=pushed",
    "pushed-king=stays",
    "blast-centre=spared",
    "left-behind=removed",
    "regions=3-1-3",
    "variant=unlimited",
    "variant=enlisting",
    "variant=enlisting;army=L3W3A3F3D3",
    "tiebreak=regions",
    "pass=king",
    "edition=spanish",
];

#[test]
fn every_value_of_every_option() {
    in_parallel(EACH.len().try_into().expect("few"), |number| {
        check(EACH[number as usize], sized(1, 2), u64::from(number) + 1);
    });
}

#[test]
fn random_sets_of_options() {
    in_parallel(sized(8, 16), |number| {
        let mut random = SplitMix64::new(u64::from(number) + 100);
        let pairs = sampling::options(&mut random).pairs().join(";");
        check(if pairs.is_empty() { "-" } else { &pairs }, 1, u64::from(number));
    });
}

#[test]
fn the_options_are_declared_as_they_are() {
    Suite::new(Symbol::default()).games(0).check();
}

#[test]
fn positions_that_random_play_hardly_reaches() {
    let rules = Symbol::default();
    let mut suite = suite(rules, 2);
    for text in [
        // A chain through the board, both kings beside it.
        "k,x6/d,D,d,D,d,D,d/x7/D,d,D,d,D,d,D/x7/d,D,d,D,d,D,d/x6,K 1 -/- - -",
        // Water for kings that cannot leave it.
        "x7/x7/x7/k,x5,K/x7/x7/x7 1 L5/l5a - -",
        // Within turns.
        "k,x6/x7/x7/x3,AD2,x3/x7/x3,K,x3/A,x5,A 1 L5/- d4:0:-:AD2 -",
        "k,x6/x7/x7/x7/x7/x3,KA2D,x3/A,x5,A 1 L5/- d2:1:AD:- left-behind=removed",
        // Before the kings are placed, and without one.
        "x7/x7/x7/x7/x7/x7/K,x6 2 L2/kl2 - -",
        "x7/x7/x7/x3,W,x3/x7/x7/k,x6 2 L2/l2 - -",
        // Tall.
        "k,x6/x7/x7/x3,KL2W2A2F2D2,x3/x3,w,x3/x7/x7 1 -/l - fire=all",
    ] {
        suite = suite.from(agreement::read(text));
    }
    // P2 has nothing but passes.
    let alone = agreement::read("x6,k/x7/x7/x7/x7/x3,L,x3/K,x6 1 -/- - -");
    let summary = suite.cycle(alone, &["d2:L>d1", "-", "d1:L>d2", "-"]).check();
    assert_eq!(summary.shared_tags, 0);
}
