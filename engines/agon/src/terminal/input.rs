//! Lines typed by a person: with editing, history and completion at a terminal, otherwise plain lines.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use abstract_game::facade::AnyMatch;
use protocol::server::StopSignal;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::reading::next_actions;

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
        let mut found = next_actions(&*self.game, before).unwrap_or_default();
        found.retain(|action| action.starts_with(typed));
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

/// Where lines come from.
enum Source {
    /// A terminal.
    Editor(Box<Editor<Candidates, MemHistory>>),
    /// A pipe, read by a thread, so that an interrupt ends the wait for a line. Without a line the input has ended.
    Lines(Receiver<Option<io::Result<String>>>),
}

/// The lines of a person.
pub(super) struct Input {
    source: Source,
    /// Set by Ctrl-C while no line is edited. It stops searches, and there are no more lines.
    pub(super) interrupted: StopSignal,
}

impl Input {
    /// Standard input. From then on Ctrl-C does not end the process.
    pub(super) fn open() -> io::Result<Input> {
        let interrupted = StopSignal::default();
        let (sender, lines) = channel();
        let (signal, wakes) = (StopSignal::clone(&interrupted), sender.clone());
        let handle = move || {
            signal.store(true, Ordering::Relaxed);
            // Nobody waits any more if the program is about to end.
            let _ = wakes.send(None);
        };
        ctrlc::set_handler(handle).map_err(io::Error::other)?;
        // A bracketed paste would be one line, with line ends in it.
        let config = Config::builder().completion_type(CompletionType::List).bracketed_paste(false).build();
        let editor = || Editor::with_history(config, MemHistory::new()).ok();
        let source = match io::stdin().is_terminal().then(editor).flatten() {
            Some(editor) => Source::Editor(Box::new(editor)),
            None => {
                thread::spawn(move || send_lines(&sender));
                Source::Lines(lines)
            }
        };
        Ok(Input { source, interrupted })
    }

    /// Whether there was an interrupt.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// The next line, without white space at its ends; `None` at the end of the input or after an interrupt. Without a
    /// terminal the prompt and the line are printed, so that the output can be read.
    pub(super) fn line(&mut self, prompt: &str, candidates: Candidates) -> io::Result<Option<String>> {
        if self.is_interrupted() {
            return Ok(None);
        }
        match &mut self.source {
            Source::Editor(editor) => {
                editor.set_helper(Some(candidates));
                match editor.readline(prompt) {
                    Ok(line) => {
                        // Without history there is only no line to go back to.
                        let _ = editor.add_history_entry(&line);
                        Ok(Some(line.trim().to_owned()))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(io::Error::other(error)),
                }
            }
            Source::Lines(lines) => {
                let line = lines.recv().ok().flatten().transpose()?;
                let Some(line) = line.filter(|_| !self.interrupted.load(Ordering::Relaxed)) else {
                    return Ok(None);
                };
                let line = line.trim();
                writeln!(io::stdout(), "{prompt}{}", printable::line(line))?;
                Ok(Some(line.to_owned()))
            }
        }
    }
}

/// Sends the lines of standard input, and at its end that there is none.
fn send_lines(sender: &Sender<Option<io::Result<String>>>) {
    for line in io::stdin().lock().lines() {
        if sender.send(Some(line)).is_err() {
            return;
        }
    }
    let _ = sender.send(None);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(game: &str, played: &str, line: &str) -> (usize, Vec<String>) {
        let mut game = games::by_name(game).unwrap().start();
        if !played.is_empty() {
            game.play_action(played).unwrap();
        }
        Candidates { game, commands: vec!["hint", "help", "undo"] }.completions(line)
    }

    #[test]
    fn turns_and_commands_are_completed() {
        assert_eq!(
            complete("snorkels", "", "d"),
            (0, ["d1", "d2", "d3", "d4", "d5", "d6", "d7"].map(String::from).to_vec())
        );
        assert_eq!(complete("snorkels", "", "he"), (0, vec!["help".to_owned()]));
        assert_eq!(complete("snorkels", "", "zz"), (0, vec![]));
    }

    #[test]
    fn the_actions_of_a_turn_are_completed_one_by_one() {
        let (begin, second) = complete("nika", "", "j4@n,k4k");
        assert_eq!(begin, 5);
        assert!(
            second.iter().all(|action| action.starts_with("k4k")) && second.contains(&"k4k5>n".to_owned()),
            "{second:?}"
        );
        // No command follows a comma.
        assert_eq!(complete("nika", "", "j4@n,h"), (5, vec![]));
        // After a played action.
        let (begin, played) = complete("nika", "j4@n", "k4k");
        assert_eq!((begin, played), (0, second));
    }

    #[test]
    fn a_turn_that_may_end_is_completed_by_end() {
        let mut game = games::by_name("symbol").unwrap().start();
        for turn in ["K@d2", "K@d6", "+Ad2", "+Ad6"] {
            game.play_turn(turn).unwrap();
        }
        game.play_action("+Fd2").unwrap();
        let candidates = Candidates { game, commands: vec![] };
        assert_eq!(candidates.completions("en"), (0, vec!["end".to_owned()]));
        assert_eq!(complete("symbol", "", "en"), (0, vec![]));
    }
}
