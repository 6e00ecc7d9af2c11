//! `info`: reports of a search.

use core::{fmt, str::FromStr, time::Duration};

use crate::{
    Announcement, Dialect, ReportedScore, ScoreBound,
    dialect::Shown,
    excerpt::one_line,
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

    /// Parses a line that begins with `info`; `None` for other lines. Unknown parts are skipped.
    pub fn parse(line: &str, dialect: Dialect) -> Option<Info> {
        let rest = line.trim_start().strip_prefix("info")?;
        if rest.starts_with(|c: char| !c.is_whitespace()) {
            return None;
        }
        let mut words = Tokens { rest };
        // Elsewhere the word may belong to a part that is not known here.
        let announcement = words.peek().and_then(Announcement::from_word);
        let mut info = Info { announcement, ..Info::default() };
        while let Some(word) = words.next() {
            match word {
                "depth" => words.number(&mut info.depth),
                "seldepth" => words.number(&mut info.seldepth),
                "multipv" => words.number(&mut info.multipv),
                "nodes" => words.number(&mut info.nodes),
                "nps" => words.number(&mut info.nps),
                "hashfull" => words.number(&mut info.hashfull),
                "time" => {
                    let mut time = None;
                    words.number(&mut time);
                    info.time = time.map(|time: u64| Duration::from_millis(time.min(MAX_MILLIS)));
                }
                "cp" => info.score = words.take().map(ReportedScore::Cp).or(info.score),
                "mate" => {
                    let turns = words.take().map(|number| match dialect {
                        Dialect::Ugi => number,
                        Dialect::Uci => ReportedScore::from_uci_mate(number),
                    });
                    info.score = turns.map(ReportedScore::Mate).or(info.score);
                }
                "lowerbound" => info.bound = Some(ScoreBound::Lower),
                "upperbound" => info.bound = Some(ScoreBound::Upper),
                "wdl" => {
                    let [mut win, mut draw, mut loss] = [None; 3];
                    words.number(&mut win);
                    words.number(&mut draw);
                    words.number(&mut loss);
                    info.wdl = win.zip(draw).zip(loss).map(|((win, draw), loss)| (win, draw, loss));
                }
                "pv" => {
                    while let Some(turn) = words.peek().filter(|turn| !is_key(turn)) {
                        info.pv.push(turn.into());
                        words.next();
                    }
                }
                "string" => {
                    info.string = Some(words.rest.trim().into());
                    break;
                }
                _ => {}
            }
        }
        Some(info)
    }

    /// The line in a dialect.
    pub fn in_dialect(&self, dialect: Dialect) -> impl fmt::Display {
        Shown(move |f: &mut fmt::Formatter<'_>| self.write(f, dialect))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, dialect: Dialect) -> fmt::Result {
        fn field(f: &mut fmt::Formatter<'_>, key: &str, value: Option<impl fmt::Display>) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {key} {value}"))
        }
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
            f.write_str(" pv")?;
            self.pv.iter().try_for_each(|turn| write!(f, " {turn}"))?;
        }
        field(f, "string", self.string.as_deref().map(one_line))
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

struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        Some(word).filter(|word| !word.is_empty())
    }

    /// The next word if it is a number; otherwise it stays, as it may begin another part.
    fn take<T: FromStr>(&mut self) -> Option<T> {
        let number = self.peek()?.parse().ok()?;
        self.next();
        Some(number)
    }

    fn number<T: FromStr>(&mut self, field: &mut Option<T>) {
        if let Some(number) = self.take() {
            *field = Some(number);
        }
    }
}
