//! Setting positions, and queries about them.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use abstract_game::Player;
use abstract_game::facade::AnyMatch;
use protocol::{Command, Dialect, GoLimits, Query, Start};

use crate::engine::{CheckContext, EngineUnderTest, Problem};
use crate::point::{Point, recommended, required};
use crate::transcript::printable;

/// How soon an engine should accept a long game.
const LONG_GAME_TIME: Duration = Duration::from_millis(20);
/// Attempts to accept it in that time.
const LONG_GAME_ATTEMPTS: usize = 10;
/// Limit of the legal turns that are asked for in one query.
const MAX_LEGAL_TURNS: usize = 2000;

pub(super) const POSITIONS: [Point; 7] = [
    required("moves", "accepts the turns of games", |context| {
        let mut engine = context.start()?;
        context.games.unfinished.iter().try_for_each(|turns| engine.set_turns(turns))
    }),
    required("fen", "accepts the text of a position, `position fen`", |context| fen(context, |turns| turns)),
    required("fen-moves", "accepts turns after the text of a position", |context| {
        fen(context, |turns| &turns[..turns.len() / 2])
    }),
    required("long-game", "accepts a long game (600 turns, if the rules allow so many)", |context| {
        context.start()?.set_turns(&context.games.long)
    }),
    recommended(
        "long-game-fast",
        "accepts it within 20 ms, as it is sent at each turn; the best of ten attempts counts",
        long_game_fast,
    )
    .after("long-game"),
    recommended("bad-position", "keeps running after invalid positions, and plays afterwards", |context| {
        let mut engine = context.start()?;
        for bad in bad_positions(context) {
            engine.request(&bad)?;
        }
        engine.legal_search(&[], &GoLimits::nodes(100)).map(drop)
    })
    .after("go-nodes"),
    recommended(
        "bad-position-kept",
        "keeps its position when it gets an invalid one, also when only the last turn is invalid",
        bad_position_kept,
    ),
];

pub(super) const QUERIES: [Point; 8] = [
    recommended("p-one-turn", "`query p1turn` returns whether player 1 is to move", |context| {
        each(context, &context.games.unfinished, |engine, game| {
            let expected = (game.player_to_act() == Player::P1).to_string();
            of_ugi(context, equal(engine, &Query::P1Turn, &expected, game))
        })
    }),
    recommended("gameover", "`query gameover` returns whether the game is over", |context| {
        all(context, |engine, game| {
            let expected = game.result().is_some().to_string();
            of_ugi(context, equal(engine, &Query::GameOver, &expected, game))
        })
    }),
    recommended("result", "`query result` returns the winner", |context| {
        all(context, |engine, game| {
            let expected = match game.result().map(|end| end.winner) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Player::P1)) => "p1win",
                Some(Some(Player::P2)) => "p2win",
            };
            of_ugi(context, equal(engine, &Query::Result, expected, game))
        })
    }),
    recommended("termination", "`query termination` returns why the game ended (extension)", |context| {
        all(context, |engine, game| {
            let reason = game.result().map(|end| end.reason);
            equal(engine, &Query::Termination, reason.map_or("none", |reason| reason.as_str()), game)
        })
    }),
    recommended("query-fen", "`query fen` returns the text of the position (extension)", |context| {
        each(context, &context.games.unfinished, |engine, game| {
            context.same_position(&engine.query(&Query::Fen)?, game)
        })
    }),
    recommended("islegal", "`query islegal` tells legal turns from others (extension)", |context| {
        each(context, &context.games.unfinished, is_legal)
    }),
    recommended(
        "turns",
        "`query turns` lists the legal turns, `query turns N` up to N of them (extension)",
        |context| all(context, legal_turns),
    ),
    recommended(
        "actions",
        "`query actions` lists the legal actions of a turn, step by step (extension)",
        |context| each(context, &context.games.unfinished, legal_actions),
    ),
];

/// Sets each game as the text of a position after some of its turns, and the rest as moves.
fn fen(context: &CheckContext<'_>, before: fn(&[String]) -> &[String]) -> Result<(), Problem> {
    let mut engine = context.start()?;
    context.games.unfinished.iter().try_for_each(|turns| {
        let before = before(turns);
        let text = context.games.after(before).position_text();
        engine.set_position(&Start::Fen(text), &turns[before.len()..])
    })
}

fn long_game_fast(context: &CheckContext<'_>) -> Result<(), Problem> {
    let mut engine = context.start()?;
    let moves = context.games.long.clone();
    let turns = moves.len();
    let command = Command::Position { start: context.games.start(), moves }.to_string();
    let mut best = Duration::MAX;
    for _ in 0..LONG_GAME_ATTEMPTS {
        let since = Instant::now();
        engine.request(&command)?;
        best = best.min(since.elapsed());
    }
    if best <= LONG_GAME_TIME {
        return Ok(());
    }
    Problem::failed(format!("{turns} turns took {:.1} ms", best.as_secs_f64() * 1000.0))
}

/// Invalid `position` commands; the last one is a game whose last turn is invalid.
fn bad_positions(context: &CheckContext<'_>) -> Vec<String> {
    let game = context.games.unfinished.iter().max_by_key(|turns| turns.len());
    let mut moves: Vec<String> = game.cloned().unwrap_or_default();
    moves.push("?nonsense?".into());
    let position = Command::Position { start: context.games.start(), moves }.to_string();
    let (first, _) = position.split_once(" moves").unwrap_or((&position, ""));
    vec![
        "position".into(),
        "position fen".into(),
        "position nowhere".into(),
        "position fen ?nonsense? 1 2 3".into(),
        format!("{first} moves ?nonsense?"),
        position,
    ]
}

fn bad_position_kept(context: &CheckContext<'_>) -> Result<(), Problem> {
    let mut engine = context.start()?;
    let turns = context.games.unfinished.iter().find(|turns| turns.len() > 1);
    engine.set_turns(turns.map_or(&[], |turns| &turns[..]))?;
    let before = engine.query(&Query::Fen)?;
    for bad in bad_positions(context) {
        engine.request(&bad)?;
        let after = engine.query(&Query::Fen)?;
        if after != before {
            return Problem::failed(format!("`query fen` was `{before}`, and is `{after}` after `{bad}`"));
        }
    }
    Ok(())
}

/// Checks the position after each of some games.
fn each(
    context: &CheckContext<'_>,
    games: &[Vec<String>],
    check: impl Fn(&mut EngineUnderTest<'_>, &dyn AnyMatch) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let mut engine = context.start()?;
    games.iter().try_for_each(|turns| {
        engine.set_turns(turns)?;
        check(&mut engine, &*context.games.after(turns))
    })
}

/// Checks the positions of unfinished games, then of finished ones.
fn all(
    context: &CheckContext<'_>,
    check: impl Fn(&mut EngineUnderTest<'_>, &dyn AnyMatch) -> Result<(), Problem>,
) -> Result<(), Problem> {
    each(context, &context.games.unfinished, &check)?;
    each(context, &context.games.finished, &check)
}

/// The result of a query that belongs to UGI: an engine that speaks UGI must answer it.
fn of_ugi(context: &CheckContext<'_>, result: Result<(), Problem>) -> Result<(), Problem> {
    match (result, context.settings.dialect) {
        (Err(Problem::NotOffered(why)), Dialect::Ugi) => Problem::failed(why),
        (result, _) => result,
    }
}

/// Fails unless the response is the expected one.
fn equal(
    engine: &mut EngineUnderTest<'_>,
    query: &Query,
    expected: &str,
    game: &dyn AnyMatch,
) -> Result<(), Problem> {
    let response = engine.query(query)?;
    if response == expected {
        return Ok(());
    }
    let (response, position) = (printable(&response, 60), printable(&game.position_text(), 100));
    Problem::failed(format!("`{query}`: `{response}` instead of `{expected}` in `{position}`"))
}

fn is_legal(engine: &mut EngineUnderTest<'_>, game: &dyn AnyMatch) -> Result<(), Problem> {
    for turn in game.legal_turns(5) {
        equal(engine, &Query::IsLegal(turn), "true", game)?;
    }
    // Turns that were just played are often illegal now.
    let played = game.turns().into_iter().rev().take(3).filter(|turn| game.check_turn(turn).is_err());
    for turn in ["?nonsense?".to_owned()].into_iter().chain(played) {
        equal(engine, &Query::IsLegal(turn), "false", game)?;
    }
    Ok(())
}

fn legal_turns(engine: &mut EngineUnderTest<'_>, game: &dyn AnyMatch) -> Result<(), Problem> {
    const FEW: usize = 3;
    let legal = game.legal_turns(MAX_LEGAL_TURNS + 1);
    let few = engine.query(&Query::Turns(Some(FEW)))?;
    let few: Vec<&str> = few.split_whitespace().collect();
    if few.len() != FEW.min(legal.len()) {
        let (number, legal) = (few.len(), legal.len());
        return Problem::failed(format!(
            "{number} turns in answer to `query turns {FEW}`; {legal} are legal"
        ));
    }
    if let Some(error) = few.iter().find_map(|turn| game.check_turn(turn).err()) {
        return Problem::failed(format!("`query turns {FEW}`: {error}"));
    }
    if legal.len() > MAX_LEGAL_TURNS {
        return Ok(());
    }
    same_set(engine, &Query::Turns(None), &legal)
}

fn legal_actions(engine: &mut EngineUnderTest<'_>, game: &dyn AnyMatch) -> Result<(), Problem> {
    const STEPS: usize = 3;
    let first = game.legal_actions("").unwrap_or_default();
    same_set(engine, &Query::Actions(None), &first)?;
    for action in first.iter().filter(|action| *action != ".").take(STEPS) {
        let next = game.legal_actions(action).unwrap_or_default();
        same_set(engine, &Query::Actions(Some(action.clone())), &next)?;
    }
    Ok(())
}

/// Fails unless the response lists the expected words, each once, in any order.
fn same_set(engine: &mut EngineUnderTest<'_>, query: &Query, expected: &[String]) -> Result<(), Problem> {
    let response = engine.query(query)?;
    let words: Vec<&str> = response.split_whitespace().collect();
    let set = BTreeSet::from_iter(words.iter().copied());
    let expected = BTreeSet::from_iter(expected.iter().map(String::as_str));
    let mistake = if let Some(word) = set.difference(&expected).next() {
        format!("`{}` is not one of them", printable(word, 60))
    } else if let Some(missing) = expected.difference(&set).next() {
        format!("`{}` is missing", printable(missing, 60))
    } else if words.len() > set.len() {
        "some come twice".to_owned()
    } else {
        return Ok(());
    };
    Problem::failed(format!("`{query}`: {mistake}"))
}
