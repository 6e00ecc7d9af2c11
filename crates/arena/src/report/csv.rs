//! A game as a line of comma-separated values (RFC 4180), made printable.

use std::time::Duration;

use abstract_game::Player;
use game_record::seconds;

use crate::game::record::Record;
use crate::store::FinishedRow;

/// The line of headings.
pub(super) const HEADINGS: &str = "number,round,pair,opening,p1,p2,winner,p1_points,cause,detail,fault,turns,p1_turns,\
    p1_seconds,p2_turns,p2_seconds,opening_turns,start,worker,finished\n";

/// A game that was finished at that time.
pub(super) fn line(row: &FinishedRow, record: &Record, finished: &str) -> String {
    let (game, ending, [p1, p2]) = (&row.game, &record.ending, &record.players);
    // The turns that the engines of a side found, and their time.
    let side = |player: Player| {
        let own = record.turns.iter().filter(|turn| turn.player == player).filter_map(|turn| turn.info);
        let times: Vec<Duration> = own.map(|info| info.time).collect();
        [times.len().to_string(), seconds(times.iter().sum())]
    };
    let ([p1_turns, p1_seconds], [p2_turns, p2_seconds]) = (side(Player::P1), side(Player::P2));
    let seat = record.culprit.and_then(|seat| record.seat(seat)).map(str::to_owned);
    let fault = ending.culprit().map(|side| seat.unwrap_or_else(|| side.to_string()));
    let fields = [
        game.number.to_string(),
        game.round.to_string(),
        game.pair.to_string(),
        (game.opening + 1).to_string(),
        p1.clone(),
        p2.clone(),
        ending.winner.map_or(String::new(), |winner| winner.to_string()),
        (ending.half_points(Player::P1) as f64 / 2.0).to_string(),
        ending.cause.to_string(),
        ending.detail.clone().unwrap_or_default(),
        fault.unwrap_or_default(),
        record.turns.len().to_string(),
        p1_turns,
        p1_seconds,
        p2_turns,
        p2_seconds,
        record.opening().collect::<Vec<_>>().join(" "),
        record.start.clone(),
        row.worker.to_string(),
        finished.to_owned(),
    ];
    let quoted = fields.map(|field| {
        let field = without_formula(printable::line(&field));
        if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
    });
    quoted.join(",") + "\n"
}

/// The text of a field, with an apostrophe before it if a spreadsheet could take it for a formula. Numbers stay as they are.
fn without_formula(field: String) -> String {
    let formula = field.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) && field.parse::<f64>().is_err();
    if formula { format!("'{field}") } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_field_is_a_formula() {
        for formula in ["=1+1", "=cmd|' /C calc'!A0", "+1+1", "-1-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "-"]
        {
            assert_eq!(without_formula(formula.to_owned()), format!("'{formula}"));
        }
        for plain in ["", "plain", "a=b", "'=1", "-12.3", "-7", "+5", "3/3/3 p 1 -"] {
            assert_eq!(without_formula(plain.to_owned()), plain);
        }
    }
}
