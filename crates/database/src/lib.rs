#![doc = include_str!("../README.md")]

mod address;
mod connection;
mod file;
mod handle;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;

#[cfg(feature = "postgres")]
pub use self::postgres::{DIALECT as POSTGRES, PostgresAddress};
#[cfg(not(feature = "postgres"))]
pub use address::PostgresAddress;
pub use address::{Address, AddressError, GivenAddress, PASSWORD_VARIABLES, without_passwords};
pub use connection::{
    Attempt, Connection, Failure, FromRow, Problem, Row, Value, corrupt, in_dialect, refused,
};
pub use handle::{Access, Database, Error, Result};
pub use sqlite::DIALECT as SQLITE;
