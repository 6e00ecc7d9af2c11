//! The way to the first turn: without it nothing else can be asked.

use protocol::{GoLimits, OptionType, Query, Start};

use crate::dialogue::Probe;
use crate::game_options;
use crate::point::{Miss, Point};

const GROUP: &str = "first turn";

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "set-up",
        says: "takes the game, its rules, and the options that were asked for",
        required: true,
        after: Some("ready-each"),
        run: set_up,
    },
    Point {
        group: GROUP,
        name: "startpos",
        says: "takes the first position, `position startpos`",
        required: true,
        after: Some("set-up"),
        run: startpos,
    },
    Point {
        group: GROUP,
        name: "go-nodes",
        says: "answers `go nodes` by a legal turn",
        required: true,
        after: Some("startpos"),
        run: |probe| probe.open()?.search(&[], &GoLimits::nodes(500)).map(drop),
    },
];

fn set_up(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.greet()?;
    let declared = engine.hello.options.clone();
    if let Some(option) = game_options::game_option(&declared)
        && let OptionType::Combo { choices, .. } = &option.kind
        && !choices.iter().any(|choice| choice == probe.rules.name())
    {
        let (name, game) = (&option.name, probe.rules.name());
        return Miss::failed(format!("option {name} does not offer {game}, but {}", choices.join(", ")));
    }
    for (name, value) in game_options::settings(probe.command, probe.rules, &declared) {
        if !declared.iter().any(|option| option.is_named(&name)) {
            return Miss::failed(format!("option {name} is to be set, but the engine does not have it"));
        }
        engine.set(&name, &value)?;
    }
    Ok(())
}

fn startpos(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    if let Some(rule) = game_options::undeclared_rule(probe.rules, &engine.hello.options) {
        return Miss::not_offered(format!("it has no option {rule}, so its first position is another"));
    }
    engine.position(&Start::Startpos, &[])?;
    // Not everybody can say where he stands; who can has to be right.
    let game = probe.judge(&[]);
    match engine.ask(&Query::Fen) {
        Err(Miss::NotOffered(_)) => Ok(()),
        Err(miss) => Err(miss),
        Ok(text) => probe.same_position(&text, &*game),
    }
}
