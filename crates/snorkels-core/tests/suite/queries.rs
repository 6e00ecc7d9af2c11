//! What front-ends and engines ask of a position.

use abstract_game::Position as _;
use abstract_game::random::SplitMix64;
use grid_topology::{Bitboard64, Cell, Symmetry};
use snorkels_core::{Colour, Content, Outcome, Position, Snorkels};

use crate::{names, played, read};

/// Positions of many kinds, finished ones among them.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..400_u32 {
        let (size, stones) = (2 + game % 7, game / 7 % 4);
        let rules = Snorkels::new()
            .with("size", size)
            .unwrap()
            .with("stones", stones)
            .unwrap()
            .with("stones-seed", game)
            .unwrap();
        let mut random = SplitMix64::new(u64::from(game));
        let mut position = rules.start();
        while let Some(&action) = random.choose(&position.actions()) {
            positions.push(position);
            position.play(action);
        }
        positions.push(position);
    }
    positions
}

#[test]
fn sets_and_contents_agree() {
    for position in positions() {
        let (purple, green, stones, empty) =
            (position.purple(), position.green(), position.stones(), position.empty());
        assert_eq!(purple | green | stones | empty, position.board());
        assert_eq!(purple.len() + green.len() + stones.len() + empty.len(), position.board().len());
        for cell in (0..=255).map(Cell::new) {
            let expected = match position.content(cell) {
                Some(Content::Snorkel(colour)) => position.snorkels(colour),
                Some(Content::Stone) => stones,
                Some(Content::Empty) => empty,
                None => !position.board(),
            };
            assert!(expected.contains(cell) || cell.index() >= 64);
        }
    }
}

#[test]
fn groups_are_the_components_and_air_is_around_them() {
    for position in positions() {
        let board = position.topology();
        for colour in Colour::BOTH {
            let groups: Vec<Bitboard64> = position.groups(colour).collect();
            assert_eq!(
                groups.iter().copied().fold(Bitboard64::EMPTY, |all, group| all | group),
                position.snorkels(colour)
            );
            assert!(groups.is_sorted_by_key(|group| group.first()));
            for &group in &groups {
                let first = Bitboard64::from(group.first().unwrap());
                assert_eq!(board.flood(first, position.snorkels(colour)), group);
                assert!(group.into_iter().all(|cell| position.group_at(cell) == group));
                assert_eq!(position.air_of(group), board.expand(group) & position.empty());
            }
        }
        assert!(position.empty().into_iter().all(|cell| position.group_at(cell).is_empty()));
        assert_eq!(position.dead_groups().count() > 0, position.end().is_some());
    }
    assert!(read("3/3/3 p 1 -").group_at(Cell::new(255)).is_empty());
}

/// Queries return the outcome without playing, for either colour to place and at once for the whole board.
#[test]
fn effects_are_those_of_playing() {
    for position in positions().into_iter().filter(|position| position.end().is_none()) {
        for action in position.actions() {
            let after = position.after(action);
            let reason = after.end().map(|end| end.reason);
            let captures = action.cell().is_some_and(|cell| position.captures().contains(cell));
            let smothers = action.cell().is_some_and(|cell| position.self_captures().contains(cell));
            let Some(cell) = action.cell() else { continue };
            let outcome = position.outcome_of(cell);
            assert_eq!(outcome.reason(), reason);
            assert_eq!((captures, smothers), (outcome.wins(), outcome == Outcome::SelfCapture));
            assert_eq!(outcome.ends(), after.end().is_some());
        }
    }
}

#[test]
fn last_air_of_either_colour() {
    let position = read("4/G3/PG1P/1P1G p 1 -");
    assert_eq!(names(position.last_air(Colour::Purple)), "a1");
    assert_eq!(names(position.last_air(Colour::Green)), "c1");
    assert_eq!(position.captures(), position.last_air(Colour::Green));
}

#[test]
fn symmetries_commute_with_play_and_are_undone_by_their_inverses() {
    for position in positions() {
        for symmetry in Symmetry::ALL {
            let mapped = position.mapped(symmetry);
            assert!(Symmetry::ALL.iter().any(|&back| mapped.mapped(back) == position));
            assert_eq!(mapped.key(), mapped.key_from_scratch());
            assert_eq!((mapped.end(), mapped.count_actions()), (position.end(), position.count_actions()));
            if let Some(&action) = position.actions().first() {
                let after = mapped.after(position.map_action(symmetry, action));
                assert_eq!(after, position.after(action).mapped(symmetry));
            }
        }
    }
}

#[test]
fn a_drawing_shows_coordinates_and_what_comes_next() {
    let draw = Position::drawing;
    let position = read("1#1/G2/P2 g 2 -");
    assert_eq!(draw(&position), " 3  . # .\n 2  G . .\n 1  P . .\n    a b c\nGreen (P1) to place\n");
    let over = played(position, "b1");
    assert_eq!(draw(&over), " 3  . # .\n 2  G . .\n 1  p G .\n    a b c\nP1 wins by capture\n");
    assert!(draw(&read("3/P2/3 g 1 s")).ends_with("\nGreen (P2) to place, or swap\n"));
}
