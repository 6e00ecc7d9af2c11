//! The result of a point, and the steps that decide it.

use crate::driver::DriverError;

/// The result of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PointResult {
    /// The engine meets it.
    Passed,
    /// The engine does not meet it: why.
    Failed(String),
    /// The engine does not have the feature: how that is known.
    NotOffered(String),
    /// It was not tried: which point before it did not pass.
    NotTried(String),
}

impl From<DriverError> for PointResult {
    fn from(error: DriverError) -> PointResult {
        PointResult::Failed(error.to_string())
    }
}

/// The result of a check, or of a step of it. An error is the result of the point.
pub(crate) type CheckResult<T = ()> = Result<T, PointResult>;

pub(crate) fn failed<T>(why: impl Into<String>) -> CheckResult<T> {
    Err(PointResult::Failed(why.into()))
}

pub(crate) fn not_offered<T>(why: impl Into<String>) -> CheckResult<T> {
    Err(PointResult::NotOffered(why.into()))
}

/// Fails with a message, formatted as by `format!`, unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($message:tt)+) => {
        if $holds { Ok(()) } else { $crate::checks::result::failed(format!($($message)+)) }
    };
}
pub(crate) use ensure;

/// Fails if something was found.
pub(crate) fn expect_none<T>(found: Option<T>, why: impl FnOnce(T) -> String) -> CheckResult {
    found.map_or(Ok(()), |found| failed(why(found)))
}
