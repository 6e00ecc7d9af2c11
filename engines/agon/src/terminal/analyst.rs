//! Questions to the engine about a match.

use std::sync::atomic::Ordering;

use abstract_game::facade::AnyMatch;
use abstract_game::{End, Player};
use agon_engine::ugi::{Agon, expectation};
use game_record::{Ending, TurnInfo};
use protocol::server::{EngineError, JobResult, Output, ProtocolEngine as _, StopSignal};
use protocol::{Go, GoLimits, GoTask, Info, JobRequest, ReportedScore, Start, WinClaim};

/// An engine in this process, for one game.
pub(super) struct Analyst {
    pub(super) engine: Agon,
    /// The limits of its searches.
    pub(super) limits: GoLimits,
    /// Ends its searches.
    pub(super) stop: StopSignal,
}

/// The answer to a search.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) turn: String,
    pub(super) score: ReportedScore,
    /// The expected turns of both sides, the first of them `turn`.
    pub(super) line: Vec<String>,
    pub(super) info: TurnInfo,
}

/// Whether a player is proved to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    Proved { turns: u32 },
    Refuted,
    Unknown,
}

impl Answer {
    /// The winning chance of the player to act.
    pub(super) fn chance(&self) -> f64 {
        expectation(self.score)
    }

    /// The winning chance, the score and the depth: `winning chance 61%, +0.78, depth 9`.
    pub(super) fn assessment(&self) -> String {
        let depth = self.info.depth.unwrap_or(0);
        format!("winning chance {}, {}, depth {depth}", percent(self.chance()), self.score)
    }

    /// The number of turns of both players after which the player to act has won, if the win is proved.
    pub(super) fn win(&self) -> Option<u32> {
        match self.score {
            ReportedScore::Mate(turns) if turns > 0 => Some(turns.unsigned_abs()),
            _ => None,
        }
    }

    /// The line as a text of at most this number of turns.
    pub(super) fn line_text(&self, turns: usize) -> String {
        let line: Vec<_> = self.line.iter().take(turns).map(String::as_str).collect();
        line.join(" ")
    }
}

/// What a winning chance has become at the end of a game.
pub(super) fn chance_at_end(end: End, player: Player) -> f64 {
    Ending::from(end).half_points(player) as f64 / 2.0
}

/// A chance in per cent.
pub(super) fn percent(chance: f64) -> String {
    format!("{:.0}%", 100.0 * chance)
}

impl Analyst {
    /// An engine with a small memory, which is enough for a second of thinking.
    ///
    /// # Errors
    /// There is no such game, or the memory is not available.
    pub(super) fn new(game: &str, mebibytes: usize, limits: GoLimits) -> Result<Analyst, EngineError> {
        let mut engine = Agon::new();
        engine.set_option("Hash", &mebibytes.to_string())?;
        engine.set_option("Game", game)?;
        Ok(Analyst { engine, limits, stop: StopSignal::default() })
    }

    /// With a signal that ends its searches.
    pub(super) fn stopped_by(self, stop: StopSignal) -> Analyst {
        Analyst { stop, ..self }
    }

    /// Whether its searches were ended.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Sets a match; within a turn its position, because the history of a match has whole turns only.
    fn set_match(&mut self, game: &dyn AnyMatch) -> Result<(), EngineError> {
        if !game.pending().is_empty() {
            return self.engine.set_position(&Start::Fen(game.position_text()), &[]);
        }
        self.engine.set_position(&Start::Fen(game.start_text()), &game.turns())
    }

    /// Searches the position in which the player to act skips this turn: what the opponent then plays is its threat. `None`
    /// within a turn, when the game is over, and where the opponent cannot act.
    ///
    /// # Errors
    /// The engine does not accept the match.
    pub(super) fn answer_to_skip(&mut self, game: &dyn AnyMatch) -> Result<Option<Answer>, EngineError> {
        let Some(skipped) = game.skip_turn() else { return Ok(None) };
        self.engine.set_position(&Start::Fen(skipped), &[])?;
        self.go(GoTask::Search).map(Some)
    }

    /// Searches the match that is set. The answer has the last report of the best line.
    fn go(&mut self, task: GoTask) -> Result<Answer, EngineError> {
        let job = self.engine.job(&JobRequest::Go(Go { task, ..Go::from(self.limits.clone()) }))?;
        let mut last = None;
        let result = job(&self.stop, &mut |output| {
            if let Output::Info(info) = output
                && info.score.is_some()
            {
                last = Some(info);
            }
        });
        let (JobResult::Turn(turn), Some(info)) = (result, last) else {
            return Err(EngineError::new("the game is over"));
        };
        let score = info.score.unwrap_or(ReportedScore::Cp(0));
        let time = info.time.unwrap_or_default();
        let Info { depth, nodes, nps, pv: line, .. } = info;
        let info = TurnInfo { score: Some(score), depth, nodes, nps, reported_time: Some(time), time };
        Ok(Answer { turn, score, line, info })
    }

    /// The best turn of an unfinished match.
    ///
    /// # Errors
    /// The engine does not accept the match.
    pub(super) fn search(&mut self, game: &dyn AnyMatch) -> Result<Answer, EngineError> {
        self.set_match(game)?;
        self.go(GoTask::Search)
    }

    /// The shortest win of the player to act within a number of turns; `None` if none is proved.
    ///
    /// # Errors
    /// The engine does not accept the match.
    pub(super) fn win(
        &mut self,
        game: &dyn AnyMatch,
        turns: u32,
    ) -> Result<Option<(u32, Answer)>, EngineError> {
        self.set_match(game)?;
        let answer = self.go(GoTask::Mate(turns))?;
        Ok(answer.win().map(|turns| (turns, answer)))
    }

    /// Whether a player is proved to win within a number of turns.
    ///
    /// # Errors
    /// The engine does not accept the match.
    pub(super) fn claim(
        &mut self,
        game: &dyn AnyMatch,
        claimant: Player,
        turns: u32,
        nodes: u64,
    ) -> Result<Claim, EngineError> {
        let claim = WinClaim { claimant: Some(claimant.index()), turns, nodes: Some(nodes) };
        self.set_match(game)?;
        let job = self.engine.job(&JobRequest::Claim(claim))?;
        let JobResult::Summary(text) = job(&self.stop, &mut drop) else {
            return Ok(Claim::Unknown);
        };
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            [_, "proved", turns, ..] => Claim::Proved { turns: turns.parse().unwrap_or(0) },
            [_, "refuted"] => Claim::Refuted,
            _ => Claim::Unknown,
        })
    }
}
