//! Who met whom in a Swiss tournament, round by round.

use serde::Serialize;

use crate::schedule::{ScheduleError, Scheduled};

/// What an entrant did in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Meeting {
    /// Whom it met, from 0.
    pub opponent: usize,
    /// Its half points in this encounter so far.
    pub half_points: u64,
}

/// The rounds that were scheduled, of every entrant.
#[derive(Debug)]
pub(super) struct History {
    /// By entrant, then by round; `None` is a bye.
    pub(super) meetings: Vec<Vec<Option<Meeting>>>,
}

impl History {
    /// Fails if these are no whole rounds of so many entrants.
    pub(super) fn new(entrants: usize, scheduled: &Scheduled) -> Result<History, ScheduleError> {
        scheduled.check(entrants)?;
        let mut history = History { meetings: vec![Vec::new(); entrants] };
        for encounter in scheduled.encounters() {
            let round = encounter.round;
            if round != history.rounds() {
                history.must_be_whole()?;
                if round != history.rounds() + 1 {
                    let missing = format!("round {} is missing", history.rounds() + 1);
                    return Err(ScheduleError::foreign(round, missing));
                }
                history.meetings.iter_mut().for_each(|rounds| rounds.push(None));
            }
            let [a, b] = encounter.entrants;
            for (entrant, opponent, half_points) in
                [(a, b, encounter.half_points[0]), (b, a, encounter.half_points[1])]
            {
                let meeting = &mut history.meetings[entrant][round - 1];
                if meeting.replace(Meeting { opponent, half_points }).is_some() {
                    let twice = format!("entrant {} has two opponents", entrant + 1);
                    return Err(ScheduleError::foreign(round, twice));
                }
            }
        }
        history.must_be_whole()?;
        Ok(history)
    }

    /// How many rounds were scheduled.
    pub(super) fn rounds(&self) -> usize {
        self.meetings.first().map_or(0, Vec::len)
    }

    /// Fails if more than one rests in the last round.
    fn must_be_whole(&self) -> Result<(), ScheduleError> {
        let resting = self.meetings.iter().filter(|rounds| rounds.last() == Some(&None)).count();
        if resting <= 1 {
            return Ok(());
        }
        Err(ScheduleError::foreign(self.rounds(), format!("{resting} entrants have no opponent")))
    }
}
