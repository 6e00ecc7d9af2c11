//! The options that an engine declares.

use core::fmt;

/// An option of an engine: `option name .. type ..`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionDecl {
    /// The name; it may have spaces.
    pub name: String,
    /// Its values.
    pub kind: OptionType,
}

/// The values of an option, and its default.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionType {
    /// `true` or `false`.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
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
        /// The default.
        default: String,
        /// All values.
        choices: Vec<String>,
    },
    /// Any text.
    String {
        /// The default.
        default: String,
    },
    /// No value; setting it does something.
    Button,
}

impl OptionDecl {
    /// An option that is `true` or `false`.
    pub fn check(name: impl Into<String>, default: bool) -> Self {
        OptionDecl { name: name.into(), kind: OptionType::Check { default } }
    }

    /// An option that is a number of a range.
    pub fn spin(name: impl Into<String>, default: i64, min: i64, max: i64) -> Self {
        OptionDecl { name: name.into(), kind: OptionType::Spin { default, min, max } }
    }

    /// An option that is one of several words.
    pub fn combo<'a>(
        name: impl Into<String>,
        default: impl Into<String>,
        choices: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let choices = choices.into_iter().map(Into::into).collect();
        OptionDecl { name: name.into(), kind: OptionType::Combo { default: default.into(), choices } }
    }

    /// An option that is any text.
    pub fn string(name: impl Into<String>, default: impl Into<String>) -> Self {
        OptionDecl { name: name.into(), kind: OptionType::String { default: default.into() } }
    }

    /// An option that does something when it is set.
    pub fn button(name: impl Into<String>) -> Self {
        OptionDecl { name: name.into(), kind: OptionType::Button }
    }

    /// Whether the option has this name; case does not matter, as in UCI.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// What is wrong with the declaration, if anything: no value is possible, or the default is none of them.
    ///
    /// ```
    /// use protocol::OptionDecl;
    /// assert_eq!(OptionDecl::spin("Hash", 64, 1, 1024).mistake(), None);
    /// let expected = "default 64 is not within 1 to 32";
    /// assert_eq!(OptionDecl::spin("Hash", 64, 1, 32).mistake().as_deref(), Some(expected));
    /// ```
    pub fn mistake(&self) -> Option<String> {
        match &self.kind {
            OptionType::Spin { min, max, .. } if min > max => {
                Some(format!("min {min} is more than max {max}"))
            }
            OptionType::Spin { default, min, max } if !(min..=max).contains(&default) => {
                Some(format!("default {default} is not within {min} to {max}"))
            }
            OptionType::Combo { choices, .. } if choices.is_empty() => Some("no `var` is declared".into()),
            OptionType::Combo { default, choices } if !choices.contains(default) => {
                Some(format!("default `{default}` is none of {}", choices.join(", ")))
            }
            _ => None,
        }
    }

    /// The value in the spelling of the declaration, or a text that says what was expected.
    pub fn accept(&self, value: &str) -> Result<String, String> {
        match &self.kind {
            OptionType::Check { .. } => match value.to_ascii_lowercase().as_str() {
                value @ ("true" | "false") => Ok(value.into()),
                _ => Err("true or false".into()),
            },
            OptionType::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(number.to_string()),
                _ => Err(format!("a whole number from {min} to {max}")),
            },
            OptionType::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(value))
                .cloned()
                .ok_or_else(|| format!("one of: {}", choices.join(", "))),
            OptionType::String { .. } if value == EMPTY => Ok(String::new()),
            OptionType::String { .. } => Ok(value.into()),
            OptionType::Button if value.is_empty() => Ok(String::new()),
            OptionType::Button => Err("no value".into()),
        }
    }

    /// Parses a line that begins with `option name`; `None` for other lines.
    pub fn parse(line: &str) -> Option<OptionDecl> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["option", "name", rest @ ..] = words.as_slice() else { return None };
        let end = rest.iter().position(|word| *word == "type")?;
        let (name, [_, kind, rest @ ..]) = rest.split_at(end) else { return None };
        if name.is_empty() {
            return None;
        }
        let parts = parts(rest);
        let text = |key: &str| parts.iter().find(|(k, _)| *k == key).map(|(_, value)| value.as_str());
        let number = |key: &str| text(key).and_then(|value| value.parse::<i64>().ok());
        let kind = match *kind {
            "check" => OptionType::Check { default: text("default") == Some("true") },
            "spin" => OptionType::Spin {
                default: number("default").unwrap_or_default(),
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            },
            "combo" => OptionType::Combo {
                default: text("default").unwrap_or_default().into(),
                choices: parts
                    .iter()
                    .filter(|(key, _)| *key == "var")
                    .map(|(_, value)| value.clone())
                    .collect(),
            },
            "string" => OptionType::String {
                default: text("default").filter(|text| *text != EMPTY).unwrap_or_default().into(),
            },
            "button" => OptionType::Button,
            _ => return None,
        };
        Some(OptionDecl { name: name.join(" "), kind })
    }
}

impl fmt::Display for OptionDecl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionType::Check { default } => write!(f, "check default {default}"),
            OptionType::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            OptionType::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionType::String { default } if default.is_empty() => write!(f, "string default {EMPTY}"),
            OptionType::String { default } => write!(f, "string default {default}"),
            OptionType::Button => f.write_str("button"),
        }
    }
}

/// The word for an empty text in a declaration.
const EMPTY: &str = "<empty>";

/// The words after the type: each of `default`, `min`, `max` and `var` with its value.
fn parts<'a>(words: &[&'a str]) -> Vec<(&'a str, String)> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for &word in words {
        match (word, parts.last_mut()) {
            ("default" | "min" | "max" | "var", _) => parts.push((word, String::new())),
            (_, Some((_, value))) => {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(word);
            }
            (_, None) => {}
        }
    }
    parts
}
