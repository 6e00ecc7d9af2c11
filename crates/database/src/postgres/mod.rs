//! A connection to a PostgreSQL server.

mod address;
mod environment;

use std::collections::HashMap;
use std::error::Error as _;
use std::io;
use std::sync::Arc;

use postgres::error::SqlState;
use postgres::fallible_iterator::FallibleIterator as _;
use postgres::types::private::BytesMut;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, RowIter, Statement};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use rustls_native_certs::{load_certs_from_paths, load_native_certs};
use tokio_postgres_rustls::MakeRustlsConnect;

pub use address::PostgresAddress;

use super::connection::{Connection, Row, Value, in_dialect, integer, text};
use super::error::{Attempt, Failure, corrupt, refused};
use address::causes;

/// The settings of a session. What a client has locked stays locked until the server notices that the client's machine
/// is gone, and a client must not wait forever for its server: both have short timeouts.
const SESSION: &str = "SET default_transaction_isolation = 'read committed';
    SET default_transaction_read_only = off;
    SET statement_timeout = '60s';
    SET lock_timeout = '30s';
    SET idle_in_transaction_session_timeout = '30s';
    SET client_min_messages = warning;";

/// The lock of transactions that create tables: two of them cannot create the same schema at once.
const CREATION_LOCK: &str = "SELECT pg_advisory_xact_lock(4711002)";

/// The words in braces and what PostgreSQL has for them.
pub const DIALECT: [(&str, &str); 6] = [
    ("{now}", "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"),
    ("{for update}", "FOR UPDATE"),
    ("{skip locked}", "FOR UPDATE SKIP LOCKED"),
    ("{integer}", "BIGINT"),
    ("{identity}", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
    ("{strict}", ""),
];

pub(super) struct Postgres {
    client: Client,
    schema: String,
    /// Statements that the server has prepared, by their text before translation.
    prepared: HashMap<String, Statement>,
}

impl Postgres {
    pub(super) fn connect(address: &PostgresAddress) -> Attempt<Postgres> {
        let mut config = address.config()?;
        // So that the password need not be in a command line.
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let advice = environment::complete(&mut config, &variable);
        config.ssl_mode(address.ssl_mode);
        let connected = config.connect(connector(address)?);
        let mut client = connected.map_err(|error| match advice {
            // The driver has no error of its own for it.
            Some(advice) if causes(&error).ends_with("password missing") => {
                refused(format!("the server asks for a password: {advice}"))
            }
            _ => error.into(),
        })?;
        let schema = address.schema().to_owned();
        client.batch_execute(&format!("{SESSION} SET search_path = \"{schema}\""))?;
        Ok(Postgres { client, schema, prepared: HashMap::new() })
    }

    fn run(&mut self, sql: &str, values: &[Value]) -> Attempt<RowIter<'_>> {
        if !self.prepared.contains_key(sql) {
            let statement = self.client.prepare(&in_dialect(sql, &DIALECT))?;
            self.prepared.insert(sql.to_owned(), statement);
        }
        Ok(self.client.query_raw(&self.prepared[sql], values.iter().map(Parameter))?)
    }
}

impl Connection for Postgres {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Attempt<u64> {
        let mut rows = self.run(sql, values)?;
        while rows.next()?.is_some() {}
        Ok(rows.rows_affected().unwrap_or(0))
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Attempt<Vec<Row>> {
        let row = |row: postgres::Row| {
            let columns = row.columns().iter().enumerate().map(|(index, column)| match *column.type_() {
                Type::INT8 => row.try_get::<_, Option<i64>>(index).map(Value::from),
                _ => row.try_get::<_, Option<String>>(index).map(Value::from),
            });
            columns.collect::<Result<_, _>>().map(Row::new).map_err(|error| corrupt(causes(&error)))
        };
        self.run(sql, values)?.map_err(Failure::from).map(row).collect()
    }

    fn run_script(&mut self, script: &str) -> Attempt<()> {
        Ok(self.client.batch_execute(&in_dialect(script, &DIALECT))?)
    }

    fn begin(&mut self, writes: bool) -> Attempt<()> {
        self.execute(if writes { "BEGIN" } else { "BEGIN ISOLATION LEVEL REPEATABLE READ" }, &[]).map(drop)
    }

    fn commit(&mut self) -> Attempt<()> {
        self.execute("COMMIT", &[]).map(drop)
    }

    fn rollback(&mut self) -> Attempt<()> {
        self.run_script("ROLLBACK")
    }

    fn tables(&mut self) -> Attempt<Vec<String>> {
        let schema = self.schema.clone();
        let connection: &mut dyn Connection = self;
        connection.all(
            "SELECT CAST(c.relname AS text) FROM pg_catalog.pg_class c
             JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = CAST($1 AS text) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')",
            &[schema.as_str().into()],
        )
    }

    fn create_schema(&mut self) -> Attempt<()> {
        self.run_script(CREATION_LOCK)?;
        let schema = self.schema.clone();
        let connection: &mut dyn Connection = &mut *self;
        // IF NOT EXISTS is not enough: a user who may use a schema but not create one is refused even then.
        let existing: u64 = connection.one(
            "SELECT count(*) FROM pg_catalog.pg_namespace WHERE nspname = CAST($1 AS text)",
            &[schema.as_str().into()],
        )?;
        if existing == 0 { self.run_script(&format!("CREATE SCHEMA \"{schema}\"")) } else { Ok(()) }
    }
}

#[derive(Debug)]
struct Parameter<'v>(&'v Value);

impl ToSql for Parameter<'_> {
    fn to_sql(
        &self,
        expected: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self.0 {
            Value::Number(number) => integer(number).to_sql_checked(expected, out),
            Value::String(value) => text(value).to_sql_checked(expected, out),
            _ => Ok(IsNull::Yes),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// Errors of transactions that were in each other's way.
const CONFLICTS: [SqlState; 3] =
    [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED, SqlState::LOCK_NOT_AVAILABLE];

/// Errors that end by themselves: the server starts, stops, has too many connections or no space, does not answer in
/// time, or is a replica that has not taken over yet.
fn is_temporary(state: &SqlState) -> bool {
    const TEMPORARY: [SqlState; 2] =
        [SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT, SqlState::READ_ONLY_SQL_TRANSACTION];
    // The classes of connections, of missing resources, and of interventions by an operator.
    TEMPORARY.contains(state) || ["08", "53", "57"].iter().any(|class| state.code().starts_with(class))
}

impl From<postgres::Error> for Failure {
    fn from(error: postgres::Error) -> Failure {
        let text = match error.as_db_error() {
            Some(error) => error.to_string().replace('\n', "; "),
            None => causes(&error),
        };
        match error.code() {
            Some(state) if CONFLICTS.contains(state) => Failure::Conflict(text),
            Some(state) if is_temporary(state) => Failure::Disconnected(text),
            None if error.is_closed() || error.source().is_some_and(|source| source.is::<io::Error>()) => {
                Failure::Disconnected(text)
            }
            _ => refused(text),
        }
    }
}

/// Encrypts a connection, and verifies the server if the address says so.
fn connector(address: &PostgresAddress) -> Attempt<MakeRustlsConnect> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider));
    let builder = builder.with_safe_default_protocol_versions().map_err(refused)?;
    let builder = if address.verified {
        builder.with_root_certificates(roots(address)?)
    } else {
        builder.dangerous().with_custom_certificate_verifier(Arc::new(AnyCertificate(provider)))
    };
    Ok(MakeRustlsConnect::new(builder.with_no_client_auth()))
}

/// The authorities whose certificates are trusted.
fn roots(address: &PostgresAddress) -> Attempt<RootCertStore> {
    let found = match &address.root_certificates {
        Some(file) => load_certs_from_paths(Some(file), None),
        None => load_native_certs(),
    };
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        let why = found.errors.first().map(|error| format!(" ({error})")).unwrap_or_default();
        return Err(refused(format!(
            "the server's certificate cannot be verified: no certificate of an authority was found{why}; name a file \
             of them by `sslrootcert=FILE` in the address or by the environment variable SSL_CERT_FILE, or set \
             `sslmode`"
        )));
    }
    Ok(roots)
}

/// Accepts every certificate of a server that can sign with it.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::sqlite;
    use super::*;

    #[test]
    fn both_databases_replace_the_same_words() {
        assert_eq!(DIALECT.map(|(word, _)| word), sqlite::DIALECT.map(|(word, _)| word));
    }
}
