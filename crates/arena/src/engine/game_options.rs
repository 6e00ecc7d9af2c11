//! What an engine is told before it plays: the game, its rules and the options of the command line.

use abstract_game::facade::AnyRules;
use protocol::OptionDecl;
use protocol::driver::EngineCommand;

/// The names under which an engine may have the option that chooses the game.
const GAME: [&str; 2] = ["Game", "UCI_Variant"];

/// Names and values of options to set, in this order: the game and its rules as far as the engine declares options
/// for them, then what else the command says. Where the command names one of the former, its value is the one that is
/// set: it has the last word.
pub(crate) fn settings(
    command: &EngineCommand,
    rules: &dyn AnyRules,
    declared: &[OptionDecl],
) -> Vec<(String, String)> {
    let game = rules.name();
    let mut wanted: Vec<(String, String)> = Vec::new();
    wanted.extend(game_option(declared).map(|option| (option.name.clone(), game.to_owned())));
    for spec in rules.options() {
        let name = format!("{}.{}", rules.title(), spec.name);
        let option = declared.iter().find(|option| option.is_named(&name));
        wanted.extend(option.and_then(|option| Some((option.name.clone(), rules.option(spec.name)?))));
    }
    let of_game = wanted.len();
    for (name, value) in &command.options {
        match wanted[..of_game].iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, own)) => own.clone_from(value),
            None => wanted.push((name.clone(), value.clone())),
        }
    }
    wanted
}

/// The option that chooses the game, if there is one.
pub(crate) fn game_option(declared: &[OptionDecl]) -> Option<&OptionDecl> {
    GAME.iter().find_map(|name| declared.iter().find(|option| option.is_named(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_declared_is_set_and_the_command_has_the_last_word() {
        let mut rules = games::by_name("snorkels").unwrap();
        rules.set_option("size", "5").unwrap();
        let declared = [
            OptionDecl::combo("game", "symbol", ["symbol", "snorkels"]),
            OptionDecl::spin("Snorkels.size", 7, 2, 8),
            OptionDecl::check("Snorkels.pie", true),
            OptionDecl::spin("Hash", 1, 1, 9),
        ];
        let given = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut command = EngineCommand::default();
        let usual = [given("game", "snorkels"), given("Snorkels.size", "5"), given("Snorkels.pie", "true")];
        assert_eq!(settings(&command, &*rules, &declared), usual);
        command.options = vec![given("hash", "3"), given("snorkels.PIE", "false")];
        let expected =
            [usual[0].clone(), usual[1].clone(), given("Snorkels.pie", "false"), given("hash", "3")];
        assert_eq!(settings(&command, &*rules, &declared), expected);
    }
}
