//! Stores that another process has changed meanwhile, or with rows that do not fit the tournament.

use std::collections::BTreeMap;
use std::time::Duration;

use abstract_game::Player;
use abstract_game::facade::AnyRules as _;
use abstract_game::sample::TakeTwo;
use match_stats::{EloModel, Pentanomial, Sprt, Tally};

use super::definition::Settings;
use super::event::FinishedGame;
use super::planner::{Extended, Plan as _, Planner};
use super::ready::Tournament;
use super::results::Results;
use super::sprt::SequentialTest;
use crate::engine::EngineSpec;
use crate::game::{Cause, Ending, EngineThinking, Played, PlayedTurn, Thinking, TurnInfo};
use crate::openings::{Candidate, Opening};
use crate::schedule::{Format, Game};
use crate::store::{Address, Claim, Delivery, GameResult, Kept, Store, Worker};

fn tournament(names: &[&str], settings: Settings) -> Tournament {
    let entrants = names.iter().map(|name| EngineSpec::random(*name));
    Tournament::new(TakeTwo::default().boxed_clone(), entrants, settings).unwrap()
}

fn swiss(rounds: usize) -> Settings {
    Settings { format: Format::Swiss { rounds }, ..Settings::default() }
}

const WON: GameResult = GameResult {
    ending: Ending { winner: Some(Player::P1), cause: Cause::Rules(String::new()), detail: None },
    culprit: None,
    turns: 3,
    thinking: Vec::new(),
    hash: 7,
};

/// Has a plan add games, however many are open, and makes openings for them.
fn extend(planner: &Planner<'_>, store: &Store) -> Extended {
    match planner.extend(usize::MAX).unwrap() {
        Extended::Openings(wanted) => {
            make_openings(store, wanted);
            planner.extend(usize::MAX).unwrap()
        }
        extended => extended,
    }
}

/// Makes openings that nobody plays.
fn make_openings(store: &Store, wanted: usize) {
    while let Some(piece) = store.claim_openings(wanted, 100, LEASE).unwrap() {
        let row = |number| Some(Candidate { opening: Opening::default(), position: number as u64 });
        store.add_openings(piece.start, &piece.clone().map(row).collect::<Vec<_>>(), true).unwrap();
    }
}

const LEASE: Duration = Duration::from_secs(60);

/// Finishes the next game with that result.
fn finish(store: &Store, worker: &Worker, result: &GameResult) {
    let claim = store.claim(worker, LEASE, &[]).unwrap();
    let Claim::Game(claimed) = claim else { panic!("no game: {claim:?}") };
    let delivery = Delivery { token: claimed.token, result: result.clone(), record: String::new() };
    assert_eq!(store.finish(&[delivery]).unwrap(), [Kept::Yes]);
}

#[test]
fn a_round_that_another_process_has_started_meanwhile_is_not_started_again() {
    let tournament = tournament(&["a", "b", "c", "d"], swiss(3));
    let store = tournament.create(&Address::Memory).unwrap();
    let worker = store.register("host", 1).unwrap();
    let [ours, theirs] = [(); 2].map(|()| Planner::new(&tournament, &store, &|_, _| ()).unwrap());
    assert_eq!(extend(&ours, &store), Extended::Yes);
    (0..4).for_each(|_| finish(&store, &worker, &WON));
    // We read the status; before we read the encounters, the other process continues.
    let status = store.status().unwrap();
    assert_eq!((status.counts.finished, status.counts.open), (4, 0));
    assert_eq!(extend(&theirs, &store), Extended::Yes);
    finish(&store, &worker, &WON);
    assert_eq!(ours.extend_from(&status), Ok(Extended::Yes));
    assert_eq!(store.counts().unwrap().scheduled(), 8);
    // The table has the whole round.
    let results = tournament.results(&store).unwrap();
    assert_eq!((results.known, results.summary.games), (8, 5));
}

#[test]
fn no_round_is_paired_by_results_that_were_taken_back_meanwhile() {
    let tournament = tournament(&["a", "b", "c", "d"], swiss(3));
    let store = tournament.create(&Address::Memory).unwrap();
    let worker = store.register("host", 1).unwrap();
    let planner = Planner::new(&tournament, &store, &|_, _| ()).unwrap();
    assert_eq!(extend(&planner, &store), Extended::Yes);
    (0..4).for_each(|_| finish(&store, &worker, &WON));
    make_openings(&store, 3);
    let status = store.status().unwrap();
    assert_eq!(store.void(&[1], "why").unwrap(), 1);
    assert_eq!(planner.extend_from(&status), Ok(Extended::Yes));
    assert_eq!(store.counts().unwrap().scheduled(), 4);
    finish(&store, &worker, &WON);
    assert_eq!(planner.extend(0), Ok(Extended::Yes));
    assert_eq!(store.counts().unwrap().scheduled(), 8);
}

#[test]
fn a_tournament_that_was_closed_in_the_middle_of_a_pair_has_a_table() {
    let tournament = tournament(&["a", "b"], swiss(2));
    let store = tournament.create(&Address::Memory).unwrap();
    let worker = store.register("host", 1).unwrap();
    extend(&Planner::new(&tournament, &store, &|_, _| ()).unwrap(), &store);
    finish(&store, &worker, &WON);
    assert!(store.close("enough", None).unwrap());
    let results = tournament.results(&store).unwrap();
    assert_eq!(results.rounds.unwrap().lines().nth(1), Some("1. a       1.0       0.0  0.00  2: 1.0"));
}

#[test]
fn rows_of_another_tournament_are_refused() {
    let game = |entrants| Game { number: 1, round: 1, pair: 1, opening: 0, entrants };
    let thinking = EngineThinking { engine: 2, side: Player::P1, thinking: Thinking::default() };
    for (entrants, result, what) in [
        ([0, 7], WON, "entrant 8 of 2 plays in them"),
        ([0, 1], GameResult { thinking: vec![thinking], ..WON }, "engine 3 of 2 plays in them"),
        ([0, 1], GameResult { culprit: Some(2), ..WON }, "seat 3 of 2 is to blame for one"),
    ] {
        let tournament = tournament(&["a", "b"], Settings::default());
        let store = tournament.create(&Address::Memory).unwrap();
        let worker = store.register("host", 1).unwrap();
        make_openings(&store, 1);
        assert!(store.extend(0, None, &[game(entrants)]).unwrap());
        finish(&store, &worker, &result);
        let error = tournament.results(&store).unwrap_err().to_string();
        assert_eq!(error, format!("the games of the store are not of this tournament: {what}"));
    }
}

/// A match of this number of pairs, of which these games, by their numbers, are finished in this order.
fn played(settings: Settings, games: &[(usize, GameResult)]) -> (Tournament, Store) {
    let tournament = tournament(&["A", "B"], settings);
    let store = tournament.create(&Address::Memory).unwrap();
    let planner = Planner::new(&tournament, &store, &|_, _| ()).unwrap();
    while store.status().unwrap().counts.scheduled() < 2 * tournament.settings().pairs {
        assert_eq!(extend(&planner, &store), Extended::Yes);
    }
    let worker = store.register("host", 1).unwrap();
    let mut claimed = BTreeMap::new();
    while let Claim::Game(game) = store.claim(&worker, LEASE, &[]).unwrap() {
        claimed.insert(game.token.number, game.token);
    }
    let delivery = |(number, result): &(usize, GameResult)| Delivery {
        token: claimed[number],
        result: result.clone(),
        record: String::new(),
    };
    let deliveries: Vec<_> = games.iter().map(delivery).collect();
    assert_eq!(store.finish(&deliveries).unwrap(), vec![Kept::Yes; games.len()]);
    (tournament, store)
}

/// The results of a match.
fn results_of(pairs: usize, games: &[(usize, GameResult)]) -> Results {
    let (tournament, store) = played(Settings { pairs, ..Settings::default() }, games);
    tournament.results(&store).unwrap()
}

fn result(winner: Option<Player>, cause: &str, hash: u64) -> GameResult {
    let ending = Ending { winner, cause: Cause::from_word(cause), detail: None };
    let culprit = ending.culprit().map(Player::index);
    GameResult { ending, culprit, turns: 1, thinking: Vec::new(), hash }
}

#[test]
fn pairs_do_not_depend_on_the_order_of_their_games() {
    // Pair 1: A wins both. Pair 2: P1 wins both. Pair 3: only one game, a draw.
    let (p1, p2) = (Some(Player::P1), Some(Player::P2));
    let summary = results_of(
        3,
        &[
            (4, result(p1, "capture", 4)),
            (1, result(p1, "capture", 1)),
            (5, result(None, "length", 5)),
            (2, result(p2, "capture", 2)),
            (3, result(p1, "stall", 3)),
        ],
    )
    .summary;
    let [a, b] = &summary.standings[..] else { panic!("two entrants") };
    assert_eq!(a.tally, Tally { wins: 3, draws: 1, losses: 1 });
    assert_eq!(a.pairs.0, [0, 0, 1, 0, 1]);
    assert_eq!(b.pairs.0, [1, 0, 1, 0, 0]);
    assert_eq!(summary.crosstable[1][0], b.tally);
    assert_eq!(summary.first_player, Tally { wins: 3, draws: 1, losses: 1 });
    assert_eq!(summary.ranking(), [0, 1]);
    assert_eq!(summary.causes[&Cause::Rules("capture".into())], 3);
    // In the second round B begins its pairs, so A stalled as P2.
    assert_eq!((summary.faults(), &summary.engines[1].faults), (1, &BTreeMap::new()));
    assert_eq!(summary.engines[0].faults, BTreeMap::from([(Cause::Stall, 1)]));
    assert!(!summary.has_partners());
    assert_eq!(a.ends[&Cause::Rules("capture".into())], Tally { wins: 3, draws: 0, losses: 0 });
    assert_eq!(summary.as_first[1][0], Tally { wins: 1, draws: 0, losses: 1 });
}

#[test]
fn pairs_that_are_copies_count_once() {
    // P1 wins always. The games of three pairs are the same two, whoever begins; of another pair, one is.
    let hashes = [[7, 8], [8, 7], [7, 8], [9, 7], [1, 2]].concat();
    let games: Vec<_> =
        (1..).zip(hashes).map(|(number, hash)| (number, result(WON.ending.winner, "x", hash))).collect();
    let results = results_of(5, &games);
    let summary = &results.summary;
    assert_eq!((summary.games, summary.pairs, summary.copies), (10, 5, 2));
    assert_eq!(summary.standings[0].tally, Tally { wins: 5, draws: 0, losses: 5 });
    for standing in &summary.standings {
        assert_eq!(standing.pairs.0, [0, 0, 3, 0, 0]);
    }
    // 7 and 1 with A as P1; 8, 9 and 2 with B.
    assert_eq!((summary.as_first[0][1].games(), summary.as_first[1][0].games()), (2, 3));
    assert_eq!((results.openings, results.repeated), (5, 0));
}

#[test]
fn averages_are_over_the_turns_with_reports() {
    let ms = Duration::from_millis;
    let info = |depth: Option<u32>, nodes, time| {
        // An engine that reports a depth reports a time, too: 2 ms less than it is charged with.
        let reported_time = depth.map(|_| ms(time - 2));
        Some(TurnInfo { depth, nodes, reported_time, time: ms(time), ..TurnInfo::default() })
    };
    let turns = [
        (Player::P1, None),
        (Player::P2, info(None, None, 9)),
        (Player::P1, info(Some(4), Some(3000), 10)),
        (Player::P1, info(Some(7), None, 30)),
        (Player::P1, info(None, Some(1000), 30)),
    ];
    let turn =
        |(player, info): (Player, _)| PlayedTurn { turn: "x".into(), player, seat: player.index(), info };
    let played = Played {
        start: String::new(),
        turns: turns.map(turn).into(),
        ending: WON.ending.clone(),
        culprit: None,
    };
    let game = Game { number: 1, round: 1, pair: 1, opening: 0, entrants: [0, 1] };
    let finished = FinishedGame { game, deciders: vec![0, 1], played };
    let summary = results_of(1, &[(1, finished.result())]).summary;
    let averages = summary.engines[0].thinking;
    assert_eq!((averages.turns, averages.mean_depth()), (3, Some(5.5)));
    assert_eq!((averages.longest, summary.turns), (ms(30), 5));
    assert!((averages.nps().unwrap() - 100_000.0).abs() < 1e-6);
    assert!((averages.mean_time().unwrap().as_secs_f64() - 0.07 / 3.0).abs() < 1e-9);
    assert_eq!((averages.mean_overhead(), averages.longest_overhead), (Some(ms(2)), ms(2)));
    let silent = summary.engines[1].thinking;
    assert_eq!((silent.nps(), silent.mean_overhead()), (None, None));
}

fn sprt(bounds: &str) -> Sprt {
    Sprt::new(EloModel::Logistic, bounds.parse().unwrap(), 0.05, 0.05).unwrap()
}

/// The games of pairs with two draws, or with one where A loses the second game; every game is different.
fn pairs_of(losses: impl IntoIterator<Item = bool>) -> Vec<(usize, GameResult)> {
    let pairs = (0..).zip(losses).flat_map(|(index, loses): (usize, bool)| {
        // B begins every second pair.
        let winner = [Player::P1, Player::P2][index % 2];
        let number = 2 * index + 1;
        [(number, None), (number + 1, loses.then_some(winner))]
    });
    pairs.map(|(number, winner)| (number, result(winner, "x", number as u64))).collect()
}

#[test]
fn a_test_counts_pairs_in_their_order_and_stops_when_it_has_decided() {
    let settings = Settings { pairs: 60, sprt: Some(sprt("0,200")), ..Settings::default() };
    let counted = |games: &[(usize, GameResult)]| {
        let (tournament, store) = played(settings.clone(), games);
        let mut test = SequentialTest::new(settings.sprt.unwrap());
        assert!(!test.read(&store).unwrap());
        assert_eq!(tournament.results(&store).unwrap().test, Some(test.status()));
        test
    };
    let games = pairs_of((0..60).map(|index| index % 3 == 2));
    let forth = counted(&games);
    let decided = forth.pairs();
    assert!(forth.verdict().as_deref() == Some("H0 accepted") && decided < 60, "{decided}");
    // One pair earlier it has not decided.
    let before = counted(&games[..2 * decided - 2]);
    assert_eq!((before.pairs(), before.verdict()), (decided - 1, None));
    // Backwards, nothing is counted before the first pair, and then the same is decided after the same pair.
    let back: Vec<_> = games.iter().rev().cloned().collect();
    assert_eq!(counted(&back[..118]).pairs(), 0);
    assert_eq!(counted(&back), forth);
}

#[test]
fn the_state_of_a_test_is_kept_until_results_are_taken_back() {
    let settings = Settings { pairs: 600, sprt: Some(sprt("0,0.01")), ..Settings::default() };
    let games = pairs_of((0..550).map(|index| index % 50 == 0));
    let (_, store) = played(settings.clone(), &games);
    let mut test = SequentialTest::new(settings.sprt.unwrap());
    test.read(&store).unwrap();
    assert_eq!((test.pairs(), test.verdict()), (550, None));
    test.keep(&store).unwrap();
    let kept = store.test().unwrap().content;
    assert_eq!(kept.as_deref(), Some(r#"{"pairs":550,"results":[0,11,539,0,0]}"#));
    let mut other = SequentialTest::new(settings.sprt.unwrap());
    other.read(&store).unwrap();
    assert_eq!(other, test);
    assert_eq!(store.void(&[801], "why").unwrap(), 1);
    for test in [&mut test, &mut other] {
        test.read(&store).unwrap();
        assert_eq!(test.pairs(), 400);
    }
}

#[test]
fn pairs_that_are_copies_count_once_in_a_test() {
    let settings = Settings { pairs: 10, sprt: Some(sprt("0,200")), ..Settings::default() };
    let mut games = pairs_of((0..10).map(|_| false));
    games.iter_mut().for_each(|(_, result)| result.hash = 1 + result.hash % 4);
    let (_, store) = played(settings.clone(), &games);
    let mut test = SequentialTest::new(settings.sprt.unwrap());
    test.read(&store).unwrap();
    test.keep(&store).unwrap();
    assert_eq!((test.pairs(), test.status()), (10, sprt("0,200").status(&Pentanomial([0, 0, 2, 0, 0]))));
    assert_eq!(store.test().unwrap().content, None, "ten pairs are counted again soon");
}

#[test]
fn raised_games_keep_the_sides_of_a_tournament_without_swap() {
    let settings = Settings { no_swap: true, ..Settings::default() };
    let (few, store) = played(settings.clone(), &[(1, WON), (2, WON)]);
    let planner = Planner::new(&few, &store, &|_, _| ()).unwrap();
    let more = tournament(&["A", "B"], Settings { pairs: 3, ..settings });
    assert!(more.raise(&store).unwrap());
    assert_eq!([(); 2].map(|()| extend(&planner, &store)), [Extended::Yes; 2]);
    let games: Vec<Game> = store.schedule().map(|row| row.unwrap().0).collect();
    assert!(games.len() == 6 && games.iter().all(|game| game.entrants == [0, 1]), "{games:?}");
}
