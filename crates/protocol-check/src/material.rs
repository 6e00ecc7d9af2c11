//! Positions to ask about: games of random turns by the rules, from a seed.

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules};
use abstract_game::random::SplitMix64;
use protocol::Start;

/// How many games of random turns are played.
const GAMES: u64 = 12;
/// Such a game is given up after so many turns.
const LONGEST: usize = 1000;
/// How many turns the long game has, where the game allows it.
const LONG: usize = 600;
/// How many turns are tried to find one that does not end the long game.
const TRIES: usize = 50;
/// How many games are hunted for a position that one turn wins,
const HUNTS: u64 = 12;
/// for so many turns each,
const HUNT: usize = 2000;
/// by so many random turns at every turn.
const LOOKS: usize = 30;

/// Games for the checks; each is the turns from the first position of the rules.
pub(super) struct Material {
    rules: Box<dyn AnyRules>,
    /// Beginnings of different lengths, none of them at the end of its game.
    pub(super) beginnings: Vec<Vec<String>>,
    /// Games to their ends.
    pub(super) finished: Vec<Vec<String>>,
    /// The text of a position that one turn wins, if one was found.
    pub(super) won_next: Option<String>,
    /// As long a game as was found, unfinished.
    pub(super) long: Vec<String>,
}

impl Material {
    /// The same seed and rules make the same games.
    pub(super) fn new(rules: &dyn AnyRules, seed: u64) -> Material {
        let dice = |part, number| SplitMix64::new(mix(seed, &[part, number]));
        let (mut beginnings, mut finished) = (vec![Vec::new()], Vec::new());
        for number in 0..GAMES {
            let mut random = dice(0, number);
            let game = random_game(rules, &mut random);
            let turns = game.turns();
            if !turns.is_empty() {
                beginnings.push(turns[..random.below(turns.len())].to_vec());
            }
            finished.extend(game.result().map(|_| turns));
        }
        let listed = first_turns(rules);
        finished.extend(listed.result().map(|_| listed.turns()));
        let mut won_next = None;
        for number in 0..HUNTS {
            if let Some((game, turn)) = hunt(rules, number > 2, &mut dice(1, number)) {
                won_next = Some(game.position_text());
                let mut turns = game.turns();
                turns.push(turn);
                finished.push(turns);
                break;
            }
        }
        let long = long_game(rules, &mut dice(2, 0));
        Material { rules: rules.boxed_clone(), beginnings, finished, won_next, long }
    }

    /// How the first position is told to an engine: `startpos` is understood even by one that has another text for
    /// positions.
    pub(super) fn start(&self) -> Start {
        if self.is_default() { Start::Startpos } else { Start::Fen(self.rules.start().start_text()) }
    }

    /// Whether the rules have all options at their defaults.
    pub(super) fn is_default(&self) -> bool {
        self.rules.is_default()
    }

    /// The game after those turns; all turns here were found by the rules.
    pub(super) fn after(&self, turns: &[String]) -> Box<dyn AnyMatch> {
        let mut game = self.rules.start();
        for turn in turns {
            // What cannot be played would be seen by whoever asks the game.
            let _ = game.play_turn(turn);
        }
        game
    }
}

/// A seed for one part of the checks: the seed of the settings, mixed with the numbers of the part.
pub(super) fn mix(seed: u64, parts: &[u64]) -> u64 {
    parts.iter().fold(SplitMix64::new(seed).next_u64(), |key, part| {
        SplitMix64::new(key ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
    })
}

fn random_game(rules: &dyn AnyRules, random: &mut SplitMix64) -> Box<dyn AnyMatch> {
    let mut game = rules.start();
    while game.turn_count() < LONGEST {
        let Some(turn) = game.random_turn(random) else { break };
        if game.play_turn(&turn).is_err() {
            break;
        }
    }
    game
}

/// The game in which everybody plays the first turn of the list: where passing comes first, that soon ends it.
fn first_turns(rules: &dyn AnyRules) -> Box<dyn AnyMatch> {
    let mut game = rules.start();
    while game.turn_count() < LONGEST {
        let Some(turn) = game.legal_turns(1).pop() else { break };
        if game.play_turn(&turn).is_err() {
            break;
        }
    }
    game
}

/// A game that the next turn wins, and that turn. If one side only waits (plays the first turn of the list), the
/// other one gets further in games with far goals.
fn hunt(rules: &dyn AnyRules, waits: bool, random: &mut SplitMix64) -> Option<(Box<dyn AnyMatch>, String)> {
    let mut game = rules.start();
    while game.turn_count() < HUNT {
        let mover = game.player_to_act();
        for _ in 0..LOOKS {
            let turn = game.random_turn(random)?;
            game.play_turn(&turn).ok()?;
            let won = game.result().is_some_and(|end| end.winner == Some(mover));
            game.undo();
            if won {
                return Some((game, turn));
            }
        }
        let turn =
            if waits && mover == Player::P2 { game.legal_turns(1).pop()? } else { game.random_turn(random)? };
        game.play_turn(&turn).ok()?;
    }
    None
}

/// A game that goes on as long as random turns can make it.
fn long_game(rules: &dyn AnyRules, random: &mut SplitMix64) -> Vec<String> {
    let mut game = rules.start();
    let mut turns = Vec::new();
    'turns: while turns.len() < LONG {
        for _ in 0..TRIES {
            let Some(turn) = game.random_turn(random) else { break 'turns };
            if game.play_turn(&turn).is_err() {
                break 'turns;
            }
            if game.result().is_none() {
                turns.push(turn);
                continue 'turns;
            }
            game.undo();
        }
        break;
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_are_what_they_say_in_every_game() {
        for name in games::names() {
            let rules = games::by_name(name).unwrap();
            let material = Material::new(&*rules, 1);
            for turns in &material.beginnings {
                let game = material.after(turns);
                assert_eq!((game.turn_count(), game.result()), (turns.len(), None), "{name}");
            }
            assert!(material.beginnings.iter().any(|turns| turns.len() > 2), "{name}");
            assert!(!material.finished.is_empty(), "{name}");
            for turns in &material.finished {
                assert!(material.after(turns).result().is_some(), "{name}");
            }
            let text = material.won_next.as_ref().unwrap_or_else(|| panic!("{name}: nobody wins"));
            let before = rules.read_position(text).unwrap();
            let wins = |turn: &String| {
                let mut after = before.boxed_clone();
                after.play_turn(turn).unwrap();
                after.result().is_some_and(|end| end.winner == Some(before.player_to_act()))
            };
            assert!(before.legal_turns(100_000).iter().any(wins), "{name}: {text}");
            let long = material.after(&material.long);
            assert_eq!((long.turn_count(), long.result()), (material.long.len(), None), "{name}");
        }
    }

    #[test]
    fn rules_that_are_not_the_usual_ones_are_told_by_their_position() {
        let mut rules = games::by_name("snorkels").unwrap();
        assert_eq!(Material::new(&*rules, 1).start(), Start::Startpos);
        rules.set_option("size", "4").unwrap();
        let material = Material::new(&*rules, 1);
        assert_eq!(material.start(), Start::Fen("4/4/4/4 p 1 -".into()));
    }
}
