//! The class `Rules`.

use abstract_game::facade::AnyRules;
use pyo3::prelude::*;

/// games() -> list[str]
///
/// The names of the games.
///
/// >>> games()[:3]
/// ['snorkels', 'symbol', 'nika']
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    ::games::names().collect()
}

/// Rules(game, **options)
///
/// The rules of a game with their options. Equal rules are equal values. In names of options `_` means `-`.
///
/// >>> rules = Rules("snorkels", size=5)
/// >>> rules
/// Rules('snorkels', size='5')
/// >>> rules.start().legal_turns(3)
/// ['a1', 'b1', 'c1']
/// >>> Rules("snorkels", size=50)
/// Traceback (most recent call last):
/// ...
/// agon.InvalidOption: option `size` does not take `50`: expected a whole number from 2 to 8
#[pyclass(module = "agon", frozen)]
pub(crate) struct Rules {
    pub(crate) rules: Box<dyn AnyRules>,
}

impl Rules {
    /// A copy.
    pub(crate) fn copy(&self) -> Rules {
        Rules { rules: self.rules.boxed_clone() }
    }

    /// Whether these are the same rules of the same game.
    pub(crate) fn is(&self, other: &Rules) -> bool {
        self.rules.name() == other.rules.name()
            && self.rules.changed_options() == other.rules.changed_options()
    }
}

/// The value of an option as the rules and the engine read it: Python writes True, they write true.
pub(crate) fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.extract::<bool>() {
        Ok(flag) => Ok(flag.to_string()),
        Err(_) => Ok(value.str()?.to_string()),
    }
}
