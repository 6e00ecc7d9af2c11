//! The report of a tournament as one HTML file: tables, and charts as SVG. It has no script and loads nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use abstract_game::Player;
use match_stats::{EloEstimate, Tally, elo_of};

use super::export::{ExportError, each_record};
use super::svg::{Interval, Line, escape, intervals, lines, stacks};
use super::text::{faults, games, heading, repairs};
use super::watch::utc;
use super::{setup, tables};
use crate::counted;
use crate::game::Cause;
use crate::game::record::Record;
use crate::schedule::Game;
use crate::store::{FinishedRow, Store};
use crate::table::Table;
use crate::tournament::{Results, Summary, Tournament};

const STYLE: &str = include_str!("page.css");
/// Number of points of a line, of lines, and of openings that are shown.
const POINTS: usize = 200;
const LINES: usize = 16;
const OPENINGS: usize = 40;

/// The report of the tournament in a store, so far, as a page of HTML.
///
/// ```
/// use arena::engine::EngineSpec;
/// use arena::store::Address;
/// use arena::tournament::{Settings, Tournament};
/// let engines = ["heads & tails", "dice"].map(EngineSpec::random);
/// let tournament = Tournament::new(games::by_name("snorkels")?, engines, Settings::default())?;
/// let store = tournament.create(&Address::Memory)?;
/// tournament.work(&store, &Default::default(), &Default::default(), &|_, _| ())?;
/// let page = arena::report::html(&tournament, &store)?;
/// assert!(page.starts_with("<!doctype html>") && page.contains("heads &amp; tails"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The store cannot be read, or a record in it.
pub fn html(tournament: &Tournament, store: &Store) -> Result<String, ExportError> {
    let results = tournament.results(store)?;
    let summary = &results.summary;
    let mut page = Page(String::new());
    let game = tournament.rules().name();
    let title = tournament.settings().event.clone().unwrap_or_else(|| format!("Tournament of {game}"));
    let _ = write!(
        page.0,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{0}: {1} of {2} games</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        escape(&title),
        summary.games,
        results.expected()
    );
    page.paragraph(&heading(tournament));
    (games(&results) + &repairs(tournament, &results)).lines().for_each(|line| page.paragraph(line));
    page.table("Standings", &tables::standings(summary));
    page.test(tournament, &results, store)?;
    if summary.games > 0 {
        page.elo(summary);
        page.crosstable(summary);
        page.score(tournament, store)?;
        let details = Details::read(tournament, store)?;
        page.endings(summary, &details);
        page.time_use(tournament, summary, &details);
        page.openings(&details);
    }
    if let Some(rounds) = &results.rounds {
        page.text("Rounds", rounds);
    }
    if summary.faults() > 0 {
        page.text("Faults", &faults(tournament, &results));
    }
    page.table("Engines", &setup::engines(tournament, store)?);
    page.table("Machines", &setup::machines(store)?);
    page.paragraph(&format!("The tournament was created at {}.", utc(store.created()?)));
    Ok(page.0 + "</body>\n</html>\n")
}

struct Page(String);

impl Page {
    fn heading(&mut self, heading: &str) {
        let _ = writeln!(self.0, "<h2>{}</h2>", escape(heading));
    }

    fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.0, "<p class=\"faint\">{}</p>", escape(text.trim_end()));
    }

    fn text(&mut self, heading: &str, text: &str) {
        self.heading(heading);
        let lines: Vec<_> = text.lines().map(escape).collect();
        let _ = writeln!(self.0, "<pre>{}</pre>", lines.join("\n"));
    }

    fn table(&mut self, heading: &str, table: &Table) {
        self.heading(heading);
        self.rows(table);
    }

    fn rows(&mut self, table: &Table) {
        self.0 += "<div class=\"scroll\"><table>\n";
        for (i, row) in table.rows().enumerate() {
            let cell = if i == 0 { "th" } else { "td" };
            let cells = row.iter().map(|text| format!("<{cell}>{}</{cell}>", escape(text)));
            let _ = writeln!(self.0, "<tr>{}</tr>", cells.collect::<String>());
        }
        self.0 += "</table></div>\n";
    }

    /// Elo with error bars: of two teams from their pairs, of more the ratings.
    fn elo(&mut self, summary: &Summary) {
        let name = |team: usize| summary.standings[team].name.as_str();
        self.heading("Elo");
        let (rows, note): (Vec<Interval<'_>>, _) = if summary.standings.len() > 2 {
            let ratings = match tables::rate(summary) {
                Ok(ratings) => ratings,
                Err(error) => return self.paragraph(&format!("No ratings: {error}.")),
            };
            let mut order: Vec<_> = (0..).zip(&ratings.players).collect();
            order.sort_by(|(_, a), (_, b)| b.elo.total_cmp(&a.elo));
            let row = |(team, elo): (usize, &EloEstimate)| Interval {
                name: name(team),
                low: elo.low,
                value: elo.elo,
                high: elo.high,
                text: elo.to_string(),
            };
            let prior = "; with virtual draws, as the results alone have no finite ratings";
            let prior = if ratings.with_prior { prior } else { "" };
            let note = format!("Bradley-Terry ratings, 95% intervals; the mean is 0{prior}.");
            (order.into_iter().map(row).collect(), note)
        } else {
            let row = |team: usize| {
                let estimate = summary.standings[team].pairs.estimate()?;
                let [low, value, high] = [estimate.low, estimate.score, estimate.high].map(elo_of);
                // An end without Elo is drawn at 400 Elo from the value.
                let (value, text) = (value?, estimate.elo_text());
                let (low, high) = (low.unwrap_or(value - 400.0), high.unwrap_or(value + 400.0));
                Some(Interval { name: name(team), low, value, high, text })
            };
            let rows = summary.ranking().into_iter().filter_map(row).collect();
            (rows, "From the scores of pairs, 95% intervals.".to_owned())
        };
        if rows.is_empty() {
            return self.paragraph("Not yet: all pairs of games have the same extreme score.");
        }
        self.0 += &intervals("Elo with its 95% interval", "Elo", &rows);
        self.paragraph(&note);
    }

    /// The sequential test, and the course of its log-likelihood ratio between the bounds.
    fn test(&mut self, tournament: &Tournament, results: &Results, store: &Store) -> Result<(), ExportError> {
        let (Some(sprt), Some(status)) = (tournament.settings().sprt, results.test) else { return Ok(()) };
        self.heading("Sequential test");
        self.paragraph(&format!("{sprt}: {status}"));
        let course = tournament.test_course(store)?;
        if course.is_empty() {
            return Ok(());
        }
        let bound = |llr| vec![(0.0, llr), (course.len() as f64, llr)];
        let llr = [&0.0].into_iter().chain(&course).enumerate();
        let llr = llr.map(|(pairs, &llr)| (pairs as f64, llr)).collect();
        let series = [
            Line { name: "log-likelihood ratio", points: thinned(llr) },
            Line { name: "H0 accepted", points: bound(status.lower) },
            Line { name: "H1 accepted", points: bound(status.upper) },
        ];
        self.0 +=
            &lines("Log-likelihood ratio over pairs", "pairs", (status.lower, status.upper), "", &series);
        Ok(())
    }

    fn crosstable(&mut self, summary: &Summary) {
        self.heading("Crosstable");
        let order = summary.ranking();
        let name = |team: usize| escape(&summary.standings[team].name);
        let headings: String = order.iter().map(|&team| format!("<th>{}</th>", name(team))).collect();
        let _ = writeln!(self.0, "<div class=\"scroll\"><table>\n<tr><th>won-drawn-lost</th>{headings}</tr>");
        for &row in &order {
            let _ = write!(self.0, "<tr><td>{}</td>", name(row));
            for &column in &order {
                let tally = &summary.crosstable[row][column];
                let _ = match tally.score() {
                    Some(score) if row != column => write!(
                        self.0,
                        "<td class=\"score\" style=\"--share: {score:.3}\">{} ({:.1}%)</td>",
                        tables::won_drawn_lost(tally),
                        score * 100.0
                    ),
                    _ => write!(self.0, "<td>·</td>"),
                };
            }
            self.0 += "</tr>\n";
        }
        self.0 += "</table></div>\n";
    }

    /// The share of the points after each finished game, in percent; of two teams only that of the first.
    fn score(&mut self, tournament: &Tournament, store: &Store) -> Result<(), ExportError> {
        let names: Vec<&str> = tournament.names().collect();
        let teams = if names.len() == 2 { 1 } else { names.len().min(LINES) };
        let mut all: Vec<(Tally, Vec<(f64, f64)>)> = vec![Default::default(); teams];
        for row in store.finished(0) {
            let FinishedRow { sequence, game, result, .. } = row?;
            for player in Player::BOTH {
                let Some((tally, points)) = all.get_mut(game.entrant(player)) else { continue };
                *tally += [Tally::LOSS, Tally::DRAW, Tally::WIN][result.ending.half_points(player)];
                points.extend(tally.score().map(|score| (sequence as f64, 100.0 * score)));
            }
        }
        let series = names.iter().zip(all);
        let series: Vec<_> =
            series.map(|(name, (_, points))| Line { name, points: thinned(points) }).collect();
        self.heading("Score over time");
        self.0 += &lines("Score over time", "finished games", (40.0, 60.0), "%", &series);
        self.left_out("engines", names.len(), LINES);
        Ok(())
    }

    fn endings(&mut self, summary: &Summary, details: &Details) {
        self.heading("Endings");
        let rows = details.causes.iter().map(|(cause, parts)| (cause.to_string(), *parts));
        self.0 += &stacks("Games by their end", ["P1 won", "drawn", "P2 won"], &rows.collect::<Vec<_>>());
        self.rows(&tables::causes(summary));
    }

    fn time_use(&mut self, tournament: &Tournament, summary: &Summary, details: &Details) {
        self.table("Time use", &tables::engines(summary));
        let engines: Vec<&str> = tournament.engines().collect();
        let series = engines.iter().zip(&details.times).take(LINES);
        let series: Vec<_> = series
            .map(|(name, times)| Line { name, points: means(times) })
            .filter(|line| !line.points.is_empty())
            .collect();
        if !series.is_empty() {
            self.0 += &lines("Mean time of a turn", "turn of the game", (0.0, 0.1), " ms", &series);
            self.left_out("engines", engines.len(), LINES);
        }
    }

    fn openings(&mut self, details: &Details) {
        self.heading("Openings");
        let mut scores: BTreeMap<&str, u64> = BTreeMap::new();
        for (_, [won, drawn, lost]) in details.openings.values() {
            let points = 2 * won + drawn;
            let games = won + drawn + lost;
            let kind = match points {
                0 => "P2 won every game",
                _ if points == 2 * games => "P1 won every game",
                _ if points > games => "P1 scored more",
                _ if points < games => "P2 scored more",
                _ => "even",
            };
            *scores.entry(kind).or_default() += 1;
        }
        let scores: Vec<_> = scores.into_iter().map(|(kind, number)| format!("{kind}: {number}")).collect();
        self.paragraph(&format!("{}; {}", counted(details.openings.len(), "opening"), scores.join(", ")));
        let rows = details.openings.iter().take(OPENINGS);
        let rows = rows.map(|(number, (text, results))| (format!("{}. {text}", number + 1), *results));
        self.0 += &stacks("Games by their opening", ["P1 won", "drawn", "P2 won"], &rows.collect::<Vec<_>>());
        self.left_out("openings", details.openings.len(), OPENINGS);
    }

    /// Says how many of the things are shown, if not all.
    fn left_out(&mut self, things: &str, all: usize, shown: usize) {
        if all > shown {
            self.paragraph(&format!("The first {shown} of {all} {things}."));
        }
    }
}

/// Every k-th point and the last, about [`POINTS`] in all.
fn thinned(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let (step, last) = (points.len().div_ceil(POINTS).max(1), points.len().saturating_sub(1));
    let kept = points.into_iter().enumerate().filter(|(i, _)| i % step == 0 || *i == last);
    kept.map(|(_, point)| point).collect()
}

/// What only the games themselves show.
struct Details {
    /// Games that P1 won, drew and lost, by the cause of their end.
    causes: BTreeMap<Cause, [u64; 3]>,
    /// For each engine and turn of the game, the sum of the times in milliseconds and their number.
    times: Vec<Vec<(f64, f64)>>,
    /// The openings by their numbers, with the games that P1 won, drew and lost.
    openings: BTreeMap<usize, (String, [u64; 3])>,
}

impl Details {
    fn read(tournament: &Tournament, store: &Store) -> Result<Details, ExportError> {
        let times = vec![Vec::new(); tournament.engines().count()];
        let mut details = Details { causes: BTreeMap::new(), times, openings: BTreeMap::new() };
        each_record(store, |row, record| {
            tournament.check_game(&row.game, Some(&row.result))?;
            details.add(&row.game, &tournament.deciders(&row.game), record);
            Ok(())
        })?;
        Ok(details)
    }

    fn add(&mut self, game: &Game, deciders: &[usize], record: &Record) {
        let result = 2 - record.ending.half_points(Player::P1);
        self.causes.entry(record.ending.cause.clone()).or_default()[result] += 1;
        let (_, results) = self.openings.entry(game.opening).or_insert_with(|| {
            let turns = record.opening().collect::<Vec<_>>().join(" ");
            (if turns.is_empty() { record.start.clone() } else { turns }, [0; 3])
        });
        results[result] += 1;
        for (ply, turn) in record.turns.iter().enumerate() {
            let (Some(info), Some(&engine)) = (&turn.info, deciders.get(turn.seat)) else { continue };
            let times = &mut self.times[engine];
            times.resize(times.len().max(ply + 1), (0.0, 0.0));
            times[ply].0 += info.time.as_secs_f64() * 1000.0;
            times[ply].1 += 1.0;
        }
    }
}

/// The mean time of a turn, over groups of turns if there are many.
fn means(times: &[(f64, f64)]) -> Vec<(f64, f64)> {
    // Opponents alternate: a group of an even number of turns has turns of both.
    let size = (times.len().div_ceil(POINTS / 2)).next_multiple_of(2).max(2);
    let groups = times.chunks(size).zip(0_usize..).filter_map(|(group, number)| {
        let (time, turns) = group.iter().fold((0.0, 0.0), |sum, turn| (sum.0 + turn.0, sum.1 + turn.1));
        let middle = (number * size) as f64 + group.len() as f64 / 2.0;
        (turns > 0.0).then(|| (middle, time / turns))
    });
    groups.collect()
}
