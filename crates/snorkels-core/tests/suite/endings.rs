//! What ends the game, and who wins then.

use abstract_game::{End, Match, Player, Reason};
use snorkels_core::{CAPTURE, Colour, MUTUAL, Outcome, Position, SELF_CAPTURE, Snorkels};

use crate::{names, played, read};

/// Plays the last action of a game, and says how it ended and which groups are dead.
#[track_caller]
fn finish(text: &str, last: &str) -> (End, Vec<(Colour, String)>) {
    let before = read(text);
    let action = before.read_action(last).unwrap();
    let after = before.after(action);
    let cell = action.cell().unwrap();
    let outcome = before.outcome_of(cell);
    assert_eq!(outcome.reason(), after.end().map(|end| end.reason));
    assert_eq!(
        (outcome.wins(), outcome == Outcome::SelfCapture),
        (before.captures().contains(cell), before.self_captures().contains(cell))
    );
    assert!(after.actions().is_empty());
    assert_eq!((after.count_actions(), after.max_remaining_turns()), (0, Some(0)));
    assert!(after.to_string().ends_with('-'));
    assert_ne!(after.to_place(), before.to_place());
    let dead = after.dead_groups().map(|(colour, group)| (colour, names(group))).collect();
    (after.end().unwrap(), dead)
}

#[track_caller]
fn goes_on(text: &str, turn: &str) -> Position {
    let after = played(read(text), turn);
    assert_eq!(after.end(), None);
    assert_eq!(after.dead_groups().count(), 0);
    after
}

#[test]
fn capture_in_the_corner_at_the_edge_and_in_the_middle() {
    for (text, last, dead) in [
        ("3/G2/P2 g 1 -", "b1", "a1"),
        ("3/1G1/GP1 g 1 -", "c1", "b1"),
        ("5/2G2/1GP2/2G2/5 g 1 -", "d3", "c3"),
    ] {
        assert_eq!(finish(text, last), (End::win(Player::P2, CAPTURE), vec![(Colour::Purple, dead.into())]));
    }
}

#[test]
fn the_winner_is_the_owner_of_the_colour() {
    assert_eq!(finish("3/G2/P2 g 1 -", "b1").0.winner, Some(Player::P2));
    assert_eq!(finish("3/G2/P2 g 2 -", "b1").0.winner, Some(Player::P1));
    assert_eq!(finish("3/P2/G2 p 1 -", "b1").0.winner, Some(Player::P1));
    assert_eq!(finish("3/P2/G2 p 2 -", "b1").0.winner, Some(Player::P2));
    assert_eq!(finish("3/P2/1P1 g 1 -", "a1").0.winner, Some(Player::P1));
    assert_eq!(finish("3/P2/1P1 g 2 -", "a1").0.winner, Some(Player::P2));
}

#[test]
fn a_group_shares_its_air() {
    // a1 has none of its own; the group has a3 and c1.
    let position = goes_on("3/PG1/P2 g 1 -", "b1");
    let group = position.group_at(position.topology().parse_cell("a1").unwrap());
    assert_eq!((names(group), names(position.air_of(group))), ("a1 a2".into(), "a3".into()));
    assert_eq!(finish("3/PG1/PG1 g 1 -", "a3").1, [(Colour::Purple, "a1 a2".into())]);
}

#[test]
fn diagonals_never_count() {
    // b2 is empty, and diagonal to a1.
    assert_eq!(finish("3/G2/P2 g 1 -", "b1").0.reason, CAPTURE);
    // A purple snorkel diagonal to a1 is another group.
    assert_eq!(finish("3/GP1/P2 g 1 -", "b1").1, [(Colour::Purple, "a1".into())]);
}

#[test]
fn several_groups_die_at_once() {
    let dead = [(Colour::Purple, "b1".into()), (Colour::Purple, "d1".into())];
    assert_eq!(finish("5/5/5/1G1G1/GP1PG g 1 -", "c1"), (End::win(Player::P2, CAPTURE), dead.to_vec()));
}

#[test]
fn self_capture_is_legal_and_loses() {
    let (end, dead) = finish("3/P2/1P1 g 1 -", "a1");
    assert_eq!((end, dead), (End::win(Player::P1, SELF_CAPTURE), vec![(Colour::Green, "a1".into())]));
    // Two own groups joined, and the last air of both filled.
    let (end, dead) = finish("4/PPP1/G1GP/PPP1 g 1 -", "b2");
    assert_eq!((end, dead), (End::win(Player::P1, SELF_CAPTURE), vec![(Colour::Green, "a2 b2 c2".into())]));
}

#[test]
fn filling_an_own_eye_beside_air_continues_the_game() {
    goes_on("4/PPP1/G1G1/PPP1 g 1 -", "b2");
}

#[test]
fn an_enemy_group_without_air_wins_even_if_the_own_has_none() {
    let dead = [(Colour::Purple, "b1".into()), (Colour::Green, "a1".into())];
    assert_eq!(finish("4/4/PG2/1P2 g 1 -", "a1").0.reason, SELF_CAPTURE);
    assert_eq!(finish("4/4/1G2/1PG1 g 1 -", "a1").0.reason, CAPTURE);
    assert_eq!(finish("4/G3/PG2/1PG1 g 1 -", "a1").0.reason, MUTUAL);
    assert_eq!(finish("4/P3/PG2/1PG1 g 1 -", "a1"), (End::win(Player::P2, MUTUAL), dead.to_vec()));
}

/// The rulebook's figure: green plays on X; one green snorkel and eleven purple ones have no air; green wins.
#[test]
fn the_mutual_block_of_the_rulebook() {
    let (end, dead) = finish("7/7/7/GGGG3/PPPPG2/PPPPG2/1PPPG2 g 1 -", "a1");
    assert_eq!(end, End::win(Player::P2, MUTUAL));
    let purple = "b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3";
    assert_eq!(dead, [(Colour::Purple, purple.to_owned()), (Colour::Green, "a1".to_owned())]);
}

#[test]
fn a_stone_blocks_air_like_a_wall_and_belongs_to_nobody() {
    assert_eq!(finish("3/#2/P2 g 1 -", "b1").0, End::win(Player::P2, CAPTURE));
    assert_eq!(finish("3/#2/1P1 g 1 -", "a1").0, End::win(Player::P1, SELF_CAPTURE));
    assert_eq!(finish("3/1##/#P1 p 1 -", "c1").0.reason, SELF_CAPTURE);
}

/// Consequence: a first snorkel on a cell walled in by stones is a self-capture; swap is not offered then.
#[test]
fn a_first_snorkel_walled_in_by_stones() {
    let rules = Snorkels::new().with("size", 4).unwrap();
    let start = rules.with("stone-cells", "a2,b1").unwrap().start();
    let after = played(start, "a1");
    assert_eq!(after.end(), Some(End::win(Player::P2, SELF_CAPTURE)));
    assert_eq!(after.to_string(), "4/4/#3/P#2 g 1 -");
    assert_eq!(after.actions(), []);
    assert_eq!(names(start.self_captures()), "a1");
}

/// **Ruling** (supply): the 49th placement wins, if an enemy snorkel is on the board; nothing has air then, so it is
/// a mutual block.
#[test]
fn the_49th_placement() {
    for (turn, winner) in [('p', Player::P1), ('g', Player::P2)] {
        let text = format!("GGGGGGG/GGGGGGG/GGGGGGG/PPP1PPP/PPPPPPP/PPPPPPP/PPPPPPP {turn} 1 -");
        assert_eq!(read(&text).max_remaining_turns(), Some(1));
        assert_eq!(finish(&text, "d4").0, End::win(winner, MUTUAL));
    }
    let (end, dead) = finish("PPPPPPP/PPPPPPP/PPPPPPP/PPP1PPP/PPPPPPP/PPPPPPP/PPPPPPP p 1 -", "d4");
    assert_eq!((end, dead.len()), (End::win(Player::P2, SELF_CAPTURE), 1));
    // Green is a single snorkel without air there, but takes the air of all of purple.
    let (end, dead) = finish("PPPPPPP/PPPPPPP/PPPPPPP/PPP1PPP/PPPPPPP/PPPPPPP/PPPPPPP g 1 -", "d4");
    assert_eq!((end, dead.len()), (End::win(Player::P2, MUTUAL), 2));
}

/// **Ruling** (supply): 24 snorkels of each colour are no limit.
#[test]
fn more_than_24_snorkels_of_a_colour() {
    let position = goes_on("7/PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/7/7 p 1 -", "a7");
    assert_eq!(position.purple().len(), 29);
}

#[test]
fn a_resignation_names_the_player() {
    let mut game = Match::new(Snorkels::new().start());
    game.play_turn("d4").unwrap();
    game.play_turn("swap").unwrap();
    game.resign(Player::P1);
    assert_eq!(game.result(), Some(End::win(Player::P2, Reason::RESIGNATION)));
}

/// The whole of every line of play on 2×2 with a stone: each ends, and nobody is ever without a legal action.
#[test]
fn every_game_ends_with_a_winner() {
    fn walk(position: &Position, longest: u32) {
        assert!(position.max_remaining_turns().unwrap() <= longest);
        match position.end() {
            Some(end) => assert!(end.winner.is_some()),
            None => {
                let actions = position.actions();
                assert!(!actions.is_empty());
                actions.into_iter().for_each(|action| walk(&position.after(action), longest - 1));
            }
        }
    }
    for text in ["2/2 p 1 -", "2/1# p 1 -", "2/## p 1 -", "1#/## p 1 -", "3/3/3 p 2 -"] {
        let start = read(text);
        walk(&start, start.max_remaining_turns().unwrap());
    }
}
