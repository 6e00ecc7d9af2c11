//! `query`: queries about the position.

use core::fmt;

use crate::{CommandError, words::Words};

/// A query about the position; the answer is `response ...`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Query {
    /// Is it player one's turn? `true` or `false`.
    P1Turn,
    /// Is the game over? `true` or `false`.
    GameOver,
    /// Who won? `p1win`, `p2win`, `draw` or `none`.
    Result,
    /// The position's text.
    Fen,
    /// Is this turn legal? `true` or `false`.
    IsLegal(String),
    /// The legal turns, at most this number.
    Turns(Option<usize>),
    /// The legal next actions of a turn, after these if it has begun; a `.` means that it may end here.
    Actions(Option<String>),
    /// Why the game ended, in one word, or `none`.
    Termination,
    /// The words after `go` that limit a search, as far as the engine knows them.
    Limits,
}

impl Query {
    /// Reads the words after `query`.
    pub(crate) fn parse(mut words: Words<'_>) -> Result<Query, CommandError> {
        const EXPECTED: &str =
            "p1turn, gameover, result, fen, islegal, turns, actions, claim, termination or limits";
        let word = words.argument("query", EXPECTED)?;
        Ok(match word {
            "p1turn" => Query::P1Turn,
            "gameover" => Query::GameOver,
            "result" => Query::Result,
            "fen" => Query::Fen,
            "islegal" => Query::IsLegal(words.argument("islegal", "a turn")?.into()),
            "turns" => match words.next() {
                None => Query::Turns(None),
                Some(number) => Query::Turns(Some(number.parse().map_err(|_| {
                    words.unexpected(number, "turns", "the greatest number of turns, or nothing")
                })?)),
            },
            "actions" => Query::Actions(words.next().map(Into::into)),
            "termination" => Query::Termination,
            "limits" => Query::Limits,
            _ => return Err(words.unexpected(word, "query", EXPECTED)),
        })
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Query::P1Turn => f.write_str("query p1turn"),
            Query::GameOver => f.write_str("query gameover"),
            Query::Result => f.write_str("query result"),
            Query::Fen => f.write_str("query fen"),
            Query::IsLegal(turn) => write!(f, "query islegal {turn}"),
            Query::Turns(None) => f.write_str("query turns"),
            Query::Turns(Some(number)) => write!(f, "query turns {number}"),
            Query::Actions(None) => f.write_str("query actions"),
            Query::Actions(Some(actions)) => write!(f, "query actions {actions}"),
            Query::Termination => f.write_str("query termination"),
            Query::Limits => f.write_str("query limits"),
        }
    }
}
