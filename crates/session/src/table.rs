//! A match of a game that can be drawn, behind `dyn`.

use abstract_game::facade::{AnyMatch, AnyRules};
use abstract_game::{Match, Position, Rules, turn};
use games::nika_core::Nika;
use games::snorkels_core::Snorkels;
use games::symbol_core::Symbol;

use crate::boards::{Attempt, BoardRules, PositionOf};
use crate::view::{ActionView, EventView, Scene};

/// A match in progress with its views.
pub(crate) trait Table: Send {
    /// The match.
    fn game(&self) -> &dyn AnyMatch;
    /// The match, to change it.
    fn game_mut(&mut self) -> &mut dyn AnyMatch;
    /// Goes back to the start position.
    fn restart(&mut self);
    /// Plays one action and returns its events.
    fn play_action(&mut self, text: &str) -> Result<Vec<EventView>, String>;
    /// Plays a whole turn, or the rest of the one in progress, and returns its events.
    fn play_turn(&mut self, text: &str) -> Result<Vec<EventView>, String>;
    /// Takes back the last action of the turn in progress; false if there is none.
    fn undo_action(&mut self) -> bool;
    /// The texts of the actions of the turn in progress.
    fn pending(&self) -> Vec<String>;
    /// The text of the last finished turn.
    fn last_turn(&self) -> Option<String>;
    /// The board and what is on it.
    fn scene(&self) -> Scene;
    /// The legal actions; none when the game is over.
    fn actions(&self) -> Vec<ActionView>;
    /// The rule that forbids what a person tried; `None` if nothing forbids it, or it means nothing.
    fn why(&self, attempt: &Attempt) -> Option<String>;
    /// The text of the position in which the opponent acts, as if the player to act had skipped this turn; `None` within a
    /// turn, at the end of the game, and where that is no position of the game.
    fn skipped_turn(&self, rules: &dyn AnyRules) -> Option<String>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Table>;
}

struct TypedTable<R: Rules> {
    game: Match<R::Position>,
}

/// A table for a position of a game. The rules are of a game of the registry.
pub(crate) fn open(
    game: &str,
    read: &dyn AnyRules,
    position: Option<&str>,
) -> Result<Box<dyn Table>, String> {
    fn typed<R: BoardRules>(
        rules: &dyn AnyRules,
        position: Option<&str>,
    ) -> Option<Result<Box<dyn Table>, String>> {
        let rules = rules.as_any().downcast_ref::<R>()?;
        let start = match position {
            None => Ok(rules.start()),
            Some(text) => rules.read_position(text).map_err(|error| error.to_string()),
        };
        Some(start.map(|start| Box::new(TypedTable::<R> { game: Match::new(start) }) as Box<dyn Table>))
    }
    typed::<Snorkels>(read, position)
        .or_else(|| typed::<Symbol>(read, position))
        .or_else(|| typed::<Nika>(read, position))
        .unwrap_or_else(|| Err(format!("no board is drawn for `{game}`")))
}

impl<R: BoardRules> TypedTable<R> {
    fn position(&self) -> &PositionOf<R> {
        self.game.position()
    }

    fn play(&mut self, action: <PositionOf<R> as Position>::Action) -> Result<Vec<EventView>, String> {
        let before = self.position().clone();
        self.game.try_play(action).map_err(|error| error.to_string())?;
        Ok(R::events(&before, action))
    }
}

impl<R: BoardRules> Table for TypedTable<R> {
    fn game(&self) -> &dyn AnyMatch {
        &self.game
    }

    fn game_mut(&mut self) -> &mut dyn AnyMatch {
        &mut self.game
    }

    fn restart(&mut self) {
        self.game = Match::new(self.game.start().clone());
    }

    fn play_action(&mut self, text: &str) -> Result<Vec<EventView>, String> {
        if let Some(end) = self.game.result() {
            return Err(format!("the game is over: {end}"));
        }
        let action = self.position().read_action(text).map_err(|error| error.to_string())?;
        self.play(action)
    }

    fn play_turn(&mut self, text: &str) -> Result<Vec<EventView>, String> {
        let actions = self.game.read_turn(text).map_err(|error| error.to_string())?;
        let mut events = Vec::new();
        for action in actions {
            events.extend(self.play(action)?);
        }
        Ok(events)
    }

    fn undo_action(&mut self) -> bool {
        if self.game.pending().is_empty() {
            return false;
        }
        let Some(mut actions) = self.game.undo() else { return false };
        actions.pop();
        actions.into_iter().all(|action| self.game.try_play(action).is_ok())
    }

    fn pending(&self) -> Vec<String> {
        let Some(start) = self.game.turn_starts().last() else { return Vec::new() };
        let text = turn::write(start, self.game.pending());
        text.split(',').filter(|action| !action.is_empty()).map(Into::into).collect()
    }

    fn last_turn(&self) -> Option<String> {
        let actions = self.game.turns().last()?;
        let start = self.game.turn_starts().get(self.game.turns().len() - 1)?;
        Some(turn::write(start, actions))
    }

    fn scene(&self) -> Scene {
        R::scene(self.position())
    }

    fn actions(&self) -> Vec<ActionView> {
        let actions = self.game.legal_actions();
        actions.into_iter().map(|action| R::action(self.position(), action)).collect()
    }

    fn why(&self, attempt: &Attempt) -> Option<String> {
        if let Some(end) = self.game.result() {
            return Some(format!("the game is over: {end}"));
        }
        let texts = R::attempts(self.position(), attempt);
        texts.iter().find_map(|text| self.position().read_action(text).err()).map(|error| error.to_string())
    }

    fn skipped_turn(&self, rules: &dyn AnyRules) -> Option<String> {
        if !self.position().at_turn_start() || self.game.result().is_some() {
            return None;
        }
        let text = self.game.position_text();
        let mut words: Vec<String> = text.split(' ').map(Into::into).collect();
        R::skip_turn(&mut words);
        let text = words.join(" ");
        let rules = rules.as_any().downcast_ref::<R>()?;
        let position = rules.read_position(&text).ok()?;
        let acts = position.player_to_act() != self.position().player_to_act() && position.end().is_none();
        acts.then_some(text)
    }

    fn boxed_clone(&self) -> Box<dyn Table> {
        Box::new(TypedTable::<R> { game: self.game.clone() })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use abstract_game::random::SplitMix64;

    use super::*;
    use crate::view::Choice;

    /// Plays random games and calls `check` with every position on the way.
    fn random_games(game: &str, options: &[(&str, &str)], count: u64, mut check: impl FnMut(&dyn Table)) {
        let mut rules = games::by_name(game).unwrap();
        for (name, value) in options {
            rules.set_option(name, value).unwrap();
        }
        let mut random = SplitMix64::new(1);
        for _ in 0..count {
            let mut table = open(game, &*rules, None).unwrap();
            for _ in 0..60 {
                let actions = table.actions();
                check(&*table);
                let Some(action) = random.choose(&actions) else { break };
                table.play_action(&action.text).unwrap();
            }
        }
    }

    fn all_games(mut check: impl FnMut(&dyn Table)) {
        for (game, options) in [
            ("snorkels", &[("size", "4"), ("stones", "2")][..]),
            ("symbol", &[]),
            ("symbol", &[("game", "simple")]),
            ("symbol", &[("pass", "king"), ("left-behind", "removed"), ("edition", "spanish")]),
            ("nika", &[]),
        ] {
            random_games(game, options, 10, &mut check);
        }
    }

    #[test]
    fn choices_tell_actions_apart_and_lead_to_exactly_one() {
        all_games(|table| {
            let actions = table.actions();
            // Choices to make: no sequence continues another one with the same set.
            let mut groups: HashMap<_, Vec<_>> = HashMap::new();
            for action in &actions {
                groups.entry(&action.set).or_default().push(action);
            }
            for actions in groups.values() {
                for a in actions {
                    for b in actions {
                        let prefix = b.path.len() > a.path.len() && b.path.starts_with(&a.path);
                        assert!(!prefix, "{} continues {}", b.text, a.text);
                        if a.path == b.path {
                            assert_eq!(a.refine.len(), b.refine.len(), "{} and {}", a.text, b.text);
                        }
                    }
                }
            }
            let distinct: HashSet<_> = actions.iter().map(|a| (&a.set, &a.path, &a.refine)).collect();
            assert_eq!(distinct.len(), actions.len());
        });
    }

    #[test]
    fn the_pieces_are_on_cells_of_the_board_and_so_are_the_choices() {
        all_games(|table| {
            let scene = table.scene();
            let cells: HashSet<_> = scene.cells.iter().map(|cell| &cell.name).collect();
            assert_eq!(cells.len(), scene.cells.len());
            assert!(scene.pieces.iter().all(|piece| cells.contains(&piece.cell) && piece.count > 0));
            for action in table.actions() {
                assert!(action.set.iter().all(|cell| cells.contains(cell)));
                for choice in action.path.iter().chain(&action.refine) {
                    if let Choice::Cells(names) = choice {
                        assert!(
                            !names.is_empty() && names.iter().all(|name| cells.contains(name)),
                            "{}",
                            action.text
                        );
                    }
                }
            }
        });
    }

    #[test]
    fn a_legal_attempt_has_no_reason_and_an_illegal_one_has() {
        let mut rules = games::by_name("nika").unwrap();
        let mut why = |game: &str, position: Option<&str>, set: &[&str], cell: &str| {
            rules = games::by_name(game).unwrap();
            let set = set.iter().map(ToString::to_string).collect();
            open(game, &*rules, position).unwrap().why(&Attempt { set, reserve: None, cell: cell.into() })
        };
        assert_eq!(why("nika", None, &["k5", "k4"], "k6"), None);
        assert!(why("nika", None, &["k5", "k4"], "k4").is_none());
        assert!(why("nika", None, &["k4", "k5"], "l5").unwrap().contains("phalanx"));
        let position = "x7/x3,k,x3/x7/x7/w,x,d,x4/x,F,x5/x3,K,x3 1 A/- - -";
        assert_eq!(why("symbol", Some(position), &["b2"], "b3"), None);
        assert!(why("symbol", Some(position), &["b2"], "f7").is_some());
        assert!(why("symbol", None, &[], "a7").is_some());
        assert_eq!(why("snorkels", None, &[], "a1"), None);
    }
}
