//! The printed figures, the counts of the rules, and what the rules tell by example.

use std::collections::HashSet;
use std::string::ToString;

use abstract_game::{End, Match, Player, Position as _, perft};

use crate::{Action, Nika, PASSES, Position, VICTORY_AREA};

fn read(text: &str) -> Position {
    Nika.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays one action and compares the pieces afterwards.
fn leads_to(position: &str, action: &str, pieces: &str) -> Position {
    let position = read(position);
    let after = position.after(position.read_action(action).unwrap_or_else(|error| panic!("{error}")));
    assert_eq!(after.to_string().split(' ').next(), Some(pieces), "{position}: {action}");
    assert_eq!(after.key(), after.key_from_scratch());
    after
}

fn is_refused(position: &str, action: &str, message: &str) {
    assert_eq!(read(position).read_action(action).map_err(|error| error.to_string()), Err(message.into()));
}

#[test]
fn figure_1_two_push_one() {
    leads_to("d5ee5e/f5w/-/- A 2 0", "d5e5>e", "e5ef5e/g5w/-/-");
}

#[test]
fn figure_2_the_upper_line_is_tied() {
    let position = "d4ee4ee5ef4ef5e/g4wg5wh4n/-/h5e A 2 0";
    is_refused(position, "d4e4e5f4f5>e", "d4e4e5f4f5>e: the line e5f5 is tied 2 to 2");
    leads_to(position, "d4e4f4>e", "e4ee5ef4ef5eg4e/g5wh4wi4n/-/h5e");
}

#[test]
fn figure_3_not_facing_is_routed() {
    let after = leads_to("d5ee5e/f5s/-/- A 2 0", "d5e5>e", "e5ef5e/-/-/-");
    assert_eq!(after.routed(crate::City::Sparta), 6);
}

#[test]
fn figure_4_push_and_rout_in_one_move() {
    leads_to("d5ee5ef4ef5e/g4ng5wh5e/i5w/- A 2 0", "d5e5f4f5>e", "e5ef5eg4eg5e/h5w/i5w/-");
}

#[test]
fn ruling_of_the_gap() {
    let after =
        leads_to("f4e/-/h5e/e4we5wf5wg4wg5wh4w T 2 0", "e4e5f5g4g5h4>w", "-/-/h5e/d4wd5we5wf4wf5wg4w");
    assert_eq!(after.routed(crate::City::Athens), 6);
}

#[test]
fn counts_from_the_start() {
    let start = Nika.start();
    assert_eq!([1, 2, 3].map(|depth| perft::count(&start, depth)), [46, 2_095, 96_370]);
    for city in crate::City::ALL {
        let mut position = start;
        position.set_turn(city, 2, false, 0);
        let selections: HashSet<_> = position.actions().into_iter().filter_map(Action::pieces).collect();
        assert_eq!(selections.len(), 10);
        assert_eq!(position.count_actions(), 46);
        if city.player() == Player::P2 {
            assert_eq!([2, 3].map(|depth| perft::count(&position, depth)), [2_098, 96_508]);
        }
    }
}

#[test]
fn the_first_turn_reaches_947_boards() {
    let start = Nika.start();
    let mut boards = HashSet::new();
    for first in start.actions() {
        let middle = start.after(first);
        boards.extend(middle.actions().into_iter().map(|second| middle.after(second).board_key()));
    }
    assert_eq!(boards.len(), 947);
}

#[test]
fn a_piece_in_its_victory_area_wins_whoever_moved_it() {
    let after = leads_to("k12n/-/-/- A 2 0", "k12>n", "k13n/-/-/-");
    assert_eq!(after.end(), Some(End::win(Player::P1, VICTORY_AREA)));
    assert_eq!(after.to_string(), "k13n/-/-/- S 2 0");
    assert_eq!(read(&after.to_string()), after);
    // Athens pushes Sparta into Sparta's victory area.
    let after = leads_to("p8eq8e/r8w/-/- A 1 0", "p8q8>e", "q8er8e/s8w/-/-");
    assert_eq!(after.end(), Some(End::win(Player::P2, VICTORY_AREA)));
    let after = leads_to("e8wf8w/-/-/d8e A 1 0", "e8f8>w", "d8we8w/-/-/c8e");
    assert_eq!(after.end(), Some(End::win(Player::P2, VICTORY_AREA)));
}

#[test]
fn who_is_pushed_home_stands_there_and_elsewhere_is_routed() {
    assert_eq!(leads_to("p8eq8e/-/-/r8w A 1 0", "p8q8>e", "q8er8e/-/-/s8w").end(), None);
    leads_to("d8we8wf8w/b8ec8e/-/- A 1 0", "d8>n", "d9ne8wf8w/b8ec8e/-/-");
    // Athens' victory area, the mural, the edge.
    leads_to("k10nk11n/k12s/-/- A 1 0", "k10k11>n", "k11nk12n/-/-/-");
    leads_to("k4nk5n/k6s/-/- A 1 0", "k4k5>n", "k5nk6n/-/-/-");
    leads_to("-/-/k5sk6s/k4n M 1 0", "k5k6>s", "-/-/k4sk5s/-");
}

#[test]
fn four_passed_turns_are_a_draw_before_repetition_is() {
    let mut game = Match::new(Nika.start());
    for _ in 0..4 {
        assert_eq!(game.result(), None);
        game.play_turn("-,-").unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!(game.result(), Some(End::draw(PASSES)));
    assert!(game.position().to_string().ends_with(" A 2 4"));
    assert_eq!(read(&game.position().to_string()).end(), Some(End::draw(PASSES)));
}

#[test]
fn refusals_name_the_rule() {
    let position = "d5ee5ee6ng6nk3nr8e/-/k4n/f5w A 2 0";
    for (action, why) in [
        ("d6@n", "nothing stands on d6"),
        ("f5@n", "Athens acts, and f5 is Thebes'"),
        ("d5e6@n", "d5 and e6 are no phalanx: d5 faces east, e6 faces north"),
        ("e6g6@e", "e6 and g6 are no phalanx: they are not connected"),
        ("d5@e", "d5 faces east already"),
        ("d5e5@e", "d5e5 face east already"),
        ("d5e5>n", "a phalanx moves only the way it faces, east, not north"),
        ("g6>n", "north of g6 is the mural"),
        ("r8>e", "s8 is not open to Athens: it lies in Sparta's victory area"),
        ("k3>n", "k4 holds a piece of the ally"),
        ("k3>e", ""),
        ("d5>e", "e5 holds an own piece that does not move along"),
        ("e5>e", "a single piece never pushes, and Thebes' f5 faces it"),
        ("+k2n", "Athens has no routed piece to rally"),
    ] {
        match why {
            "" => assert!(read(position).read_action(action).is_ok(), "{action}"),
            why => is_refused(position, action, &std::format!("{action}: {why}")),
        }
    }
    let position = "k2n/-/-/- A 2 0";
    is_refused(position, "+k2n", "+k2n: k2 is held already");
    is_refused(position, "+k3n", "+k3n: k3 is not in Athens' rally area");
    is_refused(
        position,
        "k2n",
        "`k2n` is no action: expected a pass `-`, a rotation such as `k4k5@e`, a move such as `k4>n`, or a rally such as `+k2n`",
    );
    is_refused(
        position,
        "k2>",
        "`k2>` is no action: expected a direction `n`, `e`, `s` or `w`, found nothing",
    );
    is_refused(position, "k2k2>n", "`k2k2>n` is no action: k2 is named twice");
    is_refused("k13n/-/-/- A 2 0", "-", "the game is over: P1 wins by victory-area");
}

#[test]
fn texts_of_positions_that_are_none() {
    for (text, message) in [
        ("-/-/-/- A 2", "expected four words, `<pieces> <city> <actions left> <passed turns>`, found 3"),
        (
            "k04n/-/-/- A 2 0",
            "Athens' pieces: expected the rank of the cell after `k`, found `0`: ranks begin at 1, without zeros in front",
        ),
        ("k8n/-/-/- A 2 0", "Athens' pieces: `k8` is a hole in the board"),
        ("k4nk4s/-/-/- A 2 0", "Athens' piece on k4 is named twice"),
        ("k4n/k4s/-/- A 2 0", "Sparta's piece on k4: Athens' stands there already"),
        ("k4/-/-/- A 2 0", "Athens' piece on k4: expected its facing `n`, `e`, `s` or `w`, found nothing"),
        ("-/-/k2n/- A 2 0", "Messene's piece on k2: it may not stand in Athens' rally area"),
        ("d4nd5nd6nd7nd8nd9nd10n/-/-/- A 2 0", "Athens has more than 6 pieces"),
        ("-/-/-/- B 2 0", "expected the city to act, `A`, `S`, `M` or `T`, found `B`"),
        ("-/-/-/- A 2p 0", "expected the actions left, `2`, `1` or `1p`, found `2p`"),
        ("-/-/-/- A 2 5", "expected the number of passed turns, `0` to `4`, found `5`"),
        ("-/-/-/- A 1p 4", "draw by passes, so the text ends in `2 4`, not in `1p 4`"),
    ] {
        assert_eq!(
            Nika.read_position(text).map_err(|error| error.to_string()),
            Err(message.into()),
            "{text}"
        );
    }
}

#[test]
fn sizes() {
    assert!(size_of::<Position>() <= 168, "{}", size_of::<Position>());
    assert!(size_of::<crate::Action>() <= 8);
}
