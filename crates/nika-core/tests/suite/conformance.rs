//! The contract that every game keeps.

use abstract_game::conformance::{Suite, in_parallel, sized};
use abstract_game::random::SplitMix64;
use nika_core::{Action, BOARD, Facing, Nika, Pieces, Position};

use crate::agreement::read;
use crate::naive::START;
use crate::sampling;

/// The legal actions, and such as a transposition table or a person could come up with: every cell alone, every two
/// pieces whoever they are, all the pieces of a city, each with every facing; rallies everywhere.
fn universe(position: &Position) -> Vec<Action> {
    let mut actions = position.actions();
    actions.push(Action::Pass);
    let mut sets: Vec<Pieces> = BOARD.cells().iter().filter_map(|cell| Pieces::new(&[cell])).collect();
    let occupied: Vec<_> = position.occupied().iter().collect();
    for (number, &one) in occupied.iter().enumerate() {
        sets.extend(occupied[..number].iter().filter_map(|&other| Pieces::new(&[one, other])));
        sets.extend(
            occupied[..number].windows(3).filter_map(|few| Pieces::new(&[few[0], few[1], few[2], one])),
        );
    }
    sets.extend(nika_core::City::ALL.into_iter().filter_map(|city| Pieces::from_set(position.pieces(city))));
    for facing in Facing::ALL {
        for &pieces in &sets {
            actions.push(Action::Rotate { pieces, facing });
            actions.push(Action::Move { pieces, direction: facing });
        }
        actions.extend(BOARD.cells().iter().map(|cell| Action::Rally { cell, facing }));
    }
    actions
}

fn suite(games: u32, seed: u64) -> Suite<Nika> {
    Suite::new(Nika).reads_from_str().games(games).max_turns(60).universe(universe).seed(seed)
}

#[test]
fn from_the_start_and_from_contact() {
    in_parallel(sized(2, 4), |number| {
        let mut random = SplitMix64::new(u64::from(number) + 77);
        let mut suite = suite(1, u64::from(number) + 1);
        for _ in 0..4 {
            suite = suite.from(read(&sampling::contact(&mut random).text()));
        }
        let summary = suite.check();
        assert_eq!(summary.shared_tags, 0, "{summary:?}");
    });
}

#[test]
fn positions_that_random_play_hardly_reaches() {
    let mut suite = suite(2, 9).max_turns(20);
    for text in [
        // Nobody there; one piece.
        "-/-/-/- A 2 0",
        "-/-/-/t8w T 1p 3",
        // Finished.
        "k13n/-/-/- S 2 0",
        "e5n/-/-/- M 2 4",
        // One action from an end, by the mover and by a push.
        "k12n/-/-/- A 1 0",
        "e8wf8w/-/-/d8e A 2 3",
        // Phalanxes of six against five.
        "d5ee5ef5eg5eh5ei5e/j5wk5wl5w/-/m5nn5n A 2 0",
        "e4ee5ef4ef5eg4eg5e/h4wi4w/-/h5wi5w A 2 0",
        // The gap of the ruling.
        "f4e/-/h5e/e4we5wf5wg4wg5wh4w T 2 0",
    ] {
        suite = suite.from(read(text));
    }
    suite.check();
}

#[test]
fn cycles() {
    let to_and_fro = ["j4j5j6@n,j4j5j6@w", "d8e8@n,d8e8@e", "j12@e,j12@w", "r9@s,r9@n"];
    let with_passes = ["k4k5@e,k4k5@n", "-,-", "-,-", "-,-"];
    let walk = ["e5>n,e6>s", "-,-", "-,-", "f8@e,f8@n"];
    Suite::new(Nika)
        .reads_from_str()
        .games(1)
        .max_turns(10)
        .cycle(Nika.start(), &to_and_fro)
        .cycle(Nika.start(), &with_passes)
        .cycle(read(&START.replace(" A 2 0", " A 2 3")), &with_passes)
        .cycle(read("e5s/-/-/f8n A 2 0"), &walk)
        .check();
}

#[test]
fn there_are_no_options() {
    Suite::new(Nika).games(0).check();
    assert!(Nika::options().is_empty());
    assert!(Nika.set_option("seats", "4").is_err());
}
