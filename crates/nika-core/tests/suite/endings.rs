//! "End of the game": victory, passes, repetition, and what players say.

use abstract_game::{Match, Player, Rules as _};
use nika_core::Nika;

use crate::agreement::Real;
use crate::both::{ends, plays};
use crate::naive::START;

/// "or at once when the game is over": "the text has the next city, 2 actions, 0".
#[test]
fn a_victory_ends_the_turn() {
    let won = "P1 wins by victory-area";
    ends("k12n/-/-/-", "k12>n", "k13n/-/-/- S 2 0", won);
    ends("k12n/-/-/- A 1", "k12>n", "k13n/-/-/- S 2 0", won);
    ends("k12n/-/-/- A 1p 3", "k12>n", "k13n/-/-/- S 2 0", won);
    ends("k11n/-/-/-", "k11>n,k12>n", "k13n/-/-/- S 2 0", won);
    ends("-/-/k4s/- M", "k4>s", "-/-/k3s/- T 2 0", won);
    ends("-/r9e/-/- S", "r9>e", "-/s9e/-/- M 2 0", "P2 wins by victory-area");
    ends("-/-/-/d7w T", "d7>w", "-/-/-/c7w A 2 0", "P2 wins by victory-area");
    // Within the ally's home there is no other way in than from the field.
    ends("j12nk12n/-/-/-", "j12k12>n", "j13nk13n/-/-/- S 2 0", won);
}

/// "A piece of a city stands in that city's own victory area": another city's piece does not win there.
#[test]
fn the_ally_does_not_win_in_its_home() {
    plays("-/-/k12n/- M", "k12>n,k13>n", "-/-/k14n/- T 2 0");
    plays("k2n/-/-/-", "k2>n,-", "k3n/-/-/- S 2 0");
}

/// "(1) all four cities in a row pass both actions".
#[test]
fn four_cities_pass() {
    let pieces = START.split(' ').next().expect("the pieces");
    let after = |rest: &str| format!("{pieces} {rest}");
    plays(START, "-", &after("A 1p 0"));
    plays(START, "-,-,-,-,-,-", &after("T 2 3"));
    ends(START, "-,-,-,-,-,-,-,-", &after("A 2 4"), "draw by passes");
    // "four cities in a row", whichever is the first of them.
    ends(&after("M 2 0"), "-,-,-,-,-,-,-,-", &after("M 2 4"), "draw by passes");
    ends(&after("T 1p 3"), "-", &after("A 2 4"), "draw by passes");
    // "Any other action sets it to 0 at once".
    plays("e5n/-/-/- S 2 2", "-,-,-", "e5n/-/-/- M 1p 3");
    plays("e5n/-/-/- T 2 3", "+u8w", "e5n/-/-/u8w T 1 0");
    plays("e5n/-/-/- A 2 3", "-,e5@e", "e5e/-/-/- S 2 0");
    plays("e5n/-/-/- A 2 3", "e5@e,-", "e5e/-/-/- S 2 0");
    plays("e5n/-/-/- A 1p 3", "e5@e", "e5e/-/-/- S 2 0");
    // A turn of which only the second action is known to be a pass is none.
    plays("e5n/-/-/- A 1 0", "-", "e5n/-/-/- S 2 0");
}

#[track_caller]
fn game(text: &str) -> Match<Real> {
    Match::new(Nika.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// Plays the turns, the last of which ends the game so, and none before it.
#[track_caller]
fn lasts(start: &str, turns: &[&str], how: &str) {
    let mut game = game(start);
    for (number, turn) in turns.iter().enumerate() {
        assert_eq!(game.result(), None, "before turn {number} of {turns:?}");
        game.play_turn(turn).unwrap_or_else(|error| panic!("turn {number}, {turn}: {error}"));
    }
    assert_eq!(
        game.result().map_or("not over".to_owned(), |end| end.to_string()),
        how,
        "{turns:?} from {start}"
    );
}

/// "(2) the same state at the start of a turn for the third time, where the state is all positions and facings, the
/// routed counts and the city to act (the first position counts if it is the start of a turn".
#[test]
fn the_third_time_is_a_draw() {
    let pieces = "e5n/d9n/e7n/f5n";
    let [a, s, m, t] = ["e5@e,e5@n", "d9@e,d9@n", "e7@e,e7@n", "f5@e,f5@n"];
    let eight = [a, s, m, t, a, s, m, t];
    lasts(&format!("{pieces} A 2 0"), &eight, "draw by repetition");
    lasts(&format!("{pieces} A 2 0"), &eight[..7], "not over");
    // The first position does not count where it stands within a turn: the state before Sparta is the first.
    let nine = ["e5@n", s, m, t, a, s, m, t, a];
    lasts("e5e/d9n/e7n/f5n A 1 0", &nine, "draw by repetition");
    lasts("e5e/d9n/e7n/f5n A 1 0", &nine[..8], "not over");
    // The facings count.
    let turned = ["e5@e,e5@s", s, m, t, "e5@e,e5@n", s, m, t, "e5@e,e5@s", s, m, t];
    lasts(&format!("{pieces} A 2 0"), &turned, "not over");
}

/// The passed turns are no part of the state.
#[test]
fn passes_do_not_tell_states_apart() {
    let a = "e5@e,e5@n";
    let turns = [a, "-,-", "-,-", "-,-", a, "-,-", "-,-", "-,-"];
    lasts("e5n/d9n/e7n/f5n A 2 0", &turns, "draw by repetition");
    lasts("e5n/d9n/e7n/f5n A 2 2", &turns, "draw by repetition");
    lasts("e5n/d9n/e7n/f5n A 2 0", &turns[..7], "not over");
}

/// The city to act is part of the state: the same board before another city is another state.
#[test]
fn the_city_to_act_tells_states_apart() {
    let turns = ["-,-", "-,-", "-,-", "f5@e,f5@n", "-,-", "-,-", "-,-"];
    lasts("e5n/d9n/e7n/f5n A 2 0", &turns, "not over");
}

/// "when both happen at once the passes are reported".
#[test]
fn passes_before_repetition() {
    let [a, s, m, t] = ["e5@e,e5@n", "d9@e,d9@n", "e7@e,e7@n", "f5@e,f5@n"];
    let turns = [a, s, m, t, "-,-", "-,-", "-,-", "-,-"];
    lasts("e5n/d9n/e7n/f5n A 2 0", &turns, "draw by passes");
    lasts("e5n/d9n/e7n/f5n A 2 0", &turns[..7], "not over");
}

/// "(3) all players agree", and resignation; "A win or loss is the team's."
#[test]
fn agreement_and_resignation() {
    let mut agreed = game(START);
    agreed.agree_draw();
    assert_eq!(agreed.result().unwrap().to_string(), "draw by agreement");
    for (player, how) in [(Player::P1, "P2 wins by resignation"), (Player::P2, "P1 wins by resignation")] {
        let mut game = game(START);
        game.resign(player);
        assert_eq!(game.result().unwrap().to_string(), how);
    }
}

/// "Athens + Messene (team 1) play against Sparta + Thebes (team 2), whether 2, 3 or 4 players sit at the table: seats
/// only say who decides for which city."
#[test]
fn seats() {
    let seats: Vec<(&str, Player)> = Nika::SEATS.iter().map(|seat| (seat.name, seat.player)).collect();
    let [one, two] = Player::BOTH;
    assert_eq!(seats, [("athens", one), ("sparta", two), ("messene", one), ("thebes", two)]);
}

/// Finished games have no legal action, whoever would act next.
#[test]
fn nothing_is_legal_after_the_end() {
    for text in ["k13n/-/-/- A 2 0", "k13n/-/-/- T 2 0", "-/s8e/-/c8w A 2 0", "e5n/-/-/- M 2 4"] {
        let mut game = game(text);
        assert!(game.result().is_some() && game.position().end().is_some(), "{text}");
        assert!(game.position().actions().is_empty());
        assert!(game.play_turn("-,-").is_err());
    }
}
