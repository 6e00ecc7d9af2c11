//! A search by an engine: the position and limits that it gets, and the messages that follow from its answers.

use protocol::{Announcement, Command, Dialect, Info, Start, after_word, is_error};

use crate::message::{EngineMessage, Job, Report, read_visits};

/// The engines without a settings file, `agon` by its searches: names, and values of the option `Search`.
pub const AGON: [(&str, &str); 3] =
    [("agon", "auto"), ("agon alphabeta", "alphabeta"), ("agon mcts", "mcts")];

/// A search by an engine.
#[derive(Clone, Debug)]
pub struct EngineSearch {
    engine: String,
    job: Job,
    /// The result of a proof search.
    proof: Option<String>,
    /// The first error line.
    error: Option<String>,
    /// Whether the engine accepts the draw that is offered to it.
    draw: bool,
}

impl EngineSearch {
    /// A search by the engine of this name.
    pub fn new(engine: &str, job: Job) -> EngineSearch {
        EngineSearch { engine: engine.to_owned(), job, proof: None, error: None, draw: false }
    }

    /// The lines that set the option `Search`, the game and its rules, set the position, and start the search. The engine is
    /// `agon`.
    pub fn commands(&self, search: &str) -> String {
        let input = &self.job.input;
        let (own, go) = self.job.settings(true);
        let all =
            [("Game", input.game.to_owned())].into_iter().chain(own).chain([("Search", search.to_owned())]);
        let all = all.map(|(name, value)| (name.to_owned(), value)).chain(input.rules.iter().cloned());
        let options = all.map(|(name, value)| Command::SetOption { name, value });
        let (start, moves) = (Start::Fen(input.start.clone()), input.turns.clone());
        let rest = [Command::Position { start, moves }, go.into()];
        options.chain(rest).map(|command| format!("{command}\n")).collect()
    }

    /// The message for a line of the engine, if it has one.
    pub fn read(&mut self, line: &str) -> Option<EngineMessage> {
        if let Some(turn) = after_word(line, "bestmove") {
            let turn = turn.split_whitespace().next().unwrap_or_default().to_owned();
            return Some(match self.error.take() {
                Some(message) if turn == "(none)" => {
                    EngineMessage::EngineError { engine: self.engine.clone(), message }
                }
                _ => self.best(turn),
            });
        }
        if is_error(line) {
            self.error.get_or_insert_with(|| line.to_owned());
        }
        self.info(&Info::parse(line, Dialect::Ugi)?)
    }

    /// The message for an `info` line, if it has one.
    pub(crate) fn info(&mut self, info: &Info) -> Option<EngineMessage> {
        let offered = self.job.go.announced == Some(Announcement::Draw);
        self.draw |= offered && info.announcement == Some(Announcement::Draw);
        let text = info.string.as_deref().unwrap_or_default();
        self.proof = text.strip_prefix("proof ").map(Into::into).or(self.proof.take());
        if let Some(visits) = read_visits(text) {
            let (engine, &Job { revision, threat, .. }) = (self.engine.clone(), &self.job);
            return Some(EngineMessage::Visits { engine, revision, threat, visits });
        }
        Report::new(&self.engine, &self.job, info).map(EngineMessage::Info)
    }

    /// The message for the turn that was found.
    pub(crate) fn best(&mut self, turn: String) -> EngineMessage {
        let draw = self.draw;
        let (engine, &Job { revision, play, threat, .. }) = (self.engine.clone(), &self.job);
        EngineMessage::Best { engine, revision, turn, threat, proof: self.proof.take(), play, draw }
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Go, GoLimits};
    use session::Session;

    use super::*;

    #[test]
    fn a_search_is_lines_and_lines_are_messages() {
        let mut session = Session::new();
        session.handle_text(r#"{"do": "turn", "turn": "d4"}"#, std::time::Duration::ZERO);
        let job = Job {
            revision: session.revision(),
            input: session.search_input().unwrap(),
            go: Go::from(GoLimits::nodes(100)),
            level: None,
            seed: 7,
            lines: 2,
            play: false,
            threat: false,
        };
        let mut search = EngineSearch::new("agon", job);
        let text = search.commands("mcts");
        for line in text.lines() {
            let command: Command = line.parse().unwrap();
            assert_eq!(command.to_string(), line);
        }
        assert!(text.starts_with("setoption name Game value snorkels\nsetoption name MultiPV value 2\nsetoption name ShowVisits value true\nsetoption name Skill Level value 9\nsetoption name Search value mcts\n"), "{text}");
        assert!(text.ends_with(" moves d4\ngo nodes 100\n"), "{text}");

        search.job.level = Some(3);
        let text = search.commands("mcts");
        assert!(text.contains("Skill Level value 3\nsetoption name Seed value 7\n"), "{text}");
        assert!(text.ends_with("go nodes 1000000\n"), "{text}");

        assert!(search.read("info string proof win in 3 turns").is_none());
        let visits = search.read("info string visits e4 5 c3 2");
        assert!(
            matches!(&visits, Some(EngineMessage::Visits { visits, .. }) if visits.len() == 2),
            "{visits:?}"
        );
        let Some(EngineMessage::Info(report)) = search.read("info depth 3 score cp 20 nodes 7 pv e4") else {
            panic!()
        };
        // The second player is to act: scores are shown for the first.
        assert!(serde_json::to_string(&report).unwrap().contains(r#""cp":-20"#));
        let best = search.read("bestmove e4");
        assert!(
            matches!(&best, Some(EngineMessage::Best { turn, proof: Some(proof), .. }) if turn == "e4" && proof == "win in 3 turns"),
            "{best:?}"
        );
        assert!(search.read("info string error: no memory").is_none());
        let failed = search.read("bestmove (none)");
        assert!(
            matches!(&failed, Some(EngineMessage::EngineError { message, .. }) if message.ends_with("no memory")),
            "{failed:?}"
        );
    }
}
