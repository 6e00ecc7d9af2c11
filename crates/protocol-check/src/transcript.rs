//! What was said, by whom, and when.

use std::fmt;
use std::time::{Duration, Instant};

/// The most lines of both sides that are kept of one point.
const MOST_LINES: usize = 4000;
/// The most lines of the error stream that are kept of one point.
const MOST_LOGGED: usize = 100;
/// The most characters that are kept of a line of the engine, and shown of any line.
const LONGEST: usize = 400;
/// The most characters that are kept of what is said to the engine, for it to be said again.
const LONGEST_SAID: usize = 1 << 16;
/// A run of more lines of one kind than this is folded when it is shown,
const RUN: usize = 8;
/// to so many lines at its beginning and at its end.
const RUN_ENDS: usize = 3;
/// How many lines that are no protocol are kept to be shown.
const STRAYS: usize = 3;

/// What a line of an engine may begin with.
const WORDS: [&str; 10] = [
    "id",
    "option",
    "ugiok",
    "uciok",
    "readyok",
    "bestmove",
    "info",
    "response",
    "registration",
    "copyprotection",
];

/// The conversation of one point: all its lines, with the time since it began.
///
/// Shown as text, each line has seconds, a sign and what was said: `>` to the engine, `<` from it, `!` on its
/// error stream, `#` what happened otherwise. Long runs of one kind of line are folded, and long lines are cut; the
/// alternate form (`{:#}`) has all that was kept.
#[derive(Clone, Debug)]
pub struct Transcript {
    began: Instant,
    lines: Vec<TranscriptLine>,
    left_out: usize,
    logged: usize,
    strays: Vec<String>,
}

/// One line of a [`Transcript`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptLine {
    /// The time since the point began.
    pub at: Duration,
    /// Who said it.
    pub who: Who,
    /// What was said, with what cannot be printed escaped. What the engine said is cut after some hundred characters.
    pub text: String,
}

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The one who checks, to the engine.
    Checker,
    /// The engine, on its output.
    Engine,
    /// The engine, on its error stream.
    Log,
    /// Nobody: something happened.
    Event,
}

impl Transcript {
    pub(super) fn new() -> Transcript {
        Transcript { began: Instant::now(), lines: Vec::new(), left_out: 0, logged: 0, strays: Vec::new() }
    }

    /// The lines, oldest first; of a flood only the beginning.
    #[must_use]
    pub fn lines(&self) -> &[TranscriptLine] {
        &self.lines
    }

    pub(super) fn add(&mut self, who: Who, text: &str) {
        if who == Who::Engine && self.strays.len() < STRAYS && !is_protocol(text) {
            self.strays.push(printable(text, 60));
        }
        if who == Who::Log {
            self.logged += 1;
        }
        if self.lines.len() >= MOST_LINES || (who == Who::Log && self.logged > MOST_LOGGED) {
            self.left_out += 1;
            return;
        }
        let text = printable(text, if who == Who::Checker { LONGEST_SAID } else { LONGEST });
        self.lines.push(TranscriptLine { at: self.began.elapsed(), who, text });
    }

    /// The first lines of the engine that are none of the protocol.
    pub(super) fn strays(&self) -> &[String] {
        &self.strays
    }
}

/// Whether an engine may say such a line. A line without words says nothing.
fn is_protocol(line: &str) -> bool {
    line.split_whitespace().next().is_none_or(|word| WORDS.contains(&word))
}

/// The beginning of a text, with what cannot be printed escaped.
pub(super) fn printable(text: &str, longest: usize) -> String {
    let mut shown = String::new();
    let mut letters = text.chars();
    for letter in letters.by_ref().take(longest) {
        if letter.is_control() {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    let rest = letters.count();
    if rest > 0 {
        shown += &format!("... ({rest} more characters)");
    }
    shown
}

impl TranscriptLine {
    /// Lines alike in this are of one kind.
    fn kind(&self) -> (Who, &str) {
        (self.who, self.text.split_whitespace().next().unwrap_or_default())
    }
}

impl fmt::Display for TranscriptLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.who {
            Who::Checker => '>',
            Who::Engine => '<',
            Who::Log => '!',
            Who::Event => '#',
        };
        let text = match self.text.char_indices().nth(LONGEST) {
            Some((end, _)) if self.who == Who::Checker && !f.alternate() => {
                let rest = self.text[end..].chars().count();
                format!("{}... ({rest} more characters)", &self.text[..end])
            }
            _ => self.text.clone(),
        };
        write!(f, "{:8.3} {sign} {text}", self.at.as_secs_f64())
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = &self.lines[..];
        while let Some(first) = rest.first() {
            let length = rest.iter().take_while(|line| line.kind() == first.kind()).count();
            let (run, after) = rest.split_at(length);
            rest = after;
            let folded = if length > RUN && !f.alternate() { length - 2 * RUN_ENDS } else { 0 };
            for (i, line) in run.iter().enumerate() {
                if folded == 0 || i < RUN_ENDS || i >= length - RUN_ENDS {
                    if f.alternate() { writeln!(f, "{line:#}")? } else { writeln!(f, "{line}")? }
                } else if i == RUN_ENDS {
                    writeln!(f, "         # {folded} lines of this kind")?;
                }
            }
        }
        if self.left_out > 0 {
            writeln!(f, "         # {} lines more were not kept", self.left_out)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(transcript: &Transcript) -> Vec<String> {
        transcript.to_string().lines().map(|line| line[9..].to_owned()).collect()
    }

    #[test]
    fn long_runs_are_folded_and_short_ones_are_not() {
        let mut transcript = Transcript::new();
        transcript.add(Who::Checker, "ugi");
        for i in 0..RUN {
            transcript.add(Who::Engine, &format!("option name A{i} type button"));
        }
        assert_eq!(shown(&transcript).len(), 1 + RUN);
        transcript.add(Who::Engine, "option name Last type button");
        transcript.add(Who::Log, "\u{7}boo");
        let lines = shown(&transcript);
        assert_eq!(lines.len(), 1 + 2 * RUN_ENDS + 1 + 1, "{transcript}");
        assert_eq!(lines[4], "# 3 lines of this kind");
        assert_eq!(lines[7], "< option name Last type button");
        assert_eq!(lines[8], "! \\u{7}boo");
    }

    #[test]
    fn floods_are_cut_and_say_so() {
        let mut transcript = Transcript::new();
        for i in 0..MOST_LOGGED + 5 {
            transcript.add(Who::Log, &format!("noise {i}"));
        }
        transcript.add(Who::Engine, &"x".repeat(1 << 20));
        for _ in 0..2 * MOST_LINES {
            transcript.add(Who::Engine, "info depth 1");
        }
        assert_eq!(transcript.lines().len(), MOST_LINES);
        assert!(transcript.lines().iter().all(|line| line.text.len() < LONGEST + 40));
        let left_out = 5 + 2 * MOST_LINES - (MOST_LINES - MOST_LOGGED - 1);
        let last = shown(&transcript).pop().unwrap();
        assert_eq!(last, format!("# {left_out} lines more were not kept"));
    }

    #[test]
    fn what_was_said_to_the_engine_is_kept_whole() {
        let mut transcript = Transcript::new();
        let said = format!("position startpos moves{}", " d4".repeat(1000));
        transcript.add(Who::Checker, &said);
        transcript.add(Who::Engine, &said);
        assert!(transcript.to_string().len() < 2 * LONGEST + 100, "{transcript}");
        let whole = format!("{transcript:#}");
        assert!(whole.lines().next().unwrap().ends_with(&said), "{whole}");
        assert!(whole.lines().nth(1).unwrap().ends_with("more characters)"), "{whole}");
        let many = 3 * RUN;
        for _ in 0..many {
            transcript.add(Who::Engine, "info depth 1");
        }
        assert_eq!(format!("{transcript:#}").lines().count(), 2 + many);
    }

    #[test]
    fn lines_that_are_no_protocol_are_noticed_wherever_they_come() {
        let mut transcript = Transcript::new();
        for line in ["", "  ", "\tinfo string x", "bestmove a1", "id name x", "response", "uciok"] {
            transcript.add(Who::Engine, line);
        }
        assert!(transcript.strays().is_empty());
        transcript.add(Who::Log, "chatter");
        for line in ["infos", "Thinking...", "ok", "one more"] {
            transcript.add(Who::Engine, line);
        }
        assert_eq!(transcript.strays(), ["infos", "Thinking...", "ok"]);
    }
}
