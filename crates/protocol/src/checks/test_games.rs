//! Games of random turns, from a seed. Points ask about positions of these games.

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules};
use abstract_game::random::{SplitMix64, mix};

use crate::{Command, Start};

/// Number of random games.
const GAMES: u64 = 12;
/// A random game is ended after this many turns.
const MAX_TURNS: usize = 1000;
/// Number of turns of the long game, if the rules allow that many.
const LONG: usize = 600;
/// Attempts to find a turn that does not end the long game.
const LONG_ATTEMPTS: usize = 50;
/// Number of games in which a win in one turn is searched.
const WIN_GAMES: u64 = 12;
/// Limit of the turns of such a game.
const WIN_TURNS: usize = 2000;
/// Random turns that are tried in each of its positions.
const WIN_ATTEMPTS: usize = 30;

/// The test games, each from the first position of the rules to the position in question.
pub(crate) struct TestGames<'a> {
    pub(crate) rules: &'a dyn AnyRules,
    unfinished: Vec<Box<dyn AnyMatch>>,
    finished: Vec<Box<dyn AnyMatch>>,
    /// A game in which one turn wins, if one was found.
    pub(crate) win_in_one: Option<Box<dyn AnyMatch>>,
    /// A long unfinished game.
    pub(crate) long: Box<dyn AnyMatch>,
}

impl<'a> TestGames<'a> {
    /// The same seed and rules make the same games.
    pub(crate) fn new(rules: &'a dyn AnyRules, seed: u64) -> TestGames<'a> {
        let random = |part, number| SplitMix64::new(mix(seed, &[part, number]));
        let (mut unfinished, mut finished) = (vec![rules.start()], Vec::new());
        for number in 0..GAMES {
            let mut random = random(0, number);
            let game = play(rules, MAX_TURNS, |game| game.random_turn(&mut random));
            if game.turn_count() > 0 {
                unfinished.push(first_turns(&*game, random.below(game.turn_count())));
            }
            finished.extend(game.result().map(|_| game));
        }
        // Where the first legal turn is a pass, this game ends soon.
        let game = play(rules, MAX_TURNS, |game| game.legal_turns(1).pop());
        finished.extend(game.result().map(|_| game));
        let win = (0..WIN_GAMES).find_map(|number| won_game(rules, number > 2, &mut random(1, number)));
        let win_in_one = win.as_ref().map(|game| first_turns(&**game, game.turn_count() - 1));
        finished.extend(win);
        let mut random = random(2, 0);
        let long = play(rules, LONG, |game| {
            (0..LONG_ATTEMPTS).find_map(|_| {
                let turn = game.random_turn(&mut random)?;
                game.play_turn(&turn).ok()?;
                let ended = game.result().is_some();
                game.undo();
                (!ended).then_some(turn)
            })
        });
        TestGames { rules, unfinished, finished, win_in_one, long }
    }

    /// Unfinished games of different lengths; the first one has no turns.
    pub(crate) fn unfinished(&self) -> impl Iterator<Item = &dyn AnyMatch> {
        self.unfinished.iter().map(|game| &**game)
    }

    /// Finished games, if a random game came to an end.
    pub(crate) fn finished(&self) -> impl Iterator<Item = &dyn AnyMatch> {
        self.finished.iter().map(|game| &**game)
    }

    /// The unfinished games, then the finished ones.
    pub(crate) fn all(&self) -> impl Iterator<Item = &dyn AnyMatch> {
        self.unfinished().chain(self.finished())
    }

    /// The game without turns.
    pub(crate) fn first(&self) -> &dyn AnyMatch {
        &*self.unfinished[0]
    }

    /// The command `position` for a game from the first position. With default rules that is `startpos`, which needs no text
    /// of a position.
    pub(crate) fn command(&self, game: &dyn AnyMatch) -> Command {
        let first = || Start::Fen(self.first().start_text());
        let start = if self.rules.is_default() { Start::Startpos } else { first() };
        Command::Position { start, moves: game.turns() }
    }
}

/// The first turns of a game.
pub(crate) fn first_turns(game: &dyn AnyMatch, turns: usize) -> Box<dyn AnyMatch> {
    let mut game = game.boxed_clone();
    while game.turn_count() > turns && game.undo().is_some() {}
    game
}

/// A game of chosen turns, until none is chosen or the game has `limit` turns.
fn play(
    rules: &dyn AnyRules,
    limit: usize,
    mut choose: impl FnMut(&mut dyn AnyMatch) -> Option<String>,
) -> Box<dyn AnyMatch> {
    let mut game = rules.start();
    while game.turn_count() < limit
        && let Some(turn) = choose(&mut *game)
        && game.play_turn(&turn).is_ok()
    {}
    game
}

/// A random game that its last turn wins, for the player who made it. With `passive`, player 2 plays the first legal turn
/// everywhere: then player 1 reaches distant goals sooner.
fn won_game(rules: &dyn AnyRules, passive: bool, random: &mut SplitMix64) -> Option<Box<dyn AnyMatch>> {
    let mut won = false;
    let game = play(rules, WIN_TURNS, |game| {
        let mover = game.player_to_act();
        for _ in 0..WIN_ATTEMPTS {
            let turn = game.random_turn(random)?;
            game.play_turn(&turn).ok()?;
            won = game.result().is_some_and(|end| end.winner == Some(mover));
            if won {
                return None;
            }
            game.undo();
        }
        if passive && mover == Player::P2 { game.legal_turns(1).pop() } else { game.random_turn(random) }
    });
    won.then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_all_test_games() {
        for name in games::names() {
            let rules = games::by_name(name).unwrap();
            let games = TestGames::new(&*rules, 1);
            let again = |game: &dyn AnyMatch| {
                let mut again = rules.start();
                game.turns().iter().for_each(|turn| again.play_turn(turn).unwrap());
                assert_eq!(
                    (again.key(), again.position_text()),
                    (game.key(), game.position_text()),
                    "{name}"
                );
                again
            };
            assert_eq!(games.first().turn_count(), 0, "{name}");
            for game in games.unfinished() {
                assert_eq!((again(game).result(), game.result()), (None, None), "{name}");
            }
            assert!(games.unfinished().any(|game| game.turn_count() > 2), "{name}");
            assert!(games.finished().next().is_some(), "{name}");
            for game in games.finished() {
                assert!(again(game).result().is_some(), "{name}");
            }
            let game = games.win_in_one.as_ref().unwrap_or_else(|| panic!("{name}: no game is won"));
            let text = game.position_text();
            let before = rules.read_position(&text).unwrap();
            let wins = |turn: &String| {
                let mut after = before.boxed_clone();
                after.play_turn(turn).unwrap();
                after.result().is_some_and(|end| end.winner == Some(before.player_to_act()))
            };
            assert!(before.legal_turns(100_000).iter().any(wins), "{name}: {text}");
            assert_eq!((again(&*games.long).result(), games.long.result()), (None, None), "{name}");
        }
    }

    #[test]
    fn rules_without_defaults_start_from_the_text_of_a_position() {
        let mut rules = games::by_name("snorkels").unwrap();
        let command = |rules: &dyn AnyRules| {
            let games = TestGames::new(rules, 1);
            games.command(games.first()).to_string()
        };
        assert_eq!(command(&*rules), "position startpos");
        rules.set_option("size", "4").unwrap();
        assert_eq!(command(&*rules), "position fen 4/4/4/4 p 1 -");
    }
}
