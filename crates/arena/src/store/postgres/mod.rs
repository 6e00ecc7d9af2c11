//! A connection to a PostgreSQL server.

mod address;
mod tls;

pub use address::PostgresAddress;

use std::collections::HashMap;
use std::error::Error as _;
use std::io;
use std::time::Duration;

use postgres::config;
use postgres::error::SqlState;
use postgres::types::{ToSql, Type};
use postgres::{Client, NoTls, Statement};

use super::connection::{Connection, Failure, Row, Value, damaged};
use super::error::Problem;
use super::schema::Scripts;
use address::SslMode;

/// What holds for the session. A server must not wait long for a client whose machine is gone, as what it had
/// locked stays locked; and a client not for ever for its server.
const SESSION: &str = "SET default_transaction_isolation = 'read committed';
    SET default_transaction_read_only = off;
    SET statement_timeout = '60s';
    SET lock_timeout = '30s';
    SET idle_in_transaction_session_timeout = '30s';
    SET client_min_messages = warning;";

/// The lock under which tournaments are made: two transactions cannot make the same schema at once.
const MAKING: &str = "SELECT pg_advisory_xact_lock(4711002)";

pub(super) const SCRIPTS: Scripts = Scripts { tables: include_str!("../schema/postgres.sql"), steps: &[] };

pub(super) struct Postgres {
    client: Client,
    tournament: String,
    /// Statements that the server has prepared, by their text.
    prepared: HashMap<String, Statement>,
}

impl Postgres {
    pub(super) fn connect(address: &PostgresAddress) -> Result<Postgres, Failure> {
        let mut config = address.config().map_err(|error| failure(&error))?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(10));
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(Duration::from_secs(30));
        }
        if config.get_keepalives() {
            if config.get_keepalives_interval().is_none() {
                config.keepalives_idle(Duration::from_secs(20));
                config.keepalives_interval(Duration::from_secs(5));
            }
            if config.get_keepalives_retries().is_none() {
                config.keepalives_retries(3);
            }
        }
        if config.get_application_name().is_none() {
            config.application_name("arena");
        }
        // As PostgreSQL's own programs have it, so that a password need not stand in a command line.
        if config.get_password().is_none()
            && let Ok(password) = std::env::var("PGPASSWORD")
        {
            config.password(password);
        }
        let connected = match address.ssl_mode {
            SslMode::Disable => config.ssl_mode(config::SslMode::Disable).connect(NoTls),
            SslMode::Prefer => config.ssl_mode(config::SslMode::Prefer).connect(tls::connector(address)?),
            _ => config.ssl_mode(config::SslMode::Require).connect(tls::connector(address)?),
        };
        let mut client = connected.map_err(|error| failure(&error))?;
        let tournament = address.tournament().to_owned();
        let place = format!("{SESSION} SET search_path = \"{tournament}\"");
        client.batch_execute(&place).map_err(|error| failure(&error))?;
        Ok(Postgres { client, tournament, prepared: HashMap::new() })
    }

    fn prepare(&mut self, sql: &str) -> Result<Statement, Failure> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let text = sql
            .replace("{now}", "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")
            .replace("{for update}", "FOR UPDATE")
            .replace("{skip locked}", "FOR UPDATE SKIP LOCKED");
        let statement = self.client.prepare(&text).map_err(|error| failure(&error))?;
        self.prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// The values as the driver takes them. A NULL has a type too: that which the server expects.
fn parameters<'v>(statement: &Statement, values: &'v [Value<'v>]) -> Vec<&'v (dyn ToSql + Sync)> {
    let of_type = |value: &'v Value<'v>, expected: &Type| -> &'v (dyn ToSql + Sync) {
        match value {
            Value::Null if *expected == Type::INT8 => &None::<i64>,
            Value::Null => &None::<&str>,
            Value::Integer(number) => number,
            Value::Text(text) => text,
        }
    };
    values.iter().zip(statement.params()).map(|(value, expected)| of_type(value, expected)).collect()
}

impl Connection for Postgres {
    fn begin(&mut self) -> Result<(), Failure> {
        self.run_script("BEGIN")
    }

    fn commit(&mut self) -> Result<(), Failure> {
        self.run_script("COMMIT")
    }

    fn rollback(&mut self) -> Result<(), Failure> {
        self.run_script("ROLLBACK")
    }

    fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, Failure> {
        let statement = self.prepare(sql)?;
        self.client.execute(&statement, &parameters(&statement, values)).map_err(|error| failure(&error))
    }

    fn query(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Row) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let statement = self.prepare(sql)?;
        let rows = self
            .client
            .query(&statement, &parameters(&statement, values))
            .map_err(|error| failure(&error))?;
        rows.iter().try_for_each(|row| each(row))
    }

    fn run_script(&mut self, script: &str) -> Result<(), Failure> {
        self.client.batch_execute(script).map_err(|error| failure(&error))
    }

    fn scripts(&self) -> &'static Scripts {
        &SCRIPTS
    }

    fn tables(&mut self) -> Result<Vec<String>, Failure> {
        let tournament = self.tournament.clone();
        let connection: &mut dyn Connection = self;
        connection.all(
            "SELECT CAST(c.relname AS text) FROM pg_catalog.pg_class c
             JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = CAST($1 AS text) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')",
            &[Value::Text(&tournament)],
            |row| row.text(0),
        )
    }

    fn settle(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn make_place(&mut self) -> Result<(), Failure> {
        self.run_script(MAKING)?;
        let tournament = self.tournament.clone();
        let connection: &mut dyn Connection = &mut *self;
        // Asked first: whoever may use a schema may not always make one, and is refused even with IF NOT
        // EXISTS.
        let there = connection.one(
            "SELECT count(*) FROM pg_catalog.pg_namespace WHERE nspname = CAST($1 AS text)",
            &[Value::Text(&tournament)],
            |row| row.integer(0),
        )?;
        if there == 0 { self.run_script(&format!("CREATE SCHEMA \"{tournament}\"")) } else { Ok(()) }
    }
}

/// An error with all that caused it, in one line.
fn causes(error: &dyn std::error::Error) -> String {
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

/// States in which a server, or a connection to it, does not last; among them that it starts or ends, has too
/// many connections, waited too long, or is a copy that only reads until it takes over.
fn passes(state: &SqlState) -> bool {
    const PASSING: [SqlState; 8] = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::TOO_MANY_CONNECTIONS,
        SqlState::QUERY_CANCELED,
        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
        SqlState::READ_ONLY_SQL_TRANSACTION,
        SqlState::DISK_FULL,
    ];
    // Class 08: connections.
    PASSING.contains(state) || state.code().starts_with("08")
}

fn failure(error: &postgres::Error) -> Failure {
    let text = match error.as_db_error() {
        Some(said) => said.to_string().replace('\n', "; "),
        None => causes(error),
    };
    match error.code() {
        Some(state)
            if [
                SqlState::T_R_SERIALIZATION_FAILURE,
                SqlState::T_R_DEADLOCK_DETECTED,
                SqlState::LOCK_NOT_AVAILABLE,
            ]
            .contains(state) =>
        {
            Failure::Conflict(text)
        }
        Some(state) if passes(state) => Failure::Away(text),
        Some(_) => Failure::Problem(Problem::Refused(text)),
        None if error.is_closed() || error.source().is_some_and(|source| source.is::<io::Error>()) => {
            Failure::Away(text)
        }
        None => Failure::Problem(Problem::Refused(text)),
    }
}

impl Row for postgres::Row {
    fn maybe_integer(&self, column: usize) -> Result<Option<i64>, Failure> {
        self.try_get(column).map_err(|error| damaged(causes(&error)))
    }

    fn maybe_text(&self, column: usize) -> Result<Option<String>, Failure> {
        self.try_get(column).map_err(|error| damaged(causes(&error)))
    }
}
