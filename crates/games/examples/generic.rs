//! Code for every game: what an action does, and positions that are the same but for a symmetry.

use std::collections::HashSet;

use abstract_game::prelude::*;

/// Describes one action, and counts the positions after one action that differ by more than a symmetry.
fn describe<R: Rules>(rules: &R) -> String {
    let position = rules.start();
    let actions = position.actions();
    let first = actions[0];
    let explanation = position.explain(first).expect("a legal action");
    let after: HashSet<_> = actions.iter().map(|&action| position.after(action).canonical()).collect();
    format!(
        "{}: {} actions, {} up to {} symmetries; `{}`: {}",
        R::TITLE,
        actions.len(),
        after.len(),
        position.symmetries().len(),
        position.action_text(first), // the same as `{first}`
        explanation.to_string().replace('\n', ", "),
    )
}

struct Describe;

impl games::RulesVisitor for Describe {
    type Output = String;

    fn visit<R: Rules>(self, rules: &R) -> String {
        describe(rules)
    }
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    for name in games::names() {
        let rules = games::by_name(name)?;
        println!("{}", games::visit(&*rules, Describe).expect("a game of the registry"));
    }
    assert_eq!(
        describe(&games::snorkels_core::Snorkels::new()),
        "Snorkels: 49 actions, 10 up to 8 symmetries; `a1`: a purple snorkel is placed on a1, P1's turn is over"
    );
    Ok(())
}
