//! Setting positions, and queries about them.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use abstract_game::Player;
use abstract_game::facade::AnyMatch;

use crate::checks::engine::{Check, Subject};
use crate::checks::result::{CheckResult, PointResult, ensure, expect_none, failed};
use crate::checks::test_games::{TestGames, first_turns};
use crate::checks::transcript::printable;
use crate::{Dialect, Query};

/// How soon an engine should accept a long game.
const LONG_GAME_TIME: Duration = Duration::from_millis(20);
/// Attempts to accept it in that time.
const LONG_GAME_ATTEMPTS: usize = 10;
/// Limit of the legal turns that are asked for in one query.
const MAX_LEGAL_TURNS: usize = 2000;

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("moves", |engine| each(engine, engine.games.unfinished(), |_, _| Ok(()))),
    ("fen", |engine| fen(engine, |turns| turns)),
    ("fen-moves", |engine| fen(engine, |turns| turns / 2)),
    ("long-game", |engine| engine.set_game(&*engine.games.long)),
    ("long-game-fast", |engine| {
        let command = engine.games.command(&*engine.games.long).to_string();
        let mut best = Duration::MAX;
        for _ in 0..LONG_GAME_ATTEMPTS {
            let since = Instant::now();
            engine.request(&command)?;
            best = best.min(since.elapsed());
        }
        let (turns, millis) = (engine.games.long.turn_count(), best.as_secs_f64() * 1000.0);
        ensure!(best <= LONG_GAME_TIME, "{turns} turns took {millis:.1} ms")
    }),
    ("bad-position", |engine| {
        for bad in bad_positions(engine.games) {
            engine.request(&bad)?;
        }
        engine.still_plays()
    }),
    ("bad-position-kept", |engine| {
        let game = engine.games.unfinished().find(|game| game.turn_count() > 1);
        engine.set_game(game.unwrap_or(engine.games.first()))?;
        let before = engine.query(&Query::Fen)?;
        bad_positions(engine.games).iter().try_for_each(|bad| {
            engine.request(bad)?;
            let after = engine.query(&Query::Fen)?;
            ensure!(after == before, "`query fen` was `{before}`, and is `{after}` after `{bad}`")
        })
    }),
    ("p-one-turn", |engine| {
        compare(engine, &Query::P1Turn, |game| (game.player_to_act() == Player::P1).to_string())
    }),
    ("gameover", |engine| compare(engine, &Query::GameOver, |game| game.result().is_some().to_string())),
    ("result", |engine| {
        compare(engine, &Query::Result, |game| match game.result().map(|end| end.winner) {
            None => "none".into(),
            Some(None) => "draw".into(),
            Some(Some(winner)) => format!("p{}win", winner.index() + 1),
        })
    }),
    ("termination", |engine| {
        let reason = |game: &dyn AnyMatch| game.result().map_or("none", |end| end.reason.as_str()).into();
        compare(engine, &Query::Termination, reason)
    }),
    ("query-fen", |engine| each(engine, engine.games.unfinished(), same_position)),
    ("islegal", |engine| each(engine, engine.games.unfinished(), is_legal)),
    ("turns", |engine| each(engine, engine.games.all(), legal_turns)),
    ("actions", |engine| each(engine, engine.games.unfinished(), legal_actions)),
];

/// Sets each game as the text of the position after `begin` of its turns, and the rest as moves.
fn fen(engine: &mut Subject<'_>, begin: fn(usize) -> usize) -> CheckResult {
    engine.games.unfinished().try_for_each(|game| {
        let begin = begin(game.turn_count());
        let text = first_turns(game, begin).position_text();
        engine.set_fen(text, game.turns().split_off(begin))
    })
}

/// Invalid `position` commands; the last one is a game whose last turn is invalid.
fn bad_positions(games: &TestGames<'_>) -> Vec<String> {
    let longest = games.unfinished().max_by_key(|game| game.turn_count());
    let first = games.command(games.first());
    vec![
        "position".into(),
        "position fen".into(),
        "position nowhere".into(),
        "position fen ?nonsense? 1 2 3".into(),
        format!("{first} moves ?nonsense?"),
        format!("{} ?nonsense?", longest.map_or(first, |game| games.command(game))),
    ]
}

/// Sets the position of each game and checks it.
fn each<'g>(
    engine: &mut Subject<'_>,
    games: impl IntoIterator<Item = &'g dyn AnyMatch>,
    check: impl Fn(&mut Subject<'_>, &dyn AnyMatch) -> CheckResult,
) -> CheckResult {
    games.into_iter().try_for_each(|game| {
        engine.set_game(game)?;
        check(engine, game)
    })
}

/// Compares the responses to a query. The player to move is compared in unfinished games only. An engine that speaks UGI
/// must offer the queries of UGI.
fn compare(engine: &mut Subject<'_>, query: &Query, expected: fn(&dyn AnyMatch) -> String) -> CheckResult {
    let games = engine.games.all().filter(|game| *query != Query::P1Turn || game.result().is_none());
    let result = each(engine, games, |engine, game| equal(engine, query, &expected(game), game));
    match (result, engine.settings.dialect) {
        (Err(PointResult::NotOffered(why)), Dialect::Ugi) if *query != Query::Termination => failed(why),
        (result, _) => result,
    }
}

/// Fails unless the response is the expected one.
fn equal(engine: &mut Subject<'_>, query: &Query, expected: &str, game: &dyn AnyMatch) -> CheckResult {
    let response = engine.query(query)?;
    let (shown, position) = (printable(&response, 60), printable(&game.position_text(), 100));
    ensure!(response == expected, "`{query}`: `{shown}` instead of `{expected}` in `{position}`")
}

/// Fails unless the engine reports the position of the game.
pub(super) fn same_position(engine: &mut Subject<'_>, game: &dyn AnyMatch) -> CheckResult {
    let text = engine.query(&Query::Fen)?;
    let shown = printable(&text, 100);
    match engine.games.rules.read_position(&text) {
        Err(error) => failed(format!("`response {shown}` is no position: {error}")),
        Ok(read) => {
            ensure!(read.key() == game.key(), "`response {shown}` instead of `{}`", game.position_text())
        }
    }
}

fn is_legal(engine: &mut Subject<'_>, game: &dyn AnyMatch) -> CheckResult {
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

fn legal_turns(engine: &mut Subject<'_>, game: &dyn AnyMatch) -> CheckResult {
    const FEW: usize = 3;
    let legal = game.legal_turns(MAX_LEGAL_TURNS + 1);
    let few = engine.query(&Query::Turns(Some(FEW)))?;
    let few: Vec<&str> = few.split_whitespace().collect();
    let (found, known) = (few.len(), legal.len());
    ensure!(found == FEW.min(known), "{found} turns in answer to `query turns {FEW}`; {known} are legal")?;
    let illegal = few.iter().find_map(|turn| game.check_turn(turn).err());
    expect_none(illegal, |error| format!("`query turns {FEW}`: {error}"))?;
    if legal.len() > MAX_LEGAL_TURNS { Ok(()) } else { same_set(engine, &Query::Turns(None), &legal) }
}

fn legal_actions(engine: &mut Subject<'_>, game: &dyn AnyMatch) -> CheckResult {
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
fn same_set(engine: &mut Subject<'_>, query: &Query, expected: &[String]) -> CheckResult {
    let response = engine.query(query)?;
    let words: Vec<&str> = response.split_whitespace().collect();
    let set = BTreeSet::from_iter(words.iter().copied());
    let expected = BTreeSet::from_iter(expected.iter().map(String::as_str));
    let (extra, missing) = (set.difference(&expected).next(), expected.difference(&set).next());
    expect_none(extra, |word| format!("`{query}`: `{}` is not one of them", printable(word, 60)))?;
    expect_none(missing, |word| format!("`{query}`: `{}` is missing", printable(word, 60)))?;
    ensure!(words.len() == set.len(), "`{query}`: some come twice")
}
