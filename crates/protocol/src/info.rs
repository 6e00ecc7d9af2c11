//! `info`: reports of a search.

use core::{fmt, str::FromStr, time::Duration};

use printable::excerpt;

use crate::{
    Announcement, Dialect, ReportedScore, ScoreBound,
    dialect::{Shown, field, words},
    words::{MAX_MILLIS, millis},
};

/// A report of a search; each part may be missing.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Info {
    /// What the engine announces with its turn; the first word of the line.
    pub announcement: Option<Announcement>,
    /// The depth searched.
    pub depth: Option<u32>,
    /// The depth of the longest variation searched.
    pub seldepth: Option<u32>,
    /// The rank of this variation, 1 for the best.
    pub multipv: Option<u32>,
    /// The score.
    pub score: Option<ReportedScore>,
    /// Whether the score is only a bound.
    pub bound: Option<ScoreBound>,
    /// Chances of a win, a draw and a loss in per mille.
    pub wdl: Option<(u16, u16, u16)>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the hash table is, in per mille.
    pub hashfull: Option<u16>,
    /// The time searched.
    pub time: Option<Duration>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// Free text, to the end of the line.
    pub string: Option<String>,
}

impl Info {
    /// An announcement only.
    pub fn announce(announcement: Announcement) -> Self {
        Info { announcement: Some(announcement), ..Info::default() }
    }

    /// Free text only.
    pub fn string(text: impl Into<String>) -> Self {
        Info { string: Some(text.into()), ..Info::default() }
    }

    /// The parts, out of those that an `info` line before `bestmove` should have, that are missing.
    pub fn missing(&self) -> Vec<&'static str> {
        let parts = [
            ("depth", self.depth.is_some()),
            ("score", self.score.is_some()),
            ("nodes", self.nodes.is_some()),
            ("time", self.time.is_some()),
            ("nps", self.nps.is_some()),
            ("hashfull", self.hashfull.is_some()),
            ("pv", !self.pv.is_empty()),
        ];
        parts.iter().filter(|(_, present)| !present).map(|(name, _)| *name).collect()
    }

    /// Parses a line that begins with `info`; `None` for other lines. Unknown parts, and numbers that cannot be read, are
    /// skipped.
    pub fn parse(line: &str, dialect: Dialect) -> Option<Info> {
        Info::read(line, dialect).map(|(info, _)| info)
    }

    /// What is wrong with an `info` line, if anything: a part that [`parse`](Info::parse) knows has no number, or a wrong one.
    ///
    /// ```
    /// use protocol::Info;
    /// assert_eq!(Info::mistake("info depth 3 currmove d4"), None);
    /// let expected = "`x` after `depth`, a whole number was expected";
    /// assert_eq!(Info::mistake("info depth x").as_deref(), Some(expected));
    /// ```
    pub fn mistake(line: &str) -> Option<String> {
        Info::read(line, Dialect::Ugi)?.1
    }

    /// The report of an `info` line and the first mistake in it.
    fn read(line: &str, dialect: Dialect) -> Option<(Info, Option<String>)> {
        let rest = line.trim_start().strip_prefix("info")?;
        if rest.starts_with(|c: char| !c.is_whitespace()) {
            return None;
        }
        let mut tokens = Tokens { rest, key: "", mistake: None };
        // Elsewhere the word may belong to a part that is not known here.
        let announcement = tokens.peek().and_then(Announcement::from_word);
        let mut info = Info { announcement, ..Info::default() };
        while let Some(word) = tokens.next() {
            tokens.key = word;
            match word {
                "depth" => info.depth = tokens.number(),
                "seldepth" => info.seldepth = tokens.number(),
                "multipv" => info.multipv = tokens.number(),
                "nodes" => info.nodes = tokens.number(),
                "nps" => info.nps = tokens.number(),
                "hashfull" => {
                    info.hashfull = tokens.number();
                    if let Some(full) = info.hashfull.filter(|full| *full > 1000) {
                        tokens.wrong(|| format!("hashfull {full} is more than 1000 per mille"));
                    }
                }
                "time" => {
                    info.time = tokens.number().map(|time: u64| Duration::from_millis(time.min(MAX_MILLIS)));
                }
                "score" if !matches!(tokens.peek(), Some("cp" | "mate")) => {
                    tokens.wrong(|| "neither `cp` nor `mate` follows `score`".into());
                }
                "cp" | "mate" => match tokens.take() {
                    None => tokens.wrong(|| format!("no whole number follows `score {word}`")),
                    Some(points) if word == "cp" => {
                        let is_proved = tokens.peek() == Some("proved");
                        info.score = Some(match is_proved {
                            false => ReportedScore::Cp(points),
                            true if points > 0 => ReportedScore::Win,
                            true => ReportedScore::Loss,
                        });
                    }
                    Some(turns) => {
                        let uci = dialect == Dialect::Uci;
                        let turns = if uci { ReportedScore::from_uci_mate(turns) } else { turns };
                        info.score = Some(ReportedScore::Mate(turns));
                    }
                },
                "lowerbound" => info.bound = Some(ScoreBound::Lower),
                "upperbound" => info.bound = Some(ScoreBound::Upper),
                "wdl" => {
                    let [win, draw, loss] = [(); 3].map(|()| tokens.number());
                    info.wdl = win.zip(draw).zip(loss).map(|((win, draw), loss)| (win, draw, loss));
                }
                "pv" => {
                    while let Some(turn) = tokens.peek().filter(|turn| !is_key(turn)) {
                        info.pv.push(turn.into());
                        tokens.next();
                    }
                }
                "string" => {
                    info.string = Some(tokens.rest.trim().into());
                    break;
                }
                _ => {}
            }
        }
        Some((info, tokens.mistake))
    }

    /// The line in a dialect.
    pub fn in_dialect(&self, dialect: Dialect) -> impl fmt::Display {
        Shown(move |f: &mut fmt::Formatter<'_>| self.write(f, dialect))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, dialect: Dialect) -> fmt::Result {
        f.write_str("info")?;
        if let Some(announcement) = self.announcement {
            write!(f, " {announcement}")?;
        }
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        match self.score {
            None => {}
            Some(ReportedScore::Cp(points)) => write!(f, " score cp {points}")?,
            Some(ReportedScore::Win) => write!(f, " score cp {} proved", ReportedScore::PROVED_CP)?,
            Some(ReportedScore::Loss) => write!(f, " score cp -{} proved", ReportedScore::PROVED_CP)?,
            Some(ReportedScore::Mate(turns)) => {
                let uci = dialect == Dialect::Uci;
                write!(f, " score mate {}", if uci { ReportedScore::uci_mate(turns) } else { turns })?;
            }
        }
        match self.bound {
            None => {}
            Some(ScoreBound::Lower) => f.write_str(" lowerbound")?,
            Some(ScoreBound::Upper) => f.write_str(" upperbound")?,
        }
        if let Some((win, draw, loss)) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "time", self.time.map(millis))?;
        if !self.pv.is_empty() {
            words(f, " pv", &self.pv)?;
        }
        field(f, "string", self.string.as_deref().map(printable::short_line))
    }
}

impl fmt::Display for Info {
    /// The line in UGI.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Dialect::Ugi)
    }
}

/// Whether a word begins another part of the line, and so ends a list of turns.
fn is_key(word: &str) -> bool {
    "depth seldepth multipv score wdl nodes nps hashfull time pv string".split(' ').any(|key| key == word)
}

/// The words of a line.
struct Tokens<'a> {
    rest: &'a str,
    /// The name of the part that is read.
    key: &'a str,
    /// The first mistake.
    mistake: Option<String>,
}

impl<'a> Tokens<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.rest = &self.rest.trim_start()[word.len()..];
        Some(word)
    }

    /// The next word if it is a number; otherwise it stays, as it may begin another part.
    fn take<T: FromStr>(&mut self) -> Option<T> {
        let number = self.peek()?.parse().ok()?;
        self.next();
        Some(number)
    }

    /// The number after a key, or a mistake.
    fn number<T: FromStr>(&mut self) -> Option<T> {
        let (key, next) = (self.key, self.peek());
        let number = self.take();
        if number.is_none() {
            self.wrong(|| match next {
                Some(word) => format!("`{}` after `{key}`, a whole number was expected", excerpt(word)),
                None => format!("nothing follows `{key}`"),
            });
        }
        number
    }

    fn wrong(&mut self, mistake: impl FnOnce() -> String) {
        self.mistake.get_or_insert_with(mistake);
    }
}

#[cfg(test)]
mod tests {
    use super::Info;

    #[test]
    fn valid_info_lines() {
        for line in [
            "info",
            "info depth 3 seldepth 4 multipv 1 score cp -12 lowerbound wdl 1 2 3 nodes 4 nps 5 hashfull 1000 \
             time 6 pv a b",
            "info score mate -3",
            "info score cp -30000 proved",
            "info currmove d4 currmovenumber 3",
            "info string score depth nodes many",
        ] {
            assert_eq!(Info::mistake(line), None, "{line}");
        }
    }

    #[test]
    fn invalid_info_lines() {
        for (line, wrong) in [
            ("info depth", "nothing follows `depth`"),
            ("info depth x", "`x` after `depth`"),
            ("info nodes -1", "`-1` after `nodes`"),
            ("info time 1.5", "`1.5` after `time`"),
            ("info score 12", "neither `cp` nor `mate`"),
            ("info score cp", "no whole number follows `score cp`"),
            ("info score mate soon", "no whole number follows `score mate`"),
            ("info hashfull 1001", "hashfull 1001 is more"),
            ("info hashfull full", "`full` after `hashfull`"),
            ("info wdl 1 2", "nothing follows `wdl`"),
        ] {
            let mistake = Info::mistake(line).unwrap();
            assert!(mistake.contains(wrong), "{line}: {mistake}");
        }
    }
}
