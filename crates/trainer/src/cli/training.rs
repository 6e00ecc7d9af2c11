//! `trainer generate`, `trainer train` and `trainer policy`.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use abstract_game::random::mix;
use abstract_game::{Position, Rules};
use agon_engine::games::{self, PlayerVisitor};
use agon_engine::training::SolverTraining;
use agon_engine::{GameEngine, PositionOf, WdlModel};
use clap::Subcommand;
use rayon::prelude::*;
use trainer::fit::{MAX_SCORE, ScoredResult, fit_wdl};
use trainer::{
    Decision, Generation, Network, NetworkOf, Policy, PolicySettings, SHARD_SUFFIX, Sample, Training,
    cross_entropy, evaluation, example, generate, hand_written, logit, read_shard, write_shard,
};

use super::{Failure, range, rules};

/// What to do with one game.
#[derive(Debug, Subcommand)]
pub(super) enum Task {
    /// Play games of the engine against itself, and write their positions to numbered files.
    Generate(PlayArgs),
    /// Train the network of a game.
    Train(TrainArgs),
    /// Train the policy of a game.
    Policy(PolicyArgs),
}

impl Task {
    pub(super) fn run(&self) -> Result<ExitCode, Failure> {
        let (Task::Generate(PlayArgs { game, .. })
        | Task::Train(TrainArgs { game, .. })
        | Task::Policy(PolicyArgs { game, .. })) = self;
        games::visit(game, self).ok_or_else(|| format!("the engine has no game `{game}`"))??;
        Ok(ExitCode::SUCCESS)
    }
}

impl PlayerVisitor for &Task {
    type Output = Result<(), Failure>;

    fn visit<G: GameEngine>(self) -> Result<(), Failure> {
        let network = || G::network().ok_or_else(|| format!("{} has no network", G::Rules::TITLE));
        match self {
            Task::Generate(args) => write::<G>(args, network()?),
            Task::Train(args) => train::<G>(args, network()?),
            Task::Policy(args) => train_policy::<G>(args),
        }
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct PlayArgs {
    /// Folder of the files; existing files are kept, so that the command can be repeated after an interrupt.
    folder: PathBuf,
    /// Name of the game.
    #[arg(long)]
    game: String,
    /// Option of the rules; may be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of files.
    #[arg(long, default_value_t = 100)]
    files: u64,
    /// Write only one of several equal parts of the files: 2/50 is the second of 50. Other processes write the others.
    #[arg(long, value_name = "PART/PARTS", default_value = "1/1", value_parser = part)]
    part: (u64, u64),
    /// Games of each file.
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// Nodes for each action.
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Positions besides each position of a game: random ones of those that its search evaluates.
    #[arg(long, default_value_t = 2)]
    leaves: usize,
    /// File of the network that plays, as `trainer train` writes it; otherwise the engine's own.
    #[arg(long)]
    network: Option<PathBuf>,
    /// Least and greatest number of random turns at the start.
    #[arg(long, num_args = 2, default_values_t = [4, 8])]
    random_turns: Vec<usize>,
    /// Write won positions of proofs by the game's solver, which begin with a position of each game, with the actions of the
    /// shortest proofs.
    #[arg(long)]
    solver: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct TrainArgs {
    /// Folders of files with positions. Every twentieth file is for validation.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Name of the game.
    #[arg(long)]
    game: String,
    /// File for the weights.
    #[arg(long, default_value = "network.bin")]
    output: PathBuf,
    /// File of the weights that training begins with; otherwise they are random.
    #[arg(long)]
    start: Option<PathBuf>,
    /// The part of the game's result in the target; the rest is the score of the search.
    #[arg(long, default_value_t = 1.0)]
    result_weight: f32,
    #[command(flatten)]
    settings: Training,
}

#[derive(Debug, clap::Args)]
pub(super) struct PolicyArgs {
    /// Folders of files with positions. Every twentieth file is for validation.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Name of the game.
    #[arg(long)]
    game: String,
    /// Train the policy of the game's solver.
    #[arg(long)]
    solver: bool,
    /// File for the weights.
    #[arg(long, default_value = "policy.bin")]
    output: PathBuf,
    /// File of the weights that training begins with; otherwise they are 0.
    #[arg(long)]
    start: Option<PathBuf>,
    /// Train with one of this number of positions.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    #[command(flatten)]
    settings: PolicySettings,
}

/// The number of a part, from 1, and the number of parts.
fn part(text: &str) -> Result<(u64, u64), String> {
    let numbers =
        text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    let valid = numbers.filter(|(part, parts)| (1..=*parts).contains(part));
    valid.ok_or_else(|| "not a number from 1, `/` and the number of parts, such as 2/50".to_owned())
}

/// Plays the games of each file that is missing, and writes a line for each sample.
fn write<G: GameEngine>(args: &PlayArgs, network: NetworkOf<G>) -> Result<(), Failure> {
    let mut knowledge = G::Knowledge::default();
    if let Some(path) = &args.network {
        let failed = |error: &dyn Display| format!("{}: {error}", path.display());
        let file = fs::read(path).map_err(|error| failed(&error))?;
        (network.set)(&mut knowledge, Some(&file)).map_err(|error| failed(&error))?;
    }
    let settings = Generation::<G> {
        rules: rules(&args.option)?,
        knowledge,
        games: args.games,
        nodes: args.nodes,
        leaves: args.leaves,
        random_turns: range(&args.random_turns, "random turns")?,
        proofs: if args.solver { Some(solver::<G>()?.proofs) } else { None },
    };
    fs::create_dir_all(&args.folder)?;
    let one = |number: u64| {
        let path = args.folder.join(format!("{}-{number:05}{SHARD_SUFFIX}", args.seed));
        if path.exists() {
            return Ok(());
        }
        let positions = generate(network, &settings, mix(args.seed, &[number]));
        write_shard(&path, &positions)?;
        eprintln!("{}", printable::line(&format!("{}: {} positions", path.display(), positions.len())));
        Ok::<(), std::io::Error>(())
    };
    let (part, parts) = args.part;
    let own = (0..args.files).into_par_iter().filter(|number| number % parts == part - 1);
    Ok(own.try_for_each(one)?)
}

/// Samples for training, and those for validation.
type Samples<G> = (Vec<Sample<PositionOf<G>>>, Vec<Sample<PositionOf<G>>>);

/// Reads the samples of files in the order of their paths. There are some of both kinds.
fn read<G: GameEngine>(folders: &[PathBuf]) -> Result<Samples<G>, Failure> {
    let rules = G::Rules::default();
    let mut paths = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
            paths.push(entry?.path());
        }
    }
    paths.retain(|path| path.to_string_lossy().ends_with(SHARD_SUFFIX));
    paths.sort();
    let files = paths.par_iter().map(|path| read_shard(&rules, path)).collect::<Result<Vec<_>, _>>()?;
    let (mut training, mut validation) = (Vec::new(), Vec::new());
    for (index, lines) in files.into_iter().enumerate() {
        if index % 20 == 0 { &mut validation } else { &mut training }.extend(lines);
    }
    if training.is_empty() || validation.is_empty() {
        let folders: Vec<_> = folders.iter().map(|folder| folder.display().to_string()).collect();
        let expected = format!(
            "expected at least two files *{SHARD_SUFFIX} with positions, one for training and one for validation"
        );
        return Err(format!("{}: {} files; {expected}", folders.join(", "), paths.len()).into());
    }
    Ok((training, validation))
}

/// Reads the weights that training begins with.
fn read_start<G: GameEngine, T>(
    path: &Path,
    kind: &str,
    read: impl FnOnce(&[u8]) -> Option<T>,
) -> Result<T, Failure> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(read(&bytes).ok_or_else(|| format!("{}: no {kind} of {}", path.display(), G::Rules::TITLE))?)
}

/// The chances of win, draw and loss by the scores of samples with a result.
///
/// # Errors
/// No sample has both, so nothing says what a score is worth.
fn model_of<P: Position>(samples: &[Sample<P>]) -> Result<WdlModel, Failure> {
    /// Enough for two numbers.
    const ENOUGH: usize = 10_000;
    let scored = |sample: &Sample<P>| {
        let (score, result) = (f64::from(sample.score), f64::from(sample.result?));
        (score.abs() <= f64::from(MAX_SCORE)).then_some(ScoredResult { score, result, weight: 1.0 })
    };
    let all: Vec<ScoredResult> = samples.iter().filter_map(scored).collect();
    if all.is_empty() {
        let expected = format!("expected some with a result and a score from -{MAX_SCORE} to {MAX_SCORE}");
        return Err(format!("{} positions for training: {expected}", samples.len()).into());
    }
    let some: Vec<ScoredResult> = all.iter().copied().step_by(all.len().div_ceil(ENOUGH)).collect();
    Ok(fit_wdl(&some))
}

fn train<G: GameEngine>(args: &TrainArgs, network_of_game: NetworkOf<G>) -> Result<(), Failure> {
    let (training, validation) = read::<G>(&args.folders)?;
    let model = model_of(&training)?;
    println!(
        "a score counts as by the factor {:.2} and the draw width {:.0}",
        model.factor, model.draw_width
    );
    let examples = |samples: &[Sample<PositionOf<G>>]| {
        let of_one = |sample| example::<G>(network_of_game, sample, args.result_weight, &model);
        samples.par_iter().map(of_one).collect::<Vec<_>>()
    };
    let (training, tests) = (examples(&training), examples(&validation));
    println!("{} positions for training, {} for validation", training.len(), tests.len());
    // The mean loss of an evaluation, a natural logarithm of odds.
    let loss = |evaluate: &(dyn Fn(usize) -> f32 + Sync)| {
        let one = |index: usize| cross_entropy(evaluate(index).into(), tests[index].target.into());
        let losses = (0..tests.len()).map(one);
        losses.sum::<f64>() / tests.len() as f64
    };
    if network_of_game.is_added {
        let hand_written: Vec<f32> =
            validation.iter().map(|sample| logit(hand_written::<G>(&sample.position))).collect();
        let by_factor =
            |percent: u16| (percent, loss(&|index| hand_written[index] * f32::from(percent) / 100.0));
        let best = (1..40).map(|tenth| by_factor(10 * tenth)).min_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((percent, best)) = best {
            println!("loss of {percent}% of the hand-written evaluation, its best factor: {best:.5}");
        }
    }
    let shape = (network_of_game.shape)();
    let mut network = match &args.start {
        None => Network::random(shape, args.settings.seed),
        Some(path) => read_start::<G, _>(path, "network", |bytes| Network::from_bytes(shape, bytes))?,
    };
    network.train(&training, &args.settings, |epoch, network| {
        println!("epoch {epoch}: loss {:.5}", network.loss(&tests));
    });
    println!("loss in training {:.5}", network.loss(&training));
    let bytes = network.to_bytes();
    let mut knowledge = G::Knowledge::default();
    (network_of_game.set)(&mut knowledge, Some(&bytes))?;
    let evaluate = |index: usize| logit(evaluation::<G>(&knowledge, &validation[index].position));
    println!("loss with rounded weights {:.5}", loss(&evaluate));
    fs::write(&args.output, &bytes)?;
    Ok(())
}

fn solver<G: GameEngine>() -> Result<&'static SolverTraining<PositionOf<G>>, Failure> {
    Ok(G::solver_training().ok_or_else(|| format!("{} has no solver with a policy", G::Rules::TITLE))?)
}

fn train_policy<G: GameEngine>(args: &PolicyArgs) -> Result<(), Failure> {
    let policy_of_game = match args.solver {
        true => &solver::<G>()?.policy,
        false => G::policy().ok_or_else(|| format!("{} has no policy", G::Rules::TITLE))?,
    };
    let (training, validation) = read::<G>(&args.folders)?;
    let decision = |sample: &Sample<PositionOf<G>>| {
        let (actions, best) = (policy_of_game.decision)(&sample.position, sample.best)?;
        Some(Decision::new(actions, best))
    };
    let decisions = |samples: &[Sample<PositionOf<G>>]| {
        samples.par_iter().step_by(args.every.into()).filter_map(decision).collect::<Vec<_>>()
    };
    let (training, tests) = (decisions(&training), decisions(&validation));
    println!("{} decisions for training, {} for validation", training.len(), tests.len());
    let mut policy = match &args.start {
        None => Policy::new(policy_of_game.weights),
        Some(path) => {
            read_start::<G, _>(path, "policy", |bytes| Policy::from_bytes(policy_of_game.weights, bytes))?
        }
    };
    println!("before training: {}", policy.prediction(&tests));
    policy.train(&training, &args.settings, |epoch, policy| {
        println!("epoch {epoch}: {}", policy.prediction(&tests));
    });
    println!("in training: {}", policy.prediction(&training));
    fs::write(&args.output, policy.to_bytes())?;
    Ok(())
}
