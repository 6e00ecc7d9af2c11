//! Questions about positions: those of UGI, and extensions, which need not be offered.

use std::collections::BTreeSet;

use abstract_game::Player;
use abstract_game::facade::AnyMatch;
use protocol::{Dialect, Query};

use crate::dialogue::{Engine, Probe};
use crate::point::{Miss, Point};
use crate::transcript::printable;

const GROUP: &str = "queries";

/// Positions with more turns than this are not asked for all of them.
const MOST_TURNS: usize = 2000;

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "p-one-turn",
        says: "`query p1turn` tells whose turn it is",
        required: false,
        after: Some("set-up"),
        run: |probe| {
            each(probe, &probe.material.beginnings, |engine, game| {
                let expected = (game.player_to_act() == Player::P1).to_string();
                own(probe, same(engine, &Query::P1Turn, &expected, game))
            })
        },
    },
    Point {
        group: GROUP,
        name: "gameover",
        says: "`query gameover` tells whether the game is over",
        required: false,
        after: Some("set-up"),
        run: |probe| {
            all(probe, |engine, game| {
                let expected = game.result().is_some().to_string();
                own(probe, same(engine, &Query::GameOver, &expected, game))
            })
        },
    },
    Point {
        group: GROUP,
        name: "result",
        says: "`query result` tells who won",
        required: false,
        after: Some("set-up"),
        run: |probe| {
            all(probe, |engine, game| {
                let expected = match game.result().map(|end| end.winner) {
                    None => "none",
                    Some(None) => "draw",
                    Some(Some(Player::P1)) => "p1win",
                    Some(Some(Player::P2)) => "p2win",
                };
                own(probe, same(engine, &Query::Result, expected, game))
            })
        },
    },
    Point {
        group: GROUP,
        name: "termination",
        says: "`query termination` tells why the game ended (extension)",
        required: false,
        after: Some("set-up"),
        run: |probe| {
            all(probe, |engine, game| {
                let reason = game.result().map(|end| end.reason);
                same(engine, &Query::Termination, reason.map_or("none", |reason| reason.as_str()), game)
            })
        },
    },
    Point {
        group: GROUP,
        name: "query-fen",
        says: "`query fen` gives the position's text, which reads as the same position (extension)",
        required: false,
        after: Some("set-up"),
        run: |probe| {
            each(probe, &probe.material.beginnings, |engine, game| {
                probe.same_position(&engine.ask(&Query::Fen)?, game)
            })
        },
    },
    Point {
        group: GROUP,
        name: "islegal",
        says: "`query islegal` tells legal turns from others (extension)",
        required: false,
        after: Some("set-up"),
        run: |probe| each(probe, &probe.material.beginnings, is_legal),
    },
    Point {
        group: GROUP,
        name: "turns",
        says: "`query turns` lists the legal turns, `query turns N` up to N of them (extension)",
        required: false,
        after: Some("set-up"),
        run: |probe| all(probe, turns),
    },
    Point {
        group: GROUP,
        name: "actions",
        says: "`query actions` lists the legal actions of a turn, step by step (extension)",
        required: false,
        after: Some("set-up"),
        run: |probe| each(probe, &probe.material.beginnings, actions),
    },
];

/// Asks about each of some games.
fn each(
    probe: &Probe<'_>,
    games: &[Vec<String>],
    ask: impl Fn(&mut Engine<'_>, &dyn AnyMatch) -> Result<(), Miss>,
) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    games.iter().try_for_each(|turns| {
        engine.turns(turns)?;
        ask(&mut engine, &*probe.judge(turns))
    })
}

/// Asks about games under way, then about finished ones.
fn all(
    probe: &Probe<'_>,
    ask: impl Fn(&mut Engine<'_>, &dyn AnyMatch) -> Result<(), Miss>,
) -> Result<(), Miss> {
    each(probe, &probe.material.beginnings, &ask)?;
    each(probe, &probe.material.finished, &ask)
}

/// What came of a question that UGI has of its own: not to answer it is no choice there.
fn own(probe: &Probe<'_>, asked: Result<(), Miss>) -> Result<(), Miss> {
    match (asked, probe.settings.dialect) {
        (Err(Miss::NotOffered(why)), Dialect::Ugi) => Miss::failed(why),
        (asked, _) => asked,
    }
}

fn same(engine: &mut Engine<'_>, query: &Query, expected: &str, game: &dyn AnyMatch) -> Result<(), Miss> {
    let response = engine.ask(query)?;
    if response == expected {
        return Ok(());
    }
    let (response, position) = (printable(&response, 60), printable(&game.position_text(), 100));
    Miss::failed(format!("`{query}`: `{response}` instead of `{expected}` in `{position}`"))
}

fn is_legal(engine: &mut Engine<'_>, game: &dyn AnyMatch) -> Result<(), Miss> {
    for turn in game.legal_turns(5) {
        same(engine, &Query::IsLegal(turn), "true", game)?;
    }
    // What was just played can often not be played once more.
    let played = game.turns().into_iter().rev().take(3).filter(|turn| game.check_turn(turn).is_err());
    for turn in ["?nonsense?".to_owned()].into_iter().chain(played) {
        same(engine, &Query::IsLegal(turn), "false", game)?;
    }
    Ok(())
}

fn turns(engine: &mut Engine<'_>, game: &dyn AnyMatch) -> Result<(), Miss> {
    const FEW: usize = 3;
    let legal = game.legal_turns(MOST_TURNS + 1);
    let few = engine.ask(&Query::Turns(Some(FEW)))?;
    let few: Vec<&str> = few.split_whitespace().collect();
    if few.len() != FEW.min(legal.len()) {
        return Miss::failed(format!(
            "{} turns in answer to `query turns {FEW}`; {} are legal",
            few.len(),
            legal.len()
        ));
    }
    if let Some(error) = few.iter().find_map(|turn| game.check_turn(turn).err()) {
        return Miss::failed(format!("`query turns {FEW}`: {error}"));
    }
    if legal.len() > MOST_TURNS {
        return Ok(());
    }
    let response = engine.ask(&Query::Turns(None))?;
    same_set("query turns", &response, &legal)
}

fn actions(engine: &mut Engine<'_>, game: &dyn AnyMatch) -> Result<(), Miss> {
    const STEPS: usize = 3;
    let first = game.legal_actions("").unwrap_or_default();
    let response = engine.ask(&Query::Actions(None))?;
    same_set("query actions", &response, &first)?;
    for action in first.iter().filter(|action| *action != ".").take(STEPS) {
        let next = game.legal_actions(action).unwrap_or_default();
        let response = engine.ask(&Query::Actions(Some(action.clone())))?;
        same_set(&format!("query actions {action}"), &response, &next)?;
    }
    Ok(())
}

/// That a response lists these words, each once, in any order.
fn same_set(query: &str, response: &str, expected: &[String]) -> Result<(), Miss> {
    let said: Vec<&str> = response.split_whitespace().collect();
    let (set, wanted) =
        (BTreeSet::from_iter(said.iter().copied()), BTreeSet::from_iter(expected.iter().map(String::as_str)));
    let wrong = if let Some(more) = set.difference(&wanted).next() {
        format!("`{}` is not one of them", printable(more, 60))
    } else if let Some(missing) = wanted.difference(&set).next() {
        format!("`{}` is missing", printable(missing, 60))
    } else if said.len() > set.len() {
        "some come twice".to_owned()
    } else {
        return Ok(());
    };
    Miss::failed(format!("`{query}`: {wrong}"))
}
