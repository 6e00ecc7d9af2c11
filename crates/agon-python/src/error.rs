//! The exceptions of the package. Each is an `AgonError`, which is a `ValueError`.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(agon, AgonError, PyValueError, "What the package refuses; the base of its exceptions.");
create_exception!(agon, UnknownGame, AgonError, "No game has this name.");
create_exception!(agon, InvalidOption, AgonError, "There is no such option, or it does not take the value.");
create_exception!(agon, InvalidPosition, AgonError, "The text is not a position of the game.");
create_exception!(
    agon,
    IllegalTurn,
    AgonError,
    "The turn or action is not legal here. The match has not changed."
);
