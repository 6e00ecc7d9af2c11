//! An open store: a database with the tables of a tournament.

use database::{Access, Address, Attempt, Connection, Database};

use super::error::{Result, StoreError};
use crate::stop::Stop;

/// An open tournament. Threads share it by reference.
///
/// Each operation is one transaction, which is repeated after a conflict with another process. If the database does not
/// answer, operations fail, unless the store [retries](Self::with_retries).
///
/// # Errors
/// Every operation can fail because the database does not answer ([`StoreProblem::Unreachable`], [`StoreProblem::Stopped`]) or
/// refuses it ([`StoreProblem::Refused`], as with a full disk), or because the tables hold something that this program never
/// writes ([`StoreProblem::Corrupt`]). Each operation names its other errors.
///
/// [`StoreProblem::Unreachable`]: super::StoreProblem::Unreachable
/// [`StoreProblem::Stopped`]: super::StoreProblem::Stopped
/// [`StoreProblem::Refused`]: super::StoreProblem::Refused
/// [`StoreProblem::Corrupt`]: super::StoreProblem::Corrupt
#[derive(Debug)]
pub struct Store(Database);

impl Store {
    /// A store that connects with its first transaction.
    pub(super) fn new(address: &Address, access: Access) -> Store {
        Store(Database::new(address, access))
    }

    /// The store's address.
    pub fn address(&self) -> &Address {
        self.0.address()
    }

    /// From now on, operations wait for a database that does not answer. `report` gets a line about each attempt ("the
    /// store does not answer (...); trying again in 2 s") and one at the end ("the store answers again"). Waiting ends
    /// when `stop` is [abandoned](Stop::abandoned): the operation fails with [`StoreProblem::Stopped`].
    ///
    /// Any thread that uses the store can call `report`, which must not use the store.
    ///
    /// [`StoreProblem::Stopped`]: super::StoreProblem::Stopped
    #[must_use]
    pub fn with_retries(self, stop: Stop, report: impl Fn(&str) + Send + Sync + 'static) -> Store {
        Store(self.0.with_retries(move || stop.abandoned(), report))
    }

    /// Runs one statement, or several that need not see the same state of the tables.
    pub(super) fn read<T>(&self, work: impl FnMut(&mut dyn Connection) -> Attempt<T>) -> Result<T> {
        Ok(self.0.read(work)?)
    }

    /// Runs statements that see the same state of the tables.
    pub(super) fn read_at_once<T>(&self, work: impl FnMut(&mut dyn Connection) -> Attempt<T>) -> Result<T> {
        Ok(self.0.read_at_once(work)?)
    }

    /// Runs a transaction. `work` gets whether this is another attempt: the earlier one may have been committed just
    /// before its connection was lost.
    pub(super) fn write<T>(&self, work: impl FnMut(&mut dyn Connection, bool) -> Attempt<T>) -> Result<T> {
        Ok(self.0.write(work)?)
    }

    /// Rows with ascending keys: see [`Database::pages`].
    pub(super) fn pages<T>(
        &self,
        after: u64,
        page: impl Fn(&mut dyn Connection, u64) -> Attempt<Vec<(u64, T)>>,
    ) -> impl Iterator<Item = Result<T>> {
        self.0.pages(after, page).map(|row| row.map_err(StoreError::from))
    }
}
