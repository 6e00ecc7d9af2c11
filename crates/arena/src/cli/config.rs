//! Configuration files: TOML whose keys are the long flags of the command.
//!
//! A file is turned into flags and parsed together with the command line, so that names, checks and messages are the
//! same for both. A flag on the command line replaces the same key of the file, and all keys that conflict with it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A command line with the flags of its configuration file, if `--config` names one.
pub(super) struct Arguments {
    /// As given.
    given: Vec<OsString>,
    /// The flags of the file.
    flags: Vec<FileFlag>,
    file: PathBuf,
}

/// A flag that a file sets.
struct FileFlag {
    /// The line in the file, from 1.
    line: usize,
    flag: String,
}

/// Where the flags of a file are inserted: the subcommand is the first word, and its flags may come anywhere after it.
const PLACE: usize = 2;

impl Arguments {
    /// Reads the configuration file of a command line.
    ///
    /// # Errors
    /// The mistake in the file.
    pub(super) fn new(command: &Command, given: Vec<OsString>) -> Result<Arguments, String> {
        let mut arguments = Arguments { given, flags: Vec::new(), file: PathBuf::new() };
        // Mistakes in the command line itself are reported when it is parsed for good; a flag that another one needs may
        // be in the file.
        let matches = command.clone().ignore_errors(true).try_get_matches_from(&arguments.given);
        if let Ok(matches) = matches
            && let Some((name, given)) = matches.subcommand()
            && let Ok(Some(file)) = given.try_get_one::<PathBuf>("config")
            && let Some(subcommand) = command.find_subcommand(name)
        {
            arguments.flags = flags(file, command, subcommand, given)?;
            arguments.file.clone_from(file);
        }
        Ok(arguments)
    }

    /// The command line with the flags of the file.
    pub(super) fn all(&self) -> Vec<OsString> {
        self.with(&|_| true)
    }

    /// The command line with those flags of the file whose numbers are to be kept.
    fn with(&self, keep: &dyn Fn(usize) -> bool) -> Vec<OsString> {
        let kept = self.flags.iter().enumerate().filter(|&(number, _)| keep(number));
        let mut all = self.given.clone();
        let place = PLACE.min(all.len());
        all.splice(place..place, kept.map(|(_, flag)| OsString::from(&flag.flag)));
        all
    }

    /// Where the cause of a mistake is, if it is in the file: "`cup.toml`, line 3: ". `check` returns the mistake in a
    /// command line.
    pub(super) fn place(&self, mistake: &str, check: impl Fn(Vec<OsString>) -> Result<(), String>) -> String {
        let count = self.flags.len();
        let check = |keep: &dyn Fn(usize) -> bool| check(self.with(keep));
        let is_same = |outcome: &Result<(), String>| outcome.as_ref().is_err_and(|other| other == mistake);
        // Other mistakes show later, or are in the command line.
        if count == 0 || !is_same(&check(&|_| true)) || is_same(&check(&|_| false)) {
            return String::new();
        }
        // Without the culprit nothing is wrong, or something else if there are two. Of two that are alike, the first.
        let without: Vec<_> = (0..count).map(|left_out| check(&|number| number != left_out)).collect();
        let culprit = without.iter().position(Result::is_ok);
        let culprit = culprit.or_else(|| without.iter().position(|outcome| !is_same(outcome)));
        let culprit = culprit.or_else(|| (0..count).find(|&last| is_same(&check(&|number| number <= last))));
        culprit.map_or(String::new(), |number| place(&self.file, self.flags[number].line))
    }
}

/// A mistake that the parser found, without the usage, which depends on all flags.
pub(super) fn mistake(error: &clap::Error) -> String {
    let text = error.to_string();
    text.split_once("\n\n").map_or(text.clone(), |(first, _)| first.to_owned())
}

/// "`cup.toml`, line 3: "
fn place(file: &Path, line: usize) -> String {
    format!("`{}`, line {line}: ", file.display())
}

/// The flags of `command` in the file; keys of other commands among `all` are skipped.
fn flags(path: &Path, all: &Command, command: &Command, given: &ArgMatches) -> Result<Vec<FileFlag>, String> {
    let text =
        fs::read_to_string(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let line = |at: usize| text.get(..at).unwrap_or_default().matches('\n').count() + 1;
    let table = DeTable::parse(&text).map_err(|error| {
        // Without the line itself, which may be an address with a password.
        let at = error.span().map_or(0, |span| span.start);
        format!("{}no TOML: {}", place(path, line(at)), error.message())
    })?;
    let is_given = |arg: &Arg| given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let mut flags = Vec::new();
    for (key, value) in table.get_ref() {
        let place = place(path, line(key.span().start));
        let Some((_, arg)) = settings(command).find(|(name, _)| *name == key.get_ref()) else {
            // One file serves `new` and `run`.
            let takes_file =
                |other: &&Command| other.get_arguments().any(|arg| arg.get_long() == Some("config"));
            let mut others = all.get_subcommands().filter(takes_file).flat_map(settings);
            if others.any(|(name, _)| name == key.get_ref()) {
                continue;
            }
            let names: Vec<&str> = settings(command).map(|(name, _)| name).collect();
            let expected = format!("expected one of {}", names.join(", "));
            return Err(format!("{place}there is no setting `{}`: {expected}", key.get_ref()));
        };
        let contradicted = command.get_arg_conflicts_with(arg).into_iter().any(is_given);
        if !is_given(arg) && !contradicted {
            let values =
                values(arg, key, value).map_err(|wrong| format!("{place}`{}`: {wrong}", key.get_ref()))?;
            flags.extend(values.into_iter().map(|(at, flag)| FileFlag { line: line(at), flag }));
        }
    }
    Ok(flags)
}

/// The flags that a file can set.
fn settings(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    let named = command.get_arguments().filter_map(|arg| Some((arg.get_long()?, arg)));
    named.filter(|(long, _)| !["config", "help", "version"].contains(long))
}

type Key<'i> = Spanned<std::borrow::Cow<'i, str>>;

/// A key and its value as flags, each with its place in the text.
fn values(arg: &Arg, key: &Key<'_>, value: &Spanned<DeValue<'_>>) -> Result<Vec<(usize, String)>, String> {
    let name = key.get_ref();
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        return match value.get_ref() {
            DeValue::Boolean(true) => Ok(vec![(key.span().start, format!("--{name}"))]),
            DeValue::Boolean(false) => Ok(Vec::new()),
            _ => Err("expected true or false".to_owned()),
        };
    }
    let many = matches!(arg.get_action(), ArgAction::Append);
    match value.get_ref() {
        DeValue::Array(items) if many => {
            let flag = |item: &Spanned<DeValue<'_>>| {
                Ok((item.span().start, format!("--{name}={}", text(item.get_ref())?)))
            };
            items.iter().map(flag).collect()
        }
        // `rule = { size = 5 }` and `[seat]` become a flag `name=value` for each entry.
        DeValue::Table(entries) if many => {
            let flag = |(entry, value): (&Key<'_>, &Spanned<DeValue<'_>>)| {
                let text = text(value.get_ref())?;
                Ok((entry.span().start, format!("--{name}={}={text}", entry.get_ref())))
            };
            entries.iter().map(flag).collect()
        }
        other => Ok(vec![(key.span().start, format!("--{name}={}", text(other)?))]),
    }
}

/// A value as text of a flag. A table becomes words `key=value`, as in an engine's spec; the words of a table inside it
/// begin with its key: `option.Hash=64`.
fn text(value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.clone().into_owned()),
        DeValue::Integer(number) => {
            let read = i64::from_str_radix(number.as_str(), number.radix());
            Ok(read.map_or_else(|_| number.as_str().to_owned(), |number| number.to_string()))
        }
        DeValue::Float(number) => {
            let read = number.as_str().parse::<f64>();
            Ok(read.map_or_else(|_| number.as_str().to_owned(), |number| number.to_string()))
        }
        DeValue::Boolean(truth) => Ok(truth.to_string()),
        DeValue::Table(entries) => {
            let mut words = Vec::new();
            for (key, value) in entries {
                let key = key.get_ref();
                match value.get_ref() {
                    DeValue::Table(inner) => {
                        for (name, value) in inner {
                            words.push(format!("{key}.{}={}", name.get_ref(), text(value.get_ref())?));
                        }
                    }
                    value => words.push(format!("{key}={}", text(value)?)),
                }
            }
            shlex::try_join(words.iter().map(String::as_str)).map_err(|error| error.to_string())
        }
        DeValue::Array(_) => Err("a list is not allowed here".to_owned()),
        DeValue::Datetime(_) => Err("a date is not allowed here".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use clap::{Parser, Subcommand};

    use super::*;

    #[derive(Debug, Parser)]
    struct Cli {
        #[command(subcommand)]
        command: Sub,
    }

    #[derive(Debug, Subcommand)]
    enum Sub {
        Run {
            #[arg(long)]
            config: Option<PathBuf>,
            #[arg(short, long = "engine")]
            engines: Vec<String>,
            #[arg(long = "rule")]
            rules: Vec<String>,
            #[arg(long, default_value_t = 1)]
            games: u64,
            #[arg(long, conflicts_with = "tc")]
            movetime: Option<u64>,
            #[arg(long)]
            tc: Option<String>,
            #[arg(long, requires = "tc")]
            needs: Option<u64>,
            #[arg(long)]
            cpus: Vec<u64>,
            #[arg(short, long)]
            quiet: bool,
        },
        New {
            #[arg(long)]
            config: Option<PathBuf>,
            #[arg(long, default_value_t = 1)]
            games: u64,
        },
    }

    fn read(name: &str, toml: &str, more: &[&str]) -> Result<String, String> {
        let path = std::env::temp_dir().join(format!("arena-config-{name}-{}.toml", std::process::id()));
        fs::write(&path, toml).unwrap();
        let args =
            ["arena", "run", "--config", path.to_str().unwrap()].into_iter().chain(more.iter().copied());
        let all =
            Arguments::new(&<Cli as clap::CommandFactory>::command(), args.map(OsString::from).collect());
        fs::remove_file(&path).unwrap();
        let all = all?;
        let check = |args| Cli::try_parse_from(args).map(drop).map_err(|error| mistake(&error));
        let cli = Cli::try_parse_from(all.all());
        let cli = cli.map_err(|error| format!("{}{error}", all.place(&mistake(&error), check)))?;
        let Sub::Run { engines, rules, games, movetime, tc, quiet, .. } = cli.command else {
            panic!("`run` was given")
        };
        Ok(format!("{engines:?} {rules:?} {games} {movetime:?} {tc:?} {quiet}"))
    }

    const FILE: &str = r#"
        games = 20
        rule = { size = 5, pie = false }
        movetime = 100
        quiet = true
        [[engine]]
        name = "A"
        cmd = "./x --y"
        option = { Hash = 64, "Move Overhead" = 5 }
        nodes = 7
        [[engine]]
        cmd = "random"
    "#;

    #[test]
    fn a_file_sets_flags() {
        let engines =
            r#"["name=A cmd='./x --y' 'option.Hash=64' 'option.Move Overhead=5' nodes=7", "cmd=random"]"#;
        let text = read("all", FILE, &[]).unwrap();
        let plain = text.replace('\'', "");
        assert_eq!(
            plain,
            format!("{} [\"size=5\", \"pie=false\"] 20 Some(100) None true", engines.replace('\'', ""))
        );
        assert_eq!(
            read("list", "engine = ['random', 'agon:mcts']\nquiet = false", &[]).unwrap(),
            r#"["random", "agon:mcts"] [] 1 None None false"#
        );
    }

    #[test]
    fn the_command_line_replaces_the_file() {
        let text = read("last", FILE, &["-e", "B", "--tc", "60", "--games=4"]).unwrap();
        assert_eq!(text, r#"["B"] ["size=5", "pie=false"] 4 None Some("60") true"#);
    }

    #[test]
    fn a_flag_may_need_another_of_the_file() {
        let text = read("need", "tc = '5'", &["--needs", "3"]).unwrap();
        assert_eq!(text, r#"[] [] 1 None Some("5") false"#);
    }

    #[test]
    fn numbers_have_all_forms_of_toml() {
        let text = read("forms", "games = 1_000\nmovetime = 0x10\nengine = [3.0, 1e3, 0.5]", &[]).unwrap();
        assert_eq!(text, r#"["3", "1000", "0.5"] [] 1000 Some(16) None false"#);
    }

    #[test]
    fn keys_of_other_commands_are_skipped() {
        let path = std::env::temp_dir().join(format!("arena-config-new-{}.toml", std::process::id()));
        fs::write(&path, "games = 20\nquiet = true").unwrap();
        let command = <Cli as clap::CommandFactory>::command();
        let args = ["arena", "new", "--config", path.to_str().unwrap()].map(OsString::from).to_vec();
        let all = Arguments::new(&command, args.clone()).unwrap().all();
        assert_eq!(all[2], "--games=20");
        assert_eq!(all.len(), args.len() + 1);
        fs::write(&path, "gmaes = 20").unwrap();
        let error = Arguments::new(&command, args).err().unwrap();
        assert!(error.contains(".toml`, line 1: there is no setting `gmaes`: expected one of "), "{error}");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn mistakes_are_reported_with_file_and_line() {
        let engines = "\n[[engine]]\nname = 'A'\n\n[[engine]]\nname = 'B'\n[rule]\nsize = 5\n\npie = []\n";
        for (name, toml, line, message) in [
            (
                "unknown",
                "games = 4\ngame-count = 3",
                2,
                "there is no setting `game-count`: expected one of engine, rule, games",
            ),
            ("config", "\n\nconfig = 'x'", 3, "there is no setting `config`"),
            ("syntax", "quiet = true\ngames = ", 2, "no TOML: "),
            ("truth", "quiet = 3", 1, "`quiet`: expected true or false"),
            ("numbers", "games = [1, 2]", 1, "`games`: a list is not allowed here"),
            ("table", engines, 7, "`rule`: a list is not allowed here"),
            (
                "value",
                "quiet = true\n\ngames = 'many'",
                3,
                "error: invalid value 'many' for '--games <GAMES>'",
            ),
            ("large", "games = 99999999999999999999", 1, "error: invalid value '99999999999999999999'"),
            ("two", "movetime = 'x'\ngames = 'many'", 1, "error: invalid value 'x' for '--movetime"),
            (
                "conflict",
                "games = 3\ntc = '5'\nmovetime = 3",
                2,
                "error: the argument '--tc <TC>' cannot be used",
            ),
            ("alike", "cpus = [\n'x',\n'x']\n", 2, "error: invalid value 'x' for '--cpus"),
            (
                "missing",
                "games = 3\nneeds = 3\n",
                2,
                "error: the following required arguments were not provided",
            ),
        ] {
            let error = read(name, toml, &[]).unwrap_err();
            let place = format!(".toml`, line {line}: {message}");
            assert!(error.starts_with('`') && error.contains(&place), "{name}: {error}");
        }
        // The mistake is in the command line.
        for (toml, flags) in [("quiet = true", ["--games", "many"]), ("games = 3", ["--no", "such flag"])] {
            let error = read("given", toml, &flags).unwrap_err();
            assert!(error.starts_with("error: "), "{error}");
        }
        let args = ["arena", "run", "--config", "/no/such/file"].map(OsString::from).to_vec();
        let error = Arguments::new(&<Cli as clap::CommandFactory>::command(), args).err().unwrap();
        assert!(error.contains("cannot read `/no/such/file`"), "{error}");
    }
}
