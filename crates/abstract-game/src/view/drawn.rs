//! The defaults of a view, from the drawn board.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::scene::{ActionView, CellView, Choice, PieceView, Scene, SignColour, SignStyle};

/// The scene of a drawing with coordinates: rows that begin with their numbers, and below them a line with the letter of each
/// file in the column where the file begins. `.` is an empty cell, `#` a stone, and any other word at a file a piece, whose kind is that word; it belongs to
/// seat 1 if the word begins with a small letter, otherwise to seat 0. Where a row has nothing at a file, there is no cell.
///
/// A drawing without such coordinates gives a scene without cells.
///
/// ```
/// use abstract_game::view::scene_of_drawing;
/// let scene = scene_of_drawing(" 2  . x\n 1  X .\n    a b\nP1 to place\n");
/// assert_eq!((scene.width, scene.height, scene.cells[1].name.as_str()), (2, 2, "b1"));
/// let pieces: Vec<_> = scene.pieces.iter().map(|piece| (&*piece.cell, &*piece.kind, piece.seat)).collect();
/// assert_eq!(pieces, [("a1", "X", 0), ("b2", "x", 1)]);
/// ```
#[must_use]
pub fn scene_of_drawing(drawing: &str) -> Scene {
    let lines: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
    let last = lines.iter().enumerate().rev().find_map(|(at, line)| Some((at, files_of(line)?)));
    let (at, columns) = last.unwrap_or_default();
    let mut scene = Scene { width: columns.len() as u8, ..Scene::default() };
    for line in lines[..at].iter().rev() {
        let Some(number) = row_number(line) else { continue };
        scene.height = scene.height.max(number);
        for ((file, letter), &column) in (0..).zip('a'..='z').zip(&columns) {
            let word = line.get(column..).unwrap_or_default();
            let word: String = word.iter().take_while(|sign| !sign.is_whitespace()).collect();
            if word.is_empty() {
                continue;
            }
            let cell = letter.to_string() + &number.to_string();
            let ground = if word == "#" { "stone" } else { "plain" };
            scene.cells.push(CellView { name: cell.clone(), file, rank: number - 1, ground, region: None });
            if word != "." && word != "#" {
                let seat = usize::from(word.starts_with(char::is_lowercase));
                scene.pieces.push(PieceView { cell, seat, kind: word.into(), count: 1, facing: None });
            }
        }
    }
    scene
}

/// The columns of the letters of the files, if the line consists of them: `a b c`.
fn files_of(line: &[char]) -> Option<Vec<usize>> {
    let letters = || line.iter().enumerate().filter(|(_, sign)| !sign.is_whitespace());
    let are_files = letters().map(|(_, &sign)| sign).eq(('a'..='z').take(letters().count()));
    (are_files && letters().next().is_some()).then(|| letters().map(|(column, _)| column).collect())
}

/// The number at the begin of a row, from 1 to 99.
fn row_number(line: &[char]) -> Option<u8> {
    let word = line.iter().skip_while(|sign| sign.is_whitespace()).take_while(|sign| !sign.is_whitespace());
    word.collect::<String>().parse().ok().filter(|number| (1..=99).contains(number))
}

/// The choices of an action with this text.
pub(super) fn action_view(text: String, scene: &Scene) -> ActionView {
    let is_cell = |name: &str| scene.cells.iter().any(|cell| cell.name == name);
    let second = text.char_indices().skip(1).find(|(_, sign)| sign.is_ascii_lowercase());
    let (from, to) = text.split_at(second.map_or(0, |(at, _)| at));
    let (set, path) = match () {
        () if is_cell(&text) => (Vec::new(), Choice::cell(text.clone())),
        () if is_cell(from) && is_cell(to) => (Vec::from([from.to_string()]), Choice::cell(to.to_string())),
        () => (Vec::new(), Choice::Button(Cow::Owned(text.clone()))),
    };
    ActionView { text, set, path: Vec::from([path]), refine: Vec::new() }
}

/// The style of a sign that a game says nothing about.
pub(super) fn sign_style(sign: char) -> SignStyle {
    use SignColour::{Blue, Cyan, Dim, Green, Magenta, Plain, Red, Yellow};
    const LETTERS: [SignColour; 6] = [Red, Green, Yellow, Blue, Magenta, Cyan];
    match sign {
        '.' | '#' => Dim,
        _ if sign.is_alphabetic() => LETTERS[sign as usize % LETTERS.len()],
        _ => Plain,
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_wide_files_and_texts_beside_the_board() {
        let drawing =
            "     a  b   c\n10   KL     .   P2 reserve kl\n 9   .  #\n     a  b   c\n1 x\nP2 to move";
        let scene = scene_of_drawing(drawing);
        let names: Vec<_> = scene.cells.iter().map(|cell| (&*cell.name, cell.ground)).collect();
        assert_eq!(names, [("a9", "plain"), ("b9", "stone"), ("a10", "plain"), ("c10", "plain")]);
        assert_eq!((scene.width, scene.height, scene.pieces.len()), (3, 10, 1));
        assert_eq!((&*scene.pieces[0].kind, &*scene.pieces[0].cell), ("KL", "a10"));
    }

    #[test]
    fn a_drawing_without_coordinates_has_no_cells_and_its_actions_are_buttons() {
        let scene = scene_of_drawing("a ooo\nb oooo\nP1 to take, 2 left");
        assert_eq!(scene, Scene::default());
        let view = action_view("a3".to_string(), &scene);
        assert_eq!(view.path, [Choice::Button("a3".into())]);
    }

    #[test]
    fn texts_of_cells_are_clicks() {
        let scene = scene_of_drawing("2 . .\n1 . .\n  a b\nP1 to move");
        let choices = |text: &str| {
            let view = action_view(text.to_string(), &scene);
            (view.set, view.path)
        };
        let cell = |name: &str| [Choice::cell(name.to_string())].to_vec();
        assert_eq!(choices("a1"), (Vec::new(), cell("a1")));
        assert_eq!(choices("a1b2"), (Vec::from(["a1".to_string()]), cell("b2")));
        for text in ["c1", "a1c2", "a1-b2", "a1b2a1", "-", "swap"] {
            assert_eq!(choices(text), (Vec::new(), [Choice::Button(text.to_string().into())].to_vec()));
        }
    }

    #[test]
    fn two_players_of_letters_differ_in_colour() {
        for (one, other) in [('X', 'O'), ('x', 'o'), ('X', 'x'), ('B', 'W'), ('P', 'G')] {
            assert_ne!(sign_style(one), sign_style(other));
        }
        assert_eq!(sign_style('.'), SignColour::Dim.into());
    }
}
