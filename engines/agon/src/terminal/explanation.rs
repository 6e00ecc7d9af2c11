//! Explanations for a person: why a turn is good or bad, what a position is about, and hints.

use std::fmt::Write as _;

use abstract_game::facade::AnyMatch;

use super::analyst::{Analyst, Answer, chance_at_end, percent};
use super::table::Failure;

/// The number of turns of the lines that are shown.
const LINE_TURNS: usize = 6;
/// The loss of winning chance from which a turn is refuted.
const REFUTED: f64 = 0.1;
/// The gain of winning chance by a skipped turn from which there is a threat. Some gain is normal: a turn is worth something.
const THREAT: f64 = 0.25;
/// The number of turns of both players within which a win is a threat even if the winning chance was high before.
const SOON: u32 = 3;
/// The number of notes about the position that are shown.
const SHOWN_NOTES: usize = 5;

impl Analyst {
    /// The best turn of an unfinished match, what follows, and what the opponent threatens.
    pub(super) fn hint(&mut self, game: &dyn AnyMatch) -> Result<String, Failure> {
        let best = self.search(game)?;
        let mut text = format!("{} ({})", best.turn, best.assessment());
        if best.line.len() > 1 {
            let then: Vec<&str> = best.line.iter().skip(1).take(LINE_TURNS).map(String::as_str).collect();
            write!(text, ", then {}", then.join(" "))?;
        }
        if let Some(threat) = self.threat(game, 1.0 - best.chance())? {
            write!(text, "\n{} threatens {threat}.", game.player_to_act().opponent())?;
        }
        Ok(text)
    }

    /// A legal turn, the last one played or one only considered: the chances before and after, a better turn, the refutation or answer, the threat, and what can be
    /// said of the position by the rules, what could not be said before being marked.
    pub(super) fn explain_turn(
        &mut self,
        before: &dyn AnyMatch,
        turn: &str,
        is_played: bool,
    ) -> Result<String, Failure> {
        let player = before.player_to_act();
        let mut after = before.boxed_clone();
        after.play_turn(turn)?;
        let turn = after.turns().pop().unwrap_or_default();
        let best = self.search(before)?;
        let begin = if is_played { format!("{player} played") } else { format!("If {player} plays") };
        let mut text = format!("{begin} {turn}: winning chance {} before", percent(best.chance()));
        let (chance, answer) = match after.result() {
            Some(end) => {
                write!(text, ". It ends the game: {end}.")?;
                (chance_at_end(end, player), None)
            }
            None => {
                let answer = self.search(&*after)?;
                write!(text, ", {} after.", percent(1.0 - answer.chance()))?;
                (1.0 - answer.chance(), Some(answer))
            }
        };
        let missed_win = best.win() == Some(1) && answer.is_some();
        if best.turn == turn || chance >= best.chance() && !missed_win {
            text += "\nNo better turn was found.";
        } else {
            write!(text, "\nBetter: {} ({}).", best.line_text(LINE_TURNS), best.assessment())?;
        }
        let Some(answer) = answer else { return Ok(text) };
        let refuted = best.chance() - chance >= REFUTED;
        let name = if refuted { "The refutation" } else { "The expected answer" };
        write!(text, "\n{name}: {}{}.", answer.line_text(LINE_TURNS), won(&answer))?;
        match self.threat(&*after, chance)? {
            Some(threat) => write!(text, "\nIt threatens {threat}.")?,
            None => text += "\nIt threatens nothing at once.",
        }
        let old = before.notes();
        let mark = |note: String| if old.contains(&note) { note } else { format!("New: {note}") };
        let notes: Vec<String> = after.notes().into_iter().map(mark).collect();
        if !notes.is_empty() {
            write!(text, "\nThe position after it:{}", listed(&notes))?;
        }
        Ok(text)
    }

    /// An unfinished position: the winning chance, the best line and what can be said of it by the rules.
    pub(super) fn explain_position(&mut self, game: &dyn AnyMatch) -> Result<String, Failure> {
        let player = game.player_to_act();
        let best = self.search(game)?;
        Ok(format!(
            "No turn was played. {player} is to act: {}.\nThe best line: {}{}.{}",
            best.assessment(),
            best.line_text(LINE_TURNS),
            won(&best),
            listed(&game.notes())
        ))
    }

    /// What the opponent of the player to act does if this turn is skipped, if it then wins soon or its winning chance rises.
    fn threat(&mut self, game: &dyn AnyMatch, chance: f64) -> Result<Option<String>, Failure> {
        let threat = self.answer_to_skip(game)?;
        let wins = |threat: &Answer| threat.win().is_some_and(|turns| turns <= SOON);
        let notable = |threat: &Answer| wins(threat) || threat.chance() - chance >= THREAT;
        Ok(threat.filter(notable).map(|threat| {
            format!("{} (winning chance {}){}", threat.line_text(1), percent(threat.chance()), won(&threat))
        }))
    }
}

/// `, which wins in 3 turns` if that is proved.
fn won(answer: &Answer) -> String {
    match answer.win() {
        Some(1) => ", which wins at once".to_owned(),
        Some(turns) => format!(", which wins in {turns} turns"),
        None => String::new(),
    }
}

/// Some notes, each on a line.
fn listed(notes: &[String]) -> String {
    notes.iter().take(SHOWN_NOTES).map(|note| format!("\n  - {note}")).collect()
}
