//! Where a store is.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;

#[cfg(feature = "postgres")]
pub use super::postgres::PostgresAddress;

/// Where a store is: a file, the memory of this process, or a PostgreSQL server.
///
/// `to_string` writes the text that `parse` reads, without passwords:
///
/// ```
/// use arena::store::Address;
/// let file: Address = "friday.db".parse()?;
/// assert!(matches!(file, Address::Sqlite(_)));
/// assert_eq!(file.to_string(), "friday.db");
/// # Ok::<(), arena::store::AddressError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// An SQLite file, written as its path. All processes that use it must be on one machine: the
    /// write-ahead log does not work on network file systems.
    Sqlite(PathBuf),
    /// The memory of this process, until the [`Store`](super::Store) is dropped; written `:memory:`.
    Memory,
    /// A tournament on a PostgreSQL server, written as a URL.
    Postgres(PostgresAddress),
}

/// A tournament on a PostgreSQL server. This program was built without the feature `postgres`: it cannot open the
/// tournament, and does not keep the URL.
#[cfg(not(feature = "postgres"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostgresAddress(());

/// Why a text is not the address of a store.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum AddressError {
    /// The text is empty.
    #[error("the address of a store is empty; expected the path of a file or `postgres://...`")]
    Empty,
    /// It is a URL of something else.
    #[error("`{0}://` is not a store; expected the path of a file or `postgres://...`")]
    Scheme(String),
    /// The URL, shown without its password, is wrong for this reason.
    #[error("`{0}`: {1}")]
    Url(String, String),
    /// The name after `tournament=` cannot be one.
    #[error(
        "`{0}` is not a name of a tournament; expected 1 to 63 of the characters `a`-`z`, `0`-`9`, `_` and `-`, \
         not beginning with `pg_`"
    )]
    Tournament(String),
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        match text.split_once("://") {
            _ if text.is_empty() => Err(AddressError::Empty),
            _ if text == ":memory:" => Ok(Address::Memory),
            #[cfg(feature = "postgres")]
            Some(("postgres" | "postgresql", _)) => text.parse().map(Address::Postgres),
            #[cfg(not(feature = "postgres"))]
            Some(("postgres" | "postgresql", _)) => Ok(Address::Postgres(PostgresAddress(()))),
            // Misspelt schemes, too: as the name of a file, the URL would show its password.
            Some((scheme, _)) => Err(AddressError::Scheme(scheme.to_owned())),
            None => Ok(Address::Sqlite(PathBuf::from(text))),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Sqlite(path) => write!(f, "{}", path.display()),
            Address::Memory => f.write_str(":memory:"),
            #[cfg(feature = "postgres")]
            Address::Postgres(address) => write!(f, "{address}"),
            #[cfg(not(feature = "postgres"))]
            Address::Postgres(_) => f.write_str("postgres://***"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written() {
        for text in ["a.db", "./a b/c", ":memory:"] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        assert_eq!("".parse::<Address>(), Err(AddressError::Empty));
        assert_eq!("mysql://h/d".parse::<Address>(), Err(AddressError::Scheme("mysql".into())));
    }

    #[test]
    fn passwords_are_not_shown_in_any_build() {
        for text in ["postgres://u:secret@h/d", "postgres://u@h/d?password=secret"] {
            let address: Address = text.parse().unwrap();
            assert!(!address.to_string().contains("secret") && !format!("{address:?}").contains("secret"));
        }
    }
}
