//! Reading and writing actions.

use core::str::FromStr;

use abstract_game::{GameError, excerpt, game_error};

use crate::{Action, BOARD, Kind, Stack};

/// Reads the notation of the rules. The action may be illegal in every position.
impl FromStr for Action {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Action, GameError> {
        let no_action = |problem| game_error!("`{}` is no action: {problem}", excerpt(text));
        read_action(text).map_err(no_action)
    }
}

fn read_action(text: &str) -> Result<Action, GameError> {
    let cell = |text| BOARD.parse_cell(text).map_err(GameError::new);
    let no_form =
        || GameError::new("expected `K@d2`, `+Lc3`, `d2:LW>c3`, `d2:L>c3*c4`, `d2*d3`, `!d2`, `end` or `-`");
    match text {
        "-" => return Ok(Action::Pass),
        "end" => return Ok(Action::EndTurn),
        _ => {}
    }
    if let Some(rest) = text.strip_prefix("K@") {
        return Ok(Action::PlaceKing { cell: cell(rest)? });
    }
    if let Some(rest) = text.strip_prefix('!') {
        return Ok(Action::Detonate { cell: cell(rest)? });
    }
    if let Some(rest) = text.strip_prefix('+') {
        let mut chars = rest.chars();
        let kind = chars.next().and_then(Kind::from_letter).filter(|&kind| kind != Kind::King);
        let kind = kind.ok_or_else(|| GameError::new("expected one of L, W, A, F and D after `+`"))?;
        return Ok(Action::Reinforce { kind, cell: cell(chars.as_str())? });
    }
    let (start, target) = match text.split_once('*') {
        Some((start, target)) => (start, Some(target)),
        None => (text, None),
    };
    match (start.split_once(':'), target) {
        (None, Some(target)) => Ok(Action::Take { from: cell(start)?, target: cell(target)? }),
        (None, None) => Err(no_form()),
        (Some((from, way)), target) => {
            let (pieces, to) = way.split_once('>').ok_or_else(no_form)?;
            let (from, pieces, to) = (cell(from)?, pieces.parse::<Stack>()?, cell(to)?);
            Ok(match target {
                None => Action::Move { from, to, pieces },
                Some(target) => Action::MoveAndTake { from, to, target: cell(target)?, pieces },
            })
        }
    }
}
