//! Reading the text of an action.

use crate::{Action, BOARD, Kind, Stack, TextProblem};

/// Reads an action, which need not be legal anywhere.
pub(crate) fn read(text: &str) -> Result<Action, TextProblem> {
    let cell = |text| BOARD.parse_cell(text).map_err(TextProblem::from);
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
        let kind = kind.ok_or(TextProblem::Kind)?;
        return Ok(Action::Reinforce { kind, cell: cell(chars.as_str())? });
    }
    let (start, target) = match text.split_once('*') {
        Some((start, target)) => (start, Some(target)),
        None => (text, None),
    };
    match (start.split_once(':'), target) {
        (None, Some(target)) => Ok(Action::Take { from: cell(start)?, target: cell(target)? }),
        (None, None) => Err(TextProblem::Form),
        (Some((from, way)), target) => {
            let (pieces, to) = way.split_once('>').ok_or(TextProblem::Form)?;
            let (from, pieces, to) = (cell(from)?, pieces.parse::<Stack>()?, cell(to)?);
            Ok(match target {
                None => Action::Move { from, to, pieces },
                Some(target) => Action::MoveAndTake { from, to, target: cell(target)?, pieces },
            })
        }
    }
}
