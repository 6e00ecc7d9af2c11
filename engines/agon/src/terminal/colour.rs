//! The board in colour, with the escape sequences of ANSI terminals.

/// Ends a colour.
const RESET: &str = "\x1b[0m";
const DIM: &str = "\x1b[2m";
const RED: &str = "\x1b[1;31m";
const GREEN: &str = "\x1b[1;32m";
const YELLOW: &str = "\x1b[1;33m";
const BLUE: &str = "\x1b[1;34m";
const MAGENTA: &str = "\x1b[1;35m";
const CYAN: &str = "\x1b[36m";
const WHITE: &str = "\x1b[1;37m";
const GREY: &str = "\x1b[1;90m";
const REVERSED: &str = "\x1b[7m";

/// The drawn board of a game with colours: each row, up to a text beside the board.
pub(super) fn coloured(game: &str, drawing: &str) -> String {
    let mut text = String::new();
    for line in drawing.lines() {
        let is_row = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let begin = line.find(|c: char| !c.is_whitespace() && !c.is_ascii_digit()).unwrap_or(line.len());
        let (label, row) = line.split_at(if is_row { begin } else { line.len() });
        let (row, beside) = row.split_at(row.find("   P").unwrap_or(row.len()));
        text.push_str(label);
        let mut open = String::new();
        for letter in row.chars() {
            // A facing has the colour of its piece.
            let is_facing = game == "nika" && matches!(letter, '^' | 'v' | '<' | '>');
            let sequence = if is_facing { open.clone() } else { style(game, letter) };
            if sequence != open {
                text.push_str(if open.is_empty() { "" } else { RESET });
                text.push_str(&sequence);
                open = sequence;
            }
            text.push(letter);
        }
        text.push_str(if open.is_empty() { "" } else { RESET });
        text.push_str(beside);
        text.push('\n');
    }
    text
}

/// The escape sequence of a character of a row; empty for none.
fn style(game: &str, letter: char) -> String {
    let colour = match (game, letter.to_ascii_uppercase()) {
        (_, '.' | '#') => DIM,
        ("snorkels", 'P') => MAGENTA,
        ("snorkels", 'G') | ("symbol", 'L') => GREEN,
        ("symbol", 'W') | ("nika", 'M') => BLUE,
        ("symbol" | "nika", 'A') => WHITE,
        ("symbol", 'F') | ("nika", 'S') => RED,
        ("symbol", 'D') | ("nika", 'T') => GREY,
        ("symbol", 'K') | ("nika", '*') => YELLOW,
        ("symbol", '~') | ("nika", '+') => CYAN,
        _ => "",
    };
    // In Symbol the second player's pieces are small letters.
    if game == "symbol" && letter.is_ascii_lowercase() {
        format!("{colour}{REVERSED}")
    } else {
        colour.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_board_is_coloured() {
        let drawing = " 2  . P   P2 reserve kl\n 1  G .\n    a b\nGreen (P2) to place\n";
        let expected = format!(
            " 2  {DIM}.{RESET} {MAGENTA}P{RESET}   P2 reserve kl\n 1  {GREEN}G{RESET} {DIM}.{RESET}\n    a b\nGreen (P2) to place\n"
        );
        assert_eq!(coloured("snorkels", drawing), expected);
    }

    #[test]
    fn without_the_sequences_it_is_the_drawing() {
        for name in ["snorkels", "symbol", "nika"] {
            let drawing = games::by_name(name).unwrap().start().drawing();
            let mut plain = coloured(name, &drawing);
            assert!(plain.contains(DIM), "{name}");
            while let Some(begin) = plain.find('\x1b') {
                let end = begin + plain[begin..].find('m').unwrap();
                plain.replace_range(begin..=end, "");
            }
            assert_eq!(plain, drawing, "{name}");
        }
    }

    #[test]
    fn a_facing_has_the_colour_of_its_piece() {
        assert_eq!(coloured("nika", " 6  A< .\n"), format!(" 6  {WHITE}A<{RESET} {DIM}.{RESET}\n"));
    }
}
