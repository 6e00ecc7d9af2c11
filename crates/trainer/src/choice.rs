//! Positions with the best action, as lines of text.

use std::fmt;

use abstract_game::{Position, Rules};

/// A position with the action that the search found best. As text: the action, the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<P: Position> {
    /// The position.
    pub position: P,
    /// The best action.
    pub best: P::Action,
}

impl<P: Position> fmt::Display for Choice<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.position.action_text(self.best), self.position)
    }
}

impl<P: Position> Choice<P> {
    /// Reads the text of a choice in a game with these rules.
    ///
    /// # Errors
    /// It is not a legal action and a position.
    pub fn read<R: Rules<Position = P>>(rules: &R, text: &str) -> Result<Choice<P>, String> {
        let choice = || {
            let (action, position) = text.split_once(' ')?;
            let position = rules.read_position(position).ok()?;
            let best = position.read_action(action).ok()?;
            Some(Choice { position, best })
        };
        choice().ok_or_else(|| format!("`{text}` is not a legal action and a position"))
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::sample::TakeTwo;

    use super::Choice;

    #[test]
    fn a_choice_survives_writing_and_others_are_refused() {
        let text = "b3 0,3,2 1 2";
        assert_eq!(Choice::read(&TakeTwo::default(), text).unwrap().to_string(), text);
        for text in ["", "b3", "b3 0,3,2 2", "c3 0,3,2 1 2", "0,3,2 1 2"] {
            assert!(Choice::read(&TakeTwo::default(), text).is_err(), "{text}");
        }
    }
}
