//! Creates and opens a tournament: its tables, their version, and its header.

use database::{Access, Address, Attempt, Connection, Result, StoreProblem, Value, from_row, values};

use super::handle::Store;
use crate::stop::Stop;

/// The tables of version [`VERSION`].
const TABLES: &str = include_str!("schema.sql");

/// The version of the tables that this program makes and knows.
const VERSION: u32 = 1;

/// The table that holds the version. It marks a database as a tournament.
const VERSION_TABLE: &str = "arena_schema";

/// What a tournament is; written once, when it is created. The store does not interpret it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The settings of the tournament, as JSON.
    pub definition: String,
    /// The engines that play in it; their indices are their numbers.
    pub engines: Vec<EngineRow>,
    /// The name of the game.
    pub game: String,
    /// The fingerprint of the game's rules.
    pub game_fingerprint: String,
}

/// An engine of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineRow {
    /// Its name.
    pub name: String,
    /// Its specification, as on a command line; none for a player that is not a program.
    pub spec: Option<String>,
    /// Its fingerprint.
    pub fingerprint: String,
}

from_row!(EngineRow: name, spec, fingerprint);

impl Store {
    /// Creates a tournament without games. The file or the database schema may exist, if it is empty.
    ///
    /// # Errors
    /// There is a tournament ([`StoreProblem::Exists`]), or something else ([`StoreProblem::Foreign`],
    /// [`StoreProblem::Version`]).
    pub fn create(address: &Address, header: &Header) -> Result<Store> {
        let store = Store::new(address, Access::Create);
        let check_empty = |connection: &mut dyn Connection| -> Attempt<()> {
            version(connection)?.map_or(Ok(()), |_| Err(StoreProblem::Exists.into()))
        };
        store.0.read(|connection| {
            check_empty(connection)?;
            connection.configure()
        })?;
        store.0.write(|connection, retried| {
            connection.create_schema()?;
            // The earlier attempt was committed.
            if retried && version(connection)?.is_some() && read_header(connection)? == *header {
                return Ok(());
            }
            check_empty(connection)?;
            connection.run_script(TABLES)?;
            connection.execute("INSERT INTO arena_schema (version) VALUES ($1)", values![VERSION])?;
            write_header(connection, header)
        })?;
        Ok(store)
    }

    /// Opens a tournament.
    ///
    /// # Errors
    /// There is none ([`StoreProblem::Missing`]), there is something else ([`StoreProblem::Foreign`]), or a newer arena
    /// created it ([`StoreProblem::Version`]).
    pub fn open(address: &Address) -> Result<Store> {
        Store::new(address, Access::Write).opened()
    }

    /// Opens a tournament to read it; an SQLite file is not changed, and may be one that cannot be changed.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_read_only(address: &Address) -> Result<Store> {
        let store = Store::new(address, Access::Read);
        store.0.read(|connection| version(connection)?.ok_or_else(|| StoreProblem::Missing.into()))?;
        Ok(store)
    }

    /// [Opens](Self::open) a tournament, and [retries](Self::with_retries) from the beginning.
    ///
    /// # Errors
    /// Those of [`open`](Self::open), and [`StoreProblem::Stopped`].
    pub fn open_with_retries(
        address: &Address,
        stop: Stop,
        report: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Store> {
        Store::new(address, Access::Write).with_retries(stop, report).opened()
    }

    fn opened(self) -> Result<Store> {
        self.0.read(|connection| {
            version(connection)?.ok_or(StoreProblem::Missing)?;
            connection.configure()
        })?;
        Ok(self)
    }

    /// What the tournament is.
    pub fn header(&self) -> Result<Header> {
        self.0.read(read_header)
    }
}

/// The version of the tables; none where there are no tables. Refuses one that this program does not know.
fn version(connection: &mut dyn Connection) -> Attempt<Option<u32>> {
    if !connection.has_tables(VERSION_TABLE)? {
        return Ok(None);
    }
    let found = connection.one("SELECT version FROM arena_schema", &[])?;
    let refused = StoreProblem::Version { found, known: VERSION };
    if found == VERSION { Ok(Some(found)) } else { Err(refused.into()) }
}

fn write_header(connection: &mut dyn Connection, header: &Header) -> Attempt<()> {
    connection.execute(
        "INSERT INTO tournament (id, created_at, definition, game, game_fingerprint) \
         VALUES (1, {now}, $1, $2, $3)",
        &[header.definition.as_str(), &header.game, &header.game_fingerprint].map(Value::from),
    )?;
    connection.execute(
        "INSERT INTO state (id, scheduled, finished, voided, openings, candidates, repeated, in_vain, by_rounds) \
         VALUES (1, 0, 0, 0, 0, 0, 0, 0, 0)",
        &[],
    )?;
    let rows = header.engines.iter().enumerate().map(|(number, engine)| {
        let EngineRow { name, spec, fingerprint } = engine;
        vec![number.into(), name.as_str().into(), spec.clone().into(), fingerprint.as_str().into()]
    });
    connection.insert("engine (number, name, spec, fingerprint)", rows)
}

fn read_header(connection: &mut dyn Connection) -> Attempt<Header> {
    let engines = connection.all("SELECT name, spec, fingerprint FROM engine ORDER BY number", &[])?;
    let (definition, game, game_fingerprint) =
        connection.one("SELECT definition, game, game_fingerprint FROM tournament", &[])?;
    Ok(Header { definition, engines, game, game_fingerprint })
}

#[cfg(test)]
mod tests {
    use database::{SQLITE, in_dialect};

    use super::*;

    #[test]
    fn every_database_replaces_all_words_of_the_tables() {
        let dialects = [
            SQLITE,
            #[cfg(feature = "postgres")]
            database::POSTGRES,
        ];
        for dialect in dialects {
            let tables = in_dialect(TABLES, &dialect);
            assert!(!tables.contains(['{', '}']), "{tables}");
        }
    }
}
