//! Specs as text: read, and written so that they are read back.

use std::path::PathBuf;
use std::str::FromStr;

use super::{AGON_SEARCHES, EngineKind, EngineSpec, SpecError};
use crate::engine::limits::LimitsOverride;

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        let words = split(text)?;
        let first = words.first().ok_or_else(|| SpecError::Empty(text.to_owned()))?;
        let built_in = first == "random" || first.starts_with("agon:");
        let keyed = words.iter().any(|word| word.starts_with("cmd="));
        if !built_in && !keyed {
            let kind = kind(text, &words)?;
            let limits = LimitsOverride::default();
            return Ok(EngineSpec { name: None, kind, dir: None, options: Vec::new(), limits });
        }
        let mut keys = Keys::default();
        let (command, rest) = if built_in { (Some(first), &words[1..]) } else { (None, &words[..]) };
        keys.command = command.map(|word| vec![word.clone()]);
        for word in rest {
            keys.read(text, word)?;
        }
        let command = keys.command.ok_or_else(|| SpecError::Empty(text.to_owned()))?;
        let kind = kind(text, &command)?;
        if kind == EngineKind::Random && (keys.dir.is_some() || !keys.options.is_empty()) {
            return Err(SpecError::RandomOptions(text.to_owned()));
        }
        let Keys { name, dir, options, limits, .. } = keys;
        Ok(EngineSpec { name, kind, dir, options, limits })
    }
}

impl TryFrom<String> for EngineSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<EngineSpec, SpecError> {
        text.parse()
    }
}

impl From<EngineSpec> for String {
    fn from(spec: EngineSpec) -> String {
        spec.to_text()
    }
}

/// What words `key=value` say.
#[derive(Default)]
struct Keys {
    name: Option<String>,
    command: Option<Vec<String>>,
    dir: Option<PathBuf>,
    options: Vec<(String, String)>,
    limits: LimitsOverride,
}

impl Keys {
    fn read(&mut self, spec: &str, word: &str) -> Result<(), SpecError> {
        let wrong = || SpecError::Word { spec: spec.to_owned(), word: word.to_owned() };
        let (key, value) = word.split_once('=').ok_or_else(wrong)?;
        let twice = |key| Err(SpecError::Twice { spec: spec.to_owned(), key });
        match key {
            "name" if value.trim().is_empty() || value.contains(char::is_control) => {
                return Err(SpecError::Name(spec.to_owned()));
            }
            "name" if self.name.replace(value.to_owned()).is_some() => return twice("name"),
            "cmd" if self.command.replace(split(value)?).is_some() => return twice("cmd"),
            "dir" if self.dir.replace(value.into()).is_some() => return twice("dir"),
            "name" | "cmd" | "dir" => {}
            _ if LimitsOverride::NAMES.contains(&key) => {
                let wrong = |error| SpecError::Limits { spec: spec.to_owned(), error };
                self.limits.set(key, value).map_err(wrong)?;
            }
            _ => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
                Some(name) => self.options.push((name.to_owned(), value.to_owned())),
                None => return Err(wrong()),
            },
        }
        Ok(())
    }
}

fn split(text: &str) -> Result<Vec<String>, SpecError> {
    shlex::split(text).ok_or_else(|| SpecError::Quotes(text.to_owned()))
}

fn kind(spec: &str, words: &[String]) -> Result<EngineKind, SpecError> {
    let (program, args) = words.split_first().ok_or_else(|| SpecError::Empty(spec.to_owned()))?;
    let built_in = program == "random" || program.starts_with("agon:");
    if let Some(word) = args.first().filter(|_| built_in) {
        return Err(SpecError::Word { spec: spec.to_owned(), word: word.clone() });
    }
    if let Some(search) = program.strip_prefix("agon:") {
        let known = AGON_SEARCHES.into_iter().find(|known| *known == search);
        let search = known.ok_or_else(|| SpecError::Search(search.to_owned()))?;
        return Ok(EngineKind::Agon { search });
    }
    if program == "random" {
        return Ok(EngineKind::Random);
    }
    if program.is_empty() {
        return Err(SpecError::Empty(spec.to_owned()));
    }
    Ok(EngineKind::Command { program: program.into(), args: args.to_vec() })
}

impl EngineSpec {
    /// The text that is read as this again: the spec that was read, in one way of writing it.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut keys = Vec::new();
        keys.extend(self.name.as_ref().map(|name| format!("name={name}")));
        keys.extend(self.dir.as_ref().map(|dir| format!("dir={}", dir.display())));
        keys.extend(self.options.iter().map(|(name, value)| format!("option.{name}={value}")));
        keys.extend(self.limits.to_pairs().into_iter().map(|(name, value)| format!("{name}={value}")));
        let mut words = match &self.kind {
            EngineKind::Random => vec!["random".to_owned()],
            EngineKind::Agon { search } => vec![format!("agon:{search}")],
            EngineKind::Command { program, args } => {
                let program = program.to_string_lossy().into_owned();
                let words: Vec<String> = std::iter::once(program).chain(args.iter().cloned()).collect();
                // A word of the command that looks like a key needs the long form, too.
                if keys.is_empty() && !words.iter().any(|word| word.starts_with("cmd=")) {
                    return join(&words);
                }
                vec![format!("cmd={}", join(&words))]
            }
        };
        words.append(&mut keys);
        join(&words)
    }
}

/// Words quoted as in a shell.
fn join(words: &[String]) -> String {
    let quoter = shlex::Quoter::new().allow_nul(true);
    quoter.join(words.iter().map(String::as_str)).expect("only NUL cannot be quoted, and that is allowed")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use abstract_game::sample::TakeTwo;
    use proptest::prelude::*;

    use super::*;
    use crate::engine::limits::TimeControl;

    fn read(text: &str) -> Result<EngineSpec, SpecError> {
        text.parse()
    }

    #[test]
    fn commands_are_split_as_in_a_shell() {
        let spec = read(r#""./my engine" --book 'a b' "#).unwrap();
        let args = vec!["--book".to_owned(), "a b".to_owned()];
        assert_eq!(spec.kind, EngineKind::Command { program: "./my engine".into(), args });
        assert_eq!(spec.to_string(), "my engine");
    }

    #[test]
    fn built_in_engines_take_names_and_options() {
        let spec = read("agon:mcts option.Hash=64 name=tree 'option.Move Overhead=5'").unwrap();
        assert_eq!(spec.kind, EngineKind::Agon { search: "mcts" });
        let options = [("Hash", "64"), ("Move Overhead", "5")];
        assert_eq!(spec.options, options.map(|(n, v)| (n.to_owned(), v.to_owned())));
        assert_eq!(spec.to_string(), "tree");
        assert_eq!(read("name=R cmd=random").unwrap().kind, EngineKind::Random);
        assert_eq!(read("cmd=agon:alphabeta dir=/tmp").unwrap().dir, Some("/tmp".into()));
    }

    #[test]
    fn an_equals_sign_in_a_command_is_just_that() {
        let spec = read("env HASH=64 ./engine").unwrap();
        assert!(matches!(spec.kind, EngineKind::Command { args, .. } if args == ["HASH=64", "./engine"]));
    }

    #[test]
    fn engines_have_limits_of_their_own() {
        let spec = read("agon:mcts nodes=500 margin=5").unwrap();
        assert_eq!((spec.limits.nodes, spec.limits.margin), (Some(500), Some(Duration::from_millis(5))));
        let entrant = read("random movetime=10").unwrap().entrant("dice", &TakeTwo::default());
        assert_eq!(entrant.limits.time, Some(TimeControl::PerTurn(Duration::from_millis(10))));
        assert!(read("./x nodes=5").unwrap().limits.is_empty(), "in a command it is an argument");
    }

    #[test]
    fn mistakes_are_told() {
        for (text, message) in [
            ("", "nothing to start"),
            ("cmd=", "nothing to start"),
            ("cmd=\"\"", "nothing to start"),
            ("'x", "quotation mark"),
            ("agon:minimax", "`agon:minimax` is no engine: expected agon:alphabeta or agon:mcts"),
            ("agon:mcts Hash=64", "`Hash=64` is none of"),
            ("cmd=x --flag", "`--flag` is none of"),
            ("cmd=x cmd=y", "`cmd=` comes twice"),
            ("cmd=x option.=3", "none of"),
            ("cmd=x name=", "a name has at least one letter"),
            ("random option.Hash=1", "`random` has no options"),
            ("cmd='random --fair'", "`--fair` is none of"),
            ("cmd='agon:mcts --deep'", "`--deep` is none of"),
            ("random nodes=0", "`0` for the limit `nodes`: expected a whole number from 1"),
            ("cmd=x tc=1 movetime=5", "`movetime` and `tc` both limit the time"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    fn spec() -> impl Strategy<Value = EngineSpec> {
        let command = (r"[^a-z\x00]\PC{0,9}", prop::collection::vec(r"(cmd=)?(?s).{0,9}", 0..3));
        let kind = prop_oneof![
            Just(EngineKind::Random),
            Just(EngineKind::Agon { search: "mcts" }),
            command.prop_map(|(program, args)| EngineKind::Command { program: program.into(), args }),
        ];
        let keys = (
            proptest::option::of("[a-z]\\PC{0,9}"),
            proptest::option::of(r"(?s).{1,9}"),
            prop::collection::vec(("[^=]{1,9}", r"(?s).{0,9}"), 0..3),
        );
        (kind, keys, any::<Option<u32>>()).prop_map(|(kind, (name, dir, mut options), depth)| {
            let mut dir = dir.map(PathBuf::from);
            if kind == EngineKind::Random {
                (dir, options) = (None, Vec::new());
            }
            let limits =
                LimitsOverride { depth: depth.map(|depth| depth.max(1)), ..LimitsOverride::default() };
            EngineSpec { name, kind, dir, options, limits }
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(spec in spec()) {
            let text = spec.to_text();
            let read: Result<EngineSpec, _> = text.parse();
            prop_assert_eq!(read.as_ref(), Ok(&spec), "{}", text);
            let data = serde_json::to_string(&spec).unwrap();
            prop_assert_eq!(serde_json::from_str::<EngineSpec>(&data).unwrap(), spec);
        }
    }
}
