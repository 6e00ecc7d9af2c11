//! The store: a tournament is a database, not a process.
//!
//! Schedule, claimed games, finished games, settings and fingerprints of the engines live in one SQLite file,
//! or on a PostgreSQL server. Any number of workers, in threads, processes and (with PostgreSQL) machines,
//! claim games, play them, and hand the results in. Each of these steps is one transaction: a process that is
//! killed at any moment neither loses a game nor plays one twice. A claim ends with its lease unless it is
//! renewed, so what a dead worker has claimed comes back by itself. Time is the clock of the database:
//! machines need not agree on theirs.
//!
//! A store knows nothing about engines, rules or statistics. The book describes its tables.
//!
//! ```
//! use std::time::Duration;
//! use arena::schedule::Game;
//! use arena::game::Ending;
//! use arena::store::{Address, Claim, GameResult, Header, Kept, Store};
//!
//! let header = Header { definition: "{}".into(), game: "snorkels".into(), ..Header::default() };
//! let store = Store::create(&Address::Memory, &header)?;
//! let game = Game { number: 1, round: 1, pair: 1, opening: 0, entrants: [0, 1] };
//! assert!(store.extend(0, &[(0, r#"["b4"]"#.into())], &[game])?);
//!
//! let worker = store.register("host", std::process::id())?;
//! let Claim::Game(claimed) = store.claim(&worker, Duration::from_secs(60))? else { panic!("no game") };
//! assert_eq!((claimed.game, claimed.opening.as_str()), (game, r#"["b4"]"#));
//!
//! let result = GameResult {
//!     ending: Ending::too_long(), culprit: None, turns: 40, thinking: vec![],
//! };
//! assert_eq!(store.finish(claimed.token, &result, "the record")?, Kept::Yes);
//! assert_eq!(store.claim(&worker, Duration::from_secs(60))?, Claim::NothingOpen { known: 1 });
//! let finished = store.finished(0).collect::<Result<Vec<_>, _>>()?;
//! assert_eq!(finished[0].result, result);
//! # Ok::<(), arena::store::StoreError>(())
//! ```

mod address;
mod connection;
mod error;
mod games;
mod link;
#[cfg(feature = "postgres")]
mod postgres;
mod read;
mod rows;
mod schema;
mod sqlite;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub use address::{Address, AddressError, PostgresAddress};
pub use error::{Problem, StoreError};
pub use read::Rows;
pub use rows::{
    Claim, ClaimedGame, Counts, Delivery, EngineRow, FinishedRow, GameResult, Header, Kept, State, Token,
    WorkerRow,
};

use crate::schedule::Game;
use crate::stop::Stop;
use connection::{Connection, Failure};
use link::{Kind, Link};
use read::Order;

/// How many rows are read at a time; of those with a record, fewer.
const PAGE: usize = 1000;
const PAGE_OF_RECORDS: usize = 100;

/// An open tournament. Threads share it by reference; it has one connection, and uses it for one at a time.
///
/// Every operation is one transaction, run again when another process was in the way. If the database does
/// not answer, operations fail, unless the store was told to [wait](Self::patient).
///
/// # Errors
/// Every operation can fail because the database does not answer ([`Problem::Unreachable`],
/// [`Problem::Stopped`]), refuses something (a full disk: [`Problem::Refused`]), or holds what this program
/// did not write ([`Problem::Damaged`]). What else can happen is said of each.
#[derive(Debug)]
pub struct Store(Link);

/// Who claims games: a process that has [registered](Store::register). Its threads share it.
#[derive(Debug)]
pub struct Worker {
    number: u64,
    claims: AtomicU64,
}

impl Worker {
    /// Its number in the store, from 1.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }
}

impl Store {
    /// Makes a tournament, without games. The file or the database schema may be there, if it is empty.
    ///
    /// # Errors
    /// There is a tournament ([`Problem::AlreadyThere`]), or something else ([`Problem::NotATournament`],
    /// [`Problem::Version`]).
    pub fn create(address: &Address, header: &Header) -> Result<Store, StoreError> {
        let link = Link::new(address, true);
        let vacant = |connection: &mut dyn Connection| match schema::version(connection)? {
            None => Ok(()),
            Some(version) => {
                schema::check(version, connection.scripts())?;
                Err(Failure::Problem(Problem::AlreadyThere))
            }
        };
        link.run(Kind::Read, &mut |connection, _| {
            vacant(connection)?;
            connection.settle()
        })?;
        link.run(Kind::Write, &mut |connection, again| {
            connection.make_place()?;
            // The connection was lost, and what is there now is what this call has made before that.
            if again && schema::version(connection)?.is_some() && read::header(connection)? == *header {
                return Ok(());
            }
            vacant(connection)?;
            schema::make(connection)?;
            read::write_header(connection, header)
        })?;
        Ok(Store(link))
    }

    /// Opens a tournament. Tables of an older version are brought up to date.
    ///
    /// # Errors
    /// There is none ([`Problem::NotThere`]), there is something else ([`Problem::NotATournament`]), or it
    /// was made by a newer arena ([`Problem::Version`]).
    pub fn open(address: &Address) -> Result<Store, StoreError> {
        Store::open_link(Link::new(address, false))
    }

    /// [Opens](Self::open) a tournament, and is [patient](Self::patient) from the beginning: a server that is away is
    /// waited for.
    ///
    /// # Errors
    /// Those of [`open`](Self::open), and [`Problem::Stopped`].
    pub fn open_patiently(
        address: &Address,
        stop: Stop,
        tell: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Store, StoreError> {
        let mut link = Link::new(address, false);
        link.be_patient(stop, Box::new(tell));
        Store::open_link(link)
    }

    fn open_link(link: Link) -> Result<Store, StoreError> {
        let outdated = link.run(Kind::Read, &mut |connection, _| {
            let (version, scripts) =
                (schema::version(connection)?.ok_or(Problem::NotThere)?, connection.scripts());
            schema::check(version, scripts)?;
            connection.settle()?;
            Ok(version < scripts.version())
        })?;
        if outdated {
            link.run(Kind::Write, &mut |connection, _| {
                let scripts = connection.scripts();
                schema::update(connection, scripts)
            })?;
        }
        Ok(Store(link))
    }

    /// From now on, when the database does not answer, operations wait until it does, and `tell` says so:
    /// "the store does not answer (...); trying again in 2 s", and in the end "the store answers again". The
    /// waiting ends when `stop` is [abandoned](Stop::abandoned); the operation then fails with
    /// [`Problem::Stopped`].
    ///
    /// `tell` may be called by any thread that uses the store, and must not use it.
    #[must_use]
    pub fn patient(mut self, stop: Stop, tell: impl Fn(&str) + Send + Sync + 'static) -> Store {
        self.0.be_patient(stop, Box::new(tell));
        self
    }

    /// What the tournament is.
    pub fn header(&self) -> Result<Header, StoreError> {
        self.0.run(Kind::Read, &mut |connection, _| read::header(connection))
    }

    /// Adds games, and the openings that they are the first to need, with their numbers; but only if as many
    /// games as `known` are scheduled and the tournament is not closed. Otherwise nothing is done, and the
    /// answer is false: another worker was first (or this call was, and lost its connection before it was
    /// told).
    ///
    /// # Errors
    /// The numbers of the games do not go on from `known` ([`Problem::Number`]); an opening is there already,
    /// or one is missing ([`Problem::Refused`]).
    pub fn extend(
        &self,
        known: usize,
        openings: &[(usize, String)],
        games: &[Game],
    ) -> Result<bool, StoreError> {
        self.0.run(Kind::Write, &mut |connection, _| games::extend(connection, known, openings, games))
    }

    /// All openings, by number.
    pub fn openings(&self) -> Rows<'_, String> {
        // Openings count from 0, keys from 1, so that there is something before the first.
        Rows::new(0, |after| {
            let page =
                self.0.run(Kind::Read, &mut |connection, _| read::openings(connection, after, PAGE))?;
            Ok(page.into_iter().map(|(number, content)| (number + 1, content)).collect())
        })
    }

    /// The opening of that number, if there is one.
    pub fn opening(&self, number: usize) -> Result<Option<String>, StoreError> {
        self.0.run(Kind::Read, &mut |connection, _| read::opening(connection, number))
    }

    /// All scheduled games, by number.
    pub fn schedule(&self) -> Rows<'_, (Game, State)> {
        Rows::new(0, |after| {
            self.0.run(Kind::Read, &mut |connection, _| read::schedule(connection, after, PAGE))
        })
    }

    /// Makes a worker known: a process on a machine. Nothing depends on the name and the number but what
    /// people are told.
    pub fn register(&self, host: &str, pid: u32) -> Result<Worker, StoreError> {
        let number = self.0.run(Kind::Write, &mut |connection, _| read::register(connection, host, pid))?;
        Ok(Worker { number, claims: AtomicU64::new(1) })
    }

    /// Claims the next game for the time of `lease`: one whose lease has ended, or else the open one with the
    /// lowest number. If there is none, says why.
    pub fn claim(&self, worker: &Worker, lease: Duration) -> Result<Claim, StoreError> {
        let claim = worker.claims.fetch_add(1, Ordering::Relaxed);
        self.0.run(Kind::Write, &mut |connection, again| {
            games::claim(connection, again, worker.number, claim, lease)
        })
    }

    /// Claims up to `at_most` more open games, those with the lowest numbers, in one transaction: for a worker whose
    /// games take hardly longer than a transaction. None, if none is open.
    pub fn claim_more(
        &self,
        worker: &Worker,
        lease: Duration,
        at_most: usize,
    ) -> Result<Vec<ClaimedGame>, StoreError> {
        let claim = worker.claims.fetch_add(1, Ordering::Relaxed);
        self.0.run(Kind::Write, &mut |connection, again| {
            games::claim_more(connection, again, worker.number, claim, lease, at_most)
        })
    }

    /// A sign of life: the leases begin anew, now. Returns the claims that are lost, as their leases had
    /// ended and others have claimed those games since; their results would not be kept. A game that was
    /// finished meanwhile is not lost.
    pub fn renew(
        &self,
        worker: &Worker,
        tokens: &[Token],
        lease: Duration,
    ) -> Result<Vec<Token>, StoreError> {
        self.0.run(Kind::Write, &mut |connection, _| games::renew(connection, worker.number, tokens, lease))
    }

    /// Gives a game back: it is open again at once, or withdrawn if the tournament was closed. Does nothing
    /// if the claim no longer holds.
    pub fn release(&self, token: Token) -> Result<(), StoreError> {
        self.0.run(Kind::Write, &mut |connection, _| games::release(connection, token))
    }

    /// Keeps the result of a game and its record, if the claim still holds. It also holds after the end of
    /// the lease, as long as nobody else has claimed the game. Asked again for the same claim, the answer is
    /// the same and nothing is done. NUL characters in texts are kept as U+FFFD, as PostgreSQL has none.
    pub fn finish(&self, token: Token, result: &GameResult, record: &str) -> Result<Kept, StoreError> {
        self.0.run(Kind::Write, &mut |connection, _| games::finish(connection, token, result, record))
    }

    /// [Keeps](Self::finish) several results in one transaction, and returns for each whether it was kept.
    pub fn finish_all(&self, results: &[Delivery]) -> Result<Vec<Kept>, StoreError> {
        self.0.run(Kind::Write, &mut |connection, _| {
            let finish = |Delivery { token, result, record }: &Delivery| {
                games::finish(connection, *token, result, record)
            };
            results.iter().map(finish).collect()
        })
    }

    /// Closes the tournament: open games are withdrawn, running ones may be finished, none is added. Returns
    /// whether it was this call that did it; the verdict of the first one stands.
    pub fn close(&self, verdict: &str) -> Result<bool, StoreError> {
        self.0.run(Kind::Write, &mut |connection, again| games::close(connection, again, verdict))
    }

    /// Where the store is.
    #[must_use]
    pub fn address(&self) -> &Address {
        self.0.address()
    }

    /// The verdict with which the tournament was [closed](Self::close); `None` while it goes on.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn verdict(&self) -> Result<Option<String>, StoreError> {
        self.0.run(Kind::Read, &mut |connection, _| read::verdict(connection))
    }

    /// How many games are in which state.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        self.0.run(Kind::Read, &mut |connection, _| games::counts(connection))
    }

    /// The games that were finished after the one with that sequence, in the order in which they were
    /// finished; all of them after 0. Nothing is ever finished in between, so who remembers the last sequence
    /// misses nothing.
    pub fn finished(&self, after: u64) -> Rows<'_, FinishedRow> {
        Rows::new(after, |after| {
            let page = self.0.run(Kind::Read, &mut |connection, _| {
                read::finished(connection, Order::Completion, false, after, PAGE)
            })?;
            Ok(page.into_iter().map(|(key, (row, _))| (key, row)).collect())
        })
    }

    /// All finished games with their records, by number.
    pub fn records(&self) -> Rows<'_, (FinishedRow, String)> {
        Rows::new(0, |after| {
            self.0.run(Kind::Read, &mut |connection, _| {
                read::finished(connection, Order::Number, true, after, PAGE_OF_RECORDS)
            })
        })
    }

    /// Who works or worked on the tournament, in the order of arrival.
    pub fn workers(&self) -> Result<Vec<WorkerRow>, StoreError> {
        self.0.run(Kind::Read, &mut |connection, _| read::workers(connection))
    }
}
