//! A game at the terminal: the match, its players and its record.

use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use abstract_game::facade::{AnyMatch, AnyRules, GameError};
use abstract_game::{Player, Reason};
use agon_engine::LEVELS;
use game_record::{Cause, Ending, PlayedTurn, Record, TurnInfo, replay};
use protocol::GoLimits;
use protocol::server::{EngineError, ProtocolEngine as _, StopSignal};

use super::analyst::{Analyst, Answer};
use super::reading;
use super::setup::Role;
use super::wrapping::{columns, wrapped};

/// Why something cannot be done.
pub(super) type Failure = Box<dyn Error>;

/// The memory of each engine, in MiB.
const HASH: usize = 32;

/// A game at the terminal.
pub(super) struct Table {
    pub(super) rules: Box<dyn AnyRules>,
    pub(super) game: Box<dyn AnyMatch>,
    pub(super) roles: [Role; 2],
    /// The turns played, with the reports about them.
    played: Vec<PlayedTurn>,
    /// Plays for the players that are no persons.
    engine: Analyst,
    /// Gives hints: an alpha-beta search with a memory of its own.
    pub(super) adviser: Analyst,
    seed: u64,
}

impl Table {
    pub(super) fn new(
        rules: Box<dyn AnyRules>,
        roles: [Role; 2],
        limits: GoLimits,
        seed: u64,
        stop: StopSignal,
    ) -> Result<Table, EngineError> {
        let name = rules.name();
        let mut engine = Analyst::new(name, HASH, limits.clone())?.stopped_by(stop.clone());
        engine.engine.set_option("Seed", &seed.to_string())?;
        let mut adviser = Analyst::new(name, HASH, limits)?.stopped_by(stop);
        // A win of the solver has no distance and no line to explain.
        adviser.engine.set_option("Solver", "false")?;
        Ok(Table { game: rules.start(), rules, roles, played: Vec::new(), engine, adviser, seed })
    }

    /// The role of the player to act.
    pub(super) fn role_to_act(&self) -> Role {
        self.roles[self.game.player_to_act().index()]
    }

    /// The name of the player or seat to act: `P1`, or `athens (P1)`.
    pub(super) fn to_act(&self) -> String {
        let seat = &self.rules.seats()[self.game.seat_to_act()];
        let player = self.game.player_to_act();
        if self.rules.seats().len() > 2 { format!("{} ({player})", seat.name) } else { player.to_string() }
    }

    /// Plays a turn with a report about it.
    pub(super) fn play(&mut self, turn: &str, info: TurnInfo) -> Result<(), Failure> {
        let player = self.game.player_to_act();
        self.game.play_turn(turn)?;
        self.note_turn(player, info);
        Ok(())
    }

    /// Plays what a person types: a turn, or the next action of one, which may leave the turn unfinished.
    pub(super) fn play_typed(&mut self, text: &str, info: TurnInfo) -> Result<(), GameError> {
        let (player, before) = (self.game.player_to_act(), self.game.turn_count());
        reading::play(&mut self.game, text)?;
        if self.game.turn_count() > before {
            self.note_turn(player, info);
        }
        Ok(())
    }

    /// Adds the last turn to those played.
    fn note_turn(&mut self, player: Player, info: TurnInfo) {
        // As the game writes it.
        let turn = self.game.turns().pop().unwrap_or_default();
        self.played.push(PlayedTurn { turn, player, seat: player.index(), info: Some(info) });
    }

    /// Lets the engine play for the player to act.
    pub(super) fn play_engine(&mut self) -> Result<Answer, Failure> {
        let (level, limits) = match self.role_to_act() {
            Role::Level(level) => (level.to_string(), GoLimits::default()),
            _ => ((LEVELS + 1).to_string(), self.adviser.limits.clone()),
        };
        self.engine.engine.set_option("Skill Level", &level)?;
        self.engine.limits = limits;
        let answer = self.engine.search(&*self.game)?;
        if self.engine.is_stopped() {
            return Err("the engine was interrupted".into());
        }
        self.play(&answer.turn, answer.info)?;
        Ok(answer)
    }

    /// Goes back to the position after the first turns. A resignation or an agreement is taken back too.
    pub(super) fn go_to(&mut self, turns: usize) -> Result<(), Failure> {
        let mut game = self.rules.read_position(&self.game.start_text())?;
        self.game.turns().iter().take(turns).try_for_each(|turn| game.play_turn(turn))?;
        self.game = game;
        self.played.truncate(turns);
        Ok(())
    }

    /// Whether a person or an engine has ended the game, not the rules.
    pub(super) fn ended_by_players(&self) -> bool {
        let reason = self.game.result().map(|end| end.reason);
        reason == Some(Reason::RESIGNATION) || reason == Some(Reason::AGREEMENT)
    }

    fn record(&self) -> Record {
        Record {
            game: self.rules.name().to_owned(),
            rules: self.rules.option_values(),
            players: self.roles.map(Role::name),
            seed: Some(self.seed),
            start: self.game.start_text(),
            ending: self.game.result().map(Ending::from).unwrap_or_default(),
            turns: self.played.clone(),
            ..Record::default()
        }
    }

    /// Writes the record of the game.
    pub(super) fn save(&self, path: &Path) -> Result<(), Failure> {
        fs::write(path, self.record().to_string()).map_err(|error| in_file(path, &error))
    }

    /// Reads the record of a game, which may be of another game.
    pub(super) fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let (rules, record, game) = read(path)?;
        let mut table =
            Table::new(rules, self.roles, self.adviser.limits.clone(), self.seed, self.adviser.stop.clone())?;
        table.played = record.turns;
        table.game = game;
        match (&record.ending.cause, record.ending.winner) {
            (Cause::Rules(reason), Some(winner)) if reason == Reason::RESIGNATION.as_str() => {
                table.game.resign(winner.opponent());
            }
            (Cause::Rules(reason), _) if reason == Reason::AGREEMENT.as_str() => table.game.agree_draw(),
            _ => {}
        }
        *self = table;
        Ok(())
    }

    /// The winner's name and the reason, or that it is a draw.
    pub(super) fn result_text(&self) -> Option<String> {
        let end = self.game.result()?;
        Some(match end.winner {
            Some(winner) => {
                format!("{winner} ({}) wins by {}.", self.roles[winner.index()].name(), end.reason)
            }
            None => format!("Draw by {}.", end.reason),
        })
    }

    /// Whether a player is the engine.
    pub(super) fn is_engine(&self, player: Player) -> bool {
        self.roles[player.index()] != Role::Person
    }
}

/// A record with the rules of its game and the match at its end.
pub(super) type Recorded = (Box<dyn AnyRules>, Record, Box<dyn AnyMatch>);

/// Reads a record and plays it by the rules.
pub(super) fn read(path: &Path) -> Result<Recorded, Failure> {
    let text = resources::file::read_text(path).map_err(|error| in_file(path, &error))?;
    let record: Record = text.parse().map_err(|error| in_file(path, &error))?;
    let mut rules = games::by_name(&record.game).map_err(|error| in_file(path, &error))?;
    let game = replay(&record, &*rules, &mut |_, _| ()).map_err(|error| in_file(path, &error))?;
    rules.set_options(&record.rules)?;
    Ok((rules, record, game))
}

/// Prints a text, made printable and at a terminal wrapped, and a line end.
pub(super) fn say(text: &str) -> io::Result<()> {
    writeln!(io::stdout(), "{}", wrapped(&printable::lines(text), columns()))
}

/// An error about a file.
pub(super) fn in_file(path: &Path, error: &dyn Error) -> Failure {
    format!("{}: {error}", path.display()).into()
}
