//! What a face of a game shows: the board, the pieces, legal actions as clicks, and events to animate; the signs of the
//! drawn board and their colours.
//!
//! A game implements [`View`] for its positions. All methods have defaults, so `impl View for Position {}` is enough: the
//! scene is then read from the drawing, and actions whose texts name no cells are buttons.

mod drawn;
mod scene;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use self::drawn::scene_of_drawing;
pub use self::scene::{
    ActionView, Attempt, CellView, Change, Choice, EventView, Fact, PieceView, ReserveView, Scene,
    SignColour, SignStyle,
};
use crate::{Position, turn};

/// How faces show positions, actions and events. All of it has defaults.
///
/// ```
/// use abstract_game::view::View as _;
/// use abstract_game::{Position as _, Rules as _, sample::TakeTwo};
/// let start = TakeTwo::default().start();
/// let action = start.read_action("b2")?;
/// assert_eq!(start.action_view(action).text, "b2");
/// # Ok::<(), abstract_game::GameError>(())
/// ```
pub trait View: Position {
    /// What the signs of the drawn board mean, in one line or two; `None` where nothing needs to be explained.
    const LEGEND: Option<&'static str> = None;

    /// How a terminal shows a sign in a row of the drawn board; `None`: like the sign before it. By default `.` and `#` are
    /// dim and letters have colours by which most of them can be told apart.
    #[must_use]
    fn sign_style(sign: char) -> Option<SignStyle> {
        Some(drawn::sign_style(sign))
    }

    /// The board and what is on it. By default [read from the drawing](scene_of_drawing).
    fn scene(&self) -> Scene {
        scene_of_drawing(&self.drawing())
    }

    /// What can be said of the position in plain words, by the rules alone: sentences for people, in English, the most important
    /// first. By default none.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// The choices of a legal action. Choices tell the legal actions of a position apart, and none to make is missing
    /// where another action of the same set goes on. By default the text `d4` is the cell d4, and `d4e5` the cell e5 after
    /// a selection of d4, if the scene has these cells; any other text is a button.
    fn action_view(&self, action: Self::Action) -> ActionView {
        drawn::action_view(turn::write(self, &[action]), &self.scene())
    }

    /// The change on the board by an event; `None` where nothing on it changes, and by default.
    #[must_use]
    fn change(_event: &Self::Event) -> Option<Change> {
        None
    }

    /// The events of a legal action. By default those that [explain](Position::explain) it, with their
    /// [changes](Self::change); one event without a change, whose sentence is the action's text, if there are none.
    fn event_views(&self, action: Self::Action) -> Vec<EventView> {
        let events = self.explain(action).map(|explanation| explanation.events).unwrap_or_default();
        if events.is_empty() {
            return Vec::from([EventView { change: None, text: turn::write(self, &[action]) }]);
        }
        let view = |event| EventView { change: Self::change(event), text: event.to_string() };
        events.iter().map(view).collect()
    }

    /// The texts of the actions that a person may have meant, the likeliest first. By default the names of the cells
    /// together.
    fn attempts(&self, attempt: &Attempt) -> Vec<String> {
        Vec::from([attempt.set.concat() + &attempt.cell])
    }

    /// The rule that forbids what a person tried on an unfinished position; `None` if nothing forbids it, or it means
    /// nothing.
    fn why_not(&self, attempt: &Attempt) -> Option<String> {
        let texts = self.attempts(attempt);
        texts.iter().find_map(|text| self.read_action(text).err()).map(|error| error.to_string())
    }
}
