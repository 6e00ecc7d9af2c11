//! Checks of views and encodings.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

use super::Case;
use super::violation::{Check, Violation, same};
use crate::encode::{Encode, Encoding};
use crate::view::{ActionView, Attempt, Change, Choice, Scene, View};
use crate::{Player, Position as _, Rules};

/// Runs the checks of this file.
pub(super) fn check<R: Rules>(case: &Case<'_, R::Position>) -> Result<(), Violation> {
    let scene = case.position.scene();
    let cells = cells_of(&scene, R::SEATS.len())?;
    if case.position.end().is_none() {
        choices(case, &cells)?;
        attempts(case, &cells)?;
    }
    indices(case)?;
    planes(case)
}

/// The names of the cells of a scene, which must hold its pieces.
fn cells_of(scene: &Scene, seats: usize) -> Result<BTreeSet<&str>, Violation> {
    let names: BTreeSet<&str> = scene.cells.iter().map(|cell| &*cell.name).collect();
    same(Check::SCENE, "cells of different names:", &scene.cells.len(), &names.len())?;
    for cell in &scene.cells {
        if cell.file >= scene.width || cell.rank >= scene.height {
            let expected = format!("cells within {} by {}", scene.width, scene.height);
            return Err(Violation::new(Check::SCENE, expected, format!("{cell:?}")));
        }
    }
    for piece in &scene.pieces {
        if !names.contains(&*piece.cell) || piece.count == 0 || piece.seat >= seats {
            let expected = "pieces of a seat on cells of the board";
            return Err(Violation::new(Check::SCENE, expected, format!("{piece:?}")));
        }
    }
    Ok(names)
}

/// A page builds an action from choices: they must name what is there, and lead to exactly one action.
fn choices<P: View>(case: &Case<'_, P>, cells: &BTreeSet<&str>) -> Result<(), Violation> {
    let mut views = alloc::vec::Vec::with_capacity(case.actions.len());
    for &action in &case.actions {
        let view = case.position.action_view(action);
        let at = |violation: Violation| violation.at(case.position, action);
        same(Check::CHOICES, "the text", &case.position.action_text(action), &view.text).map_err(at)?;
        let named = view.path.iter().chain(&view.refine).filter_map(|choice| match choice {
            Choice::Cells(names) => Some(names),
            _ => None,
        });
        let is_known = |names: &[String]| names.iter().all(|name| cells.contains(&**name));
        if !is_known(&view.set) || named.clone().any(|names| names.is_empty() || !is_known(names)) {
            let expected = "choices of cells of the board";
            return Err(at(Violation::new(Check::CHOICES, expected, format!("{view:?}"))));
        }
        views.push(view);
    }
    views.sort_by(|a, b| (&a.set, &a.path, &a.refine).cmp(&(&b.set, &b.path, &b.refine)));
    // If the choices of an action continue those of another one, then those of its neighbour do too.
    let clash = |a: &ActionView, b: &ActionView| {
        a.set == b.set
            && b.path.starts_with(&a.path)
            && (a.path.len() != b.path.len() || a.refine.len() != b.refine.len() || a.refine == b.refine)
    };
    match views.windows(2).find(|pair| clash(&pair[0], &pair[1])) {
        Some(pair) => {
            let found = format!("those of {} and {}", pair[0].text, pair[1].text);
            Err(Violation::new(Check::CHOICES, "choices that tell actions apart", found))
        }
        None => Ok(()),
    }
}

/// A click of a person on any cell is answered.
fn attempts<P: View>(case: &Case<'_, P>, cells: &BTreeSet<&str>) -> Result<(), Violation> {
    for cell in cells {
        let attempt = Attempt { cell: String::from(*cell), ..Attempt::default() };
        if case.position.why_not(&attempt).is_some_and(|reason| reason.is_empty()) {
            return Err(Violation::new(Check::CHOICES, "a reason", "an empty text").about(cell));
        }
    }
    Ok(())
}

/// The events of a legal action change cells of the board and have a sentence each.
pub(super) fn check_events<P: View>(position: &P, action: P::Action) -> Result<(), Violation> {
    let scene = position.scene();
    let cells: BTreeSet<&str> = scene.cells.iter().map(|cell| &*cell.name).collect();
    for event in position.event_views(action) {
        let named = match &event.change {
            None => &[][..],
            Some(Change::Place { cell } | Change::Turn { cell } | Change::Explode { cell }) => {
                core::slice::from_ref(cell)
            }
            Some(Change::Remove { cells }) => cells,
            Some(Change::Move { from, to, .. }) => &[from.clone(), to.clone()],
        };
        if event.text.is_empty() || named.iter().any(|name| !cells.contains(&**name)) {
            let expected = "a sentence, and cells of the board";
            let violation = Violation::new(Check::SCENE, expected, format!("{event:?}"));
            return Err(violation.at(position, action));
        }
    }
    Ok(())
}

/// A learner answers with an index, which must mean one action.
fn indices<P: Encode>(case: &Case<'_, P>) -> Result<(), Violation> {
    let size = Encoding::of::<P>().actions;
    let mut taken = BTreeSet::new();
    for (index, action) in case.position.indexed_actions() {
        let own = case.position.index(action);
        if index >= size || own.is_some_and(|own| own >= P::ACTIONS) || !taken.insert(index) {
            let expected = format!("an index of its own below {size}");
            let violation =
                Violation::new(Check::ENCODING, expected, format!("{index}, its own one being {own:?}"));
            return Err(violation.at(case.position, action));
        }
    }
    let least = case.actions.len().min(P::OVERFLOW);
    let has_indices = taken.len() >= least;
    same(Check::ENCODING, "indices for the actions, as far as there are some:", &true, &has_indices)
}

/// A network has a fixed number of inputs, and an environment says their range.
fn planes<P: Encode>(case: &Case<'_, P>) -> Result<(), Violation> {
    let (height, width) = P::SIZE;
    for player in Player::BOTH {
        let numbers = case.position.observation(player);
        same(Check::ENCODING, "numbers of planes:", &(P::PLANES.len() * height * width), &numbers.len())?;
        if let Some(number) = numbers.iter().find(|number| !(-1.0..=10.0).contains(*number)) {
            return Err(Violation::new(Check::ENCODING, "numbers from -1 to 10", number));
        }
    }
    Ok(())
}
