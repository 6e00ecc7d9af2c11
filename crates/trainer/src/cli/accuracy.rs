//! `trainer accuracy`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agon_engine::games::{self, PlayerVisitor};
use agon_engine::{GameEngine, SearchKind};
use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::Mutex;
use rayon::prelude::*;
use search::{Score, ScoreKind};
use trainer::accuracy::{Accuracy, Judged, Summary};

use super::{Failure, print, range, rules};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// File of the judged turns, a line each. Those of an existing file are kept, so that the command can be repeated after an
    /// interrupt or with more positions.
    file: PathBuf,
    /// Name of the game.
    #[arg(long)]
    game: String,
    /// Option of the rules; may be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Number of positions, each of a game of its own.
    #[arg(long, value_name = "N", default_value_t = 100)]
    positions: u64,
    /// Judge the turns of Monte-Carlo tree search, in place of those of alpha-beta. The judge searches by alpha-beta.
    #[arg(long)]
    mcts: bool,
    /// Nodes of the turns that are judged.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Nodes of each search and each proof of the judge.
    #[arg(long, value_name = "N", default_value_t = 3_000_000)]
    judge_nodes: u64,
    /// Memory of the engine and of each search and proof of the judge, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// Nodes of each turn of the games that the positions are from.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    game_nodes: u64,
    /// Least and greatest number of random turns at the start of a game.
    #[arg(long, num_args = 2, value_names = ["LEAST", "GREATEST"], default_values_t = [4, 8])]
    random_turns: Vec<usize>,
    /// Least and greatest number of turns to the longest end of the game from a position, in games whose length is limited.
    #[arg(long, num_args = 2, value_names = ["LEAST", "GREATEST"])]
    turns_left: Option<Vec<u32>>,
    /// Judge turns in won positions only, whose proof takes the exact solver at least and at most so many nodes, and ask it
    /// whether the turn keeps the win. Without it, long searches say what the turn loses.
    #[arg(long, num_args = 2, value_names = ["LEAST", "GREATEST"])]
    proof: Option<Vec<u64>>,
    /// Centipawns that wins, losses and greater estimates count as in losses.
    #[arg(long, value_name = "CP", default_value_t = 2_000)]
    cap: u16,
    /// Leave out the losses of turns with a reported score further from 0, in centipawns, and of reported wins and losses.
    #[arg(long, value_name = "CP")]
    max_score: Option<u16>,
    /// Seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; 0: one per core. The result does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    games::visit(&args.game, args).ok_or_else(|| format!("the engine has no game `{}`", args.game))??;
    Ok(ExitCode::SUCCESS)
}

impl PlayerVisitor for &Args {
    type Output = Result<(), Failure>;

    fn visit<G: GameEngine>(self) -> Result<(), Failure> {
        let turns_left = self.turns_left.as_ref().map(|numbers| range(numbers, "turns left"));
        let proof = self.proof.as_ref().map(|numbers| range(numbers, "nodes of a proof"));
        let accuracy = Accuracy::<G> {
            rules: rules(&self.option)?,
            search: if self.mcts { SearchKind::Mcts } else { SearchKind::AlphaBeta },
            nodes: self.nodes,
            judge_nodes: self.judge_nodes,
            hash: self.hash.into(),
            game_nodes: self.game_nodes,
            random_turns: range(&self.random_turns, "random turns")?,
            turns_left: turns_left.transpose()?,
            proof: proof.transpose()?,
            seed: self.seed,
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let mut turns = threads.install(|| self.measure(&accuracy)).map_err(|error| -> Failure { error })?;
        if let Some(max) = self.max_score {
            let is_open =
                |score: Score| matches!(score.kind(), ScoreKind::Centipawns(cp) if cp.unsigned_abs() <= max);
            turns.values_mut().filter(|turn| !is_open(turn.score)).for_each(|turn| turn.loss = None);
        }
        print(&Summary::new(turns.values(), self.cap).to_string());
        Ok(())
    }
}

impl Args {
    /// What a file is about, in its first line.
    fn heading(&self) -> String {
        let Args {
            game,
            option,
            mcts,
            nodes,
            judge_nodes,
            hash,
            game_nodes,
            random_turns,
            turns_left,
            proof,
            seed,
            ..
        } = self;
        format!(
            "game {game} {option:?}, Monte-Carlo {mcts}, nodes {nodes}, judge {judge_nodes}, hash {hash}, games {game_nodes}, \
             random turns {random_turns:?}, turns left {turns_left:?}, proof {proof:?}, seed {seed}"
        )
    }

    /// Judges the turns that are missing in the file, by number.
    fn measure<G: GameEngine>(
        &self,
        accuracy: &Accuracy<G>,
    ) -> Result<BTreeMap<u64, Judged>, Box<dyn Error + Send + Sync>> {
        let failed = |error: &dyn std::fmt::Display| format!("`{}`: {error}", self.file.display());
        let (file, mut turns) = open(&self.file, &self.heading()).map_err(|error| failed(&error))?;
        turns.retain(|&number, _| number < self.positions);
        let bar = ProgressBar::new(self.positions);
        bar.set_style(ProgressStyle::with_template("{bar:24} {pos}/{len} [{elapsed_precise}]")?);
        bar.set_position(turns.len() as u64);
        let missing: Vec<u64> = (0..self.positions).filter(|number| !turns.contains_key(number)).collect();
        let shared = Mutex::new((file, turns));
        // One position after the other, so that an interrupt leaves the first ones.
        missing.into_par_iter().with_max_len(1).try_for_each(|number| {
            let judged = accuracy.measure(number)?;
            let (file, turns) = &mut *shared.lock();
            file.write_all(format!("{judged}\n").as_bytes()).map_err(|error| failed(&error))?;
            turns.insert(number, judged);
            bar.inc(1);
            Ok::<(), Box<dyn Error + Send + Sync>>(())
        })?;
        bar.finish_and_clear();
        Ok(shared.into_inner().1)
    }
}

/// Opens a file of judged turns to append to it, and reads what it has. A last line that an interrupt has cut is removed.
fn open(path: &Path, heading: &str) -> Result<(File, BTreeMap<u64, Judged>), Failure> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    file.set_len(text.len() as u64)?;
    file.seek(SeekFrom::End(0))?;
    let mut lines = text.lines();
    match lines.next() {
        None => writeln!(file, "{heading}")?,
        Some(other) if other == heading => {}
        Some(other) => {
            return Err(format!("it has turns of other settings: `{other}`; expected `{heading}`").into());
        }
    }
    let turns = lines.map(|line| Judged::read(line).map(|judged| (judged.number, judged)));
    Ok((file, turns.collect::<Result<_, _>>()?))
}
