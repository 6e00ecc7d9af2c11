//! `agon review`: the mistakes of a game.

use std::fmt::Write as _;
use std::path::PathBuf;

use abstract_game::Player;
use protocol::GoLimits;

use super::analyst::{Analyst, chance_at_end, percent};
use super::setup::Thinking;
use super::table::{Failure, read, say};

/// The memory of the search, in MiB.
const HASH: usize = 64;
/// The nodes for a position without a flag.
const NODES: u64 = 100_000;
/// The turns of a better line.
const LINE_TURNS: usize = 8;

/// The marks of mistakes and the winning chance that each loses at least.
const MARKS: [(&str, f64); 3] = [("??", 0.3), ("?", 0.2), ("?!", 0.1)];

/// Goes through the record of a game and marks the mistakes
#[derive(Debug, clap::Args)]
pub(crate) struct Review {
    /// Record of a game, of `agon play` or of the arena
    file: PathBuf,
    /// Show every turn, not only the mistakes
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    thinking: Thinking,
}

/// What the engine thinks of a position: the winning chance of the player to act, and the best turn and its line if the game
/// goes on.
struct Judgement {
    to_act: Player,
    chance: f64,
    best: Option<(String, String)>,
}

impl Judgement {
    fn chance_of(&self, player: Player) -> f64 {
        if player == self.to_act { self.chance } else { 1.0 - self.chance }
    }
}

/// What a player lost by its turns.
#[derive(Default)]
struct Account {
    turns: usize,
    lost: f64,
    marks: [usize; MARKS.len()],
}

impl Review {
    /// Prints the review.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        Ok(say(self.text()?.trim_end())?)
    }

    fn text(&self) -> Result<String, Failure> {
        let (rules, record, mut game) = read(&self.file)?;
        let limits = self.thinking.limits(GoLimits::nodes(NODES));
        let mut analyst = Analyst::new(rules.name(), HASH, limits)?;
        // From the end to the start: what was found for the later positions is still in the table.
        let mut judgements = Vec::new();
        loop {
            let to_act = game.player_to_act();
            judgements.push(if let Some(end) = game.result() {
                Judgement { to_act, chance: chance_at_end(end, to_act), best: None }
            } else {
                let answer = analyst.search(&*game)?;
                let line = answer.line_text(LINE_TURNS);
                Judgement { to_act, chance: answer.chance(), best: Some((answer.turn, line)) }
            });
            if game.undo().is_none() {
                break;
            }
        }
        judgements.reverse();
        let [first, second] = &record.players;
        let title = format!("{}: {first} (P1) against {second} (P2), {}", rules.title(), record.ending);
        let mut text = printable::line(&title) + "\n\n";
        let mut accounts = [Account::default(), Account::default()];
        for (number, (played, around)) in record.turns.iter().zip(judgements.windows(2)).enumerate() {
            let [before, after] = around else { continue };
            let (old, new) = (before.chance_of(played.player), after.chance_of(played.player));
            let better = before.best.as_ref().filter(|(turn, _)| *turn != played.turn);
            // Turns of an opening were drawn, not chosen.
            let chosen = played.info.is_some();
            let lost = if better.is_some() && chosen { (old - new).max(0.0) } else { 0.0 };
            let mark = MARKS.iter().position(|&(_, least)| lost >= least);
            if chosen {
                let account = &mut accounts[played.player.index()];
                account.turns += 1;
                account.lost += lost;
                if let Some(mark) = mark {
                    account.marks[mark] += 1;
                }
            }
            if mark.is_none() && !self.all {
                continue;
            }
            let sign = mark.map_or("", |mark| MARKS[mark].0);
            let turn = format!("{}{sign}", played.turn);
            write!(
                text,
                "{:>3}. {} {turn:<12} {} -> {}",
                number + 1,
                played.player,
                percent(old),
                percent(new)
            )?;
            if let Some((_, line)) = better.filter(|_| mark.is_some()) {
                write!(text, "   better: {line}")?;
                // Without it the turn has ended the game.
                if let Some((_, line)) = &after.best {
                    write!(text, "   refuted by: {line}")?;
                }
            }
            text.push('\n');
        }
        if !text.ends_with("\n\n") {
            text.push('\n');
        }
        for (player, account) in Player::BOTH.into_iter().zip(accounts) {
            let marks = MARKS.iter().zip(account.marks).map(|((mark, _), count)| format!("{count} {mark}"));
            let marks: Vec<String> = marks.collect();
            let average = percent(account.lost / account.turns.max(1) as f64);
            let (name, turns) = (printable::line(&record.players[player.index()]), account.turns);
            let s = if turns == 1 { "" } else { "s" };
            writeln!(text, "{player} {name}: {turns} turn{s}, {}, {average} lost a turn", marks.join(", "))?;
        }
        Ok(text)
    }
}
