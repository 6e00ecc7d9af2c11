//! The checks of the suite, and the report of a failed one.

use alloc::format;
use alloc::string::ToString;
use core::fmt;

use derive_more::Display;

use crate::{Position, Symmetry};

/// One check of the suite. `Display` writes what is wrong when it fails, and the report of the suite begins with that.
#[derive(Clone, Copy, Debug, Display)]
pub struct Check(&'static str);

impl Check {
    /// Every generated action passes `check` and `is_legal`: searches play generated actions unchecked.
    pub const GENERATED_IS_LEGAL: Check = Check("an action is generated that is not legal");
    /// Every legal action that was tried is generated: a search must see every action that a person may
    /// play.
    pub const LEGAL_IS_GENERATED: Check = Check("a legal action is not generated");
    /// The universe given to the suite holds every legal action; otherwise it is too small.
    pub const UNIVERSE: Check = Check("a legal action is missing from the universe given to the suite");
    /// No action is generated twice: perft would count it, and a search visit it, twice.
    pub const DUPLICATE: Check = Check("an action is generated twice");
    /// Equal positions generate the same actions in the same order, so that a seed reproduces a game.
    pub const ORDER: Check = Check("equal positions generate different actions or another order");
    /// `count_actions` returns the number of generated actions.
    pub const COUNT: Check = Check("count_actions is not the number of generated actions");
    /// `choose_action` is given the number of actions, and returns the one that it is asked for.
    pub const CHOICE: Check = Check("choose_action does not choose among the generated actions");
    /// `play_out` plays legal actions, a different one for each number.
    pub const PLAYOUT: Check = Check("play_out does not play legal actions");
    /// A finished position offers nothing, refuses everything, and its turn is over.
    pub const FINISHED: Check = Check("a finished game goes on");
    /// An unfinished position offers an action. If a player cannot act, the rules must make it a loss, a
    /// draw or a pass.
    pub const STUCK: Check = Check("the game is not over, but there is no action");
    /// An illegal action is refused and leaves the position as it was, the key included.
    pub const REFUSAL: Check = Check("an illegal action is not refused without a trace");
    /// All ways to play an action lead to the same position.
    pub const PLAY: Check = Check("two ways to play an action lead to different positions");
    /// Within a turn the player to act stays the same.
    pub const PLAYER_WITHIN_TURN: Check = Check("the player to act changes within a turn");
    /// The action that merely ends the turn is legal and ends it.
    pub const END_TURN: Check = Check("the action that ends the turn is not as it should be");
    /// The incremental key equals the key computed from scratch; otherwise a search mistakes one position
    /// for another.
    pub const KEY: Check = Check("the key is not the key computed from scratch");
    /// Equal positions have the same key, hash, end and player to act.
    pub const EQUAL_POSITIONS: Check = Check("equal positions differ in what they say");
    /// Different positions have different keys: the key covers all that equality covers.
    pub const DISTINCT_KEYS: Check = Check("different positions have the same key");
    /// The text of an action is one word without commas, because turns join actions by commas and
    /// protocols join turns by spaces. It is not `.`, which means the end of the turn.
    pub const ACTION_TEXT_FORM: Check = Check("the text of an action has not the form of one");
    /// The texts of different actions differ.
    pub const ACTION_TEXT_DISTINCT: Check = Check("different actions have the same text");
    /// The text of an action is read as that action.
    pub const ACTION_TEXT: Check = Check("the text of an action is not read as that action");
    /// No text is read as an illegal action.
    pub const READS_ILLEGAL: Check = Check("a text is read as an illegal action");
    /// The text of a position is words joined by single spaces, none of them `moves`, because
    /// protocols read on after it.
    pub const POSITION_TEXT_FORM: Check = Check("the text of a position has not the form of one");
    /// The text of a position is read as that position. That of a finished one may be refused.
    pub const POSITION_TEXT: Check = Check("the text of a position is not read as that position");
    /// `FromStr` reads the texts of positions and actions. Checked if the suite
    /// [asks for it](super::Suite::reads_from_str).
    pub const FROM_STR: Check = Check("FromStr does not read a text");
    /// The drawing, `{:#}`, has several lines and says in the last one who acts or how the game ended; no newline follows
    /// it.
    pub const DRAWING: Check = Check("the drawing has not the form of one");
    /// The longest rest, where there is one, bounds the turns to come: it shrinks with each turn and
    /// never grows within one.
    pub const MAX_REMAINING_TURNS: Check = Check("max_remaining_turns does not bound the turns to come");
    /// A match ends exactly when a state stands at the start of a turn for the n-th time.
    pub const REPETITION: Check = Check("a match does not end exactly by the last repetition");
    /// A skipped turn leaves the board as it is, and the opponent begins a turn.
    pub const SKIP_TURN: Check = Check("a skipped turn changes more than the player to act");
    /// Exchanged twice, the players are as before; exchanged once, a result is the other's.
    pub const EXCHANGE_PLAYERS: Check = Check("the players are not exchanged as they should be");
    /// The pieces of the scene are on its cells, and so are the changes by events.
    pub const SCENE: Check = Check("a scene or an event has something that is not on the board");
    /// The choices of actions are on the board and tell the actions apart.
    pub const CHOICES: Check = Check("the choices of an action are not as they should be");
    /// Each action has an index of its own within the bounds, and the planes have their size and range.
    pub const ENCODING: Check = Check("an encoding does not keep its sizes");
    /// A symmetry commutes with play: legal actions, their outcomes and ends map onto each other.
    pub const SYMMETRY: Check = Check("a symmetry does not commute with play");
    /// Options take what their declarations say: front-ends only know the declarations.
    pub const OPTIONS: Check = Check("an option is not what it is declared to be");
}

/// What is checked at the moment, for the report.
#[derive(Clone, Copy, Default)]
pub(super) struct Place<'a> {
    /// `None` if the check is about the rules.
    pub(super) position: Option<&'a dyn fmt::Display>,
    /// The damaged text that was read as the position.
    pub(super) damaged: Option<&'a str>,
    pub(super) about: Option<&'a dyn fmt::Debug>,
    pub(super) seed: u64,
    /// The number of the game, from 1.
    pub(super) game: Option<u32>,
    /// The symmetry under which the position is looked at.
    pub(super) symmetry: Option<Symmetry>,
}

impl<'a> Place<'a> {
    /// With an action or an option. An illegal action need not have a text.
    pub(super) fn about(self, about: &'a dyn fmt::Debug) -> Place<'a> {
        Place { about: Some(about), ..self }
    }

    /// Reports a breach of the contract.
    pub(super) fn fail(self, check: Check, expected: impl fmt::Display, found: impl fmt::Display) -> ! {
        let mut report = check.to_string();
        let mut line = |name, value: fmt::Arguments<'_>| report += &format!("\n  {name:8}  {value}");
        if let Some(position) = self.position {
            line("position", format_args!("{position}"));
        }
        if let Some(action) = self.about {
            line("action", format_args!("{action:?}"));
        }
        match self.symmetry {
            Some(symmetry) => line("expected", format_args!("under the symmetry `{symmetry:?}`: {expected}")),
            None => line("expected", format_args!("{expected}")),
        }
        line("found", format_args!("{found}"));
        if let Some(text) = self.damaged {
            report += &format!(
                " (on a position read from a damaged text, `{text}`, which should perhaps be refused)"
            );
        }
        if let Some(game) = self.game {
            report += &format!("\n  in game {game} of seed {}", self.seed);
        }
        panic!("{report}");
    }

    /// The condition holds.
    pub(super) fn ensure(
        self,
        check: Check,
        holds: bool,
        expected: impl fmt::Display,
        found: impl fmt::Display,
    ) {
        if !holds {
            self.fail(check, expected, found);
        }
    }

    /// Two values, named by what they are, are the same.
    pub(super) fn same<T: PartialEq + fmt::Debug + ?Sized>(
        self,
        check: Check,
        what: impl fmt::Display,
        expected: &T,
        found: &T,
    ) {
        self.ensure(check, expected == found, format_args!("{what} {expected:?}"), format_args!("{found:?}"));
    }

    /// Two positions are the same. The report has their texts, or their fields if the texts do not differ.
    pub(super) fn same_position<P: Position>(
        self,
        check: Check,
        what: impl fmt::Display,
        expected: &P,
        found: &P,
    ) {
        if expected == found {
            return;
        }
        let texts = (expected.to_string(), found.to_string());
        self.ensure(check, texts.0 == texts.1, format_args!("{what} {}", texts.0), &texts.1);
        self.fail(check, format_args!("{what} {expected:?}"), format_args!("{found:?}"))
    }
}
