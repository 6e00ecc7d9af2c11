//! Games of random turns, from a seed. Points ask about positions of these games.

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules};
use abstract_game::random::{SplitMix64, mix};
use protocol::Start;

/// Number of random games.
const GAMES: u64 = 12;
/// A random game is ended after this many turns.
const MAX_TURNS: usize = 1000;
/// Number of turns of the long game, if the rules allow that many.
const LONG: usize = 600;
/// Attempts to find a turn that does not end the long game.
const LONG_ATTEMPTS: usize = 50;
/// Number of games in which a win in one turn is looked for.
const WIN_GAMES: u64 = 12;
/// Limit of the turns of such a game.
const WIN_TURNS: usize = 2000;
/// Random turns that are tried in each of its positions.
const WIN_ATTEMPTS: usize = 30;

/// The test games; each is the list of its turns from the first position of the rules.
pub(crate) struct TestGames {
    rules: Box<dyn AnyRules>,
    /// Unfinished games of different lengths; the first one has no turns.
    pub(crate) unfinished: Vec<Vec<String>>,
    /// Finished games.
    pub(crate) finished: Vec<Vec<String>>,
    /// The text of a position in which one turn wins, if one was found.
    pub(crate) win_in_one: Option<String>,
    /// A long unfinished game.
    pub(crate) long: Vec<String>,
}

impl TestGames {
    /// The same seed and rules make the same games.
    pub(crate) fn new(rules: &dyn AnyRules, seed: u64) -> TestGames {
        let random = |part, number| SplitMix64::new(mix(seed, &[part, number]));
        let (mut unfinished, mut finished) = (vec![Vec::new()], Vec::new());
        for number in 0..GAMES {
            let mut random = random(0, number);
            let game = play(rules, |game| game.random_turn(&mut random));
            let turns = game.turns();
            if !turns.is_empty() {
                unfinished.push(turns[..random.below(turns.len())].to_vec());
            }
            finished.extend(game.result().map(|_| turns));
        }
        // Where the first legal turn is a pass, this game ends soon.
        let first_turns = play(rules, |game| game.legal_turns(1).pop());
        finished.extend(first_turns.result().map(|_| first_turns.turns()));
        let mut wins =
            (0..WIN_GAMES).filter_map(|number| win_in_one(rules, number > 2, &mut random(1, number)));
        let win = wins.next();
        finished.extend(win.iter().map(|(game, turn)| [game.turns(), vec![turn.clone()]].concat()));
        let win_in_one = win.map(|(game, _)| game.position_text());
        let long = long_game(rules, &mut random(2, 0));
        TestGames { rules: rules.boxed_clone(), unfinished, finished, win_in_one, long }
    }

    /// The unfinished games, then the finished ones.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Vec<String>> {
        self.unfinished.iter().chain(&self.finished)
    }

    /// The first position for a `position` command. With default rules it is `startpos`, which needs no text of a
    /// position.
    pub(crate) fn start(&self) -> Start {
        if self.rules.is_default() { Start::Startpos } else { Start::Fen(self.rules.start().start_text()) }
    }

    /// The game after some turns of a test game.
    pub(crate) fn after(&self, turns: &[String]) -> Box<dyn AnyMatch> {
        let mut game = self.rules.start();
        for turn in turns {
            // The rules made these turns, so that they are legal.
            let _ = game.play_turn(turn);
        }
        game
    }
}

/// A game of chosen turns, to its end or to [`MAX_TURNS`].
fn play(rules: &dyn AnyRules, mut choose: impl FnMut(&dyn AnyMatch) -> Option<String>) -> Box<dyn AnyMatch> {
    let mut game = rules.start();
    while game.turn_count() < MAX_TURNS {
        let Some(turn) = choose(&*game) else { break };
        if game.play_turn(&turn).is_err() {
            break;
        }
    }
    game
}

/// A random game before a winning turn, and that turn. With `passive`, player 2 plays the first legal turn everywhere:
/// then player 1 reaches distant goals sooner.
fn win_in_one(
    rules: &dyn AnyRules,
    passive: bool,
    random: &mut SplitMix64,
) -> Option<(Box<dyn AnyMatch>, String)> {
    let mut game = rules.start();
    while game.turn_count() < WIN_TURNS {
        let mover = game.player_to_act();
        for _ in 0..WIN_ATTEMPTS {
            let turn = game.random_turn(random)?;
            game.play_turn(&turn).ok()?;
            let won = game.result().is_some_and(|end| end.winner == Some(mover));
            game.undo();
            if won {
                return Some((game, turn));
            }
        }
        let first = passive && mover == Player::P2;
        let turn = if first { game.legal_turns(1).pop()? } else { game.random_turn(random)? };
        game.play_turn(&turn).ok()?;
    }
    None
}

/// A random game whose turns do not end it, as long as such turns are found.
fn long_game(rules: &dyn AnyRules, random: &mut SplitMix64) -> Vec<String> {
    let mut game = rules.start();
    let mut attempts = LONG_ATTEMPTS;
    while game.turn_count() < LONG && attempts > 0 {
        let Some(turn) = game.random_turn(random) else { break };
        if game.play_turn(&turn).is_err() {
            break;
        }
        let ended = game.result().is_some() && game.undo().is_some();
        attempts = if ended { attempts - 1 } else { LONG_ATTEMPTS };
    }
    game.turns()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_all_test_games() {
        for name in games::names() {
            let rules = games::by_name(name).unwrap();
            let games = TestGames::new(&*rules, 1);
            for turns in &games.unfinished {
                let game = games.after(turns);
                assert_eq!((game.turn_count(), game.result()), (turns.len(), None), "{name}");
            }
            assert!(games.unfinished.iter().any(|turns| turns.len() > 2), "{name}");
            assert!(!games.finished.is_empty(), "{name}");
            for turns in &games.finished {
                assert!(games.after(turns).result().is_some(), "{name}");
            }
            let text = games.win_in_one.as_ref().unwrap_or_else(|| panic!("{name}: nobody wins"));
            let before = rules.read_position(text).unwrap();
            let wins = |turn: &String| {
                let mut after = before.boxed_clone();
                after.play_turn(turn).unwrap();
                after.result().is_some_and(|end| end.winner == Some(before.player_to_act()))
            };
            assert!(before.legal_turns(100_000).iter().any(wins), "{name}: {text}");
            let long = games.after(&games.long);
            assert_eq!((long.turn_count(), long.result()), (games.long.len(), None), "{name}");
        }
    }

    #[test]
    fn rules_without_defaults_start_from_the_text_of_a_position() {
        let mut rules = games::by_name("snorkels").unwrap();
        assert_eq!(TestGames::new(&*rules, 1).start(), Start::Startpos);
        rules.set_option("size", "4").unwrap();
        let games = TestGames::new(&*rules, 1);
        assert_eq!(games.start(), Start::Fen("4/4/4/4 p 1 -".into()));
    }
}
