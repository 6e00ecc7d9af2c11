//! The checks of the suite, and the report of a failed one.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use thiserror::Error;

use crate::Position;

/// One check of the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Check {
    /// Every generated action passes `check` and `is_legal`: searches play generated actions unchecked.
    GeneratedIsLegal,
    /// Every legal action that was tried is generated: a search must see every action that a person may
    /// play.
    LegalIsGenerated,
    /// The universe given to the suite holds every legal action; otherwise it is too small.
    Universe,
    /// No action is generated twice: perft would count it, and a search visit it, twice.
    Duplicate,
    /// Equal positions generate the same actions in the same order, so that a seed reproduces a game.
    Order,
    /// `count_actions` returns the number of generated actions.
    Count,
    /// `choose_action` is given the number of actions, and returns the one that it is asked for.
    Choice,
    /// `play_out` plays legal actions, a different one for each number.
    Playout,
    /// A finished position offers nothing, refuses everything, and its turn is over.
    Finished,
    /// An unfinished position offers an action. If a player cannot act, the rules must make it a loss, a
    /// draw or a pass.
    Stuck,
    /// An illegal action is refused and leaves the position as it was, the key included.
    Refusal,
    /// All ways to play an action lead to the same position.
    Play,
    /// Within a turn the player to act stays the same.
    PlayerWithinTurn,
    /// The action that merely ends the turn is legal and ends it.
    EndTurn,
    /// The incremental key equals the key computed from scratch; otherwise a search mistakes one position
    /// for another.
    Key,
    /// Equal positions have the same key, hash, end and player to act.
    EqualPositions,
    /// Different positions have different keys: the key covers all that equality covers.
    DistinctKeys,
    /// The text of an action is one word without commas, because turns join actions by commas and
    /// protocols join turns by spaces. It is not `.`, which means the end of the turn.
    ActionTextForm,
    /// The texts of different actions differ.
    ActionTextDistinct,
    /// The text of an action is read as that action.
    ActionText,
    /// No text is read as an illegal action.
    ReadsIllegal,
    /// The text of a position is words joined by single spaces, none of them `moves`, because
    /// protocols read on after it.
    PositionTextForm,
    /// The text of a position is read as that position. That of a finished one may be refused.
    PositionText,
    /// `FromStr` reads the texts of positions and actions. Checked if the suite
    /// [asks for it](super::Suite::reads_from_str).
    FromStr,
    /// The drawing, `{:#}`, has several lines and says in the last one who acts or how the game ended; no newline follows
    /// it.
    Drawing,
    /// The text of a turn is read as that turn.
    TurnText,
    /// A match replayed from its texts is the same match: records are texts.
    Replay,
    /// Undo leads back through every position to the start, and redo forth again.
    Undo,
    /// The longest rest, where there is one, bounds the turns to come: it shrinks with each turn and
    /// never grows within one.
    MaxRemainingTurns,
    /// A match ends exactly when a state stands at the start of a turn for the n-th time.
    Repetition,
    /// The facade returns as text what the match returns.
    Facade,
    /// A skipped turn leaves the board as it is, and the opponent begins a turn.
    SkipTurn,
    /// Exchanged twice, the players are as before; exchanged once, a result is the other's.
    ExchangePlayers,
    /// The pieces of the scene are on its cells, and so are the changes by events.
    Scene,
    /// The choices of actions are on the board and tell the actions apart.
    Choices,
    /// Each action has an index of its own within the bounds, and the planes have their size and range.
    Encoding,
    /// A symmetry commutes with play: legal actions, their outcomes and ends map onto each other.
    Symmetry,
    /// Options take what their declarations say: front-ends only know the declarations.
    Options,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Check::GeneratedIsLegal => "an action is generated that is not legal",
            Check::LegalIsGenerated => "a legal action is not generated",
            Check::Universe => "a legal action is missing from the universe given to the suite",
            Check::Duplicate => "an action is generated twice",
            Check::Order => "equal positions generate different actions or another order",
            Check::Count => "count_actions is not the number of generated actions",
            Check::Choice => "choose_action does not choose among the generated actions",
            Check::Playout => "play_out does not play legal actions",
            Check::Finished => "a finished game goes on",
            Check::Stuck => "the game is not over, but there is no action",
            Check::Refusal => "an illegal action is not refused without a trace",
            Check::Play => "two ways to play an action lead to different positions",
            Check::PlayerWithinTurn => "the player to act changes within a turn",
            Check::EndTurn => "the action that ends the turn is not as it should be",
            Check::Key => "the key is not the key computed from scratch",
            Check::EqualPositions => "equal positions differ in what they say",
            Check::DistinctKeys => "different positions have the same key",
            Check::ActionTextForm => "the text of an action has not the form of one",
            Check::ActionTextDistinct => "different actions have the same text",
            Check::ActionText => "the text of an action is not read as that action",
            Check::ReadsIllegal => "a text is read as an illegal action",
            Check::PositionTextForm => "the text of a position has not the form of one",
            Check::PositionText => "the text of a position is not read as that position",
            Check::FromStr => "FromStr does not read a text",
            Check::Drawing => "the drawing has not the form of one",
            Check::TurnText => "the text of a turn is not read as that turn",
            Check::Replay => "a match replayed from its texts is not the same match",
            Check::Undo => "undo does not lead back, or redo not forth",
            Check::MaxRemainingTurns => "max_remaining_turns does not bound the turns to come",
            Check::Repetition => "a match does not end exactly by the last repetition",
            Check::Facade => "the facade does not say what the match says",
            Check::SkipTurn => "a skipped turn changes more than the player to act",
            Check::ExchangePlayers => "the players are not exchanged as they should be",
            Check::Scene => "a scene or an event has something that is not on the board",
            Check::Choices => "the choices of an action are not as they should be",
            Check::Encoding => "an encoding does not keep its sizes",
            Check::Symmetry => "a symmetry does not commute with play",
            Check::Options => "an option is not what it is declared to be",
        })
    }
}

/// A breach of the contract: the check, the position, what was expected and what was found.
///
/// `Display` writes all of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub struct Violation {
    /// The check that failed.
    pub check: Check,
    /// The text of the position; empty if the check is about the rules.
    pub position: String,
    /// The action; empty if the check is about none.
    pub action: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the game, from 1; `None` if the check is about no game.
    pub game: Option<u32>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?})", self.check, self.check)?;
        let lines = [("position", &self.position), ("action", &self.action)];
        for (name, text) in lines.into_iter().filter(|(_, text)| !text.is_empty()) {
            write!(f, "\n  {name:8}  {text}")?;
        }
        write!(f, "\n  expected  {}\n  found     {}", self.expected, self.found)?;
        match self.game {
            Some(game) => write!(f, "\n  in game {game} of seed {}", self.seed),
            None => Ok(()),
        }
    }
}

/// A [`Violation`] without the position, the seed and the number of the game.
pub(super) struct Finding {
    pub(super) check: Check,
    pub(super) action: String,
    pub(super) expected: String,
    pub(super) found: String,
}

impl Finding {
    pub(super) fn new(check: Check, expected: impl fmt::Display, found: impl fmt::Display) -> Finding {
        Finding { check, action: String::new(), expected: expected.to_string(), found: found.to_string() }
    }

    /// The finding is about a legal action.
    pub(super) fn at<P: Position>(mut self, position: &P, action: P::Action) -> Finding {
        self.action = format!("{} = {action:?}", position.action_text(action));
        self
    }

    /// The finding is about an action that may be illegal, so has no text.
    pub(super) fn about(mut self, action: impl fmt::Debug) -> Finding {
        self.action = format!("{action:?}");
        self
    }

    pub(super) fn on(self, position: &impl Position, seed: u64, game: Option<u32>) -> Violation {
        self.placed(position.to_string(), seed, game)
    }

    /// The finding is about the rules.
    pub(super) fn on_rules(self) -> Violation {
        self.placed(String::new(), 0, None)
    }

    fn placed(self, position: String, seed: u64, game: Option<u32>) -> Violation {
        let Finding { check, action, expected, found } = self;
        Violation { check, position, action, expected, found, seed, game }
    }
}

/// Two values, named by what they are, are the same.
pub(super) fn same<T: PartialEq + fmt::Debug>(
    check: Check,
    what: &str,
    expected: &T,
    found: &T,
) -> Result<(), Finding> {
    if expected == found {
        return Ok(());
    }
    Err(Finding::new(check, format!("{what} {expected:?}"), format!("{found:?}")))
}

/// Two positions are the same. The finding has their texts, or their fields if the texts do not differ.
pub(super) fn same_position<P: Position>(
    check: Check,
    what: &str,
    expected: &P,
    found: &P,
) -> Result<(), Finding> {
    if expected == found {
        return Ok(());
    }
    let (mut wanted, mut got) = (expected.to_string(), found.to_string());
    if wanted == got {
        (wanted, got) = (format!("{expected:?}"), format!("{found:?}"));
    }
    Err(Finding::new(check, format!("{what} {wanted}"), got))
}
