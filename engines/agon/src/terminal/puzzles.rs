//! `agon puzzles`: positions of records with one winning turn, with the proof.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules};
use clap::value_parser;
use protocol::GoLimits;
use session::{Header, NodeId, Tree};

use super::analyst::{Analyst, Claim};
use super::table::{Failure, in_file, read, say};

/// The memory of the proof searches, in MiB. Each search makes it anew.
const HASH: usize = 4;
/// The greatest number of answers in a proof. With the turn after each a tree has room for them.
const MAX_PROOF: usize = session::MAX_NODES / 2 - 1;

/// Looks in records for positions in which one turn wins and no other, and writes each with the proof
#[derive(Debug, clap::Args)]
pub(crate) struct Puzzles {
    /// Records of games, of `agon play` or of the arena
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Least number of turns of both players to the win; 1 is a win by one turn
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..))]
    min_turns: u32,
    /// Greatest number of turns to the win. No other turn wins within this number
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u32).range(1..))]
    max_turns: u32,
    /// Nodes of each proof search. A position is left out if one is not decided
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Folder for the puzzles, `puzzle-0001.txt` and so on; without it they are printed
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Puzzles {
    /// Searches all records.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if let Some(folder) = &self.out {
            fs::create_dir_all(folder).map_err(|error| in_file(folder, &error))?;
        }
        let mut seen = HashSet::new();
        let mut count = 0;
        for file in &self.files {
            let (rules, record, last) = read(file)?;
            let mut analyst = Analyst::new(rules.name(), HASH, GoLimits::nodes(self.nodes))?;
            let mut game = rules.read_position(&last.start_text())?;
            for number in 0..=record.turns.len() {
                // A position of several games is one puzzle. A puzzle has no history: it must not end by a repetition of states
                // that it does not show.
                let text = game.position_text();
                if game.result().is_none()
                    && seen.insert((rules.name(), text.clone()))
                    && let Some((text, answer)) =
                        self.puzzle(&*rules, &*rules.read_position(&text)?, &mut analyst)?
                {
                    count += 1;
                    let file = printable::line(&file.display().to_string());
                    let place = format!("{file} after turn {number}");
                    if let Some(folder) = &self.out {
                        let name = format!("puzzle-{count:04}.txt");
                        let path = folder.join(&name);
                        fs::write(&path, &text).map_err(|error| in_file(&path, &error))?;
                        say(&format!("{name}: {place}: {answer}"))?;
                    } else {
                        // A file for programs: it is not wrapped.
                        writeln!(io::stdout(), "{}", printable::lines(&text))?;
                    }
                }
                if let Some(played) = record.turns.get(number) {
                    game.play_turn(&played.turn)?;
                }
            }
        }
        if self.out.is_some() {
            say(&format!("{count} puzzles"))?;
        }
        Ok(())
    }

    /// The puzzle of a position, if it is one: the text of its game tree, and the answer in words.
    fn puzzle(
        &self,
        rules: &dyn AnyRules,
        game: &dyn AnyMatch,
        analyst: &mut Analyst,
    ) -> Result<Option<(String, String)>, Failure> {
        let Some((turns, answer)) = analyst.win(game, self.max_turns)? else { return Ok(None) };
        if turns < self.min_turns {
            return Ok(None);
        }
        let winner = game.player_to_act();
        let only = after(game, &answer.turn)?;
        for other in different_turns(game) {
            let other = after(game, &other)?;
            if other.position_text() == only.position_text() {
                continue;
            }
            let fails = match other.result() {
                Some(end) => end.winner != Some(winner),
                None => analyst.claim(&*other, winner, self.max_turns - 1, self.nodes)? == Claim::Refuted,
            };
            if !fails {
                return Ok(None);
            }
        }
        let mut proof = Proof { winner, analyst, written: 0, tree: Tree::new() };
        let first = proof.tree.add(0, &answer.turn)?;
        if !proof.add_after(&*only, first, turns - 1)? {
            return Ok(None);
        }
        let max = self.max_turns;
        let comment = format!(
            "{winner} wins in {turns} turns. No other turn wins within {max} turns. Answers that lose to a win at once are left out."
        );
        proof.tree.comment(0, &comment)?;
        let (name, start) = (rules.name().to_owned(), Some(game.position_text()));
        let header = Header { game: name, rules: rules.option_values(), start, ..Header::default() };
        let answer = format!("{winner} wins in {turns} turns by {}", answer.turn);
        Ok(Some((proof.tree.write(&header), answer)))
    }
}

/// The match after one more turn.
fn after(game: &dyn AnyMatch, turn: &str) -> Result<Box<dyn AnyMatch>, Failure> {
    let mut after = game.boxed_clone();
    after.play_turn(turn)?;
    Ok(after)
}

/// The legal turns; of those that lead to the same position the first.
fn different_turns(game: &dyn AnyMatch) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut turns = game.legal_turns(usize::MAX);
    turns.retain(|turn| after(game, turn).is_ok_and(|after| seen.insert(after.position_text())));
    turns
}

/// A proof as a tree: after each turn of the winner the answers that do not lose to a win at once, and after each of them a turn that wins.
struct Proof<'a> {
    winner: Player,
    analyst: &'a mut Analyst,
    /// The number of answers in it.
    written: usize,
    tree: Tree,
}

impl Proof<'_> {
    /// Adds what follows the node `last`: `turns` is the greatest number of turns to the win. Returns whether the proof is
    /// complete.
    fn add_after(&mut self, game: &dyn AnyMatch, last: NodeId, turns: u32) -> Result<bool, Failure> {
        if let Some(end) = game.result() {
            return Ok(end.winner == Some(self.winner));
        }
        if turns == 0 {
            return Ok(false);
        }
        if game.player_to_act() == self.winner {
            let Some((_, answer)) = self.analyst.win(game, turns)? else { return Ok(false) };
            let node = self.tree.add(last, &answer.turn)?;
            return self.add_after(&*after(game, &answer.turn)?, node, turns - 1);
        }
        let replies = different_turns(game);
        let mut hard = Vec::new();
        for reply in &replies {
            if !self.is_trivial(&*after(game, reply)?, turns - 1) {
                hard.push(reply);
            }
        }
        // If no reply delays the win, one shows how it comes.
        let shown = if hard.is_empty() { replies.iter().take(1).collect() } else { hard };
        self.written += shown.len();
        if self.written > MAX_PROOF {
            return Ok(false);
        }
        for reply in &shown {
            let node = self.tree.add(last, reply)?;
            if !self.add_after(&*after(game, reply)?, node, turns - 1)? {
                return Ok(false);
            }
        }
        Ok(!shown.is_empty())
    }

    /// Whether a reply is left out: it has lost the game, or the winner wins at once after it.
    fn is_trivial(&self, after_reply: &dyn AnyMatch, turns: u32) -> bool {
        match after_reply.result() {
            Some(end) => end.winner == Some(self.winner),
            None => {
                let wins_next = turns > 0 && after_reply.player_to_act() == self.winner;
                wins_next && after_reply.winning_turn().is_some()
            }
        }
    }
}
