#![doc = include_str!("../README.md")]

mod address;
mod connection;
mod error;
mod file;
mod handle;
mod password;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;

#[cfg(feature = "postgres")]
pub use self::postgres::{DIALECT as POSTGRES, PostgresAddress};
#[cfg(not(feature = "postgres"))]
pub use address::PostgresAddress;
pub use address::{Address, GivenAddress, without_passwords};
pub use connection::{Access, Connection, FromRow, Json, Row, Value, in_dialect};
pub use error::{
    AddressError, Attempt, Contents, Failure, Result, StoreError, StoreProblem, corrupt, refused,
};
pub use handle::Database;
pub use password::PASSWORD_VARIABLES;
pub use sqlite::DIALECT as SQLITE;
