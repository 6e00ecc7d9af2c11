//! Bytes as the number of a game, its options, and choices among the actions: pairs of bytes.

#![no_main]

use abstract_game::facade::AnyRules;
use abstract_game::{OptionKind, Position, Rules};
use games::RulesVisitor;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let number = games::names().count();
    let Some((game, data)) = agon_fuzz::kind(data, u8::try_from(number).expect("a few games")) else {
        return;
    };
    let name = games::names().nth(usize::from(game)).expect("it is less than their number");
    let mut rules = games::by_name(name).expect("it is in the list");
    let options = rules.options();
    let Some((chosen, choices)) = data.split_at_checked(options.len()) else { return };
    for (option, &byte) in options.iter().zip(chosen) {
        let value = match option.kind {
            OptionKind::Check { .. } => (byte % 2 == 1).to_string(),
            OptionKind::Spin { min, max, .. } => {
                min.saturating_add(i64::from(byte) % (max.saturating_sub(min).saturating_add(1))).to_string()
            }
            OptionKind::Combo { values, .. } => values[usize::from(byte) % values.len()].to_owned(),
            OptionKind::Text { .. } => continue,
        };
        let before = rules.boxed_clone();
        // Some values exclude each other; the rules then stay as they were.
        if rules.set_option(option.name, &value).is_err() {
            assert_eq!(values_of(&*rules), values_of(&*before));
        }
    }
    games::visit(&*rules, Play(choices)).expect("rules of the registry");
});

fn values_of(rules: &dyn AnyRules) -> Vec<Option<String>> {
    rules.options().iter().map(|option| rules.option(option.name)).collect()
}

/// Plays the actions that the bytes choose, and asks about the contract at each.
struct Play<'a>(&'a [u8]);

impl RulesVisitor for Play<'_> {
    type Output = ();

    fn visit<R: Rules>(self, rules: &R) {
        let mut position = rules.start();
        // The actions of this game and of the usual start: also some that are illegal now.
        let mut known = R::default().start().actions();
        for pair in self.0.as_chunks::<2>().0 {
            let actions = position.actions();
            assert_eq!(actions.len(), position.count_actions(), "{position}");
            assert_eq!(actions.is_empty(), position.end().is_some(), "{position}");
            known.extend(&actions);
            known.sort_unstable();
            known.dedup();
            let choice = usize::from(u16::from_le_bytes(*pair));
            let list = if choice % 2 == 0 { &actions } else { &known };
            let Some(&action) = list.get(choice / 2 % list.len().max(1)) else { return };
            let legal = position.is_legal(action);
            assert_eq!(actions.contains(&action), legal, "{action:?} on {position}");
            let before = position.clone();
            assert_eq!(position.try_play(action).is_ok(), legal, "{action:?} on {before}");
            if !legal {
                assert_eq!(position, before, "a refused action changes nothing");
            }
            assert_eq!(position.key(), position.key_from_scratch(), "{position}");
            if position.end().is_none() {
                assert_eq!(rules.read_position(&position.to_string()).as_ref(), Ok(&position));
            }
        }
    }
}
