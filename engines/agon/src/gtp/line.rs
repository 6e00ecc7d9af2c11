//! Lines, colours and vertices as GTP writes them.

use games::snorkels_core::{Bitboard64, Cell, Colour, cell_name};
use printable::excerpt;

/// A command: its number, its name and its arguments.
pub(super) struct Command<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    pub(super) arguments: Vec<&'a str>,
}

impl<'a> Command<'a> {
    /// Parses a line: `[number] name [argument ...]`, then perhaps `#` and a comment. `None` if there is no command. Control
    /// characters separate words.
    pub(super) fn parse(line: &'a str) -> Option<Command<'a>> {
        let line = line.split('#').next().unwrap_or_default();
        let separator = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
        let mut words = line.split(separator).filter(|word| !word.is_empty()).peekable();
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_number).unwrap_or_default();
        // A number alone is a command without a name.
        let name = words.next().or((!id.is_empty()).then_some(""))?;
        Some(Command { id, name, arguments: words.collect() })
    }
}

/// The colour of a word: Black is Purple, White is Green.
pub(super) fn colour(word: &str) -> Result<Colour, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Colour::Purple),
        "w" | "white" => Ok(Colour::Green),
        _ => Err(format!("syntax error: `{}` is not a colour: expected b or w", excerpt(word))),
    }
}

/// The letter of a colour.
pub(super) fn letter(colour: Colour) -> &'static str {
    ["b", "w"][colour.index()]
}

/// The name of a colour.
pub(super) fn colour_name(colour: Colour) -> &'static str {
    ["black", "white"][colour.index()]
}

/// A vertex as the rules name the cell. No board of this game has the column that GTP skips, I.
pub(super) fn vertex(word: &str) -> Result<String, String> {
    let text = word.to_ascii_lowercase();
    let is_vertex = matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    is_vertex.then_some(text).ok_or_else(|| {
        format!("syntax error: `{}` is not a vertex: expected a letter and a number", excerpt(word))
    })
}

/// The vertex of a cell.
pub(super) fn vertex_of(cell: Cell) -> String {
    cell_name(cell).to_string().to_ascii_uppercase()
}

/// The vertices of cells, separated by spaces.
pub(super) fn vertices(cells: Bitboard64) -> String {
    cells.into_iter().map(vertex_of).collect::<Vec<_>>().join(" ")
}

/// A number, for example of seconds.
pub(super) fn number<N: std::str::FromStr>(word: &str) -> Result<N, String> {
    word.parse()
        .map_err(|_| format!("syntax error: `{}` is not a number that is expected here", excerpt(word)))
}
