//! Creates and opens a tournament: its tables, their version, and its header.

use database::{Access, Address, Attempt, Connection, Value, from_row, refused};

use super::error::{Result, StoreProblem};
use super::handle::Store;
use crate::stop::Stop;

/// The tables of version [`TABLES_VERSION`]; the later migrations make the newest ones of them.
pub(super) const TABLES: &str = include_str!("schema.sql");

/// The version of [`TABLES`].
const TABLES_VERSION: u32 = 2;

/// The scripts that change the tables from version 1 to 2, from 2 to 3, and so on. A script is never changed.
const MIGRATIONS: [&str; 2] = [include_str!("version-2.sql"), include_str!("version-3.sql")];

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
    /// There is a tournament ([`StoreProblem::Exists`]), or something else ([`StoreProblem::NotATournament`],
    /// [`StoreProblem::Version`]).
    pub fn create(address: &Address, header: &Header) -> Result<Store> {
        let store = Store::new(address, Access::Create);
        let check_empty = |connection: &mut dyn Connection| -> Attempt<()> {
            match version(connection, &MIGRATIONS)? {
                None => Ok(()),
                Some(_) => Err(StoreProblem::Exists.into()),
            }
        };
        store.read(|connection| {
            check_empty(connection)?;
            connection.configure()
        })?;
        store.write(|connection, retried| {
            connection.create_schema()?;
            // The earlier attempt was committed.
            if retried && version(connection, &MIGRATIONS)?.is_some() && read_header(connection)? == *header {
                return Ok(());
            }
            check_empty(connection)?;
            create_tables(connection)?;
            write_header(connection, header)
        })?;
        Ok(store)
    }

    /// Opens a tournament, and updates tables of an older version.
    ///
    /// # Errors
    /// There is none ([`StoreProblem::Missing`]), there is something else ([`StoreProblem::NotATournament`]), or a newer arena
    /// created it ([`StoreProblem::Version`]).
    pub fn open(address: &Address) -> Result<Store> {
        Store::new(address, Access::Write).opened()
    }

    /// Opens a tournament to read it; an SQLite file is not changed, and may be one that cannot be changed.
    ///
    /// # Errors
    /// Those of [`open`](Self::open), and [`StoreProblem::Refused`] if an older arena created it.
    pub fn open_read_only(address: &Address) -> Result<Store> {
        let (store, found) = Store::to_read(address)?;
        let old = format!("the tables have version {found}; `arena resume` updates them");
        if found < newest(&MIGRATIONS) { store.read(|_| Err(refused(&old))) } else { Ok(store) }
    }

    /// As [`open_read_only`](Self::open_read_only), but updates tables of an older version.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_to_read(address: &Address) -> Result<Store> {
        let (store, found) = Store::to_read(address)?;
        if found < newest(&MIGRATIONS) { Store::open(address) } else { Ok(store) }
    }

    /// Opens a tournament to read it, and finds the version of its tables.
    fn to_read(address: &Address) -> Result<(Store, u32)> {
        let store = Store::new(address, Access::Read);
        let found = store.read(|connection| {
            let found = version(connection, &MIGRATIONS)?;
            Ok(found.ok_or(StoreProblem::Missing)?)
        })?;
        Ok((store, found))
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
        let found = self.read(|connection| {
            let found = version(connection, &MIGRATIONS)?.ok_or(StoreProblem::Missing)?;
            connection.configure()?;
            Ok(found)
        })?;
        if found < newest(&MIGRATIONS) {
            self.write(|connection, _| migrate(connection, &MIGRATIONS))?;
        }
        Ok(self)
    }

    /// What the tournament is.
    pub fn header(&self) -> Result<Header> {
        self.read(read_header)
    }
}

/// The version to which the migrations lead.
fn newest(migrations: &[&str]) -> u32 {
    migrations.len() as u32 + 1
}

/// The version of the tables; none where there are no tables. Refuses a version to which the migrations do not apply.
fn version(connection: &mut dyn Connection, migrations: &[&str]) -> Attempt<Option<u32>> {
    let tables = connection.tables()?;
    if tables.iter().any(|name| name == VERSION_TABLE) {
        let (found, known) = (connection.one("SELECT version FROM arena_schema", &[])?, newest(migrations));
        let applies = (1..=known).contains(&found);
        return if applies { Ok(Some(found)) } else { Err(StoreProblem::Version { found, known }.into()) };
    }
    let Some(other) = tables.iter().min() else { return Ok(None) };
    let reason = format!("there is a table `{other}`, and none named `{VERSION_TABLE}`");
    Err(StoreProblem::NotATournament(reason).into())
}

fn create_tables(connection: &mut dyn Connection) -> Attempt<()> {
    connection.run_script(TABLES)?;
    connection.execute("INSERT INTO arena_schema (version) VALUES ($1)", &[TABLES_VERSION.into()])?;
    migrate(connection, &MIGRATIONS)
}

/// Updates the tables, in a transaction.
fn migrate(connection: &mut dyn Connection, migrations: &[&str]) -> Attempt<()> {
    // Another process may have updated them since this one looked.
    let found = version(connection, migrations)?.ok_or(StoreProblem::Missing)?;
    for script in &migrations[found as usize - 1..] {
        connection.run_script(script)?;
    }
    connection.execute("UPDATE arena_schema SET version = $1", &[newest(migrations).into()])?;
    Ok(())
}

fn write_header(connection: &mut dyn Connection, header: &Header) -> Attempt<()> {
    connection.execute(
        "INSERT INTO tournament (id, created_at, definition, game, game_fingerprint, scheduled, finished) \
         VALUES (1, {now}, $1, $2, $3, 0, 0)",
        &[header.definition.as_str(), &header.game, &header.game_fingerprint].map(Value::from),
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
    use std::time::Duration;

    use abstract_game::Player;
    use database::{Database, Failure, Problem, SQLITE, in_dialect};

    use super::*;
    use crate::game::{EngineThinking, Thinking};

    /// Runs a test on a database in memory.
    fn in_memory(mut test: impl FnMut(&mut dyn Connection)) {
        let database = Database::new(&Address::Memory, Access::Create);
        let run = database.read(|connection| {
            test(connection);
            Ok(())
        });
        run.unwrap();
    }

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

    #[test]
    fn older_tables_are_updated_step_by_step() {
        const NEWER: [&str; 4] = [
            MIGRATIONS[0],
            MIGRATIONS[1],
            "ALTER TABLE worker ADD COLUMN colour TEXT",
            "ALTER TABLE worker RENAME colour TO color",
        ];
        in_memory(|connection| {
            assert_eq!(version(connection, &MIGRATIONS).unwrap(), None);
            create_tables(connection).unwrap();
            assert_eq!(version(connection, &MIGRATIONS).unwrap(), Some(3));
            migrate(connection, &NEWER).unwrap();
            assert_eq!(version(connection, &NEWER).unwrap(), Some(5));
            connection.execute("UPDATE worker SET color = 'red'", &[]).unwrap();
            // Nothing is left to do, and the older program now refuses.
            migrate(connection, &NEWER).unwrap();
            let refused = migrate(connection, &MIGRATIONS).unwrap_err();
            assert!(
                matches!(&refused, Failure::Problem(Problem::Other(problem))
                    if problem.downcast_ref() == Some(&StoreProblem::Version { found: 5, known: 3 })),
                "{refused:?}"
            );
        });
    }

    #[test]
    fn thinking_of_version_1_is_kept() {
        in_memory(|connection| {
            connection.run_script(TABLES).unwrap();
            let version_1 = "INSERT INTO arena_schema VALUES (1);
                ALTER TABLE result DROP COLUMN thinking;
                CREATE TABLE thinking (game, place, engine, side, turns, depth_sum, depth_turns, nodes, node_time, time,
                    longest, overhead_sum, overhead_turns, overhead_longest);
                PRAGMA foreign_keys = OFF;
                INSERT INTO result (sequence, game, finished_at, cause, turns) VALUES (1, 7, 0, 'draw', 30), (2, 8, 0, 'draw', 0);
                INSERT INTO thinking VALUES (7, 1, 4, 'P2', 15, 1, 1, 1, 1, 1, 1, 1, 1, 1);
                INSERT INTO thinking VALUES (7, 0, 3, 'P1', 15, 90, 14, 800, 2500000000, 3000000001, 5, 6, 7, 8);";
            connection.run_script(version_1).unwrap();
            migrate(connection, &MIGRATIONS).unwrap();
            let texts: Vec<String> =
                connection.all("SELECT thinking FROM result ORDER BY game", &[]).unwrap();
            let [game, nothing] =
                [0, 1].map(|row| serde_json::from_str::<Vec<EngineThinking>>(&texts[row]).unwrap());
            let (first, second) = (&game[0], &game[1]);
            assert_eq!(
                (first.engine, first.side, second.engine, second.side),
                (3, Player::P1, 4, Player::P2)
            );
            let expected = Thinking {
                turns: 15,
                time: Duration::new(3, 1),
                longest: Duration::from_nanos(5),
                depth: 90,
                depth_turns: 14,
                nodes: 800,
                nodes_time: Duration::from_millis(2500),
                overhead: Duration::from_nanos(6),
                overhead_turns: 7,
                longest_overhead: Duration::from_nanos(8),
            };
            assert_eq!((first.thinking, nothing), (expected, vec![]));
        });
    }
}
