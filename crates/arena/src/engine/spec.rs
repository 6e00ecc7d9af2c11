//! The description of an engine: read from a flag, a file or a store, it launches the engine.

use std::collections::HashSet;
use std::fmt;
use std::iter;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use protocol::driver::EngineCommand;
use serde::{Deserialize, Serialize};

use super::built_in::BuiltIn;
use super::error::SpecError;
use super::fingerprint::command_fingerprint;
use super::limits::EngineLimits;
use super::process::{LaunchSettings, ProcessEngine};
use super::running::{Engine, Fault};

/// The description of an engine, as written on a command line.
///
/// | text | engine |
/// | --- | --- |
/// | `random` | plays random legal actions |
/// | `careful` | the same, but takes wins in one turn and avoids losses in one |
/// | `agon:auto`, `agon:alphabeta`, `agon:mcts` | the engine `agon` with that value of its option `Search` |
/// | `./my-engine --flag` | any program that speaks UGI, quoted as in a shell |
///
/// Everything else is written as words `key=value`, quoted as in a shell: `name=` is the engine's name, `cmd=` one of
/// the texts above, `dir=` the working directory, `army=` its [army](Self::army), `option.NAME=` an option to set, and `nodes=`, `depth=`,
/// `movetime=`, `tc=`, `cputime=`, `margin=`, `stall=`, `start-time=`, `ready-time=` and `ponder=` are
/// [limits](EngineLimits) of this engine:
/// `'name=A cmd="./x --y" option.Hash=64 nodes=500'`. The built-in engines need no `cmd=`:
/// `'agon:mcts option.Hash=64'`.
///
/// `agon` is the binary that the environment variable `AGON` names, else the one beside the running program, else the
/// first in `PATH`.
///
/// ```
/// use arena::engine::{EngineKind, EngineSpec};
/// let spec: EngineSpec = r#"name=A cmd="./x --y" option.Hash=64 nodes=500"#.parse()?;
/// assert_eq!(spec.to_string(), "A");
/// assert_eq!(spec.limits.nodes, Some(500));
/// assert_eq!(spec.to_text().unwrap().parse(), Ok(spec.clone()));
/// assert_eq!(spec.kind, EngineKind::Command { program: "./x".into(), args: vec!["--y".into()] });
/// assert_eq!(spec.options, [("Hash".to_string(), "64".to_string())]);
/// # Ok::<(), arena::engine::SpecError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredSpec", into = "StoredSpec")]
pub struct EngineSpec {
    /// Its name, if one is given.
    pub name: Option<String>,
    /// What to launch.
    pub kind: EngineKind,
    /// The working directory.
    pub dir: Option<PathBuf>,
    /// Its army: the value of the rules' option `army1` where it plays P1, and of `army2` where it plays P2.
    pub army: Option<String>,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// Limits of this engine, over those of the tournament.
    pub limits: EngineLimits,
}

/// What to launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// A built-in player.
    Player(BuiltIn),
    /// The engine `agon`.
    Agon {
        /// Its search: `auto`, `alphabeta` or `mcts`.
        search: &'static str,
    },
    /// A program that speaks UGI.
    Command {
        /// The program.
        program: PathBuf,
        /// Its arguments.
        args: Vec<String>,
    },
    /// An engine inside the calling program. It has no text, so only that program can play its tournaments.
    InProcess(EngineFactory),
}

impl Default for EngineKind {
    fn default() -> EngineKind {
        EngineKind::Player(BuiltIn::Random)
    }
}

/// Creates the engine of [`EngineKind::InProcess`]; called by each worker, and again after each fault. All factories
/// compare equal: engines differ by their names.
#[derive(Clone, derive_more::Debug)]
#[debug("EngineFactory")]
pub struct EngineFactory(Arc<Create>);

type Create = dyn Fn() -> Result<Box<dyn Engine>, Fault> + Send + Sync;

impl PartialEq for EngineFactory {
    fn eq(&self, _: &EngineFactory) -> bool {
        true
    }
}

impl Eq for EngineFactory {}

/// An engine in a stored tournament.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSpec {
    name: Option<String>,
    /// Everything but the name as text; `None` for an engine inside a program.
    spec: Option<String>,
}

impl From<EngineSpec> for StoredSpec {
    fn from(mut spec: EngineSpec) -> StoredSpec {
        let name = spec.name.take();
        StoredSpec { name, spec: spec.to_text() }
    }
}

impl TryFrom<StoredSpec> for EngineSpec {
    type Error = SpecError;

    fn try_from(stored: StoredSpec) -> Result<EngineSpec, SpecError> {
        let missing =
            || Err(Fault::Start("only the program that made the tournament has this engine".into()));
        let spec =
            stored.spec.map_or_else(|| Ok(EngineSpec::in_process("", missing)), |text| text.parse())?;
        Ok(EngineSpec { name: stored.name.or_else(|| spec.name.clone()), ..spec })
    }
}

impl From<EngineKind> for EngineSpec {
    fn from(kind: EngineKind) -> EngineSpec {
        EngineSpec { kind, ..EngineSpec::default() }
    }
}

impl fmt::Display for EngineSpec {
    /// The name, or one made from what is launched.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.name, &self.kind) {
            (Some(name), _) => f.write_str(name),
            (None, EngineKind::Player(player)) => f.write_str(player.name()),
            (None, EngineKind::Agon { search }) => write!(f, "agon:{search}"),
            (None, EngineKind::Command { program, .. }) => {
                let file = program.file_stem().unwrap_or(program.as_os_str());
                write!(f, "{}", file.to_string_lossy().replace(|c| !printable::is_printable(c), "?"))
            }
            (None, EngineKind::InProcess(_)) => f.write_str("engine"),
        }
    }
}

/// Gives each engine a name of its own: a name that is taken gets a number, as in `random-2`.
///
/// ```
/// use arena::engine::EngineSpec;
/// let mut specs = ["random", "agon:mcts", "random"].map(|spec| spec.parse::<EngineSpec>().unwrap());
/// arena::engine::name_engines(specs.iter_mut());
/// assert_eq!(specs.map(|spec| spec.to_string()), ["random", "agon:mcts", "random-2"]);
/// ```
pub fn name_engines<'a>(engines: impl Iterator<Item = &'a mut EngineSpec>) {
    let engines: Vec<_> = engines.collect();
    // A numbered name must not be one that is given to another engine.
    let given: HashSet<String> = engines.iter().filter_map(|engine| engine.name.clone()).collect();
    let mut names = HashSet::new();
    for engine in engines {
        let name = engine.to_string();
        let numbered = (2_u64..).map(|number| format!("{name}-{number}"));
        let mut free = iter::once(name.clone()).chain(numbered.filter(|name| !given.contains(name)));
        engine.name = free.find(|name| names.insert(name.clone()));
    }
}

impl EngineSpec {
    /// The built-in random player under this name.
    pub fn random(name: impl Into<String>) -> EngineSpec {
        EngineSpec { name: Some(name.into()), ..EngineSpec::default() }
    }

    /// An engine inside the calling program; `create` is called by each worker, and again after each fault.
    ///
    /// ```
    /// use arena::engine::{EngineSpec, RandomPlayer};
    /// let spec = EngineSpec::in_process("dice", || Ok(Box::new(RandomPlayer::default())));
    /// assert_eq!(spec.to_string(), "dice");
    /// ```
    pub fn in_process(
        name: impl Into<String>,
        create: impl Fn() -> Result<Box<dyn Engine>, Fault> + Send + Sync + 'static,
    ) -> EngineSpec {
        let kind = EngineKind::InProcess(EngineFactory(Arc::new(create)));
        EngineSpec { name: Some(name.into()), ..kind.into() }
    }

    /// The command that starts the engine for a game; `None` for an engine without a process.
    ///
    /// # Errors
    /// The binary of `agon` is missing.
    pub fn command(&self, game: &str) -> Result<Option<EngineCommand>, SpecError> {
        let (program, args, own) = match &self.kind {
            EngineKind::Player(_) | EngineKind::InProcess(_) => return Ok(None),
            EngineKind::Agon { search } => (find_agon()?, vec![], vec![("Game", game), ("Search", search)]),
            EngineKind::Command { program, args } => (program.clone(), args.clone(), vec![]),
        };
        let own = own.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let options = own.chain(self.options.iter().cloned()).collect();
        let (dir, name) = (self.dir.clone(), Some(self.to_string()));
        Ok(Some(EngineCommand { program, args, dir, options, name }))
    }

    /// Launches the engine.
    ///
    /// # Errors
    /// The engine does not start.
    pub fn launch(&self, launch: &LaunchSettings<'_>) -> Result<Box<dyn Engine>, Fault> {
        match &self.kind {
            EngineKind::InProcess(EngineFactory(create)) => create(),
            EngineKind::Player(player) => Ok(player.start()),
            EngineKind::Agon { .. } | EngineKind::Command { .. } => {
                let command = self.command(launch.rules.name()).map_err(start_fault)?;
                let command = command.ok_or_else(|| start_fault("there is no command"))?;
                Ok(Box::new(ProcessEngine::start(&command, launch)?))
            }
        }
    }

    /// The [fingerprint](command_fingerprint) of the engine for a game; empty for an engine without a process.
    ///
    /// # Errors
    /// The engine's files are missing.
    pub fn fingerprint(&self, game: &str) -> Result<String, Fault> {
        let command = self.command(game).map_err(start_fault)?;
        let fingerprint = command.map_or(Ok(String::new()), |command| command_fingerprint(&command));
        fingerprint.map_err(|error| Fault::of_start(&error, error.to_string()))
    }

    /// The text that is read as this description; `None` for an engine inside a program.
    pub fn to_text(&self) -> Option<String> {
        let mut keys = Vec::new();
        keys.extend(self.name.as_ref().map(|name| format!("name={name}")));
        keys.extend(self.dir.as_ref().map(|dir| format!("dir={}", dir.display())));
        keys.extend(self.army.as_ref().map(|army| format!("army={army}")));
        keys.extend(self.options.iter().map(|(name, value)| format!("option.{name}={value}")));
        keys.extend(self.limits.to_pairs().into_iter().map(|(name, value)| format!("{name}={value}")));
        let mut words = match &self.kind {
            EngineKind::InProcess(_) => return None,
            EngineKind::Player(player) => vec![player.name().to_owned()],
            EngineKind::Agon { search } => vec![format!("agon:{search}")],
            EngineKind::Command { program, args } => {
                let words: Vec<String> =
                    iter::once(program.to_string_lossy().into_owned()).chain(args.iter().cloned()).collect();
                // An argument that looks like `cmd=` needs the long form, too.
                if keys.is_empty() && !words.iter().any(|word| word.starts_with("cmd=")) {
                    return Some(join(&words));
                }
                vec![format!("cmd={}", join(&words))]
            }
        };
        words.append(&mut keys);
        Some(join(&words))
    }

    /// Completes this description by what all engines have in common.
    pub fn complete(&mut self, common: &CommonSpec) {
        let CommonSpec(common) = common;
        self.limits = self.limits.over(&common.limits);
        self.army = self.army.take().or_else(|| common.army.clone());
        if matches!(self.kind, EngineKind::Agon { .. } | EngineKind::Command { .. }) {
            self.dir = self.dir.take().or_else(|| common.dir.clone());
            let own = |name: &str| self.options.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
            let missing = common.options.iter().filter(|(name, _)| !own(name));
            self.options = missing.cloned().chain(self.options.iter().cloned()).collect();
        }
    }

    /// Reads a word `key=value`; `command` gets the value of `cmd=`.
    fn read_word(&mut self, word: &str, command: &mut Option<String>) -> Result<(), String> {
        let wrong = || {
            let limits =
                EngineLimits::names().map(|name| format!("`{name}=`")).collect::<Vec<_>>().join(", ");
            format!(
                "`{word}` is none of `name=`, `cmd=`, `dir=`, `army=`, `option.NAME=` and of the limits {limits}"
            )
        };
        let (key, value) = word.split_once('=').ok_or_else(wrong)?;
        let twice = match key {
            "name" if value.trim().is_empty() || !value.chars().all(printable::is_printable) => {
                return Err("a name has at least one letter, and only characters that can be seen".to_owned());
            }
            "name" => self.name.replace(value.to_owned()).is_some(),
            "cmd" => command.replace(value.to_owned()).is_some(),
            "army" => self.army.replace(value.to_owned()).is_some(),
            "dir" => self.dir.replace(value.into()).is_some(),
            _ if EngineLimits::names().any(|name| name == key) => {
                return self.limits.set(key, value).map_err(|error| error.to_string());
            }
            _ => {
                let option = key.strip_prefix("option.").filter(|name| !name.is_empty()).ok_or_else(wrong)?;
                self.options.push((option.to_owned(), value.to_owned()));
                false
            }
        };
        if twice { Err(format!("`{key}=` is given twice")) } else { Ok(()) }
    }
}

fn start_fault(error: impl fmt::Display) -> Fault {
    Fault::Start(error.to_string())
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<EngineSpec, SpecError> {
        read(text).map_err(|problem| SpecError(format!("engine `{text}`: {problem}")))
    }
}

/// What all engines of a tournament have in common: words as in an [`EngineSpec`], without `name=` and `cmd=`. An engine's
/// own words come first. The built-in `random` and `careful` take limits and army only.
///
/// ```
/// use arena::engine::{CommonSpec, EngineSpec};
/// let common: CommonSpec = "option.Hash=64 nodes=500".parse()?;
/// let mut engine: EngineSpec = "name=A cmd=./x option.Hash=16 depth=3".parse()?;
/// engine.complete(&common);
/// assert_eq!(engine, "cmd=./x name=A option.Hash=16 depth=3".parse()?);
/// let mut engine: EngineSpec = "name=B cmd=./y".parse()?;
/// engine.complete(&common);
/// assert_eq!(engine, "cmd=./y name=B option.Hash=64 nodes=500".parse()?);
/// # Ok::<(), arena::engine::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommonSpec(EngineSpec);

impl FromStr for CommonSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<CommonSpec, SpecError> {
        let read = split(text).and_then(|words| match read_words(&words)? {
            (spec @ EngineSpec { name: None, .. }, None) => Ok(CommonSpec(spec)),
            _ => Err("`name=` and `cmd=` are not for all engines".to_owned()),
        });
        read.map_err(|problem| SpecError(format!("`{text}` for all engines: {problem}")))
    }
}

/// Reads words `key=value`. Returns the value of `cmd=` beside the rest.
fn read_words(words: &[String]) -> Result<(EngineSpec, Option<String>), String> {
    let (mut spec, mut command) = (EngineSpec::default(), None);
    words.iter().try_for_each(|word| spec.read_word(word, &mut command))?;
    Ok((spec, command))
}

fn read(text: &str) -> Result<EngineSpec, String> {
    let mut words = split(text)?;
    let is_built_in = |word: &&mut String| BuiltIn::by_name(word).is_some() || word.starts_with("agon:");
    if let Some(built_in) = words.first_mut().filter(is_built_in) {
        built_in.insert_str(0, "cmd=");
    }
    if !words.iter().any(|word| word.starts_with("cmd=")) {
        return Ok(kind(&words)?.into());
    }
    let (mut spec, command) = read_words(&words)?;
    spec.kind = kind(&split(&command.unwrap_or_default())?)?;
    let is_player = matches!(spec.kind, EngineKind::Player(_));
    if is_player && (spec.dir.is_some() || !spec.options.is_empty()) {
        return Err(format!("`{}` has no options and no directory", EngineSpec::from(spec.kind)));
    }
    Ok(spec)
}

/// The values of the option `Search` of `agon`.
const SEARCHES: [&str; 3] = ["auto", "alphabeta", "mcts"];

/// The complaint about an empty description.
fn nothing() -> String {
    let players = BuiltIn::ALL.map(|player| format!("`{}`", player.name())).join(", ");
    let searches = SEARCHES.map(|search| format!("`agon:{search}`")).join(", ");
    format!("nothing to start; expected {players}, {searches}, a command, or `cmd=...`")
}

fn kind(words: &[String]) -> Result<EngineKind, String> {
    let first = words.split_first().filter(|(program, _)| !program.is_empty());
    let (program, args) = first.ok_or_else(nothing)?;
    let kind = match (BuiltIn::by_name(program), program.strip_prefix("agon:")) {
        (Some(player), _) => EngineKind::Player(player),
        (None, Some(search)) => {
            let known = SEARCHES.into_iter().find(|&known| known == search);
            let unknown = || format!("no search `{search}`: expected agon:auto, agon:alphabeta or agon:mcts");
            EngineKind::Agon { search: known.ok_or_else(unknown)? }
        }
        (None, None) => return Ok(EngineKind::Command { program: program.into(), args: args.to_vec() }),
    };
    args.first().map_or(Ok(kind), |word| Err(format!("`{program}` takes no argument `{word}`")))
}

fn split(text: &str) -> Result<Vec<String>, String> {
    shlex::split(text).ok_or_else(|| "a quotation mark or a last backslash has no partner".to_owned())
}

/// The words, quoted as in a shell.
fn join(words: &[String]) -> String {
    let quoter = shlex::Quoter::new().allow_nul(true);
    quoter.join(words.iter().map(String::as_str)).expect("only NUL cannot be quoted, and it is allowed")
}

/// The binary of the engine `agon`.
fn find_agon() -> Result<PathBuf, SpecError> {
    let named = std::env::var_os("AGON").filter(|named| !named.is_empty()).map(PathBuf::from);
    let beside = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.to_owned()));
    find_agon_in(named, beside.as_deref(), || which::which("agon").ok()).map_err(SpecError)
}

fn find_agon_in(
    named: Option<PathBuf>,
    beside: Option<&Path>,
    in_path: impl FnOnce() -> Option<PathBuf>,
) -> Result<PathBuf, String> {
    if let Some(named) = named {
        let message = format!("the environment variable AGON names `{}`, which is no file", named.display());
        return Some(named).filter(|named| named.is_file()).ok_or(message);
    }
    let file = format!("agon{}", std::env::consts::EXE_SUFFIX);
    let beside_this = beside.map(|folder| folder.join(file)).filter(|file| file.is_file());
    beside_this.or_else(in_path).ok_or_else(|| {
        let folder = beside.map_or(String::new(), |folder| format!(" (in `{}`)", folder.display()));
        format!(
            "the engine `agon` is neither beside this program{folder} nor in PATH: build it with `cargo build \
             --release -p agon`, or name the binary in the environment variable AGON"
        )
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use proptest::prelude::*;

    use super::super::time_control::TimeControl;
    use super::*;

    fn parse(text: &str) -> Result<EngineSpec, SpecError> {
        text.parse()
    }

    #[test]
    fn numbered_names_are_not_those_given_to_other_engines() {
        let mut specs = ["random", "random", "name=random-2 cmd=x", "random", "name=random-2 cmd=y"]
            .map(|spec| parse(spec).unwrap());
        name_engines(specs.iter_mut());
        let names = specs.map(|spec| spec.name.unwrap());
        assert_eq!(names, ["random", "random-3", "random-2", "random-4", "random-2-2"]);
    }

    #[test]
    fn commands_are_split_as_in_a_shell() {
        let spec = parse(r#""./my engine" --book 'a b' "#).unwrap();
        let args = vec!["--book".to_owned(), "a b".to_owned()];
        assert_eq!(spec.kind, EngineKind::Command { program: "./my engine".into(), args });
        assert_eq!(spec.to_string(), "my engine");
    }

    #[test]
    fn built_in_engines_take_names_and_options() {
        let spec = parse("agon:mcts option.Hash=64 name=tree 'option.Move Overhead=5'").unwrap();
        assert_eq!(spec.kind, EngineKind::Agon { search: "mcts" });
        let options = [("Hash", "64"), ("Move Overhead", "5")];
        assert_eq!(spec.options, options.map(|(n, v)| (n.to_owned(), v.to_owned())));
        assert_eq!(spec.to_string(), "tree");
        assert_eq!(parse("name=R cmd=random").unwrap().kind, EngineKind::default());
        assert_eq!(parse("cmd=agon:alphabeta dir=/tmp").unwrap().dir, Some("/tmp".into()));
    }

    #[test]
    fn an_equals_sign_in_a_command_has_no_meaning() {
        let spec = parse("env HASH=64 ./engine").unwrap();
        assert!(matches!(spec.kind, EngineKind::Command { args, .. } if args == ["HASH=64", "./engine"]));
    }

    #[test]
    fn engines_have_limits_of_their_own() {
        let spec = parse("agon:mcts nodes=500 margin=5").unwrap();
        assert_eq!((spec.limits.nodes, spec.limits.margin), (Some(500), Some(Duration::from_millis(5))));
        let random = parse("random movetime=10").unwrap();
        assert_eq!(random.limits.time(), Some(TimeControl::PerTurn(Duration::from_millis(10))));
        let command = parse("./x nodes=5").unwrap();
        assert_eq!(command.limits, EngineLimits::default(), "in a command it is an argument");
    }

    #[test]
    fn mistakes_are_refused() {
        for (text, message) in [
            ("", "nothing to start"),
            ("cmd=", "nothing to start"),
            ("cmd=\"\"", "nothing to start"),
            ("'x", "quotation mark"),
            ("agon:minimax", "no search `minimax`: expected agon:auto, agon:alphabeta or agon:mcts"),
            ("agon:mcts Hash=64", "`Hash=64` is none of"),
            ("cmd=x --flag", "`--flag` is none of"),
            ("cmd=x cmd=y", "`cmd=` is given twice"),
            ("cmd=x option.=3", "none of"),
            ("cmd=x name=", "a name has at least one letter"),
            ("random option.Hash=1", "`random` has no options"),
            ("careful option.Hash=1", "`careful` has no options"),
            ("cmd='random --fair'", "`random` takes no argument `--fair`"),
            ("cmd='agon:mcts --deep'", "`agon:mcts` takes no argument `--deep`"),
            ("random nodes=0", "`0` for the limit `nodes`: expected a whole number from 1"),
            ("cmd=x tc=1 movetime=5", "`movetime` and `tc` both limit the time"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn agon_is_the_named_binary_else_the_one_beside_this_program_else_the_one_in_path() {
        let folder = std::env::temp_dir().join(format!("arena-agon-{}", std::process::id()));
        let beside = folder.join("beside");
        let file = beside.join(format!("agon{}", std::env::consts::EXE_SUFFIX));
        fs::create_dir_all(&beside).unwrap();
        fs::write(&file, "").unwrap();
        let in_path = || Some(PathBuf::from("in PATH"));
        assert_eq!(find_agon_in(Some(file.clone()), Some(&folder), in_path), Ok(file.clone()));
        assert_eq!(find_agon_in(None, Some(&beside), in_path), Ok(file));
        assert_eq!(find_agon_in(None, Some(&folder), in_path), Ok(PathBuf::from("in PATH")));
        let missing = find_agon_in(None, Some(&folder), || None).unwrap_err();
        assert!(missing.contains("cargo build --release -p agon"), "{missing}");
        let wrong = find_agon_in(Some(folder.clone()), Some(&beside), in_path).unwrap_err();
        assert!(wrong.contains("names") && wrong.contains("which is no file"), "{wrong}");
        fs::remove_dir_all(folder).unwrap();
    }

    fn spec() -> impl Strategy<Value = EngineSpec> {
        let command = (r"[^a-z\x00]\PC{0,9}", prop::collection::vec(r"(cmd=)?(?s).{0,9}", 0..3));
        let kind = prop_oneof![
            prop::sample::select(&BuiltIn::ALL).prop_map(EngineKind::Player),
            Just(EngineKind::Agon { search: "mcts" }),
            command.prop_map(|(program, args)| EngineKind::Command { program: program.into(), args }),
        ];
        let keys = (
            proptest::option::of("[a-z]\\PC{0,9}"),
            [proptest::option::of(r"(?s).{1,9}"), proptest::option::of(r"(?s).{0,9}")],
            prop::collection::vec(("[^=]{1,9}", r"(?s).{0,9}"), 0..3),
        );
        (kind, keys, any::<Option<u32>>()).prop_map(|(kind, (name, [dir, army], mut options), depth)| {
            let name =
                name.map(|name: String| name.chars().filter(|&c| printable::is_printable(c)).collect());
            let mut dir = dir.map(PathBuf::from);
            if matches!(kind, EngineKind::Player(_)) {
                (dir, options) = (None, Vec::new());
            }
            let limits = EngineLimits { depth: depth.map(|depth| depth.max(1)), ..EngineLimits::default() };
            EngineSpec { name, kind, dir, army, options, limits }
        })
    }

    proptest! {
        #[test]
        fn a_written_spec_is_read_back(spec in spec()) {
            let text = spec.to_text().unwrap();
            let read: Result<EngineSpec, _> = text.parse();
            prop_assert_eq!(read.as_ref(), Ok(&spec), "{}", text);
            let data = serde_json::to_string(&spec).unwrap();
            prop_assert_eq!(serde_json::from_str::<EngineSpec>(&data).unwrap(), spec);
        }
    }
}
