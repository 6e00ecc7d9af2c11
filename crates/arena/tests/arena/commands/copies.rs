//! Pairs that repeat an opening, and pairs that are copies of others.

use super::{Folder, LONG, plan_with};

/// The cells `pairs` and `Elo` of the first row of a table, and the line about the openings.
fn row_and_openings(out: &str) -> (&str, Option<&str>) {
    let row = out.lines().find(|line| line.starts_with("one ")).unwrap();
    (row, out.lines().find(|line| line.contains(" pairs from ")))
}

#[test]
fn repeated_openings_are_reported_and_copies_count_once() {
    let folder = Folder::new("copies");
    let engines = ["one", "two"].map(|name| folder.engine(name, "steady"));
    let run = |games, settings, more: &[&str]| {
        let command = [&["run", "--no-store", "-n", games], more].concat();
        folder.arena(&plan_with(&command, settings, &engines)).with(0).out
    };
    // Ten copies of a pair say as much as one.
    let (one, ten) = (run("2", ["heaps=7", "0"], &[]), run("20", ["heaps=7", "0"], &[]));
    let expected = "10 pairs from 1 opening; 9 pairs with the games of an earlier one, counted once in Elo, LOS and tests";
    assert_eq!((row_and_openings(&one).1, row_and_openings(&ten).1), (None, Some(expected)));
    let cells = |row: &str| row.split_whitespace().skip(6).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(cells(row_and_openings(&one).0), cells(row_and_openings(&ten).0));
    assert!(ten.contains("\n20 of 20 games"), "{ten}");
    // Nor does a test decide by them.
    let test = run("40", ["heaps=7", "0"], &["--sprt", "0,400", "--sprt-model", "logistic"]);
    assert!(!test.contains("accepted") && test.contains("\n40 of 40 games"), "{test}");
    // Other openings are other pairs.
    let different = run("20", LONG, &[]);
    assert_eq!(row_and_openings(&different).1, None, "{different}");
    assert!(different.contains("\n20 of 20 games"), "{different}");
}

#[test]
fn pairs_of_several_engines_from_one_opening_are_told() {
    let folder = Folder::new("copies of three");
    let engines = ["one", "two", "three"].map(|name| folder.engine(name, "steady"));
    let run = plan_with(&["run", "--no-store", "-n", "4"], ["heaps=7", "0"], &engines);
    let out = folder.arena(&run).with(0).out;
    let expected = "6 pairs from 1 opening: 3 repeat the opening of an earlier pair of the same two; 3 pairs with the \
                    games of an earlier one, counted once in Elo, LOS and tests";
    assert_eq!(row_and_openings(&out).1, Some(expected), "{out}");
    // Each two engines meet in an opening once in a cycle: that is no repetition.
    let run = plan_with(&["run", "--no-store", "-n", "4"], LONG, &engines);
    assert_eq!(row_and_openings(&folder.arena(&run).with(0).out).1, None);
}
