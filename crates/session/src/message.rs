//! The messages: requests and replies as JSON.

use std::collections::BTreeMap;

use abstract_game::view::{ActionView, Attempt, EventView, Scene};
use abstract_game::{End, OptionSpec, Player, Seat};
use serde::{Deserialize, Serialize};

use crate::{Node, NodeId};

/// A request: an object with the word `do` and the fields of the variant.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// The games and their options. The reply is [`Reply::Games`].
    Games,
    /// The state.
    State,
    /// A new game.
    New {
        /// The name of the game.
        game: String,
        /// Options that differ from their defaults.
        #[serde(default)]
        options: BTreeMap<String, String>,
        /// The start position; without it, that of the rules.
        #[serde(default)]
        position: Option<String>,
        /// The clocks; without it, none.
        #[serde(default)]
        clock: Option<ClockRequest>,
    },
    /// Loads the text of a tree, or a record of the arena.
    Load {
        /// The text.
        text: String,
    },
    /// Loads as much of a text as can be read, without illegal turns and what follows them: a game that a page kept, or that of
    /// a link. [`State::problem`] says what was left out.
    Recover {
        /// The text.
        text: String,
        /// The turns to the node at which the game is played; without it, those of the main line.
        #[serde(default)]
        line: Option<Vec<String>>,
        /// The clocks; without it, none.
        #[serde(default)]
        clock: Option<KeptClock>,
    },
    /// The text of the tree. The reply is [`Reply::Text`].
    Save,
    /// Plays one action.
    Act {
        /// The text of the action.
        action: String,
    },
    /// Plays a whole turn, or the rest of the one in progress.
    Turn {
        /// The text of the turn.
        turn: String,
    },
    /// Takes back the last action of the turn in progress.
    UndoAction,
    /// Goes back one turn and removes it with everything after it.
    TakeBack,
    /// Goes to another node.
    Go {
        /// The node.
        node: NodeId,
    },
    /// Removes a node and everything after it.
    Remove {
        /// The node.
        node: NodeId,
    },
    /// Makes the branch of a node the main line.
    Promote {
        /// The node.
        node: NodeId,
    },
    /// Sets the comment of a node.
    Comment {
        /// The node.
        node: NodeId,
        /// The text.
        text: String,
    },
    /// A player resigns.
    Resign {
        /// The player, 0 or 1.
        player: usize,
    },
    /// The players agree to a draw.
    Draw,
    /// Asks which rule forbids what a person tried. The reply is [`Reply::Why`].
    Why(Attempt),
    /// Asks how the board looks after some turns, which are not played. The reply is [`Reply::Preview`].
    Preview {
        /// The node from which they are played; without it, the present position, also within a turn.
        #[serde(default)]
        node: Option<NodeId>,
        /// The turns, at most [`MAX_PREVIEW`](crate::MAX_PREVIEW).
        #[serde(default)]
        turns: Vec<String>,
    },
}

/// The clocks of a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRequest {
    /// The time of each player, in seconds.
    pub seconds: u32,
    /// What each turn adds, in seconds.
    #[serde(default)]
    pub increment: u32,
}

/// The clocks of a game that a page kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptClock {
    /// Milliseconds left to both players.
    pub left: [u64; 2],
    /// Milliseconds that each turn adds.
    pub increment: u64,
    /// Whether the clock of the player to act runs.
    pub running: bool,
}

/// A reply: an object with the word `is` and the fields of the variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Reply {
    /// The state after the request.
    State(Box<State>),
    /// The games.
    Games {
        /// In a fixed order.
        games: Vec<GameInfo>,
    },
    /// The text of the tree.
    Text {
        /// The text.
        text: String,
    },
    /// The rule that forbids an attempt; `null` if none does.
    Why {
        /// One sentence.
        message: Option<String>,
    },
    /// A position that was asked for.
    Preview(Box<Preview>),
    /// The request was refused and changed nothing.
    Error {
        /// What was wrong.
        message: String,
    },
}

/// Everything that a page shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// Differs after every change of the position, the node or the result.
    pub revision: u64,
    /// The name of the game.
    pub game: &'static str,
    /// The values of the options that differ from their defaults.
    pub options: BTreeMap<&'static str, String>,
    /// The text of the position.
    pub position: String,
    /// The names of the players in the text that was read; empty where it has none.
    pub players: [String; 2],
    /// The seats, in the order in which they first act.
    pub seats: &'static [Seat],
    /// The seat to act, as an index into `seats`.
    pub seat: usize,
    /// The board and what is on it.
    pub scene: Scene,
    /// The legal actions.
    pub actions: Vec<ActionView>,
    /// The actions of the turn in progress.
    pub pending: Vec<String>,
    /// The node of the position in the tree.
    pub node: NodeId,
    /// The node at which the game is played; others are looked at. A turn in a branch continues the game there, unless a clock runs.
    pub live: NodeId,
    /// The end of the game at this node.
    pub end: Option<End>,
    /// The events of the request; after a step to another node, those of the turn that led there.
    pub events: Vec<EventView>,
    /// The tree, if the request changed it: each node after its parent.
    pub tree: Option<Vec<Node>>,
    /// The clocks.
    pub clock: Option<ClockView>,
    /// What [`Request::Recover`] left out.
    pub problem: Option<String>,
}

/// A position after some turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Preview {
    /// The text of the position.
    pub position: String,
    /// The seat to act.
    pub seat: usize,
    /// The board and what is on it.
    pub scene: Scene,
    /// The events of the last turn.
    pub events: Vec<EventView>,
    /// The end of the game there.
    pub end: Option<End>,
}

/// The clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClockView {
    /// Milliseconds left to both players.
    pub left: [u64; 2],
    /// Milliseconds that each turn adds.
    pub increment: u64,
    /// The player whose clock runs.
    pub running: Option<Player>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameInfo {
    /// Its name.
    pub name: &'static str,
    /// Its name as people write it.
    pub title: &'static str,
    /// Its seats.
    pub seats: &'static [Seat],
    /// Its options.
    pub options: &'static [OptionSpec],
}
