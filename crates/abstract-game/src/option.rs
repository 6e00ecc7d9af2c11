//! Options of a game's rules: names, kinds and values.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use thiserror::Error;

/// The values that an option takes: one of the kinds of UGI and UCI. An option that was read has texts of its own: it is
/// an `OptionKind<String, Vec<String>>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case"))]
pub enum OptionKind<Text = &'static str, Words = &'static [&'static str]> {
    /// `true` or `false`.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number from `min` to `max`.
    Spin {
        /// The default.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default; one of `values`.
        default: Text,
        /// The words.
        values: Words,
    },
    /// Any text that the game or the engine can read.
    Text {
        /// The default; may be empty.
        default: Text,
    },
}

impl OptionKind {
    /// The same kind with texts of its own.
    #[must_use]
    pub fn owned(self) -> OptionKind<String, Vec<String>> {
        match self {
            OptionKind::Check { default } => OptionKind::Check { default },
            OptionKind::Spin { default, min, max } => OptionKind::Spin { default, min, max },
            OptionKind::Combo { default, values } => {
                let values = values.iter().map(|&word| word.into()).collect();
                OptionKind::Combo { default: default.into(), values }
            }
            OptionKind::Text { default } => OptionKind::Text { default: default.into() },
        }
    }
}

impl<Text: AsRef<str>, Words> OptionKind<Text, Words> {
    /// The name of the kind in UGI and UCI: `check`, `spin`, `combo` or `string`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            OptionKind::Check { .. } => "check",
            OptionKind::Spin { .. } => "spin",
            OptionKind::Combo { .. } => "combo",
            OptionKind::Text { .. } => "string",
        }
    }

    /// The default as text.
    ///
    /// ```
    /// use abstract_game::OptionKind;
    /// let size: OptionKind = OptionKind::Spin { default: 7, min: 2, max: 8 };
    /// assert_eq!((size.name(), &*size.default_text()), ("spin", "7"));
    /// ```
    #[must_use]
    pub fn default_text(&self) -> String {
        match self {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.as_ref().to_owned(),
        }
    }
}

/// An option: its name, its kind, and a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct OptionSpec {
    /// The name without the game: `size`, not `Snorkels.size`.
    pub name: &'static str,
    /// The values it takes.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: OptionKind,
    /// A description in one sentence.
    pub about: &'static str,
}

impl OptionSpec {
    /// An option.
    #[must_use]
    pub const fn new(name: &'static str, kind: OptionKind, about: &'static str) -> OptionSpec {
        OptionSpec { name, kind, about }
    }

    /// The option with this name in `specs`.
    ///
    /// # Errors
    /// [`OptionError::Unknown`], which lists the known names.
    pub fn find<'a>(specs: &'a [OptionSpec], name: &str) -> Result<&'a OptionSpec, OptionError> {
        specs.iter().find(|spec| spec.name == name).ok_or_else(|| {
            let known: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
            OptionError::Unknown { name: printable::excerpt(name), known: known.join(", ") }
        })
    }

    /// Reads the value of a [`Check`](OptionKind::Check).
    ///
    /// # Errors
    /// [`OptionError::Value`] if it is neither `true` nor `false`.
    pub fn read_check(&self, value: &str) -> Result<bool, OptionError> {
        value.parse().map_err(|_| self.refuse(value, "`true` or `false`".to_owned()))
    }

    /// Reads the value of a [`Spin`](OptionKind::Spin).
    ///
    /// # Errors
    /// [`OptionError::Value`] if it is not a whole number within the range, or not one of type `T`.
    pub fn read_spin<T: TryFrom<i64>>(&self, value: &str) -> Result<T, OptionError> {
        let OptionKind::Spin { min, max, .. } = self.kind else {
            return Err(self.refuse(value, "what the option takes (it is no number)".to_owned()));
        };
        let number = value.parse().ok().filter(|number| (min..=max).contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| self.refuse(value, format!("a whole number from {min} to {max}")))
    }

    /// Reads the value of a [`Combo`](OptionKind::Combo): the index of the word.
    ///
    /// # Errors
    /// [`OptionError::Value`] if it is not one of the words.
    pub fn read_combo(&self, value: &str) -> Result<usize, OptionError> {
        let OptionKind::Combo { values, .. } = self.kind else {
            return Err(self.refuse(value, "what the option takes (it is no choice of words)".to_owned()));
        };
        let index = values.iter().position(|&word| word == value);
        index.ok_or_else(|| self.refuse(value, format!("one of {}", values.join(", "))))
    }

    /// The error that refuses `value` for this option.
    #[must_use]
    pub fn refuse(&self, value: &str, expected: String) -> OptionError {
        OptionError::Value { name: self.name.to_owned(), value: printable::excerpt(value), expected }
    }
}

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OptionError {
    /// No option has this name.
    #[error("there is no option `{name}`: expected one of {known}")]
    Unknown {
        /// The beginning of the given name.
        name: String,
        /// The known names.
        known: String,
    },
    /// The option does not take this value.
    #[error("option `{name}` does not take `{value}`: expected {expected}")]
    Value {
        /// The option.
        name: String,
        /// The beginning of the given value.
        value: String,
        /// What it takes.
        expected: String,
    },
}
