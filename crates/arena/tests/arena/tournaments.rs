//! Tournaments on the sample game: limits, faults, reproducibility, early ends.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::holding::{Held, collect, hold, openings, sorted};
use crate::openings::numbered;
use abstract_game::facade::AnyRules;
use abstract_game::sample::TakeTwo;
use arena::engine::{Engine, EngineLimits, EngineSpec, Fault, RandomPlayer, TimeControl, TurnRequest};
use arena::game::Cause;
use arena::game::record::{Record, replay};
use arena::game::{DrawRule, Judging, Resign};
use arena::openings::{Openings, RandomOpenings};
use arena::report::report;
use arena::report::watch::Watcher;
use arena::schedule::{Format, Game, ScheduleError};
use arena::stop::Stop;
use arena::store::Address;
use arena::tournament::{FinishedGame, Settings, Tournament, TournamentError, TournamentEvent};
use arena::worker::WorkSettings;
use protocol::driver::BestMove;
use protocol::{GoLimits, Info, ReportedScore};

fn rules(heaps: &str) -> Box<dyn AnyRules> {
    let mut rules = TakeTwo::default().boxed_clone();
    rules.set_option("heaps", heaps).unwrap();
    rules
}

fn tournament(entrants: Vec<EngineSpec>, settings: Settings) -> Tournament {
    Tournament::new(rules("4"), entrants, settings).unwrap()
}

fn run(entrants: Vec<EngineSpec>, settings: Settings) -> Held {
    hold(&tournament(entrants, settings), 1)
}

fn settings(pairs: usize) -> Settings {
    Settings { pairs, openings: openings(1), seed: 3, ..Settings::default() }
}

/// A random player; `mischief` may replace its answer.
struct Fake<F>(RandomPlayer, F);

impl<F: FnMut(&TurnRequest<'_>) -> Option<Result<BestMove, Fault>> + Send> Engine for Fake<F> {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.0.new_game(seed)
    }

    fn best_turn(&mut self, request: &TurnRequest<'_>) -> Result<BestMove, Fault> {
        let usual = self.0.best_turn(request);
        (self.1)(request).unwrap_or(usual)
    }
}

fn fake<F>(name: &str, mischief: F) -> EngineSpec
where
    F: Fn(&TurnRequest<'_>) -> Option<Result<BestMove, Fault>> + Send + Sync + Clone + 'static,
{
    EngineSpec::in_process(name, move || Ok(Box::new(Fake(RandomPlayer::default(), mischief.clone()))))
}

/// The games of a tournament without times.
fn timeless(results: &Held) -> Vec<(Game, Vec<String>, String)> {
    let turns = |game: &FinishedGame| game.played.turns.iter().map(|t| t.turn.clone()).collect();
    results.games.iter().map(|g| (g.game, turns(g), g.played.ending.to_string())).collect()
}

#[test]
fn the_same_seed_gives_the_same_games_at_any_concurrency() {
    let games = |concurrency, seed| {
        let entrants = ["A", "B", "C"].map(EngineSpec::random).into();
        timeless(&hold(&tournament(entrants, Settings { seed, ..settings(6) }), concurrency))
    };
    let one = games(1, 5);
    assert_eq!(one.len(), 3 * 6 * 2);
    assert_eq!(one, games(4, 5));
    assert_eq!(one, games(100, 5));
    assert_ne!(one, games(1, 6));
}

#[test]
fn both_games_of_a_pair_begin_with_the_same_opening() {
    let results = run(["A", "B"].map(EngineSpec::random).into(), settings(8));
    for pair in results.games.chunks(2) {
        assert_eq!(pair[0].played.turns[0], pair[1].played.turns[0]);
        assert_eq!(pair[0].played.turns[0].info, None);
        assert!(pair[0].played.turns[1].info.is_some());
    }
}

#[test]
fn every_kind_of_limit_reaches_the_players() {
    let times = [
        TimeControl::Unlimited,
        TimeControl::PerTurn(Duration::from_secs(5)),
        TimeControl::clock(Duration::from_secs(50), Duration::from_secs(1)),
        "40/50".parse().unwrap(),
    ];
    for time in times {
        let limits =
            EngineLimits { nodes: Some(7), depth: Some(3), tc: Some(time), ..EngineLimits::default() };
        let checked = fake("A", move |request| {
            let limits = &request.limits;
            assert_eq!((limits.nodes, limits.depth), (Some(7), Some(3)));
            let left = limits.clock.map(|clock| clock.time);
            match time {
                TimeControl::Unlimited => assert_eq!((limits.move_time, left), (None, [None; 2])),
                TimeControl::PerTurn(time) => {
                    assert_eq!((limits.move_time, left), (Some(time), [None; 2]));
                    assert_eq!(request.deadline, Duration::from_millis(5_050));
                }
                TimeControl::Clock { turns, .. } => {
                    assert!(left.iter().all(|left| left.is_some_and(|left| left.as_secs() >= 49)));
                    assert_eq!(limits.moves_to_go.is_some(), turns == Some(40));
                }
            }
            assert_eq!(request.grace, EngineLimits::MAX_GRACE);
            None
        });
        let results = run(vec![checked, EngineSpec::random("B")], Settings { limits, ..settings(3) });
        assert_eq!(results.summary.faults(), 0);
        assert_eq!(results.games.len(), 6);
    }
}

#[test]
fn an_engine_may_have_limits_of_its_own() {
    let own = EngineLimits { nodes: Some(9), ..EngineLimits::default() };
    let expect = |name, nodes, move_time| {
        fake(name, move |request| {
            let expected = GoLimits { nodes, move_time, ..GoLimits::default() };
            assert_eq!(request.limits, expected);
            None
        })
    };
    let second = Duration::from_secs(1);
    let limits = EngineLimits { tc: Some(TimeControl::PerTurn(second)), ..EngineLimits::default() };
    let special = EngineSpec { limits: own, ..expect("special", Some(9), None) };
    // On both sides.
    let results = run(vec![expect("usual", None, Some(second)), special], Settings { limits, ..settings(2) });
    assert_eq!((results.games.len(), results.summary.faults()), (4, 0));
}

/// A random player that reports this score.
fn saying(name: &str, score: i32) -> EngineSpec {
    fake(name, move |request| {
        let turn = request.game.legal_turns(1).pop()?;
        let info = Info { score: Some(ReportedScore::Cp(score)), ..Info::default() };
        Some(Ok(BestMove { info: Some(info), ..BestMove::new(turn) }))
    })
}

#[test]
fn games_end_when_all_engines_agree() {
    let judging = Judging {
        resign: Some(Resign { score: 300, turns: 1 }),
        draw: Some(DrawRule { score: 5, turns: 1, from: 4 }),
        ..Judging::default()
    };
    let held = |scores: [i32; 2]| {
        let entrants = vec![saying("A", scores[0]), saying("B", scores[1])];
        let tournament = tournament(entrants, Settings { judging, openings: openings(0), ..settings(2) });
        let results = hold(&tournament, 1);
        for finished in &results.games {
            let text = tournament.record(finished).to_string();
            assert!(text.contains("\nDetail: all said "), "{text}");
            replay(&text.parse().unwrap(), &TakeTwo::default(), &mut |_, _| ()).unwrap();
        }
        let summary = &results.summary;
        assert_eq!(summary.faults(), 0);
        let turns: Vec<_> = results.games.iter().map(|game| game.played.turns.len()).collect();
        (summary.causes.clone().into_iter().next().unwrap(), summary.standings[0].tally.wins, turns)
    };
    assert_eq!(held([400, -300]), ((Cause::AdjudicatedWin, 4), 4, vec![2; 4]));
    assert_eq!(held([5, -5]), ((Cause::AdjudicatedDraw, 4), 0, vec![4; 4]));
}

#[test]
fn too_long_games_are_draws() {
    let judging = Judging { max_turns: Some(2), ..Judging::default() };
    let limited = Settings { judging, openings: openings(0), ..settings(3) };
    let results = run(["A", "B"].map(EngineSpec::random).into(), limited);
    let summary = &results.summary;
    assert_eq!(summary.causes.get(&Cause::Length), Some(&6));
    assert_eq!(summary.standings[0].pairs.0, [0, 0, 3, 0, 0]);
    assert_eq!(summary.faults(), 0);
}

/// The causes of the faulty player's losses, and the report.
fn causes(mischief: EngineSpec, limits: EngineLimits) -> (Vec<Cause>, String) {
    let results = run(vec![EngineSpec::random("good"), mischief], Settings { limits, ..settings(2) });
    assert_eq!(results.games.len(), 4, "the tournament goes on");
    let summary = &results.summary;
    assert_eq!(summary.engines[1].faults.values().sum::<u64>(), summary.faults());
    (results.games.iter().map(|g| g.played.ending.cause.clone()).collect(), results.report)
}

#[test]
fn each_fault_has_its_own_cause_and_costs_one_game() {
    type Mischief = fn(&TurnRequest<'_>) -> Option<Result<BestMove, Fault>>;
    let cases: [(Mischief, Cause, &str); 8] = [
        (|_| Some(Ok(BestMove::new("z9"))), Cause::IllegalTurn, "`z9` is not a heap's letter"),
        (
            |_| {
                let late = Duration::from_millis(1151);
                Some(Ok(BestMove { elapsed: late, ..BestMove::new("a1") }))
            },
            Cause::Time,
            "1151 ms used, 1000 ms allowed",
        ),
        (
            |_| {
                let late = Duration::from_millis(1100);
                Some(Ok(BestMove { elapsed: late, stopped: true, ..BestMove::new("a1") }))
            },
            Cause::Time,
            "1100 ms used, 1000 ms allowed; answered after `stop`",
        ),
        (|_| Some(Err(Fault::Stall("no answer".into()))), Cause::Stall, "no answer"),
        (|_| Some(Err(Fault::Disconnect("no output".into()))), Cause::Disconnect, "no output"),
        (|_| Some(Err(Fault::Start("no file".into()))), Cause::Start, "no file"),
        (|_| Some(Err(Fault::Crash("exit status 1".into()))), Cause::Crash, "exit status 1"),
        (|_| Some(Err(Fault::Protocol("said `quack`".into()))), Cause::Protocol, "said `quack`"),
    ];
    let time = Some(TimeControl::PerTurn(Duration::from_secs(1)));
    let limits =
        EngineLimits { tc: time, margin: Some(Duration::from_millis(150)), ..EngineLimits::default() };
    for (mischief, cause, detail) in cases {
        let (causes, report) = causes(fake("bad", mischief), limits.clone());
        assert_eq!(causes, vec![cause.clone(); 4]);
        for words in ["!!! FAULTS: 4 of 4 games", &format!("!!! bad: {cause} 4"), detail] {
            assert!(report.contains(words), "{words} is not in\n{report}");
        }
    }
}

#[test]
fn cpu_time_beyond_limit_and_margin_costs_the_game() {
    let limits = EngineLimits {
        cpu_time: Some(Duration::from_secs(1)),
        margin: Some(Duration::from_millis(150)),
        ..EngineLimits::default()
    };
    for (used, late) in [(1150, false), (1160, true)] {
        let engine = fake("busy", move |request: &TurnRequest<'_>| busy(request, used));
        let results =
            run(vec![engine, EngineSpec::random("B")], Settings { limits: limits.clone(), ..settings(2) });
        assert_eq!(results.summary.faults() > 0, late, "{used} ms");
        assert_eq!(
            results.report.contains("1160 ms of CPU time used, 1000 ms allowed"),
            late,
            "{}",
            results.report
        );
    }
}

/// A legal turn that took this CPU time.
fn busy(request: &TurnRequest<'_>, ms: u64) -> Option<Result<BestMove, Fault>> {
    assert_eq!(request.limits.cpu_time, Some(Duration::from_secs(1)));
    let turn = request.game.legal_turns(1).pop()?;
    Some(Ok(BestMove { cpu_time: Some(Duration::from_millis(ms)), ..BestMove::new(turn) }))
}

#[test]
fn an_answer_within_the_margin_is_in_time() {
    let time = Some(TimeControl::PerTurn(Duration::from_secs(1)));
    let limits =
        EngineLimits { tc: time, margin: Some(Duration::from_millis(150)), ..EngineLimits::default() };
    let slow = fake("slow", |request| {
        let turn = request.game.legal_turns(1).pop()?;
        Some(Ok(BestMove { elapsed: Duration::from_millis(1150), ..BestMove::new(turn) }))
    });
    let results = run(vec![slow, EngineSpec::random("B")], Settings { limits, ..settings(2) });
    assert_eq!(results.summary.faults(), 0);
}

#[test]
fn a_crashed_engine_is_restarted_and_the_other_one_kept() {
    let launches = [Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0))];
    let counted = |name: &str, index: usize, crash: bool| {
        let count = Arc::clone(&launches[index]);
        EngineSpec::in_process(name, move || {
            count.fetch_add(1, Ordering::SeqCst);
            let mischief = move |_: &TurnRequest<'_>| crash.then(|| Err(Fault::Crash("gone".into())));
            Ok(Box::new(Fake(RandomPlayer::default(), mischief)))
        })
    };
    run(vec![counted("steady", 0, false), counted("fragile", 1, true)], settings(3));
    assert_eq!(launches[0].load(Ordering::SeqCst), 1);
    assert_eq!(launches[1].load(Ordering::SeqCst), 6);
}

#[test]
fn an_engine_that_cannot_restart_leaves_its_games_open() {
    let launches = AtomicUsize::new(0);
    let mortal = EngineSpec::in_process("mortal", move || match launches.fetch_add(1, Ordering::SeqCst) {
        0 => {
            let crash = |_: &TurnRequest<'_>| Some(Err(Fault::Crash("gone".into())));
            Ok(Box::new(Fake(RandomPlayer::default(), crash)))
        }
        _ => Err(Fault::Start("no such file".into())),
    });
    let tournament = tournament(vec![mortal, EngineSpec::random("B")], settings(2));
    let told = Mutex::new(Vec::new());
    let observer = |_: &Tournament, event: TournamentEvent<'_>| {
        if let TournamentEvent::NotStarted { engine, fault, again } = event {
            told.lock().unwrap().push((engine.to_owned(), fault.to_string(), again));
        }
    };
    let results = tournament.run(&WorkSettings::default(), &Stop::new(), &observer).unwrap();
    let summary = &results.summary;
    assert_eq!(summary.engines[0].faults.get(&Cause::Crash), Some(&1));
    assert_eq!(summary.engines[0].faults.get(&Cause::Start), None);
    assert_eq!((summary.games, results.known, results.complete), (1, 4, false));
    let again = |again| ("mortal".to_owned(), "no such file".to_owned(), again);
    assert_eq!(told.into_inner().unwrap(), [again(true), again(true), again(false)]);
}

#[test]
fn an_impossible_tournament_is_refused() {
    let new = |names: &[&str], settings| {
        let entrants = names.iter().map(|&name| EngineSpec::random(name));
        Tournament::new(rules("1"), entrants, settings).map(drop).unwrap_err()
    };
    let too_few = ScheduleError::Settings("a tournament needs two entrants or more, not 1".into());
    assert_eq!(new(&["A"], settings(1)), TournamentError::Schedule(too_few));
    let same = new(&["A", "B", "A"], settings(1)).to_string();
    assert_eq!(same, "two entrants are called `A`: names must differ");
    let long = Settings { openings: openings(9), ..settings(1) };
    assert!(matches!(new(&["A", "B"], long), TournamentError::Opening(_)));
    let absent = EngineSpec::in_process("absent", || Err(Fault::Start("no such file".into())));
    let held = tournament(vec![EngineSpec::random("A"), absent], settings(1));
    let held = held.run(&WorkSettings::default(), &Stop::new(), &|_, _| ());
    assert_eq!(held.unwrap_err().to_string(), "engine `absent` cannot be started: no such file");
}

#[test]
fn a_tournament_ends_early_with_or_without_its_running_games() {
    for (end, whole) in [(Stop::finish as fn(&Stop), true), (Stop::abandon, false)] {
        let stop = Stop::new();
        let (turns, games) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let observer = |_: &Tournament, event: TournamentEvent<'_>| match event {
            TournamentEvent::TurnPlayed { .. } if turns.fetch_add(1, Ordering::SeqCst) == 20 => end(&stop),
            event => collect(&games, event),
        };
        let tournament = tournament(["A", "B"].map(EngineSpec::random).into(), settings(50));
        let results = tournament.run(&WorkSettings::default(), &stop, &observer).unwrap();
        let games = sorted(games);
        assert!(!games.is_empty() && games.len() < 20 && !results.complete);
        let last = games.last().unwrap();
        assert_eq!(last.game.number, games.len());
        let seen = turns.load(Ordering::SeqCst);
        let played = games.iter().map(|g| g.played.turns.len()).sum::<usize>();
        assert_eq!(seen == played, whole, "{seen} turns seen, {played} kept");
        assert!(report(&tournament, &results).contains(&format!("{} of 100 games", games.len())));
    }
}

#[test]
fn all_games_of_a_tournament_replay_from_their_records() {
    let bad =
        fake("bad", |request| (request.turns.len() > 2).then(|| Ok(BestMove::new("no such turn\nat all"))));
    let entrants = vec![EngineSpec::random("A: with a colon"), bad, EngineSpec::random("C")];
    let tournament = tournament(
        entrants,
        Settings { judging: Judging { max_turns: Some(6), ..Judging::default() }, ..settings(4) },
    );
    let results = hold(&tournament, 1);
    for finished in &results.games {
        let text = tournament.record(finished).to_string();
        let record: Record = text.parse().unwrap();
        assert_eq!(record.number, Some(finished.game.number as u64));
        replay(&record, &TakeTwo::default(), &mut |_, _| ()).unwrap();
    }
    assert!(results.summary.faults() > 0);
}

#[test]
fn one_game_is_watched_at_a_time() {
    let shown = Mutex::new(String::new());
    let watcher = Watcher::default();
    let observer = |tournament: &Tournament, event: TournamentEvent<'_>| {
        shown.lock().unwrap().extend(watcher.text(tournament, event));
    };
    let work = WorkSettings { concurrency: 3, ..WorkSettings::default() };
    tournament(["A", "B"].map(EngineSpec::random).into(), settings(5))
        .run(&work, &Stop::new(), &observer)
        .unwrap();
    let text = shown.lock().unwrap().clone();
    let begun = text.matches("\nGame ").count() + usize::from(text.starts_with("Game "));
    let ended = text.matches("wins by last-counter after").count();
    assert!(begun >= 1, "{text}");
    assert_eq!(begun, ended, "{text}");
    // Turns count from 1 in each game: games do not interleave.
    let mut expected = 1;
    for line in text.lines() {
        if line.starts_with("Game ") {
            expected = 1;
        } else if let Some((number, _)) = line.split_once(". P") {
            assert_eq!(number.trim().parse(), Ok(expected), "{text}");
            expected += 1;
        }
    }
}

#[test]
fn a_report_of_three_has_a_crosstable() {
    let text = run(["A", "B", "C"].map(EngineSpec::random).into(), settings(10)).report;
    for words in ["won-drawn-lost against", "60 of 60 games", "first player: ", "ends: last-counter 60"] {
        assert!(text.contains(words), "{text}");
    }
    assert!(!text.contains("!!!") && !text.contains("inf") && !text.contains("NaN"), "{text}");
}

/// The names in the first column of each table of a report, by its heading, and in the table or the places of the format.
fn orders(report: &str, names: &[&str]) -> Vec<Vec<String>> {
    let tables = report.split("\n\n").filter(|table| !table.starts_with("rating"));
    let order = |table: &str| {
        let words = table.lines().flat_map(|line| match line.strip_prefix("place") {
            Some(places) => places.split([':', ',']).skip(1).map(|name| name.trim().to_owned()).collect(),
            None => line.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>(),
        });
        words.filter(|word| names.contains(&&**word)).collect::<Vec<_>>()
    };
    tables.map(order).filter(|order| order.len() == names.len()).collect()
}

#[test]
fn all_tables_have_the_order_of_the_format() {
    let names = ["A", "B", "C", "D", "E"];
    for (format, tables) in [(Format::Swiss { rounds: 3 }, 5), (Format::Knockout, 5), (Format::RoundRobin, 4)]
    {
        for seed in 0..8 {
            let settings = Settings { format, seed, ..settings(1) };
            let held = run(names.map(EngineSpec::random).into(), settings);
            let orders = orders(&held.report, &names);
            assert_eq!(orders.len(), tables, "{}", held.report);
            assert!(orders.iter().all(|order| *order == orders[0]), "{orders:?}\n{}", held.report);
            let ranking = held.summary.ranking().into_iter().map(|team| names[team].to_owned());
            assert_eq!(ranking.collect::<Vec<_>>(), orders[0]);
        }
    }
}

#[test]
fn the_openings_do_not_depend_on_the_workers_nor_on_one_that_died() {
    let openings = Openings::Random(RandomOpenings::unchecked(2));
    let settings = Settings { pairs: 40, openings, ..Settings::default() };
    let tournament = Tournament::new(rules("3"), ["a", "b"].map(EngineSpec::random), settings).unwrap();
    let played = |concurrency, died: bool| {
        let store = tournament.create(&Address::Memory).unwrap();
        if died {
            let lease = Duration::from_millis(1);
            assert_eq!(store.claim_openings(40, 5, lease).unwrap(), Some(0..5));
        }
        let work = WorkSettings { concurrency, ..WorkSettings::default() };
        tournament.work(&store, &work, &Stop::new(), &|_, _| ()).unwrap();
        assert_eq!(tournament.results(&store).unwrap().summary.games, 80);
        store.openings(0).take(40).map(Result::unwrap).collect::<Vec<_>>()
    };
    let alone = played(1, false);
    assert_eq!(played(4, false), alone);
    assert_eq!(played(3, true), alone);
    let settings = tournament.settings();
    let (one_by_one, _) = numbered(tournament.rules(), &settings.openings, settings.seed, 40).unwrap();
    assert_eq!(alone, one_by_one);
}

#[test]
fn limits_with_more_digits_than_their_text_are_the_same_tournament() {
    let limits = EngineLimits { margin: Some(Duration::from_micros(1500)), ..EngineLimits::default() };
    let settings = Settings { limits, ..Settings::default() };
    let tournament = Tournament::new(rules("3"), ["a", "b"].map(EngineSpec::random), settings).unwrap();
    assert!(tournament.run(&WorkSettings::default(), &Stop::new(), &|_, _| ()).unwrap().complete);
}
