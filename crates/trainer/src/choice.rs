//! Positions with the best action, as lines of text.

use std::fmt;
use std::str::FromStr;

use abstract_game::Position;

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

impl<P: Position + FromStr> FromStr for Choice<P> {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice<P>, String> {
        let choice = || {
            let (action, position) = text.split_once(' ')?;
            let position: P = position.parse().ok()?;
            let best = position.read_action(action).ok()?;
            Some(Choice { position, best })
        };
        choice().ok_or_else(|| format!("`{text}` is not a legal action and a position"))
    }
}

#[cfg(test)]
mod tests {
    use games::symbol_core::Position;

    use super::Choice;

    #[test]
    fn a_choice_survives_writing_and_others_are_refused() {
        let text = "d2:KL>c2 x7/k,x6/x7/x7/x7/x3,KL,x3/x7 1 -/w - -";
        assert_eq!(text.parse::<Choice<Position>>().unwrap().to_string(), text);
        for text in [
            "",
            "d2:KL>c2",
            "d2:KL>c2 x7 1 -/w - -",
            "d2:KL>g7 x7/k,x6/x7/x7/x7/x3,KL,x3/x7 1 -/w - -",
            "x7/k,x6/x7/x7/x7/x3,KL,x3/x7 1 -/w - -",
        ] {
            assert!(text.parse::<Choice<Position>>().is_err(), "{text}");
        }
    }
}
