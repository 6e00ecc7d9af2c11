//! Solves small boards of Snorkels without the pie rule: the winner and the length of the game with best play
//! for every first placement. `small_boards.txt` holds the values, which the book repeats.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use abstract_game::Match;
use agon_engine::{SearchKind, Setup, searcher};
use games::snorkels_core::{Position, Snorkels, board};
use search::{Score, ScoreKind, SearchLimits, Searcher};

const VALUES: &str = include_str!("small_boards.txt");

fn start(size: u8) -> Position {
    Snorkels::new().with("size", size).expect("a size of the game").with_pie(false).start()
}

/// A search without the solver.
fn new_search(kind: SearchKind) -> Box<dyn Searcher<Position>> {
    let mut setup = Setup::default();
    (setup.search, setup.solver) = (Some(kind), false);
    searcher(&setup).expect("the memory is available")
}

/// The score of player 1 for each first placement; distances count from the start.
fn first_placements(size: u8, search: &mut dyn Searcher<Position>, limits: &SearchLimits) -> Vec<Score> {
    let start = start(size);
    let score = |action| {
        let result =
            search.search(&Match::new(start.after(action)), limits, &AtomicBool::new(false), &mut |_| ());
        match result.report.score.kind() {
            ScoreKind::Win(Some(turns)) => Score::loss_in(turns + 1),
            ScoreKind::Loss(Some(turns)) => Score::win_in(turns + 1),
            _ => panic!("{size}×{size} is not solved: {:?}", result.report),
        }
    };
    start.actions().into_iter().map(score).collect()
}

/// A board with a value per cell: `+7` for a win of player 1 in 7 turns, `-14` for a loss in 14.
fn table(size: u8, scores: &[Score]) -> String {
    let board = board(size);
    let mut text = format!("{size}x{size}\n");
    for rank in (0..size).rev() {
        for file in 0..size {
            let cell = board.at(file, rank).expect("within the board");
            let number =
                board.cells().into_iter().position(|other| other == cell).expect("a cell of the board");
            let word = match scores[number].kind() {
                ScoreKind::Win(Some(turns)) => format!("+{turns}"),
                ScoreKind::Loss(Some(turns)) => format!("-{turns}"),
                _ => "?".to_owned(),
            };
            write!(text, "{word:>4}").expect("writing to a String cannot fail");
        }
        text.push('\n');
    }
    text
}

fn winners(scores: &[Score]) -> Vec<bool> {
    scores.iter().map(|&score| score > Score::DRAW).collect()
}

#[test]
fn alpha_beta_proves_the_boards_up_to_four() {
    let mut solved = String::new();
    for size in 2..=4 {
        let mut search = new_search(SearchKind::AlphaBeta);
        solved += &table(size, &first_placements(size, &mut *search, &SearchLimits::default()));
    }
    assert_eq!(solved, VALUES, "solved:\n{solved}");
}

#[test]
fn the_boards_have_the_known_values() {
    for (size, value) in [(2, Score::loss_in(4)), (3, Score::win_in(7)), (4, Score::loss_in(14))] {
        let mut search = new_search(SearchKind::AlphaBeta);
        let game = Match::new(start(size));
        let result = search.search(&game, &SearchLimits::default(), &AtomicBool::new(false), &mut |_| ());
        assert_eq!(result.report.score, value, "{size}×{size}");
    }
}

#[test]
fn mcts_finds_the_same_winners_on_two_and_three() {
    for size in [2, 3] {
        let [mut alpha_beta, mut mcts] = [SearchKind::AlphaBeta, SearchKind::Mcts].map(new_search);
        let limits = SearchLimits::nodes(1_000_000);
        let exact = first_placements(size, &mut *alpha_beta, &SearchLimits::default());
        let proved = first_placements(size, &mut *mcts, &limits);
        assert_eq!(winners(&exact), winners(&proved), "{size}×{size}");
    }
}
