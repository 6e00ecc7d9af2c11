//! `arena run`.

use std::path::PathBuf;
use std::time::Duration;

use abstract_game::facade::AnyRules;
use arena::engine_spec::{EngineSpec, unique_names};
use arena::limits::{Limits, TimeControl};
use arena::progress::{Progress, Style};
use arena::recorder::Recorder;
use arena::report::report;
use arena::seat_spec::{self, SeatError, SeatSpec};
use arena::statistics::Summary;
use arena::stop::Stop;
use arena::team::Team;
use arena::tournament::{Observer, Settings, Tournament};
use arena::watch::{Games, Watcher};

use super::{FAULTS, Failure, INTERRUPTED};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// An engine, two or more times: `random`, `agon:alphabeta`, `agon:mcts`, or the command line of
    /// any UGI engine; with a name and options as `'name=A cmd="./x --y" option.Hash=64'` or
    /// `'agon:mcts option.Hash=64'`.
    #[arg(short, long = "engine", value_name = "SPEC", required_unless_present = "seats")]
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

    /// How many games each two engines play; even, since every opening is played twice, with the
    /// sides swapped.
    #[arg(short = 'n', long, value_name = "N", default_value = "10", value_parser = even)]
    games: usize,
    /// How many random turns each opening has.
    #[arg(long, value_name = "K", default_value_t = 2)]
    openings_turns: usize,
    /// Makes openings and random players; the same seed makes the same.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A game is a draw after so many turns, those of the opening included.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = positive)]
    max_turns: u64,

    /// At most so many nodes a turn.
    #[arg(long, value_name = "N", value_parser = positive)]
    nodes: Option<u64>,
    /// At most so deep.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Milliseconds for each turn [default: 100 if there is no other limit].
    #[arg(long, value_name = "MS", conflicts_with = "tc", value_parser = positive)]
    movetime: Option<u64>,
    /// A clock for each player: seconds for the game, and seconds more after each turn. Partners share the
    /// seconds of their side by their seats.
    #[arg(long, value_name = "BASE+INC")]
    tc: Option<TimeControl>,
    /// How many milliseconds late an answer may be.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,
    /// An engine that has not answered so many seconds after its time (or, without a limit of time,
    /// after it was asked) has stalled.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = positive)]
    stall: u64,

    /// How many games are played at the same time.
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = positive)]
    concurrency: u64,
    /// Keeps a record of every game, and the table, in this new folder.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Draws the boards while they are played: of the first game, or of all, one game at a time.
    #[arg(short, long, value_name = "WHICH", num_args = 0..=1, require_equals = true,
          default_missing_value = "first")]
    watch: Option<Watched>,
    /// How many milliseconds `--watch` stops after each board.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pause: u64,
    /// Tells no progress, only faults and the results.
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Watched {
    First,
    All,
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

impl Args {
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

    fn settings(&self) -> Settings {
        Settings {
            pairs: self.games / 2,
            opening_turns: self.openings_turns,
            limits: self.limits(),
            concurrency: usize::try_from(self.concurrency).unwrap_or(usize::MAX),
            seed: self.seed,
            max_turns: usize::try_from(self.max_turns).ok(),
        }
    }

    fn tournament(&self) -> Result<Tournament, Failure> {
        let mut rules: Box<dyn AnyRules> = games::by_name(&self.game).map_err(Failure::usage)?;
        for (name, value) in &self.rules {
            rules.set_option(name, value).map_err(Failure::usage)?;
        }
        let teams = if self.seats.is_empty() { self.entrants(&*rules)? } else { self.teams(&*rules)? };
        Tournament::of_teams(rules, teams, self.settings()).map_err(Failure::usage)
    }

    /// Everyone for himself.
    fn entrants(&self, rules: &dyn AnyRules) -> Result<Vec<Team>, Failure> {
        let names = unique_names(&self.engines);
        let entrants = self.engines.iter().zip(&names).map(|(spec, name)| spec.entrant(name, rules));
        entrants.map(|entrant| entrant.map(Team::from).map_err(Failure::other)).collect()
    }

    /// The engines of the seats.
    fn teams(&self, rules: &dyn AnyRules) -> Result<Vec<Team>, Failure> {
        let teams = seat_spec::teams(rules, &self.seats);
        teams.map(Vec::from).map_err(|error| match error {
            SeatError::Engine(_) => Failure::other(error),
            _ => Failure::usage(error),
        })
    }
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let tournament = args.tournament()?;
    let stop = Stop::new();
    let recorder = args.out.as_ref().map(|out| Recorder::create(out, stop.clone())).transpose();
    let recorder = recorder.map_err(Failure::other)?;
    let progress = Progress::new(&tournament, if args.quiet { Style::Quiet } else { Style::fitting() });
    let watcher = args.watch.map(|watched| {
        let games = match watched {
            Watched::First => Games::First,
            Watched::All => Games::OneAtATime,
        };
        Watcher::new(games, Duration::from_millis(args.pause), |text| progress.print(text))
    });
    listen_for_ctrl_c(&stop)?;

    // A game's record first: whoever reads of a result finds it written.
    let mut observers: Vec<&dyn Observer> = Vec::new();
    observers.extend(recorder.as_ref().map(|recorder| recorder as &dyn Observer));
    observers.extend(watcher.as_ref().map(|watcher| watcher as &dyn Observer));
    observers.push(&progress);
    let results = tournament.run(&stop, &observers[..]);
    progress.close();
    let results = results.map_err(Failure::other)?;

    let text = report(&results);
    super::print(&format!("{}\n{text}", heading(&tournament)));
    if let Some(recorder) = &recorder {
        if let Some(failure) = recorder.failure() {
            return Err(Failure::other(failure));
        }
        let table = format!("{}\n{text}", heading(&tournament));
        recorder.write("results.txt", &table).map_err(Failure::other)?;
        super::print(&format!("records: {}\n", recorder.folder().display()));
    }
    if results.games.len() < results.scheduled {
        return Ok(INTERRUPTED);
    }
    Ok(if Summary::of(&results).faults() > 0 { FAULTS } else { 0 })
}

/// What was played, in one line; of the rules, the options that are not at their defaults.
fn heading(tournament: &Tournament) -> String {
    let (rules, settings) = (tournament.rules(), tournament.settings());
    let default = games::by_name(rules.name()).ok();
    let mut game = rules.name().to_owned();
    for spec in rules.options() {
        let value = rules.option(spec.name).unwrap_or_default();
        if default.as_ref().and_then(|default| default.option(spec.name)) != Some(value.clone()) {
            game += &format!(" {}={value}", spec.name);
        }
    }
    let opening = match settings.opening_turns {
        0 => "no openings".to_owned(),
        1 => "openings of 1 random turn".to_owned(),
        n => format!("openings of {n} random turns"),
    };
    format!("{game}; {}; {opening}; seed {}\n", settings.limits, settings.seed)
}

/// The first Ctrl-C lets the running games finish, the second abandons them, the third gives up
/// waiting for engines that do not obey.
fn listen_for_ctrl_c(stop: &Stop) -> Result<(), Failure> {
    let stop = stop.clone();
    ctrlc::set_handler(move || {
        if stop.abandoned() {
            std::process::exit(i32::from(INTERRUPTED));
        } else if stop.ask() {
            eprintln!("arena: finishing the running games (Ctrl-C again abandons them)");
        } else {
            eprintln!("arena: abandoning the running games");
        }
    })
    .map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))
}
