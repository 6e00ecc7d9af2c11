//! Generates positions and trains networks from the command line; see the crate's README.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use abstract_game::Rules as _;
use abstract_game::random::mix;
use agon::PositionOf;
use agon::games::nika::NikaEngine;
use agon::games::snorkels::SnorkelsEngine;
use clap::{Parser, Subcommand, ValueEnum};
use rayon::prelude::*;
use trainer::{Generation, Network, Sample, Trained, Training, cross_entropy, example, generate, logit};

/// The extension of the names of files with positions.
const EXTENSION: &str = "positions";

/// The samples of a file.
type File<G> = Vec<Sample<PositionOf<G>>>;

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
    /// Train the network of a game.
    Train(TrainArgs),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Game {
    Snorkels,
    Nika,
}

#[derive(Debug, clap::Args)]
struct GenerateArgs {
    /// Folder of the files; existing files are kept, so that the command can be repeated after an interrupt.
    folder: PathBuf,
    /// The game.
    #[arg(long, value_enum, default_value_t = Game::Snorkels)]
    game: Game,
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
    /// Nodes for each action.
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Least and greatest number of random turns at the start.
    #[arg(long, num_args = 2, default_values_t = [4, 8])]
    random_turns: Vec<usize>,
}

#[derive(Debug, clap::Args)]
struct TrainArgs {
    /// Folders of files with positions. Every twentieth file is for validation.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// The game.
    #[arg(long, value_enum, default_value_t = Game::Snorkels)]
    game: Game,
    /// File for the weights.
    #[arg(long, default_value = "network.bin")]
    output: PathBuf,
    /// How often training goes through the positions.
    #[arg(long, default_value_t = 6)]
    epochs: u32,
    /// Number of positions for each step.
    #[arg(long, default_value_t = 2_048)]
    batch: usize,
    /// The first rate of learning.
    #[arg(long, default_value_t = 0.004)]
    rate: f32,
    /// The part of each weight that a step takes away, times the rate.
    #[arg(long, default_value_t = 0.0)]
    decay: f32,
    /// The part of the game's result in the target; the rest is the score of the search.
    #[arg(long, default_value_t = 1.0)]
    result_weight: f32,
    /// Seed of the first weights and of the order of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Generate(args) => match args.game {
            Game::Snorkels => run_generate::<SnorkelsEngine>(&args),
            Game::Nika => run_generate::<NikaEngine>(&args),
        },
        Command::Train(args) => match args.game {
            Game::Snorkels => run_train::<SnorkelsEngine>(&args),
            Game::Nika => run_train::<NikaEngine>(&args),
        },
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("trainer: error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_generate<G: Trained>(args: &GenerateArgs) -> Result<(), Box<dyn Error>> {
    let mut rules = G::Rules::default();
    for option in &args.option {
        let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
        rules.set_option(name, value)?;
    }
    let [least, greatest] = args.random_turns[..] else { unreachable!("clap takes two numbers") };
    if least > greatest {
        return Err("the least number of random turns is greater than the greatest".into());
    }
    let settings =
        Generation::<G> { rules, games: args.games, nodes: args.nodes, random_turns: (least, greatest) };
    fs::create_dir_all(&args.folder)?;
    let one = |number: u64| {
        let path = args.folder.join(format!("{}-{number:05}.{EXTENSION}", args.seed));
        if path.exists() {
            return Ok(());
        }
        let samples = generate(&settings, mix(args.seed, &[number]));
        let lines: String = samples.iter().map(|sample| format!("{sample}\n")).collect();
        // The file appears under its name when it is complete.
        let unfinished = path.with_extension("unfinished");
        fs::write(&unfinished, lines)?;
        fs::rename(&unfinished, &path)?;
        eprintln!("{}: {} positions", path.display(), samples.len());
        Ok::<(), std::io::Error>(())
    };
    (0..args.files).into_par_iter().try_for_each(one)?;
    Ok(())
}

/// Reads the files of positions of the folders, in the order of their paths.
fn read<G: Trained>(folders: &[PathBuf]) -> Result<Vec<File<G>>, Box<dyn Error>> {
    let mut paths = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
            paths.push(entry?.path());
        }
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).map_err(|error| error.to_string());
        let samples = text.and_then(|text| text.lines().map(str::parse).collect::<Result<_, _>>());
        samples.map_err(|error| format!("{}: {error}", path.display()))
    };
    Ok(paths.par_iter().map(read).collect::<Result<_, _>>()?)
}

fn run_train<G: Trained>(args: &TrainArgs) -> Result<(), Box<dyn Error>> {
    let (mut training, mut validation) = (Vec::new(), Vec::new());
    for (index, samples) in read::<G>(&args.folders)?.into_iter().enumerate() {
        if index % 20 == 0 { &mut validation } else { &mut training }.extend(samples);
    }
    let examples = |samples: &[Sample<PositionOf<G>>]| {
        let of_one = |sample: &Sample<PositionOf<G>>| {
            let example = example::<G>(sample, args.result_weight);
            example.ok_or_else(|| format!("`{sample}`: the network does not know such boards"))
        };
        samples.par_iter().map(of_one).collect::<Result<Vec<_>, _>>()
    };
    let (training, tests) = (examples(&training)?, examples(&validation)?);
    println!("{} positions for training, {} for validation", training.len(), tests.len());
    // The mean loss of an evaluation, a natural logarithm of odds.
    let loss = |evaluate: &(dyn Fn(usize) -> f32 + Sync)| {
        let losses = (0..tests.len()).map(|index| cross_entropy(evaluate(index), tests[index].target));
        losses.sum::<f64>() / tests.len() as f64
    };
    let hand_written: Vec<f32> =
        validation.iter().map(|sample| logit(G::hand_written(&sample.position))).collect();
    let by_factor = |percent: u16| (percent, loss(&|index| hand_written[index] * f32::from(percent) / 100.0));
    let best = (1..40).map(|tenth| by_factor(10 * tenth)).min_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((percent, best)) = best {
        println!("loss of {percent}% of the hand-written evaluation, its best factor: {best:.5}");
    }
    let mut network = Network::random(G::shape(), args.seed);
    let TrainArgs { epochs, batch, rate, decay, seed, .. } = *args;
    network.train(&training, &Training { epochs, batch, rate, decay, seed }, |epoch, network| {
        println!("epoch {epoch}: loss {:.5}", network.loss(&tests));
    });
    println!("loss in training {:.5}", network.loss(&training));
    let bytes = network.to_bytes();
    let rounded = G::rounded(&bytes).expect("the network has the engine's shape");
    let evaluate = |index: usize| tests[index].base + logit(rounded(&validation[index].position));
    println!("loss with rounded weights {:.5}", loss(&evaluate));
    fs::write(&args.output, &bytes)?;
    Ok(())
}
