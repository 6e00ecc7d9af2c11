//! Reading returns what was written.

use std::time::{Duration, SystemTime};

use abstract_game::Player;
use arena::game::{Cause, Ending};
use arena::game::{EngineThinking, Thinking};
use arena::store::{Claim, Counts, FinishedRow, GameResult, GameState, Header, Kept, Store, StoreProblem};

use super::{
    LONG, Place, claim, content, engine, extend, finish, make_openings, record, result, schedule, worker,
};

pub(crate) fn header(place: fn() -> Place) {
    let place = place();
    let header = Header {
        definition: r#"{"seed": 1, "name": "Freitag's \"Turnier\" ½ {now}"}"#.into(),
        engines: vec![engine("a", Some("agon:mcts option.Hash=64")), engine("b", None), engine("", Some(""))],
        game: "snorkels".into(),
        game_fingerprint: "0123".into(),
    };
    let store = Store::create(&place.address, &header).unwrap();
    assert_eq!(store.header().unwrap(), header);
    assert_eq!(store.counts().unwrap().scheduled(), 0);
    let worker = worker(&store);
    assert_eq!(store.claim(&worker, LONG, &[]).unwrap(), Claim::NothingOpen { scheduled: 0 });
    assert_eq!(store.finished(0).count() + store.schedule().count() + store.openings(0).count(), 0);
}

pub(crate) fn extended(place: fn() -> Place) {
    let place = place();
    let store = place.create();
    let add = |known, from, to| {
        make_openings(&store, to);
        store.extend(known, None, &schedule(from, to))
    };
    assert!(!add(1, 0, 10).unwrap());
    assert!(add(0, 0, 2500).unwrap());
    assert!(!add(0, 2500, 2510).unwrap());
    let gap = add(2500, 2502, 2510).unwrap_err().problem;
    assert_eq!(gap, StoreProblem::Invalid("game 2503 cannot be added: the next number is 2501".into()));
    assert!(add(2500, 2500, 2507).unwrap());
    assert!(store.extend(2507, None, &[]).unwrap());

    let all: Vec<_> = store.schedule().map(Result::unwrap).collect();
    let expected: Vec<_> = schedule(0, 2507).into_iter().map(|game| (game, GameState::Open)).collect();
    assert_eq!(all, expected);
    let all: Vec<_> = store.openings(0).map(Result::unwrap).collect();
    assert_eq!(all, (0..2510_usize.div_ceil(2)).map(content).collect::<Vec<_>>());
    assert_eq!(store.openings(1100).next().unwrap().unwrap(), content(1100));
    assert_eq!((store.openings(1255).count(), store.status().unwrap().openings), (0, 1255));
}

pub(crate) fn opening_that_is_missing(place: fn() -> Place) {
    let place = place();
    let store = place.with_games(2);
    let error = store.extend(2, None, &schedule(2, 4)).unwrap_err();
    assert!(matches!(error.problem, StoreProblem::Refused(_)), "{error}");
    assert!(error.to_string().starts_with(&place.address.to_string()), "{error}");
    // No part of it was stored, and the connection still works.
    assert_eq!(store.counts().unwrap().scheduled(), 2);
    assert_eq!(store.openings(0).count(), 1);
    assert!(extend(&store, 2, 4));
}

pub(crate) fn results(place: fn() -> Place) {
    let place = place();
    let store = place.with_games(7);
    let worker = worker(&store);
    let before = SystemTime::now() - Duration::from_secs(60);
    let most = EngineThinking {
        engine: 900,
        side: Player::P2,
        thinking: Thinking {
            turns: 1 << 40,
            depth: 1 << 41,
            depth_turns: 1 << 42,
            nodes: 1 << 62,
            nodes_time: Duration::from_nanos(i64::MAX as u64),
            time: Duration::from_secs(9_000_000_000),
            longest: Duration::from_nanos(1),
            overhead: Duration::ZERO,
            overhead_turns: 0,
            longest_overhead: Duration::from_secs(1),
        },
    };
    let extreme = GameResult {
        ending: Ending {
            winner: Some(Player::P2),
            cause: Cause::from_word("protocol"),
            detail: Some("a nul \0, 𝄞, \u{fffd} and $1 {now}".into()),
        },
        culprit: Some(0),
        turns: 0,
        thinking: vec![most; 150],
        hash: i64::MAX as u64,
    };
    // The games finish in another order than scheduled.
    let mut claimed: Vec<_> = (0..7).map(|_| claim(&store, &worker, LONG)).collect();
    claimed.reverse();
    for claimed in &claimed {
        let number = claimed.token.number;
        let result = if number == 4 { extreme.clone() } else { result(number) };
        assert_eq!(finish(&store, claimed.token, &result, &record(number)), Kept::Yes);
    }
    let expected = |number| match number {
        4 => {
            let mut expected = extreme.clone();
            expected.ending.detail = Some("a nul \u{fffd}, 𝄞, \u{fffd} and $1 {now}".into());
            expected
        }
        _ => result(number),
    };
    let check = |row: &FinishedRow, number: usize| {
        assert_eq!(row.game, schedule(0, 7)[number - 1]);
        assert_eq!((row.sequence, row.worker), (8 - number as u64, worker.number));
        assert_eq!(row.result, expected(number));
        assert!(row.at > before && row.at < SystemTime::now() + Duration::from_secs(60));
    };
    for after in 0..=8_u64 {
        let rows: Vec<_> = store.finished(after).map(Result::unwrap).collect();
        assert_eq!(rows.len() as u64, 7_u64.saturating_sub(after));
        for (row, sequence) in rows.iter().zip(after + 1..) {
            check(row, 8 - sequence as usize);
        }
    }
    for (row, number) in store.records().zip(1..) {
        let (row, text) = row.unwrap();
        check(&row, number);
        assert_eq!(text, record(number));
    }
    assert_eq!(store.records().count(), 7);
}

/// Lists of several pages, read while the same thread uses the store otherwise.
pub(crate) fn pages(place: fn() -> Place) {
    let place = place();
    const GAMES: usize = 1050;
    let store = place.with_games(GAMES);
    let worker = worker(&store);
    for number in 1..=GAMES {
        let claimed = claim(&store, &worker, LONG);
        assert_eq!(finish(&store, claimed.token, &result(number), &record(number)), Kept::Yes);
    }
    for (row, number) in store.finished(0).zip(1..=GAMES) {
        let row = row.unwrap();
        assert_eq!((row.sequence as usize, row.game.number), (number, number));
        assert_eq!(row.result, result(number));
    }
    assert_eq!(store.finished(0).count(), GAMES);
    let mut seen = 0;
    for (row, number) in store.records().zip(1..=GAMES) {
        let (row, text) = row.unwrap();
        assert_eq!((row.game.number, text), (number, record(number)));
        seen += 1;
        if number % 300 == 0 {
            assert_eq!(store.counts().unwrap().finished, GAMES);
        }
    }
    assert_eq!(seen, GAMES);
}

pub(crate) fn workers(place: fn() -> Place) {
    let place = place();
    let store = place.with_games(5);
    let rows = |sql: &str| (place.rows)(&place.address, sql);
    let count = "SELECT count(*) FROM worker";
    assert_eq!(rows(count), [[0]]);
    let one = store.register("earth", 4_000_000_000).unwrap();
    let two = store.register("mars", 1).unwrap();
    let idle = store.register("mars", 1).unwrap();
    for worker in [&one, &one, &two] {
        let claimed = claim(&store, worker, LONG);
        finish(&store, claimed.token, &result(1), "");
    }
    claim(&store, &two, LONG);
    let short = "SELECT number, CASE host WHEN 'earth' THEN 1 WHEN 'mars' THEN 2 END, pid,
        (SELECT count(*) FROM game WHERE game.worker = worker.number AND state = 'running'),
        (SELECT count(*) FROM game WHERE game.worker = worker.number AND state = 'finished')
        FROM worker ORDER BY number";
    let [first, second, third] = [&one, &two, &idle].map(|worker| worker.number as i64);
    assert_eq!(rows(short), [[first, 1, 4_000_000_000, 0, 2], [second, 2, 1, 1, 1], [third, 2, 1, 0, 0]]);
    let seen = || rows("SELECT started_at, seen_at FROM worker ORDER BY number");
    let year = 365 * 24 * 3600 * 1000;
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis() as i64;
    assert!(seen().iter().flatten().all(|&time| (now - time).abs() < year));

    // A renewal resets the silence.
    rows("UPDATE worker SET seen_at = seen_at - 60000 RETURNING number");
    store.renew(&two, &[], LONG).unwrap();
    let seen = seen();
    assert!(seen[1][1] - seen[2][1] >= 60_000, "{seen:?}");
}

pub(crate) fn voided(place: fn() -> Place) {
    let place = place();
    let store = place.with_games(6);
    let worker = worker(&store);
    for number in 1..=4 {
        let claimed = claim(&store, &worker, LONG);
        assert_eq!(finish(&store, claimed.token, &result(number), &record(number)), Kept::Yes);
    }
    let running = claim(&store, &worker, LONG);
    assert!(store.close("enough", None).unwrap());
    let counts = |open, running, finished| Counts { open, running, finished, withdrawn: 0 };
    assert_eq!(store.counts().unwrap(), Counts { withdrawn: 1, ..counts(0, 1, 4) });
    // Games without a result are skipped, and nothing changes if there is no other.
    assert_eq!(store.void(&[5, 6, 99], "no").unwrap(), 0);
    assert_eq!(
        (store.status().unwrap().voids, store.status().unwrap().verdict.as_deref()),
        (0, Some("enough"))
    );
    assert_eq!(store.void(&[2, 5, 3], "a 'reason'").unwrap(), 2);
    assert_eq!((store.status().unwrap().voids, store.status().unwrap().verdict), (2, None));
    assert_eq!(store.counts().unwrap(), counts(3, 1, 2));
    let numbers = || store.finished(0).map(|row| row.unwrap().game.number).collect::<Vec<_>>();
    assert_eq!((numbers(), store.records().count()), (vec![1, 4], 2));
    assert_eq!(store.record(2).unwrap(), None);
    let voided = store.voided().unwrap();
    assert_eq!(
        voided.iter().map(|row| (row.game, &*row.reason)).collect::<Vec<_>>(),
        [(2, "a 'reason'"), (3, "a 'reason'")]
    );
    assert_eq!(voided[0].result, result(2));
    // They are claimed and finished again; a running game is not touched.
    for number in [2, 3] {
        let claimed = claim(&store, &worker, LONG);
        assert_eq!(claimed.token.number, number);
        assert_eq!(finish(&store, claimed.token, &result(number + 1), &record(number)), Kept::Yes);
    }
    assert_eq!(finish(&store, running.token, &result(5), &record(5)), Kept::Yes);
    assert_eq!(numbers(), [1, 4, 2, 3, 5]);
    let sequences: Vec<_> = store.finished(4).map(|row| row.unwrap().sequence).collect();
    assert_eq!(sequences, [5, 6, 7]);
    assert_eq!(store.void(&[2], "again").unwrap(), 1);
    assert_eq!((store.status().unwrap().voids, store.voided().unwrap().len()), (3, 3));
}

pub(crate) fn redefined(place: fn() -> Place) {
    let place = place();
    let header = Header { definition: "one".into(), engines: vec![engine("A", None)], ..Header::default() };
    let store = Store::create(&place.address, &header).unwrap();
    assert!(!store.close("complete", Some("two")).unwrap());
    assert!(store.close("complete", Some("one")).unwrap());
    assert!(!store.redefine("two", "three", "complete").unwrap());
    assert_eq!(store.status().unwrap().verdict.as_deref(), Some("complete"));
    assert!(store.redefine("one", "two", "complete").unwrap());
    assert_eq!((store.status().unwrap().verdict, &*store.header().unwrap().definition), (None, "two"));
    assert!(store.close("decided", None).unwrap());
    assert!(store.redefine("two", "three", "complete").unwrap());
    assert_eq!(store.status().unwrap().verdict.as_deref(), Some("decided"));
    // Decisions about engines.
    assert_eq!(store.decisions().unwrap(), []);
    store.accept(0, "other", "a \"name\"").unwrap();
    let decisions = store.decisions().unwrap();
    let [made] = &decisions[..] else { panic!("{decisions:?}") };
    assert_eq!((made.engine, &*made.fingerprint, &*made.name, made.games), (0, "other", "a \"name\"", 0));
    assert_eq!(store.header().unwrap().engines, header.engines);
}
