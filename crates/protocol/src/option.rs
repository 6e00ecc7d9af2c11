//! The options that an engine declares.

use core::fmt;

use abstract_game::OptionKind;

/// An option of an engine: `option name .. type ..`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionDecl {
    /// The name; it may have spaces.
    pub name: String,
    /// Its values; none for a button, which does something when it is set.
    pub kind: Option<OptionKind<String, Vec<String>>>,
}

impl OptionDecl {
    /// An option of the values of an option of rules.
    pub fn of_kind(name: impl Into<String>, kind: OptionKind) -> Self {
        OptionDecl { name: name.into(), kind: Some(kind.owned()) }
    }

    /// An option that is `true` or `false`.
    pub fn check(name: impl Into<String>, default: bool) -> Self {
        OptionDecl::of_kind(name, OptionKind::Check { default })
    }

    /// An option that is a number of a range.
    pub fn spin(name: impl Into<String>, default: i64, min: i64, max: i64) -> Self {
        OptionDecl::of_kind(name, OptionKind::Spin { default, min, max })
    }

    /// An option that is one of several words.
    pub fn combo<'a>(
        name: impl Into<String>,
        default: impl Into<String>,
        values: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let values = values.into_iter().map(Into::into).collect();
        OptionDecl { name: name.into(), kind: Some(OptionKind::Combo { default: default.into(), values }) }
    }

    /// An option that is any text.
    pub fn string(name: impl Into<String>, default: impl Into<String>) -> Self {
        OptionDecl { name: name.into(), kind: Some(OptionKind::Text { default: default.into() }) }
    }

    /// An option that does something when it is set.
    pub fn button(name: impl Into<String>) -> Self {
        OptionDecl { name: name.into(), kind: None }
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
            Some(OptionKind::Spin { min, max, .. }) if min > max => {
                Some(format!("min {min} is more than max {max}"))
            }
            Some(OptionKind::Spin { default, min, max }) if !(min..=max).contains(&default) => {
                Some(format!("default {default} is not within {min} to {max}"))
            }
            Some(OptionKind::Combo { values, .. }) if values.is_empty() => {
                Some("no `var` is declared".into())
            }
            Some(OptionKind::Combo { default, values }) if !values.contains(default) => {
                Some(format!("default `{default}` is none of {}", values.join(", ")))
            }
            _ => None,
        }
    }

    /// The value in the spelling of the declaration, or a text that says what was expected.
    pub fn accept(&self, value: &str) -> Result<String, String> {
        match &self.kind {
            Some(OptionKind::Check { .. }) => match value.to_ascii_lowercase().as_str() {
                value @ ("true" | "false") => Ok(value.into()),
                _ => Err("true or false".into()),
            },
            Some(OptionKind::Spin { min, max, .. }) => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(number.to_string()),
                _ => Err(format!("a whole number from {min} to {max}")),
            },
            Some(OptionKind::Combo { values, .. }) => {
                let word = values.iter().find(|word| word.eq_ignore_ascii_case(value));
                word.cloned().ok_or_else(|| format!("one of: {}", values.join(", ")))
            }
            Some(OptionKind::Text { .. }) if value == EMPTY => Ok(String::new()),
            Some(OptionKind::Text { .. }) => Ok(value.into()),
            None if value.is_empty() => Ok(String::new()),
            None => Err("no value".into()),
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
            "check" => Some(OptionKind::Check { default: text("default") == Some("true") }),
            "spin" => Some(OptionKind::Spin {
                default: number("default").unwrap_or_default(),
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            }),
            "combo" => {
                let vars = parts.iter().filter(|(key, _)| *key == "var");
                let default = text("default").unwrap_or_default().into();
                Some(OptionKind::Combo { default, values: vars.map(|(_, value)| value.clone()).collect() })
            }
            "string" => {
                let default = text("default").filter(|text| *text != EMPTY).unwrap_or_default().into();
                Some(OptionKind::Text { default })
            }
            "button" => None,
            _ => return None,
        };
        Some(OptionDecl { name: name.join(" "), kind })
    }
}

impl fmt::Display for OptionDecl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        let Some(kind) = &self.kind else { return f.write_str("button") };
        let default = kind.default_text();
        let is_empty = default.is_empty() && matches!(kind, OptionKind::Text { .. });
        write!(f, "{} default {}", kind.name(), if is_empty { EMPTY } else { &default })?;
        match kind {
            OptionKind::Spin { min, max, .. } => write!(f, " min {min} max {max}"),
            OptionKind::Combo { values, .. } => values.iter().try_for_each(|word| write!(f, " var {word}")),
            OptionKind::Check { .. } | OptionKind::Text { .. } => Ok(()),
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
