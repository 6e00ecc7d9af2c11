//! Searches: their answers and their `info` lines.

use std::time::Duration;

use protocol::{Dialect, GoLimits, Info, Query, ReportedScore, Start};

use crate::engine::{CheckContext, Problem, SearchReply, first_word, no_bestmove};
use crate::point::{Point, recommended, required};
use crate::transcript::printable;

/// Limit of a short search.
const NODES: u64 = 500;
/// Number of positions whose `info` lines are checked.
const INFO_POSITIONS: usize = 4;

pub(super) const SEARCHING: [Point; 9] = [
    required("go-depth", "answers `go depth` by a legal turn", |context| {
        context.start()?.legal_search(&[], &GoLimits::depth(2)).map(drop)
    }),
    required("go-movetime", "answers `go movetime` by a legal turn", |context| {
        let limits = GoLimits::move_time(Duration::from_millis(100));
        context.start()?.legal_search(&[], &limits).map(drop)
    }),
    required("go-clock", "answers `go` with clocks by a legal turn", |context| {
        let (left, increment) = (Duration::from_secs(2), Duration::from_millis(10));
        context.start()?.legal_search(&[], &GoLimits::clocks([left; 2], [increment; 2])).map(drop)
    }),
    required("legal-turns", "answers by legal turns throughout games", |context| {
        let mut engine = context.start()?;
        let mut games = context.games.unfinished.iter();
        games.try_for_each(|turns| engine.legal_search(turns, &GoLimits::nodes(NODES)).map(drop))
    }),
    required("legal-from-fen", "answers by legal turns in positions given by their text", |context| {
        let mut engine = context.start()?;
        context.games.unfinished.iter().try_for_each(|turns| {
            let game = context.games.after(turns);
            engine.set_position(&Start::Fen(game.position_text()), &[])?;
            engine.search(&GoLimits::nodes(NODES))?.legal(&*game)
        })
    }),
    required("one-answer", "answers each `go` once", |context| {
        let mut engine = context.start()?;
        context.games.unfinished.iter().take(3).try_for_each(|turns| {
            engine.search_after(turns, &GoLimits::nodes(NODES))?;
            no_bestmove("bestmove", &engine.ready()?)
        })
    }),
    recommended(
        "two-words",
        "`bestmove` is exactly two words (in UCI, `ponder` and a turn may follow)",
        two_words,
    ),
    recommended("nodes-kept", "exceeds `go nodes` by at most a tenth and a thousand", nodes_kept),
    recommended("position-kept", "a search does not change the position", position_kept),
];

pub(super) const INFOS: [Point; 6] = [
    recommended(
        "last-info",
        "a last `info` with depth, score, nodes, time and nps comes before `bestmove`",
        |context| {
            last_info_has(context, |info| {
                vec![
                    ("depth", info.depth.is_some()),
                    ("score", info.score.is_some()),
                    ("nodes", info.nodes.is_some()),
                    ("time", info.time.is_some()),
                    ("nps", info.nps.is_some()),
                ]
            })
        },
    ),
    recommended("full-info", "that `info` has hashfull and pv, too", |context| {
        last_info_has(context, |info| {
            vec![("hashfull", info.hashfull.is_some()), ("pv", !info.pv.is_empty())]
        })
    }),
    recommended("info-form", "`info` lines are well-formed, with numbers where they belong", |context| {
        for (_, reply) in searches(context)? {
            for line in reply.lines.iter().filter(|line| first_word(line) == "info") {
                if let Some(mistake) = info_mistake(line) {
                    return Problem::failed(format!("`{}`: {mistake}", printable(line, 60)));
                }
            }
        }
        Ok(())
    }),
    recommended("pv-legal", "each `pv` is a sequence of legal turns", pv_legal),
    recommended("pv-first", "the last `pv` begins with the answer", pv_first),
    recommended("won-next", "where one turn wins, the score is `mate 1`, or at least not negative", won_next),
];

fn two_words(context: &CheckContext<'_>) -> Result<(), Problem> {
    let reply = context.start()?.legal_search(&[], &GoLimits::nodes(NODES))?;
    let words: Vec<&str> = reply.bestmove.split_whitespace().collect();
    match (words.as_slice(), context.settings.dialect) {
        ([_, _], _) | ([_, _, "ponder", _], Dialect::Uci) => Ok(()),
        _ => Problem::failed(format!("`{}` has {} words", reply.shown(), words.len())),
    }
}

fn nodes_kept(context: &CheckContext<'_>) -> Result<(), Problem> {
    const LIMIT: u64 = 20_000;
    let reply = context.start()?.legal_search(&[], &GoLimits::nodes(LIMIT))?;
    match reply.last_info(context.settings.dialect).and_then(|info| info.nodes) {
        None => Problem::not_offered("no `info` line with a score has `nodes`"),
        Some(nodes) if nodes <= LIMIT + LIMIT / 10 + 1000 => Ok(()),
        Some(nodes) => Problem::failed(format!("it searched {nodes} nodes for `go nodes {LIMIT}`")),
    }
}

fn position_kept(context: &CheckContext<'_>) -> Result<(), Problem> {
    let mut engine = context.start()?;
    engine.set_turns(context.games.unfinished.last().map_or(&[], Vec::as_slice))?;
    let before = engine.query(&Query::Fen)?;
    engine.search(&GoLimits::nodes(NODES))?;
    let after = engine.query(&Query::Fen)?;
    if before == after {
        return Ok(());
    }
    Problem::failed(format!("`query fen` was `{before}`, and is `{after}` after a search"))
}

/// Searches of some positions, with the turns that lead there.
fn searches<'a>(context: &CheckContext<'a>) -> Result<Vec<(&'a [String], SearchReply)>, Problem> {
    let mut engine = context.start()?;
    let games = context.games.unfinished.iter().take(INFO_POSITIONS);
    games.map(|turns| Ok((&turns[..], engine.search_after(turns, &GoLimits::nodes(2000))?))).collect()
}

/// Fails unless the last `info` line before each answer has all parts.
fn last_info_has(
    context: &CheckContext<'_>,
    parts: fn(&Info) -> Vec<(&'static str, bool)>,
) -> Result<(), Problem> {
    for (_, reply) in searches(context)? {
        let line = reply.shown();
        let Some(last) = reply.infos(context.settings.dialect).find(|info| info.string.is_none()) else {
            return Problem::failed(format!("no `info` line before `{line}`"));
        };
        let missing = parts(&last).into_iter().filter(|(_, present)| !present).map(|(part, _)| part);
        let missing: Vec<&str> = missing.collect();
        if !missing.is_empty() {
            return Problem::failed(format!("the last one before `{line}` has no {}", missing.join(", ")));
        }
    }
    Ok(())
}

fn pv_legal(context: &CheckContext<'_>) -> Result<(), Problem> {
    let mut any = false;
    for (turns, reply) in searches(context)? {
        for line in &reply.lines {
            let Some(info) = Info::parse(line, context.settings.dialect) else { continue };
            let mut game = context.games.after(turns);
            for (number, turn) in (1..).zip(&info.pv) {
                any = true;
                if let Err(error) = game.play_turn(turn) {
                    let (turn, line) = (printable(turn, 30), printable(line, 60));
                    return Problem::failed(format!(
                        "turn {number}, `{turn}`, of the pv in `{line}`: {error}"
                    ));
                }
            }
        }
    }
    if any { Ok(()) } else { Problem::not_offered("no `info` line has a `pv`") }
}

fn pv_first(context: &CheckContext<'_>) -> Result<(), Problem> {
    let mut any = false;
    for (_, reply) in searches(context)? {
        let info = reply.last_info(context.settings.dialect);
        let Some(first) = info.as_ref().and_then(|info| info.pv.first()) else { continue };
        any = true;
        if first != reply.turn() {
            let (first, line) = (printable(first, 30), reply.shown());
            return Problem::failed(format!("the last pv begins with `{first}`, but then came `{line}`"));
        }
    }
    if any { Ok(()) } else { Problem::not_offered("no last `info` line has a score and a `pv`") }
}

fn won_next(context: &CheckContext<'_>) -> Result<(), Problem> {
    let Some(text) = &context.games.win_in_one else {
        return Problem::not_offered("no such position was found in random games");
    };
    let mut engine = context.start()?;
    engine.set_position(&Start::Fen(text.clone()), &[])?;
    let reply = engine.search(&GoLimits::move_time(Duration::from_millis(300)))?;
    match reply.score(context.settings.dialect) {
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
    let mut words = line.split_whitespace().skip(1).peekable();
    let number = |key: &str, word: Option<&str>| match word {
        Some(word) if word.parse::<u64>().is_ok() => None,
        Some(word) => Some(format!("`{word}` after `{key}`, a whole number was expected")),
        None => Some(format!("nothing follows `{key}`")),
    };
    while let Some(word) = words.next() {
        let mistake = match word {
            "depth" | "seldepth" | "multipv" | "nodes" | "nps" | "time" => number(word, words.next()),
            "hashfull" => {
                let value = words.next();
                let full = value.and_then(|value| value.parse::<u64>().ok()).filter(|&full| full > 1000);
                full.map(|full| format!("hashfull {full} is more than 1000 per mille"))
                    .or_else(|| number(word, value))
            }
            "score" => match (words.next(), words.peek().copied()) {
                (Some("cp" | "mate"), Some(value)) if value.parse::<i64>().is_ok() => {
                    words.next();
                    None
                }
                (Some(kind @ ("cp" | "mate")), _) => Some(format!("no whole number follows `score {kind}`")),
                _ => Some("neither `cp` nor `mate` follows `score`".into()),
            },
            "wdl" => (0..3).find_map(|_| number("wdl", words.next())),
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
