//! Many games, several at a time.
//!
//! A tournament is a [`Definition`]: data that says what is played. Its games are kept in a
//! [`Store`], and any number of processes [work](Tournament::work) on them together: each takes the next
//! game that nobody plays, and puts its result back. What is played depends on the definition alone, never on who
//! played it or when.

mod definition;
mod error;
mod event;
mod outcome;
mod record;
mod results;
pub(crate) mod roster;
mod settings;
pub(crate) mod stage;
mod summary;
#[cfg(test)]
mod tests;

pub use crate::worker::{Done, Profile, Started};
pub use definition::{Definition, DefinitionError, EngineDefinition, TeamDefinition};
pub use error::TournamentError;
pub use event::{Event, Observer};
pub use outcome::{FinishedGame, Outcome};
pub use results::Results;
pub use settings::{Settings, Work};
pub use summary::{EngineCount, Standing, Summary};

use std::sync::OnceLock;

use abstract_game::Player;
use abstract_game::facade::AnyRules;

use crate::engine::contestant::Entrant;
use crate::engine::fingerprint;
use crate::engine::limits::Limits;
use crate::engine::seating::has_partners;
use crate::engine::team::Team;
use crate::engine::traffic::TrafficLog;
use crate::openings::{Openings, Source};
use crate::schedule::{Game, Schedule, ScheduleError};
use crate::stop::Stop;
use crate::store::{Address, EngineRow, Header, Store};
use crate::tournament::roster::Roster;

/// A tournament, ready to be played.
///
/// ```
/// use abstract_game::facade::AnyRules;
/// use abstract_game::sample::TakeTwo;
/// use arena::engine::random::RandomPlayer;
/// use arena::stop::Stop;
/// use arena::tournament::{Settings, Tournament, Work};
///
/// let settings = Settings { pairs: 10, seed: 7, ..Settings::default() };
/// let rules = TakeTwo::default().boxed_clone();
/// let tournament = Tournament::new(rules, ["heads", "tails"].map(RandomPlayer::entrant).into(), settings)?;
/// let results = tournament.run(&Work::default(), &Stop::new(), &|_, _| ())?;
/// assert_eq!(results.summary.games, 20);
/// println!("{}", arena::report::report(&tournament, &results));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With a store in a file, it can be interrupted at any moment and gone on with, by several processes at a time:
///
/// ```
/// use arena::stop::Stop;
/// use arena::store::Address;
/// use arena::tournament::{Definition, Results, Settings, TeamDefinition, Tournament, Work};
/// # let folder = std::env::temp_dir().join(format!("arena-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let definition = Definition {
///     game: "snorkels".into(),
///     rules: vec![("size".into(), "4".into())],
///     teams: ["random", "name=dice cmd=random"].map(TeamDefinition::one).into(),
///     settings: Settings::default(),
/// };
/// let store = definition.tournament()?.create(&Address::Sqlite(folder.join("small.arena")))?;
///
/// // Later, or elsewhere:
/// let tournament = Tournament::of_store(&store)?;
/// tournament.work(&store, &Work::default(), &Stop::new(), &|_, _| ())?;
/// assert!(tournament.results(&store)?.complete);
/// # drop(store);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tournament {
    pub(crate) rules: Box<dyn AnyRules>,
    pub(crate) roster: Roster,
    pub(crate) settings: Settings,
    pub(crate) schedule: Schedule,
    /// Made when it is asked for first: for the fingerprints, files are read and games are played.
    header: OnceLock<Header>,
}

impl Tournament {
    /// A tournament of entrants who each decide for all seats of their side.
    ///
    /// # Errors
    /// There are fewer than two entrants, two of one name, or settings that do not fit together.
    pub fn new(
        rules: Box<dyn AnyRules>,
        entrants: Vec<Entrant>,
        settings: Settings,
    ) -> Result<Tournament, TournamentError> {
        Tournament::of_teams(rules, entrants.into_iter().map(Team::from).collect(), settings)
    }

    /// A tournament of teams. In the second game of a pair the teams have changed sides: who decided for the
    /// first seat of one side decides for the first of the other, and so on.
    ///
    /// # Errors
    /// There are fewer than two teams, two players or teams of one name, a team that does not fit the seats,
    /// or settings that do not fit together.
    pub fn of_teams(
        rules: Box<dyn AnyRules>,
        teams: Vec<Team>,
        settings: Settings,
    ) -> Result<Tournament, TournamentError> {
        if teams.len() < 2 {
            return Err(TournamentError::TooFew(teams.len()));
        }
        if settings.sprt.is_some() && teams.len() > 2 {
            return Err(TournamentError::TestOfMany(teams.len()));
        }
        let roster = Roster::new(&*rules, teams)?;
        let schedule = Schedule::new(settings.format, roster.teams.len(), settings.pairs)?;
        // That there are no openings of this kind is to be known before anything is made or played.
        Source::new(&*rules, &settings.openings, settings.seed, Vec::new())?.next()?;
        Ok(Tournament { rules, roster, settings, schedule, header: OnceLock::new() })
    }

    /// The tournament that a store holds.
    ///
    /// # Errors
    /// The store cannot be read, or an engine of the tournament is not here.
    pub fn of_store(store: &Store) -> Result<Tournament, TournamentError> {
        store.header()?.definition.parse::<Definition>()?.tournament()
    }

    /// The tournament as data.
    #[must_use]
    pub fn definition(&self) -> Definition {
        let options = self.rules.options().iter();
        let value = |name: &str| Some((name.to_owned(), self.rules.option(name)?));
        Definition {
            game: self.rules.name().to_owned(),
            rules: options.filter_map(|spec| value(spec.name)).collect(),
            teams: self.roster.definitions(),
            settings: self.settings.clone(),
        }
    }

    /// Makes a store for this tournament, without any game yet.
    ///
    /// # Errors
    /// There is a tournament at that address, the store cannot be written, or an engine's files cannot be read.
    pub fn create(&self, address: &Address) -> Result<Store, TournamentError> {
        Ok(Store::create(address, self.header()?)?)
    }

    /// What a store keeps about the tournament.
    fn header(&self) -> Result<&Header, TournamentError> {
        if let Some(header) = self.header.get() {
            return Ok(header);
        }
        let mut engines = Vec::with_capacity(self.roster.engines.len());
        for engine in &self.roster.engines {
            let start = |fault| TournamentError::Start { name: engine.name.clone(), fault };
            let fingerprint = engine.launcher.fingerprint().map_err(start)?;
            engines.push(EngineRow { name: engine.name.clone(), spec: engine.spec.clone(), fingerprint });
        }
        let definition = self.definition().to_json();
        let (game, game_fingerprint) = (self.rules.name().to_owned(), fingerprint::of_game(&*self.rules));
        Ok(self.header.get_or_init(|| Header { definition, engines, game, game_fingerprint }))
    }

    /// Refuses a store of another tournament, and one whose games were played by other versions of the engines or
    /// of the game than those here.
    ///
    /// # Errors
    /// What differs.
    pub fn check(&self, store: &Store) -> Result<(), TournamentError> {
        let (there, here) = (store.header()?, self.header()?);
        // Both as they are written: a limit may have digits that are not.
        if there.definition.parse::<Definition>()? != here.definition.parse()? {
            return Err(TournamentError::OtherTournament(store.address().to_string()));
        }
        if there.game_fingerprint != here.game_fingerprint {
            return Err(TournamentError::OtherGame(there.game));
        }
        for (there, here) in there.engines.into_iter().zip(&here.engines) {
            if there.fingerprint != here.fingerprint {
                let (name, here) = (here.name.clone(), here.fingerprint.clone());
                let there = there.fingerprint;
                return Err(TournamentError::OtherEngine { name, there, here });
            }
        }
        Ok(())
    }

    /// Writes what passes between the arena and the engines that are started from now on to a log.
    pub fn log(&mut self, log: &TrafficLog) {
        for engine in &mut self.roster.engines {
            engine.launcher.log(log);
        }
    }

    /// Plays the whole tournament with a store in memory.
    ///
    /// # Errors
    /// Those of [`work`](Self::work).
    pub fn run(&self, work: &Work, stop: &Stop, observer: &Observer<'_>) -> Result<Results, TournamentError> {
        let store = self.create(&Address::Memory)?;
        self.work(&store, work, stop, observer)?;
        self.results(&store)
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &dyn AnyRules {
        &*self.rules
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Who meets whom.
    #[must_use]
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Refuses a game of a store that this tournament cannot have.
    pub(crate) fn own(&self, game: &Game) -> Result<(), ScheduleError> {
        let entrants = self.roster.teams.len();
        match game.entrants.into_iter().find(|&entrant| entrant >= entrants) {
            None => Ok(()),
            Some(stranger) => {
                let what = format!("entrant {} of {entrants} plays in them", stranger + 1);
                Err(ScheduleError::foreign(game.round, what))
            }
        }
    }

    /// Whether all games are meant to begin in the same position.
    fn repeats_openings(&self) -> bool {
        matches!(&self.settings.openings, Openings::Random(random) if random.turns == 0)
    }

    /// The names of those who meet each other: entrants or teams.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.roster.teams.iter().map(|team| team.name.as_str())
    }

    /// The names of all engines; the same as the [names](Self::names) where every team is one engine.
    pub fn engines(&self) -> impl Iterator<Item = &str> {
        self.roster.engines.iter().map(|engine| engine.name.as_str())
    }

    /// The name of an engine.
    ///
    /// # Panics
    /// If there is no such engine.
    #[must_use]
    pub fn engine(&self, engine: usize) -> &str {
        &self.roster.engines[engine].name
    }

    /// The name of the entrant or team on that side of a game.
    #[must_use]
    pub fn name(&self, game: &Game, player: Player) -> &str {
        &self.roster.teams[game.entrant(player)].name
    }

    /// The engine that decides for each seat of a game, as an index into [`engines`](Self::engines).
    #[must_use]
    pub fn deciders(&self, game: &Game) -> Vec<usize> {
        self.roster.deciders(self.rules.seats(), game)
    }

    /// Who decides for a seat in a game, in words: the engine's name, after the seat's where partners can
    /// decide for themselves.
    #[must_use]
    pub fn who(&self, game: &Game, seat: usize) -> String {
        let (seats, name) = (self.rules.seats(), &self.roster.engines[self.deciders(game)[seat]].name);
        if has_partners(seats) { format!("{} {name}", seats[seat].name) } else { name.clone() }
    }

    /// The limits of an engine's turns: its own, where it has some, and otherwise the tournament's.
    #[must_use]
    pub fn limits(&self, engine: usize) -> Limits {
        self.roster.engines[engine].limits.over(&self.settings.limits)
    }
}
