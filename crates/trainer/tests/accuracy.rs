//! How far the engine is from the truth.

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use abstract_game::sample::TakeTwo;
use abstract_game::{Match, Position as _, Rules as _, Verdict};
use agon_engine::games::{PlayerVisitor, RulesOnly, visit};
use agon_engine::{GameEngine, SearchKind};
use search::{NoKnowledge, Score, ScoreKind, SearchLimits, SolverProgress, proof::Prover};
use trainer::accuracy::{Accuracy, Judged, Judgement, Summary};

fn accuracy<G: GameEngine>() -> Accuracy<G> {
    Accuracy {
        rules: G::Rules::default(),
        search: SearchKind::AlphaBeta,
        nodes: 300,
        judge_nodes: 20_000,
        hash: 1,
        game_nodes: 100,
        random_turns: (1, 4),
        turns_left: None,
        proof: None,
        seed: 1,
    }
}

/// In a small game all is proved.
#[test]
fn losses_and_claims_agree_with_proofs() {
    let rules = TakeTwo::default();
    let settings = Accuracy::<RulesOnly<TakeTwo>> { nodes: 8, random_turns: (0, 0), ..accuracy() };
    let turns: Vec<Judged> = (0..40).map(|number| settings.measure(number).unwrap()).collect();
    let wins = |text: &str, then: &str| {
        let mut game = Match::new(rules.read_position(text).unwrap());
        let player = game.player_to_act();
        if !then.is_empty() {
            game.play_turn(then).unwrap();
        }
        let mut prover = Prover::new(std::sync::Arc::new(NoKnowledge), 1);
        let mut verdict =
            |game: &_| prover.verdict(game, player, &SearchLimits::nodes(100_000), &false.into());
        game.result().map_or_else(|| verdict(&game).unwrap(), |end| end.verdict(player)) == Verdict::Win
    };
    for judged in &turns {
        let (before, after) = (wins(&judged.position, ""), wins(&judged.position, &judged.turn));
        let loss = judged.loss.as_ref().unwrap();
        assert_eq!(loss.centipawns(2_000), if before && !after { 4_000 } else { 0 }, "{judged}");
        let expected = match judged.score.kind() {
            ScoreKind::Win(_) | ScoreKind::Loss(_) => Some(Judgement::Right),
            ScoreKind::Centipawns(_) => None,
        };
        assert_eq!((judged.claim, judged.kept), (expected, None), "{judged}");
    }
    let summary = Summary::new(&turns, 2_000);
    let [true_claims, false_claims, open] = summary.claims;
    assert!(true_claims > 0 && (false_claims, open) == (0, 0), "{summary}");
    assert!((1..40).contains(&summary.bad), "eight nodes are too few for some positions\n{summary}");
}

struct Wins;

impl PlayerVisitor for Wins {
    /// Of a game with an exact solver, the turns in won positions.
    type Output = Option<Vec<Judged>>;

    fn visit<G: GameEngine>(self) -> Self::Output {
        let mut settings = accuracy::<G>();
        settings.nodes = 20;
        settings.proof = Some((50, 20_000));
        if G::solver().is_none() {
            let error = settings.measure(0).unwrap_err().to_string();
            assert!(error.contains("no exact solver"), "{error}");
            return None;
        }
        settings.random_turns = (16, 20);
        settings.turns_left = Some((22, 30));
        let judged = |number| {
            let judged = settings.measure(number).unwrap();
            let position = settings.rules.read_position(&judged.position).unwrap();
            assert!((22..=30).contains(&position.max_remaining_turns().unwrap()), "{judged}");
            let mut solver = G::solver().unwrap();
            let SolverProgress { nodes, verdict, .. } = solver.solve(&position, 20_000, 1);
            assert!(verdict == Some(Verdict::Win) && nodes >= 50, "{judged}");
            judged
        };
        let turns = (0..12).map(judged).collect();
        settings.turns_left = Some((10_000, 10_000));
        let error = settings.measure(0).unwrap_err().to_string();
        assert!(error.contains("no position"), "{error}");
        Some(turns)
    }
}

#[test]
fn turns_in_won_positions_are_judged_by_the_exact_solver() {
    let of_games: Vec<Vec<Judged>> = games::names().filter_map(|game| visit(game, Wins)?).collect();
    assert!(!of_games.is_empty());
    for turns in of_games {
        let summary = Summary::new(&turns, 2_000);
        let [kept, given_away, _] = summary.kept;
        assert!(kept > 0 && given_away > 0, "20 nodes are too few for some positions\n{summary}");
        assert!(turns.iter().all(|turn| turn.loss.is_none() && turn.kept.is_some()));
    }
}

/// Whether the engine has a game.
struct IsPlayed;

impl PlayerVisitor for IsPlayed {
    type Output = ();

    fn visit<G: GameEngine>(self) {}
}

fn run(file: &Path, game: &str, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
    command.arg("accuracy").arg(file).args(["--game", game, "--nodes", "200", "--judge-nodes", "2000"]);
    command.args(["--game-nodes", "50", "--hash", "1"]).args(more).output().unwrap()
}

fn lines(file: &Path) -> Vec<String> {
    let mut lines: Vec<String> = fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn an_interrupted_file_is_completed_with_any_number_of_threads() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("accuracy-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for game in games::names().filter(|game| visit(game, IsPlayed).is_some()) {
        let [whole, cut] = ["whole", "cut"].map(|name| folder.join(format!("{game}-{name}")));
        let all = run(&whole, game, &["--positions", "5", "--threads", "1"]);
        assert!(all.status.success(), "{}", String::from_utf8_lossy(&all.stderr));
        assert_eq!(lines(&whole).len(), 6);
        // Two turns and a part of the third.
        let text = fs::read_to_string(&whole).unwrap();
        let end = text.match_indices('\n').nth(2).unwrap().0;
        fs::write(&cut, &text[..end + 9]).unwrap();
        let completed = run(&cut, game, &["--positions", "5", "--threads", "2"]);
        assert_eq!((lines(&cut), completed.stdout), (lines(&whole), all.stdout));
        let open = run(&cut, game, &["--positions", "5", "--max-score", "100"]);
        let turns = lines(&cut).into_iter().filter_map(|line| Judged::read(&line).ok());
        let is_open =
            |turn: &Judged| (Score::centipawns(-100)..=Score::centipawns(100)).contains(&turn.score);
        let left_out = turns.map(|turn| if is_open(&turn) { turn } else { Judged { loss: None, ..turn } });
        let summary = Summary::new(&left_out.collect::<Vec<_>>(), 2_000).to_string();
        assert_eq!(String::from_utf8(open.stdout).unwrap(), summary);
        // Fewer positions are the first ones.
        let few = run(&cut, game, &["--positions", "2"]);
        assert!(String::from_utf8(few.stdout).unwrap().starts_with("judged turns"));
        assert_eq!(lines(&cut).len(), 6);
        let other = run(&cut, game, &["--seed", "2"]);
        let error = String::from_utf8(other.stderr).unwrap();
        assert!(!other.status.success() && error.contains("other settings"), "{error}");
    }
    fs::remove_dir_all(folder).unwrap();
}
