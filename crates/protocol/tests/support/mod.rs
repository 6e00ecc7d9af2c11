//! A small engine for a counting game, and a conversation with it in memory.
#![allow(dead_code, unreachable_pub)] // each test uses a part
#![allow(clippy::unwrap_used)]

pub mod conversation;

use std::sync::atomic::Ordering;
use std::time::Duration;

use protocol::server::{EngineError, Job, JobResult, Output, ProtocolEngine, StopSignal};
use protocol::{
    ANNOUNCEMENTS, Announcement, Go, GoTask, Identity, Info, JobRequest, OptionDecl, Print, Query,
    ReportedScore, Start, WinClaim,
};

/// Players add 1, 2 or 3 in turn; who reaches the target wins, or loses in the game `misere`.
#[derive(Clone)]
pub struct Counter {
    count: Count,
    start: Count,
    game: String,
    fault: String,
    strict: bool,
    announces: bool,
    label: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Count {
    total: u32,
    target: u32,
    first: bool,
}

impl Default for Counter {
    fn default() -> Self {
        let start = Count { total: 0, target: 21, first: true };
        let (game, fault, label) = ("count".into(), "none".into(), String::new());
        Counter { count: start, start, game, fault, strict: false, announces: false, label }
    }
}

impl Count {
    fn turns(self) -> Vec<u32> {
        (1..=3).filter(|n| self.total + n <= self.target).collect()
    }

    fn play(self, n: u32) -> Count {
        Count { total: self.total + n, first: !self.first, ..self }
    }

    fn parse_turn(self, text: &str) -> Option<u32> {
        self.turns().into_iter().find(|n| n.to_string() == text)
    }

    fn perft(self, depth: u32, stop: &StopSignal) -> u64 {
        if depth == 0 || stop.load(Ordering::Relaxed) {
            return 1;
        }
        self.turns().into_iter().map(|n| self.play(n).perft(depth - 1, stop)).sum()
    }

    fn text(self) -> String {
        format!("{} of {} {}", self.total, self.target, if self.first { "p1" } else { "p2" })
    }

    fn parse(text: &str) -> Option<Count> {
        let [total, "of", target, player] = text.split(' ').collect::<Vec<_>>()[..] else { return None };
        let (total, target) = (total.parse().ok()?, target.parse().ok()?);
        (total <= target && target <= 1000 && ["p1", "p2"].contains(&player)).then_some(Count {
            total,
            target,
            first: player == "p1",
        })
    }

    fn mate(self) -> ReportedScore {
        let left = self.target - self.total;
        ReportedScore::Mate(match left % 4 {
            0 => -(left as i32 / 2),
            _ => left as i32 / 4 * 2 + 1,
        })
    }
}

impl ProtocolEngine for Counter {
    fn identity(&self) -> Identity {
        Identity { name: "Counter 1".into(), author: "the tests".into() }
    }

    fn options(&self) -> Vec<OptionDecl> {
        vec![
            OptionDecl::combo("Game", "count", ["count", "misere"]),
            OptionDecl::spin("Target", 21, 1, 1000),
            OptionDecl::string("Label", ""),
            OptionDecl::button("Clear All"),
            OptionDecl::check("Strict", false),
            OptionDecl::check(ANNOUNCEMENTS, false),
            OptionDecl::combo("Fault", "none", ["none", "panic", "words", "bare"]),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        match name {
            "Game" => self.game = value.into(),
            "Target" => {
                self.start.target = value.parse().map_err(|_| "no number")?;
            }
            "Label" if value == "bad" => return Err("`bad` is no label; expected another one".into()),
            "Label" => self.label = value.into(),
            "Clear All" => self.label.clear(),
            "Strict" => self.strict = value == "true",
            ANNOUNCEMENTS => self.announces = value == "true",
            "Fault" => self.fault = value.into(),
            _ => unreachable!("the loop knows the options"),
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.count = self.start;
    }

    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<(), EngineError> {
        let mut count = match start {
            Start::Startpos => self.start,
            Start::Fen(text) => {
                Count::parse(text).ok_or_else(|| format!("`{text}` is no count; expected `N of M p1`"))?
            }
        };
        for (i, turn) in moves.iter().enumerate() {
            let n = count.parse_turn(turn).ok_or_else(|| {
                format!("turn {} `{turn}` is illegal after `{}`; expected 1, 2 or 3", i + 1, count.text())
            })?;
            count = count.play(n);
        }
        self.count = count;
        Ok(())
    }

    fn query(&self, query: &Query) -> Result<String, EngineError> {
        let over = self.count.total == self.count.target;
        let first_won = self.count.first == (self.game == "misere");
        let list = |turns: Vec<u32>| turns.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        Ok(match query {
            Query::P1Turn => self.count.first.to_string(),
            Query::GameOver => over.to_string(),
            Query::Result if !over => "none".into(),
            Query::Result => if first_won { "p1win" } else { "p2win" }.into(),
            Query::Fen => self.count.text(),
            Query::IsLegal(turn) => self.count.parse_turn(turn).is_some().to_string(),
            Query::Turns(most) => {
                list(self.count.turns().into_iter().take(most.unwrap_or(usize::MAX)).collect())
            }
            Query::Actions(None) => list(self.count.turns()),
            Query::Actions(Some(actions)) => {
                self.count.parse_turn(actions).ok_or_else(|| format!("`{actions}` begins no turn"))?;
                ".".into()
            }
            Query::Limits => "depth nodes".into(),
            Query::Termination => if over { "target" } else { "none" }.into(),
        })
    }

    fn ponder_time(&self, go: &Go) -> Option<Duration> {
        go.limits.move_time
    }

    fn job(&mut self, request: &JobRequest) -> Result<Job, EngineError> {
        match request {
            JobRequest::Go(go) => self.go(go),
            JobRequest::Claim(claim) => self.claim(claim),
            JobRequest::Bench(arguments)
            | JobRequest::SpeedTest(arguments)
            | JobRequest::GenFens(arguments) => {
                let line = format!("nodes {} nps 0", 42 + arguments.len());
                Ok(Box::new(move |_, _| JobResult::Summary(line)))
            }
        }
    }

    fn print(&mut self, what: Print) -> Result<String, EngineError> {
        match what {
            Print::Board => Ok(format!("total {}\nlabel `{}`\n", self.count.text(), self.label)),
            Print::Eval if self.count.total == self.count.target => {
                Err("the game is over; expected a position to play".into())
            }
            Print::Eval => Ok(format!("left {}", self.count.target - self.count.total)),
            Print::Flip => {
                self.count.first = !self.count.first;
                Ok(self.count.text())
            }
            Print::Compiler => Ok("rustc".into()),
            Print::License => Ok("free\nfor all".into()),
        }
    }

    fn strict(&self) -> bool {
        self.strict
    }
}

impl Counter {
    fn go(&mut self, go: &Go) -> Result<Job, EngineError> {
        let (count, fault, go) = (self.count, self.fault.clone(), go.clone());
        let announcement = self.announcement(go.announced);
        Ok(Box::new(move |stop, put_out| {
            if let GoTask::Perft(depth) = go.task {
                for n in count.turns().into_iter().filter(|_| depth > 0) {
                    put_out(Output::Line(format!("{n} {}", count.play(n).perft(depth - 1, stop))));
                }
                return JobResult::Summary(format!("nodes {} time 0 nps 0", count.perft(depth, stop)));
            }
            assert_ne!(fault, "panic", "as\nwanted");
            if go == Go::default() || go.ponder && go.limits.move_time.is_some() {
                // Without a limit, and while it ponders with a limit of time, it works until `stop`.
                while !stop.load(Ordering::Relaxed) {
                    put_out(Output::Info(Info { nodes: Some(1), ..Info::default() }));
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            let Some(&best) = count.turns().last() else { return JobResult::NoTurn };
            if go.task != GoTask::Search {
                put_out(Output::Info(Info::string("proof unknown in 0 turns")));
            }
            if fault != "bare" {
                put_out(Output::Info(Info {
                    depth: Some(go.limits.depth.unwrap_or(1)),
                    score: Some(count.mate()),
                    nodes: Some(go.limits.nodes.unwrap_or(3)),
                    time: Some(Duration::ZERO),
                    nps: Some(0),
                    hashfull: Some(0),
                    pv: [best, 1].iter().take(1 + usize::from(go.ponder)).map(u32::to_string).collect(),
                    ..Info::default()
                }));
            }
            announcement.into_iter().for_each(|it| put_out(Output::Info(Info::announce(it))));
            JobResult::Turn(if fault == "words" { "two words".into() } else { best.to_string() })
        }))
    }

    /// Concedes a true claim and accepts every draw; resigns with 4 points left, claims the win with 5, and offers a draw
    /// at totals that 5 divides.
    fn announcement(&self, announced: Option<Announcement>) -> Option<Announcement> {
        let count = self.count;
        let lost = matches!(count.mate(), ReportedScore::Mate(turns) if turns <= 0);
        match announced {
            _ if !self.announces => None,
            Some(Announcement::Claim) if lost => Some(Announcement::Resign),
            Some(Announcement::Draw) => Some(Announcement::Draw),
            _ => match count.target - count.total {
                4 => Some(Announcement::Resign),
                5 => Some(Announcement::Claim),
                _ => (count.total > 0 && count.total.is_multiple_of(5)).then_some(Announcement::Draw),
            },
        }
    }

    fn claim(&mut self, claim: &WinClaim) -> Result<Job, EngineError> {
        let answer = if claim.claimant == Some(1) {
            "refuted".to_owned()
        } else {
            format!("proved {} turns", claim.turns)
        };
        Ok(Box::new(move |_, _| JobResult::Summary(format!("response {answer}"))))
    }
}
