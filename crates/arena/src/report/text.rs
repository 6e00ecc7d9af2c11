//! The report of a tournament as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use abstract_game::Player;
use match_stats::Tally;

use super::tables;
use super::watch::{ending_sentence, utc};
use crate::counted;
use crate::game::{Cause, Ending};
use crate::openings::Openings;
use crate::schedule::Format;
use crate::store::FinishedRow;
use crate::tournament::{Results, Tournament};

/// The settings in one line: the event, the game with the options that differ from their defaults, the engines' armies, the
/// format, the limits, the openings, the rules of adjudication, and the seed.
pub fn heading(tournament: &Tournament) -> String {
    let (rules, settings) = (tournament.rules(), tournament.settings());
    let event = settings.event.as_ref().map(|event| format!("{event}: "));
    let mut text = event.unwrap_or_default() + rules.name();
    text.extend(rules.changed_options().iter().map(|(name, value)| format!(" {name}={value}")));
    let armies: Vec<_> = tournament.armies().map(|(engine, army)| format!("{engine} {army}")).collect();
    let (format, judging) = (&settings.format, &settings.judging);
    let parts = [
        (!armies.is_empty()).then(|| format!("armies {}", armies.join(", "))),
        (*format != Format::RoundRobin).then(|| format.to_string()),
        settings.no_swap.then(|| "sides not swapped".to_owned()),
        settings.sprt.as_ref().map(ToString::to_string),
        Some(all_limits(tournament)),
        Some(openings_text(&settings.openings)),
        judging.resign.map(|rule| format!("resign {rule}")),
        judging.draw.map(|rule| format!("draw {rule}")),
        Some(format!("seed {}", settings.seed)),
    ];
    text.extend(parts.into_iter().flatten().map(|part| format!("; {part}")));
    printable::line(&text) + "\n"
}

/// The result of a tournament of two in one line, as for a commit message: game, limits, points of the first, Elo with its
/// 95% interval, pairs, and the test. `None` if there are more than two, or no finished pair.
///
/// ```
/// use arena::engine::EngineSpec;
/// use arena::tournament::{Settings, Tournament};
/// let settings = Settings { pairs: 2, ..Settings::default() };
/// let engines = ["after", "before"].map(EngineSpec::random);
/// let tournament = Tournament::new(games::by_name("snorkels")?, engines, settings)?;
/// let results = tournament.run(&Default::default(), &Default::default(), &|_, _| ())?;
/// let line = arena::report::line(&tournament, &results).expect("there are two pairs");
/// assert!(line.starts_with("snorkels, no limit: after - before ") && line.contains("/4, Elo "), "{line}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn line(tournament: &Tournament, results: &Results) -> Option<String> {
    let [first, second] = &results.summary.standings[..] else { return None };
    let (points, games, elo) =
        (first.tally.points(), first.tally.games(), first.pairs.estimate()?.elo_text());
    let pairs = first.pairs.0.map(|count| count.to_string()).join(" ");
    let (game, settings) = (tournament.rules().name(), tournament.settings());
    let (limits, first, second) = (all_limits(tournament), &first.name, &second.name);
    let mut line = format!("{game}, {limits}: {first} - {second} {points}/{games}, Elo {elo}, pairs {pairs}");
    if let (Some(sprt), Some(test)) = (&settings.sprt, &results.test) {
        let _ = write!(line, ", {sprt}: {test}");
    }
    Some(printable::line(&line) + "\n")
}

/// The limits of all engines.
fn all_limits(tournament: &Tournament) -> String {
    tournament.limits_in_words(0..tournament.engines().count())
}

/// The number of games, as far as it is known before the first one, in one line.
pub fn planned_games(tournament: &Tournament) -> String {
    let schedule = tournament.schedule();
    let games = schedule.at_least().map_or("more than can be counted".to_owned(), |games| games.to_string());
    let more = if schedule.total() == schedule.at_least() { "" } else { " or more" };
    let fewer =
        if tournament.settings().sprt.is_some() { ", or fewer when the test has decided" } else { "" };
    format!("{games} games{more}{fewer}\n")
}

fn openings_text(openings: &Openings) -> String {
    match openings {
        Openings::Listed { openings, shuffled } => {
            let openings = counted(openings.len(), "opening");
            format!("{openings} from a file{}", if *shuffled { ", shuffled" } else { "" })
        }
        Openings::Random(random) if random.turns == 0 => "no openings".to_owned(),
        Openings::Random(random) => format!("openings of {}", counted(random.turns, "random turn")),
    }
}

/// The whole report: standings, the engines' play, causes of the games' ends, a crosstable and ratings (with three
/// entrants or more), rounds, the test, and faults.
///
/// See [`Tournament`] for an example.
pub fn report(tournament: &Tournament, results: &Results) -> String {
    let summary = &results.summary;
    let mut parts = vec![tables::standings(summary).to_string(), tables::engines(summary).to_string()];
    if summary.games > 0 {
        parts.push(tables::causes(summary).to_string());
    }
    if summary.standings.len() > 2 {
        parts.extend([tables::crosstable(summary), tables::ratings(summary)]);
    }
    parts.extend(results.rounds.clone());
    parts.push(games(results) + &repairs(tournament, results));
    if summary.faults() > 0 {
        parts.push(faults(tournament, results));
    }
    parts.join("\n")
}

/// The number and length of the games, the first player's score, and the test.
pub(super) fn games(results: &Results) -> String {
    let summary = &results.summary;
    let mut text = format!("{} of {} games", summary.games, results.expected());
    if summary.games > 0 {
        let _ = write!(text, ", {:.1} turns on average", summary.turns as f64 / summary.games as f64);
    }
    text.push('\n');
    let (openings, repeated) = (results.openings, results.repeated);
    if repeated > 0 {
        let (pairs, openings) = (counted(summary.pairs, "pair"), counted(openings, "opening"));
        let _ = write!(text, "{pairs} from {openings}");
        if summary.standings.len() > 2 {
            let _ = write!(text, ": {repeated} repeat the opening of an earlier pair of the same two");
        }
        if summary.copies > 0 {
            let copies = counted(summary.copies, "pair");
            let _ = write!(
                text,
                "; {copies} with the games of an earlier one, counted once in Elo, LOS and tests"
            );
        }
        text.push('\n');
    }
    if let Some(score) = summary.first_player.score() {
        let (score, Tally { wins, draws, losses }) = (score * 100.0, summary.first_player);
        let advantage = tables::rate(summary).ok().and_then(|ratings| ratings.first_move);
        let worth = advantage.map_or(String::new(), |elo| format!(", worth {elo} Elo"));
        let _ = writeln!(text, "first player: {score:.1}% ({wins} won, {draws} drawn, {losses} lost){worth}");
    }
    if summary.games > 0 {
        let _ = writeln!(text, "ends: {}", printable::line(&counts(&summary.causes)));
    }
    if let Some(test) = &results.test {
        let _ = writeln!(text, "{test}");
    }
    if let Some(verdict) = results.verdict.as_ref().filter(|verdict| *verdict != Results::COMPLETE) {
        let _ = writeln!(text, "ended: {}", printable::line(verdict));
    }
    text
}

/// The results that were taken back, by reason, and the decisions about changed engines.
pub(super) fn repairs(tournament: &Tournament, results: &Results) -> String {
    let mut reasons: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in &results.voided {
        reasons.entry(&row.reason).or_default().push(row.game.to_string());
    }
    let mut text = String::new();
    for (reason, games) in reasons {
        let results = counted(games.len(), "result");
        let reason = printable::line(reason);
        let _ = writeln!(text, "voided: {results} ({reason}): games {}", games.join(", "));
    }
    for decision in &results.decisions {
        let engine = tournament.engines().nth(decision.engine).unwrap_or_default();
        let (at, games) = (utc(decision.at), counted(decision.games, "game"));
        let (name, fingerprint) = (&decision.name, &decision.fingerprint);
        let line = format!(
            "decision `{name}` ({at}, after {games}): `{engine}` with the fingerprint {fingerprint} counts, too"
        );
        let _ = writeln!(text, "{}", printable::line(&line));
    }
    text
}

fn counts(causes: &BTreeMap<Cause, u64>) -> String {
    causes.iter().map(|(cause, count)| format!("{cause} {count}")).collect::<Vec<_>>().join(", ")
}

/// The faults of each engine, and the first of them in full.
pub(super) fn faults(tournament: &Tournament, results: &Results) -> String {
    let summary = &results.summary;
    let mut text = format!("!!! FAULTS: {} of {}\n", summary.faults(), counted(summary.games, "game"));
    for engine in summary.engines.iter().filter(|engine| !engine.faults.is_empty()) {
        let line = format!("!!! {}: {}", engine.name, counts(&engine.faults));
        let _ = writeln!(text, "{}", printable::line(&line));
    }
    for row in &results.faults {
        let Some(culprit) = row.result.culprit else { continue };
        let name = tournament.engine(tournament.deciders(&row.game)[culprit]);
        let _ = writeln!(text, "{}", fault_line(row.game.number, name, &row.result.ending));
    }
    let more = summary.faults().saturating_sub(results.faults.len() as u64);
    if more > 0 {
        let _ = writeln!(text, "!!! ... and {more} more");
    }
    text
}

/// A finished game in one line: its number, the time, the teams and the ending.
pub fn result_line(tournament: &Tournament, row: &FinishedRow) -> String {
    let [p1, p2] = Player::BOTH.map(|side| tournament.name(&row.game, side));
    let (number, at, ending) =
        (row.game.number, utc(row.at), ending_sentence(&row.result.ending, [p1, p2], row.result.turns));
    printable::line(&format!("game {number}, {at}: {p1} - {p2}: {ending}")) + "\n"
}

/// `!!! game 7: mcts lost by time: ...`
pub(super) fn fault_line(number: usize, name: &str, ending: &Ending) -> String {
    let detail = ending.detail.as_ref().map_or(String::new(), |detail| format!(": {detail}"));
    printable::line(&format!("!!! game {number}: {name} lost by {}{detail}", ending.cause))
}

/// The text, or its beginning and `…`, with at most `length` characters.
pub(super) fn cut(text: &str, length: usize) -> String {
    if text.chars().count() <= length {
        return text.to_owned();
    }
    text.chars().take(length.saturating_sub(1)).chain(['…']).collect()
}
