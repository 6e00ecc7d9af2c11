//! Engines that resign, offer draws, and answer offers.

use super::{Folder, plan};

/// The results of two games between engines that behave in these ways, and the lines that the second one read.
fn results(name: &str, ways: [&str; 2], words: &str) -> (Vec<String>, Vec<String>) {
    let folder = Folder::new(name);
    let engines = [folder.engine("one", ways[0]) + words, folder.engine("two", ways[1])];
    folder.arena(&plan(&["run", "--no-store", "-n", "2", "--out", "records"], &engines)).with(0);
    let result = |file: &str| {
        let record = folder.read(&format!("records/{file}"));
        record.lines().find_map(|line| line.strip_prefix("Result: ")).unwrap().to_owned()
    };
    folder.arena(&["replay", "records"]).with(0).says("2 records, 0 of them wrong");
    (["game-0001.txt", "game-0002.txt"].map(result).into(), folder.diary("two").lines())
}

fn offers(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("> go ") && line.ends_with(" draw")).count()
}

#[test]
fn an_engine_resigns() {
    let (results, lines) = results("resigns", ["says resign", "noting"], "");
    assert_eq!(results, ["P2 wins by resignation", "P1 wins by resignation"]);
    assert!(!lines.iter().any(|line| line.contains("resign") || line.contains("Announcements")));
}

#[test]
fn a_draw_is_offered_and_accepted() {
    let (results, lines) = results("agrees", ["says draw", "answers draw"], "");
    assert_eq!(results, ["draw by agreement"; 2]);
    assert_eq!(offers(&lines), 2);
    assert!(lines.contains(&"> setoption name Announcements value true".to_owned()));
}

#[test]
fn a_declined_draw_ends_nothing() {
    let (results, lines) = results("declines", ["says draw", "answers nothing"], "");
    assert!(results.iter().all(|result| result.ends_with(" by last-counter")), "{results:?}");
    assert!(offers(&lines) > 2, "each offer is sent: {lines:?}");
}

#[test]
fn an_engine_without_announcements_is_not_asked() {
    let (results, lines) = results("silent", ["says draw", "noting"], "");
    assert!(results.iter().all(|result| result.ends_with(" by last-counter")), "{results:?}");
    assert_eq!(offers(&lines), 0);
    assert!(!lines.iter().any(|line| line.contains("Announcements")));
}

#[test]
fn the_description_of_an_engine_forbids_announcements() {
    let (results, lines) = results("forbidden", ["says resign", "says draw"], " option.Announcements=false");
    assert!(results.iter().all(|result| result.ends_with(" by last-counter")), "{results:?}");
    assert_eq!(offers(&lines), 0);
}
