//! Where a database is.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::error::AddressError;
#[cfg(feature = "postgres")]
use super::postgres::PostgresAddress;

/// Where a database is: a file, the memory of this process, or a PostgreSQL server.
///
/// `to_string` writes the text that `parse` reads, without passwords:
///
/// ```
/// use database::Address;
/// let file: Address = "friday.db".parse()?;
/// assert!(matches!(file, Address::Sqlite(_)));
/// assert_eq!(file.to_string(), "friday.db");
/// # Ok::<(), database::AddressError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// An SQLite file, written as its path. All processes that use it must be on one machine: the
    /// write-ahead log does not work on network file systems.
    Sqlite(PathBuf),
    /// The memory of this process, until the [`Database`](super::Database) is dropped; written `:memory:`.
    Memory,
    /// A schema on a PostgreSQL server, written as a URL.
    Postgres(PostgresAddress),
}

/// A schema on a PostgreSQL server. This program was built without the feature `postgres`: it cannot open the schema,
/// and does not keep the URL.
#[cfg(not(feature = "postgres"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostgresAddress(());

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
            Some((scheme, _)) if scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)) => {
                Err(AddressError::Scheme(scheme.to_owned()))
            }
            Some(_) => Err(AddressError::Mistaken),
            None if is_mistaken(text) => Err(AddressError::Mistaken),
            None => Ok(Address::Sqlite(PathBuf::from(text))),
        }
    }
}

/// Whether a text without `://` is meant for a server: `postgres:/...`, `user:password@host`, `host=... password=...`.
fn is_mistaken(text: &str) -> bool {
    let small = text.trim_start().to_ascii_lowercase();
    let scheme = ["postgres:", "postgresql:"].iter().any(|scheme| small.starts_with(scheme));
    let drive = |user: &str| cfg!(windows) && user.len() == 1;
    let login = small.split_once(':').is_some_and(|(user, rest)| rest.contains('@') && !drive(user));
    let mut words = small.split_whitespace().filter_map(|word| word.split_once('='));
    let words = words.any(|(name, _)| {
        ["host", "hostaddr", "port", "user", "dbname"].contains(&name) || name.contains("pass")
    });
    scheme || login || words
}

/// An address as given on a command line or in the environment. Reading it cannot fail, as the parser of a
/// command line shows what it cannot read, with its password; [`get`](Self::get) has the error.
///
/// ```
/// use database::{AddressError, GivenAddress};
/// let Ok(given) = "ann:secret@db.example/games".parse::<GivenAddress>();
/// assert_eq!(given.get(), Err(AddressError::Mistaken));
/// ```
#[derive(Clone, Debug)]
pub struct GivenAddress(Result<Address, AddressError>);

impl GivenAddress {
    /// The address.
    ///
    /// # Errors
    /// The text is no address.
    pub fn get(&self) -> Result<&Address, AddressError> {
        self.0.as_ref().map_err(Clone::clone)
    }
}

impl FromStr for GivenAddress {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<GivenAddress, Self::Err> {
        Ok(GivenAddress(text.parse()))
    }
}

/// A text that holds addresses without the passwords in them: each of `addresses` that occurs in it is replaced by what
/// [`Address`] shows of it.
///
/// ```
/// let given = ["postgres://ann:secret@h/d", "friday.db"];
/// let text = database::without_passwords("no 'postgres://ann:secret@h/d'", given);
/// assert!(text.starts_with("no 'postgres://") && !text.contains("secret"));
/// ```
pub fn without_passwords<'a>(text: &str, addresses: impl IntoIterator<Item = &'a str>) -> String {
    addresses.into_iter().filter(|address| !address.is_empty()).fold(text.to_owned(), |text, address| {
        let shown = address.parse::<Address>().map_or("***".to_owned(), |address| address.to_string());
        if shown == address { text } else { text.replace(address, &shown) }
    })
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
    fn mistaken_addresses_are_no_names_of_files_and_are_not_shown() {
        for text in [
            "postgres:/ann:secret@h/games",
            "postgres:ann:secret@h/games",
            "PostgreSQL:/secret",
            "host=h user=ann password=secret",
            "password='secret'",
            "ann:secret@h/games",
            "//ann:secret@h/games",
            "ann:secret@h/games?x=://",
            " postgres:/ann:secret@h",
        ] {
            assert_eq!(text.parse::<Address>(), Err(AddressError::Mistaken), "{text}");
        }
        assert!(!AddressError::Mistaken.to_string().contains("secret"));
        for file in ["host.db", "a=b.db", "me@home.db", "C:\\games\\a.db", "postgres.db"] {
            assert!(matches!(file.parse(), Ok(Address::Sqlite(_))), "{file}");
        }
    }

    #[test]
    fn passwords_are_not_shown_in_any_build() {
        for text in ["postgres://u:secret@h/d", "postgres://u@h/d?password=secret"] {
            let address: Address = text.parse().unwrap();
            assert!(!address.to_string().contains("secret") && !format!("{address:?}").contains("secret"));
        }
    }
}
