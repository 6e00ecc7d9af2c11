//! A game and its rules, as an engine's options.

use abstract_game::facade::AnyRules;
use protocol::GameOptions;

/// The options that set up the game of these rules.
pub(crate) fn of_rules(rules: &dyn AnyRules) -> GameOptions {
    let names = rules.options().iter().map(|spec| spec.name);
    let rule = |name| Some((format!("{}.{name}", rules.title()), rules.option(name)?));
    GameOptions { game: rules.name().to_owned(), rules: names.filter_map(rule).collect() }
}
