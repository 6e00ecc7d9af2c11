//! What can be set during a session: the limits of `genmove`, and those of the engine's options that are for people.

use agon_engine::ugi::EngineOptions;
use printable::excerpt;
use protocol::server::ProtocolEngine as _;
use protocol::{OptionDecl, OptionKind};

use super::commands::seconds;
use super::line::number;
use super::{Answer, Server};

/// A parameter: its kind as GoGui writes it, its name and its value.
struct Parameter {
    kind: String,
    name: String,
    value: String,
}

/// Lists the parameters for GoGui's dialog, or sets one.
pub(super) fn agon_param(server: &mut Server, words: &[&str]) -> Answer {
    if let [name, value @ ..] = words {
        return set(server, name, value);
    }
    let line = |Parameter { kind, name, value }: Parameter| {
        let value = match value.as_str() {
            "true" => "1",
            "false" => "0",
            other => other,
        };
        format!("[{kind}] {name} {value}")
    };
    Ok(all(server).into_iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// The names of the parameters.
pub(super) fn list(server: &Server) -> String {
    all(server).into_iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(" ")
}

/// The value of a parameter.
pub(super) fn get(server: &Server, name: &str) -> Answer {
    let found = all(server).into_iter().find(|parameter| parameter.name == name);
    found.map(|parameter| parameter.value).ok_or_else(|| unknown(name))
}

/// Sets a parameter; the words of its value may have spaces between them.
pub(super) fn set(server: &mut Server, name: &str, value: &[&str]) -> Answer {
    let value = value.join(" ");
    let limit = |least: u64| match value.as_str() {
        "" | "0" => Ok(None),
        word => number::<u64>(word).map(|number| Some(number.max(least))),
    };
    match name {
        "Move_Time" => server.limits.move_time = seconds(&value)?,
        "Nodes" => server.limits.nodes = limit(1)?,
        "Depth" => server.limits.depth = limit(1)?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
        "Live_Graphics" => server.live_graphics = flag(&value) == "true",
        _ => return set_option(server, name, &value),
    }
    Ok(String::new())
}

/// A truth value as the engine writes it.
fn flag(value: &str) -> &str {
    match value {
        "1" => "true",
        "0" => "false",
        other => other,
    }
}

fn unknown(name: &str) -> String {
    format!("there is no parameter `{}`", excerpt(name))
}

fn set_option(server: &mut Server, name: &str, value: &str) -> Answer {
    let option = options().into_iter().find(|option| parameter_name(&option.name) == name);
    let option = option.ok_or_else(|| unknown(name))?;
    let is_check = matches!(option.kind, Some(OptionKind::Check { .. }));
    let value = option.accept(if is_check { flag(value) } else { value });
    let value = value.map_err(|expected| format!("expected {expected}"))?;
    server.engine.set_option(&option.name, &value).map_err(|error| error.to_string())?;
    server.options.insert(option.name, value);
    Ok(String::new())
}

fn all(server: &Server) -> Vec<Parameter> {
    let limits = &server.limits;
    let own = |kind: &str, name: &str, value: String| Parameter {
        kind: kind.to_owned(),
        name: name.to_owned(),
        value,
    };
    let mut parameters = vec![
        own("string", "Move_Time", limits.move_time.as_secs_f64().to_string()),
        own("string", "Nodes", limits.nodes.unwrap_or(0).to_string()),
        own("string", "Depth", limits.depth.unwrap_or(0).to_string()),
        own("bool", "Live_Graphics", server.live_graphics.to_string()),
    ];
    for OptionDecl { name, kind } in options() {
        let Some(kind) = kind else { continue };
        let value = server.options.get(&name).cloned().unwrap_or_else(|| kind.default_text());
        let kind = match kind {
            OptionKind::Check { .. } => "bool".to_owned(),
            OptionKind::Combo { values, .. } => format!("list/{}", values.join("/")),
            OptionKind::Spin { .. } | OptionKind::Text { .. } => "string".to_owned(),
        };
        parameters.push(Parameter { kind, name: parameter_name(&name), value });
    }
    parameters
}

/// The options that are parameters. The others are for front-ends of other protocols.
fn options() -> Vec<OptionDecl> {
    let hidden =
        ["Ponder", "MultiPV", "Strict", "UCI_AnalyseMode", "ShowWDL", "ShowVisits", "Debug Log File"];
    let declared = EngineOptions::declarations().into_iter().map(|option| option.declaration);
    declared.filter(|option| !hidden.contains(&option.name.as_str())).collect()
}

fn parameter_name(option: &str) -> String {
    option.replace(' ', "_")
}
