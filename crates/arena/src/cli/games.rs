//! `arena games`.

use std::fmt::Write as _;

use abstract_game::{OptionKind, Player};
use arena::engine::{has_partners, seats_of};

use super::Failure;

pub(super) fn run() -> Result<u8, Failure> {
    let mut text = String::new();
    for name in games::names() {
        let rules = games::by_name(name)?;
        let _ = writeln!(text, "{name}");
        if has_partners(rules.seats()) {
            let sides = Player::BOTH.map(|side| {
                let names = seats_of(rules.seats(), side).map(|seat| rules.seats()[seat].name);
                names.collect::<Vec<_>>().join(" and ")
            });
            let _ = writeln!(text, "  --seat NAME=ENGINE  ({})", sides.join(" against "));
        }
        for spec in rules.options() {
            let takes = match spec.kind {
                OptionKind::Check { .. } => "true or false".to_owned(),
                OptionKind::Spin { min, max, .. } => format!("{min} to {max}"),
                OptionKind::Combo { values, .. } => values.join(", "),
                OptionKind::Text { .. } => "text".to_owned(),
            };
            let default = rules.option(spec.name).unwrap_or_default();
            let _ = writeln!(text, "  --rule {}={default}  ({takes}): {}", spec.name, spec.about);
        }
    }
    super::print(&text);
    Ok(0)
}
