//! The tables, their version, and how older ones are brought up to date.

use super::connection::{Connection, Failure, natural};
use super::error::Problem;

/// How the tables of one kind of database are made.
pub(super) struct Scripts {
    /// Makes the tables as they are now.
    pub(super) tables: &'static str,
    /// What changes them from version 1 to version 2, from 2 to 3, and so on. A step runs in the transaction
    /// in which the version is raised; it is written once and never changed.
    pub(super) steps: &'static [&'static str],
}

impl Scripts {
    /// The version of the tables.
    pub(super) fn version(&self) -> i64 {
        1 + self.steps.len() as i64
    }
}

pub(super) const SQLITE: Scripts = Scripts { tables: include_str!("sqlite.sql"), steps: &[] };

/// The table that holds the version. By its name the tables are known to be ours.
const MARK: &str = "arena_schema";

/// The version of the tables that are there; none where nothing is.
pub(super) fn version(connection: &mut dyn Connection) -> Result<Option<i64>, Failure> {
    let mut tables = connection.tables()?;
    if tables.iter().any(|name| name == MARK) {
        return connection.one("SELECT version FROM arena_schema", &[], |row| row.integer(0)).map(Some);
    }
    tables.sort_unstable();
    match tables.first() {
        None => Ok(None),
        Some(other) => {
            let what = format!("there is a table `{other}`, and none named `{MARK}`");
            Err(Problem::NotATournament(what).into())
        }
    }
}

/// Makes the tables, within a transaction.
pub(super) fn make(connection: &mut dyn Connection) -> Result<(), Failure> {
    let scripts = connection.scripts();
    connection.run_script(scripts.tables)?;
    connection.execute("INSERT INTO arena_schema (version) VALUES ($1)", &[scripts.version().into()])?;
    Ok(())
}

/// Brings the tables up to date, within a transaction.
pub(super) fn update(connection: &mut dyn Connection, scripts: &Scripts) -> Result<(), Failure> {
    let (found, known) = (version(connection)?.ok_or(Problem::NotThere)?, scripts.version());
    check(found, scripts)?;
    let done: usize = natural(found - 1)?;
    for step in &scripts.steps[done..] {
        connection.run_script(step)?;
    }
    connection.execute("UPDATE arena_schema SET version = $1", &[known.into()])?;
    Ok(())
}

/// Refuses a version that these scripts do not lead to.
pub(super) fn check(found: i64, scripts: &Scripts) -> Result<(), Failure> {
    let known = scripts.version();
    if (1..=known).contains(&found) { Ok(()) } else { Err(Problem::Version { found, known }.into()) }
}

#[cfg(test)]
mod tests {
    use super::super::sqlite::Sqlite;
    use super::*;

    #[test]
    #[cfg(feature = "postgres")]
    fn both_kinds_have_the_same_version_and_columns() {
        use super::super::postgres::SCRIPTS as POSTGRES;
        assert_eq!(SQLITE.version(), POSTGRES.version());
        let columns = |script: &str| -> Vec<String> {
            let words = |line: &str| line.split_whitespace().next().map(str::to_owned);
            script.lines().filter(|line| line.starts_with("    ")).filter_map(words).collect()
        };
        assert_eq!(columns(SQLITE.tables), columns(POSTGRES.tables));
    }

    #[test]
    fn older_tables_are_brought_up_to_date_step_by_step() {
        const NEWER: Scripts = Scripts {
            tables: "",
            steps: &[
                "ALTER TABLE worker ADD COLUMN colour TEXT",
                "ALTER TABLE worker RENAME colour TO color",
            ],
        };
        let mut sqlite = Sqlite::in_memory().unwrap();
        let connection: &mut dyn Connection = &mut sqlite;
        assert_eq!(version(connection).unwrap(), None);
        make(connection).unwrap();
        assert_eq!(version(connection).unwrap(), Some(1));
        update(connection, &NEWER).unwrap();
        assert_eq!(version(connection).unwrap(), Some(3));
        connection.execute("UPDATE worker SET color = 'red'", &[]).unwrap();
        // Nothing is left to do, and the older program now refuses.
        update(connection, &NEWER).unwrap();
        let refused = update(connection, &SQLITE).unwrap_err();
        assert!(matches!(refused, Failure::Problem(Problem::Version { found: 3, known: 1 })), "{refused:?}");
    }
}
