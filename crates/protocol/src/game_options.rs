//! The options that choose a game and its rules.

use abstract_game::facade::AnyRules;

use crate::OptionDecl;

/// The names under which an engine may declare the option that chooses the game.
const GAME: [&str; 2] = ["Game", "UCI_Variant"];

/// A game and its rules, as an engine's options.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct GameOptions {
    /// The value of the option `Game`: the name of the game.
    pub game: String,
    /// Names and values of the options of the rules, such as `Snorkels.size` and `7`.
    pub rules: Vec<(String, String)>,
}

impl GameOptions {
    /// The game and the options of its rules.
    pub fn of(rules: &dyn AnyRules) -> GameOptions {
        let prefixed = |(name, value)| (format!("{}.{name}", rules.title()), value);
        let values = rules.option_values().into_iter().map(prefixed);
        GameOptions { game: rules.name().to_owned(), rules: values.collect() }
    }

    /// Names and values of options to set, in this order: the game and its rules, as far as the engine declares options
    /// for them, then `others`. A value in `others` for one of the former replaces its value.
    ///
    /// ```
    /// use protocol::{GameOptions, OptionDecl};
    /// let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    /// let game = GameOptions { game: "snorkels".into(), rules: vec![pair("Snorkels.size", "5")] };
    /// let declared = [OptionDecl::combo("Game", "symbol", ["symbol", "snorkels"])];
    /// let expected = [pair("Game", "snorkels"), pair("Hash", "64")];
    /// assert_eq!(game.settings(&declared, &[pair("Hash", "64")]), expected);
    /// ```
    pub fn settings(&self, declared: &[OptionDecl], others: &[(String, String)]) -> Vec<(String, String)> {
        let option = GAME.iter().find_map(|name| declared.iter().find(|option| option.is_named(name)));
        let game = option.map(|option| (option.name.clone(), self.game.clone()));
        let rules = self.rules.iter().filter_map(|(name, value)| {
            let option = declared.iter().find(|option| option.is_named(name))?;
            Some((option.name.clone(), value.clone()))
        });
        let mut settings: Vec<(String, String)> = game.into_iter().chain(rules).collect();
        let of_game = settings.len();
        for (name, value) in others {
            match settings[..of_game].iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
                Some((_, replaced)) => replaced.clone_from(value),
                None => settings.push((name.clone(), value.clone())),
            }
        }
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_rules_are_set_and_other_options_override_them() {
        let given = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let rules =
            vec![given("Snorkels.size", "5"), given("Snorkels.pie", "true"), given("Snorkels.stones", "0")];
        let game = GameOptions { game: "snorkels".into(), rules };
        let declared = [
            OptionDecl::combo("game", "symbol", ["symbol", "snorkels"]),
            OptionDecl::spin("Snorkels.size", 7, 2, 8),
            OptionDecl::check("Snorkels.pie", true),
            OptionDecl::spin("Hash", 1, 1, 9),
        ];
        let usual = [given("game", "snorkels"), given("Snorkels.size", "5"), given("Snorkels.pie", "true")];
        assert_eq!(game.settings(&declared, &[]), usual);
        let expected =
            [usual[0].clone(), usual[1].clone(), given("Snorkels.pie", "false"), given("hash", "3")];
        assert_eq!(game.settings(&declared, &[given("hash", "3"), given("snorkels.PIE", "false")]), expected);
    }
}
