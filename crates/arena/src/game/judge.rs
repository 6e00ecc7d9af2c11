//! Ending games whose result is plain, by what both sides' engines say.
//!
//! The rules are the judge of every turn; this is about not playing on when all engines agree how the game will end.
//! It is off unless it is asked for.

use std::fmt;
use std::str::FromStr;

use abstract_game::Player;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::engine::contestant::Score;
use crate::game::ending::Ending;

/// When a game ends although its rules do not end it.
///
/// ```
/// use arena::game::judge::Judging;
/// let judging = Judging {
///     max_turns: Some(300),
///     resign: Some("500,4".parse()?),
///     draw: Some("10,8,60".parse()?),
/// };
/// assert_eq!(
///     judging.to_string(),
///     "300 turns at most; won at 5.00 over 4 turns; drawn at 0.10 over 8 turns from turn 60"
/// );
/// # Ok::<(), arena::game::judge::RuleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Judging {
    /// The game is a draw after so many turns, the opening's among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_turns: Option<usize>,
    /// When it is given to a side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<Resign>,
    /// When it is given as a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
}

/// A game is won for a side when, in the last `turns` turns of every player, those of that side said that they are
/// better by `score` or more, and those of the other side that they are worse by as much.
///
/// The end of the game in a number of turns counts as any score. A turn without a score breaks the series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Resign {
    /// Hundredths of the game's unit, from 1.
    pub score: i32,
    /// How many turns of each player, from 1.
    pub turns: usize,
}

/// A game is drawn when, in the last `turns` turns of every player, all said a score of at most `score` for either
/// side, and `from` turns of both sides, the opening's among them, have been played.
///
/// The end of the game in a number of turns is no such score. A turn without a score breaks the series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DrawRule {
    /// Hundredths of the game's unit, from 0.
    pub score: i32,
    /// How many turns of each player, from 1.
    pub turns: usize,
    /// Not before so many turns of the game.
    pub from: usize,
}

/// A text is no rule of adjudication.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not {expected}")]
pub struct RuleError {
    text: String,
    expected: &'static str,
}

impl FromStr for Resign {
    type Err = RuleError;

    /// Reads `SCORE,TURNS`: `500,4`.
    fn from_str(text: &str) -> Result<Resign, RuleError> {
        let rule = match numbers(text)[..] {
            [Some(score), Some(turns)] if score >= 1 && turns >= 1 => resign(score, turns),
            _ => None,
        };
        let expected = "SCORE,TURNS, whole numbers from 1: a score in hundredths, as in `500,4`";
        rule.ok_or_else(|| RuleError { text: text.to_owned(), expected })
    }
}

impl FromStr for DrawRule {
    type Err = RuleError;

    /// Reads `SCORE,TURNS,FROM`: `10,8,60`.
    fn from_str(text: &str) -> Result<DrawRule, RuleError> {
        let rule = match numbers(text)[..] {
            [Some(score), Some(turns), Some(from)] if turns >= 1 => draw(score, turns, from),
            _ => None,
        };
        let expected = "SCORE,TURNS,FROM, whole numbers: a score in hundredths, turns from 1, the first turn at \
                        which a game may end so, as in `10,8,60`";
        rule.ok_or_else(|| RuleError { text: text.to_owned(), expected })
    }
}

fn resign(score: u64, turns: u64) -> Option<Resign> {
    Some(Resign { score: score.try_into().ok()?, turns: turns.try_into().ok()? })
}

fn draw(score: u64, turns: u64, from: u64) -> Option<DrawRule> {
    Some(DrawRule {
        score: score.try_into().ok()?,
        turns: turns.try_into().ok()?,
        from: from.try_into().ok()?,
    })
}

fn numbers(text: &str) -> Vec<Option<u64>> {
    text.split(',').map(|word| word.trim().parse().ok()).collect()
}

impl fmt::Display for Resign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.score, self.turns)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.score, self.turns, self.from)
    }
}

macro_rules! as_text {
    ($($rule:ty),*) => {$(
        impl TryFrom<String> for $rule {
            type Error = RuleError;

            fn try_from(text: String) -> Result<Self, RuleError> {
                text.parse()
            }
        }

        impl From<$rule> for String {
            fn from(rule: $rule) -> String {
                rule.to_string()
            }
        }
    )*};
}

as_text!(Resign, DrawRule);

impl fmt::Display for Judging {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.max_turns.map(|most| format!("{most} turns at most")));
        parts.extend(
            self.resign.map(|rule| format!("won at {} over {} turns", units(rule.score), rule.turns)),
        );
        parts.extend(self.draw.map(|rule| {
            let DrawRule { score, turns, from } = rule;
            format!("drawn at {} over {turns} turns from turn {from}", units(score))
        }));
        f.write_str(&if parts.is_empty() { "by the rules alone".to_owned() } else { parts.join("; ") })
    }
}

fn units(score: i32) -> String {
    format!("{}.{:02}", score / 100, score % 100)
}

/// What the players of one game have said about its result.
///
/// ```
/// use abstract_game::Player::{P1, P2};
/// use arena::engine::contestant::Score;
/// use arena::game::judge::{Judge, Judging};
/// let judging = Judging { resign: Some("500,1".parse()?), ..Judging::default() };
/// let mut judge = Judge::new(judging, 2);
/// assert_eq!(judge.hear(1, 0, P1, Some(Score::Centi(900))), None);
/// let ending = judge.hear(2, 1, P2, Some(Score::Mate(-4))).expect("both agree");
/// assert_eq!(ending.to_string(), "P1 wins by adjudicated-win");
/// # Ok::<(), arena::game::judge::RuleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Judge {
    judging: Judging,
    players: Vec<Series>,
}

/// What one player said in its last turns.
#[derive(Clone, Copy, Debug, Default)]
struct Series {
    /// The side that wins by what it says, and in how many turns it said so.
    winner: Option<(Player, usize)>,
    /// In how many turns it said that nobody does.
    even: usize,
}

impl Judge {
    /// For a game of so many players.
    #[must_use]
    pub fn new(judging: Judging, players: usize) -> Judge {
        Judge { judging, players: vec![Series::default(); players] }
    }

    /// Hears what `player` of that side said with the turn that was the `played`-th of the game, and says how the
    /// game ends, if it does.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn hear(
        &mut self,
        played: usize,
        player: usize,
        side: Player,
        score: Option<Score>,
    ) -> Option<Ending> {
        let series = &mut self.players[player];
        if let Some(rule) = self.judging.resign {
            let winner = winner(side, score, rule.score);
            series.winner = winner.map(|now| match series.winner {
                Some((before, turns)) if before == now => (now, turns + 1),
                _ => (now, 1),
            });
        }
        if let Some(rule) = self.judging.draw {
            let even = matches!(score, Some(Score::Centi(value)) if value.unsigned_abs() <= rule.score.unsigned_abs());
            series.even = if even { series.even + 1 } else { 0 };
        }
        self.won().or_else(|| self.drawn(played))
    }

    fn won(&self) -> Option<Ending> {
        let rule = self.judging.resign?;
        let (winner, _) = self.players.first()?.winner?;
        let agrees = |series: &Series| {
            series.winner.is_some_and(|(other, turns)| other == winner && turns >= rule.turns)
        };
        self.players.iter().all(agrees).then(|| {
            let (units, turns) = (units(rule.score), count(rule.turns));
            Ending::adjudicated(Some(winner), format!("all said {units} or more for {winner} in {turns}"))
        })
    }

    fn drawn(&self, played: usize) -> Option<Ending> {
        let rule = self.judging.draw.filter(|rule| played >= rule.from)?;
        self.players.iter().all(|series| series.even >= rule.turns).then(|| {
            let (units, turns) = (units(rule.score), count(rule.turns));
            Ending::adjudicated(None, format!("all said {units} or less for either side in {turns}"))
        })
    }
}

fn count(turns: usize) -> String {
    if turns == 1 { "their last turn".to_owned() } else { format!("their last {turns} turns") }
}

/// The side that wins by what a player of `side` says.
fn winner(side: Player, score: Option<Score>, limit: i32) -> Option<Player> {
    let better = match score? {
        Score::Centi(value) if value >= limit => true,
        Score::Centi(value) if value <= limit.saturating_neg() => false,
        Score::Centi(_) => return None,
        Score::Mate(turns) => turns > 0,
    };
    Some(if better { side } else { side.opponent() })
}

#[cfg(test)]
mod tests {
    use Player::{P1, P2};

    use super::*;

    /// The turn at which the game ends, and how, when these scores are said by two players in turn.
    fn ends(judging: Judging, scores: &[Option<Score>]) -> Option<(usize, Option<Player>)> {
        let mut judge = Judge::new(judging, 2);
        scores.iter().enumerate().find_map(|(i, &score)| {
            let side = Player::BOTH[i % 2];
            judge.hear(i + 1, i % 2, side, score).map(|ending| (i + 1, ending.winner))
        })
    }

    fn centi(values: &[i32]) -> Vec<Option<Score>> {
        values.iter().map(|&value| Some(Score::Centi(value))).collect()
    }

    #[test]
    fn a_game_is_given_to_the_side_for_which_all_speak() {
        let rule = Judging { resign: Some(Resign { score: 500, turns: 2 }), ..Judging::default() };
        assert_eq!(ends(rule, &centi(&[500, -500, 900, -2000, 1])), Some((4, Some(P1))));
        assert_eq!(ends(rule, &centi(&[-500, 500, -501, 502])), Some((4, Some(P2))));
        // One turn below, from one of them, and the series begins again.
        assert_eq!(ends(rule, &centi(&[500, -500, 499, -500, 500, -500, 500])), Some((7, Some(P1))));
        // Each sees itself winning: no agreement.
        assert_eq!(ends(rule, &centi(&[900; 20])), None);
        // Who was to win loses.
        assert_eq!(ends(rule, &centi(&[900, -900, -900, 900, -900, 900])), Some((6, Some(P2))));
        let silent = [Some(Score::Mate(3)), None, Some(Score::Mate(1)), Some(Score::Mate(-2))];
        assert_eq!(ends(rule, &silent), None);
        let mate = [Some(Score::Mate(3)), Some(Score::Mate(0))].repeat(2);
        assert_eq!(ends(rule, &mate), Some((4, Some(P1))));
    }

    #[test]
    fn a_game_is_drawn_when_all_see_nothing_for_long_enough() {
        let draw = Some(DrawRule { score: 10, turns: 3, from: 8 });
        let rule = Judging { draw, ..Judging::default() };
        assert_eq!(ends(rule, &centi(&[-10, 10, 0, 0, 5, -5, 0, 0])), Some((8, None)));
        assert_eq!(ends(rule, &centi(&[0, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0])), Some((11, None)));
        assert_eq!(ends(rule, &[Some(Score::Mate(9)), Some(Score::Centi(0))].repeat(10)), None);
        assert_eq!(ends(rule, &[None, Some(Score::Centi(0))].repeat(10)), None);
        let at_once = Judging { draw: Some(DrawRule { score: 0, turns: 1, from: 0 }), ..rule };
        assert_eq!(ends(at_once, &centi(&[0, 0])), Some((2, None)));
        assert_eq!(ends(Judging::default(), &centi(&[0; 50])), None);
    }

    #[test]
    fn partners_must_agree_too() {
        let rule = Judging { resign: Some(Resign { score: 100, turns: 1 }), ..Judging::default() };
        let mut judge = Judge::new(rule, 4);
        let mut hear = |player: usize, side, value| {
            judge.hear(player + 1, player, side, Some(Score::Centi(value))).map(|ending| ending.winner)
        };
        assert_eq!(hear(0, P1, 100), None);
        assert_eq!(hear(1, P2, -100), None);
        assert_eq!(hear(2, P1, 20), None);
        assert_eq!(hear(3, P2, -100), None);
        assert_eq!(hear(2, P1, 100), Some(Some(P1)));
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
        assert_eq!(Judging::default().to_string(), "by the rules alone");
    }
}
