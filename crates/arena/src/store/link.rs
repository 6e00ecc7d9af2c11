//! The one connection of a store: transactions are run on it, run again when others were in the way, and
//! waited with when the database does not answer.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::address::Address;
use super::connection::{Connection, Failure};
use super::error::{Problem, StoreError};
#[cfg(feature = "postgres")]
use super::postgres::Postgres;
use super::sqlite::Sqlite;
use crate::stop::Stop;

/// The longest pause between two attempts to reach the database.
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// How long conflicts are not worth a word.
const SILENCE: Duration = Duration::from_secs(5);

/// All threads share one connection. It is a bottleneck on purpose: a server has room for a hundred or so,
/// and each is a worker's, of which there may be many; and whoever waits, waits for a millisecond.
pub(super) struct Link {
    address: Address,
    line: Mutex<Line>,
    patience: Option<Patience>,
}

/// Who is told of trouble, and what ends the waiting.
struct Patience {
    stop: Stop,
    tell: Box<dyn Fn(&str) + Send + Sync>,
}

struct Line {
    /// None before the first use, after trouble, and while it is in use.
    connection: Option<Box<dyn Connection>>,
    /// Whether the place may be empty: until the first transaction is done, a connection may make the file.
    making: bool,
    /// Whether trouble was told that has not ended.
    troubled: bool,
}

/// Whether a transaction writes. One that only reads is one statement, or does not mind what happens between
/// its statements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Read,
    Write,
}

/// What a transaction does; told whether it may have been done before.
pub(super) type Work<'w, T> = &'w mut dyn FnMut(&mut dyn Connection, bool) -> Result<T, Failure>;

impl Link {
    /// Where the store is.
    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// Nothing is connected yet. `making`: the place may be empty.
    pub(super) fn new(address: &Address, making: bool) -> Link {
        let line = Line { connection: None, making, troubled: false };
        Link { address: address.clone(), line: Mutex::new(line), patience: None }
    }

    pub(super) fn be_patient(&mut self, stop: Stop, tell: Box<dyn Fn(&str) + Send + Sync>) {
        self.patience = Some(Patience { stop, tell });
    }

    /// Runs a transaction until it is done or fails for good.
    pub(super) fn run<T>(&self, kind: Kind, work: Work<'_, T>) -> Result<T, StoreError> {
        let result = self.run_through(kind, work);
        result.map_err(|problem| StoreError { address: self.address.to_string(), problem })
    }

    fn run_through<T>(&self, kind: Kind, work: Work<'_, T>) -> Result<T, Problem> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut attempts, mut away, mut told) = (0_u32, 0_u32, Instant::now());
        loop {
            let connected = line.connection.is_some();
            let failure = match self.attempt(&mut line, kind, attempts > 0, work) {
                Ok(value) => {
                    line.making = false;
                    if std::mem::take(&mut line.troubled) {
                        self.tell("the store answers again");
                    }
                    return Ok(value);
                }
                Err(failure) => failure,
            };
            attempts = attempts.saturating_add(1);
            match failure {
                Failure::Problem(problem) => return Err(problem),
                // The server was started anew since, maybe, and answers at once.
                Failure::Away(_) if connected => {}
                Failure::Away(reason) => {
                    let pause = (Duration::from_millis(250) * 2_u32.pow(away.min(10))).min(LONGEST_PAUSE);
                    away += 1;
                    if self.patience.is_none() {
                        return Err(Problem::Unreachable(reason));
                    }
                    self.go_on(&reason)?;
                    let seconds = pause.as_secs_f64();
                    self.tell(&format!("the store does not answer ({reason}); trying again in {seconds} s"));
                    line.troubled = true;
                    self.pause(pause, &reason)?;
                }
                Failure::Conflict(reason) => {
                    self.go_on(&reason)?;
                    if told.elapsed() >= SILENCE {
                        self.tell(&format!("the store is in use by others ({reason}); still trying"));
                        line.troubled = true;
                        told = Instant::now();
                    }
                    // Processes that were in each other's way must not be so again: they differ in their ids.
                    let part = u64::from(std::process::id() % 8) + 1;
                    self.pause(Duration::from_millis(part * u64::from(attempts.min(10))), &reason)?;
                }
            }
        }
    }

    fn attempt<T>(&self, line: &mut Line, kind: Kind, again: bool, work: Work<'_, T>) -> Result<T, Failure> {
        // Taken, so that a panic leaves no half of a transaction behind.
        let mut connection = match line.connection.take() {
            Some(connection) => connection,
            None => self.connect(line.making)?,
        };
        let done = match kind {
            Kind::Read => work(&mut *connection, again),
            Kind::Write => connection.begin().and_then(|()| {
                let value = work(&mut *connection, again)?;
                connection.commit()?;
                Ok(value)
            }),
        };
        let sound = match &done {
            Ok(_) => true,
            Err(Failure::Away(_)) => false,
            Err(_) => kind == Kind::Read || connection.rollback().is_ok(),
        };
        if sound {
            line.connection = Some(connection);
        }
        done
    }

    fn connect(&self, making: bool) -> Result<Box<dyn Connection>, Failure> {
        Ok(match &self.address {
            Address::Sqlite(path) => Box::new(Sqlite::open(path, making)?),
            Address::Memory if making => Box::new(Sqlite::in_memory()?),
            // Whatever was there is gone.
            Address::Memory => return Err(Problem::NotThere.into()),
            #[cfg(feature = "postgres")]
            Address::Postgres(address) => Box::new(Postgres::connect(address)?),
            #[cfg(not(feature = "postgres"))]
            Address::Postgres(_) => return Err(Problem::WithoutPostgres.into()),
        })
    }

    fn tell(&self, what: &str) {
        if let Some(patience) = &self.patience {
            (patience.tell)(what);
        }
    }

    /// Fails if the waiting is to end.
    fn go_on(&self, reason: &str) -> Result<(), Problem> {
        match &self.patience {
            Some(patience) if patience.stop.abandoned() => Err(Problem::Stopped(reason.to_owned())),
            _ => Ok(()),
        }
    }

    fn pause(&self, pause: Duration, reason: &str) -> Result<(), Problem> {
        const STEP: Duration = Duration::from_millis(50);
        let end = Instant::now() + pause;
        loop {
            self.go_on(reason)?;
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            thread::sleep(left.min(STEP));
        }
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("address", &self.address).finish_non_exhaustive()
    }
}
