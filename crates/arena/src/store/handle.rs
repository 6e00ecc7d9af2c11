//! An open store: its connection, on which transactions run until they are done.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::address::Address;
use super::connection::{Attempt, Connection, Failure, Result, StoreError, StoreProblem};
#[cfg(feature = "postgres")]
use super::postgres::Postgres;
use super::sqlite::Sqlite;
use crate::stop::Stop;

/// The first and the longest pause between two attempts to reach the database; each pause is twice the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// Conflicts with other transactions are reported when they last longer.
const CONFLICT_REPORT: Duration = Duration::from_secs(5);

/// An open tournament. Threads share it by reference.
///
/// Each operation is one transaction, which is repeated after a conflict with another process. If the database does not
/// answer, operations fail, unless the store [retries](Self::with_retries).
///
/// # Errors
/// Every operation can fail because the database does not answer ([`StoreProblem::Unreachable`], [`StoreProblem::Stopped`]) or
/// refuses it ([`StoreProblem::Refused`], as with a full disk), or because the tables hold something that this program never
/// writes ([`StoreProblem::Corrupt`]). Each operation names its other errors.
pub struct Store {
    address: Address,
    /// One connection for all threads: a server has room for about a hundred, one for each process, and a transaction
    /// takes about a millisecond.
    session: Mutex<StoreSession>,
    /// When to stop retrying; none: an operation fails if the database does not answer.
    retry_until: Option<Stop>,
    /// Gets reports of retries.
    report: Box<dyn Fn(&str) + Send + Sync>,
}

/// What a connection may do with the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Create,
    Write,
    /// Of the file of an SQLite store; a store on a server is opened as by `Write`.
    Read,
}

struct StoreSession {
    /// None before the first transaction, after the connection was lost, and during a transaction.
    connection: Option<Box<dyn Connection>>,
    /// Whether connecting may create the file, until the first transaction is done, or may only read it.
    access: Access,
    /// Whether trouble was reported that has not ended.
    trouble: bool,
}

impl Store {
    /// A store that connects with its first transaction.
    pub(super) fn new(address: &Address, access: Access) -> Store {
        let session = StoreSession { connection: None, access, trouble: false };
        let (address, session) = (address.clone(), Mutex::new(session));
        Store { address, session, retry_until: None, report: Box::new(|_| ()) }
    }

    /// The store's address.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// From now on, operations wait for a database that does not answer. `report` gets a line about each attempt ("the
    /// store does not answer (...); trying again in 2 s") and one at the end ("the store answers again"). Waiting ends
    /// when `stop` is [abandoned](Stop::abandoned): the operation fails with [`StoreProblem::Stopped`].
    ///
    /// Any thread that uses the store can call `report`, which must not use the store.
    #[must_use]
    pub fn with_retries(mut self, stop: Stop, report: impl Fn(&str) + Send + Sync + 'static) -> Store {
        (self.retry_until, self.report) = (Some(stop), Box::new(report));
        self
    }

    /// Runs one statement, or several that need not see the same state of the tables.
    pub(super) fn read<T>(&self, mut work: impl FnMut(&mut dyn Connection) -> Attempt<T>) -> Result<T> {
        self.run(false, &mut |connection, _| work(connection))
    }

    /// Runs a transaction. `work` gets whether this is another attempt: the earlier one may have been committed just
    /// before its connection was lost.
    pub(super) fn write<T>(
        &self,
        mut work: impl FnMut(&mut dyn Connection, bool) -> Attempt<T>,
    ) -> Result<T> {
        self.run(true, &mut work)
    }

    /// Rows with ascending keys. `page` reads some of them, those after a key, each with its own key. So a long list
    /// neither fills the memory nor blocks the other threads. Rows that are written meanwhile may be included. After an
    /// error there are no more rows.
    pub(super) fn pages<T>(
        &self,
        after: u64,
        page: impl Fn(&mut dyn Connection, u64) -> Attempt<Vec<(u64, T)>>,
    ) -> impl Iterator<Item = Result<T>> {
        let mut last = Some(after);
        let pages = std::iter::from_fn(move || {
            let after = last?;
            let rows = self.read(|connection| page(connection, after));
            last = rows.as_ref().ok().and_then(|rows| rows.last()).map(|(key, _)| *key);
            Some(rows.map_or_else(
                |error| vec![Err(error)],
                |rows| rows.into_iter().map(|(_, row)| Ok(row)).collect(),
            ))
        });
        pages.flatten()
    }

    fn run<T>(&self, writes: bool, work: Work<'_, T>) -> Result<T> {
        let result = self.attempts(writes, work);
        result.map_err(|problem| StoreError { address: self.address.to_string(), problem })
    }

    /// Runs a transaction until it is done or fails for good.
    fn attempts<T>(&self, writes: bool, work: Work<'_, T>) -> Result<T, StoreProblem> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut attempts, mut next_pause, mut reported) = (0_u32, FIRST_PAUSE, Instant::now());
        loop {
            let connected = session.connection.is_some();
            let failure = match self.attempt(&mut session, writes, attempts > 0, work) {
                Ok(value) => {
                    if session.access == Access::Create {
                        session.access = Access::Write;
                    }
                    if std::mem::take(&mut session.trouble) {
                        (self.report)("the store answers again");
                    }
                    return Ok(value);
                }
                Err(failure) => failure,
            };
            attempts = attempts.saturating_add(1);
            let (reason, pause, report) = match failure {
                Failure::StoreProblem(problem) => return Err(problem),
                // A server that was restarted meanwhile answers at once.
                Failure::Disconnected(_) if connected => continue,
                Failure::Disconnected(reason) if self.retry_until.is_none() => {
                    return Err(StoreProblem::Unreachable(reason));
                }
                Failure::Disconnected(reason) => {
                    let pause = next_pause;
                    next_pause = (2 * pause).min(LONGEST_PAUSE);
                    let seconds = pause.as_secs_f64();
                    let report = format!("the store does not answer ({reason}); trying again in {seconds} s");
                    (reason, pause, Some(report))
                }
                Failure::Conflict(reason) => {
                    // Processes in conflict wait for different times.
                    let milliseconds = (std::process::id() % 8 + 1) * attempts.min(10);
                    let due = reported.elapsed() >= CONFLICT_REPORT;
                    let report =
                        due.then(|| format!("the store is in use by others ({reason}); still trying"));
                    (reason, Duration::from_millis(milliseconds.into()), report)
                }
            };
            self.pause(Duration::ZERO, &reason)?;
            if let Some(report) = report {
                (self.report)(&report);
                (session.trouble, reported) = (true, Instant::now());
            }
            self.pause(pause, &reason)?;
        }
    }

    fn attempt<T>(
        &self,
        session: &mut StoreSession,
        writes: bool,
        retried: bool,
        work: Work<'_, T>,
    ) -> Attempt<T> {
        // Taken, so that a panic does not leave a transaction open.
        let mut connection = match session.connection.take() {
            Some(connection) => connection,
            None => self.connect(session.access)?,
        };
        let result = if writes {
            connection.execute("BEGIN {immediate}", &[]).and_then(|_| {
                let value = work(&mut *connection, retried)?;
                connection.execute("COMMIT", &[])?;
                Ok(value)
            })
        } else {
            work(&mut *connection, retried)
        };
        let lost = matches!(result, Err(Failure::Disconnected(_)));
        if result.is_ok() || !lost && (!writes || connection.rollback().is_ok()) {
            session.connection = Some(connection);
        }
        result
    }

    fn connect(&self, access: Access) -> Attempt<Box<dyn Connection>> {
        Ok(match &self.address {
            Address::Sqlite(path) => Box::new(Sqlite::open(path, access)?),
            Address::Memory if access == Access::Create => Box::new(Sqlite::in_memory()?),
            // The tournament ended with the connection.
            Address::Memory => return Err(StoreProblem::Missing.into()),
            #[cfg(feature = "postgres")]
            Address::Postgres(address) => Box::new(Postgres::connect(address)?),
            #[cfg(not(feature = "postgres"))]
            Address::Postgres(_) => return Err(StoreProblem::WithoutPostgres.into()),
        })
    }

    /// Waits, and fails as soon as retrying has to stop.
    fn pause(&self, pause: Duration, reason: &str) -> Result<(), StoreProblem> {
        const STEP: Duration = Duration::from_millis(50);
        let end = Instant::now() + pause;
        loop {
            if self.retry_until.as_ref().is_some_and(Stop::abandoned) {
                return Err(StoreProblem::Stopped(reason.to_owned()));
            }
            match end.saturating_duration_since(Instant::now()) {
                Duration::ZERO => return Ok(()),
                left => thread::sleep(left.min(STEP)),
            }
        }
    }
}

/// What a transaction does. It gets whether this is another attempt.
type Work<'w, T> = &'w mut dyn FnMut(&mut dyn Connection, bool) -> Attempt<T>;

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("address", &self.address).finish_non_exhaustive()
    }
}
