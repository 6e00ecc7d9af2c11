//! What organisers of tournaments ask for: the name of the event, the setup in the report, the table as JSON.

use arena::tournament::Tournament;
use serde_json::Value;

use super::{Folder, plan};

/// Two engines with limits of their own.
fn own_limits() -> [String; 2] {
    ["name=one cmd=random nodes=400", "name=two cmd=random nodes=250"].map(str::to_owned)
}

#[test]
fn a_heading_has_the_limits_of_each_engine() {
    let folder = Folder::new("own limits");
    let [one, two] = &own_limits();
    let run = [
        "run",
        "-g",
        "take-two",
        "--openings-nodes",
        "0",
        "--openings-effort",
        "0",
        "--store",
        "t.arena",
        "-n",
        "2",
        "-q",
    ];
    let heading = "take-two; one: 400 nodes; two: 250 nodes; openings of ";
    folder.arena(&[&run[..], &["-e", one, "-e", two]].concat()).with(0).says(heading);
    folder
        .arena(&["table", "t.arena", "--line"])
        .with(0)
        .says("take-two, one: 400 nodes; two: 250 nodes: one - ");
    let page = folder.arena(&["report", "t.arena"]).with(0).out;
    assert!(page.contains("one: 400 nodes; two: 250 nodes") && !page.contains("100 ms"), "{page}");
    // The same limits of all are given once.
    let same = ["-e", "name=one cmd=random nodes=400", "-e", "name=two cmd=random nodes=400"];
    folder
        .arena(&[&run[..], &same, &["--dry-run"]].concat())
        .with(0)
        .says("take-two; 400 nodes; openings of ");
}

#[test]
fn the_event_is_named() {
    let folder = Folder::new("event");
    let engines = own_limits();
    let event = ["run", "-q", "--store", "t.arena", "-n", "2", "--event", "Cup <1>"];
    folder.arena(&plan(&event, &engines)).with(0).says("Cup <1>: take-two heaps=4; ");
    folder.arena(&["table", "t.arena"]).with(0).says("Cup <1>: take-two heaps=4; ");
    folder.arena(&["table", "t.arena", "--json"]).with(0).says("\"event\": \"Cup <1>\"");
    folder.arena(&["export", "t.arena", "--pgn", "-"]).with(0).says("[Event \"Cup <1>\"]\n");
    folder.arena(&["report", "t.arena"]).with(0).says("<h1>Cup &lt;1&gt;</h1>");
    for wrong in ["", "two\nlines", "\u{202e}puC"] {
        folder
            .arena(&plan(&["run", "--event", wrong], &engines))
            .with(2)
            .tells("expected a text in one line");
    }
}

#[test]
fn the_report_names_the_engines_and_machines() {
    let folder = Folder::new("setup");
    let engine = folder.engine("one", "steady");
    let engines =
        [format!("{engine} option.Hash=64 'option.Use Book=no' margin=20"), own_limits()[1].clone()];
    folder.arena(&plan(&["new", "--store", "t.arena", "-n", "2"], &engines)).with(0);
    let page = folder.arena(&["report", "t.arena"]).with(0).out;
    let fingerprint = &folder.store("t.arena").header().unwrap().engines[0].fingerprint;
    let (program, seed) = (env!("CARGO_BIN_EXE_test-engine"), "; seed 5");
    for text in [program, "Hash=64, Use Book=no", "nodes=1, margin=20", "nodes=250", fingerprint, seed] {
        assert!(page.contains(text), "no `{text}` in {page}");
    }
    folder.arena(&plan(&["run", "-q", "--store", "played.arena", "-n", "2"], &own_limits())).with(0);
    let store = folder.store("played.arena");
    let [machine] = &store.machines().unwrap()[..] else { panic!("one machine") };
    let name = gethostname::gethostname().into_string().unwrap();
    assert!(
        machine.host.starts_with(&format!("{name}: ")) && machine.host.contains(" processor"),
        "{machine:?}"
    );
    assert!(
        machine.games == 2 && machine.started >= store.created().unwrap() && machine.seen >= machine.started
    );
    let page = folder.arena(&["report", "played.arena"]).with(0).out;
    for time in [store.created().unwrap(), machine.started, machine.seen] {
        let time = humantime::format_rfc3339_seconds(time).to_string();
        assert!(page.contains(&time), "no `{time}` in {page}");
    }
    assert!(page.contains(&machine.host) && page.contains("<td>2</td></tr>"), "{page}");
}

#[test]
fn the_table_and_the_course_of_a_test_are_data() {
    let folder = Folder::new("json");
    let engines = own_limits();
    let run = ["run", "-q", "--store", "t.arena", "-n", "40", "--sprt", "0,200"];
    folder.arena(&plan(&run, &engines)).with(0);
    let table: Value =
        serde_json::from_str(&folder.arena(&["table", "t.arena", "--json"]).with(0).out).unwrap();
    let store = folder.store("t.arena");
    let tournament = Tournament::of_store(&store).unwrap();
    let results = tournament.results(&store).unwrap();
    let (test, status) = (&table["test"], results.test.unwrap());
    assert_eq!((test["elo0"].as_f64(), test["elo1"].as_f64()), (Some(0.0), Some(200.0)));
    assert_eq!(
        [&test["llr"], &test["lower"], &test["upper"]].map(Value::as_f64),
        [status.llr, status.lower, status.upper].map(Some)
    );
    assert_eq!(
        (table["games"].as_u64(), table["complete"].as_bool()),
        (Some(results.summary.games), Some(true))
    );
    let ranking = results.summary.ranking();
    let rows = table["standings"].as_array().unwrap();
    assert_eq!((rows.len(), table["engines"].as_array().unwrap().len()), (2, 2));
    for (row, standing) in rows.iter().zip(ranking.iter().map(|&index| &results.summary.standings[index])) {
        assert_eq!(
            (row["name"].as_str(), row["points"].as_f64()),
            (Some(&*standing.name), Some(standing.tally.points()))
        );
        let pairs: [u64; 5] = serde_json::from_value(row["pentanomial"].clone()).unwrap();
        assert_eq!((pairs, row["los"].as_f64()), (standing.pairs.0, standing.pairs.los()));
    }
    assert_eq!(table["engines"][0]["limits"]["nodes"], 400);

    let course = tournament.test_course(&store).unwrap();
    let pairs: [u64; 5] = serde_json::from_value(test["pentanomial"].clone()).unwrap();
    assert_eq!((course.len() as u64, course.last()), (pairs.iter().sum(), Some(&status.llr)), "{course:?}");
    folder
        .arena(&["report", "t.arena"])
        .with(0)
        .says("<title>log-likelihood ratio</title>")
        .says(&format!("0.05: {status}"));
    folder.arena(&["table", "t.arena", "--json", "--line"]).with(2);
}
