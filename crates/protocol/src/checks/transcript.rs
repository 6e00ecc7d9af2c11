//! The lines between the checks and an engine.

use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;

use crate::driver::{LineSource, first_word};

/// Limit of the lines kept for one point, of all kinds.
const MAX_LINES: usize = 4000;
/// Limit of the lines of standard error kept for one point.
const MAX_STDERR_LINES: usize = 100;
/// Limit of the characters kept of a line of the engine.
const MAX_RECEIVED: usize = 400;
/// Limit of the characters kept of a line sent to the engine, so that it can be sent again.
const MAX_SENT: usize = 1 << 16;
/// Number of lines shown of a dialogue that is not shown whole.
const LAST_LINES: usize = 40;
/// Number of lines kept that do not belong to the protocol.
const MAX_STRAY_LINES: usize = 3;

/// The first words of the lines that an engine may write.
const PROTOCOL_WORDS: &str =
    "id option ugiok uciok readyok bestmove info response registration copyprotection";

/// The dialogue of one point. Each line has the seconds since the point began, a sign and the text with control characters
/// escaped: `>` sent to the engine, `<` its output, `!` its standard error, `#` an event.
#[derive(Clone, Debug)]
pub struct Transcript {
    start: Instant,
    /// The lines, oldest first; after a limit further lines are dropped.
    lines: Vec<String>,
    dropped: usize,
    stderr_lines: usize,
    /// The first lines of the engine that do not belong to the protocol.
    pub(crate) stray_lines: Vec<String>,
}

/// The transcript of a point, shared with the threads that add lines.
pub(crate) type SharedTranscript = Arc<Mutex<Transcript>>;

impl Default for Transcript {
    /// No lines; the point begins now.
    fn default() -> Transcript {
        let (lines, stray_lines) = (Vec::new(), Vec::new());
        Transcript { start: Instant::now(), lines, dropped: 0, stderr_lines: 0, stray_lines }
    }
}

impl Transcript {
    /// Adds a line of a source, or else an event, such as the start of the engine.
    pub(crate) fn add(&mut self, source: Option<LineSource>, text: &str) {
        let stray = source == Some(LineSource::Engine) && !is_protocol(text);
        if stray && self.stray_lines.len() < MAX_STRAY_LINES {
            self.stray_lines.push(printable(text, 60));
        }
        let stderr = source == Some(LineSource::Stderr);
        self.stderr_lines += usize::from(stderr);
        if self.lines.len() >= MAX_LINES || stderr && self.stderr_lines > MAX_STDERR_LINES {
            self.dropped += 1;
            return;
        }
        let text = printable(text, if source == Some(LineSource::Driver) { MAX_SENT } else { MAX_RECEIVED });
        let (seconds, sign) = (self.start.elapsed().as_secs_f64(), source.map_or('#', LineSource::sign));
        self.lines.push(format!("{seconds:8.3} {sign} {text}"));
    }

    /// The lines; only the last ones unless `whole`.
    pub(crate) fn text(&self, whole: bool) -> String {
        let hidden = if whole { 0 } else { self.lines.len().saturating_sub(LAST_LINES) };
        let note = |lines: usize, what| {
            let line = if lines == 1 { "line" } else { "lines" };
            (lines > 0).then(|| format!("         # {lines} {line} {what}\n")).into_iter()
        };
        let shown = self.lines[hidden..].iter().map(|line| format!("{line}\n"));
        note(hidden, "before").chain(shown).chain(note(self.dropped, "more were not kept")).collect()
    }
}

/// Whether an engine may write this line. An empty line is ignored.
fn is_protocol(line: &str) -> bool {
    let word = first_word(line);
    word.is_empty() || PROTOCOL_WORDS.split(' ').any(|known| known == word)
}

/// As [`printable::cut`], and the number of the characters that follow.
pub(crate) fn printable(text: &str, limit: usize) -> String {
    match text.chars().count().saturating_sub(limit) {
        0 => printable::cut(text, limit),
        1 => format!("{} (1 more character)", printable::cut(text, limit)),
        rest => format!("{} ({rest} more characters)", printable::cut(text, limit)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(transcript: &Transcript, whole: bool) -> Vec<String> {
        transcript.text(whole).lines().map(|line| line[9..].to_owned()).collect()
    }

    #[test]
    fn the_last_lines_of_a_long_dialogue_are_shown() {
        let mut transcript = Transcript::default();
        transcript.add(Some(LineSource::Driver), "ugi");
        for i in 2..LAST_LINES {
            transcript.add(Some(LineSource::Engine), &format!("option name A{i} type button"));
        }
        transcript.add(Some(LineSource::Stderr), "\u{7}text");
        let lines = shown(&transcript, false);
        assert_eq!(lines, shown(&transcript, true));
        assert_eq!((lines.len(), &*lines[0], &*lines[LAST_LINES - 1]), (LAST_LINES, "> ugi", "! \\u{7}text"));
        transcript.add(Some(LineSource::Engine), "option name Last type button");
        let lines = shown(&transcript, false);
        assert_eq!((lines.len(), &*lines[0]), (1 + LAST_LINES, "# 1 line before"));
        assert_eq!(lines[LAST_LINES], "< option name Last type button");
        assert_eq!(shown(&transcript, true).len(), 1 + LAST_LINES);
    }

    #[test]
    fn limits_drop_lines_and_count_them() {
        let mut transcript = Transcript::default();
        for i in 0..MAX_STDERR_LINES + 5 {
            transcript.add(Some(LineSource::Stderr), &format!("noise {i}"));
        }
        transcript.add(Some(LineSource::Engine), &"x".repeat(1 << 20));
        for _ in 0..2 * MAX_LINES {
            transcript.add(Some(LineSource::Engine), "info depth 1");
        }
        assert_eq!(transcript.lines.len(), MAX_LINES);
        assert!(transcript.lines.iter().all(|line| line.len() < MAX_RECEIVED + 50));
        let left_out = 5 + 2 * MAX_LINES - (MAX_LINES - MAX_STDERR_LINES - 1);
        let last = shown(&transcript, false).pop().unwrap();
        assert_eq!(last, format!("# {left_out} lines more were not kept"));
    }

    #[test]
    fn sent_lines_are_kept_whole() {
        let mut transcript = Transcript::default();
        let line = format!("position startpos moves{}", " d4".repeat(1000));
        transcript.add(Some(LineSource::Driver), &line);
        transcript.add(Some(LineSource::Engine), &line);
        let whole = shown(&transcript, true);
        assert!(whole[0].ends_with(&line), "{whole:?}");
        assert!(whole[1].ends_with("more characters)"), "{whole:?}");
    }

    #[test]
    fn stray_lines_are_found() {
        let mut transcript = Transcript::default();
        for line in ["", "  ", "\tinfo string x", "bestmove a1", "id name x", "response", "uciok"] {
            transcript.add(Some(LineSource::Engine), line);
        }
        assert!(transcript.stray_lines.is_empty());
        transcript.add(Some(LineSource::Stderr), "chatter");
        for line in ["infos", "Thinking...", "ok", "one more"] {
            transcript.add(Some(LineSource::Engine), line);
        }
        assert_eq!(transcript.stray_lines, ["infos", "Thinking...", "ok"]);
    }
}
