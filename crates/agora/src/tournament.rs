//! A tournament of the arena, watched in its store.

use std::collections::HashMap;
use std::time::Duration;

use arena::game::Cause;
use arena::game::record::Record;
use arena::report;
use arena::schedule::Game;
use arena::store::{Address, FinishedRow, Store};
use arena::tournament::{Summary, Tournament};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use session::view::{EventView, Scene};
use session::{Reply, Request, Seat, Session, State, read_request};

/// A request about the tournament: an object with the word `do`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
enum TournamentRequest {
    /// The table, the running games, and some finished ones.
    Tournament {
        /// The number of finished games to skip, the latest first.
        #[serde(default)]
        skip: usize,
    },
    /// Loads the record of a game: of a running one, its turns so far.
    TournamentGame {
        /// The number of the game.
        number: usize,
        /// The number of turns that the page has. If there are no more, nothing is loaded.
        #[serde(default)]
        known: Option<usize>,
    },
}

/// The words of `do` that are requests about the tournament.
pub(crate) const TOURNAMENT_WORDS: [&str; 2] = ["tournament", "tournament-game"];

/// The greatest number of boards in a reply.
const BOARDS: usize = 12;
/// The greatest number of finished games in a reply.
const PAGE: usize = 50;

/// A reply about the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum TournamentReply {
    /// The tournament so far.
    Tournament(Box<TournamentView>),
    /// The record of a game.
    #[serde(skip)]
    Record {
        /// The text.
        text: String,
    },
    /// A running game has no more turns than the page knows.
    NoTurns,
    /// A finished game has no more turns than the page knows.
    Finished,
}

/// A tournament so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TournamentView {
    /// The settings in one line.
    heading: String,
    /// Why no more games are scheduled.
    verdict: Option<String>,
    /// The entrants, the best first.
    standings: Vec<StandingView>,
    /// Number of games finished, and of all games as far as it is known.
    finished: usize,
    scheduled: usize,
    /// The running games.
    running: Vec<GameView>,
    /// Finished games, the latest first.
    games: Vec<GameView>,
}

/// An entrant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct StandingView {
    name: String,
    won: u64,
    drawn: u64,
    lost: u64,
    /// The difference to its opponents with its 95% interval.
    elo: Option<String>,
    /// Games won, drawn and lost against each entrant, in the order of the standings; `null` for itself.
    against: Vec<Option<[u64; 3]>>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct GameView {
    number: usize,
    /// The names of the players.
    players: [String; 2],
    /// Of a finished game: the winner, 0 or 1; `None` for a draw.
    winner: Option<usize>,
    /// Of a finished game: why it ended, and its number of turns.
    cause: Option<String>,
    turns: Option<usize>,
    /// Of some running games: the board.
    board: Option<BoardView>,
}

/// The board of a running game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct BoardView {
    /// The name of the game.
    game: &'static str,
    seats: &'static [Seat],
    scene: Scene,
    /// The events of the last turn.
    events: Vec<EventView>,
    /// The last turn, and what its engine said about it.
    turn: String,
    comment: String,
}

impl BoardView {
    /// The board at the end of a record, and the number of turns.
    fn read(record: &str) -> Option<(BoardView, usize)> {
        let load = Request::Load { text: record.to_owned() };
        let Reply::State(state) = Session::new().handle(load, Duration::ZERO) else { return None };
        let State { game, seats, scene, events, tree, .. } = *state;
        let tree = tree.unwrap_or_default();
        let (turn, comment) = tree.last().map(|last| (last.turn.clone(), last.comment.clone())).unwrap_or_default();
        Some((BoardView { game, seats, scene, events, turn, comment }, tree.len()))
    }
}

/// A tournament that pages may watch. Its store is only read.
#[derive(Debug)]
pub struct WatchedTournament {
    store: Store,
    tournament: Tournament,
    /// The boards of running games, with the records that they are of and the numbers of turns.
    boards: Mutex<Boards>,
}

type Boards = HashMap<usize, (String, BoardView, usize)>;

impl WatchedTournament {
    /// The tournament in a store.
    ///
    /// # Errors
    /// The store cannot be read, or there is no tournament of this version.
    pub fn open(address: &Address) -> Result<WatchedTournament, String> {
        let store = Store::open_read_only(address).map_err(|error| error.to_string())?;
        let tournament = Tournament::of_store(&store).map_err(|error| error.to_string())?;
        Ok(WatchedTournament { store, tournament, boards: Mutex::default() })
    }

    /// Answers a request of a page, in JSON. Waits for the store.
    ///
    /// # Errors
    /// The text is no request, the game has no record, or the store cannot be read.
    pub fn answer(&self, request: &str) -> Result<TournamentReply, String> {
        match read_request(request)? {
            TournamentRequest::Tournament { skip } => self.view(skip),
            TournamentRequest::TournamentGame { number, known } => self.record(number, known),
        }
    }

    fn record(&self, number: usize, known: Option<usize>) -> Result<TournamentReply, String> {
        let text = self.store.record(number).map_err(|error| error.to_string())?;
        let text = text.ok_or_else(|| format!("game {number} has no record: it has not begun"))?;
        if let Some(known) = known {
            let record: Record = text.parse().map_err(|problem| format!("game {number}: {problem}"))?;
            if record.turns.len() <= known {
                let runs = record.ending.cause == Cause::Unfinished;
                return Ok(if runs { TournamentReply::NoTurns } else { TournamentReply::Finished });
            }
        }
        Ok(TournamentReply::Record { text })
    }

    fn view(&self, skip: usize) -> Result<TournamentReply, String> {
        let failed = |error: arena::store::StoreError| error.to_string();
        let results = self.tournament.results(&self.store).map_err(|error| error.to_string())?;
        let finished = results.summary.games as usize;
        let games = self.store.latest(skip, PAGE).map_err(failed)?;
        let games = games.iter().map(|row| self.finished(row)).collect::<Result<_, _>>()?;
        // After the finished games, so that none is in both lists.
        let running = self.store.running().map_err(failed)?;
        let mut boards = self.boards.lock();
        let mut earlier = std::mem::take(&mut *boards);
        let mut views = Vec::new();
        for (game, record) in running {
            let mut view = self.game(&game)?;
            if let Some(record) = record.filter(|_| boards.len() < BOARDS) {
                let known = earlier.remove(&game.number).filter(|(known, ..)| *known == record);
                let read = || BoardView::read(&record).map(|(board, turns)| (record.clone(), board, turns));
                if let Some(board) = known.or_else(read) {
                    (view.board, view.turns) = (Some(board.1.clone()), Some(board.2));
                    boards.insert(game.number, board);
                }
            }
            views.push(view);
        }
        let heading = report::heading(&self.tournament).trim_end().to_owned();
        let standings = standings(&results.summary);
        let (scheduled, verdict) = (results.expected(), results.verdict);
        let view =
            TournamentView { heading, verdict, standings, finished, scheduled, running: views, games };
        Ok(TournamentReply::Tournament(Box::new(view)))
    }

    fn finished(&self, row: &FinishedRow) -> Result<GameView, String> {
        let ending = &row.result.ending;
        Ok(GameView {
            winner: ending.winner.map(|winner| winner.index()),
            cause: Some(ending.cause.to_string()),
            turns: Some(row.result.turns),
            ..self.game(&row.game)?
        })
    }

    /// A game of the store, which may have been changed by another program.
    fn game(&self, game: &Game) -> Result<GameView, String> {
        let name = |entrant| self.tournament.names().nth(entrant).map(str::to_owned);
        let [Some(p1), Some(p2)] = game.entrants.map(name) else {
            return Err(format!("game {} of the store is of an unknown entrant", game.number));
        };
        let number = game.number;
        Ok(GameView { number, players: [p1, p2], winner: None, cause: None, turns: None, board: None })
    }
}

fn standings(summary: &Summary) -> Vec<StandingView> {
    let order = summary.ranking();
    let view = |&row: &usize| {
        let standing = &summary.standings[row];
        let against = |&other: &usize| {
            let tally = &summary.crosstable[row][other];
            (other != row).then_some([tally.wins, tally.draws, tally.losses])
        };
        StandingView {
            name: standing.name.clone(),
            won: standing.tally.wins,
            drawn: standing.tally.draws,
            lost: standing.tally.losses,
            elo: standing.pairs.estimate().map(|estimate| estimate.elo_text()),
            against: order.iter().map(against).collect(),
        }
    };
    order.iter().map(view).collect()
}
