//! Adjudication: ending games whose result all engines agree on.

use std::fmt;
use std::str::FromStr;

use abstract_game::Player;
use clap::builder::RangedU64ValueParser;
use derive_more::Display;
use game_record::Ending;
use protocol::ReportedScore;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// When a game ends before its rules end it.
///
/// ```
/// use arena::game::{DrawRule, Judging};
/// let judging = Judging {
///     max_turns: Some(300),
///     resign: Some("500,4".parse()?),
///     draw: Some("10,8,60".parse()?),
/// };
/// assert_eq!(judging.draw, Some(DrawRule { score: 10, turns: 8, from: 60 }));
/// # Ok::<(), arena::game::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::Args)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
#[group(skip)]
pub struct Judging {
    /// Number of turns, including those of the opening, after which a game is a draw.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_turns: Option<usize>,
    /// End a game as won when, for TURNS turns of each side in a row, the engines of both sides report SCORE hundredths
    /// or more for the same side.
    #[arg(long, value_name = "SCORE,TURNS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<Resign>,
    /// End a game as a draw when, for TURNS turns of each side in a row, all engines report scores within SCORE
    /// hundredths of 0, but not before turn FROM.
    #[arg(long, value_name = "SCORE,TURNS,FROM")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
}

/// A game is won for a side when, in the last `turns` turns of each player, the players of that side reported at least
/// `score`, and those of the other side at most `-score`.
///
/// A reported end of the game in a number of turns counts as any score. A turn without a score breaks the series.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Hash)]
#[display("{score},{turns}")]
pub struct Resign {
    /// Hundredths of the engines' unit, from 1.
    pub score: i32,
    /// Number of turns of each player, from 1.
    pub turns: usize,
}

/// A game is a draw when, in the last `turns` turns of each player, all reported scores within `score` of 0, and at
/// least `from` turns of both sides, including the opening's, have been played.
///
/// A reported end of the game in a number of turns is no such score. A turn without a score breaks the series.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Hash)]
#[display("{score},{turns},{from}")]
pub struct DrawRule {
    /// Hundredths of the engines' unit, from 0.
    pub score: i32,
    /// Number of turns of each player, from 1.
    pub turns: usize,
    /// First turn of the game after which it may end so.
    pub from: usize,
}

/// A text is not a rule of adjudication.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not {1}")]
pub struct RuleError(String, &'static str);

impl FromStr for Resign {
    type Err = RuleError;

    /// Reads `SCORE,TURNS`: `500,4`.
    fn from_str(text: &str) -> Result<Resign, RuleError> {
        let expected = "SCORE,TURNS, whole numbers from 1: a score in hundredths, as in `500,4`";
        let [score, turns] = numbers(text, [1, 1], expected)?;
        Ok(Resign { score, turns: turns as usize })
    }
}

impl FromStr for DrawRule {
    type Err = RuleError;

    /// Reads `SCORE,TURNS,FROM`: `10,8,60`.
    fn from_str(text: &str) -> Result<DrawRule, RuleError> {
        let expected = "SCORE,TURNS,FROM, whole numbers: a score in hundredths, turns from 1, the first turn at \
                        which a game may end so, as in `10,8,60`";
        let [score, turns, from] = numbers(text, [0, 1, 0], expected)?;
        Ok(DrawRule { score, turns: turns as usize, from: from as usize })
    }
}

/// Reads whole numbers separated by commas, each with its smallest value.
fn numbers<const N: usize>(
    text: &str,
    smallest: [i32; N],
    expected: &'static str,
) -> Result<[i32; N], RuleError> {
    let numbers: Option<Vec<i32>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[i32; N]>::try_from(numbers).ok());
    let valid = |numbers: &[i32; N]| numbers.iter().zip(smallest).all(|(number, least)| *number >= least);
    numbers.filter(valid).ok_or_else(|| RuleError(text.to_owned(), expected))
}

crate::serde_as_text!(Resign, DrawRule);

/// The detail of an ending: what all players said.
fn agreement(score: i32, what: fmt::Arguments<'_>, turns: usize) -> String {
    let turns = if turns == 1 { "turn".to_owned() } else { format!("{turns} turns") };
    format!("all said {}.{:02} or {what} in their last {turns}", score / 100, score % 100)
}

/// Adjudicates one game by the scores that its players report.
///
/// ```
/// use abstract_game::Player::{P1, P2};
/// use arena::game::{Judge, Judging};
/// use protocol::ReportedScore;
/// let judging = Judging { resign: Some("500,1".parse()?), ..Judging::default() };
/// let mut judge = Judge::new(judging, 2);
/// assert_eq!(judge.record_score(1, 0, P1, Some(ReportedScore::Cp(900))), None);
/// let ending = judge.record_score(2, 1, P2, Some(ReportedScore::Mate(-4))).expect("both agree");
/// assert_eq!(ending.to_string(), "P1 wins by adjudicated-win");
/// # Ok::<(), arena::game::RuleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Judge {
    judging: Judging,
    /// For each player, its side and the scores of its turns.
    players: Vec<Vec<(Player, Option<ReportedScore>)>>,
}

impl Judge {
    /// A judge for a game of this number of players.
    pub fn new(judging: Judging, players: usize) -> Judge {
        Judge { judging, players: vec![Vec::new(); players] }
    }

    /// Records the score that `player`, who plays for `side`, reported with turn `played` of the game. Returns the
    /// ending, if the game ends by it.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn record_score(
        &mut self,
        played: usize,
        player: usize,
        side: Player,
        score: Option<ReportedScore>,
    ) -> Option<Ending> {
        self.players[player].push((side, score));
        self.won(side, score).or_else(|| self.drawn(played))
    }

    fn won(&self, side: Player, score: Option<ReportedScore>) -> Option<Ending> {
        let rule = self.judging.resign?;
        let winner = winner(side, score, rule.score)?;
        self.all(rule.turns, |side, score| self::winner(side, score, rule.score) == Some(winner)).then(|| {
            let detail = agreement(rule.score, format_args!("more for {winner}"), rule.turns);
            Ending::adjudicated(Some(winner), detail)
        })
    }

    fn drawn(&self, played: usize) -> Option<Ending> {
        let rule = self.judging.draw.filter(|rule| played >= rule.from)?;
        let limit = rule.score.unsigned_abs();
        let even =
            |_, score| matches!(score, Some(ReportedScore::Cp(value)) if value.unsigned_abs() <= limit);
        let detail = || agreement(rule.score, format_args!("less for either side"), rule.turns);
        self.all(rule.turns, even).then(|| Ending::adjudicated(None, detail()))
    }

    /// Whether all players have had `turns` turns, and `agrees` holds for the last `turns` of each.
    fn all(&self, turns: usize, agrees: impl Fn(Player, Option<ReportedScore>) -> bool) -> bool {
        self.players.iter().all(|scores| {
            scores.len() >= turns && scores.iter().rev().take(turns).all(|&(side, score)| agrees(side, score))
        })
    }
}

/// The side that wins by the score of a player of `side`.
fn winner(side: Player, score: Option<ReportedScore>, limit: i32) -> Option<Player> {
    let better = match score? {
        ReportedScore::Cp(value) if value >= limit => true,
        ReportedScore::Cp(value) if value <= limit.saturating_neg() => false,
        ReportedScore::Cp(_) => return None,
        proved => proved.proved_win()?,
    };
    Some(if better { side } else { side.opponent() })
}

#[cfg(test)]
mod tests {
    use Player::{P1, P2};

    use super::*;

    /// The turn at which the game ends, and how, when these scores are said by two players in turn.
    fn ends(judging: Judging, scores: &[Option<ReportedScore>]) -> Option<(usize, Option<Player>)> {
        let mut judge = Judge::new(judging, 2);
        scores.iter().enumerate().find_map(|(i, &score)| {
            let side = Player::BOTH[i % 2];
            judge.record_score(i + 1, i % 2, side, score).map(|ending| (i + 1, ending.winner))
        })
    }

    fn centi(values: &[i32]) -> Vec<Option<ReportedScore>> {
        values.iter().map(|&value| Some(ReportedScore::Cp(value))).collect()
    }

    #[test]
    fn a_game_is_won_when_all_players_report_it() {
        let rule = Judging { resign: Some(Resign { score: 500, turns: 2 }), ..Judging::default() };
        assert_eq!(ends(rule, &centi(&[500, -500, 900, -2000, 1])), Some((4, Some(P1))));
        assert_eq!(ends(rule, &centi(&[-500, 500, -501, 502])), Some((4, Some(P2))));
        // One turn below, from one of them, and the series begins again.
        assert_eq!(ends(rule, &centi(&[500, -500, 499, -500, 500, -500, 500])), Some((7, Some(P1))));
        // Each reports its own win: no agreement.
        assert_eq!(ends(rule, &centi(&[900; 20])), None);
        // The other side than at first wins.
        assert_eq!(ends(rule, &centi(&[900, -900, -900, 900, -900, 900])), Some((6, Some(P2))));
        let silent =
            [Some(ReportedScore::Mate(3)), None, Some(ReportedScore::Mate(1)), Some(ReportedScore::Mate(-2))];
        assert_eq!(ends(rule, &silent), None);
        let mate = [Some(ReportedScore::Mate(3)), Some(ReportedScore::Mate(0))].repeat(2);
        assert_eq!(ends(rule, &mate), Some((4, Some(P1))));
        let proved = [Some(ReportedScore::Loss), Some(ReportedScore::Win)].repeat(2);
        assert_eq!(ends(rule, &proved), Some((4, Some(P2))));
    }

    #[test]
    fn a_game_is_drawn_when_all_players_report_even_scores_long_enough() {
        let draw = Some(DrawRule { score: 10, turns: 3, from: 8 });
        let rule = Judging { draw, ..Judging::default() };
        assert_eq!(ends(rule, &centi(&[-10, 10, 0, 0, 5, -5, 0, 0])), Some((8, None)));
        assert_eq!(ends(rule, &centi(&[0, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0])), Some((11, None)));
        assert_eq!(ends(rule, &[Some(ReportedScore::Mate(9)), Some(ReportedScore::Cp(0))].repeat(10)), None);
        assert_eq!(ends(rule, &[None, Some(ReportedScore::Cp(0))].repeat(10)), None);
        let at_once = Judging { draw: Some(DrawRule { score: 0, turns: 1, from: 0 }), ..rule };
        assert_eq!(ends(at_once, &centi(&[0, 0])), Some((2, None)));
        assert_eq!(ends(Judging::default(), &centi(&[0; 50])), None);
    }

    #[test]
    fn partners_must_agree_too() {
        let rule = Judging { resign: Some(Resign { score: 100, turns: 1 }), ..Judging::default() };
        let mut judge = Judge::new(rule, 4);
        let mut record = |player: usize, side, value| {
            judge
                .record_score(player + 1, player, side, Some(ReportedScore::Cp(value)))
                .map(|ending| ending.winner)
        };
        assert_eq!(record(0, P1, 100), None);
        assert_eq!(record(1, P2, -100), None);
        assert_eq!(record(2, P1, 20), None);
        assert_eq!(record(3, P2, -100), None);
        assert_eq!(record(2, P1, 100), Some(Some(P1)));
    }

    #[test]
    fn rules_are_read_and_refused() {
        assert_eq!("500,4".parse(), Ok(Resign { score: 500, turns: 4 }));
        assert_eq!(" 10, 8,60".parse(), Ok(DrawRule { score: 10, turns: 8, from: 60 }));
        for bad in ["", "500", "500,0", "0,4", "-5,4", "5,4,3", "x,4", "2147483648,1"] {
            assert!(bad.parse::<Resign>().is_err(), "{bad}");
        }
        for bad in ["", "10,8", "10,0,60", "-1,8,60", "10,8,60,1", "10,8,x"] {
            let error = bad.parse::<DrawRule>().unwrap_err().to_string();
            assert!(error.contains("is not SCORE,TURNS,FROM"), "{error}");
        }
    }

    #[test]
    fn as_data_rules_are_their_texts() {
        let judging = Judging {
            max_turns: Some(9),
            resign: Some(Resign { score: 500, turns: 4 }),
            draw: Some(DrawRule { score: 10, turns: 8, from: 60 }),
        };
        let text = toml::to_string(&judging).unwrap();
        assert_eq!(text, "max-turns = 9\nresign = \"500,4\"\ndraw = \"10,8,60\"\n");
        assert_eq!(toml::from_str::<Judging>(&text).unwrap(), judging);
        assert_eq!(toml::from_str::<Judging>("").unwrap(), Judging::default());
        assert!(toml::from_str::<Judging>("resign = \"x\"").is_err());
    }
}
