//! The store: a tournament is a database, not a process.
//!
//! Schedule, claimed games, results, settings and fingerprints of the engines are in one SQLite file or on a PostgreSQL
//! server. Any number of workers, in threads, processes and (with PostgreSQL) machines, claim games, play them, and
//! store the results. Each step is one transaction: a process that is killed at any moment neither loses a game nor
//! causes one to be played twice. A claim ends with its lease unless the lease is renewed, so the games of a dead
//! worker become claimable again. Openings are made in the same way, in pieces. Time is the clock of the database: machines need not agree on theirs.
//!
//! PostgreSQL needs the cargo feature `postgres`. A store does not know engines, rules or statistics. The book describes
//! its tables.
//!
//! ```
//! use std::time::Duration;
//! use arena::game::Ending;
//! use arena::openings::{Candidate, Opening};
//! use arena::schedule::Game;
//! use arena::store::{Address, Claim, Delivery, GameResult, Header, Kept, Store};
//!
//! let header = Header { definition: "{}".into(), game: "snorkels".into(), ..Header::default() };
//! let store = Store::create(&Address::Memory, &header)?;
//! let lease = Duration::from_secs(60);
//! let piece = store.claim_openings(1, 16, lease)?.expect("none is made yet");
//! let opening = Opening::of_turns(["b4"]);
//! store.add_openings(piece.start, &[Some(Candidate { opening: opening.clone(), position: 7 })], true)?;
//! let game = Game { number: 1, round: 1, pair: 1, opening: 0, entrants: [0, 1] };
//! assert!(store.extend(0, None, &[game])?);
//!
//! let worker = store.register("host", std::process::id())?;
//! let Claim::Game(claimed) = store.claim(&worker, lease, &[])? else { panic!("no game") };
//! assert_eq!((claimed.game, claimed.opening), (game, opening));
//!
//! let result = GameResult { ending: Ending::too_long(), culprit: None, turns: 40, thinking: vec![], hash: 1 };
//! let delivery = Delivery { token: claimed.token, result: result.clone(), record: "the record".into() };
//! assert_eq!(store.finish(&[delivery])?, [Kept::Yes]);
//! assert_eq!(store.claim(&worker, lease, &[])?, Claim::NothingOpen { scheduled: 1 });
//! let finished = store.finished(0).collect::<Result<Vec<_>, _>>()?;
//! assert_eq!(finished[0].result, result);
//! # Ok::<(), arena::store::StoreError>(())
//! ```

mod claims;
mod handle;
mod openings;
mod repair;
mod rows;
mod schema;
mod sums;

pub use claims::{Claim, ClaimedGame, Delivery, Kept, Token, Worker};
pub use database::{
    Address, AddressError, GivenAddress, PostgresAddress, Result, StoreError, StoreProblem, without_passwords,
};
pub use handle::Store;
pub use repair::{Decision, VoidedRow};
pub use rows::{Counts, FinishedRow, GameResult, GameState, MachineRow, Status};
pub use schema::{EngineRow, Header};
pub use sums::{FinishedPair, GameSum, KeptTest, PairSum, Sums};
