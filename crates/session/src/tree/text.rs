//! A tree as text: headers like those of the arena's records, then turns, variations in parentheses, comments in braces.

use std::fmt::Write as _;

use abstract_game::{End, Player, Reason};
use printable::cut;

use super::{MAX_COMMENT, NodeId, TIME, Tree};

/// The first line of a tree's text.
const TITLE: &str = "# a game tree, format 1";
/// How the first line of a record of the arena begins.
const RECORD: &str = "# a game of the arena";

/// The headers of the players' names, and the greatest number of characters of a name.
const PLAYERS: [&str; 2] = ["P1", "P2"];
const MAX_NAME: usize = 100;

/// What precedes the turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// Names and values of the options.
    pub rules: Vec<(String, String)>,
    /// The start position; `None` for that of the rules.
    pub start: Option<String>,
    /// The names of the players; empty where they are not known.
    pub players: [String; 2],
}

/// The ends that the rules do not make, and their words.
const TOKENS: [(&str, End); 5] = [
    ("=resigned-1", End::win(Player::P2, Reason::RESIGNATION)),
    ("=resigned-2", End::win(Player::P1, Reason::RESIGNATION)),
    ("=draw", End::draw(Reason::AGREEMENT)),
    ("=time-1", End::win(Player::P2, TIME)),
    ("=time-2", End::win(Player::P1, TIME)),
];

/// The end with a word, or with the result of a record, in [`TOKENS`].
fn known_end(is_it: impl Fn(&str, End) -> bool) -> Option<End> {
    TOKENS.into_iter().find(|&(token, end)| is_it(token, end)).map(|(_, end)| end)
}

enum Task {
    /// Write what follows a node.
    After(NodeId, usize),
    /// Write a variation that begins with a node.
    Variation(NodeId, usize),
    Close,
}

impl Tree {
    /// The text of the tree, which [`Request::Load`](crate::Request::Load) reads.
    pub fn write(&self, header: &Header) -> String {
        let mut out = format!("{TITLE}\nGame: {}\n", header.game);
        out.extend(header.rules.iter().map(|(name, value)| format!("Rule: {name}={value}\n")));
        out.extend(header.start.iter().map(|start| format!("Start: {start}\n")));
        let players = PLAYERS.iter().zip(&header.players).filter(|(_, name)| !name.is_empty());
        out.extend(players.map(|(word, name)| format!("{word}: {name}\n")));
        out.push('\n');
        self.write_node(0, 0, &mut out);
        let mut tasks = vec![Task::After(0, 1)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => out.push_str(") "),
                Task::Variation(id, number) => {
                    out.push_str("( ");
                    self.write_node(id, number, &mut out);
                    tasks.push(Task::Close);
                    tasks.push(Task::After(id, number + 1));
                }
                Task::After(id, number) => {
                    let Some(node) = self.node(id) else { continue };
                    let Some((&main, others)) = node.children.split_first() else { continue };
                    self.write_node(main, number, &mut out);
                    tasks.push(Task::After(main, number + 1));
                    tasks.extend(others.iter().rev().map(|&other| Task::Variation(other, number)));
                }
            }
        }
        out.trim_end().to_owned() + "\n"
    }

    /// Writes the number and the turn of a node, unless it is the start, its comment and its end.
    fn write_node(&self, id: NodeId, number: usize, out: &mut String) {
        let Some(node) = self.node(id) else { return };
        // Writing to a String cannot fail.
        if id != 0 {
            let _ = write!(out, "{number}. {} ", node.turn);
        }
        if !node.comment.is_empty() {
            let escaped = node.comment.replace('\\', "\\\\").replace('}', "\\}").replace('\n', "\\n");
            let _ = write!(out, "{{{escaped}}} ");
        }
        if let Some((token, _)) = TOKENS.iter().find(|(_, end)| Some(*end) == node.ending) {
            let _ = write!(out, "{token} ");
        }
    }

    /// Reads a tree, or a record of the arena, as far as it can be read, and says why not further. The turns are not checked.
    pub(crate) fn read(text: &str) -> Result<(Header, Tree, Option<String>), String> {
        let is_record = text.trim_start().starts_with(RECORD);
        let mut header = Header::default();
        let mut result = None;
        let mut rest = text;
        while !rest.is_empty() {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            let line = line.trim();
            if let Some((name, value)) = line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, "")))
            {
                match name {
                    "Game" => value.clone_into(&mut header.game),
                    "Rule" => {
                        let (name, value) = value
                            .split_once('=')
                            .ok_or_else(|| format!("in `{line}`: expected Rule: NAME=VALUE"))?;
                        header.rules.push((name.to_owned(), value.to_owned()));
                    }
                    "Start" => header.start = Some(value.to_owned()),
                    "P1" | "P2" => {
                        cut(value, MAX_NAME).clone_into(&mut header.players[usize::from(name == PLAYERS[1])]);
                    }
                    "Result" => result = Some(value.to_owned()),
                    _ if is_record => {}
                    _ => break,
                }
            } else if !line.is_empty() && !line.starts_with('#') {
                break;
            }
            rest = after;
        }
        if header.game.is_empty() {
            return Err(format!(
                "the text names no game: expected a line such as `Game: {}`",
                games::DEFAULT
            ));
        }
        let mut tree = Tree::new();
        let read = if is_record { tree.read_record(rest, result.as_deref()) } else { tree.read_turns(rest) };
        Ok((header, tree, read.err()))
    }

    /// Lines such as `5. P1 f6  ; score +88 depth 2`.
    fn read_record(&mut self, text: &str, result: Option<&str>) -> Result<(), String> {
        let mut at = 0;
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let (turn, comment) = line.split_once(" ; ").unwrap_or((line, ""));
            let turn = turn.split_whitespace().last().ok_or_else(|| format!("in `{line}`: no turn"))?;
            at = self.add(at, turn)?;
            self.comment(at, comment)?;
        }
        self.node_mut(at)?.ending = result.and_then(|result| known_end(|_, end| end.to_string() == result));
        Ok(())
    }

    fn read_turns(&mut self, text: &str) -> Result<(), String> {
        let mut at = 0;
        // The node before each open variation, and the one to go back to.
        let mut open = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            if let Some(comment) = rest.strip_prefix('{') {
                let (comment, after) = read_comment(comment)?;
                self.comment(at, &comment)?;
                rest = after.trim_start();
                continue;
            }
            let (token, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            rest = after.trim_start();
            match token {
                "(" => {
                    open.push(at);
                    let node = self.node(at).filter(|_| at != 0);
                    at = node.ok_or("a variation needs a turn before it")?.parent;
                }
                ")" => at = open.pop().ok_or("`)` without `(`")?,
                _ if is_number(token) => {}
                _ => match known_end(|known, _| known == token) {
                    None => at = self.add(at, token)?,
                    ending => self.node_mut(at)?.ending = ending,
                },
            }
        }
        if open.is_empty() { Ok(()) } else { Err("a variation is not closed: `)` is missing".to_owned()) }
    }

    /// Sets the comment of a node.
    ///
    /// # Errors
    /// It is longer than [`MAX_COMMENT`], or there is no such node.
    pub fn comment(&mut self, id: NodeId, comment: &str) -> Result<(), String> {
        if comment.len() > MAX_COMMENT {
            return Err(format!("a comment has at most {MAX_COMMENT} bytes, not {}", comment.len()));
        }
        comment.trim().clone_into(&mut self.node_mut(id)?.comment);
        Ok(())
    }
}

/// Whether a token is the number of a turn: `12.`.
fn is_number(token: &str) -> bool {
    token
        .strip_suffix('.')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// The comment up to `}`, and what follows.
fn read_comment(text: &str) -> Result<(String, &str), String> {
    let mut comment = String::new();
    let mut chars = text.char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '}' => return Ok((comment, &text[i + 1..])),
            '\\' => match chars.next() {
                Some((_, 'n')) => comment.push('\n'),
                Some((_, c)) => comment.push(c),
                None => break,
            },
            _ => comment.push(c),
        }
    }
    Err("a comment is not closed: `}` is missing".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let rules = vec![("size".to_owned(), "5".to_owned())];
        let players = ["x".into(), "y, two threads".into()];
        Header { game: "chess".into(), rules, start: Some("5/5/5/5/5 p 1 -".into()), players }
    }

    #[test]
    fn a_tree_is_read_back_from_its_text() {
        let mut tree = Tree::new();
        tree.comment(0, "the start").unwrap();
        let a = tree.add(0, "a1").unwrap();
        let b = tree.add(a, "b1").unwrap();
        let c = tree.add(a, "c1").unwrap();
        let d = tree.add(c, "d1").unwrap();
        tree.add(c, "e1").unwrap();
        tree.add(0, "a2").unwrap();
        tree.comment(b, "braces } and \\ and\nlines (1. x)").unwrap();
        tree.node_mut(d).unwrap().ending = Some(End::win(Player::P1, TIME));
        let text = tree.write(&header());
        let (read, again, problem) = Tree::read(&text).unwrap();
        assert_eq!(problem, None);
        assert_eq!(read, header());
        assert_eq!(again.write(&header()), text);
        assert_eq!(again.nodes().count(), 6);
        let comment =
            r"1. a1 ( 1. a2 ) 2. b1 {braces \} and \\ and\nlines (1. x)} ( 2. c1 3. d1 =time-2 ( 3. e1 ) )";
        assert!(text.contains(comment), "{text}");
    }

    #[test]
    fn a_deep_tree_needs_no_deep_recursion() {
        let mut tree = Tree::new();
        let mut at = 0;
        for i in 0..4_000 {
            tree.add(at, &format!("m{i}")).unwrap();
            at = tree.add(at, &format!("v{i}")).unwrap();
        }
        let text = tree.write(&header());
        assert_eq!(Tree::read(&text).unwrap().1.write(&header()), text);
    }

    #[test]
    fn what_is_wrong_with_a_text_is_said() {
        for (text, expected) in [("", "names no game"), ("Game: chess\nRule: x\n", "NAME=VALUE")] {
            let error = Tree::read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
        for (text, turns, expected) in [
            ("1. a )", 1, "`)` without `(`"),
            ("1. a ( 1. b", 2, "not closed"),
            ("( 1. a )", 0, "needs a turn before it"),
            ("1. a {comment", 1, "not closed"),
        ] {
            let (_, tree, problem) = Tree::read(&format!("Game: chess\n\n{text}")).unwrap();
            assert!(problem.unwrap().contains(expected), "{text}");
            assert_eq!(tree.nodes().count(), turns, "{text}");
        }
    }

    #[test]
    fn a_record_of_the_arena_is_a_tree_without_branches() {
        let text = "# a game of the arena, format 1\nGame: chess\nRule: size=5\nRule: stone-cells=\nP1: x\n\
                    Limits: 9 nodes\nStart: 5/5/5/5/5 p 1 -\nResult: P1 wins by resignation\n\n1. P1 b4  ; opening\n2. P2 swap\n";
        let (header, tree, _) = Tree::read(text).unwrap();
        assert_eq!(header.rules[1], ("stone-cells".to_owned(), String::new()));
        assert_eq!((&*tree.node(1).unwrap().turn, &*tree.node(1).unwrap().comment), ("b4", "opening"));
        assert_eq!(tree.node(2).unwrap().ending, Some(End::win(Player::P1, Reason::RESIGNATION)));
    }
}
