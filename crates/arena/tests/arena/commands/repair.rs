//! Results taken back, more games, and changed engines.

use std::fs;

use super::{Folder, LONG, engine, plan, plan_with};

/// The lines of a table that begin with one of these words.
fn lines<'t>(table: &'t str, words: &[&str]) -> Vec<&'t str> {
    table.lines().filter(|line| words.iter().any(|word| line.starts_with(word))).collect()
}

#[test]
fn voided_games_are_kept_on_record_and_played_again() {
    let folder = Folder::new("void");
    let engines = [folder.engine("one", "steady"), folder.engine("bad", "illegal")];
    folder.arena(&plan(&["run", "--store", "t.arena", "-n", "6"], &engines)).with(3);
    let before = folder.arena(&["table", "t.arena"]).with(0).says("!!! FAULTS: 6 of 6 games\n").out;
    let all: Vec<_> = folder.store("t.arena").finished(0).map(|row| row.unwrap().result).collect();

    // By number; nothing changes before it is decided.
    let void = ["void", "t.arena", "2", "4-5", "--reason", "the machine was too hot"];
    let dry = folder.arena(&[&void[..], &["--dry-run"]].concat()).with(0).says("3 would be voided\n");
    assert_eq!(lines(&dry.out, &["game "]).len(), 3);
    assert!(dry.out.contains("game 2, 20") && dry.out.contains("wins by illegal-turn after"), "{}", dry.out);
    assert_eq!(folder.arena(&["table", "t.arena"]).with(0).out, before);
    folder.arena(&void).with(0).says("3 voided: `arena resume` plays them again\n");
    let table = folder.arena(&["table", "t.arena"]).with(0).says("!!! FAULTS: 3 of 3 games\n");
    let table =
        table.says("\n3 of 6 games").says("voided: 3 results (the machine was too hot): games 2, 4, 5\n");
    assert!(table.out.contains("\none"), "{}", table.out);
    let counts = folder.counts("t.arena");
    assert_eq!((counts.open, counts.finished, counts.scheduled()), (3, 3, 6));
    folder.arena(&void).with(1).tells("no finished game fits");

    // They are played again with the same result, and what was taken back is still there.
    folder.arena(&["resume", "t.arena"]).with(3).says("\n6 of 6 games").says("!!! FAULTS: 6 of 6 games\n");
    let store = folder.store("t.arena");
    let voided = store.voided().unwrap();
    assert_eq!(voided.iter().map(|row| row.game).collect::<Vec<_>>(), [2, 4, 5]);
    let again: Vec<_> = store.finished(0).map(Result::unwrap).collect();
    assert_eq!(again.iter().map(|row| row.game.number).collect::<Vec<_>>(), [1, 3, 6, 2, 4, 5]);
    for row in &voided {
        let (old, new) = (&row.result, &again.iter().find(|new| new.game.number == row.game).unwrap().result);
        assert!(all.contains(old));
        assert_eq!((&old.ending, old.hash, old.turns), (&new.ending, new.hash, new.turns));
    }
    assert_eq!(store.records().count(), 6);
    drop(store);

    // By engine, fault and time.
    let none = |more: &[&str]| folder.arena(&[&["void", "t.arena", "--reason", "x"], more].concat()).with(1);
    none(&["--engine", "one", "--fault", "illegal-turn"]).tells("no finished game fits");
    none(&["--engine", "bad", "--fault", "time"]).tells("no finished game fits");
    none(&["--until", "2001-01-01T00:00:00Z"]).tells("no finished game fits");
    none(&["--engine", "three"]).tells("there is no engine `three`: the engines are one, bad");
    let some = |more: &[&str], count: &str| {
        folder
            .arena(&[&["void", "t.arena", "--reason", "x", "--dry-run"], more].concat())
            .with(0)
            .says(count);
    };
    some(&["--engine", "bad", "--fault", "illegal-turn"], "6 would be voided");
    some(&["--engine", "one", "1-3"], "3 would be voided");
    some(&["--since", "1h"], "6 would be voided");
    let mistakes: [(&[&str], &str); 5] = [
        (&["void", "t.arena", "--reason", "x"], "<GAMES|--engine <NAME>|"),
        (&["void", "t.arena", "1"], "--reason <TEXT>"),
        (&["void", "t.arena", "5-2", "--reason", "x"], "as in `10-20`"),
        (&["void", "t.arena", "--fault", "capture", "--reason", "x"], "expected one of"),
        (&["void", "t.arena", "--since", "noon", "--reason", "x"], "2026-11-22T10:00:00Z"),
    ];
    for (command, message) in mistakes {
        folder.arena(command).with(2).tells(message);
    }
}

#[test]
fn a_test_follows_voided_games() {
    let folder = Folder::new("void test");
    let engines = [folder.engine("one", "steady"), folder.engine("bad", "illegal")];
    // One game at a time: none is running when the test is decided.
    let sprt = ["run", "--store", "t.arena", "-c", "1", "--sprt", "0,400", "--sprt-model", "logistic"];
    let run = folder.arena(&plan_with(&sprt, LONG, &engines)).with(3);
    assert_eq!(lines(&run.out, &["ended: H1 accepted"]).len(), 1, "{}", run.out);
    let decided = folder.counts("t.arena");
    assert!(decided.finished >= 10 && decided.open == 0, "{decided:?}");
    folder.arena(&["void", "t.arena", "1-10", "--reason", "x"]).with(0);
    let table = folder.arena(&["table", "t.arena"]).with(0);
    assert!(lines(&table.out, &["ended:"]).is_empty(), "{}", table.out);
    let resumed = folder.arena(&["resume", "t.arena", "-c", "1"]).with(3);
    assert_eq!(lines(&resumed.out, &["LLR", "ended:"]), lines(&run.out, &["LLR", "ended:"]));
}

#[test]
fn an_early_round_of_a_knockout_stays() {
    let folder = Folder::new("void knockout");
    let engines = ["one", "two", "three", "four"].map(|name| folder.engine(name, "steady"));
    folder.arena(&plan(&["run", "--store", "t.arena", "-n", "2", "--format", "knockout"], &engines)).with(0);
    let refused = folder.arena(&["void", "t.arena", "1", "--reason", "x"]).with(1);
    assert!(
        refused.err.contains("is of round 1 of a knockout, and round 2 depends on it"),
        "{}",
        refused.err
    );
    let last = folder.counts("t.arena").finished.to_string();
    folder.arena(&["void", "t.arena", &last, "--reason", "x"]).with(0);
    folder.arena(&["resume", "t.arena"]).with(0);
}

#[test]
fn the_number_of_games_can_be_raised() {
    let folder = Folder::new("raise");
    let engines = ["one", "two"].map(|name| folder.engine(name, "steady"));
    folder.arena(&plan(&["run", "--store", "whole.arena", "-n", "8"], &engines)).with(0);
    folder.arena(&plan(&["run", "--store", "t.arena", "-n", "2"], &engines)).with(0).says("\n2 of 2 games");
    folder.arena(&["resume", "t.arena", "--games", "4"]).with(0).says("\n4 of 4 games");
    folder.arena(&plan(&["run", "--store", "t.arena", "-n", "8"], &engines)).with(0).says("\n8 of 8 games");
    folder
        .arena(&["resume", "t.arena", "-n", "6"])
        .with(2)
        .tells("two engines play 8 games when they meet: `--games` can only raise that number");
    folder.arena(&["resume", "t.arena"]).with(0).says("\n8 of 8 games");
    // The games are those of a tournament that had this number from the beginning.
    let games = |store: &str| -> Vec<_> {
        let rows = folder.store(store).records().map(Result::unwrap).collect::<Vec<_>>();
        rows.into_iter().map(|(row, _)| (row.game, row.result.hash, row.result.ending)).collect()
    };
    assert_eq!(games("t.arena"), games("whole.arena"));
    let swiss = ["run", "--store", "s.arena", "-n", "2", "--format", "swiss", "--rounds", "1"];
    folder.arena(&plan(&swiss, &engines)).with(0);
    folder.arena(&["resume", "s.arena", "-n", "4"]).with(1).tells("cannot be raised");
}

#[test]
fn a_changed_engine_is_accepted_by_a_decision() {
    let folder = Folder::new("accept");
    folder.write("book.txt", "version 1");
    let book = folder.0.join("book.txt");
    let engines = [folder.engine("one", "steady"), engine::engine_with("two", "steady", &folder.0, &[&book])];
    folder.arena(&plan(&["run", "--store", "t.arena", "-n", "2"], &engines)).with(0);
    let accept = ["accept", "t.arena", "two", "--decision", "a misprint in the book"];
    folder.arena(&accept).with(1).tells("is a version of the tournament already");
    folder.write("book.txt", "version 2");
    let raise = ["resume", "t.arena", "-n", "4"];
    folder.arena(&raise).with(1).tells("unless `arena accept` records that decision");
    folder
        .arena(&["accept", "t.arena", "three", "--decision", "x"])
        .with(1)
        .tells("there is no engine `three`");
    folder.arena(&accept).with(0).says("decision `a misprint in the book`");
    folder.arena(&raise).with(0).says("\n4 of 4 games");
    let table = folder.arena(&["table", "t.arena"]).with(0);
    let lines = lines(&table.out, &["decision `a misprint in the book` (20"]);
    assert!(
        lines.len() == 1 && lines[0].contains("after 2 games): `two` with the fingerprint "),
        "{}",
        table.out
    );
    // Games of the first version count as before.
    folder.write("book.txt", "version 1");
    folder.arena(&["resume", "t.arena", "-n", "6"]).with(0).says("\n6 of 6 games");
}

#[test]
fn an_engine_that_changes_in_mid_run_plays_no_more() {
    let folder = Folder::new("changes");
    folder.write("engine.txt", "version 1");
    // It changes the file among its own arguments before it crashes.
    let bad = folder.faulty("changes itself", "engine.txt");
    let engines = [folder.engine("one", "steady"), bad];
    let run = folder.arena(&plan_with(&["run", "--store", "t.arena", "-n", "6"], LONG, &engines));
    let run =
        run.with(1).tells("engine `bad` does not start (it is another version than before (fingerprint ");
    assert!(run.err.contains("trying again\n") && run.err.contains("its games stay open\n"), "{}", run.err);
    let counts = folder.counts("t.arena");
    assert_eq!((counts.finished, counts.open), (2, 4));
    folder.arena(&["resume", "t.arena"]).with(1).tells("unless `arena accept` records that decision");
    fs::write(folder.0.join("engine.txt"), "version 1").unwrap();
    folder.arena(&["resume", "t.arena"]).with(3).says("\n6 of 6 games").says("!!! FAULTS: 1 of 6 games\n");
}
