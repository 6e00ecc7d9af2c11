//! What the engine announces with its turn: that it resigns, accepts a draw, or claims the win.

use protocol::Announcement;
use search::{Score, ScoreKind};

use crate::ugi::options::EngineOptions;

/// The runs of turns with a hopeless score, by the index of the player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HopelessRuns([HopelessRun; 2]);

#[derive(Clone, Copy, Debug, Default)]
struct HopelessRun {
    /// The number of turns played before the last of the run.
    turn: usize,
    length: u32,
}

/// A search that is finished.
pub(crate) struct SearchedTurn {
    /// The index of the player to act.
    pub(crate) player: usize,
    /// The number of turns played before.
    pub(crate) number: usize,
    /// The score for the player to act.
    pub(crate) score: Score,
}

impl HopelessRuns {
    /// Adds a turn and returns the length of the run that ends with it. A turn searched again counts once.
    fn add(&mut self, turn: &SearchedTurn, hopeless: bool) -> u32 {
        let run = &mut self.0[turn.player];
        let length = match turn.number {
            _ if !hopeless => 0,
            number if number == run.turn => run.length.max(1),
            number if number == run.turn + 2 => run.length + 1,
            _ => 1,
        };
        *run = HopelessRun { turn: turn.number, length };
        length
    }

    /// What to announce after a search. `announced` is what the opponent announced before it, `claim_proved` whether a proof
    /// confirmed the opponent's claim.
    pub(crate) fn announcement(
        &mut self,
        turn: &SearchedTurn,
        announced: Option<Announcement>,
        claim_proved: bool,
        options: &EngineOptions,
    ) -> Option<Announcement> {
        if !options.announcements || options.analyse_mode {
            return None;
        }
        let at_most = |limit: i32| match turn.score.kind() {
            ScoreKind::Win(_) => false,
            ScoreKind::Loss(_) => true,
            ScoreKind::Centipawns(score) => i32::from(score) <= limit,
        };
        let hopeless = options.resign_score > 0 && at_most(-options.resign_score);
        let resigns = self.add(turn, hopeless) >= options.resign_turns;
        let concedes = announced == Some(Announcement::Claim)
            && (claim_proved || matches!(turn.score.kind(), ScoreKind::Loss(_)));
        if resigns || concedes {
            Some(Announcement::Resign)
        } else if announced == Some(Announcement::Draw) && at_most(options.draw_score) {
            Some(Announcement::Draw)
        } else {
            matches!(turn.score.kind(), ScoreKind::Win(_)).then_some(Announcement::Claim)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(resign_score: i32) -> EngineOptions {
        EngineOptions { announcements: true, resign_score, resign_turns: 3, ..EngineOptions::default() }
    }

    fn turn(number: usize, score: Score) -> SearchedTurn {
        SearchedTurn { player: number % 2, number, score }
    }

    #[test]
    fn resigns_after_a_run_of_hopeless_turns() {
        let options = options(500);
        let bad = Score::centipawns(-500);
        let mut runs = HopelessRuns::default();
        let mut add = |number, score| runs.announcement(&turn(number, score), None, false, &options);
        assert_eq!([4, 6, 6, 6].map(|number| add(number, bad)), [None; 4]);
        assert_eq!(add(8, Score::loss_in(4)), Some(Announcement::Resign));
        // A better score ends the run, and so does a missing turn.
        assert_eq!(add(10, Score::centipawns(-499)), None);
        assert_eq!([12, 14].map(|number| add(number, bad)), [None; 2]);
        assert_eq!([18, 20].map(|number| add(number, bad)), [None; 2]);
        // The opponent's turns do not count.
        assert_eq!([19, 21].map(|number| add(number, bad)), [None; 2]);
        assert_eq!(add(22, bad), Some(Announcement::Resign));
    }

    #[test]
    fn without_a_score_to_resign_it_plays_on() {
        let mut runs = HopelessRuns::default();
        for number in (0..20).step_by(2) {
            assert_eq!(runs.announcement(&turn(number, Score::loss_in(2)), None, false, &options(0)), None);
        }
    }

    #[test]
    fn answers() {
        let options = EngineOptions { draw_score: 10, ..options(0) };
        let answer = |announced, score, claim_proved| {
            HopelessRuns::default().announcement(&turn(0, score), announced, claim_proved, &options)
        };
        let (draw, claim) = (Some(Announcement::Draw), Some(Announcement::Claim));
        assert_eq!(answer(draw, Score::centipawns(10), false), draw);
        assert_eq!(answer(draw, Score::centipawns(11), false), None);
        assert_eq!(answer(draw, Score::loss_in(7), false), draw);
        assert_eq!(answer(draw, Score::win_in(7), false), claim);
        assert_eq!(answer(claim, Score::centipawns(-900), false), None);
        assert_eq!(answer(claim, Score::centipawns(-900), true), Some(Announcement::Resign));
        assert_eq!(answer(claim, Score::loss_in(2), false), Some(Announcement::Resign));
        assert_eq!(answer(None, Score::win_in(1), false), claim);
        let silent = EngineOptions { announcements: false, ..options.clone() };
        let score = Score::loss_in(2);
        assert_eq!(HopelessRuns::default().announcement(&turn(0, score), claim, true, &silent), None);
    }
}
