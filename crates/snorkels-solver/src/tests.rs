//! Tests of the parts: geometry, groups, and the judgements without a search, all against plain counting.

use std::collections::HashMap;

use snorkels_core::abstract_game::random::SplitMix64;
use snorkels_core::air::beside_two;
use snorkels_core::{Action, Bitboard64, Position, Snorkels, rectangle};

use crate::certificate::certificate;
use crate::check::{Side, check};
use crate::judgement::{Judgement, judgement};
use crate::numbers::{LOSS, WIN, unlikely};
use crate::solver::Solver;
use crate::state::State;
use crate::statics::{judge, open_answers, winning_attack};

fn word(set: Bitboard64) -> u64 {
    set.words()[0]
}

fn sorted(groups: &crate::state::Groups) -> Vec<u64> {
    let mut airs = groups.airs.to_vec();
    airs.sort_unstable();
    airs
}

/// Whether the player to place wins: every line to its end.
fn wins(position: &Position, memo: &mut HashMap<Position, bool>) -> bool {
    if let Some(&known) = memo.get(position) {
        return known;
    }
    let player = position.player_to_act();
    let wins = position.actions().into_iter().any(|action| {
        let after = position.after(action);
        match after.end() {
            Some(end) => end.winner == Some(player),
            None => !wins(&after, memo),
        }
    });
    memo.insert(*position, wins);
    wins
}

/// Positions with at most 12 empty cells, of random games on small boards of all shapes, some with stones.
fn positions(games: u32) -> Vec<Position> {
    let mut positions = Vec::new();
    for (width, height) in [(2, 2), (3, 3), (4, 3), (3, 5), (2, 8), (4, 4), (5, 4), (7, 3), (8, 2)] {
        for game in 0..games {
            let rules =
                Snorkels::new().with_pie(false).with("size", height).unwrap().with("width", width).unwrap();
            let rules = rules.with("stones", game % 3).unwrap().with("stones-seed", game).unwrap();
            let mut random = SplitMix64::new(u64::from(game));
            let mut position = rules.start();
            while position.end().is_none() {
                if position.empty().len() <= 12 {
                    positions.push(position);
                }
                position.play(*random.choose(&position.actions()).unwrap());
            }
        }
    }
    positions
}

fn state(position: &Position) -> State {
    Solver::new(position, 1 << 12).unwrap().state(position).unwrap()
}

/// Equal keys of positions with few snorkels are those of images.
#[test]
fn keys_are_those_of_images_that_keep_the_stones() {
    for (stones, images) in [("", 8), ("a1", 2), ("b1", 2), ("b2", 8), ("a1,b1", 1)] {
        let mut rules = Snorkels::new().with_pie(false).with("size", 3).unwrap();
        rules.set_option("stone-cells", stones).unwrap();
        let start = rules.start();
        let search = Solver::new(&start, 1 << 12).unwrap().search;
        let board = start.topology();
        let symmetries = board.symmetries().filter(|&symmetry| start.mapped(symmetry) == start);
        assert_eq!(symmetries.clone().count(), images);
        let mut position = start;
        let mut random = SplitMix64::new(1);
        while position.end().is_none() {
            for symmetry in symmetries.clone() {
                assert_eq!(search.key(&state(&position)), search.key(&state(&position.mapped(symmetry))));
            }
            position.play(*random.choose(&position.actions()).unwrap());
        }
    }
}

#[test]
fn cells_beside_two_of_a_set() {
    let board = rectangle(8, 8);
    let mut random = SplitMix64::new(2);
    for _ in 0..200 {
        let set = Bitboard64::from_words([random.next_u64() & random.next_u64()]);
        let two = board.cells().into_iter().filter(|&cell| (board.neighbours(cell) & set).len() >= 2);
        assert_eq!(beside_two(word(set)), word(two.collect()));
    }
}

#[test]
fn groups_kept_incrementally_are_those_of_the_position() {
    for position in positions(20) {
        let state = state(&position);
        for action in position.actions() {
            let after = position.after(action);
            if after.end().is_some() {
                continue;
            }
            let at = word(Bitboard64::from(action.cell().unwrap()));
            let (incremental, fresh) = (state.after(at), self::state(&after));
            assert_eq!(
                (incremental.own, incremental.enemy, incremental.empty),
                (fresh.own, fresh.enemy, fresh.empty)
            );
            assert_eq!(sorted(&incremental.own_groups), sorted(&fresh.own_groups));
            assert_eq!(sorted(&incremental.enemy_groups), sorted(&fresh.enemy_groups));
            for (incremental, fresh) in [
                (&incremental.own_groups, &fresh.own_groups),
                (&incremental.enemy_groups, &fresh.enemy_groups),
            ] {
                let sets = |groups: &crate::state::Groups| (groups.last, groups.two, groups.shared);
                assert_eq!(sets(incremental), sets(fresh));
            }
            assert_eq!(incremental.safe(), fresh.safe());
            let group = after.group_at(action.cell().unwrap());
            assert_eq!(state.own_groups.joined(at, state.empty), word(after.air_of(group)));
        }
    }
}

/// What is judged without a search is true, and no winning placement is left out unless another one remains.
#[test]
fn judgements_are_true() {
    let mut memo = HashMap::new();
    let (mut won, mut lost, mut answers, mut deeper) = (0, 0, 0, 0);
    for position in positions(150) {
        let state = state(&position);
        let truth = wins(&position, &mut memo);
        match judge(&state) {
            Err(WIN) => {
                assert!(truth, "{position}");
                let at = winning_attack(&state).unwrap();
                let after = position.after(Action::place(Bitboard64::from_words([at]).first().unwrap()));
                assert!(
                    after.end().is_some_and(|end| end.winner == Some(position.player_to_act()))
                        || !wins(&after, &mut memo)
                );
                won += 1;
            }
            Err(numbers) => {
                assert_eq!((numbers, truth), (LOSS, false), "{position}");
                lost += 1;
            }
            Ok(moves) => {
                let safe = state.safe();
                assert!(moves != 0 && moves & !safe == 0);
                let open = match open_answers(&state, moves) {
                    Ok(open) => open,
                    Err(numbers) => {
                        assert_eq!(numbers == WIN, truth, "{position}");
                        deeper += 1;
                        moves
                    }
                };
                assert!(open != 0 && open & !moves == 0);
                for cell in position.empty() {
                    let after = position.after(Action::place(cell));
                    if open & word(Bitboard64::from(cell)) == 0 && after.end().is_none() {
                        assert!(wins(&after, &mut memo), "{position}: {cell:?} was left out");
                        answers += 1;
                    }
                }
            }
        }
    }
    assert!(won > 1000 && lost > 300 && answers > 300 && deeper > 300, "{won} {lost} {answers} {deeper}");
}

/// The number of placements to the end, and whether the player to place wins: every line to its end.
fn distance(position: &Position, memo: &mut HashMap<Position, (bool, u16)>) -> (bool, u16) {
    if let Some(&known) = memo.get(position) {
        return known;
    }
    let mut best = (false, 0);
    for action in position.actions() {
        let after = position.after(action);
        let (wins, placements) = match after.end() {
            Some(end) => (end.winner == Some(position.player_to_act()), 1),
            None => {
                let (loses, placements) = distance(&after, memo);
                (!loses, placements + 1)
            }
        };
        let is_better = if best.0 { wins && placements < best.1 } else { wins || placements > best.1 };
        if is_better {
            best = (wins, placements);
        }
    }
    memo.insert(*position, best);
    best
}

#[test]
fn judgements_for_other_programs_are_true() {
    let mut memo = HashMap::new();
    let (mut exact, mut longer, mut open) = (0, 0, 0);
    for position in positions(150).into_iter().filter(|position| position.empty().len() <= 9) {
        let (wins, least) = distance(&position, &mut memo);
        match judgement(&position).unwrap() {
            Judgement::Decided { winner, placements } => {
                assert_eq!(winner == Side::First, wins, "{position}");
                assert!(placements >= least, "{position}: {placements}, not {least}");
                *(if placements == least { &mut exact } else { &mut longer }) += 1;
            }
            Judgement::Open(candidates) => {
                assert_eq!(Ok(word(candidates)), judge(&state(&position)));
                open += 1;
            }
        }
    }
    assert!(exact > 1_000 && longer > 10 && open > 1_000, "{exact} {longer} {open}");
}

#[test]
fn values_are_those_of_an_exhaustive_search() {
    let mut memo = HashMap::new();
    for (number, position) in positions(40).into_iter().enumerate() {
        // A table of one bucket loses nearly everything, and the value is the same.
        let memory = if number % 2 == 0 { 128 } else { 1 << 16 };
        let mut solver = Solver::new(&position, memory).unwrap();
        solver.set_threads(1 + number % 3);
        let value = solver.solve(&position, u64::MAX).unwrap().value.unwrap();
        let truth = wins(&position, &mut memo);
        assert_eq!(value == Side::First, truth, "{position}");
        let placement = solver.winning_placement(&position, u64::MAX).unwrap();
        assert_eq!(placement.is_some(), truth);
        if let Some(cell) = placement {
            let after = position.after(Action::place(cell));
            let captured = after.end().is_some_and(|end| end.winner == Some(position.player_to_act()));
            assert!(captured || !wins(&after, &mut memo), "{position}: {cell:?}");
        }
    }
}

/// The order of the placements and the weights of the policy decide the number of nodes.
#[test]
fn the_nodes_of_small_boards() {
    for (board, nodes) in [("4/4/4/4 p 1 -", 122), ("4/4/4/4/4 p 1 -", 347), ("5/5/5/5/5 p 1 -", 3_373)] {
        let position = board.parse().unwrap();
        let progress = Solver::new(&position, 1 << 20).unwrap().solve(&position, u64::MAX).unwrap();
        assert_eq!(progress.nodes, nodes, "{board}");
    }
}

/// A search on one thread and those on several, which differ from run to run.
#[test]
fn threads_share_the_limit_and_find_the_same_value() {
    let position = "5/5/5/5/5 p 1 -".parse().unwrap();
    for threads in [1, 2, 3] {
        let mut solver = Solver::new(&position, 1 << 20).unwrap();
        solver.set_threads(threads);
        for limit in [1, 100, 1_000] {
            let before = solver.nodes();
            let progress = solver.solve(&position, limit).unwrap();
            assert_eq!((progress.value, progress.nodes), (None, before + limit));
        }
        assert_eq!(solver.solve(&position, u64::MAX).unwrap().value, Some(Side::First));
        let certificate = certificate(&mut solver, &position).unwrap().unwrap();
        assert_eq!(check(&certificate).unwrap().winner, Side::First);
    }
}

#[test]
fn unlikely_placements_have_up_to_three_times_the_disproof_number() {
    let numbers = [0, 1_000, 2_000, 3_000, 4_000, u32::MAX].map(|less| unlikely(32, less));
    assert_eq!(numbers, [32, 48, 64, 96, 96, 96]);
}
