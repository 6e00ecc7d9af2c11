//! Games with one engine a seat: seatings, faults, clocks, records, boards.

pub(crate) mod four_hands;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use abstract_game::Player;
use abstract_game::facade::AnyRules;
use arena::engine::{
    Engine, EngineLimits, EngineSpec, Fault, LaunchSettings, RandomPlayer, SeatSpec, SpecError, Team,
    TimeControl, TurnRequest, name_engines, teams_of_seats,
};
use arena::game::Cause;
use arena::game::record::{Record, replay};
use arena::report::watch::Watcher;
use arena::schedule::{Format, Schedule, Scheduled};
use arena::stop::Stop;
use arena::tournament::{Settings, Tournament, TournamentEvent};
use arena::worker::WorkSettings;

use protocol::driver::BestMove;

use crate::holding::{Held, hold, openings};
use four_hands::FourHands;

fn rules() -> Box<dyn AnyRules> {
    let mut rules = FourHands::default().boxed_clone();
    rules.set_option("heaps", "5").unwrap();
    rules
}

fn settings(pairs: usize) -> Settings {
    Settings { pairs, openings: openings(1), seed: 3, ..Settings::default() }
}

fn partners(names: [&str; 2]) -> Team {
    Team::partners(names.map(EngineSpec::random).into(), vec![0, 1])
}

fn four() -> Vec<Team> {
    vec![partners(["Ann", "Cleo"]), partners(["Ben", "Dan"])]
}

fn tournament(teams: Vec<Team>, settings: Settings) -> Tournament {
    Tournament::new(rules(), teams, settings).unwrap()
}

fn run(teams: Vec<Team>, settings: Settings) -> Held {
    hold(&tournament(teams, settings), 1)
}

/// A random player that runs `mischief` before each turn.
fn fake<F>(name: &str, mischief: F) -> EngineSpec
where
    F: Fn(&TurnRequest<'_>) -> Option<Result<BestMove, Fault>> + Send + Sync + Clone + 'static,
{
    struct Fake<F>(RandomPlayer, F);
    impl<F: Fn(&TurnRequest<'_>) -> Option<Result<BestMove, Fault>> + Send> Engine for Fake<F> {
        fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
            self.0.new_game(seed)
        }
        fn best_turn(&mut self, request: &TurnRequest<'_>) -> Result<BestMove, Fault> {
            (self.1)(request).unwrap_or_else(|| self.0.best_turn(request))
        }
    }
    EngineSpec::in_process(name, move || Ok(Box::new(Fake(RandomPlayer::default(), mischief.clone()))))
}

/// An engine that notes the seats of its turns and the number of its starts.
type Notes = Arc<Mutex<Vec<usize>>>;

fn noting(name: &str) -> (EngineSpec, Notes) {
    let notes = Notes::default();
    let kept = Arc::clone(&notes);
    let note = move |request: &TurnRequest<'_>| {
        kept.lock().unwrap().push(request.game.seat_to_act());
        None
    };
    (fake(name, note), notes)
}

#[test]
fn in_the_second_game_of_a_pair_the_teams_have_changed_sides_in_their_order() {
    let tournament = tournament(four(), settings(2));
    let schedule = Schedule::new(Format::RoundRobin, 2, 2).unwrap();
    let games = schedule.next(&Scheduled::default()).unwrap().unwrap();
    let seatings: Vec<_> = games.iter().map(|game| tournament.deciders(game)).collect();
    // Engines in the order of the teams: Ann, Cleo, Ben, Dan; seats a, b, c, d.
    assert_eq!(seatings, [[0, 2, 1, 3], [2, 0, 3, 1], [2, 0, 3, 1], [0, 2, 1, 3]]);
    let game = &games[1];
    assert_eq!([0, 1, 2, 3].map(|seat| tournament.who(game, seat)), ["a Ben", "b Ann", "c Dan", "d Cleo"]);
    assert_eq!(tournament.names().collect::<Vec<_>>(), ["Ann+Cleo", "Ben+Dan"]);
    assert_eq!(tournament.name(game, Player::P1), "Ben+Dan");
    let played = hold(&tournament, 1).games;
    assert_eq!(played[0].played.turns[0].turn, played[1].played.turns[0].turn);
}

#[test]
fn each_engine_plays_only_its_own_seats() {
    let ((ann, of_ann), (ben, of_ben), (dan, of_dan)) = (noting("Ann"), noting("Ben"), noting("Dan"));
    // Three players: Ann decides for a whole side.
    run(vec![Team::partners(vec![ann], vec![0, 0]), Team::partners(vec![ben, dan], vec![0, 1])], settings(1));
    let seats = |notes: Notes| notes.lock().unwrap().iter().copied().collect::<BTreeSet<_>>();
    assert_eq!(seats(of_ann), BTreeSet::from([0, 1, 2, 3]));
    assert_eq!(seats(of_ben), BTreeSet::from([0, 1]));
    assert_eq!(seats(of_dan), BTreeSet::from([2, 3]));
}

#[test]
fn two_engines_without_teams_play_all_seats_of_their_sides() {
    let entrants = ["A", "B"].map(EngineSpec::random);
    let results = hold(&Tournament::new(rules(), entrants, settings(2)).unwrap(), 1);
    assert_eq!(results.games[0].deciders, [0, 1, 0, 1]);
    let report = &results.report;
    assert!(report.starts_with("engine ") && !report.contains("turns  faults"), "{report}");
}

#[test]
fn the_same_seed_gives_the_same_games_and_each_partner_its_own_random_numbers() {
    let games = |concurrency, seed| {
        let results = hold(&tournament(four(), Settings { seed, ..settings(4) }), concurrency);
        let turns = |turns: &[arena::game::PlayedTurn]| {
            turns.iter().map(|turn| (turn.seat, turn.turn.clone())).collect::<Vec<_>>()
        };
        results.games.iter().map(|game| turns(&game.played.turns)).collect::<Vec<_>>()
    };
    let one = games(1, 5);
    assert_eq!(one, games(3, 5));
    assert_ne!(one, games(1, 6));
    for turns in one {
        assert!(turns.iter().enumerate().all(|(i, (seat, _))| *seat == i % 4), "{turns:?}");
    }

    let seeds: Arc<Mutex<Vec<u64>>> = Arc::default();
    struct Seeded(Arc<Mutex<Vec<u64>>>, RandomPlayer);
    impl Engine for Seeded {
        fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
            self.0.lock().unwrap().push(seed);
            self.1.new_game(seed)
        }
        fn best_turn(&mut self, request: &TurnRequest<'_>) -> Result<BestMove, Fault> {
            self.1.best_turn(request)
        }
    }
    let entrant = |name: &str| {
        let seeds = Arc::clone(&seeds);
        EngineSpec::in_process(name, move || {
            Ok(Box::new(Seeded(Arc::clone(&seeds), RandomPlayer::default())))
        })
    };
    let team = |names: [&str; 2]| Team::partners(names.map(entrant).into(), vec![0, 1]);
    run(vec![team(["Ann", "Cleo"]), team(["Ben", "Dan"])], settings(1));
    let seeds = seeds.lock().unwrap();
    assert_eq!(seeds.iter().collect::<BTreeSet<_>>().len(), 8, "{seeds:?}");
}

#[test]
fn a_fault_costs_the_side_the_game_and_names_the_engine_at_fault() {
    type Mischief = fn(&TurnRequest<'_>) -> Option<Result<BestMove, Fault>>;
    let cases: [(Mischief, Cause); 3] = [
        (|_| Some(Ok(BestMove::new("z9"))), Cause::IllegalTurn),
        (|_| Some(Err(Fault::Crash("gone".into()))), Cause::Crash),
        (|_| Some(Ok(BestMove { elapsed: Duration::from_secs(2), ..BestMove::new("a1") })), Cause::Time),
    ];
    for (mischief, cause) in cases {
        let bad = Team::partners(vec![EngineSpec::random("good"), fake("bad", mischief)], vec![0, 1]);
        let limits = EngineLimits {
            tc: Some(TimeControl::PerTurn(Duration::from_secs(1))),
            ..EngineLimits::default()
        };
        let results = run(vec![partners(["Ann", "Cleo"]), bad], Settings { limits, ..settings(2) });
        let summary = &results.summary;
        assert_eq!(summary.standings[1].tally.losses, 4);
        assert_eq!(summary.standings[1].ends[&cause].losses, 4);
        let faults: Vec<_> = summary.engines.iter().map(|e| (&*e.name, e.faults.values().sum())).collect();
        assert_eq!(faults, [("Ann", 0), ("Cleo", 0), ("good", 0), ("bad", 4_u64)]);
        for game in &results.games {
            let seat = game.played.culprit.unwrap();
            assert_eq!(game.deciders[seat], 3);
            assert_eq!(game.played.ending.culprit(), Some(rules().seats()[seat].player));
        }
        let report = &results.report;
        for words in ["team ", "good+bad", &format!("!!! bad: {cause} 4"), "!!! game 1: bad lost by"] {
            assert!(report.contains(words), "{words} is not in\n{report}");
        }
    }
}

/// Launches without more than the rules.
fn launch<'a>(rules: &'a dyn AnyRules, stop: &'a Stop) -> LaunchSettings<'a> {
    static LIMITS: LazyLock<EngineLimits> = LazyLock::new(EngineLimits::default);
    LaunchSettings { rules, limits: &LIMITS, log: None, processors: &[], stop }
}

#[test]
fn only_the_failed_engine_is_restarted() {
    let counts: [Arc<AtomicUsize>; 4] = Default::default();
    let counted = |index: usize, crash: bool| {
        let count = Arc::clone(&counts[index]);
        let engine = fake("", move |_| crash.then(|| Err(Fault::Crash("gone".into()))));
        EngineSpec::in_process(format!("engine {index}"), move || {
            count.fetch_add(1, Ordering::SeqCst);
            engine.launch(&launch(&*rules(), &Stop::new()))
        })
    };
    let team = |i, crash| Team::partners(vec![counted(i, false), counted(i + 1, crash)], vec![0, 1]);
    run(vec![team(0, false), team(2, true)], settings(3));
    assert_eq!(counts.map(|count| count.load(Ordering::SeqCst)), [1, 1, 1, 6]);
}

#[test]
fn an_engine_that_crashes_loses_for_its_side() {
    let launches = AtomicUsize::new(0);
    let mortal = EngineSpec::in_process("mortal", move || match launches.fetch_add(1, Ordering::SeqCst) {
        // The first restart fails.
        1 => Err(Fault::Start("no such file".into())),
        _ => fake("", |_| Some(Err(Fault::Crash("gone".into())))).launch(&launch(&*rules(), &Stop::new())),
    });
    let team = Team::partners(vec![EngineSpec::random("Ann"), mortal], vec![0, 1]);
    let tournament = tournament(vec![team, partners(["Ben", "Dan"])], settings(2));
    let results = hold(&tournament, 1);
    let summary = &results.summary;
    let faults = &summary.engines[1].faults;
    assert_eq!((faults.get(&Cause::Crash), faults.get(&Cause::Start)), (Some(&4), None));
    for finished in &results.games {
        let text = tournament.record(finished).to_string();
        assert!(
            text.contains(["\nFault: c\n", "\nFault: d\n"][finished.played.culprit.unwrap() - 2]),
            "{text}"
        );
        replay(&text.parse().unwrap(), &FourHands::default(), &mut |_, _| ()).unwrap();
    }
}

#[test]
fn both_sides_have_the_same_time_whatever_their_number_of_engines() {
    let base = Duration::from_secs(100);
    let limits =
        EngineLimits { tc: Some(TimeControl::clock(base, Duration::ZERO)), ..EngineLimits::default() };
    let asked = |name, own: u64| {
        fake(name, move |request| {
            let left = request.limits.clock.map(|clock| clock.time.expect("a clock was set"));
            let side = request.game.player_to_act();
            let near = |time: Duration, seconds| time.as_secs_f64() > seconds as f64 - 1.0;
            assert!(near(left[side.index()], own) && left[side.index()] <= Duration::from_secs(own));
            assert!(near(left[side.opponent().index()], 100));
            None
        })
    };
    let alone = Team::partners(vec![asked("Ann", 100)], vec![0, 0]);
    let two = Team::partners(vec![asked("Ben", 50), asked("Dan", 50)], vec![0, 1]);
    let results = run(vec![alone, two], Settings { limits, ..settings(2) });
    assert_eq!(results.summary.faults(), 0);
}

#[test]
fn games_of_four_are_recorded_and_replayed() {
    let tournament = tournament(four(), settings(3));
    let results = hold(&tournament, 1);
    for finished in &results.games {
        let record = tournament.record(finished);
        let text = record.to_string();
        let read: Record = text.parse().unwrap();
        let who = |record: &Record| record.turns.iter().map(|turn| record.who(turn)).collect::<Vec<_>>();
        assert_eq!((&read.seats, who(&read)), (&record.seats, who(&record)));
        let mut seen = Vec::new();
        replay(&read, &FourHands::default(), &mut |_, turn| seen.push(read.who(turn))).unwrap();
        assert_eq!(seen, who(&record));
        if finished.game.number == 2 {
            let names = "P1: Ben+Dan\nP2: Ann+Cleo\nSeat a: Ben\nSeat b: Ann\nSeat c: Dan\nSeat d: Cleo\n";
            assert!(text.contains(names) && text.contains("\n2. P2:b "), "{text}");
        }
    }
}

const GOOD: &str = "\
Game: four-hands
Rule: heaps=2
P1: A+C
P2: B+D
Seat a: A
Seat b: B
Seat c: C
Seat d: D
Start: 3,4 1 2 a
Result: P2 wins by crash
Fault: c

1. P1:a a1  ; opening
2. P2:b a1  ; time 0.001
";

#[test]
fn seats_that_contradict_the_rules_are_reported() {
    let replayed = |from: &str, to: &str| {
        assert!(GOOD.contains(from), "{from}");
        let record: Record =
            GOOD.replace(from, to).parse().map_err(|e: arena::game::record::RecordError| e.to_string())?;
        replay(&record, &FourHands::default(), &mut |_, _| ()).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(replayed("Fault", "Fault"), Ok(()));
    // A record without seats is valid: its sides are checked.
    let seatless = GOOD.lines().filter(|line| !line.starts_with("Seat") && !line.starts_with("Fault"));
    let seatless = seatless.collect::<Vec<_>>().join("\n").replace(":a ", " ").replace(":b ", " ");
    let mut seen = Vec::new();
    replay(&seatless.parse().unwrap(), &FourHands::default(), &mut |_, turn| seen.push(turn.seat)).unwrap();
    assert_eq!(seen, [0, 1]);
    for (from, to, message) in [
        ("P2:b a1", "P2:d a1", "turn 2, `a1`: b is to act, not d"),
        ("P2:b a1", "P2:e a1", "is not the next turn, `<number>. P1|P2:<seat>"),
        ("P2:b a1", "P2 a1", "is not the next turn, `<number>. P1|P2:<seat>"),
        ("P2:b a1", "P1:b a1", "it is P2's turn, not P1's"),
        ("Seat d: D\n", "", "the record has the seats a, b, c, the game has a, b, c, d"),
        ("Seat d: D", "Seat c: D", "a second header `Seat c:`"),
        ("Seat d: D", "Seat d e: D", "is not the header of a seat"),
        ("Fault: c", "Fault: e", "`e` is not the name of a seat"),
        ("Fault: c", "Fault: a", "the fault is said to be a's, but c is to act"),
        ("Fault: c", "Fault: b", "the fault is said to be b's, but P1 is the side that lost by it"),
        ("P2 wins by crash", "draw by length", "but `draw by length` is no fault"),
        ("P2 wins by crash", "P1 wins by crash", "the rules say `the game is not over, it is P1's turn`"),
    ] {
        let told = replayed(from, to).unwrap_err();
        assert!(told.contains(message), "{from} -> {to}: {told}");
    }
}

#[test]
fn a_watched_game_names_the_seats() {
    let shown = Mutex::new(String::new());
    let watcher = Watcher::default();
    let observer = |tournament: &Tournament, event: TournamentEvent<'_>| {
        shown.lock().unwrap().extend(watcher.text(tournament, event));
    };
    tournament(four(), settings(1)).run(&WorkSettings::default(), &Stop::new(), &observer).unwrap();
    let text = shown.lock().unwrap().clone();
    let head =
        "Game 1 of 2: Ann+Cleo (P1) against Ben+Dan (P2)\na Ann, b Ben, c Cleo, d Dan\n\n  1. P1 a Ann: ";
    assert!(text.starts_with(head) && text.contains("\n  2. P2 b Ben: "), "{text}");
    assert!(text.contains("\n  3. P1 c Cleo: "), "{text}");
}

#[test]
fn teams_that_do_not_match_the_seats_are_refused() {
    let refused = |teams: Vec<Team>| Tournament::new(rules(), teams, settings(1)).map(drop).unwrap_err();
    let short = Team::partners(vec![EngineSpec::random("Ann")], vec![0]);
    let error = refused(vec![short, partners(["Ben", "Dan"])]);
    let message =
        "the team `Ann` has engines for 1 seats, but the sides of four-hands have 2 and 2 of a, b, c, d";
    assert!(error.to_string().starts_with(message), "{error}");
    let error = refused(vec![partners(["Ann", "Ben"]), partners(["Cleo", "Ann"])]);
    assert_eq!(error.to_string(), "two entrants are called `Ann`: names must differ");
}

fn specs(texts: &[&str]) -> Result<Vec<SeatSpec>, SpecError> {
    texts.iter().map(|text| text.parse()).collect()
}

#[test]
fn engines_of_seats_become_teams_of_two_three_or_four_players() {
    let dice = |name: &str| format!("name={name} cmd=random");
    let cases = [
        (["random".into(), "random".into(), "random".into(), "random".into()], ["random", "random-2"]),
        ([dice("A"), dice("B"), dice("A"), dice("C")], ["A", "B+C"]),
        ([dice("A"), dice("B"), dice("C"), dice("D")], ["A+C", "B+D"]),
        // No engine plays for both sides.
        ([dice("A"), dice("A"), dice("C"), dice("C")], ["A+C", "A-2+C-2"]),
    ];
    for (engines, names) in cases {
        // The order of the flags does not matter.
        let given: Vec<String> = ["a", "b", "c", "d"]
            .iter()
            .zip(engines)
            .rev()
            .map(|(seat, spec)| format!("{seat}={spec}"))
            .collect();
        let given = specs(&given.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        let mut teams = teams_of_seats(&*rules(), &given).unwrap();
        name_engines(teams.iter_mut().flat_map(|team| &mut team.engines));
        assert_eq!(teams.iter().map(Team::name).collect::<Vec<_>>(), names);
        assert_eq!(run(teams.into(), settings(1)).games.len(), 2);
    }
}

#[test]
fn missing_unknown_and_repeated_seats_are_reported_together() {
    let given = ["a=random", "b=random", "b=random", "b=agon:mcts", "e=random"];
    let error = teams_of_seats(&*rules(), &specs(&given).unwrap()).map(drop).unwrap_err();
    assert_eq!(
        error.to_string(),
        "3 engines for `b`, no engine for `c`, no engine for `d`, no seat `e`: \
         the seats of four-hands are a, b, c, d, and each takes one engine"
    );
    for (text, message) in [
        ("random", "`random` is no engine for a seat: expected SEAT=ENGINE"),
        ("=random", "`=random` is no engine for a seat"),
        ("a=", "`a=` is no engine for a seat"),
        ("a=agon:minimax", "expected agon:auto, agon:alphabeta or agon:mcts"),
    ] {
        let error = text.parse::<SeatSpec>().unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
