//! Generates positions and trains networks from the command line; see the crate's README.

use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use abstract_game::Rules as _;
use abstract_game::random::mix;
use agon::games::nika::NikaEngine;
use agon::games::snorkels::SnorkelsEngine;
use agon::games::symbol::SymbolEngine;
use agon::{GameEngine, PositionOf};
use clap::{Parser, Subcommand, ValueEnum};
use completions::Completions;
use rayon::prelude::*;
use trainer::{
    Choice, Generation, Network, Policy, PolicyTraining, Ranked, Sample, Trained, Training, cross_entropy,
    example, generate, generate_choices, logit,
};

/// The extension of the names of files with samples.
const SAMPLES: &str = "positions";
/// The extension of the names of files with choices.
const CHOICES: &str = "choices";

/// Trains the networks of the engine's evaluation, and the policy of its move ordering.
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
    /// Play games of Symbol, and write their positions with the best actions to numbered files.
    Choices(PlayArgs),
    /// Train the policy of Symbol.
    Policy(PolicyArgs),
    /// Print a script with which a shell completes subcommands and flags.
    Completions(Completions),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Game {
    Snorkels,
    Nika,
}

#[derive(Debug, clap::Args)]
struct GenerateArgs {
    /// The game.
    #[arg(long, value_enum, default_value_t = Game::Snorkels)]
    game: Game,
    #[command(flatten)]
    play: PlayArgs,
}

#[derive(Debug, clap::Args)]
struct PlayArgs {
    /// Folder of the files; existing files are kept, so that the command can be repeated after an interrupt.
    folder: PathBuf,
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

#[derive(Debug, clap::Args)]
struct PolicyArgs {
    /// Folders of files with choices. Every twentieth file is for validation.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// File for the weights.
    #[arg(long, default_value = "policy.bin")]
    output: PathBuf,
    /// How often training goes through the choices.
    #[arg(long, default_value_t = 6)]
    epochs: u32,
    /// The first rate of learning.
    #[arg(long, default_value_t = 0.1)]
    rate: f32,
    /// The part of each weight that is added to its gradient.
    #[arg(long, default_value_t = 1e-5)]
    decay: f32,
    /// Seed of the order of the choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Generate(args) => match args.game {
            Game::Snorkels => write(&args.play, SAMPLES, generate::<SnorkelsEngine>),
            Game::Nika => write(&args.play, SAMPLES, generate::<NikaEngine>),
        },
        Command::Train(args) => match args.game {
            Game::Snorkels => run_train::<SnorkelsEngine>(&args),
            Game::Nika => run_train::<NikaEngine>(&args),
        },
        Command::Choices(args) => write(&args, CHOICES, generate_choices::<SymbolEngine>),
        Command::Policy(args) => run_policy::<SymbolEngine>(&args),
        Command::Completions(completions) => {
            io::stdout().write_all(completions.script::<Cli>().as_bytes()).map_err(Into::into)
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("trainer: error: {}", printable::lines(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}

/// Plays the games of each file that is missing, and writes a line for each position that `generate` gives.
fn write<G: GameEngine, T: Display>(
    args: &PlayArgs,
    extension: &str,
    generate: impl Fn(&Generation<G>, u64) -> Vec<T> + Sync,
) -> Result<(), Box<dyn Error>> {
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
        let path = args.folder.join(format!("{}-{number:05}.{extension}", args.seed));
        if path.exists() {
            return Ok(());
        }
        let positions = generate(&settings, mix(args.seed, &[number]));
        let lines: String = positions.iter().map(|sample| format!("{sample}\n")).collect();
        // The file appears under its name when it is complete.
        let unfinished = path.with_extension("unfinished");
        fs::write(&unfinished, lines)?;
        fs::rename(&unfinished, &path)?;
        eprintln!("{}", printable::line(&format!("{}: {} positions", path.display(), positions.len())));
        Ok::<(), std::io::Error>(())
    };
    (0..args.files).into_par_iter().try_for_each(one)?;
    Ok(())
}

/// The lines of the folders' files with this extension: those for training, and those for validation.
type Lines<T> = (Vec<T>, Vec<T>);

/// Reads the lines of files in the order of their paths.
fn read<T: FromStr<Err = String> + Send>(
    folders: &[PathBuf],
    extension: &str,
) -> Result<Lines<T>, Box<dyn Error>> {
    let mut paths = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
            paths.push(entry?.path());
        }
    }
    paths.retain(|path| path.extension().is_some_and(|other| other == extension));
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).map_err(|error| error.to_string());
        let lines = text.and_then(|text| text.lines().map(str::parse).collect::<Result<Vec<T>, _>>());
        lines.map_err(|error| format!("{}: {error}", path.display()))
    };
    let files = paths.par_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let (mut training, mut validation) = (Vec::new(), Vec::new());
    for (index, lines) in files.into_iter().enumerate() {
        if index % 20 == 0 { &mut validation } else { &mut training }.extend(lines);
    }
    Ok((training, validation))
}

fn run_train<G: Trained>(args: &TrainArgs) -> Result<(), Box<dyn Error>> {
    let (training, validation) = read::<Sample<PositionOf<G>>>(&args.folders, SAMPLES)?;
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

fn run_policy<G: Ranked>(args: &PolicyArgs) -> Result<(), Box<dyn Error>> {
    let (training, validation) = read::<Choice<PositionOf<G>>>(&args.folders, CHOICES)?;
    let decisions =
        |choices: &[Choice<PositionOf<G>>]| choices.par_iter().filter_map(G::decision).collect::<Vec<_>>();
    let (training, tests) = (decisions(&training), decisions(&validation));
    println!("{} decisions for training, {} for validation", training.len(), tests.len());
    let mut policy = Policy::new(G::WEIGHTS);
    println!("all actions equal: {}", policy.prediction(&tests));
    let PolicyArgs { epochs, rate, decay, seed, .. } = *args;
    policy.train(&training, &PolicyTraining { epochs, rate, decay, seed }, |epoch, policy| {
        println!("epoch {epoch}: {}", policy.prediction(&tests));
    });
    println!("in training: {}", policy.prediction(&training));
    fs::write(&args.output, policy.to_bytes())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scripts_for_shells_have_all_commands_and_flags() {
        assert_eq!(completions::missing::<Cli>(), [""; 0]);
    }
}
