//! Who meets whom.

use crate::schedule::ScheduleError;
use crate::tournament::{Results, Tournament};

/// What would be played, before anything has been: a line for each encounter as far as it is known.
///
/// # Errors
/// None for a schedule as tournaments have them.
pub fn schedule(tournament: &Tournament) -> Result<String, ScheduleError> {
    let names: Vec<&str> = tournament.names().collect();
    let mut text = tournament.schedule().plan(&names)?;
    if tournament.settings().sprt.is_some() {
        text += "or fewer: it ends when the test has decided\n";
    }
    Ok(text)
}

/// The table of the rounds or the bracket, for formats that have one.
pub(super) fn rounds(tournament: &Tournament, results: &Results) -> Option<String> {
    let names: Vec<&str> = tournament.names().collect();
    let table = tournament.schedule().table(&results.scheduled, &names);
    // What a store holds was scheduled by this very schedule; where it was not, the reason is told instead.
    table.unwrap_or_else(|error| Some(format!("{error}\n")))
}
