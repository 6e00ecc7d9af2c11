//! The board in colour, with the escape sequences of ANSI terminals.

use abstract_game::view::{SignColour, SignStyle};

/// Ends a colour.
const RESET: &str = "\x1b[0m";
const REVERSED: &str = "\x1b[7m";

/// The drawn board of a game with colours, given by the style of each sign: each row, up to a text beside the board.
pub(super) fn coloured(drawing: &str, style_of: impl Fn(char) -> Option<SignStyle>) -> String {
    let mut text = String::new();
    for line in drawing.lines() {
        let is_row = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let begin = line.find(|c: char| !c.is_whitespace() && !c.is_ascii_digit()).unwrap_or(line.len());
        let (label, row) = line.split_at(if is_row { begin } else { line.len() });
        let (row, beside) = row.split_at(row.find("   P").unwrap_or(row.len()));
        text.push_str(label);
        let mut open = SignStyle::default();
        for sign in row.chars() {
            let style = style_of(sign).unwrap_or(open);
            if style != open {
                text.push_str(if open == SignStyle::default() { "" } else { RESET });
                text.push_str(sequence(style.colour));
                text.push_str(if style.reversed { REVERSED } else { "" });
                open = style;
            }
            text.push(sign);
        }
        text.push_str(if open == SignStyle::default() { "" } else { RESET });
        text.push_str(beside);
        text.push('\n');
    }
    text
}

/// The escape sequence of a colour; empty for none.
fn sequence(colour: SignColour) -> &'static str {
    match colour {
        SignColour::Plain => "",
        SignColour::Dim => "\x1b[2m",
        SignColour::Red => "\x1b[1;31m",
        SignColour::Green => "\x1b[1;32m",
        SignColour::Yellow => "\x1b[1;33m",
        SignColour::Blue => "\x1b[1;34m",
        SignColour::Magenta => "\x1b[1;35m",
        SignColour::Cyan => "\x1b[36m",
        SignColour::White => "\x1b[1;37m",
        SignColour::Grey => "\x1b[1;90m",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIM: &str = "\x1b[2m";
    const GREEN: &str = "\x1b[1;32m";
    const MAGENTA: &str = "\x1b[1;35m";

    /// `<` has the style of the sign before it.
    fn style(sign: char) -> Option<SignStyle> {
        let colour = match sign {
            '<' => return None,
            '.' => SignColour::Dim,
            'P' | 'p' => SignColour::Magenta,
            'G' => SignColour::Green,
            _ => SignColour::Plain,
        };
        Some(SignStyle { colour, reversed: sign == 'p' })
    }

    #[test]
    fn only_the_board_is_coloured() {
        let drawing = " 2  . P   P2 reserve kl\n 1  G .\n    a b\nGreen (P2) to place\n";
        let expected = format!(
            " 2  {DIM}.{RESET} {MAGENTA}P{RESET}   P2 reserve kl\n 1  {GREEN}G{RESET} {DIM}.{RESET}\n    a b\nGreen (P2) to place\n"
        );
        assert_eq!(coloured(drawing, style), expected);
    }

    #[test]
    fn without_the_sequences_it_is_the_drawing() {
        // In a build of the whole workspace the tests of arena add the sample game, whose drawing has no rows.
        for name in games::names().filter(|&name| name != "take-two") {
            let rules = games::by_name(name).unwrap();
            let drawing = rules.start().drawing();
            let mut plain = coloured(&drawing, |sign| rules.sign_style(sign));
            assert_ne!(plain, drawing, "{name}");
            while let Some(begin) = plain.find('\x1b') {
                let end = begin + plain[begin..].find('m').unwrap();
                plain.replace_range(begin..=end, "");
            }
            assert_eq!(plain, drawing, "{name}");
        }
    }

    #[test]
    fn a_sign_without_a_style_continues_that_of_the_sign_before() {
        let expected = format!(" 6  {GREEN}G<{RESET} {DIM}.{RESET} {MAGENTA}{REVERSED}p{RESET}\n");
        assert_eq!(coloured(" 6  G< . p\n", style), expected);
    }
}
