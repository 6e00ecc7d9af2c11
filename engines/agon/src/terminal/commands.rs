//! `agon play`: the commands of a person at the terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::mem::replace;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use abstract_game::Player;
use abstract_game::facade::AnyRules;
use clap::ValueEnum;
use game_record::TurnInfo;
use protocol::GoLimits;
use protocol::server::StopSignal;

use super::analyst::Claim;
use super::colour::coloured;
use super::input::{Candidates, Input};
use super::reading::{meant, next_actions};
use super::setup::{Role, Thinking};
use super::table::{Failure, Table, say};
use agon_engine::{DEFAULT_LEVEL, LEVELS};

/// The commands with their arguments and meanings.
const COMMANDS: [(&str, &str, &str); 17] = [
    ("help", "", "this list; so does `?`"),
    ("board", "", "the board again"),
    ("turns", "", "the legal turns"),
    ("actions", "[ACTIONS]", "the legal next actions of the turn, or those after these"),
    ("undo", "", "takes the last turn back, and the engine's answer; within a turn its last action"),
    ("hint", "", "a good turn with its winning chance, and what the opponent threatens"),
    (
        "why",
        "[TURN]",
        "the last turn or this one: chances, a better turn, the refutation, the threat, what changes on the board",
    ),
    ("level", "1-8|full", "changes the strength of the engine"),
    ("p1", "person|engine|1-8", "changes the first player"),
    ("p2", "person|engine|1-8", "changes the second player"),
    ("save", "FILE", "writes the record of the game"),
    ("load", "FILE", "reads a record and goes on from its end"),
    ("resign", "", "the player to act resigns"),
    ("draw", "", "offers a draw"),
    ("claim", "", "claims that the player to act wins for certain; a proof decides"),
    ("new", "", "a new game"),
    ("quit", "", "ends the program"),
];

/// The greatest number of turns that `turns` lists.
const LISTED_TURNS: usize = 200;
/// The claim of a win: within this number of turns, proved with this number of nodes.
const CLAIM: (u32, u64) = (9, 400_000);

/// Whether to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colour {
    /// If the output is a terminal and `NO_COLOR` is not set
    Auto,
    Always,
    Never,
}

/// Plays at the terminal: two people, a person and the engine, or the engine against itself
#[derive(Debug, clap::Args)]
pub(crate) struct Play {
    /// First player: `person`, `engine`, or a level from 1 to 8
    #[arg(long, value_name = "PLAYER", default_value = "person")]
    p1: Role,
    /// Second player
    #[arg(long, value_name = "PLAYER", default_value_t = Role::Level(DEFAULT_LEVEL))]
    p2: Role,
    #[command(flatten)]
    thinking: Thinking,
    /// Seed of the levels; without it every game is different
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Record of a game to go on with
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// File for the record when the program ends
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Colours of the board
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Colour,
}

impl Play {
    /// Plays until `quit`, the end of the input, or the end of a game without persons.
    pub(crate) fn run(self, rules: Box<dyn AnyRules>) -> Result<(), Failure> {
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        let limits = self.thinking.limits(GoLimits::move_time(Duration::from_secs(1)));
        let mut input = Input::open()?;
        let (players, seed) = ([self.p1, self.p2], self.seed.unwrap_or_else(now));
        let mut table = Table::new(rules, players, limits, seed, StopSignal::clone(&input.interrupted))?;
        if let Some(path) = &self.load {
            table.load(path)?;
        }
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = match self.color {
            Colour::Auto => io::stdout().is_terminal() && !no_colour,
            Colour::Always => true,
            Colour::Never => false,
        };
        let mut game_loop = GameLoop { table, colour, conceded: None, has_explained_actions: false };
        let ended = game_loop.run(&mut input);
        // Even if the terminal is gone.
        self.save.map_or(Ok(()), |path| game_loop.table.save(&path))?;
        ended
    }
}

/// What follows a command.
enum Next {
    /// This text is printed.
    Say(String),
    /// The position has changed: the board is shown.
    Show,
    Quit,
}

struct GameLoop {
    table: Table,
    colour: bool,
    /// The engine's player that resigns when it is to act, because a claim was proved.
    conceded: Option<Player>,
    /// Whether it was said how a turn goes on after its first action.
    has_explained_actions: bool,
}

impl GameLoop {
    fn run(&mut self, input: &mut Input) -> Result<(), Failure> {
        let (title, [first, second]) = (self.table.rules.title(), self.table.roles.map(Role::name));
        say(&format!("{title}: {first} (P1) against {second} (P2). `help` lists the commands."))?;
        self.show()?;
        loop {
            let over = self.table.game.result().is_some();
            if !over && self.table.role_to_act() != Role::Person {
                let played = self.engine_turn();
                if input.is_interrupted() {
                    return Ok(());
                }
                played?;
                self.show()?;
                continue;
            }
            if !self.table.roles.contains(&Role::Person) {
                return Ok(());
            }
            let pending: String =
                self.table.game.pending().into_iter().map(|action| format!(" {action},")).collect();
            let prompt = if over { "> ".to_owned() } else { format!("{}{pending}> ", self.table.to_act()) };
            let candidates = Candidates {
                game: self.table.game.boxed_clone(),
                commands: COMMANDS.iter().map(|&(name, ..)| name).collect(),
            };
            let asked = Instant::now();
            let Some(line) = input.line(&prompt, candidates)? else { return Ok(()) };
            if line.is_empty() {
                continue;
            }
            let next = self.command(&line, asked);
            if input.is_interrupted() {
                return Ok(());
            }
            match next.unwrap_or_else(|error| Next::Say(error.to_string())) {
                Next::Say(text) => say(&text)?,
                Next::Show => self.show()?,
                Next::Quit => return Ok(()),
            }
        }
    }

    /// Shows the board, and the result if the game is over.
    fn show(&self) -> io::Result<()> {
        let drawing = self.table.game.drawing();
        let style_of = |sign| self.table.rules.sign_style(sign);
        let drawing = if self.colour { coloured(&drawing, style_of) } else { drawing };
        // Colours are escape sequences.
        writeln!(io::stdout(), "\n{}", drawing.trim_end())?;
        if self.table.ended_by_players()
            && let Some(result) = self.table.result_text()
        {
            say(&result)?;
        }
        io::stdout().flush()
    }

    /// The engine plays, or resigns after a claim.
    fn engine_turn(&mut self) -> Result<(), Failure> {
        let player = self.table.game.player_to_act();
        if self.conceded.take() == Some(player) {
            self.table.game.resign(player);
            return Ok(());
        }
        let (who, role) = (self.table.to_act(), self.table.role_to_act());
        let answer = self.table.play_engine()?;
        // The score of a level would be a hint.
        let score = if role == Role::Engine { format!("  ({})", answer.assessment()) } else { String::new() };
        Ok(say(&format!("{who} plays {}{score}", answer.turn))?)
    }

    fn command(&mut self, line: &str, asked: Instant) -> Result<Next, Failure> {
        let (command, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let argument = argument.trim();
        match command.to_ascii_lowercase().as_str() {
            "help" | "?" => {
                let line = |(name, argument, meaning)| {
                    format!("{:<24}  {meaning}\n", format!("{name} {argument}").trim_end())
                };
                let list = COMMANDS.map(line).concat();
                return Ok(Next::Say(
                    list + "Anything else is a turn, or its next action; the tab key completes it.",
                ));
            }
            "board" => {}
            "turns" => {
                let mut turns = self.table.game.legal_turns(LISTED_TURNS + 1);
                if turns.len() > LISTED_TURNS {
                    turns.truncate(LISTED_TURNS);
                    turns.push("...".to_owned());
                }
                return Ok(Next::Say(turns.join(" ")));
            }
            "actions" => {
                let actions = next_actions(&*self.table.game, &argument.replace(' ', ""))?;
                return Ok(Next::Say(actions.join(" ")));
            }
            "undo" => self.undo()?,
            "hint" => return self.hint(),
            "why" => return self.why(argument),
            "level" => return self.level(argument),
            "p1" => self.table.roles[0] = argument.parse()?,
            "p2" => self.table.roles[1] = argument.parse()?,
            "save" | "load" if argument.is_empty() => {
                return Err(format!("{command} needs the name of a file").into());
            }
            "save" => {
                self.table.save(Path::new(argument))?;
                return Ok(Next::Say(format!("saved in {argument}")));
            }
            "load" => self.table.load(Path::new(argument))?,
            "resign" => {
                self.check_running()?;
                self.table.game.resign(self.table.game.player_to_act());
            }
            "draw" => return self.draw(),
            "claim" => return self.claim(),
            "new" => {
                self.conceded = None;
                self.table.go_to(0)?;
            }
            "quit" | "exit" => return Ok(Next::Quit),
            _ => return self.turn(line, asked),
        }
        Ok(Next::Show)
    }

    /// Plays a typed turn, or the next action of one.
    fn turn(&mut self, line: &str, asked: Instant) -> Result<Next, Failure> {
        let info = TurnInfo { time: asked.elapsed(), ..TurnInfo::default() };
        if let Err(error) = self.table.play_typed(line, info) {
            let commands = COMMANDS.map(|(name, ..)| name);
            let meant = meant(&*self.table.game, &commands, line).map_or(String::new(), |meant| meant + " ");
            return Err(format!("{error}. {meant}`help` lists the commands.").into());
        }
        if !self.table.game.pending().is_empty() && !replace(&mut self.has_explained_actions, true) {
            self.show()?;
            return Ok(Next::Say(
                "The turn goes on: type its next action. `actions` lists those that are legal, `end` ends the turn where \
                 that is one of them, `undo` takes the last action back."
                    .to_owned(),
            ));
        }
        Ok(Next::Show)
    }

    fn check_running(&self) -> Result<(), Failure> {
        if self.table.game.result().is_some() { Err("the game is over".into()) } else { Ok(()) }
    }

    /// Takes back the last action of the turn in progress, a resignation or agreement, or the turns since a person last had to act.
    fn undo(&mut self) -> Result<(), Failure> {
        if self.table.game.undo_action() {
            return Ok(());
        }
        self.conceded = None;
        let mut turns = self.table.game.turn_count();
        if self.table.ended_by_players() {
            return self.table.go_to(turns);
        }
        loop {
            turns = turns.checked_sub(1).ok_or("there is no turn to take back")?;
            self.table.go_to(turns)?;
            if turns == 0 || self.table.role_to_act() == Role::Person {
                return Ok(());
            }
        }
    }

    fn hint(&mut self) -> Result<Next, Failure> {
        self.check_running()?;
        Ok(Next::Say(self.table.adviser.hint(&*self.table.game)?))
    }

    /// Explains the last turn or a turn of the player to act; without any turn the position.
    fn why(&mut self, turn: &str) -> Result<Next, Failure> {
        let Table { game, adviser, .. } = &mut self.table;
        let mut before = game.boxed_clone();
        while before.undo_action() {}
        Ok(Next::Say(match (turn, before.undo()) {
            ("", Some(last)) => adviser.explain_turn(&*before, &last, true)?,
            ("", None) => adviser.explain_position(&**game)?,
            (turn, _) => {
                game.check_turn(turn)?;
                adviser.explain_turn(&**game, turn, false)?
            }
        }))
    }

    /// Changes the engine's strength.
    fn level(&mut self, argument: &str) -> Result<Next, Failure> {
        let role = match argument {
            "full" => Role::Engine,
            level => level
                .parse()
                .ok()
                .filter(|role| matches!(role, Role::Level(_)))
                .ok_or_else(|| format!("expected a level from 1 to {LEVELS}, or `full`"))?,
        };
        if self.table.roles == [Role::Person; 2] {
            return Err("no player is the engine: `p1` and `p2` change that".into());
        }
        for player in self.table.roles.iter_mut().filter(|role| **role != Role::Person) {
            *player = role;
        }
        Ok(Next::Say(format!("The engine plays as {}.", role.name())))
    }

    /// Two persons agree at once; the engine accepts if it is not better.
    fn draw(&mut self) -> Result<Next, Failure> {
        self.check_running()?;
        let opponent = self.table.game.player_to_act().opponent();
        if self.table.is_engine(opponent) && self.table.adviser.search(&*self.table.game)?.chance() < 0.5 {
            return Ok(Next::Say(format!("{opponent} refuses.")));
        }
        self.table.game.agree_draw();
        Ok(Next::Show)
    }

    /// A proof search decides; the engine then resigns on its turn.
    fn claim(&mut self) -> Result<Next, Failure> {
        self.check_running()?;
        let claimant = self.table.game.player_to_act();
        let (turns, nodes) = CLAIM;
        let claim = self.table.adviser.claim(&*self.table.game, claimant, turns, nodes)?;
        let opponent = claimant.opponent();
        Ok(Next::Say(match claim {
            Claim::Proved { turns } => {
                let resigns = if self.table.is_engine(opponent) {
                    self.conceded = Some(opponent);
                    format!(" {opponent} resigns when it is to act.")
                } else {
                    format!(" {opponent} may `resign` or play on.")
                };
                let s = if turns == 1 { "" } else { "s" };
                format!("Proved: {claimant} wins in {turns} turn{s} at most.{resigns}")
            }
            Claim::Refuted => format!("Refuted: {claimant} has no forced win in {turns} turns."),
            Claim::Unknown => "Neither proved nor refuted.".to_owned(),
        }))
    }
}
