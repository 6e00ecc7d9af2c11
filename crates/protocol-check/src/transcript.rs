//! The lines between the checks and an engine.

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use protocol::driver::LineSource;

/// Limit of the lines kept for one point, of all kinds.
const MAX_LINES: usize = 4000;
/// Limit of the lines of standard error kept for one point.
const MAX_STDERR_LINES: usize = 100;
/// Limit of the characters kept of a line of the engine, and shown of any line.
const MAX_SHOWN: usize = 400;
/// Limit of the characters kept of a line sent to the engine, so that it can be sent again.
const MAX_SENT: usize = 1 << 16;
/// A longer run of lines of one kind is folded when it is shown.
const MAX_RUN: usize = 8;
/// Number of lines shown at each end of a folded run.
const RUN_ENDS: usize = 3;
/// Number of lines kept that do not belong to the protocol.
const MAX_STRAY_LINES: usize = 3;

/// The first words of the lines that an engine may write.
const PROTOCOL_WORDS: &str =
    "id option ugiok uciok readyok bestmove info response registration copyprotection";

/// The dialogue of one point: its lines with the time since the point began.
///
/// [`Display`](fmt::Display) writes for each line the seconds, a sign and the text: `>` sent to the engine, `<` its
/// output, `!` its standard error, `#` an event. Long runs of lines of one kind are folded and long lines are cut; the
/// alternate form (`{:#}`) writes everything that was kept.
#[derive(Clone, Debug)]
pub struct Transcript {
    start: Instant,
    /// The lines, oldest first; after a limit further lines are dropped.
    pub lines: Vec<TranscriptLine>,
    dropped: usize,
    stderr_lines: usize,
    /// The first lines of the engine that do not belong to the protocol.
    pub(crate) stray_lines: Vec<String>,
}

/// A line of a [`Transcript`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptLine {
    /// The time since the point began.
    pub at: Duration,
    /// Who wrote the line; `None` for an event, such as the start of the engine.
    pub source: Option<LineSource>,
    /// The text with control characters escaped. Lines of the engine are cut after 400 characters.
    pub text: String,
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
        let text = printable(text, if source == Some(LineSource::Driver) { MAX_SENT } else { MAX_SHOWN });
        self.lines.push(TranscriptLine { at: self.start.elapsed(), source, text });
    }
}

/// Whether an engine may write this line. An empty line is ignored.
fn is_protocol(line: &str) -> bool {
    let word = first_word(line);
    word.is_empty() || PROTOCOL_WORDS.split(' ').any(|known| known == word)
}

/// As [`protocol::printable`], and the number of the characters that follow.
pub(crate) fn printable(text: &str, limit: usize) -> String {
    match text.chars().count().saturating_sub(limit) {
        0 => protocol::printable(text, limit),
        rest => format!("{} ({rest} more characters)", protocol::printable(text, limit)),
    }
}

/// Whether two adjacent lines are of one kind: they come from one writer and begin with the same word.
fn same_kind(line: &TranscriptLine, next: &TranscriptLine) -> bool {
    line.source == next.source && first_word(&line.text) == first_word(&next.text)
}

impl fmt::Display for TranscriptLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = self.source.map_or('#', LineSource::sign);
        let cut = self.source == Some(LineSource::Driver) && !f.alternate();
        let text = if cut { &printable(&self.text, MAX_SHOWN) } else { &self.text };
        write!(f, "{:8.3} {sign} {text}", self.at.as_secs_f64())
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for run in self.lines.chunk_by(same_kind) {
            let fold = run.len() > MAX_RUN && !f.alternate();
            let (first, rest) = run.split_at(if fold { RUN_ENDS } else { run.len() });
            let (folded, last) = rest.split_at(rest.len().saturating_sub(RUN_ENDS));
            write_lines(f, first)?;
            if fold {
                writeln!(f, "         # {} lines of this kind", folded.len())?;
            }
            write_lines(f, last)?;
        }
        if self.dropped > 0 {
            writeln!(f, "         # {} lines more were not kept", self.dropped)?;
        }
        Ok(())
    }
}

fn write_lines(f: &mut fmt::Formatter<'_>, lines: &[TranscriptLine]) -> fmt::Result {
    lines.iter().try_for_each(|line| {
        fmt::Display::fmt(line, f)?;
        f.write_str("\n")
    })
}

/// The first word of a line, or an empty text.
pub(crate) fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(transcript: &Transcript) -> Vec<String> {
        transcript.to_string().lines().map(|line| line[9..].to_owned()).collect()
    }

    #[test]
    fn long_runs_are_folded() {
        let mut transcript = Transcript::default();
        transcript.add(Some(LineSource::Driver), "ugi");
        for i in 0..MAX_RUN {
            transcript.add(Some(LineSource::Engine), &format!("option name A{i} type button"));
        }
        assert_eq!(shown(&transcript).len(), 1 + MAX_RUN);
        transcript.add(Some(LineSource::Engine), "option name Last type button");
        transcript.add(Some(LineSource::Stderr), "\u{7}text");
        let lines = shown(&transcript);
        assert_eq!(lines.len(), 1 + 2 * RUN_ENDS + 1 + 1, "{transcript}");
        assert_eq!(lines[4], "# 3 lines of this kind");
        assert_eq!(lines[7], "< option name Last type button");
        assert_eq!(lines[8], "! \\u{7}text");
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
        assert!(transcript.lines.iter().all(|line| line.text.len() < MAX_SHOWN + 40));
        let left_out = 5 + 2 * MAX_LINES - (MAX_LINES - MAX_STDERR_LINES - 1);
        let last = shown(&transcript).pop().unwrap();
        assert_eq!(last, format!("# {left_out} lines more were not kept"));
    }

    #[test]
    fn sent_lines_are_kept_whole() {
        let mut transcript = Transcript::default();
        let line = format!("position startpos moves{}", " d4".repeat(1000));
        transcript.add(Some(LineSource::Driver), &line);
        transcript.add(Some(LineSource::Engine), &line);
        assert!(transcript.to_string().len() < 2 * MAX_SHOWN + 100, "{transcript}");
        let whole = format!("{transcript:#}");
        assert!(whole.lines().next().unwrap().ends_with(&line), "{whole}");
        assert!(whole.lines().nth(1).unwrap().ends_with("more characters)"), "{whole}");
        let many = 3 * MAX_RUN;
        for _ in 0..many {
            transcript.add(Some(LineSource::Engine), "info depth 1");
        }
        assert_eq!(format!("{transcript:#}").lines().count(), 2 + many);
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
