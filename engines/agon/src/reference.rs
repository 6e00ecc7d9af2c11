//! The reference of all flags and options, generated from the program.

use std::fmt::Write as _;

use agon_engine::ugi::Agon;
use agon_engine::ugi::DocumentedOption;
use clap::{Arg, Command, CommandFactory as _};
use protocol::OptionKind;
use protocol::server::{self, ServeSettings};

use crate::cli::Cli;

/// The book's page with every command line flag and every `setoption` option, as Markdown.
#[must_use]
pub fn reference() -> String {
    let mut command = Cli::command();
    command.build();
    let mut page = String::from(
        "# Flags and options of `agon`\n\n\
         <!-- Generated: AGON_UPDATE=1 cargo test -p agon --test suite reference -->\n\n\
         ## Command line\n\n\
         `agon [FLAGS] [COMMAND]`. Without a command the engine speaks UGI or UCI over standard input and output.\n\
         Other arguments are lines of the protocol, as in `agon \"position startpos moves d4\" \"go nodes 1000\"`; the exit status \
         is 1 after an error.\n\n",
    );
    page += "| flag | value | default | meaning |\n| --- | --- | --- | --- |\n";
    for arg in command.get_arguments().filter(|arg| !arg.is_positional()) {
        let flag = arg.get_long().map_or_else(String::new, |long| format!("`--{long}`"));
        row(&mut page, &[flag, value_name(arg), default(arg), meaning(arg)]);
    }
    page += "\n| command | argument | meaning |\n| --- | --- | --- |\n";
    for subcommand in command.get_subcommands().filter(|c| !c.is_hide_set() && c.get_name() != "help") {
        let name = format!("`agon {}`", subcommand.get_name());
        row(&mut page, &[name, String::new(), about(subcommand)]);
        let hidden = |arg: &&Arg| ["help", "game", "options"].contains(&arg.get_id().as_str());
        for arg in subcommand.get_arguments().filter(|arg| !hidden(arg)) {
            let (flag, value) = (arg.get_long(), value_name(arg));
            let value =
                flag.map_or_else(|| format!("`{}`", arg.get_id()), |flag| format!("`--{flag}` {value}"));
            let default = default(arg);
            let default = if default.is_empty() { default } else { format!(" [default: {default}]") };
            row(&mut page, &[String::new(), value.trim_end().to_owned(), meaning(arg) + &default]);
        }
    }
    page += "\n## Options\n\n\
             A front-end sets them with `setoption name NAME value VALUE`, the command line with `--option NAME=VALUE`.\n\
             Names are case-insensitive. The options of a game's rules have the game's title as a prefix; a position's \
             text carries the rules it needs, so these options apply to `startpos`.\n\n\
             | option | type | default | values | meaning |\n| --- | --- | --- | --- | --- |\n";
    for option in Agon::new().documented_options() {
        option_row(&mut page, &option);
    }
    page += "\n## What `uci` answers\n\n```text\n> uci\n";
    let mut answer = Vec::new();
    server::serve(&b"uci\n"[..], &mut answer, &mut Agon::new(), &ServeSettings::default());
    page += &String::from_utf8_lossy(&answer);
    page += "```\n";
    page
}

fn option_row(page: &mut String, option: &DocumentedOption) {
    let (kind, default, values) = match &option.declaration.kind {
        Some(OptionKind::Check { default }) => ("check", default.to_string(), "`true`, `false`".to_owned()),
        Some(OptionKind::Spin { default, min, max }) => {
            ("spin", default.to_string(), format!("{min} to {max}"))
        }
        Some(OptionKind::Combo { default, values }) => {
            let values: Vec<_> = values.iter().map(|choice| format!("`{choice}`")).collect();
            ("combo", default.clone(), values.join(", "))
        }
        Some(OptionKind::Text { default }) => ("string", default.clone(), "text".to_owned()),
        None => ("button", String::new(), String::new()),
    };
    let default = if default.is_empty() { "(empty)".to_owned() } else { format!("`{default}`") };
    let name = format!("`{}`", option.declaration.name);
    row(page, &[name, kind.to_owned(), default, values, option.meaning.clone()]);
}

fn row(page: &mut String, cells: &[String]) {
    let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    writeln!(page, "| {} |", cells.join(" | ")).expect("writing to a String cannot fail");
}

fn value_name(arg: &Arg) -> String {
    let takes_value = arg.get_action().takes_values();
    let names = arg.get_value_names().filter(|_| takes_value).unwrap_or_default();
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" ")
}

fn default(arg: &Arg) -> String {
    let takes_value = arg.get_action().takes_values();
    let values = arg.get_default_values().iter().filter(|_| takes_value);
    values.map(|value| format!("`{}`", value.to_string_lossy())).collect::<Vec<_>>().join(", ")
}

fn meaning(arg: &Arg) -> String {
    arg.get_help().map(ToString::to_string).unwrap_or_default()
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}
