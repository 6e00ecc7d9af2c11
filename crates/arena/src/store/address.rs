//! Where a store is.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;

/// The tournament of a PostgreSQL address that names none.
const DEFAULT_TOURNAMENT: &str = "arena";

/// Where a store is: a file, the memory of this process, or a PostgreSQL server.
///
/// Written as text and read back, but for passwords, which are not shown:
///
/// ```
/// use arena::store::Address;
/// let file: Address = "friday.db".parse()?;
/// assert!(matches!(file, Address::Sqlite(_)));
/// let server: Address = "postgres://ann:secret@db.example/games?tournament=friday".parse()?;
/// assert_eq!(server.to_string(), "postgres://ann:***@db.example/games?tournament=friday");
/// # Ok::<(), arena::store::AddressError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// An SQLite file, written as its path. All processes that use it must be on one machine: the
    /// write-ahead log does not work on network file systems.
    Sqlite(PathBuf),
    /// A store that nobody else sees and that ends with its [`Store`](super::Store); written `:memory:`.
    Memory,
    /// A tournament on a PostgreSQL server, written as a URL.
    Postgres(PostgresAddress),
}

/// A tournament on a PostgreSQL server: a URL as PostgreSQL's own programs take it, and in its query
/// `tournament=NAME`, the database schema that holds the tables (`arena` if it is not said).
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresAddress {
    /// The URL without `tournament`.
    url: String,
    tournament: String,
}

/// A text is no address of a store.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum AddressError {
    /// There is no text.
    #[error("the address of a store is empty; expected the path of a file or `postgres://...`")]
    Empty,
    /// It is a URL, but of something else.
    #[error("`{0}://` is no store; expected the path of a file or `postgres://...`")]
    Scheme(String),
    /// The URL is not well-formed.
    #[error("`{url}`: {reason}")]
    Url {
        /// The URL, without its password.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The name after `tournament=` cannot be one.
    #[error(
        "`{0}` is no name of a tournament; expected 1 to 63 of the characters `a`-`z`, `0`-`9`, `_` and `-`, \
         not beginning with `pg_`"
    )]
    Tournament(String),
}

impl PostgresAddress {
    /// The name of the tournament, which is the schema of its tables.
    #[must_use]
    pub fn tournament(&self) -> &str {
        &self.tournament
    }

    /// How to connect, as the URL says it.
    pub(super) fn config(&self) -> Result<postgres::Config, postgres::Error> {
        self.url.parse()
    }

    fn parse(text: &str) -> Result<PostgresAddress, AddressError> {
        let (scheme, rest) = text.split_once("://").unwrap_or(("postgres", text));
        // Where the password ends must be plain, or a part of it is taken for something else, and shown.
        let unclear = |(who, place): (&str, &str)| who.contains(['/', '?']) || place.contains('@');
        if rest.split_once('@').is_some_and(unclear) {
            let reason = "it is not clear where the host begins: in all other places `@` is written `%40`, and in a \
                          user's name or password `/` is written `%2F` and `?` `%3F`";
            return Err(AddressError::Url { url: format!("{scheme}://***"), reason: reason.to_owned() });
        }
        let (base, query) = text.split_once('?').unwrap_or((text, ""));
        let (mine, theirs): (Vec<&str>, Vec<&str>) = query
            .split('&')
            .filter(|part| !part.is_empty())
            .partition(|part| part.starts_with("tournament="));
        let tournament = match mine.as_slice() {
            [] => DEFAULT_TOURNAMENT,
            [.., last] => &last["tournament=".len()..],
        };
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
        if !(1..=63).contains(&tournament.len())
            || !tournament.chars().all(fits)
            || tournament.starts_with("pg_")
        {
            return Err(AddressError::Tournament(tournament.to_owned()));
        }
        let url = if theirs.is_empty() { base.to_owned() } else { format!("{base}?{}", theirs.join("&")) };
        let address = PostgresAddress { url, tournament: tournament.to_owned() };
        match address.config() {
            Ok(_) => Ok(address),
            Err(error) => Err(AddressError::Url { url: address.shown(), reason: causes(&error) }),
        }
    }

    /// The URL with `***` for passwords.
    fn shown(&self) -> String {
        let (base, query) = self.url.split_once('?').unwrap_or((&self.url, ""));
        let (scheme, rest) = base.split_once("://").unwrap_or(("postgres", base));
        let shown = match rest.split_once('@').map(|(who, place)| (who.split_once(':'), place)) {
            Some((Some((user, _)), place)) => format!("{scheme}://{user}:***@{place}"),
            _ => base.to_owned(),
        };
        let parts = query.split('&').filter(|part| !part.is_empty());
        let mut parts: Vec<String> = parts.map(|part| shown_part(part).into_owned()).collect();
        let named = format!("tournament={}", self.tournament);
        if self.tournament != DEFAULT_TOURNAMENT {
            parts.push(named);
        }
        if parts.is_empty() { shown } else { format!("{shown}?{}", parts.join("&")) }
    }
}

/// A part of a URL's query, without its value if that may be a password: names may be escaped, too.
fn shown_part(part: &str) -> Cow<'_, str> {
    let (name, _) = part.split_once('=').unwrap_or((part, ""));
    let secret = name.contains('%') || name.to_ascii_lowercase().contains("pass");
    if secret { format!("{name}=***").into() } else { part.into() }
}

/// An error with all that caused it, in one line.
pub(super) fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        match text.split_once("://") {
            _ if text.is_empty() => Err(AddressError::Empty),
            _ if text == ":memory:" => Ok(Address::Memory),
            Some(("postgres" | "postgresql", _)) => PostgresAddress::parse(text).map(Address::Postgres),
            // Also what is nearly one: as the name of a file it would show a password.
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
            Address::Postgres(address) => f.write_str(&address.shown()),
        }
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresAddress({})", self.shown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written() {
        for text in [
            "a.db",
            "./a b/c",
            ":memory:",
            "postgres://h/d",
            "postgresql://u@h:5433/d?sslmode=require&tournament=x-1",
        ] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
        let default: Address = "postgres://h/d?tournament=arena".parse().unwrap();
        assert_eq!(default, "postgres://h/d".parse().unwrap());
        let Address::Postgres(other) = "postgres://h/d?a=b".parse::<Address>().err().map_or_else(
            || "postgres://h/d".parse().unwrap(),
            |error| {
                assert!(matches!(error, AddressError::Url { .. }), "{error}");
                "postgres://h/d?tournament=friday&connect_timeout=3".parse().unwrap()
            },
        ) else {
            panic!("a server");
        };
        assert_eq!(other.tournament(), "friday");
        assert_eq!(other.config().unwrap().get_dbname(), Some("d"));
    }

    #[test]
    fn passwords_are_never_shown() {
        for text in [
            "postgres://u:secret@h/d",
            "postgres://u@h/d?password=secret",
            "postgres://u@h/d?pass%77ord=secret",
            "postgres://u:secret@h/d?tournament=x",
        ] {
            let address: Address = text.parse().unwrap();
            assert!(!address.to_string().contains("secret") && !format!("{address:?}").contains("secret"));
            assert!(address.to_string().contains("***"), "{address}");
        }
        let error = "postgres://u:secret@h/d?nonsense=1".parse::<Address>().unwrap_err().to_string();
        assert!(!error.contains("secret") && error.contains("nonsense"), "{error}");
        for text in [
            "postgres://u:se@secret@h/d",
            "postgres://u:x@h?secret@h",
            "postgres://u:?secret&tournament=secret@h/d",
            "postgres://u@h/d?password=secret&user=@",
            "postgres://h/d?user=@&password=secret",
            "postgres://u@h?sslPassword=secret",
            " postgres://u:secret@h",
        ] {
            let error = text.parse::<Address>().unwrap_err();
            assert!(
                !error.to_string().contains("secret") && !format!("{error:?}").contains("secret"),
                "{error}"
            );
        }
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!("".parse::<Address>(), Err(AddressError::Empty));
        assert_eq!("mysql://h/d".parse::<Address>(), Err(AddressError::Scheme("mysql".into())));
        for name in ["", "A", "a b", "pg_x", "a\"b", &"x".repeat(64)] {
            let error = format!("postgres://h/d?tournament={name}").parse::<Address>().unwrap_err();
            assert_eq!(error, AddressError::Tournament(name.into()));
        }
    }
}
