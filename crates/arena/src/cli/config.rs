//! Configuration files: TOML whose keys are the long flags of the command.
//!
//! A file is turned into flags and parsed together with the command line, so that names, checks and messages are the
//! same for both. A flag on the command line replaces the same key of the file, and all keys that conflict with it.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use toml::{Table, Value};

/// The command line with the flags of its configuration file, if `--config` names one.
///
/// # Errors
/// The mistake in the file.
pub(super) fn with_file(command: &Command, args: Vec<OsString>) -> Result<Vec<OsString>, String> {
    // Mistakes in the command line itself are reported when it is parsed for good.
    let Ok(matches) = command.clone().try_get_matches_from(&args) else { return Ok(args) };
    let Some((name, given)) = matches.subcommand() else { return Ok(args) };
    let Ok(Some(path)) = given.try_get_one::<std::path::PathBuf>("config") else { return Ok(args) };
    let Some(subcommand) = command.find_subcommand(name) else { return Ok(args) };
    let flags = flags(path, command, subcommand, given)?;
    // The subcommand is the first word; its flags may come anywhere after it.
    let mut all = args;
    all.splice(2..2, flags);
    Ok(all)
}

/// The flags of `command` in the file; keys of other commands among `all` are skipped.
fn flags(path: &Path, all: &Command, command: &Command, given: &ArgMatches) -> Result<Vec<OsString>, String> {
    let file = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read `{file}`: {error}"))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        // Without the line itself, which may be an address with a password.
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        format!("`{file}` is not TOML: line {}: {}", before.matches('\n').count() + 1, error.message())
    })?;
    let is_given = |arg: &Arg| given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let mut flags = Vec::new();
    for (key, value) in &table {
        let Some((_, arg)) = settings(command).find(|(name, _)| name == key) else {
            // One file serves `new` and `run`.
            let takes_file =
                |other: &&Command| other.get_arguments().any(|arg| arg.get_long() == Some("config"));
            if all.get_subcommands().filter(takes_file).flat_map(settings).any(|(name, _)| name == key) {
                continue;
            }
            let names: Vec<&str> = settings(command).map(|(name, _)| name).collect();
            let expected = format!("expected one of {}", names.join(", "));
            return Err(format!("`{file}`: there is no setting `{key}`: {expected}"));
        };
        let contradicted = command.get_arg_conflicts_with(arg).into_iter().any(is_given);
        if !is_given(arg) && !contradicted {
            let values = values(arg, key, value).map_err(|wrong| format!("`{file}`, `{key}`: {wrong}"))?;
            flags.extend(values.into_iter().map(OsString::from));
        }
    }
    Ok(flags)
}

/// The flags that a file can set.
fn settings(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    let named = command.get_arguments().filter_map(|arg| Some((arg.get_long()?, arg)));
    named.filter(|(long, _)| !["config", "help", "version"].contains(long))
}

/// A key and its value as flags.
fn values(arg: &Arg, key: &str, value: &Value) -> Result<Vec<String>, String> {
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        return match value {
            Value::Boolean(true) => Ok(vec![format!("--{key}")]),
            Value::Boolean(false) => Ok(Vec::new()),
            _ => Err("expected true or false".to_owned()),
        };
    }
    let many = matches!(arg.get_action(), ArgAction::Append);
    let texts = match value {
        Value::Array(items) if many => items.iter().map(text).collect::<Result<Vec<_>, _>>()?,
        // `rule = { size = 5 }` and `[seat]` become a flag `name=value` for each entry.
        Value::Table(entries) if many => entries
            .iter()
            .map(|(name, value)| Ok(format!("{name}={}", text(value)?)))
            .collect::<Result<Vec<_>, String>>()?,
        other => vec![text(other)?],
    };
    Ok(texts.into_iter().map(|text| format!("--{key}={text}")).collect())
}

/// A value as text of a flag. A table becomes words `key=value`, as in an engine's spec; the words of a table inside it
/// begin with its key: `option.Hash=64`.
fn text(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(truth) => Ok(truth.to_string()),
        Value::Table(entries) => {
            let mut words = Vec::new();
            for (key, value) in entries {
                match value {
                    Value::Table(inner) => {
                        for (name, value) in inner {
                            words.push(format!("{key}.{name}={}", text(value)?));
                        }
                    }
                    _ => words.push(format!("{key}={}", text(value)?)),
                }
            }
            shlex::try_join(words.iter().map(String::as_str)).map_err(|error| error.to_string())
        }
        Value::Array(_) => Err("a list is not allowed here".to_owned()),
        Value::Datetime(_) => Err("a date is not allowed here".to_owned()),
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
        let all = with_file(&<Cli as clap::CommandFactory>::command(), args.map(OsString::from).collect());
        fs::remove_file(&path).unwrap();
        let cli = Cli::try_parse_from(all?).map_err(|error| error.to_string())?;
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
    fn keys_of_other_commands_are_skipped() {
        let path = std::env::temp_dir().join(format!("arena-config-new-{}.toml", std::process::id()));
        fs::write(&path, "games = 20\nquiet = true").unwrap();
        let command = <Cli as clap::CommandFactory>::command();
        let args = ["arena", "new", "--config", path.to_str().unwrap()].map(OsString::from).to_vec();
        let all = with_file(&command, args.clone()).unwrap();
        assert_eq!(all[2], "--games=20");
        assert_eq!(all.len(), args.len() + 1);
        fs::write(&path, "gmaes = 20").unwrap();
        assert!(with_file(&command, args).unwrap_err().contains("there is no setting `gmaes`"));
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn mistakes_are_reported_with_file_and_key() {
        for (name, toml, message) in [
            (
                "unknown",
                "game-count = 3",
                "there is no setting `game-count`: expected one of engine, rule, games",
            ),
            ("config", "config = 'x'", "there is no setting `config`"),
            ("syntax", "games = ", "is not TOML"),
            ("truth", "quiet = 3", "`quiet`: expected true or false"),
            ("numbers", "games = [1, 2]", "`games`: a list is not allowed here"),
            ("value", "games = 'many'", "invalid value 'many' for '--games <GAMES>'"),
        ] {
            let error = read(name, toml, &[]).unwrap_err();
            assert!(error.contains(message), "{name}: {error}");
        }
        let args = ["arena", "run", "--config", "/no/such/file"].map(OsString::from).to_vec();
        let error = with_file(&<Cli as clap::CommandFactory>::command(), args).unwrap_err();
        assert!(error.contains("cannot read `/no/such/file`"), "{error}");
    }
}
