//! What a match knows and a position does not: repetition, agreement, resignation.

use abstract_game::{Match, Player};

use crate::agreement::{Real, read};
use crate::both::text;

#[track_caller]
fn game(short: &str) -> Match<Real> {
    Match::new(read(&text(short, "-")))
}

/// "Same position (board, player to move, reserves) at the start of a turn for the third time, the first position
/// included: draw, by itself."
#[test]
fn repetition() {
    for (rules, expected) in [("-", "draw by repetition"), ("tiebreak=regions", "P1 wins by repetition")] {
        let mut game = game(&format!("a1=K d2=L g7=k; 1 -/- - {rules}"));
        for turn in ["d2:L>d1", "-", "d1:L>d2", "-", "d2:L>e2", "-", "e2:L>d2"] {
            game.play_turn(turn).unwrap();
        }
        assert_eq!(game.result(), None);
        game.play_turn("-").unwrap();
        assert_eq!(game.result().unwrap().to_string(), expected);
    }
    // Voluntary passes repeat a position as any other turn.
    let mut passes = game("a1=K d2=L g7=k a7=l; 1 -/- - pass=king");
    for _ in 0..4 {
        assert_eq!(passes.result(), None);
        passes.play_turn("-").unwrap();
    }
    assert_eq!(passes.result().unwrap().to_string(), "draw by repetition");
    // The player to move tells positions apart, and so do the reserves.
    let mut game = game("a1=K d2=L c4=D f4=D g7=k; 1 -/- - variant=unlimited");
    for turn in ["d2:L>d1", "-", "d1:L>d2", "-", "!c4", "-", "d2:L>d1", "-", "d1:L>d2", "-"] {
        game.play_turn(turn).unwrap();
        assert_eq!(game.result(), None);
    }
}

#[test]
fn agreement_and_resignation() {
    let mut first = game("a1=K d2=L g7=k; 1 -/- - tiebreak=regions");
    first.agree_draw();
    assert_eq!(first.result().unwrap().to_string(), "P1 wins by agreement");
    let mut second = game("a1=K d2=L g7=k");
    second.agree_draw();
    assert_eq!(second.result().unwrap().to_string(), "draw by agreement");
    let mut third = game("a1=K d2=L g7=k");
    third.resign(Player::P1);
    assert_eq!(third.result().unwrap().to_string(), "P2 wins by resignation");
}
