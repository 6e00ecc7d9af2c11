//! The reference of all flags and options, generated from the program.

use agon_engine::ugi::{Agon, DocumentedOption};
use clap::CommandFactory;
use clap_markdown::{MarkdownOptions, help_markdown_custom};
use protocol::OptionKind;
use protocol::server::{self, ServeSettings};

/// The book's page with every command line flag and every `setoption` option, as Markdown.
pub(crate) fn reference<Cli: CommandFactory>() -> String {
    let options = MarkdownOptions::new().title("Flags and options of `agon`".to_owned()).show_footer(false);
    let mut page = help_markdown_custom::<Cli>(&options.show_table_of_contents(false));
    page += "\nWithout a command the engine speaks UGI or UCI over standard input and output.\n\
             Other arguments are lines of the protocol, as in `agon \"position startpos moves d4\" \"go nodes 1000\"`; the exit status \
             is 1 after an error.\n";
    page += "\n## Options\n\n\
             A front-end sets them with `setoption name NAME value VALUE`, the command line with `--option NAME=VALUE`.\n\
             Names are case-insensitive. The options of a game's rules have the game's title as a prefix; a position's \
             text carries the rules it needs, so these options apply to `startpos`.\n\n\
             | option | type | default | values | meaning |\n| --- | --- | --- | --- | --- |\n";
    page.extend(Agon::new().documented_options().iter().map(option_row));
    page += "\n## What `uci` answers\n\n```text\n> uci\n";
    let mut answer = Vec::new();
    server::serve(&b"uci\n"[..], &mut answer, &mut Agon::new(), &ServeSettings::default());
    page += &String::from_utf8_lossy(&answer);
    page += "```\n";
    page
}

fn option_row(option: &DocumentedOption) -> String {
    let values = match &option.declaration.kind {
        Some(OptionKind::Check { .. }) => "`true`, `false`".to_owned(),
        Some(OptionKind::Spin { min, max, .. }) => format!("{min} to {max}"),
        Some(OptionKind::Combo { values, .. }) => {
            let values: Vec<_> = values.iter().map(|choice| format!("`{choice}`")).collect();
            values.join(", ")
        }
        Some(OptionKind::Text { .. }) => "text".to_owned(),
        None => String::new(),
    };
    let kind = option.declaration.kind.as_ref().map_or("button", OptionKind::name);
    let default = option.declaration.kind.as_ref().map(OptionKind::default_text).unwrap_or_default();
    let default = if default.is_empty() { "(empty)".to_owned() } else { format!("`{default}`") };
    let name = format!("`{}`", option.declaration.name);
    let cells = [&name, kind, &default, &values, &option.meaning].map(|cell| cell.replace('|', "\\|"));
    format!("| {} |\n", cells.join(" | "))
}
