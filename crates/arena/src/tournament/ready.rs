//! A tournament that is ready to be played.

use std::collections::{BTreeSet, HashSet};
use std::sync::OnceLock;

use abstract_game::Player;
use abstract_game::facade::AnyRules;

use super::definition::{Definition, Settings, TournamentError, invalid, rules_with};
use crate::engine::{
    Engine, EngineLimits, EngineSpec, Fault, LaunchSettings, Team, TrafficLog, game_fingerprint,
    has_partners, name_engines, seats_of,
};
use crate::openings::{Candidates, OpeningError, Openings};
use crate::schedule::{Game, Schedule, ScheduleError};
use crate::stop::Stop;
use crate::store::{Address, EngineRow, GameResult, Header, Store};

/// A tournament, ready to be played.
///
/// ```
/// use abstract_game::facade::AnyRules;
/// use abstract_game::sample::TakeTwo;
/// use arena::engine::EngineSpec;
/// use arena::stop::Stop;
/// use arena::tournament::{Settings, Tournament};
/// use arena::worker::WorkSettings;
///
/// let settings = Settings { pairs: 10, seed: 7, ..Settings::default() };
/// let rules = TakeTwo::default().boxed_clone();
/// let tournament = Tournament::new(rules, ["heads", "tails"].map(EngineSpec::random), settings)?;
/// let results = tournament.run(&WorkSettings::default(), &Stop::new(), &|_, _| ())?;
/// assert_eq!(results.summary.games, 20);
/// println!("{}", arena::report::report(&tournament, &results));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With a store in a file, it can be interrupted at any time and resumed, by several processes at a time:
///
/// ```
/// use arena::engine::EngineSpec;
/// use arena::stop::Stop;
/// use arena::store::Address;
/// use arena::tournament::{Settings, Tournament};
/// use arena::worker::WorkSettings;
/// # let folder = std::env::temp_dir().join(format!("arena-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let mut rules = games::by_name("snorkels")?;
/// rules.set_option("size", "4")?;
/// let engines = ["heads", "tails"].map(EngineSpec::random);
/// let tournament = Tournament::new(rules, engines, Settings::default())?;
/// let store = tournament.create(&Address::Sqlite(folder.join("small.arena")))?;
///
/// // Later, or in another process:
/// let tournament = Tournament::of_store(&store)?;
/// tournament.work(&store, &WorkSettings::default(), &Stop::new(), &|_, _| ())?;
/// assert!(tournament.results(&store)?.complete);
/// # drop(store);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tournament {
    rules: Box<dyn AnyRules>,
    /// The different rules of the games, by the armies of the teams.
    variants: Vec<Box<dyn AnyRules>>,
    /// All engines have names.
    teams: Vec<Team>,
    /// The names of the teams.
    names: Vec<String>,
    settings: Settings,
    schedule: Schedule,
    log: Option<TrafficLog>,
    /// The processors of the engines of each worker; empty: any.
    processors: Vec<Vec<usize>>,
    /// Made on first use: the fingerprints need files to be read and games to be played.
    header: OnceLock<Header>,
}

impl Tournament {
    /// A tournament of teams, or of engines that each decide for all seats of their side. In the second game of a pair
    /// the teams have changed sides: the engine of one side's first seat decides for the first seat of the other, and
    /// so on.
    ///
    /// # Errors
    /// There are fewer than two teams, two engines or teams of one name, a team that does not fit the seats, an army that
    /// does not fit the rules, or settings that do not fit together.
    pub fn new<T: Into<Team>>(
        rules: Box<dyn AnyRules>,
        teams: impl IntoIterator<Item = T>,
        settings: Settings,
    ) -> Result<Tournament, TournamentError> {
        let tournament = Tournament::unchecked(rules, teams.into_iter().map(Into::into).collect(), settings)?;
        // Missing openings must be reported before anything is created or played.
        tournament.candidates()?.check()?;
        Ok(tournament)
    }

    /// A tournament whose openings are not checked: the searches take time.
    fn unchecked(
        rules: Box<dyn AnyRules>,
        mut teams: Vec<Team>,
        settings: Settings,
    ) -> Result<Tournament, TournamentError> {
        for engine in teams.iter_mut().flat_map(|team| &mut team.engines) {
            engine.name = Some(engine.to_string());
        }
        let names: Vec<String> = teams.iter().map(Team::name).collect();
        let schedule = settings.schedule(teams.len())?;
        if settings.sprt.is_some() && teams.len() > 2 {
            return invalid(format!(
                "a sequential test is for two entrants, not {}: leave the test out, or enter two",
                teams.len()
            ));
        }
        teams.iter().try_for_each(|team| check_seats(&*rules, team))?;
        check_names(teams.iter().flat_map(|team| &team.engines).filter_map(|engine| engine.name.as_ref()))?;
        check_names(names.iter())?;
        let (variants, header) = (variants(&*rules, &teams)?, OnceLock::new());
        let (log, processors) = (None, Vec::new());
        let tournament =
            Tournament { rules, variants, teams, names, settings, schedule, log, processors, header };
        let forbidden = |&engine: &usize| {
            let limits = tournament.limits(engine);
            limits.ponders() && !limits.allow_pondering()
        };
        if let Some(engine) = (0..tournament.engines().count()).find(forbidden) {
            return invalid(format!(
                "`{}` cannot ponder: `ponder` needs a limit of time (`tc` or `movetime`), and no `nodes`, `depth` or \
                 `cputime`. `ponder=false` in an engine's description switches it off for that engine",
                tournament.engine(engine)
            ));
        }
        Ok(tournament)
    }

    /// The tournament in a store. Its openings were checked when it was created.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn of_store(store: &Store) -> Result<Tournament, TournamentError> {
        let definition = Definition::of_store(store)?;
        let (rules, teams) = definition.rules_and_teams()?;
        Tournament::unchecked(rules, teams, definition.settings)
    }

    /// The tournament as data.
    pub fn definition(&self) -> Definition {
        let (game, rules) = (self.rules.name().to_owned(), self.rules.option_values());
        Definition { game, rules, teams: self.teams.clone(), settings: self.settings.clone() }
    }

    /// The definition as a store has it: a limit may have more digits than its text.
    pub(super) fn as_written(&self) -> Result<Definition, TournamentError> {
        self.definition().to_json().parse()
    }

    /// Creates a store for this tournament, without any game yet.
    ///
    /// # Errors
    /// The address holds a tournament already, the store cannot be written, or an engine's files cannot be read.
    pub fn create(&self, address: &Address) -> Result<Store, TournamentError> {
        Ok(Store::create(address, self.header()?)?)
    }

    /// The header of the tournament's store.
    fn header(&self) -> Result<&Header, TournamentError> {
        if let Some(header) = self.header.get() {
            return Ok(header);
        }
        let game = self.rules.name().to_owned();
        let engines = self.specs().enumerate().map(|(number, engine)| {
            let spec = EngineSpec { name: None, ..engine.clone() }.to_text();
            Ok(EngineRow { name: engine.to_string(), spec, fingerprint: self.fingerprint(number)? })
        });
        let engines = engines.collect::<Result<_, TournamentError>>()?;
        let (definition, game_fingerprint) = (self.definition().to_json(), game_fingerprint(&*self.rules));
        Ok(self.header.get_or_init(|| Header { definition, engines, game, game_fingerprint }))
    }

    /// Refuses a store of another tournament, and one with games by other versions of the engines or of the game.
    ///
    /// # Errors
    /// The difference.
    pub fn check(&self, store: &Store) -> Result<(), TournamentError> {
        let (there, here) = (store.header()?, self.header()?);
        let (definition, own) = (Definition::of_store(store)?, self.as_written()?);
        if definition != own {
            return invalid(format!(
                "`{}` holds another tournament: {}. Continue it with `arena resume`, or name another store for this one",
                store.address(),
                own.differences(&definition)
            ));
        }
        if there.game_fingerprint != here.game_fingerprint {
            return invalid(format!(
                "the rules of {} here are another version than those with which the tournament began: games by both \
                 cannot be counted together",
                there.game
            ));
        }
        for (accepted, here) in self.accepted(store)?.into_iter().zip(&here.engines) {
            if !accepted.contains(&here.fingerprint) {
                return invalid(format!(
                    "the engine `{}` here is another version than the one with which the tournament began \
                     (fingerprint {}, not {}): games of both cannot be counted together, unless `arena accept` \
                     records that decision",
                    here.name,
                    here.fingerprint,
                    accepted.join(" or ")
                ));
            }
        }
        Ok(())
    }

    /// The fingerprint of an engine as its files are now.
    pub(super) fn fingerprint(&self, engine: usize) -> Result<String, TournamentError> {
        let fingerprint = self.spec(engine).fingerprint(self.rules.name());
        fingerprint.map_err(|fault| TournamentError::Start(self.engine(engine).to_owned(), fault))
    }

    /// Logs the traffic of engines that are started from now on.
    pub fn log_traffic(&mut self, log: TrafficLog) {
        self.log = Some(log);
    }

    /// Binds the engines that are started from now on to processors: those of each worker.
    pub fn bind_engines(&mut self, processors: Vec<Vec<usize>>) {
        self.processors = processors;
    }

    /// The candidates for the openings. They can be played with the armies of every game.
    ///
    /// # Errors
    /// Those of [`Candidates::new`], or an opening of a list cannot be played with the armies.
    pub fn candidates(&self) -> Result<Candidates<'_>, OpeningError> {
        let Settings { openings, seed, .. } = &self.settings;
        if let Openings::Listed { openings, .. } = openings
            && openings.iter().any(|opening| opening.start.is_some())
            && self.armies().next().is_some()
        {
            let fault =
                "an opening gives a position, but engines have armies: give turns from the first position";
            return Err(fault.to_owned().into());
        }
        Candidates::new(&self.variants, openings, *seed)
    }

    /// The rules of a game: with the armies of its engines.
    pub fn game_rules(&self, game: &Game) -> Box<dyn AnyRules> {
        let teams = Player::BOTH.map(|side| &self.teams[game.entrant(side)]);
        with_armies(&*self.rules, teams).expect("the rules took all armies before")
    }

    /// The engines that have an army, and their armies.
    pub fn armies(&self) -> impl Iterator<Item = (&str, &str)> {
        self.specs().filter_map(|engine| Some((engine.name.as_deref()?, engine.army.as_deref()?)))
    }

    /// The rules of the game, without the armies of the engines.
    pub fn rules(&self) -> &dyn AnyRules {
        &*self.rules
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The schedule.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Refuses a game of a store, with its result if it is finished, that this tournament cannot have.
    pub(crate) fn check_game(&self, game: &Game, result: Option<&GameResult>) -> Result<(), ScheduleError> {
        let engines = result.iter().flat_map(|result| &result.thinking).map(|thinking| thinking.engine);
        let culprit = result.and_then(|result| result.culprit);
        self.check_numbers(game.entrants, culprit, engines)
            .map_err(|what| ScheduleError::Foreign(game.round, what))
    }

    /// Refuses entrants, a seat at fault and engines that this tournament does not have.
    pub(super) fn check_numbers(
        &self,
        entrants: [usize; 2],
        culprit: Option<usize>,
        mut engines: impl Iterator<Item = usize>,
    ) -> Result<(), String> {
        let (teams, specs, seats) = (self.teams.len(), self.specs().count(), self.rules.seats().len());
        Err(if let Some(stranger) = entrants.into_iter().find(|&entrant| entrant >= teams) {
            format!("entrant {} of {teams} plays in them", stranger + 1)
        } else if let Some(stranger) = engines.find(|&engine| engine >= specs) {
            format!("engine {} of {specs} plays in them", stranger + 1)
        } else if let Some(seat) = culprit.filter(|&seat| seat >= seats) {
            format!("seat {} of {seats} is to blame for one", seat + 1)
        } else {
            return Ok(());
        })
    }

    /// Whether all games are meant to begin in the same position.
    pub(crate) fn repeats_openings(&self) -> bool {
        matches!(&self.settings.openings, Openings::Random(random) if random.turns == 0)
    }

    /// The names of the teams.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    fn specs(&self) -> impl Iterator<Item = &EngineSpec> {
        self.teams.iter().flat_map(|team| &team.engines)
    }

    /// The description of an engine.
    ///
    /// # Panics
    /// If there is no such engine.
    pub fn spec(&self, engine: usize) -> &EngineSpec {
        self.specs().nth(engine).expect("an engine of this tournament")
    }

    /// The names of the engines; the same as the [names](Self::names) where each team is one engine.
    pub fn engines(&self) -> impl Iterator<Item = &str> {
        self.specs().filter_map(|engine| engine.name.as_deref())
    }

    /// The name of an engine.
    ///
    /// # Panics
    /// If there is no such engine.
    pub fn engine(&self, engine: usize) -> &str {
        self.spec(engine).name.as_deref().unwrap_or_default()
    }

    /// Launches an engine of a worker, counted from 0, unless its files have changed since this process read them first.
    pub(crate) fn launch(&self, engine: usize, worker: usize, stop: &Stop) -> Result<Box<dyn Engine>, Fault> {
        let spec = self.spec(engine);
        if let Some(before) = self.header.get().map(|header| &header.engines[engine].fingerprint) {
            let now = spec.fingerprint(self.rules.name())?;
            if now != *before {
                return Err(Fault::Start(format!(
                    "it is another version than before (fingerprint {now}, not {before}): games of both cannot be \
                     counted together, unless `arena accept` records that decision"
                )));
            }
        }
        let (limits, log) = (&self.limits(engine), self.log.as_ref());
        let processors = self.processors.get(worker).map_or(&[][..], Vec::as_slice);
        spec.launch(&LaunchSettings { rules: &*self.rules, limits, log, processors, stop })
    }

    /// The name of the team on a side of a game.
    pub fn name(&self, game: &Game, player: Player) -> &str {
        &self.names[game.entrant(player)]
    }

    /// The engine that decides for each seat of a game, as an index into [`engines`](Self::engines).
    pub fn deciders(&self, game: &Game) -> Vec<usize> {
        self.deciders_of(game.entrants)
    }

    /// The deciders of a game of these entrants.
    pub(super) fn deciders_of(&self, entrants: [usize; 2]) -> Vec<usize> {
        let seats = self.rules.seats();
        let mut deciders = vec![0; seats.len()];
        for side in Player::BOTH {
            let (earlier, team) = self.teams.split_at(entrants[side.index()]);
            let first: usize = earlier.iter().map(|team| team.engines.len()).sum();
            for (number, seat) in seats_of(seats, side).enumerate() {
                deciders[seat] = first + team[0].engine_of(number);
            }
        }
        deciders
    }

    /// The engine that decides for a seat in a game, in words: its name, after the seat's where partners can decide
    /// for themselves.
    pub fn who(&self, game: &Game, seat: usize) -> String {
        let (seats, name) = (self.rules.seats(), self.engine(self.deciders(game)[seat]));
        if has_partners(seats) { format!("{} {name}", seats[seat].name) } else { name.to_owned() }
    }

    /// The team of the engine of this name, as an index into [`names`](Self::names).
    ///
    /// # Panics
    /// If there is no such engine.
    pub(crate) fn team_of(&self, engine: &str) -> usize {
        let is_engine = |spec: &EngineSpec| spec.name.as_deref() == Some(engine);
        let team = self.teams.iter().position(|team| team.engines.iter().any(is_engine));
        team.expect("an engine of this tournament")
    }

    /// The limits of an engine's turns: its own over the tournament's.
    pub fn limits(&self, engine: usize) -> EngineLimits {
        self.spec(engine).limits.over(&self.settings.limits)
    }

    /// The limits of these engines' turns in words; those of each engine if they differ.
    pub fn limits_in_words(&self, engines: impl IntoIterator<Item = usize>) -> String {
        let engines: BTreeSet<usize> = engines.into_iter().collect();
        let limits = |engine: &usize| self.limits(*engine).to_string();
        let texts: BTreeSet<String> = engines.iter().map(limits).collect();
        if texts.len() == 1 {
            return texts.into_iter().collect();
        }
        let named = engines.iter().map(|engine| format!("{}: {}", self.engine(*engine), limits(engine)));
        named.collect::<Vec<_>>().join("; ")
    }
}

impl Definition {
    /// The tournament. Engines without a name get one; equal names get numbers.
    ///
    /// # Errors
    /// The game or an option is unknown, or those of [`Tournament::new`].
    pub fn tournament(&self) -> Result<Tournament, TournamentError> {
        let (rules, teams) = self.rules_and_teams()?;
        Tournament::new(rules, teams, self.settings.clone())
    }

    fn rules_and_teams(&self) -> Result<(Box<dyn AnyRules>, Vec<Team>), TournamentError> {
        let mut teams = self.teams.clone();
        name_engines(teams.iter_mut().flat_map(|team| &mut team.engines));
        Ok((rules_with(&self.game, &self.rules)?, teams))
    }
}

/// Refuses a team that does not fit the seats of both sides.
fn check_seats(rules: &dyn AnyRules, team: &Team) -> Result<(), TournamentError> {
    if !team.is_consistent() {
        return invalid(format!(
            "the seats {:?} do not fit a team of {}: each engine decides for one seat or more",
            team.seats.as_deref().unwrap_or_default(),
            team.engines.len()
        ));
    }
    let sides = Player::BOTH.map(|side| seats_of(rules.seats(), side).count());
    match &team.seats {
        Some(seats) if sides != [seats.len(); 2] => {
            let (names, [a, b]) = (rules.seats().iter().map(|seat| seat.name).collect::<Vec<_>>(), sides);
            invalid(format!(
                "the team `{}` has engines for {} seats, but the sides of {} have {a} and {b} of {}: teams change \
                 sides, so every side must fit",
                team.name(),
                seats.len(),
                rules.name(),
                names.join(", ")
            ))
        }
        _ => Ok(()),
    }
}

/// The rules with the armies of P1's and P2's team.
fn with_armies(rules: &dyn AnyRules, teams: [&Team; 2]) -> Result<Box<dyn AnyRules>, TournamentError> {
    let mut rules = rules.boxed_clone();
    for (option, team) in ["army1", "army2"].into_iter().zip(teams) {
        let mut armies = team.engines.iter().filter_map(|engine| Some((engine, engine.army.as_ref()?)));
        let Some((engine, army)) = armies.next() else { continue };
        let problem = match (armies.next(), rules.set_option(option, army)) {
            (None, Ok(())) => continue,
            (None, Err(error)) => error.to_string(),
            (Some((partner, _)), _) => format!("its partner `{partner}` has one"),
        };
        return invalid(format!("engine `{engine}` cannot have an army in {}: {problem}", rules.name()));
    }
    Ok(rules)
}

/// The different rules of the games between these teams.
fn variants(rules: &dyn AnyRules, teams: &[Team]) -> Result<Vec<Box<dyn AnyRules>>, TournamentError> {
    let armies = |team: &Team| team.engines.iter().filter_map(|engine| engine.army.clone()).collect();
    let armies: Vec<Vec<String>> = teams.iter().map(armies).collect();
    let (mut seen, mut variants) = (HashSet::new(), Vec::new());
    for p1 in 0..teams.len() {
        for p2 in (0..teams.len()).filter(|&p2| p2 != p1) {
            if seen.insert([&armies[p1], &armies[p2]]) {
                variants.push(with_armies(rules, [&teams[p1], &teams[p2]])?);
            }
        }
    }
    Ok(variants)
}

/// Refuses two equal names.
fn check_names<'a>(mut names: impl Iterator<Item = &'a String>) -> Result<(), TournamentError> {
    let mut known = HashSet::new();
    let double = names.find(|name| !known.insert(*name));
    let error = |name| invalid(format!("two entrants are called `{name}`: names must differ"));
    double.map_or(Ok(()), error)
}
