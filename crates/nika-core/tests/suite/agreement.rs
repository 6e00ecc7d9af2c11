//! The two implementations compared: in random games, after every action, in counts, and over every text of an action.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use abstract_game::conformance::{
    Comparison, GameTally, RandomGames, RealAction, SecondEnd, SecondImplementation, in_parallel, sized,
};
use abstract_game::random::SplitMix64;
use abstract_game::{Player, Rules};
use nika_core::Nika;

use crate::naive::{Act, Cell, Naive, everywhere, name, next, team};
use crate::sampling::{self, Taste};

pub(crate) type Real = <Nika as Rules>::Position;

#[track_caller]
pub(crate) fn read(text: &str) -> Real {
    Nika.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

impl SecondImplementation for Naive {
    type Rules = Nika;
    type Action = Act;

    fn read_position(_: &Nika, text: &str) -> Result<Naive, String> {
        Naive::parse(text)
    }

    fn text(&self) -> String {
        self.text()
    }

    fn player_to_act(&self) -> Player {
        Player::BOTH[team(self.city)]
    }

    fn seat_to_act(&self) -> usize {
        self.city
    }

    fn at_turn_start(&self) -> bool {
        self.left == 2
    }

    fn end(&self) -> Option<SecondEnd> {
        self.end().map(|(winner, reason)| (winner.map(|team| Player::BOTH[team]), reason))
    }

    fn actions(&self) -> Vec<Act> {
        self.acts()
    }

    fn is_legal(&self, act: &Act) -> bool {
        self.is_legal(act)
    }

    fn action_text(act: &Act) -> String {
        act.text()
    }

    fn read_action(text: &str) -> Option<Act> {
        Act::parse(text).ok()
    }

    fn play(&mut self, act: &Act) {
        self.act(act);
    }

    /// "the state is all positions and facings, the routed counts and the city to act". The positions tell the routed
    /// counts.
    fn repetition_state(&self) -> Option<String> {
        let text = self.text();
        let (board, _) = text.split_once(' ').expect("four words");
        Some(format!("{board} {}", self.city))
    }
}

fn count(tally: &mut GameTally, naive: &Naive, act: &Act) {
    tally.add("rallies", u64::from(matches!(act, Act::Rally(..))));
    let Act::Move(set, dir) = act else { return };
    let effects = naive.effects(set, *dir).expect("a legal move");
    let routs = if set.len() == 1 { "routs by one piece" } else { "routs by phalanxes" };
    tally.add(routs, effects.routed.len() as u64);
    if !effects.pushed.is_empty() {
        tally.add(format!("pushes by {}", set.len()), 1);
        let won = naive.after(act).end().and_then(|end| end.0);
        tally.add("victories of the pushed", u64::from(won == Some(1 - team(naive.city))));
    }
}

fn has_pushes(tally: &GameTally, least: u64) -> bool {
    (2..=6).all(|size| tally.count(&format!("pushes by {size}")) >= least)
}

/// Games from the start and, every third, from a position of contact.
#[test]
fn random_games() {
    let games = RandomGames::new(|number, random| match number % 3 {
        0 => Comparison::of(Nika, sampling::contact(random)),
        _ => Comparison::new(Nika, Nika.start(), Naive::start()),
    });
    let games = games
        .choose(|number, random, naive: &Naive, acts| {
            sampling::choose(random, naive, acts, Taste::of(number / 3))
        })
        .observe(|game, act, tally| count(tally, game.second(), act))
        .max_actions(sized(200, 400))
        .compared_lists(60);
    let tally = games.play(0, sized(600, 5_000));
    println!("{tally:#?}");
    let least = sized(3, 50);
    for result in [
        "P1 wins by victory-area",
        "P2 wins by victory-area",
        "draw by passes",
        "draw by repetition",
        "not over",
    ] {
        assert!(tally.results_with(result) >= least, "{result} in {tally:?}");
    }
    assert!(has_pushes(&tally, sized(0, 10)), "{tally:?}");
    assert!(tally.count("rallies") > sized(100, 1_000), "{tally:?}");
    assert!(tally.count("victories of the pushed") >= sized(0, 1), "{tally:?}");
}

/// The explanation of an action contains the same enemies routed and pushed, and no others.
fn check_explanation(real: &Real, naive: &Naive, act: &Act, action: RealAction<Naive>) {
    let explanation = real.explain(action).expect("a legal action");
    let written = explanation.to_string();
    let mut found: Vec<&str> =
        written.lines().filter(|line| line.contains(" is routed") || line.contains(" is pushed")).collect();
    for line in &mut found {
        *line = line.split(':').next().unwrap_or_default();
    }
    let mut expected = Vec::new();
    if let Act::Move(set, dir) = act {
        let effects = naive.effects(set, *dir).expect("a legal move");
        let whose = |cell| ["Athens'", "Sparta's", "Messene's", "Thebes'"][naive.board[&cell].0];
        expected
            .extend(effects.routed.iter().map(|&cell| format!("{} {} is routed", whose(cell), name(cell))));
        expected.extend(
            effects.pushed.iter().map(|&cell| {
                format!("{} {} is pushed to {}", whose(cell), name(cell), name(next(cell, *dir)))
            }),
        );
    }
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{} on {real}: {written}", act.text());
    assert_eq!(explanation.after.to_string(), naive.after(act).text());
}

#[test]
fn every_action_of_positions_of_contact() {
    let total = Mutex::new(GameTally::default());
    in_parallel(sized(1_000, 3_000), |number| {
        let mut random = SplitMix64::new(0xc0_47ac_7000 + u64::from(number));
        let game = Comparison::of(Nika, sampling::contact(&mut random));
        let mut tally = GameTally::default();
        game.check_successors(usize::MAX, |act, action| {
            count(&mut tally, game.second(), act);
            check_explanation(game.real(), game.second(), act, action);
        });
        total.lock().expect("no thread has panicked").merge(tally);
    });
    let tally = total.into_inner().expect("no thread has panicked");
    println!("{tally:#?}");
    assert!(has_pushes(&tally, sized(15, 50)), "{tally:?}");
    assert!(tally.count("victories of the pushed") >= sized(3, 10), "{tally:?}");
    assert!(tally.count("routs by phalanxes") >= sized(300, 1_000), "{tally:?}");
}

/// To depth 2, and a fifth of them to depth 3.
#[test]
fn counts_of_sampled_positions() {
    let mut random = SplitMix64::new(4);
    let samples: Vec<Naive> = (0..200)
        .map(|number| match number % 2 {
            0 => sampling::contact(&mut random),
            _ => sampling::sample(&mut random),
        })
        .collect();
    let largest = |size| samples.iter().filter(|naive| sampling::largest_phalanx(naive) == size).count();
    assert!(largest(5) >= 20 && largest(6) >= 20, "{} and {}", largest(5), largest(6));
    let total = AtomicU64::new(0);
    in_parallel(200, |number| {
        let game = Comparison::of(Nika, samples[number as usize].clone());
        let nodes = game.check_perft(if number.is_multiple_of(5) { 3 } else { 2 });
        total.fetch_add(nodes, Ordering::Relaxed);
    });
    println!("{} sequences; {} with 5, {} with 6", total.into_inner(), largest(5), largest(6));
}

/// Every well-formed text of an action is read exactly where the action is legal.
#[test]
fn every_text_of_an_action() {
    let texts = AtomicU64::new(0);
    in_parallel(sized(25, 50), |number| {
        let mut random = SplitMix64::new(0x7e47 + u64::from(number));
        let game = Comparison::of(Nika, sampling::sample(&mut random));
        texts.fetch_add(game.check_action_texts(well_formed), Ordering::Relaxed);
    });
    println!("{} texts", texts.into_inner());
}

/// Texts of every kind: every cell, every subset of each city's pieces, pairs of cells next to each other, and pieces
/// of a city together with one of its ally.
fn well_formed(naive: &Naive, check: &mut dyn FnMut(&str)) {
    let mut sets: BTreeSet<Vec<Cell>> = everywhere().map(|cell| vec![cell]).collect();
    sets.extend(everywhere().map(|(file, rank)| vec![(file, rank), (file, rank + 1)]));
    for city in 0..4 {
        let own = naive.pieces(city);
        for mask in 1..1_u32 << own.len() {
            let subset: Vec<Cell> = (0..own.len()).filter(|i| mask >> i & 1 == 1).map(|i| own[i]).collect();
            if let Some(&ally) = naive.pieces((city + 2) % 4).first() {
                let mut mixed = subset.clone();
                mixed.push(ally);
                mixed.sort_unstable();
                sets.insert(mixed);
            }
            sets.insert(subset);
        }
    }
    check("-");
    for dir in ["n", "e", "s", "w"] {
        for set in &sets {
            if set.iter().any(|&cell| everywhere().all(|other| other != cell)) {
                continue;
            }
            let cells: String = set.iter().map(|&cell| name(cell)).collect();
            check(&format!("{cells}@{dir}"));
            check(&format!("{cells}>{dir}"));
        }
        for cell in everywhere() {
            check(&format!("+{}{dir}", name(cell)));
        }
    }
}
