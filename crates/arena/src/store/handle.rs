//! An open store: a database with the tables of a tournament.

use database::{Access, Address, Contents, Database};

use crate::stop::Stop;

/// What a store holds.
const CONTENTS: Contents = Contents { what: "tournament", program: "arena", package: env!("CARGO_PKG_NAME") };

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
pub struct Store(pub(super) Database);

impl Store {
    /// A store that connects with its first transaction.
    pub(super) fn new(address: &Address, access: Access) -> Store {
        Store(Database::new(address, access, CONTENTS))
    }

    /// The store's address.
    pub fn address(&self) -> &Address {
        self.0.address()
    }

    /// [`Database::with_retries`], until `stop` is [abandoned](Stop::abandoned).
    #[must_use]
    pub fn with_retries(self, stop: Stop, report: impl Fn(&str) + Send + Sync + 'static) -> Store {
        Store(self.0.with_retries(move || stop.abandoned(), report))
    }
}
