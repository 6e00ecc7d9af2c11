//! The flags that define a tournament, and `arena games`.

use std::fmt::{Display, Write as _};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::counted;
use crate::engine::{
    CommonSpec, EngineLimits, EngineSpec, SeatSpec, Team, TimeControl, has_partners, name_engines, seats_of,
    teams_of_seats,
};
use crate::game::Judging;
use crate::openings::{
    OpeningList, Openings, RandomOpenings, is_record, openings_of_records, parse_openings,
};
use crate::schedule::Format;
use crate::tournament::{Settings, Tournament, rules_with};
use abstract_game::facade::AnyRules;
use abstract_game::{OptionKind, Player};
use clap::builder::RangedU64ValueParser;
use match_stats::{EloBounds, EloModel, Sprt};
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;

use super::output::{Failure, print};
use super::records::record_files;

#[derive(Debug, clap::Args)]
pub(super) struct TournamentFlags {
    /// TOML file with settings; its keys are the long names of these flags. Flags on the command line replace those
    /// of the file.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Name of the event, for tables, PGN and the report.
    #[arg(long, value_name = "NAME", value_parser = line)]
    event: Option<String>,
    #[command(flatten)]
    players: PlayerFlags,
    #[command(flatten)]
    schedule: ScheduleFlags,
    #[command(flatten)]
    test: TestFlags,
    #[command(flatten)]
    openings: OpeningFlags,
    #[command(flatten, next_help_heading = "Adjudication")]
    judging: Judging,
    #[command(flatten, next_help_heading = "Limits of engines")]
    limits: EngineLimits,
}

/// Who plays what.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Engines and game")]
#[group(skip)]
struct PlayerFlags {
    /// Engine, given two or more times: `random`, `careful`, `agon:auto`, `agon:alphabeta`, `agon:mcts`, or the command line of any UGI
    /// engine; with a name, options and limits of its own as
    /// `'name=A cmd="./x --y" option.Hash=64 nodes=500'` or `'agon:mcts option.Hash=64'`.
    #[arg(short, long = "engine", value_name = "SPEC")]
    engines: Vec<EngineSpec>,
    /// What all engines have in common, in the words of an engine's description: `'option.Hash=64 nodes=500'`. An engine's
    /// own words come first.
    #[arg(long, value_name = "WORDS")]
    each: Option<CommonSpec>,
    /// Engine of one seat, instead of `--engine`, given once for each seat of the game (`arena games` lists them), so
    /// that partners can be different engines. The engines of each side play as a team against the other.
    #[arg(short, long = "seat", value_name = "NAME=SPEC", conflicts_with = "engines")]
    seats: Vec<SeatSpec>,
    /// Game; `arena games` lists all.
    #[arg(short, long, default_value = games::DEFAULT)]
    game: String,
    /// Option of the game's rules.
    #[arg(short, long = "rule", value_name = "NAME=VALUE", value_parser = rule)]
    rules: Vec<(String, String)>,
}

/// Who plays whom.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Format")]
#[group(skip)]
struct ScheduleFlags {
    /// Format of the tournament.
    #[arg(short, long, value_enum, default_value_t = FormatName::RoundRobin)]
    format: FormatName,
    /// Number of engines, from the first, that play all others in a gauntlet [default: 1].
    #[arg(long, value_name = "N")]
    challengers: Option<usize>,
    /// Number of rounds of a Swiss tournament [default: enough for one engine to win them all].
    #[arg(long, value_name = "N")]
    rounds: Option<usize>,
    /// Number of games that two engines play when they meet: an even number, since games come in pairs, an opening
    /// played twice with the sides swapped, or with `--no-swap` two openings. With `--sprt`, the maximum [default: 10;
    /// with `--sprt` 40000].
    #[arg(short = 'n', long, value_name = "N", value_parser = even)]
    games: Option<usize>,
    /// Do not swap the sides: of two engines, the one that is given first is P1 in all games. Each game has its own opening.
    #[arg(long)]
    no_swap: bool,
}

/// When a tournament of two is decided.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Sequential test")]
#[group(skip)]
struct TestFlags {
    /// Stop as soon as a sequential test has decided between these two Elo differences of the first engine over the
    /// second, as in `0,5`.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<EloBounds>,
    /// Elo model of `--sprt`: `normalised` (the number of pairs needed does not depend on openings and draws) or
    /// `logistic` (as in the table).
    #[arg(long, value_name = "MODEL", default_value_t = EloModel::Normalised, requires = "sprt", value_parser = elo_model)]
    sprt_model: EloModel,
    /// Probability that `--sprt` decides for ELO1 although ELO0 is true.
    #[arg(long, value_name = "P", default_value_t = Sprt::USUAL_RATE, requires = "sprt")]
    alpha: f64,
    /// Probability that `--sprt` decides for ELO0 although ELO1 is true.
    #[arg(long, value_name = "P", default_value_t = Sprt::USUAL_RATE, requires = "sprt")]
    beta: f64,
}

/// Where the games begin.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Openings")]
#[group(skip)]
struct OpeningFlags {
    /// File of openings, one a line: turns, or a position with or without turns after `moves`. Or a record of a game, or a
    /// folder of records: their openings.
    #[arg(long, value_name = "FILE", conflicts_with = "openings_turns")]
    openings: Option<PathBuf>,
    /// Shuffle the openings of the file by the seed.
    #[arg(long)]
    openings_shuffled: bool,
    /// Use only the first PLIES turns of each opening of the file. Of records: the first turns of the games instead of
    /// their openings.
    #[arg(long, value_name = "PLIES", requires = "openings")]
    openings_plies: Option<usize>,
    /// Begin with the opening of this number, from 1; those before it come last.
    #[arg(long, value_name = "N", requires = "openings", conflicts_with = "openings_shuffled",
          value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    openings_start: Option<usize>,
    #[command(flatten)]
    random: RandomOpenings,
    /// Seed of openings and random engines.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FormatName {
    /// Each engine plays all others.
    RoundRobin,
    /// The first engine, or the first `--challengers`, play all others.
    Gauntlet,
    /// In each of `--rounds` rounds, engines with about the same points play each other.
    Swiss,
    /// The loser is eliminated.
    Knockout,
    /// Each engine plays all before it, then the next one enters.
    Pyramid,
}

pub(super) fn even(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&n: &usize| n > 0 && n.is_multiple_of(2) && n <= 10_000_000);
    number.ok_or_else(|| {
        "expected an even number from 2 to 10000000: games are scheduled and counted in pairs".to_owned()
    })
}

fn elo_model(text: &str) -> Result<EloModel, serde::de::value::Error> {
    EloModel::deserialize(text.into_deserializer())
}

/// A text in one line.
pub(super) fn line(text: &str) -> Result<String, String> {
    let valid = !text.trim().is_empty() && text.chars().all(printable::is_printable);
    let expected = "expected a text in one line, of characters that can be seen";
    if valid { Ok(text.to_owned()) } else { Err(expected.to_owned()) }
}

pub(super) fn rule(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, as in `size=5`")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl TournamentFlags {
    /// The tournament. `note` gets a line about each opening that is left out.
    ///
    /// # Errors
    /// The flags do not fit together.
    pub(super) fn tournament(&self, note: &dyn Fn(&str)) -> Result<Tournament, Failure> {
        let rules = rules_with(&self.players.game, &self.players.rules).map_err(Failure::usage)?;
        let mut teams = self.players.teams(&*rules)?;
        let TournamentFlags { schedule, test, openings, .. } = self;
        let games = schedule.games.unwrap_or(if test.sprt.is_some() { 40_000 } else { 10 });
        let settings = Settings {
            event: self.event.clone(),
            format: schedule.format(teams.len())?,
            pairs: games / 2,
            no_swap: schedule.no_swap,
            sprt: test.sprt(schedule)?,
            openings: openings.openings(&*rules, note)?,
            limits: self.limits(),
            judging: self.judging,
            seed: openings.seed,
        };
        name_engines(teams.iter_mut().flat_map(|team| &mut team.engines));
        Tournament::new(rules, teams, settings).map_err(Failure::usage)
    }

    fn limits(&self) -> EngineLimits {
        let mut limits = self.limits.clone();
        if !limits.limits_turns() {
            limits.movetime = Some(Duration::from_millis(100));
        }
        limits.tc = limits.tc.filter(|&time| time != TimeControl::Unlimited);
        limits
    }
}

impl PlayerFlags {
    fn teams(&self, rules: &dyn AnyRules) -> Result<Vec<Team>, Failure> {
        let mut teams: Vec<Team> = match &self.engines[..] {
            _ if !self.seats.is_empty() => teams_of_seats(rules, &self.seats).map_err(Failure::usage)?.into(),
            [] => return Err(Failure::usage("no engine: give `--engine <SPEC>` two or more times")),
            engines => engines.iter().cloned().map(Team::from).collect(),
        };
        if let Some(common) = &self.each {
            teams.iter_mut().flat_map(|team| &mut team.engines).for_each(|engine| engine.complete(common));
        }
        Ok(teams)
    }
}

impl ScheduleFlags {
    fn format(&self, teams: usize) -> Result<Format, Failure> {
        if self.rounds.is_some() && self.format != FormatName::Swiss {
            return Err(Failure::usage("`--rounds` is for `--format swiss`"));
        }
        if self.challengers.is_some() && self.format != FormatName::Gauntlet {
            return Err(Failure::usage("`--challengers` is for `--format gauntlet`"));
        }
        // As many rounds as a knockout has.
        let enough = teams.next_power_of_two().ilog2().max(1) as usize;
        Ok(match self.format {
            FormatName::RoundRobin => Format::RoundRobin,
            FormatName::Gauntlet => Format::Gauntlet { challengers: self.challengers.unwrap_or(1) },
            FormatName::Swiss => Format::Swiss { rounds: self.rounds.unwrap_or(enough) },
            FormatName::Knockout => Format::Knockout,
            FormatName::Pyramid => Format::Pyramid,
        })
    }
}

impl TestFlags {
    fn sprt(&self, schedule: &ScheduleFlags) -> Result<Option<Sprt>, Failure> {
        let Some(bounds) = self.sprt else { return Ok(None) };
        if schedule.format != FormatName::RoundRobin {
            return Err(Failure::usage(
                "`--sprt` is for two engines that only play each other: leave `--format` out",
            ));
        }
        Sprt::new(self.sprt_model, bounds, self.alpha, self.beta).map(Some).map_err(Failure::usage)
    }
}

impl OpeningFlags {
    fn openings(&self, rules: &dyn AnyRules, note: &dyn Fn(&str)) -> Result<Openings, Failure> {
        if let Some(path) = &self.openings {
            let failed = |error: &dyn Display| Failure::Other(format!("`{}`: {error}", path.display()));
            let (plies, file) = (self.openings_plies, path.display());
            let read = |path: &PathBuf| fs::read_to_string(path).map_err(|error| failed(&error));
            let texts = if path.is_dir() {
                record_files(path)?.iter().map(read).collect::<Result<Vec<_>, _>>()?
            } else {
                vec![read(path)?]
            };
            let (list, what) = if path.is_dir() || is_record(&texts[0]) {
                (openings_of_records(&texts, plies, rules), "record")
            } else {
                (parse_openings(&texts[0], plies, rules), "line")
            };
            let OpeningList { mut openings, duplicates, short, .. } = list.map_err(|error| failed(&error))?;
            for (line, first) in duplicates {
                let same = format!("{what} {line}: the same position as in {what} {first}, left out");
                note(&format!("arena: `{file}`, {same}"));
            }
            for record in short {
                note(&format!("arena: `{file}`, record {record}: over before, left out"));
            }
            let start = self.openings_start.unwrap_or(1) - 1;
            if start >= openings.len() {
                let openings = counted(openings.len(), "opening");
                let message = format!("`{file}` has {openings}: none of number {}", start + 1);
                return Err(Failure::usage(message));
            }
            openings.rotate_left(start);
            return Ok(Openings::Listed { openings, shuffled: self.openings_shuffled });
        }
        // The parser cannot check this: it does not require a flag that conflicts with a given one.
        if self.openings_shuffled {
            return Err(Failure::usage("`--openings-shuffled` is for `--openings <FILE>`"));
        }
        Ok(Openings::Random(self.random))
    }
}

/// Lists the games and the options of their rules.
pub(super) fn games() -> Result<(), Failure> {
    let mut text = String::new();
    for name in ::games::names() {
        let rules = games::by_name(name)?;
        let _ = writeln!(text, "{name}");
        if has_partners(rules.seats()) {
            let sides = Player::BOTH.map(|side| {
                let names = seats_of(rules.seats(), side).map(|seat| rules.seats()[seat].name);
                names.collect::<Vec<_>>().join(" and ")
            });
            let _ = writeln!(text, "  --seat NAME=ENGINE  ({})", sides.join(" against "));
        }
        for spec in rules.options() {
            let takes = match spec.kind {
                OptionKind::Check { .. } => "true or false".to_owned(),
                OptionKind::Spin { min, max, .. } => format!("{min} to {max}"),
                OptionKind::Combo { values, .. } => values.join(", "),
                OptionKind::Text { .. } => "text".to_owned(),
            };
            let default = rules.option(spec.name).unwrap_or_default();
            let _ = writeln!(text, "  --rule {}={default}  ({takes}): {}", spec.name, spec.about);
        }
    }
    print(&text)
}
