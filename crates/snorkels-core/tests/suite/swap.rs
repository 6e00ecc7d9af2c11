//! The pie rule.

use abstract_game::Player;
use snorkels_core::{Action, Colour, Pie, Snorkels};

use crate::{played, read};

#[test]
fn the_examples_of_the_rules() {
    let start = Snorkels::new().start();
    assert_eq!(start.to_string(), "7/7/7/7/7/7/7 p 1 -");
    let first = played(start, "d4");
    assert_eq!(first.to_string(), "7/7/7/3P3/7/7/7 g 1 s");
    assert_eq!(played(first, "swap").to_string(), "7/7/7/3P3/7/7/7 g 2 -");
}

#[test]
fn p1_starts_as_purple() {
    let start = Snorkels::new().start();
    assert_eq!((start.player_to_act(), start.to_place()), (Player::P1, Colour::Purple));
    assert_eq!((start.owner(Colour::Purple), start.owner(Colour::Green)), (Player::P1, Player::P2));
}

#[test]
fn after_a_swap_green_places_next_and_is_p1() {
    let first = played(Snorkels::new().start(), "d4");
    assert_eq!((first.player_to_act(), first.to_place()), (Player::P2, Colour::Green));
    assert_eq!(first.count_actions(), 49);

    let swapped = played(first, "swap");
    assert_eq!((swapped.player_to_act(), swapped.to_place()), (Player::P1, Colour::Green));
    assert_eq!(
        (swapped.colour_of(Player::P1), swapped.colour_of(Player::P2)),
        (Colour::Green, Colour::Purple)
    );
    assert_eq!(swapped.count_actions(), 48);
    assert_eq!((swapped.purple(), swapped.green()), (first.purple(), first.green()));

    let placed = played(swapped, "a1");
    assert_eq!((placed.player_to_act(), placed.to_place()), (Player::P2, Colour::Purple));
    assert_eq!(placed.to_string(), "7/7/7/3P3/7/7/G6 p 2 -");
}

#[test]
fn only_the_first_turn_of_p2_offers_swap() {
    let start = Snorkels::new().with("size", 3).unwrap().start();
    let offers = |turns: &str| played(start, turns).is_legal(Action::SWAP);
    assert!(offers("b2"));
    for turns in ["", "b2 swap", "b2 a1", "b2 a1 c3", "b2 swap a1", "b2 swap a1 c3"] {
        assert!(!offers(turns), "{turns}");
    }
}

#[test]
fn the_option_turns_it_off() {
    let start = Snorkels::new().with_pie(false).start();
    let first = played(start, "d4");
    assert_eq!((start.pie(), first.pie()), (Pie::Off, Pie::Off));
    assert_eq!(first.to_string(), "7/7/7/3P3/7/7/7 g 1 -");
    assert_eq!(first.count_actions(), 48);
}

/// The text of the start position is the same with and without the pie rule; the positions are not.
#[test]
fn equality_and_key_cover_the_pie_rule() {
    let (on, off) = (Snorkels::new(), Snorkels::new().with_pie(false));
    let text = "7/7/7/7/7/7/7 p 1 -";
    for (rules, pie) in [(on, Pie::Armed), (off, Pie::Off)] {
        let read = rules.read_position(text).unwrap();
        assert_eq!((read.pie(), read), (pie, rules.start()));
    }
    assert_ne!(on.start(), off.start());
    assert_ne!(on.start().key(), off.start().key());
    assert_ne!(on.start().max_remaining_turns(), off.start().max_remaining_turns());

    let (offered, refused) = (played(on.start(), "d4"), played(off.start(), "d4"));
    assert_ne!(offered, refused);
    assert_ne!(offered.key(), refused.key());
    // Once green has placed, nothing is left of it.
    assert_eq!(played(offered, "a1"), played(refused, "a1"));
    assert_eq!(played(offered, "a1").key(), played(refused, "a1").key());
    // Both snorkels lie alike, but the owners differ.
    assert_ne!(played(offered, "swap").key(), refused.key());
}

/// What the text says wins over the option.
#[test]
fn a_text_may_offer_swap_where_the_option_is_off() {
    let off = Snorkels::new().with_pie(false);
    let position = off.read_position("7/7/7/3P3/7/7/7 g 1 s").unwrap();
    assert!(position.can_swap());
    assert_eq!(position, played(Snorkels::new().start(), "d4"));
    assert!(!read("7/7/7/3P3/7/7/7 g 1 -").can_swap());
}

/// A first placement that is not P1's, or not purple, is not the opening of a game.
#[test]
fn boards_without_snorkels_that_are_no_start() {
    for text in ["3/3/3 p 2 -", "3/3/3 g 1 -", "3/3/3 g 2 -"] {
        assert_eq!(read(text).pie(), Pie::Off, "{text}");
        assert!(!played(read(text), "b2").can_swap(), "{text}");
    }
    // Stones do not matter.
    assert_eq!(played(read("3/#1#/3 p 1 -"), "b2").to_string(), "3/#P#/3 g 1 s");
}
