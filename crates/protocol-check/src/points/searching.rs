//! Searches: their answers and their `info` lines.

use std::time::Duration;

use protocol::{Dialect, GoLimits, Query, ReportedScore, Start};

use crate::engine::{CheckResult, EngineUnderTest, Problem, SearchReply, ensure, expect_none, no_bestmove};
use crate::point::{Point, recommended, required};
use crate::transcript::{first_word, printable};

/// Limit of a short search.
const NODES: u64 = 500;
/// Number of positions whose `info` lines are checked.
const INFO_POSITIONS: usize = 4;

pub(super) const SEARCHING: [Point; 9] = [
    required("go-depth", "answers `go depth` by a legal turn", |engine| {
        engine.plays(&[], &GoLimits::depth(2))
    }),
    required("go-movetime", "answers `go movetime` by a legal turn", |engine| {
        let limits = GoLimits::move_time(Duration::from_millis(100));
        engine.plays(&[], &limits)
    }),
    required("go-clock", "answers `go` with clocks by a legal turn", |engine| {
        let (left, increment) = (Duration::from_secs(2), Duration::from_millis(10));
        engine.legal_search(&[], &GoLimits::clocks([left; 2], [increment; 2])).map(drop)
    }),
    required("legal-turns", "answers by legal turns throughout games", |engine| {
        let mut games = engine.context.games.unfinished.iter();
        games.try_for_each(|turns| engine.plays(turns, &GoLimits::nodes(NODES)))
    }),
    required("legal-from-fen", "answers by legal turns in positions given by their text", |engine| {
        engine.context.games.unfinished.iter().try_for_each(|turns| {
            let game = engine.context.games.after(turns);
            engine.set_position(&Start::Fen(game.position_text()), &[])?;
            engine.search(&GoLimits::nodes(NODES))?.legal(&*game)
        })
    }),
    required("one-answer", "answers each `go` once", |engine| {
        engine.context.games.unfinished.iter().take(3).try_for_each(|turns| {
            engine.search_after(turns, &GoLimits::nodes(NODES))?;
            no_bestmove("bestmove", &engine.ready()?)
        })
    }),
    recommended("two-words", "`bestmove` is two words (in UCI, `ponder` and a turn may follow)", two_words),
    recommended("nodes-kept", "exceeds `go nodes` by at most a tenth and a thousand", nodes_kept),
    recommended("position-kept", "a search does not change the position", position_kept),
];

pub(super) const INFOS: [Point; 6] = [
    recommended("last-info", "the last `info` has depth, score, nodes, time and nps", |engine| {
        last_info_has(engine, &["depth", "score", "nodes", "time", "nps"])
    }),
    recommended("full-info", "the last `info` has hashfull and pv", |engine| {
        last_info_has(engine, &["hashfull", "pv"])
    }),
    recommended("info-form", "`info` lines are well-formed, with numbers where they belong", |engine| {
        for (_, reply) in searches(engine)? {
            for line in reply.lines.iter().filter(|line| first_word(line) == "info") {
                expect_none(info_mistake(line), |mistake| format!("`{}`: {mistake}", printable(line, 60)))?;
            }
        }
        Ok(())
    }),
    recommended("pv-legal", "each `pv` is a sequence of legal turns", pv_legal),
    recommended("pv-first", "the last `pv` begins with the answer", pv_first),
    recommended("won-next", "where one turn wins, the score is `mate 1`, or at least not negative", won_next),
];

fn two_words(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    let reply = engine.legal_search(&[], &GoLimits::nodes(NODES))?;
    let words: Vec<&str> = reply.bestmove.split_whitespace().collect();
    match (words.as_slice(), engine.context.settings.dialect) {
        ([_, _], _) | ([_, _, "ponder", _], Dialect::Uci) => Ok(()),
        _ => Problem::failed(format!("`{}` has {} words", reply.shown(), words.len())),
    }
}

fn nodes_kept(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    const LIMIT: u64 = 20_000;
    let reply = engine.legal_search(&[], &GoLimits::nodes(LIMIT))?;
    match reply.last_info().and_then(|info| info.nodes) {
        None => Problem::not_offered("no `info` line with a score has `nodes`"),
        Some(nodes) => ensure(nodes <= LIMIT + LIMIT / 10 + 1000, || {
            format!("it searched {nodes} nodes for `go nodes {LIMIT}`")
        }),
    }
}

fn position_kept(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    engine.set_turns(engine.context.games.unfinished.last().map_or(&[], Vec::as_slice))?;
    let before = engine.query(&Query::Fen)?;
    engine.search(&GoLimits::nodes(NODES))?;
    let after = engine.query(&Query::Fen)?;
    ensure(before == after, || format!("`query fen` was `{before}`, and is `{after}` after a search"))
}

/// Searches of some positions, with the turns that lead there.
fn searches<'a>(engine: &mut EngineUnderTest<'a>) -> CheckResult<Vec<(&'a [String], SearchReply)>> {
    let games = engine.context.games.unfinished.iter().take(INFO_POSITIONS);
    games.map(|turns| Ok((&turns[..], engine.search_after(turns, &GoLimits::nodes(2000))?))).collect()
}

/// Fails unless the last `info` line before each answer has all parts.
fn last_info_has(engine: &mut EngineUnderTest<'_>, parts: &[&str]) -> CheckResult {
    searches(engine)?.iter().try_for_each(|(_, reply)| {
        let line = reply.shown();
        let Some((_, last)) = reply.infos.iter().rev().find(|(_, info)| info.string.is_none()) else {
            return Problem::failed(format!("no `info` line before `{line}`"));
        };
        let missing: Vec<_> = last.missing().into_iter().filter(|part| parts.contains(part)).collect();
        ensure(missing.is_empty(), || format!("the last one before `{line}` has no {}", missing.join(", ")))
    })
}

fn pv_legal(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    let mut any = false;
    for (turns, reply) in searches(engine)? {
        for (line, info) in &reply.infos {
            let mut game = engine.context.games.after(turns);
            for (number, turn) in (1..).zip(&info.pv) {
                any = true;
                expect_none(game.play_turn(turn).err(), |error| {
                    let (turn, line) = (printable(turn, 30), printable(line, 60));
                    format!("turn {number}, `{turn}`, of the pv in `{line}`: {error}")
                })?;
            }
        }
    }
    if any { Ok(()) } else { Problem::not_offered("no `info` line has a `pv`") }
}

fn pv_first(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    let mut any = false;
    for (_, reply) in searches(engine)? {
        let Some(first) = reply.last_info().and_then(|info| info.pv.first()) else { continue };
        any = true;
        ensure(first == reply.turn(), || {
            format!("the last pv begins with `{}`, but then came `{}`", printable(first, 30), reply.shown())
        })?;
    }
    if any { Ok(()) } else { Problem::not_offered("no last `info` line has a score and a `pv`") }
}

fn won_next(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    let Some(text) = &engine.context.games.win_in_one else {
        return Problem::not_offered("no such position was found in random games");
    };
    engine.set_position(&Start::Fen(text.clone()), &[])?;
    let reply = engine.search(&GoLimits::move_time(Duration::from_millis(300)))?;
    match reply.score() {
        Some(ReportedScore::Mate(1)) => Ok(()),
        Some(ReportedScore::Mate(turns)) => Problem::failed(format!(
            "the score is a win or loss in {turns} turns of both players, but one turn wins"
        )),
        Some(ReportedScore::Cp(points)) if points < 0 => Problem::failed(format!(
            "the score is cp {points}, but one turn wins; scores are from the view of the player to move"
        )),
        Some(ReportedScore::Cp(points)) => {
            Problem::not_offered(format!("the score there is cp {points}, and no `score mate`"))
        }
        None => Problem::not_offered("no `info` line has a score"),
    }
}

/// What is wrong with an `info` line. Unknown words are skipped.
fn info_mistake(line: &str) -> Option<String> {
    let mut words = line.split_whitespace().skip(1);
    let number = |key: &str, word: Option<&str>| match (word, word.map(str::parse::<u64>)) {
        (_, Some(Ok(full))) if key == "hashfull" && full > 1000 => {
            Some(format!("hashfull {full} is more than 1000 per mille"))
        }
        (_, Some(Ok(_))) => None,
        (Some(word), _) => Some(format!("`{word}` after `{key}`, a whole number was expected")),
        (None, _) => Some(format!("nothing follows `{key}`")),
    };
    while let Some(key) = words.next() {
        let mistake = match key {
            "depth" | "seldepth" | "multipv" | "nodes" | "nps" | "time" | "hashfull" => {
                number(key, words.next())
            }
            "wdl" => (0..3).find_map(|_| number(key, words.next())),
            "score" => match (words.next(), words.next().map(str::parse::<i64>)) {
                (Some("cp" | "mate"), Some(Ok(_))) => None,
                (Some(kind @ ("cp" | "mate")), _) => Some(format!("no whole number follows `score {kind}`")),
                _ => Some("neither `cp` nor `mate` follows `score`".into()),
            },
            "string" => return None,
            _ => None,
        };
        if mistake.is_some() {
            return mistake;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::info_mistake;

    #[test]
    fn valid_info_lines() {
        for line in [
            "info",
            "info depth 3 seldepth 4 multipv 1 score cp -12 lowerbound wdl 1 2 3 nodes 4 nps 5 hashfull 1000 \
             time 6 pv a b",
            "info score mate -3",
            "info currmove d4 currmovenumber 3",
            "info string score depth nodes many",
        ] {
            assert_eq!(info_mistake(line), None, "{line}");
        }
    }

    #[test]
    fn invalid_info_lines() {
        for (line, wrong) in [
            ("info depth", "nothing follows `depth`"),
            ("info depth x", "`x` after `depth`"),
            ("info nodes -1", "`-1` after `nodes`"),
            ("info time 1.5", "`1.5` after `time`"),
            ("info score 12", "neither `cp` nor `mate`"),
            ("info score cp", "no whole number follows `score cp`"),
            ("info score mate soon", "no whole number follows `score mate`"),
            ("info hashfull 1001", "hashfull 1001 is more"),
            ("info hashfull full", "`full` after `hashfull`"),
            ("info wdl 1 2", "nothing follows `wdl`"),
        ] {
            let mistake = info_mistake(line).unwrap();
            assert!(mistake.contains(wrong), "{line}: {mistake}");
        }
    }
}
