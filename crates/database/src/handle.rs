//! An open database: its connection, on which transactions run until they are done.

use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::address::Address;
use super::connection::{Access, Connection};
use super::error::{Attempt, Contents, Failure, Result, StoreError, StoreProblem};
use super::file::FileInUse;
#[cfg(feature = "postgres")]
use super::postgres::Postgres;
use super::sqlite::Sqlite;

/// The first and the longest pause between two attempts to reach the database; each pause is twice the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// Conflicts with other transactions are reported when they last longer.
const CONFLICT_REPORT: Duration = Duration::from_secs(5);

/// An open database. Threads share it by reference.
///
/// Each operation is one transaction, which is repeated after a conflict with another process. If the database does not
/// answer, operations fail, unless the store [retries](Self::with_retries).
///
/// # Errors
/// Every operation can fail because the database does not answer ([`StoreProblem::Unreachable`], [`StoreProblem::Stopped`]) or refuses
/// it ([`StoreProblem::Refused`], as with a full disk), because the tables hold something that this program never writes
/// ([`StoreProblem::Corrupt`]), or because of a problem that the transaction itself found.
pub struct Database {
    address: Address,
    contents: Contents,
    /// One connection for all threads: a server has room for about a hundred, one for each process, and a transaction
    /// takes about a millisecond.
    state: Mutex<ConnectionState>,
    /// Whether to stop retrying; none: an operation fails if the database does not answer.
    retry_until: Option<Box<dyn Fn() -> bool + Send + Sync>>,
    /// Gets reports of retries.
    report: Box<dyn Fn(&str) + Send + Sync>,
}

struct ConnectionState {
    /// None before the first transaction, after the connection was lost, and during a transaction.
    connection: Option<Box<dyn Connection>>,
    /// The SQLite file, if it is one; the same for all connections.
    file: Option<Arc<FileInUse>>,
    /// Whether connecting may create the file, until the first transaction is done, or may only read it.
    access: Access,
    /// Whether trouble was reported that has not ended.
    trouble: bool,
}

impl Database {
    /// A database that connects with its first transaction. Messages name its `contents`.
    pub fn new(address: &Address, access: Access, contents: Contents) -> Database {
        let file =
            if let Address::Sqlite(path) = address { Some(Arc::new(FileInUse::new(path))) } else { None };
        let state = ConnectionState { connection: None, file, access, trouble: false };
        let (address, state) = (address.clone(), Mutex::new(state));
        Database { address, contents, state, retry_until: None, report: Box::new(|_| ()) }
    }

    /// Its address.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// From now on, operations wait for a database that does not answer. `report` gets a line about each attempt ("the
    /// store does not answer (...); trying again in 2 s") and one at the end ("the store answers again"). Waiting ends
    /// when `stop` returns true: the operation fails with [`StoreProblem::Stopped`].
    ///
    /// Any thread that uses the database can call `report`, which must not use the database.
    #[must_use]
    pub fn with_retries(
        mut self,
        stop: impl Fn() -> bool + Send + Sync + 'static,
        report: impl Fn(&str) + Send + Sync + 'static,
    ) -> Database {
        self.retry_until = Some(Box::new(stop));
        self.report = Box::new(report);
        self
    }

    /// Runs one statement, or several that need not see the same state of the tables.
    ///
    /// # Errors
    /// Those of every operation.
    pub fn read<T>(&self, mut work: impl FnMut(&mut dyn Connection) -> Attempt<T>) -> Result<T> {
        self.run(Transaction::None, &mut |connection, _| work(connection))
    }

    /// Runs statements that see the same state of the tables, and change nothing.
    ///
    /// # Errors
    /// Those of every operation.
    pub fn read_at_once<T>(&self, mut work: impl FnMut(&mut dyn Connection) -> Attempt<T>) -> Result<T> {
        self.run(Transaction::Reading, &mut |connection, _| work(connection))
    }

    /// Runs a transaction. `work` gets whether this is another attempt: the earlier one may have been committed just
    /// before its connection was lost.
    ///
    /// # Errors
    /// Those of every operation.
    pub fn write<T>(&self, mut work: impl FnMut(&mut dyn Connection, bool) -> Attempt<T>) -> Result<T> {
        self.run(Transaction::Writing, &mut work)
    }

    /// Rows with ascending keys. `page` reads some of them, those after a key, each with its own key. So a long list
    /// neither fills the memory nor blocks the other threads. Rows that are written meanwhile may be included. After an
    /// error there are no more rows.
    pub fn pages<T>(
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

    fn run<T>(&self, transaction: Transaction, work: Work<'_, T>) -> Result<T> {
        let (result, contents) = (self.attempts(transaction, work), self.contents);
        result.map_err(|problem| StoreError { address: self.address.to_string(), problem, contents })
    }

    /// Runs a transaction until it is done or fails for good.
    fn attempts<T>(&self, transaction: Transaction, work: Work<'_, T>) -> Result<T, StoreProblem> {
        let mut state = self.state.lock();
        let (mut attempts, mut next_pause, mut reported) = (0_u32, FIRST_PAUSE, Instant::now());
        loop {
            let connected = state.connection.is_some();
            let failure = match self.attempt(&mut state, transaction, attempts > 0, work) {
                Ok(value) => {
                    if state.access == Access::Create {
                        state.access = Access::Write;
                    }
                    if std::mem::take(&mut state.trouble) {
                        (self.report)("the store answers again");
                    }
                    return Ok(value);
                }
                Err(failure) => failure,
            };
            attempts = attempts.saturating_add(1);
            let (reason, pause, report) = match failure {
                Failure::Problem(problem) => return Err(problem),
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
                (state.trouble, reported) = (true, Instant::now());
            }
            self.pause(pause, &reason)?;
        }
    }

    fn attempt<T>(
        &self,
        state: &mut ConnectionState,
        transaction: Transaction,
        retried: bool,
        work: Work<'_, T>,
    ) -> Attempt<T> {
        // Taken, so that a panic does not leave a transaction open.
        let mut connection = state.connection.take().map_or_else(|| self.connect(state), Ok)?;
        let result = match transaction {
            Transaction::None => connection.check().and_then(|()| work(&mut *connection, retried)),
            _ => connection.begin(transaction == Transaction::Writing).and_then(|()| {
                let value = work(&mut *connection, retried)?;
                connection.commit()?;
                Ok(value)
            }),
        };
        let lost = matches!(result, Err(Failure::Disconnected(_)));
        let in_transaction = transaction != Transaction::None;
        if result.is_ok() || !lost && (!in_transaction || connection.rollback().is_ok()) {
            state.connection = Some(connection);
        }
        result
    }

    fn connect(&self, state: &ConnectionState) -> Attempt<Box<dyn Connection>> {
        Ok(match (&self.address, &state.file) {
            (_, Some(file)) => Box::new(Sqlite::open(file, state.access)?),
            (Address::Memory, _) if state.access == Access::Create => Box::new(Sqlite::in_memory()?),
            // The database ended with the connection.
            (Address::Memory | Address::Sqlite(_), _) => return Err(StoreProblem::Missing.into()),
            #[cfg(feature = "postgres")]
            (Address::Postgres(address), _) => Box::new(Postgres::connect(address)?),
            #[cfg(not(feature = "postgres"))]
            (Address::Postgres(_), _) => return Err(StoreProblem::WithoutPostgres.into()),
        })
    }

    /// Waits, and fails as soon as retrying has to stop.
    fn pause(&self, pause: Duration, reason: &str) -> Result<(), StoreProblem> {
        const STEP: Duration = Duration::from_millis(50);
        let end = Instant::now() + pause;
        loop {
            if self.retry_until.as_ref().is_some_and(|stop| stop()) {
                return Err(StoreProblem::Stopped(reason.to_owned()));
            }
            match end.saturating_duration_since(Instant::now()) {
                Duration::ZERO => return Ok(()),
                left => thread::sleep(left.min(STEP)),
            }
        }
    }
}

/// In which transaction statements run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Transaction {
    /// Each in its own.
    None,
    /// All in one that changes nothing.
    Reading,
    /// All in one.
    Writing,
}

/// What a transaction does. It gets whether this is another attempt.
type Work<'w, T> = &'w mut dyn FnMut(&mut dyn Connection, bool) -> Attempt<T>;

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("address", &self.address).finish_non_exhaustive()
    }
}
