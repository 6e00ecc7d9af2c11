//! What is checked: one thing each.

use protocol::driver::DriverError;

use super::dialogue::Probe;

/// One thing that is checked of an engine. [`points`](super::points) lists them all.
#[derive(Debug)]
pub struct Point {
    /// What it is about; points of one group follow each other.
    pub group: &'static str,
    /// Its name, one word that no other point has.
    pub name: &'static str,
    /// What has to hold, in one line.
    pub says: &'static str,
    /// Whether a tournament needs it; otherwise it is recommended.
    pub required: bool,
    /// The name of the point that must have passed for this one to make sense.
    pub after: Option<&'static str>,
    /// The check itself, in a conversation of its own.
    pub(super) run: fn(&Probe<'_>) -> Result<(), Miss>,
}

/// Why a point did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Miss {
    /// It does not hold: why.
    Failed(String),
    /// The engine does not have what it is about: how that is known.
    NotOffered(String),
}

impl Miss {
    /// It does not hold.
    pub(super) fn failed<T>(why: impl Into<String>) -> Result<T, Miss> {
        Err(Miss::Failed(why.into()))
    }

    /// The engine does not have what it is about.
    pub(super) fn not_offered<T>(why: impl Into<String>) -> Result<T, Miss> {
        Err(Miss::NotOffered(why.into()))
    }
}

impl From<DriverError> for Miss {
    fn from(error: DriverError) -> Miss {
        Miss::Failed(error.to_string())
    }
}
