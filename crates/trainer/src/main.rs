//! Generates positions and trains networks from the command line; see the crate's README.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use abstract_game::Rules as _;
use abstract_game::random::mix;
use agon::GameEngine;
use agon::games::snorkels::SnorkelsEngine;
use agon::games::symbol::SymbolEngine;
use clap::{Parser, Subcommand};
use rayon::prelude::*;
use trainer::{Example, Generation, Network, Shard, Training, cross_entropy, generate, snorkels};

/// Trains the networks of the engine's evaluation.
#[derive(Debug, Parser)]
#[command(name = "trainer", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play games of the engine against itself, and write their positions to numbered files.
    Generate(GenerateArgs),
    /// Train the network of Snorkels.
    Train(TrainArgs),
}

#[derive(Debug, clap::Args)]
struct GenerateArgs {
    /// Folder of the files; existing files are kept, so that the command can be repeated after an interrupt.
    folder: PathBuf,
    /// Game to play.
    #[arg(long, value_parser = ["snorkels", "symbol"])]
    game: String,
    /// Option of the rules; may be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Seed of the games; other machines take other seeds.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of files.
    #[arg(long, default_value_t = 100)]
    files: u64,
    /// Games of each file.
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// Nodes for each turn.
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Least and greatest number of random turns at the start.
    #[arg(long, num_args = 2, default_values_t = [4, 8])]
    random_turns: Vec<usize>,
    /// Number of threads; 0: one per core. The files do not depend on it.
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

#[derive(Debug, clap::Args)]
struct TrainArgs {
    /// Folders of files with positions. Every twentieth file is for validation.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// File for the weights.
    #[arg(long, default_value = "network.bin")]
    output: PathBuf,
    /// How often training goes through the positions.
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// Number of positions for each step.
    #[arg(long, default_value_t = 2_048)]
    batch: usize,
    /// The first rate of learning.
    #[arg(long, default_value_t = 0.004)]
    rate: f32,
    /// The part of the game's result in the target; the rest is the score of the search.
    #[arg(long, default_value_t = 0.5)]
    result_weight: f32,
    /// Seed of the first weights and of the order of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads; 0: one per core. The weights do not depend on it.
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Generate(args) => match args.game.as_str() {
            "symbol" => run_generate::<SymbolEngine>(&args),
            _ => run_generate::<SnorkelsEngine>(&args),
        },
        Command::Train(args) => run_train(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("trainer: error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_generate<G: GameEngine>(args: &GenerateArgs) -> Result<(), Box<dyn Error>> {
    let mut rules = G::Rules::default();
    for option in &args.option {
        let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
        rules.set_option(name, value)?;
    }
    let settings = Generation {
        rules,
        games: args.games,
        nodes: args.nodes,
        random_turns: (args.random_turns[0], args.random_turns[1].max(args.random_turns[0])),
    };
    fs::create_dir_all(&args.folder)?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let one = |number: u64| {
        let path = args.folder.join(format!("{}-{number:05}.positions", args.seed));
        if path.exists() {
            return Ok(());
        }
        let shard = generate::<G>(&settings, mix(args.seed, &[number]));
        shard.write(&path)?;
        eprintln!("{}: {} positions", path.display(), shard.samples.len());
        Ok::<(), trainer::ShardError>(())
    };
    threads.install(|| (0..args.files).into_par_iter().try_for_each(one))?;
    Ok(())
}

fn run_train(args: &TrainArgs) -> Result<(), Box<dyn Error>> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let mut files = Vec::new();
    for folder in &args.folders {
        for entry in fs::read_dir(folder)? {
            files.push(entry?.path());
        }
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "positions"));
    files.sort();
    let read = |path: &PathBuf| {
        let shard = Shard::read(path).map_err(|error| error.to_string())?;
        let examples = shard.samples.iter().map(|sample| {
            let example = snorkels::example(sample, args.result_weight);
            example.ok_or_else(|| format!("{}: `{}`", path.display(), sample.position))
        });
        examples.collect::<Result<Vec<_>, String>>()
    };
    let read = threads.install(|| files.par_iter().map(read).collect::<Result<Vec<_>, _>>())?;
    let (mut training, mut validation, mut hand_written) = (Vec::new(), Vec::new(), Vec::new());
    for (index, examples) in read.into_iter().enumerate() {
        for (example, evaluation) in examples {
            if index % 20 == 0 {
                hand_written.push(evaluation);
                validation.push(example);
            } else {
                training.push(example);
            }
        }
    }
    println!("{} positions, {} for validation", training.len(), validation.len());
    // The hand-written evaluation with its best factor.
    let loss = |percent: i32| {
        let of_one = |(example, &evaluation): (&Example, &i32)| {
            let logit = (evaluation * percent) as f32 / 100.0 * std::f32::consts::LN_10 / 400.0;
            cross_entropy(logit, example.target)
        };
        let sum: f64 = validation.iter().zip(&hand_written).map(of_one).sum();
        sum / validation.len() as f64
    };
    let best = (1..40).map(|tenth| (10 * tenth, loss(10 * tenth))).min_by(|a, b| a.1.total_cmp(&b.1));
    println!("the hand-written evaluation: loss {:.5}; best percentage and loss {best:.5?}", loss(100));
    let mut network = Network::random(snorkels::shape(), args.seed);
    let settings = Training { epochs: args.epochs, batch: args.batch, rate: args.rate, seed: args.seed };
    threads.install(|| {
        network.train(&training, &settings, |epoch, network| {
            println!("epoch {epoch}: loss {:.5}", network.loss(&validation));
        });
        println!("loss in training {:.5}", network.loss(&training));
    });
    fs::write(&args.output, network.to_bytes())?;
    Ok(())
}
