//! Setting positions, and queries about them.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use abstract_game::Player;
use abstract_game::facade::AnyMatch;
use protocol::{Command, Dialect, GoLimits, Query, Start};

use crate::engine::{CheckContext, CheckResult, EngineUnderTest, Problem, ensure, expect_none};
use crate::point::{Point, recommended, required};
use crate::transcript::printable;

/// How soon an engine should accept a long game.
const LONG_GAME_TIME: Duration = Duration::from_millis(20);
/// Attempts to accept it in that time.
const LONG_GAME_ATTEMPTS: usize = 10;
/// Limit of the legal turns that are asked for in one query.
const MAX_LEGAL_TURNS: usize = 2000;

pub(super) const POSITIONS: [Point; 7] = [
    required("moves", "accepts the turns of games", |engine| {
        engine.context.games.unfinished.iter().try_for_each(|turns| engine.set_turns(turns))
    }),
    required("fen", "accepts the text of a position, `position fen`", |engine| fen(engine, |turns| turns)),
    required("fen-moves", "accepts turns after the text of a position", |engine| {
        fen(engine, |turns| &turns[..turns.len() / 2])
    }),
    required("long-game", "accepts a long game (600 turns, if the rules allow so many)", |engine| {
        engine.set_turns(&engine.context.games.long)
    }),
    recommended("long-game-fast", "accepts it within 20 ms; the best of ten attempts counts", long_game_fast)
        .after("long-game"),
    recommended("bad-position", "keeps running after invalid positions, and plays afterwards", |engine| {
        for bad in bad_positions(engine.context) {
            engine.request(&bad)?;
        }
        engine.plays(&[], &GoLimits::nodes(100))
    })
    .after("go-nodes"),
    recommended("bad-position-kept", "keeps its position when it gets an invalid one", bad_position_kept),
];

pub(super) const QUERIES: [Point; 8] = [
    recommended("p-one-turn", "`query p1turn` returns whether player 1 is to move", |engine| {
        compare(engine, &Query::P1Turn, |game| (game.player_to_act() == Player::P1).to_string())
    }),
    recommended("gameover", "`query gameover` returns whether the game is over", |engine| {
        compare(engine, &Query::GameOver, |game| game.result().is_some().to_string())
    }),
    recommended("result", "`query result` returns the winner", |engine| {
        compare(engine, &Query::Result, |game| match game.result().map(|end| end.winner) {
            None => "none".into(),
            Some(None) => "draw".into(),
            Some(Some(winner)) => format!("p{}win", winner.index() + 1),
        })
    }),
    recommended("termination", "`query termination` returns why the game ended (extension)", |engine| {
        compare(engine, &Query::Termination, |game| {
            game.result().map_or("none", |end| end.reason.as_str()).into()
        })
    }),
    recommended("query-fen", "`query fen` returns the text of the position (extension)", |engine| {
        each(engine, &engine.context.games.unfinished, |engine, game| {
            engine.context.same_position(&engine.query(&Query::Fen)?, game)
        })
    }),
    recommended("islegal", "`query islegal` tells legal turns from others (extension)", |engine| {
        each(engine, &engine.context.games.unfinished, is_legal)
    }),
    recommended("turns", "`query turns [N]` lists the legal turns, at most N (extension)", |engine| {
        each(engine, engine.context.games.all(), legal_turns)
    }),
    recommended("actions", "`query actions` lists the next actions of a turn (extension)", |engine| {
        each(engine, &engine.context.games.unfinished, legal_actions)
    }),
];

/// Sets each game as the text of a position after some of its turns, and the rest as moves.
fn fen(engine: &mut EngineUnderTest<'_>, before: fn(&[String]) -> &[String]) -> CheckResult {
    engine.context.games.unfinished.iter().try_for_each(|turns| {
        let before = before(turns);
        let text = engine.context.games.after(before).position_text();
        engine.set_position(&Start::Fen(text), &turns[before.len()..])
    })
}

fn long_game_fast(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    let moves = engine.context.games.long.clone();
    let turns = moves.len();
    let command = Command::Position { start: engine.context.games.start(), moves }.to_string();
    let mut best = Duration::MAX;
    for _ in 0..LONG_GAME_ATTEMPTS {
        let since = Instant::now();
        engine.request(&command)?;
        best = best.min(since.elapsed());
    }
    let millis = best.as_secs_f64() * 1000.0;
    ensure(best <= LONG_GAME_TIME, || format!("{turns} turns took {millis:.1} ms"))
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

fn bad_position_kept(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    let turns = engine.context.games.unfinished.iter().find(|turns| turns.len() > 1);
    engine.set_turns(turns.map_or(&[], |turns| &turns[..]))?;
    let before = engine.query(&Query::Fen)?;
    for bad in bad_positions(engine.context) {
        engine.request(&bad)?;
        let after = engine.query(&Query::Fen)?;
        ensure(after == before, || format!("`query fen` was `{before}`, and is `{after}` after `{bad}`"))?;
    }
    Ok(())
}

/// Checks the position after each of some games.
fn each<'g>(
    engine: &mut EngineUnderTest<'_>,
    games: impl IntoIterator<Item = &'g Vec<String>>,
    check: impl Fn(&mut EngineUnderTest<'_>, &dyn AnyMatch) -> CheckResult,
) -> CheckResult {
    games.into_iter().try_for_each(|turns| {
        engine.set_turns(turns)?;
        check(engine, &*engine.context.games.after(turns))
    })
}

/// Compares the responses to a query. The player to move is compared in unfinished games only. An engine that speaks UGI
/// must offer the queries of UGI.
fn compare(
    engine: &mut EngineUnderTest<'_>,
    query: &Query,
    expected: fn(&dyn AnyMatch) -> String,
) -> CheckResult {
    let compare =
        |engine: &mut EngineUnderTest<'_>, game: &dyn AnyMatch| equal(engine, query, &expected(game), game);
    let result = match query {
        Query::P1Turn => each(engine, &engine.context.games.unfinished, compare),
        _ => each(engine, engine.context.games.all(), compare),
    };
    match (result, engine.context.settings.dialect) {
        (Err(Problem::NotOffered(why)), Dialect::Ugi) if *query != Query::Termination => Problem::failed(why),
        (result, _) => result,
    }
}

/// Fails unless the response is the expected one.
fn equal(
    engine: &mut EngineUnderTest<'_>,
    query: &Query,
    expected: &str,
    game: &dyn AnyMatch,
) -> CheckResult {
    let response = engine.query(query)?;
    ensure(response == expected, || {
        let (response, position) = (printable(&response, 60), printable(&game.position_text(), 100));
        format!("`{query}`: `{response}` instead of `{expected}` in `{position}`")
    })
}

fn is_legal(engine: &mut EngineUnderTest<'_>, game: &dyn AnyMatch) -> CheckResult {
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

fn legal_turns(engine: &mut EngineUnderTest<'_>, game: &dyn AnyMatch) -> CheckResult {
    const FEW: usize = 3;
    let legal = game.legal_turns(MAX_LEGAL_TURNS + 1);
    let few = engine.query(&Query::Turns(Some(FEW)))?;
    let few: Vec<&str> = few.split_whitespace().collect();
    ensure(few.len() == FEW.min(legal.len()), || {
        format!("{} turns in answer to `query turns {FEW}`; {} are legal", few.len(), legal.len())
    })?;
    let illegal = few.iter().find_map(|turn| game.check_turn(turn).err());
    expect_none(illegal, |error| format!("`query turns {FEW}`: {error}"))?;
    if legal.len() > MAX_LEGAL_TURNS { Ok(()) } else { same_set(engine, &Query::Turns(None), &legal) }
}

fn legal_actions(engine: &mut EngineUnderTest<'_>, game: &dyn AnyMatch) -> CheckResult {
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
fn same_set(engine: &mut EngineUnderTest<'_>, query: &Query, expected: &[String]) -> CheckResult {
    let response = engine.query(query)?;
    let words: Vec<&str> = response.split_whitespace().collect();
    let set = BTreeSet::from_iter(words.iter().copied());
    let expected = BTreeSet::from_iter(expected.iter().map(String::as_str));
    expect_none(set.difference(&expected).next(), |word| {
        format!("`{query}`: `{}` is not one of them", printable(word, 60))
    })?;
    expect_none(expected.difference(&set).next(), |word| {
        format!("`{query}`: `{}` is missing", printable(word, 60))
    })?;
    ensure(words.len() == set.len(), || format!("`{query}`: some come twice"))
}
