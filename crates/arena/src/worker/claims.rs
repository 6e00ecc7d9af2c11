//! The games that this process has claimed.
//!
//! A worker takes one game at a time. Where games take hardly longer than a transaction, several are claimed at once:
//! as many as are played in a moment, so that a process that ends keeps nothing from the others for long.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::store::{ClaimedGame, Token};

/// For how long games are claimed beforehand.
const MOMENT: Duration = Duration::from_millis(100);
/// How many games are claimed at once at the most.
const MOST: usize = 64;

/// The games that this process has claimed and not yet given back.
#[derive(Debug, Default)]
pub(super) struct Claims {
    /// Those that nobody plays yet.
    waiting: VecDeque<ClaimedGame>,
    /// All of them.
    held: Vec<Token>,
    /// When games were claimed last, and how many.
    last: Option<(Instant, usize)>,
}

impl Claims {
    /// A game that was claimed beforehand.
    pub(super) fn next(&mut self) -> Option<ClaimedGame> {
        self.waiting.pop_front()
    }

    /// How many games to claim at once: twice as many as last time, if they lasted no longer than a moment, and half
    /// as many otherwise.
    pub(super) fn how_many(&self) -> usize {
        match self.last {
            Some((at, count)) if at.elapsed() < MOMENT => (2 * count).min(MOST),
            Some((_, count)) => (count / 2).max(1),
            None => 1,
        }
    }

    /// Adds a game that is played now, and those that were claimed with it; they are held until they are
    /// [settled](Self::settled).
    pub(super) fn add(&mut self, first: &ClaimedGame, more: Vec<ClaimedGame>) {
        self.last = Some((Instant::now(), 1 + more.len()));
        self.held.push(first.token);
        self.held.extend(more.iter().map(|claimed| claimed.token));
        self.waiting.extend(more);
    }

    /// The claims that are held.
    pub(super) fn held(&self) -> &[Token] {
        &self.held
    }

    /// The store knows what has become of a game.
    pub(super) fn settled(&mut self, settled: Token) {
        self.held.retain(|&token| token != settled);
    }

    /// Takes the games that nobody plays, for them to be given back.
    pub(super) fn take_waiting(&mut self) -> Vec<Token> {
        let waiting: Vec<Token> = self.waiting.drain(..).map(|claimed| claimed.token).collect();
        self.held.retain(|token| !waiting.contains(token));
        waiting
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Game;
    use crate::store::{Address, Claim, Header, Store};

    #[test]
    fn as_many_are_claimed_as_are_played_in_a_moment() {
        let mut claims = Claims::default();
        assert_eq!(claims.how_many(), 1);
        let long_ago = Instant::now().checked_sub(2 * MOMENT).unwrap();
        for (last, next) in [(1, 1), (8, 4), (64, 32)] {
            claims.last = Some((long_ago, last));
            assert_eq!(claims.how_many(), next);
        }
        // Just now, whatever the machine does meanwhile.
        let soon = Instant::now() + Duration::from_secs(600);
        for (last, next) in [(1, 2), (8, 16), (64, 64)] {
            claims.last = Some((soon, last));
            assert_eq!(claims.how_many(), next);
        }
    }

    #[test]
    fn what_is_claimed_is_held_until_it_is_settled_or_given_back() {
        let store = Store::create(&Address::Memory, &Header::default()).unwrap();
        let game = |number| Game { number, round: 1, pair: 1, opening: 0, entrants: [0, 1] };
        let openings = [(0, String::new())];
        assert!(store.extend(0, &openings, &[1, 2, 3, 4].map(game)).unwrap());
        let (worker, lease) = (store.register("here", 1).unwrap(), Duration::from_secs(60));
        let Claim::Game(first) = store.claim(&worker, lease).unwrap() else { panic!("four games are open") };
        let more = store.claim_more(&worker, lease, 2).unwrap();
        assert_eq!(more.iter().map(|claimed| claimed.game.number).collect::<Vec<_>>(), [2, 3]);

        let mut claims = Claims::default();
        claims.add(&first, more);
        let second = claims.next().unwrap();
        assert_eq!((second.game.number, claims.held().len()), (2, 3));
        claims.settled(first.token);
        let waiting = claims.take_waiting();
        assert_eq!((waiting.len(), waiting[0].number()), (1, 3));
        assert_eq!(claims.held(), [second.token]);
        assert!(claims.next().is_none());
    }
}
