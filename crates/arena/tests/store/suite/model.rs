//! Random operations in any order, compared with a simple model.

use arena::store::{Address, Claim, Counts, GameState, Kept, Store, Token, Worker};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::{ENDED, LONG, Place, finish, make_openings, record, result, schedule, worker};

#[derive(Clone, Debug)]
enum Operation {
    Extend {
        known_is_right: bool,
        by: usize,
    },
    /// Whether its lease has ended at once.
    Claim {
        worker: usize,
        ended: bool,
    },
    /// The following operations take the number of an earlier claim.
    Renew {
        claim: usize,
        ended: bool,
    },
    Release {
        claim: usize,
    },
    Finish {
        claim: usize,
    },
    Close,
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        2 => (prop::bool::weighted(0.8), 0..4_usize)
            .prop_map(|(known_is_right, by)| Operation::Extend { known_is_right, by }),
        8 => (0..3_usize, prop::bool::weighted(0.4))
            .prop_map(|(worker, ended)| Operation::Claim { worker, ended }),
        3 => (any::<usize>(), any::<bool>()).prop_map(|(claim, ended)| Operation::Renew { claim, ended }),
        2 => any::<usize>().prop_map(|claim| Operation::Release { claim }),
        5 => any::<usize>().prop_map(|claim| Operation::Finish { claim }),
        // About once in every second run.
        1 => prop::bool::weighted(0.3).prop_map(|close| if close {
            Operation::Close
        } else {
            Operation::Extend { known_is_right: true, by: 1 }
        }),
    ]
}

/// A game of the model: its state, and the claim that holds or has finished it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Game {
    Open,
    Running { token: Token, ended: bool },
    Finished(Token),
    Withdrawn,
}

struct Model {
    store: Store,
    workers: Vec<Worker>,
    /// The worker of each claim so far.
    claims: Vec<(usize, Token)>,
    games: Vec<Game>,
    /// The numbers of finished games, in order.
    finished: Vec<usize>,
    closed: bool,
}

impl Model {
    fn new(store: Store) -> Model {
        let workers = (0..3).map(|_| worker(&store)).collect();
        Model { store, workers, claims: vec![], games: vec![], finished: vec![], closed: false }
    }

    /// One of the claims so far; `None` if there is none.
    fn pick(&self, claim: usize) -> Option<(usize, Token)> {
        (!self.claims.is_empty()).then(|| self.claims[claim % self.claims.len()])
    }

    /// The game that a claim holds.
    fn held(&mut self, token: Token) -> Option<&mut Game> {
        let game = &mut self.games[token.number - 1];
        matches!(game, Game::Running { token: holder, .. } if *holder == token).then_some(game)
    }

    fn apply(&mut self, operation: &Operation) {
        match *operation {
            Operation::Extend { known_is_right, by } => self.extend(known_is_right, by),
            Operation::Claim { worker, ended } => self.claim(worker, ended),
            Operation::Renew { claim, ended } => self.renew(claim, ended),
            Operation::Release { claim } => {
                let Some((_, token)) = self.pick(claim) else { return };
                self.store.release(token).unwrap();
                let left = if self.closed { Game::Withdrawn } else { Game::Open };
                if let Some(game) = self.held(token) {
                    *game = left;
                }
            }
            Operation::Finish { claim } => self.finish(claim),
            Operation::Close => {
                assert_eq!(self.store.close("verdict", None).unwrap(), !self.closed);
                self.closed = true;
                for game in &mut self.games {
                    if *game == Game::Open {
                        *game = Game::Withdrawn;
                    }
                }
            }
        }
    }

    fn extend(&mut self, known_is_right: bool, by: usize) {
        let known = self.games.len();
        let said = if known_is_right { known } else { known + 1 };
        make_openings(&self.store, known + by);
        let added = self.store.extend(said, None, &schedule(known, known + by)).unwrap();
        assert_eq!(added, known_is_right && !self.closed);
        if added {
            self.games.resize(known + by, Game::Open);
        }
    }

    fn claim(&mut self, worker: usize, ended: bool) {
        let claim = self.store.claim(&self.workers[worker], if ended { ENDED } else { LONG }, &[]).unwrap();
        if self.closed {
            for game in &mut self.games {
                if matches!(game, Game::Running { ended: true, .. }) {
                    *game = Game::Withdrawn;
                }
            }
        }
        let is_ended = |game: &Game| matches!(game, Game::Running { ended: true, .. });
        let next = self.games.iter().position(is_ended);
        let next = next.or_else(|| self.games.iter().position(|game| *game == Game::Open));
        let running = self.games.iter().filter(|game| matches!(game, Game::Running { .. })).count();
        match claim {
            Claim::Game(claimed) => {
                assert_eq!(Some(claimed.token.number - 1), next);
                assert_eq!(claimed.game, schedule(0, self.games.len())[claimed.token.number - 1]);
                assert!(self.claims.iter().all(|(_, token)| *token != claimed.token));
                self.claims.push((worker, claimed.token));
                self.games[claimed.token.number - 1] = Game::Running { token: claimed.token, ended };
            }
            Claim::Closed { verdict, running: told } => {
                assert!(self.closed && next.is_none());
                assert_eq!((verdict.as_str(), told), ("verdict", running));
            }
            Claim::Wait { running: told, until } => {
                assert!(!self.closed && next.is_none() && running > 0);
                assert_eq!(told, running);
                assert!(!until.is_zero() && until <= LONG);
            }
            Claim::NothingOpen { scheduled } => {
                assert!(!self.closed && next.is_none() && running == 0);
                assert_eq!(scheduled, self.games.len());
            }
        }
    }

    fn renew(&mut self, claim: usize, ended: bool) {
        let Some((worker, token)) = self.pick(claim) else { return };
        self.store.renew(&self.workers[worker], &[token], if ended { ENDED } else { LONG }).unwrap();
        if let Some(game) = self.held(token) {
            *game = Game::Running { token, ended };
        }
    }

    fn finish(&mut self, claim: usize) {
        let Some((_, token)) = self.pick(claim) else { return };
        let number = token.number;
        let kept = finish(&self.store, token, &result(number), &record(number));
        let before = self.games[number - 1] == Game::Finished(token);
        let held = self.held(token);
        assert_eq!(kept, if held.is_some() || before { Kept::Yes } else { Kept::LeaseLost });
        if let Some(game) = held {
            *game = Game::Finished(token);
            self.finished.push(number);
        }
    }

    /// Compares the store with the model.
    fn check(&self) {
        let states: Vec<_> = self.store.schedule().map(|row| row.unwrap().1).collect();
        let state = |game: &Game| match game {
            Game::Open => GameState::Open,
            Game::Running { .. } => GameState::Running,
            Game::Finished(_) => GameState::Finished,
            Game::Withdrawn => GameState::Withdrawn,
        };
        assert_eq!(states, self.games.iter().map(state).collect::<Vec<_>>());
        let count = |wanted| states.iter().filter(|state| **state == wanted).count();
        let expected = Counts {
            open: count(GameState::Open),
            running: count(GameState::Running),
            finished: count(GameState::Finished),
            withdrawn: count(GameState::Withdrawn),
        };
        assert_eq!(self.store.counts().unwrap(), expected);
        let finished: Vec<_> = self.store.finished(0).map(|row| row.unwrap().game.number).collect();
        assert_eq!(finished, self.finished);
    }
}

pub(crate) fn interleavings(place: fn() -> Place) {
    // A server takes a hundred times as long.
    let cases = if matches!(place().address, Address::Postgres(_)) { 15 } else { 150 };
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let strategy = prop::collection::vec(operation(), 1..80);
    let outcome = TestRunner::new(config).run(&strategy, |operations| {
        let place = place();
        let mut model = Model::new(place.create());
        for operation in &operations {
            model.apply(operation);
            model.check();
        }
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}
