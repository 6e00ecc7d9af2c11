//! Plays by the protocol against `agon`, for matches of `arena`: a plain UCT in every game, the searches of `minimax` and
//! `board-game` in Snorkels. The rules are the default ones, and only `go cputime` limits a turn.
//!
//! `opponent uct [EXPLORATION] | minimax-alphabeta | minimax-alphabeta-history | minimax-mcts | board-game-mcts`
//!
//! The searches of the crates do not know the pie rule: they never swap, and do not expect it. It is over after two turns.

use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use abstract_game::facade::AnyMatch;
use abstract_game::{Match, Player, Position, Rules, Turn, turn};
use cpu_time::ProcessTime;
use games::nika_core::Nika;
use games::snorkels_core::{self, Snorkels};
use games::symbol_core::Symbol;
use peers::uct::{Playouts, Uct};
use peers::{board_game_crate, minimax_crate, nika};
use protocol::server::{EngineError, Job, JobResult, Output, ProtocolEngine, ServeSettings, serve};
use protocol::{GoTask, Identity, Info, JobRequest, OptionDecl, Print, Query, Start};

/// Chooses a turn for an unfinished position in this CPU time; also returns the number of iterations, 0 if unknown.
type Choose<P> = Box<dyn FnMut(&P, Duration) -> (Turn<<P as Position>::Action>, u64) + Send>;

/// The search of one game.
trait Search: Send {
    fn start(&self) -> Box<dyn AnyMatch>;
    fn read_position(&self, text: &str) -> Result<Box<dyn AnyMatch>, EngineError>;
    /// Chooses a turn for the position with this text.
    fn choose(&mut self, position: &str, time: Duration) -> (String, u64);
}

struct GameSearch<R: Rules> {
    rules: R,
    choose: Choose<R::Position>,
}

impl<R: Rules> Search for GameSearch<R> {
    fn start(&self) -> Box<dyn AnyMatch> {
        Box::new(Match::new(self.rules.start()))
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn AnyMatch>, EngineError> {
        let position = self.rules.read_position(text).map_err(|error| EngineError::new(error.to_string()))?;
        Ok(Box::new(Match::new(position)))
    }

    fn choose(&mut self, position: &str, time: Duration) -> (String, u64) {
        let position = self.rules.read_position(position).expect("the text of a position");
        let (actions, iterations) = (self.choose)(&position, time);
        (turn::write(&position, &actions), iterations)
    }
}

fn search<R: Rules>(choose: Choose<R::Position>) -> Box<dyn Search> {
    Box::new(GameSearch { rules: R::default(), choose })
}

fn uct<R: Rules>(exploration: f32, length: u32, judge: fn(&R::Position) -> f32) -> Box<dyn Search> {
    let mut uct = Uct::new(exploration, Playouts { length, judge });
    search::<R>(Box::new(move |position, time| uct.choose(position, time)))
}

/// 400 centipawns are winning odds of ten to one.
fn judge_nika(position: &games::nika_core::Position) -> f32 {
    let own = 1.0 / (1.0 + 10_f32.powf(nika::evaluate(position) as f32 / -400.0));
    if position.player_to_act() == Player::P1 { own } else { 1.0 - own }
}

/// Monte-Carlo tree search that only iterations limit: their number follows from the rate in the turns before. A search that
/// proves a result ends early, which is no reason to believe in a high rate.
fn by_rate(search: fn(&snorkels_core::Position, u64) -> snorkels_core::Action) -> Box<dyn Search> {
    let mut rate = 300_000.0;
    self::search::<Snorkels>(Box::new(move |position, time| {
        let iterations = (rate * time.as_secs_f64()).max(1.0) as u64;
        let start = ProcessTime::now();
        let action = search(position, iterations);
        let measured = iterations as f64 / start.elapsed().as_secs_f64();
        rate = measured.min(rate * 1.1);
        (Turn::from([action]), iterations)
    }))
}

fn alpha_beta(history: bool) -> Box<dyn Search> {
    let mut search = minimax_crate::AlphaBeta::new(history);
    self::search::<Snorkels>(Box::new(move |position, time| {
        (Turn::from([search.choose(position, time)]), 0)
    }))
}

/// The search of this name for a game; `None` if there is none.
fn new_search(arguments: &[String], game: &str) -> Option<Box<dyn Search>> {
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    Some(match (arguments.as_slice(), game) {
        (["uct", exploration @ ..], _) => {
            // The defaults were chosen by matches: `docs/experiments/figures.tsv`.
            let exploration = |default| match exploration {
                [] => Some(default),
                [number] => number.parse().ok(),
                _ => None,
            };
            match game {
                "snorkels" => uct::<Snorkels>(exploration(0.5)?, u32::MAX, |_| 0.5),
                "symbol" => uct::<Symbol>(exploration(0.2)?, 1_000, |_| 0.5),
                "nika" => uct::<Nika>(exploration(0.1)?, 12, judge_nika),
                _ => return None,
            }
        }
        (["minimax-alphabeta"], "snorkels") => alpha_beta(false),
        (["minimax-alphabeta-history"], "snorkels") => alpha_beta(true),
        (["minimax-mcts"], "snorkels") => by_rate(minimax_crate::mcts),
        (["board-game-mcts"], "snorkels") => by_rate(board_game_crate::mcts),
        _ => return None,
    })
}

struct Opponent {
    arguments: Vec<String>,
    search: Arc<Mutex<Box<dyn Search>>>,
    game: Box<dyn AnyMatch>,
}

impl ProtocolEngine for Opponent {
    fn identity(&self) -> Identity {
        Identity { name: self.arguments.join(" "), author: "the authors of Agon and of the crates".into() }
    }

    fn options(&self) -> Vec<OptionDecl> {
        vec![OptionDecl::combo("Game", "snorkels", ["snorkels", "symbol", "nika"])]
    }

    fn set_option(&mut self, _: &str, game: &str) -> Result<(), EngineError> {
        let search = new_search(&self.arguments, game);
        let search = search.ok_or_else(|| EngineError::new(format!("this opponent does not play {game}")))?;
        self.game = search.start();
        self.search = Arc::new(Mutex::new(search));
        Ok(())
    }

    fn new_game(&mut self) {}

    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError> {
        let search = self.search.lock().expect("no search has panicked");
        let mut game = match start {
            Start::Startpos => search.start(),
            Start::Fen(text) => search.read_position(text)?,
        };
        for text in moves {
            game.play_turn(text).map_err(|error| EngineError::new(error.to_string()))?;
        }
        drop(search);
        self.game = game;
        Ok(())
    }

    fn query(&self, query: &Query) -> Result<String, EngineError> {
        Ok(match query {
            Query::Limits => "cputime".into(),
            Query::GameOver => self.game.result().is_some().to_string(),
            Query::Fen => self.game.position_text(),
            _ => return Err("an opponent for matches does not answer this".into()),
        })
    }

    fn job(&mut self, request: &JobRequest) -> Result<Job, EngineError> {
        let time = match request {
            JobRequest::Go(go) if go.task == GoTask::Search => go.limits.cpu_time,
            _ => None,
        };
        let time = time.ok_or_else(|| EngineError::new("expected `go cputime`"))?;
        let search = self.search.clone();
        let position = self.game.result().is_none().then(|| self.game.position_text());
        Ok(Box::new(move |_, put_out| {
            let Some(position) = position else { return JobResult::NoTurn };
            let start = Instant::now();
            let (turn, nodes) = search.lock().expect("no search has panicked").choose(&position, time);
            let (nodes, time) = (Some(nodes), Some(start.elapsed()));
            put_out(Output::Info(Info { nodes, time, pv: vec![turn.clone()], ..Info::default() }));
            JobResult::Turn(turn)
        }))
    }

    fn print(&mut self, what: Print) -> Result<String, EngineError> {
        match what {
            Print::Board => Ok(self.game.drawing()),
            _ => Err("an opponent for matches does not print this".into()),
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(search) = new_search(&arguments, "snorkels") else {
        eprintln!(
            "usage: opponent uct [EXPLORATION] | minimax-alphabeta | minimax-alphabeta-history | minimax-mcts | board-game-mcts"
        );
        return ExitCode::FAILURE;
    };
    let game = search.start();
    let mut opponent = Opponent { arguments, search: Arc::new(Mutex::new(search)), game };
    serve(std::io::stdin().lock(), std::io::stdout(), &mut opponent, &ServeSettings::default()).into()
}
