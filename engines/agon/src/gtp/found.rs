//! What a job of the engine has found so far.

use protocol::server::Output;
use protocol::{Announcement, Info};

/// What a job found.
#[derive(Default)]
pub(super) struct Found {
    /// The turn; `None` if there is none.
    pub(super) turn: Option<String>,
    /// The lines of the latest report, the best first.
    pub(super) lines: Vec<Info>,
    /// The lines of a report that has fewer so far.
    pending: Vec<Info>,
    /// The visits of the turns in the tree of the search; none without a tree.
    pub(super) visits: Vec<(String, u32)>,
    /// The other texts.
    pub(super) texts: Vec<String>,
    /// Whether the engine resigns.
    pub(super) resigns: bool,
}

impl Found {
    /// Adds an output. Returns whether the lines have changed.
    pub(super) fn add(&mut self, output: Output) -> bool {
        match output {
            Output::Line(text) => self.texts.push(text),
            Output::Info(info) if info.announcement.is_some() => {
                self.resigns |= info.announcement == Some(Announcement::Resign);
            }
            Output::Info(Info { string: Some(text), .. }) => match text.strip_prefix("visits ") {
                Some(list) => self.visits = read_visits(list),
                None => self.texts.push(text),
            },
            Output::Info(info) if info.pv.is_empty() => {}
            Output::Info(info) => {
                if rank(&info) == 1 {
                    self.pending.clear();
                }
                self.pending.push(info);
                // The lines of a report come one after the other, the best first, and never become fewer.
                if self.pending.len() >= self.lines.len() {
                    self.lines.clone_from(&self.pending);
                    return true;
                }
            }
        }
        false
    }
}

/// Turns, each with its visits behind it.
fn read_visits(list: &str) -> Vec<(String, u32)> {
    let words: Vec<&str> = list.split(' ').collect();
    words.chunks(2).filter_map(|pair| Some((pair[0].to_owned(), pair.get(1)?.parse().ok()?))).collect()
}

/// The rank of a line, from 1.
fn rank(info: &Info) -> u32 {
    info.multipv.unwrap_or(1)
}
