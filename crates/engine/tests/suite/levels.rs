//! The levels.

use abstract_game::Player;
use abstract_game::facade::{AnyMatch, AnyRules};
use abstract_game::random::SplitMix64;
use agon_engine::GameEngine;
use agon_engine::games::nika::NikaEngine;
use agon_engine::games::snorkels::SnorkelsEngine;
use agon_engine::games::symbol::SymbolEngine;
use agon_engine::ugi::Agon;
use protocol::server::{JobResult, ProtocolEngine as _, StopSignal};
use protocol::{Go, GoLimits, JobRequest, Start};

/// An engine with options.
fn engine(game: &str, options: &[(&str, &str)]) -> Agon {
    let mut engine = Agon::new();
    for (name, value) in [("Game", game)].iter().chain(options) {
        engine.set_option(name, value).expect("an option of the engine");
    }
    engine
}

/// The turn that an engine plays.
fn turn(engine: &mut Agon, game: &dyn AnyMatch) -> String {
    engine.set_position(&Start::Fen(game.start_text()), &game.turns()).expect("a legal match");
    let job = engine.job(&JobRequest::Go(Go::from(GoLimits::default()))).expect("a match that goes on");
    match job(&StopSignal::default(), &mut |_| ()) {
        JobResult::Turn(turn) => turn,
        other => panic!("no turn: {other:?}"),
    }
}

/// Random positions of unfinished games.
fn positions(rules: &dyn AnyRules, count: usize, turns: usize) -> Vec<Box<dyn AnyMatch>> {
    let mut random = SplitMix64::new(7);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = rules.start();
        for _ in 0..=random.below(turns) {
            let Some(turn) = game.random_turn(&mut random) else { break };
            game.play_turn(&turn).expect("a random turn is legal");
        }
        if game.result().is_none() {
            found.push(game);
        }
    }
    found
}

fn after(game: &dyn AnyMatch, turn: &str) -> Box<dyn AnyMatch> {
    let mut after = game.boxed_clone();
    after.play_turn(turn).expect("the turn is legal");
    after
}

/// Whether the player to act has a turn that wins at once, by trying all.
fn wins_at_once(game: &dyn AnyMatch) -> bool {
    let player = game.player_to_act();
    let wins = |turn: &String| after(game, turn).result().is_some_and(|end| end.winner == Some(player));
    game.legal_turns(usize::MAX).iter().any(wins)
}

/// Whether a turn gives up a win at once, or loses at once while another does not, by trying all.
fn is_oversight(game: &dyn AnyMatch, turn: &str) -> bool {
    let player = game.player_to_act();
    let loses = |after: &dyn AnyMatch| match after.result() {
        Some(end) => end.winner == Some(player.opponent()),
        None => after.player_to_act() != player && wins_at_once(after),
    };
    let played = after(game, turn);
    let won = played.result().is_some_and(|end| end.winner == Some(player));
    if wins_at_once(game) {
        return !won;
    }
    loses(&*played) && !game.legal_turns(usize::MAX).iter().all(|turn| loses(&*after(game, turn)))
}

/// The oversights of a level in random positions of small games.
fn oversights(level: &str) -> usize {
    let mut rules = games::by_name("snorkels").expect("a game");
    rules.set_option("size", "5").expect("an option");
    let mut count = 0;
    let mut simple = games::by_name("symbol").expect("a game");
    simple.set_option("game", "simple").expect("an option");
    for (rules, turns) in [(rules, 14), (simple, 60)] {
        let mut engine = engine(rules.name(), &[("Skill Level", level), ("Seed", "3")]);
        for game in positions(&*rules, 60, turns) {
            count += usize::from(is_oversight(&*game, &turn(&mut engine, &*game)));
        }
    }
    count
}

#[test]
fn from_level_3_up_no_win_or_loss_in_one_is_missed() {
    for level in ["3", "5", "8"] {
        assert_eq!(oversights(level), 0, "level {level}");
    }
}

#[test]
fn level_1_misses_wins_and_losses_in_one() {
    assert!(oversights("1") > 0);
}

#[test]
fn the_seed_decides() {
    for game in ["snorkels", "symbol", "nika"] {
        let start = games::by_name(game).expect("a game").start();
        let of = |seed: u64| {
            let seed = seed.to_string();
            turn(&mut engine(game, &[("Skill Level", "2"), ("Seed", &seed)]), &*start)
        };
        let turns: Vec<String> = (0..8).map(of).collect();
        assert_eq!((0..8).map(of).collect::<Vec<_>>(), turns, "{game}");
        assert!(turns.iter().any(|turn| *turn != turns[0]), "{game}: {turns:?}");
    }
}

#[test]
fn elo_numbers_are_levels() {
    let rules = games::by_name("snorkels").expect("a game");
    let both = |elo: &str, level: &str| {
        let mut by_elo = engine("snorkels", &[("UCI_LimitStrength", "true"), ("UCI_Elo", elo)]);
        let mut by_level = engine("snorkels", &[("Skill Level", level)]);
        let positions = positions(&*rules, 10, 20);
        let mut same = |game: &dyn AnyMatch| turn(&mut by_elo, game) == turn(&mut by_level, game);
        positions.iter().filter(|game| same(&***game)).count()
    };
    assert_eq!(both("1000", "1"), 10);
    assert_eq!(both("1700", "8"), 10);
    assert!(both("1000", "8") < 10);
}

#[test]
fn the_strengths_of_the_levels_rise() {
    fn check<G: GameEngine>() {
        let strengths = G::PARAMETERS.play.level;
        // From level 3 on wins and losses in one are checked besides.
        let (first, checked) = strengths.split_at(2);
        assert!(first.is_sorted_by(|a, b| a < b) && checked.is_sorted_by(|a, b| a < b), "{strengths:?}");
    }
    check::<SnorkelsEngine>();
    check::<SymbolEngine>();
    check::<NikaEngine>();
}

/// The games are the same on every machine.
#[test]
fn a_level_beats_the_third_one_below() {
    const GAMES: usize = 8;
    let rules = games::by_name("snorkels").expect("a game");
    let openings = positions(&*rules, GAMES / 2, 3);
    let mut wins = 0;
    for level in 1..=5 {
        let at = |level: usize| {
            engine("snorkels", &[("Skill Level", &level.to_string()), ("Seed", &level.to_string())])
        };
        let (mut weak, mut strong) = (at(level), at(level + 3));
        for opening in &openings {
            for strong_plays in Player::BOTH {
                let mut game = opening.boxed_clone();
                while game.result().is_none() {
                    let is_strong = game.player_to_act() == strong_plays;
                    let turn = turn(if is_strong { &mut strong } else { &mut weak }, &*game);
                    game.play_turn(&turn).expect("a legal turn");
                }
                wins += usize::from(game.result().and_then(|end| end.winner) == Some(strong_plays));
            }
        }
    }
    // 34 of 40 are expected of 300 Elo.
    assert!(wins >= 28, "{wins} of {}", 5 * GAMES);
}

/// The games are the same on every machine.
#[test]
fn level_1_loses_most_games_to_a_player_who_sees_one_turn_ahead() {
    const GAMES: usize = 30;
    let rules = games::by_name("snorkels").expect("a game");
    let openings = positions(&*rules, GAMES / 2, 3);
    let mut level = engine("snorkels", &[("Skill Level", "1"), ("Seed", "1")]);
    let mut random = SplitMix64::new(11);
    let mut wins = 0;
    for opening in &openings {
        for careful_plays in Player::BOTH {
            let mut game = opening.boxed_clone();
            while game.result().is_none() {
                let is_careful = game.player_to_act() == careful_plays;
                let turn = match is_careful {
                    true => game.careful_turn(&mut random).expect("the game goes on"),
                    false => turn(&mut level, &*game),
                };
                game.play_turn(&turn).expect("a legal turn");
            }
            wins += usize::from(game.result().and_then(|end| end.winner) == Some(careful_plays.opponent()));
        }
    }
    // A third is expected.
    assert!(wins <= 13, "{wins} of {GAMES}");
}

#[test]
fn full_strength_is_the_default() {
    let game = games::by_name("snorkels").expect("a game").start();
    let limits = JobRequest::Go(Go::from(GoLimits::nodes(3_000)));
    let nodes = |options: &[(&str, &str)]| {
        let mut engine = engine("snorkels", options);
        engine.set_position(&Start::Fen(game.start_text()), &[]).expect("a position");
        let mut nodes = 0;
        let job = engine.job(&limits).expect("a match that goes on");
        job(&StopSignal::default(), &mut |output| {
            if let protocol::server::Output::Info(info) = output {
                nodes = info.nodes.unwrap_or(nodes);
            }
        });
        nodes
    };
    assert_eq!(nodes(&[]), 3_000);
    assert_eq!(nodes(&[("Skill Level", "1"), ("Skill Level", "9")]), 3_000);
    // An Elo number alone limits nothing.
    assert_eq!(nodes(&[("UCI_Elo", "1000")]), 3_000);
    assert!(nodes(&[("Skill Level", "1")]) < 200);
}
