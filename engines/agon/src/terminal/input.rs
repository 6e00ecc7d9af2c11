//! Lines typed by a person: with editing, history and completion at a terminal, otherwise plain lines.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use abstract_game::facade::AnyMatch;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

/// What the tab key completes: the turns of a match, and commands.
pub(super) struct Candidates {
    pub(super) game: Box<dyn AnyMatch>,
    pub(super) commands: Vec<&'static str>,
}

impl Candidates {
    /// The position in a line at which a completion begins, and the completions.
    fn completions(&self, line: &str) -> (usize, Vec<String>) {
        let begin = line.rfind(',').map_or(0, |comma| comma + 1);
        let (before, typed) = line.split_at(begin);
        let unfinished = before.trim_end_matches(',').trim_start();
        let mut found = self.game.legal_actions(unfinished).unwrap_or_default();
        // A dot means that the turn may end there.
        found.retain(|action| action != "." && action.starts_with(typed));
        if begin == 0 {
            let commands = self.commands.iter().filter(|command| command.starts_with(typed));
            found.extend(commands.map(|&command| command.to_owned()));
        }
        (begin, found)
    }
}

impl Completer for Candidates {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.completions(&line[..position]))
    }
}

impl Hinter for Candidates {
    type Hint = String;
}

impl Highlighter for Candidates {}
impl Validator for Candidates {}
impl Helper for Candidates {}

/// The source of lines: a terminal, or without an editor a pipe.
pub(super) struct Input(Option<Editor<Candidates, MemHistory>>);

impl Input {
    /// Standard input.
    pub(super) fn open() -> Input {
        let config = Config::builder().completion_type(CompletionType::List).build();
        let editor = || Editor::with_history(config, MemHistory::new()).ok();
        Input(io::stdin().is_terminal().then(editor).flatten())
    }

    /// The next line, without white space at its ends; `None` at the end of the input or after an interrupt. Without a
    /// terminal the prompt and the line are printed, so that the output can be read.
    pub(super) fn line(&mut self, prompt: &str, candidates: Candidates) -> io::Result<Option<String>> {
        if let Some(editor) = &mut self.0 {
            editor.set_helper(Some(candidates));
            return match editor.readline(prompt) {
                Ok(line) => {
                    // Without history there is only no line to go back to.
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line.trim().to_owned()))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(io::Error::other(error)),
            };
        }
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim();
        writeln!(io::stdout(), "{prompt}{}", printable::line(line))?;
        Ok(Some(line.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(game: &str, line: &str) -> (usize, Vec<String>) {
        let game = games::by_name(game).unwrap().start();
        Candidates { game, commands: vec!["hint", "help", "undo"] }.completions(line)
    }

    #[test]
    fn turns_and_commands_are_completed() {
        assert_eq!(
            complete("snorkels", "d"),
            (0, ["d1", "d2", "d3", "d4", "d5", "d6", "d7"].map(String::from).to_vec())
        );
        assert_eq!(complete("snorkels", "he"), (0, vec!["help".to_owned()]));
        assert_eq!(complete("snorkels", "zz"), (0, vec![]));
    }

    #[test]
    fn the_actions_of_a_turn_are_completed_one_by_one() {
        let (begin, second) = complete("nika", "j4@n,k4k");
        assert_eq!(begin, 5);
        assert!(
            second.iter().all(|action| action.starts_with("k4k")) && second.contains(&"k4k5>n".to_owned()),
            "{second:?}"
        );
        // No command follows a comma.
        assert_eq!(complete("nika", "j4@n,h"), (5, vec![]));
    }
}
