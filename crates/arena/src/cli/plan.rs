//! The flags that say what a tournament is.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use abstract_game::facade::AnyRules;
use arena::engine::limits::{Limits, TimeControl};
use arena::engine::seat_spec::{self, SeatSpec};
use arena::engine::spec::EngineSpec;
use arena::game::judge::{DrawRule, Judging, Resign};
use arena::openings::{Openings, RandomOpenings, parse_openings};
use arena::schedule::Format;
use arena::tournament::{Definition, Settings, TeamDefinition};
use match_stats::{EloBounds, EloModel, Sprt};

use super::Failure;

#[derive(Debug, clap::Args)]
pub(super) struct Plan {
    /// Reads settings from a TOML file; its keys are the long names of these flags. What is said here as well
    /// is not taken from the file.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// An engine, two or more times: `random`, `agon:alphabeta`, `agon:mcts`, or the command line of
    /// any UGI engine; with a name, options and limits of its own as
    /// `'name=A cmd="./x --y" option.Hash=64 nodes=500'` or `'agon:mcts option.Hash=64'`.
    #[arg(short, long = "engine", value_name = "SPEC")]
    engines: Vec<EngineSpec>,
    /// An engine for one seat, instead of `--engine`, once for each seat of the game (`arena games` lists
    /// them): so partners can be different engines. Those of each side play as a team against the other.
    #[arg(short, long = "seat", value_name = "NAME=SPEC", conflicts_with = "engines")]
    seats: Vec<SeatSpec>,

    /// The game; `arena games` lists them.
    #[arg(short, long, default_value = "snorkels")]
    game: String,
    /// An option of the game's rules.
    #[arg(short, long = "rule", value_name = "NAME=VALUE", value_parser = rule)]
    rules: Vec<(String, String)>,

    /// Who meets whom.
    #[arg(short, long, value_enum, default_value_t = FormatName::RoundRobin)]
    format: FormatName,
    /// Of a gauntlet: the first so many engines meet all the others [default: 1].
    #[arg(long, value_name = "N")]
    challengers: Option<usize>,
    /// Of a Swiss tournament: the number of rounds [default: enough for one to win them all].
    #[arg(long, value_name = "N", value_parser = positive)]
    rounds: Option<u64>,
    /// How many games two engines play when they meet; even, since every opening is played twice, with the
    /// sides swapped. With `--sprt`, at most so many [default: 10; with `--sprt` 40000].
    #[arg(short = 'n', long, value_name = "N", value_parser = even)]
    games: Option<usize>,
    /// Ends as soon as a sequential test has decided between these two differences of Elo of the first engine
    /// over the second, as in `0,5`.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<EloBounds>,
    /// What the Elo of `--sprt` is:
    /// `normalised` (needs as many pairs whatever the openings and the draws are) or `logistic` (as in the table).
    #[arg(long, value_name = "MODEL", default_value_t = EloModel::Normalised, requires = "sprt")]
    sprt_model: EloModel,
    /// How often `--sprt` may decide for ELO1 though ELO0 is true.
    #[arg(long, value_name = "P", default_value_t = Sprt::USUAL_RATE, requires = "sprt")]
    alpha: f64,
    /// How often `--sprt` may decide for ELO0 though ELO1 is true.
    #[arg(long, value_name = "P", default_value_t = Sprt::USUAL_RATE, requires = "sprt")]
    beta: f64,

    /// Openings from a file, a line each: turns, or a position with or without turns after `moves`.
    #[arg(long, value_name = "FILE", conflicts_with = "openings_turns")]
    openings: Option<PathBuf>,
    /// Takes the openings of the file in an order that the seed decides.
    #[arg(long)]
    openings_shuffled: bool,
    /// How many random turns each opening has.
    #[arg(long, value_name = "K", default_value_t = RandomOpenings::default().turns)]
    openings_turns: usize,
    /// Leaves out random openings from which either side wins more than so many percent of random games; 100 plays
    /// none [default: 75].
    #[arg(long, value_name = "PERCENT", conflicts_with = "openings",
          value_parser = clap::value_parser!(u8).range(50..=100))]
    openings_balance: Option<u8>,
    /// Leaves out random openings that a search of so many nodes proves to be won or lost; 0 does not search
    /// [default: 2000].
    #[arg(long, value_name = "NODES", conflicts_with = "openings")]
    openings_effort: Option<u64>,
    /// Makes openings and random players; the same seed makes the same.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// A game is a draw after so many turns, those of the opening included.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = positive)]
    max_turns: u64,
    /// Ends a game that both sides' engines see as won by SCORE hundredths or more for the same side, for TURNS
    /// turns of each side in a row.
    #[arg(long, value_name = "SCORE,TURNS")]
    resign: Option<Resign>,
    /// Ends a game as a draw that all engines see as even within SCORE hundredths, for TURNS turns of each side in
    /// a row, not before turn FROM.
    #[arg(long, value_name = "SCORE,TURNS,FROM")]
    draw: Option<DrawRule>,

    /// At most so many nodes a turn.
    #[arg(long, value_name = "N", value_parser = positive)]
    nodes: Option<u64>,
    /// At most so deep.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Milliseconds for each turn [default: 100 if there is no other limit].
    #[arg(long, value_name = "MS", conflicts_with = "tc", value_parser = positive)]
    movetime: Option<u64>,
    /// A clock for each player: seconds for the game, or for each period of TURNS turns, and seconds more after
    /// each turn. Partners share the seconds of their side by their seats.
    #[arg(long, value_name = "[TURNS/]BASE[+INC]")]
    tc: Option<TimeControl>,
    /// How many milliseconds late an answer may be.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// An engine that has not answered so many seconds after its time (or, without a limit of time,
    /// after it was asked) has stalled.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = positive)]
    stall: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FormatName {
    /// Everyone meets everyone.
    RoundRobin,
    /// The first engine, or the first `--challengers`, meet all the others.
    Gauntlet,
    /// In each of `--rounds` rounds, engines with about the same points meet.
    Swiss,
    /// Who loses is out.
    Knockout,
}

fn positive(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| "expected a whole number from 1".to_owned())
}

fn even(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&n: &usize| n > 0 && n.is_multiple_of(2) && n <= 10_000_000);
    number.ok_or_else(|| {
        "expected an even number from 2 to 10000000: each opening is played twice, with the sides swapped"
            .to_owned()
    })
}

pub(super) fn rule(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, as in `size=5`")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// How many games a test plays at the most where nothing is said.
const GAMES_OF_A_TEST: usize = 40_000;
/// How many games two engines play where nothing is said.
const GAMES: usize = 10;

impl Plan {
    /// What the flags say.
    ///
    /// # Errors
    /// They do not fit together.
    pub(super) fn definition(&self) -> Result<Definition, Failure> {
        let mut rules: Box<dyn AnyRules> = games::by_name(&self.game).map_err(Failure::usage)?;
        for (name, value) in &self.rules {
            rules.set_option(name, value).map_err(Failure::usage)?;
        }
        let teams: Vec<TeamDefinition> = if self.seats.is_empty() {
            if self.engines.is_empty() {
                return Err(Failure::usage(
                    "no engine: say who plays by `--engine <SPEC>`, two or more times",
                ));
            }
            self.engines.iter().map(|spec| TeamDefinition::one(spec.to_text())).collect()
        } else {
            seat_spec::teams(&*rules, &self.seats).map_err(Failure::usage)?.into()
        };
        let settings = self.settings(&*rules, teams.len())?;
        let value = |name: &str| Some((name.to_owned(), rules.option(name)?));
        let options = rules.options().iter().filter_map(|spec| value(spec.name)).collect();
        Ok(Definition { game: self.game.clone(), rules: options, teams, settings })
    }

    fn settings(&self, rules: &dyn AnyRules, teams: usize) -> Result<Settings, Failure> {
        let games = self.games.unwrap_or(if self.sprt.is_some() { GAMES_OF_A_TEST } else { GAMES });
        Ok(Settings {
            format: self.format(teams)?,
            pairs: games / 2,
            sprt: self.sprt()?,
            openings: self.openings(rules)?,
            limits: self.limits(),
            judging: Judging {
                max_turns: usize::try_from(self.max_turns).ok(),
                resign: self.resign,
                draw: self.draw,
            },
            seed: self.seed,
        })
    }

    fn format(&self, teams: usize) -> Result<Format, Failure> {
        if self.rounds.is_some() && self.format != FormatName::Swiss {
            return Err(Failure::usage("`--rounds` is for `--format swiss`"));
        }
        if self.challengers.is_some() && self.format != FormatName::Gauntlet {
            return Err(Failure::usage("`--challengers` is for `--format gauntlet`"));
        }
        Ok(match self.format {
            FormatName::RoundRobin => Format::RoundRobin,
            FormatName::Gauntlet => Format::Gauntlet { challengers: self.challengers.unwrap_or(1) },
            FormatName::Swiss => {
                // As many as a knockout would need.
                let enough = u64::from(teams.next_power_of_two().ilog2()).max(1);
                let rounds = self.rounds.unwrap_or(enough);
                Format::Swiss { rounds: usize::try_from(rounds).unwrap_or(usize::MAX) }
            }
            FormatName::Knockout => Format::Knockout,
        })
    }

    fn sprt(&self) -> Result<Option<Sprt>, Failure> {
        let Some(bounds) = self.sprt else { return Ok(None) };
        if self.format != FormatName::RoundRobin {
            return Err(Failure::usage(
                "`--sprt` is for two engines who only meet each other: leave `--format` out",
            ));
        }
        Sprt::new(self.sprt_model, bounds, self.alpha, self.beta).map(Some).map_err(Failure::usage)
    }

    fn openings(&self, rules: &dyn AnyRules) -> Result<Openings, Failure> {
        if let Some(path) = &self.openings {
            let failed = |error: &dyn std::fmt::Display| format!("`{}`: {error}", path.display());
            let text = fs::read_to_string(path).map_err(|error| Failure::Other(failed(&error)))?;
            let list = parse_openings(&text, rules).map_err(|error| Failure::Other(failed(&error)))?;
            for duplicate in &list.duplicates {
                eprintln!(
                    "arena: `{}`, line {}: the same position as in line {}, left out",
                    path.display(),
                    duplicate.line,
                    duplicate.first
                );
            }
            return Ok(Openings::Listed { openings: list.openings, shuffled: self.openings_shuffled });
        }
        // Not left to the parser: it asks for nothing that contradicts something given, as `--openings-turns`.
        if self.openings_shuffled {
            return Err(Failure::usage("`--openings-shuffled` is for `--openings <FILE>`"));
        }
        let mut random = RandomOpenings { turns: self.openings_turns, ..RandomOpenings::default() };
        if let Some(balance) = self.openings_balance {
            random.balance = balance;
        }
        if let Some(effort) = self.openings_effort {
            random.effort = effort;
        }
        Ok(Openings::Random(random))
    }

    fn limits(&self) -> Limits {
        let alone = self.nodes.is_none() && self.depth.is_none();
        let time = match (self.tc, self.movetime) {
            (Some(clock), _) => clock,
            (None, Some(ms)) => TimeControl::PerTurn(Duration::from_millis(ms)),
            (None, None) if alone => TimeControl::PerTurn(Duration::from_millis(100)),
            (None, None) => TimeControl::Unlimited,
        };
        Limits {
            nodes: self.nodes,
            depth: self.depth,
            time,
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.stall),
        }
    }
}
