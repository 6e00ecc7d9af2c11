//! The games in progress of a process: their turns so far, which the store keeps for those who watch.

use abstract_game::facade::AnyMatch;
use parking_lot::Mutex;

use crate::game::{Cause, Ending, Played, PlayedTurn};
use crate::schedule::Game;
use crate::store::Token;
use crate::tournament::FinishedGame;

/// The games in progress.
#[derive(Default)]
pub(super) struct Progress(Mutex<Vec<GameInProgress>>);

struct GameInProgress {
    token: Token,
    /// With the ending `unfinished`.
    game: FinishedGame,
    /// Whether there are turns that `take_changed` has not returned.
    changed: bool,
}

impl Progress {
    /// Adds a turn to a game.
    pub(super) fn turn_played(
        &self,
        token: Token,
        (game, deciders): (&Game, &[usize]),
        position: &dyn AnyMatch,
        turn: &PlayedTurn,
    ) {
        let mut games = self.0.lock();
        let index = games.iter().position(|known| known.token == token).unwrap_or_else(|| {
            let ending = Ending { winner: None, cause: Cause::Unfinished, detail: None };
            let played = Played { start: position.start_text(), turns: Vec::new(), ending, culprit: None };
            let game = FinishedGame { game: *game, deciders: deciders.to_vec(), played };
            games.push(GameInProgress { token, game, changed: true });
            games.len() - 1
        });
        games[index].game.played.turns.push(turn.clone());
        games[index].changed = true;
    }

    /// Removes a game, if it is there.
    pub(super) fn game_ended(&self, token: Token) {
        self.0.lock().retain(|known| known.token != token);
    }

    /// The games with turns that were played since the last call.
    pub(super) fn take_changed(&self) -> Vec<(Token, FinishedGame)> {
        let mut games = self.0.lock();
        let changed = games.iter_mut().filter_map(|known| {
            std::mem::take(&mut known.changed).then(|| (known.token, known.game.clone()))
        });
        changed.collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use abstract_game::Player;
    use abstract_game::facade::AnyRules;
    use abstract_game::sample::TakeTwo;

    use super::*;
    use crate::openings::{Candidate, Opening};
    use crate::store::{Address, Claim, Header, Store};

    /// Claims of two games.
    fn tokens() -> [Token; 2] {
        let store = Store::create(&Address::Memory, &Header::default()).unwrap();
        let game = |number| Game { number, round: 1, pair: 1, opening: 0, entrants: [0, 1] };
        let piece = store.claim_openings(1, 1, Duration::from_secs(60)).unwrap().unwrap();
        let opening = Candidate { opening: Opening::default(), position: 0 };
        store.add_openings(piece.start, &[Some(opening)], true).unwrap();
        assert!(store.extend(0, None, &[game(1), game(2)]).unwrap());
        let worker = store.register("host", 1).unwrap();
        [(); 2].map(|()| match store.claim(&worker, Duration::from_secs(60), &[]).unwrap() {
            Claim::Game(claimed) => claimed.token,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn a_game_is_written_once_for_all_its_new_turns_and_not_after_its_end() {
        let [short, long] = tokens();
        let progress = Progress::default();
        let position = (&TakeTwo::default() as &dyn AnyRules).start();
        let play = |token: Token, text: &str| {
            let turn = PlayedTurn { turn: text.to_owned(), player: Player::P1, seat: 0, info: None };
            let game = Game { number: token.number, round: 1, pair: 1, opening: 0, entrants: [0, 1] };
            progress.turn_played(token, (&game, &[0, 1]), &*position, &turn);
        };
        let changed = || {
            let games = progress.take_changed().into_iter();
            games.map(|(token, game)| (token.number, game.played.turns.len())).collect::<Vec<_>>()
        };
        assert_eq!(changed(), []);
        // A game that begins and ends between two writes is never written.
        for _ in 0..1000 {
            play(short, "a1");
        }
        progress.game_ended(short);
        assert_eq!(changed(), []);
        play(long, "a1");
        play(short, "a1");
        play(long, "b1");
        assert_eq!(changed(), [(2, 2), (1, 1)]);
        assert_eq!(changed(), []);
        play(long, "a1");
        assert_eq!(changed(), [(2, 3)]);
        play(long, "a1");
        progress.game_ended(long);
        assert_eq!(changed(), []);
    }
}
