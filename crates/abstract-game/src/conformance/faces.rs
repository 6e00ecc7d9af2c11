//! Checks of views and encodings.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::Case;
use super::violation::Check;
use crate::encode::{Encode, Encoding};
use crate::view::{ActionView, Attempt, Change, Choice, Scene, View};
use crate::{Player, Position as _, Rules};

/// Runs the checks of this file.
pub(super) fn check<R: Rules>(case: &Case<'_, R::Position>) {
    let scene = case.position.scene();
    let cells = cells_of(case, &scene, R::SEATS.len());
    if case.position.end().is_none() {
        choices(case, &cells);
        attempts(case, &cells);
    }
    indices(case);
    planes(case);
}

/// The names of the cells of a scene, which must hold its pieces.
fn cells_of<'a, P: View>(case: &Case<'_, P>, scene: &'a Scene, seats: usize) -> BTreeSet<&'a str> {
    let (place, cells) = (case.place, &scene.cells);
    let names: BTreeSet<&str> = cells.iter().map(|cell| &*cell.name).collect();
    place.same(Check::SCENE, "cells of different names:", &cells.len(), &names.len());
    for cell in cells {
        let inside = cell.file < scene.width && cell.rank < scene.height;
        let expected = format_args!("cells within {} by {}", scene.width, scene.height);
        place.ensure(Check::SCENE, inside, expected, format_args!("{cell:?}"));
    }
    for piece in &scene.pieces {
        let sound = names.contains(&*piece.cell) && piece.count > 0 && piece.seat < seats;
        let expected = "pieces of a seat on cells of the board";
        place.ensure(Check::SCENE, sound, expected, format_args!("{piece:?}"));
    }
    names
}

/// A page builds an action from choices: they must name what is there, and lead to exactly one action.
fn choices<P: View>(case: &Case<'_, P>, cells: &BTreeSet<&str>) {
    let mut views = Vec::with_capacity(case.actions.len());
    for (action, place) in case.each_action() {
        let view = case.position.action_view(action);
        place.same(Check::CHOICES, "the text", &case.position.action_text(action), &view.text);
        let is_known = |names: &[String]| names.iter().all(|name| cells.contains(&**name));
        let named = view.path.iter().chain(&view.refine).all(|choice| match choice {
            Choice::Cells(names) => !names.is_empty() && is_known(names),
            _ => true,
        });
        let found = format_args!("{view:?}");
        place.ensure(Check::CHOICES, named && is_known(&view.set), "choices of cells of the board", found);
        views.push(view);
    }
    views.sort_by(|a, b| (&a.set, &a.path, &a.refine).cmp(&(&b.set, &b.path, &b.refine)));
    // If the choices of an action continue those of another one, then those of its neighbour do too.
    let clash = |a: &ActionView, b: &ActionView| {
        a.set == b.set
            && b.path.starts_with(&a.path)
            && (a.path.len() != b.path.len() || a.refine.len() != b.refine.len() || a.refine == b.refine)
    };
    for pair in views.windows(2) {
        let found = format_args!("those of {} and {}", pair[0].text, pair[1].text);
        let differ = !clash(&pair[0], &pair[1]);
        case.place.ensure(Check::CHOICES, differ, "choices that tell actions apart", found);
    }
}

/// A click of a person on any cell is answered.
fn attempts<P: View>(case: &Case<'_, P>, cells: &BTreeSet<&str>) {
    for cell in cells {
        let attempt = Attempt { cell: String::from(*cell), ..Attempt::default() };
        let answered = case.position.why_not(&attempt).is_none_or(|reason| !reason.is_empty());
        case.place.about(cell).ensure(Check::CHOICES, answered, "a reason", "an empty text");
    }
}

/// The events of a legal action change cells of the board and have a sentence each.
pub(super) fn check_events<P: View>(case: &Case<'_, P>, action: P::Action) {
    let scene = case.position.scene();
    let cells: BTreeSet<&str> = scene.cells.iter().map(|cell| &*cell.name).collect();
    for event in case.position.event_views(action) {
        let named = match &event.change {
            None => &[][..],
            Some(Change::Place { cell } | Change::Turn { cell } | Change::Explode { cell }) => {
                core::slice::from_ref(cell)
            }
            Some(Change::Remove { cells, .. }) => cells,
            Some(Change::Move { from, to, .. }) => &[from.clone(), to.clone()],
        };
        let sound = !event.text.is_empty() && named.iter().all(|name| cells.contains(&**name));
        let expected = "a sentence, and cells of the board";
        case.place.about(&action).ensure(Check::SCENE, sound, expected, format_args!("{event:?}"));
    }
}

/// A learner answers with an index, or with parts, which must mean one action.
fn indices<P: Encode>(case: &Case<'_, P>) {
    let size = Encoding::of::<P>().actions;
    let (mut taken, mut combinations) = (BTreeSet::new(), BTreeSet::new());
    for (index, action) in case.position.indexed_actions() {
        let own = case.position.index(action);
        let sound = index < size && own.is_none_or(|own| own < P::ACTIONS) && taken.insert(index);
        let expected = format_args!("an index of its own below {size}");
        let found = format_args!("{index}, its own one being {own:?}");
        case.place.about(&action).ensure(Check::ENCODING, sound, expected, found);
        let mut parts = Vec::new();
        case.position.parts_into(action, index, &mut parts);
        let inside = parts.len() == P::PARTS.len()
            && parts.iter().zip(P::PARTS).all(|(&part, &(_, values))| part < values);
        let found = format_args!("{parts:?}");
        let sound = inside && combinations.insert(parts.clone());
        case.place.about(&action).ensure(
            Check::ENCODING,
            sound,
            "parts of its own within their numbers",
            found,
        );
    }
    let has_indices = taken.len() >= case.actions.len().min(P::OVERFLOW);
    let what = "indices for the actions, as far as there are some:";
    case.place.same(Check::ENCODING, what, &true, &has_indices);
}

/// A network has a fixed number of inputs, and an environment says their range.
fn planes<P: Encode>(case: &Case<'_, P>) {
    let (height, width) = P::SIZE;
    for player in Player::BOTH {
        let numbers = case.position.observation(player);
        let size = P::PLANES.len() * height * width;
        case.place.same(Check::ENCODING, "numbers of planes:", &size, &numbers.len());
        for number in numbers {
            let inside = (-1.0..=10.0).contains(&number);
            case.place.ensure(Check::ENCODING, inside, "numbers from -1 to 10", number);
        }
    }
}
