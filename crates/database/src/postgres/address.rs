//! Addresses of schemas on a PostgreSQL server.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;

use postgres::Config;
use postgres::config::{Host, SslMode};
use url::Url;

use crate::error::AddressError;

/// The schema of an address that names none.
const DEFAULT_SCHEMA: &str = "arena";

/// Defaults of the driver's parameters; those of the URL come later and replace them. A client must notice in time that
/// its server is gone.
const DEFAULTS: &str = "application_name=arena&connect_timeout=10&tcp_user_timeout=30&keepalives_idle=20\
    &keepalives_interval=5&keepalives_retries=3";

/// The parameters whose values messages show.
const SHOWN: [&str; 14] = [
    "application_name",
    "channel_binding",
    "connect_timeout",
    "dbname",
    "host",
    "hostaddr",
    "keepalives",
    "keepalives_idle",
    "options",
    "port",
    "sslmode",
    "sslrootcert",
    "target_session_attrs",
    "user",
];

/// A schema on a PostgreSQL server: a URL as PostgreSQL's own programs take it. Its query can also have `schema=NAME`, the
/// schema that holds the tables (default: `arena`); `tournament=NAME` is the same.
///
/// ```
/// use database::Address;
/// let server: Address = "postgres://ann:secret@db.example/games?tournament=friday".parse()?;
/// assert_eq!(server.to_string(), "postgres://ann:***@db.example/games?tournament=friday");
/// # Ok::<(), database::AddressError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresAddress {
    /// The URL without `schema` and without what is said about TLS.
    url: String,
    /// Whether the connection is encrypted.
    pub(super) ssl_mode: SslMode,
    /// Whether the server needs a certificate for its name that a trusted authority has signed.
    pub(super) verified: bool,
    /// The file of the authorities that may sign the server's certificate; none: those of the system.
    pub(super) root_certificates: Option<PathBuf>,
    schema: String,
    /// The URL without passwords.
    shown: String,
}

impl PostgresAddress {
    /// The name of the schema.
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// How to connect, but for TLS.
    pub(super) fn config(&self) -> Result<Config, postgres::Error> {
        self.url.parse()
    }
}

impl FromStr for PostgresAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<PostgresAddress, AddressError> {
        let (scheme, rest) = text.split_once("://").unwrap_or(("postgres", text));
        // Nothing is shown of a URL that cannot be split with certainty: any part may belong to a password.
        let hidden = |reason: &str| AddressError::Url(format!("{scheme}://***"), reason.to_owned());
        if rest.split_once('@').is_some_and(|(user, rest)| user.contains(['/', '?']) || rest.contains('@')) {
            return Err(hidden(
                "the host is ambiguous: write `@` as `%40` everywhere but before the host, and in a user's name or \
                 password write `/` as `%2F` and `?` as `%3F`",
            ));
        }
        if rest.contains('#') {
            return Err(hidden("write `#` as `%23`"));
        }
        let mut url = Url::parse(text).map_err(|error| hidden(&error.to_string()))?;

        let query = url.query().unwrap_or_default().to_owned();
        let (mut schema, mut ssl_mode, mut root_certificates) = (("schema", DEFAULT_SCHEMA), None, None);
        let (mut shown, mut of_driver) = (Vec::new(), vec![DEFAULTS]);
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            match name {
                "schema" | "tournament" => {
                    schema = (name, value);
                    continue;
                }
                "sslmode" => ssl_mode = Some(value),
                "sslrootcert" => root_certificates = Some(decoded(value)).filter(|path| path != "system"),
                _ => of_driver.push(part),
            }
            // Names can be escaped, misspelt, or the end of a password that has a `?`.
            let secret = !SHOWN.contains(&name) || value.contains('=');
            shown.push(if secret { format!("{name}=***") } else { part.to_owned() });
        }
        let fits = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '_' | '-');
        let (parameter, schema) = schema;
        let fit = matches!(schema.len(), 1..=63) && schema.chars().all(fits);
        if !fit || schema.starts_with("pg_") {
            let shown = if schema.contains(['=', ':', '/']) { "***" } else { schema };
            return Err(AddressError::Schema(shown.to_owned()));
        }
        if schema != DEFAULT_SCHEMA {
            shown.push(format!("{parameter}={schema}"));
        }

        url.set_query(Some(&of_driver.join("&")));
        let of_driver = url.to_string();
        url.set_query(Some(&*shown.join("&")).filter(|parts| !parts.is_empty()));
        if url.password().is_some() && url.set_password(Some("***")).is_err() {
            return Err(hidden("a password without a host"));
        }
        let shown = url.to_string();
        let wrong = |reason| AddressError::Url(shown.clone(), reason);
        let config: Config = of_driver.parse().map_err(|error| wrong(causes(&error)))?;
        // With the meanings of PostgreSQL's own programs, which verify the authority that `sslrootcert` names.
        let (ssl_mode, verified) = match ssl_mode {
            None if is_local(&config) => (SslMode::Prefer, false),
            None | Some("verify-full") => (SslMode::Require, true),
            Some("require") => (SslMode::Require, root_certificates.is_some()),
            Some("prefer") => (SslMode::Prefer, false),
            Some("disable") => (SslMode::Disable, false),
            Some(_) => {
                let expected = "sslmode: expected one of `disable`, `prefer`, `require`, `verify-full`";
                return Err(wrong(expected.to_owned()));
            }
        };
        let (schema, root_certificates) = (schema.to_owned(), root_certificates.map(PathBuf::from));
        Ok(PostgresAddress { url: of_driver, ssl_mode, verified, root_certificates, schema, shown })
    }
}

/// Whether the server can only be this machine.
fn is_local(config: &Config) -> bool {
    let local = |host: &Host| match host {
        #[cfg(unix)]
        Host::Unix(_) => true,
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        }
    };
    config.get_hosts().iter().all(local) && config.get_hostaddrs().iter().all(|address| address.is_loopback())
}

/// A value of a query without its escapes.
fn decoded(value: &str) -> String {
    // Unlike in a form, `+` is a plus sign.
    let value = value.replace('+', "%2B");
    url::form_urlencoded::parse(value.as_bytes()).map(|(text, _)| text.into_owned()).collect()
}

/// An error with its causes, in one line.
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

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresAddress({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::address::Address;
    use super::*;

    #[test]
    fn texts_are_read_and_written() {
        for text in [
            "postgres://h/d",
            "postgresql://u@h:5433/d?sslmode=require&tournament=x-1",
            "postgres://h/d?schema=6x6",
        ] {
            assert_eq!(text.parse::<Address>().unwrap().to_string(), text);
        }
        let default: Address = "postgres://h/d?tournament=arena".parse().unwrap();
        assert_eq!(default, "postgres://h/d".parse().unwrap());
        let error = "postgres://h/d?a=b".parse::<Address>().unwrap_err();
        assert!(matches!(error, AddressError::Url(..)), "{error}");
        let other: PostgresAddress = "postgres://h/d?tournament=friday&connect_timeout=3".parse().unwrap();
        assert_eq!(other.schema(), "friday");
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
            "postgres://u:secret#@h/d",
            "postgres://u:#secret@h/d",
            "postgres://u:secret@/d",
            "postgres://u:secret@h:port/d",
            "postgres://u:secret@h/d?sslmode=always",
            "postgres://u:secret@h/d?turnament=friday",
            "postgres://u@h/d?pwd=secret",
            "postgres://u@h/d?port=5 password=secret",
            "postgres://u:se/secret@h/d",
            "postgres://u:secret@h/d?tournament=Friday",
            "postgres://u@h/d?tournament=x password=secret",
        ] {
            let error = text.parse::<Address>().unwrap_err();
            assert!(
                !error.to_string().contains("secret") && !format!("{error:?}").contains("secret"),
                "{error}"
            );
        }
    }

    #[test]
    fn passwords_reach_the_server_as_they_were_written() {
        for (text, password) in [
            ("postgres://u:secret@h/d", "secret"),
            ("postgres://u:%40%2F%3F%23+%20%25@h/d", "@/?#+ %"),
            ("postgres://u@h/d?password=a%26b+c", "a&b+c"),
            ("postgres://u:ñ{}|@h/d", "ñ{}|"),
        ] {
            let address: PostgresAddress = text.parse().unwrap();
            assert_eq!(address.config().unwrap().get_password(), Some(password.as_bytes()), "{text}");
        }
    }

    #[test]
    fn names_of_schemas_are_checked() {
        for name in ["", "A", "a b", "pg_x", "a\"b", &"x".repeat(64)] {
            let error = format!("postgres://h/d?tournament={name}").parse::<Address>().unwrap_err();
            let AddressError::Schema(shown) = &error else { panic!("{error}") };
            assert!(shown == name || shown == "a%20b" || shown == "a%22b", "{shown}");
        }
    }

    #[test]
    fn servers_elsewhere_are_verified_unless_the_address_says_otherwise() {
        const DISABLE: (SslMode, bool) = (SslMode::Disable, false);
        const PREFER: (SslMode, bool) = (SslMode::Prefer, false);
        const REQUIRE: (SslMode, bool) = (SslMode::Require, false);
        const VERIFY_FULL: (SslMode, bool) = (SslMode::Require, true);
        for (text, expected) in [
            ("postgres://db.example/d", VERIFY_FULL),
            ("postgres://u:p@10.0.0.1/d", VERIFY_FULL),
            ("postgres://[2001:db8::1]/d", VERIFY_FULL),
            ("postgres://localhost.example/d", VERIFY_FULL),
            ("postgres:///d?host=db.example", VERIFY_FULL),
            ("postgres:///d?host=localhost,db.example", VERIFY_FULL),
            ("postgres://localhost/d?hostaddr=10.0.0.1", VERIFY_FULL),
            ("postgres://db.example/d?hostaddr=127.0.0.1", VERIFY_FULL),
            ("postgres://localhost/d", PREFER),
            ("postgres://localhost/d?hostaddr=127.0.0.1", PREFER),
            ("postgres://127.0.0.1/d", PREFER),
            ("postgres://127.9.8.7:5433/d", PREFER),
            ("postgres://[::1]/d", PREFER),
            ("postgres:///d?host=/run/postgresql", PREFER),
            ("postgres://%2Frun%2Fpostgresql/d", PREFER),
            ("postgres://db.example/d?sslmode=disable", DISABLE),
            ("postgres://db.example/d?sslmode=prefer", PREFER),
            ("postgres://db.example/d?sslmode=require", REQUIRE),
            ("postgres://db.example/d?sslmode=require&sslrootcert=%2Fetc%2Fdb.crt", VERIFY_FULL),
            ("postgres://db.example/d?sslmode=require&sslrootcert=system", REQUIRE),
            ("postgres://localhost/d?sslmode=verify-full", VERIFY_FULL),
        ] {
            let address: PostgresAddress = text.parse().unwrap();
            assert_eq!((address.ssl_mode, address.verified), expected, "{text}");
        }
        let error = "postgres://h/d?sslmode=allow".parse::<Address>().unwrap_err();
        assert!(error.to_string().contains("`verify-full`"), "{error}");
        let address: PostgresAddress = "postgres://h/d?sslrootcert=/a%20b".parse().unwrap();
        assert_eq!(address.root_certificates.as_deref(), Some("/a b".as_ref()));
    }
}
