//! Series of Symbol: an army belongs to an engine, whichever side it plays.

use super::{Done, Folder};

/// Resigns at once and plays on in the next game.
const QUITTER: &str = "while read -r line; do case \"$line\" in\n\
    ugi) echo 'id name quitter'; echo 'option name Announcements type check default false'\n\
    echo 'option name Symbol.army1 type string default L3W3A3F3D3'\n\
    echo 'option name Symbol.army2 type string default L3W3A3F3D3'; echo ugiok;;\n\
    isready) echo readyok;;\n\
    go*) echo info resign; echo bestmove -;;\n\
    quit) exit 0;;\n\
    esac; done\n";

/// `arena COMMAND --game symbol` with short games.
fn symbol(folder: &Folder, command: &[&str], more: &[&str]) -> Done {
    let game = ["--game", "symbol", "-n", "2", "--max-turns", "20", "--openings-effort", "0"];
    folder.arena(&[command, &game, &["--openings-nodes", "0"], more].concat())
}

/// The lines `Rule: army1=` and `Rule: army2=` of two records.
fn armies(folder: &Folder) -> [Vec<String>; 2] {
    ["game-0001.txt", "game-0002.txt"].map(|file| {
        let record = folder.read(&format!("records/{file}"));
        let armies = record.lines().filter_map(|line| line.strip_prefix("Rule: army"));
        armies.filter(|army| !army.starts_with('=')).map(str::to_owned).collect()
    })
}

const LAND: &str = "name=A cmd=random army=L8W7";
const WATER: &str = "name=B cmd=random army=L7W8";

#[test]
fn armies_change_sides_with_their_engines() {
    let folder = Folder::new("armies");
    let made = ["--store", "t.arena", "--openings-turns", "2", "-e", LAND, "-e", WATER];
    symbol(&folder, &["new"], &made).with(0).says("symbol; armies A L8W7, B L7W8; ");
    symbol(&folder, &["new", "--dry-run"], &made).with(0).says("armies A L8W7, B L7W8; ");
    let resumed = folder.arena(&["resume", "t.arena", "--out", "records"]).with(0);
    resumed.says("armies A L8W7, B L7W8; ").says("\n2 of 2 games");
    assert_eq!(armies(&folder), [["1=L8W7", "2=L7W8"], ["1=L7W8", "2=L8W7"]]);
    folder.arena(&["replay", "records"]).with(0).says("2 records, 0 of them wrong");
    folder.arena(&["export", "t.arena", "--json", "-"]).with(0).says("\"L8W7\"");
    folder.arena(&["export", "t.arena", "--positions", "-"]).with(0);
    // Other armies are another tournament.
    let other = ["--store", "t.arena", "--openings-turns", "2", "-e", LAND, "-e", "name=B cmd=random"];
    symbol(&folder, &["run"], &other).with(1).tells("`t.arena` holds another tournament");
}

#[test]
fn a_file_sets_an_army_and_the_other_engine_keeps_that_of_the_rules() {
    let folder = Folder::new("armies in a file");
    folder.write(
        "t.toml",
        "[[engine]]\nname = 'A'\ncmd = 'random'\narmy = 'A7D8'\n[[engine]]\ncmd = 'random'\n",
    );
    let run = ["--config", "t.toml", "--no-store", "--openings-turns", "0", "--out", "records"];
    symbol(&folder, &["run"], &run).with(0).says("armies A A7D8; ");
    assert_eq!(armies(&folder), [["1=A7D8", "2=L3W3A3F3D3"], ["1=L3W3A3F3D3", "2=A7D8"]]);
    folder.arena(&["replay", "records"]).with(0).says("2 records, 0 of them wrong");
}

#[test]
fn engines_are_told_the_armies_of_each_game() {
    let folder = Folder::new("told armies");
    folder.write("quitter.sh", QUITTER);
    let engine = "name=A cmd='sh quitter.sh' army=A7D8";
    let run = ["--no-store", "--openings-turns", "0", "--log", "log", "-e", engine, "-e", WATER];
    symbol(&folder, &["run"], &run).with(0).says("ends: resignation 2");
    let log = folder.read("log");
    let told = log.lines().filter_map(|line| line.split_once("> ").map(|(_, line)| line));
    let told = told.filter(|line| line.contains(".army") || *line == "uginewgame");
    let told: Vec<_> = told.map(|line| line.trim_start_matches("setoption name Symbol.")).collect();
    let [default1, default2] = ["army1 value L3W3A3F3D3", "army2 value L3W3A3F3D3"];
    let first = ["army1 value A7D8", "army2 value L7W8", "uginewgame"];
    let second = ["army1 value L7W8", "army2 value A7D8", "uginewgame"];
    assert_eq!(told, [&[default1, default2][..], &first, &second].concat());
    assert!(log.contains("> position fen "), "{log}");
}

#[test]
fn impossible_armies_are_refused_before_the_first_game() {
    let folder = Folder::new("refused armies");
    let refused = |game: &[&str], message: &str| {
        let done = folder.arena(&[&["run", "--store", "t.arena", "--openings-turns", "0"], game].concat());
        done.with(2).tells(message);
        assert!(folder.names().is_empty());
    };
    let small = ["--game", "symbol", "-e", "random", "-e", "name=B cmd=random army=L5"];
    refused(&small, "engine `B` cannot have an army in symbol: option `army2` does not take `L5`");
    let none = ["--game", "take-two", "-e", LAND, "-e", "random"];
    refused(&none, "engine `A` cannot have an army in take-two: there is no option `army1`");
    let partners = ["sparta=random", "athens=name=A cmd=random army=L", "messene=name=B cmd=random army=L"];
    let partners = partners.into_iter().chain(["thebes=random"]).flat_map(|seat| ["--seat", seat]);
    let partners: Vec<_> = ["--game", "nika"].into_iter().chain(partners).collect();
    refused(&partners, "engine `A` cannot have an army in nika: its partner `B` has one");
}

#[test]
fn openings_must_be_legal_for_both_assignments() {
    let folder = Folder::new("armies and openings");
    let engines = ["-e", "name=A cmd=random army=L15", "-e", "name=B cmd=random army=W15", "--no-store"];
    let none = [&engines[..], &["--openings-turns", "4"]].concat();
    symbol(&folder, &["run"], &none)
        .with(2)
        .tells(" illegal with other armies. To find some, use fewer opening turns");
    folder.write("position.txt", "x,k,x5/x7/x,F,x5/x7/x7/x7/x6,K 1 -/- - -\n");
    let position = [&engines[..], &["--openings", "position.txt"]].concat();
    let refused = folder.arena(&[&["run", "--game", "symbol"], &position[..]].concat()).with(2);
    refused.tells("an opening gives a position, but engines have armies");
}
