//! `agon play`, `agon review` and `agon puzzles`, driven through pipes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use abstract_game::facade::AnyMatch;
use abstract_game::{End, Player};
use game_record::{Cause, Record, replay};

use crate::process::Engine;

/// A folder for one test, removed at its end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("agon-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path of text").to_owned()
    }

    /// Writes a file and returns its path.
    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.0.join(name), text).expect("the file is written");
        self.file(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn run(arguments: &[&str], input: &str) -> Output {
    let mut engine = Engine::start(arguments);
    if !input.is_empty() {
        engine.send(input);
    }
    let Engine { child, input, output } = engine;
    drop(input);
    let mut stdout = Vec::new();
    std::io::Read::read_to_end(&mut { output }, &mut stdout).expect("the output is read");
    let mut output = child.wait_with_output().expect("the program ends");
    output.stdout = stdout;
    output
}

/// The output of a program that succeeds.
pub(crate) fn text(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).expect("the output is text")
}

/// Plays with these lines typed.
pub(crate) fn play(arguments: &[&str], lines: &[&str]) -> String {
    text(&[&["play"], arguments].concat(), &lines.join("\n"))
}

pub(crate) fn record(path: &str) -> Record {
    let record: Record = fs::read_to_string(path).expect("a file").parse().expect("a record");
    let rules = games::by_name(&record.game).expect("a game");
    replay(&record, &*rules, &mut |_, _| ()).expect("the record agrees with the rules");
    record
}

pub(crate) fn turns(record: &Record) -> Vec<&str> {
    record.turns.iter().map(|turn| turn.turn.as_str()).collect()
}

/// The record of a game that goes on.
pub(crate) fn saved(game: &str, start: &str, turns: &[&str]) -> String {
    let turns = (1..).zip(turns).map(|(number, turn)| format!("{number}. P{} {turn}\n", 2 - number % 2));
    format!("Game: {game}\nP1: A\nP2: B\nStart: {start}\nResult: unfinished\n\n{}", turns.collect::<String>())
}

/// Purple, P1, captures on d2.
pub(crate) const CAPTURE: &str = "7/7/1G2GG1/2PP3/1PGGP2/2P4/7 p 1 -";

#[test]
fn two_people_play_take_back_save_and_load() {
    let folder = Folder::new("people");
    let file = folder.file("game.txt");
    let said = play(
        &["--p2", "person"],
        &[
            "d4",
            "swap",
            "c3",
            "undo",
            "c9",
            "b2",
            &format!("save {file}"),
            "undo",
            "undo",
            "undo",
            "undo",
            "quit",
        ],
    );
    assert!(said.contains("Snorkels: person (P1) against person (P2)."), "{said}");
    assert!(said.contains("P1> d4\n") && said.contains("P2> swap\n"), "{said}");
    assert!(
        said.contains("`c9` is not on the board") && said.contains("there is no turn to take back"),
        "{said}"
    );
    assert!(said.contains(" 2  . G . . . . .\n"), "the board: {said}");
    let game = record(&file);
    assert_eq!(turns(&game), ["d4", "swap", "b2"]);
    assert_eq!(game.ending.cause, Cause::Unfinished);

    let second = folder.file("second.txt");
    let said = play(&["--p2", "person", "--load", &file], &["f6", "resign", "a1", &format!("save {second}")]);
    assert!(said.contains("P2 (person) wins by resignation."), "{said}");
    assert!(said.contains("the game is over"), "{said}");
    let game = record(&second);
    assert_eq!((turns(&game).len(), game.ending.winner), (4, Some(Player::P2)));

    // A resignation is loaded, and taken back.
    let said =
        play(&["--p2", "person"], &[&format!("load {second}"), "undo", "draw", &format!("save {second}")]);
    assert!(said.contains("wins by resignation.") && said.contains("Draw by agreement."), "{said}");
    assert_eq!(record(&second).ending.to_string(), "draw by agreement");
}

#[test]
fn a_person_plays_against_a_level() {
    let lines = [
        "c3",
        "level 2",
        "hint",
        "why",
        "why a1",
        "level 9",
        "level full",
        "p2 person",
        "level 1",
        "turns",
        "help",
    ];
    let arguments = ["--option", "Snorkels.size=5", "--p2", "3", "--seed", "1", "--nodes", "2000"];
    let said = play(&arguments, &lines);
    assert!(said.contains("person (P1) against agon level 3 (P2)"), "{said}");
    assert!(said.contains("\nP2 plays "), "{said}");
    assert!(
        said.contains("The engine plays as agon level 2.") && said.contains("The engine plays as agon."),
        "{said}"
    );
    assert!(said.contains("P2 played ") && said.contains("The refutation: "), "{said}");
    assert!(said.contains("(winning chance "), "{said}");
    assert!(said.contains("expected a level from 1 to 8, or `full`"), "{said}");
    assert!(said.contains("no player is the engine"), "{said}");
    assert!(said.contains("a1 b1 c1 "), "{said}");
    // The same seed and nodes: the same game.
    assert_eq!(play(&arguments, &lines), said);
}

#[test]
fn why_explains_turns_and_positions() {
    let folder = Folder::new("why");
    let nodes = ["--p2", "person", "--nodes", "2000"];
    let loaded = |position: &str, lines: &[&str]| {
        let file = folder.write("game.txt", &saved("snorkels", position, &[]));
        play(&[&nodes[..], &["--load", &file]].concat(), lines)
    };
    // Without any turn the position is explained.
    let said = play(&nodes, &["why", "why z9", "why d4"]);
    assert!(said.contains("No turn was played. P1 is to act: winning chance "), "{said}");
    assert!(said.contains("The best line: ") && !said.contains("evaluation"), "{said}");
    assert!(said.contains("`z9` is not on the board"), "{said}");
    assert!(said.contains("If P1 plays d4: winning chance "), "{said}");
    // The best turn has an answer that does not refute it.
    let said = play(&nodes, &["d4", "swap", "why"]);
    assert!(said.contains("\nThe expected answer: ") && said.contains("No better turn was found."), "{said}");
    // d4 has its last air on d3: P2 threatens to capture. Another turn is refuted.
    let said =
        loaded("7/1P3P1/3G3/2GPG2/7/1P3P1/7 p 1 -", &["hint", "why d3", "why a1", "a1", "why", "d3", "why"]);
    assert!(said.contains("P2 threatens d3 (winning chance 100%), which wins at once."), "{said}");
    assert!(said.contains("Better: d3 "), "{said}");
    assert!(said.contains("If P1 plays a1: winning chance ") && said.contains("P1 played a1: "), "{said}");
    assert!(said.contains("The refutation: d3, which wins at once."), "{said}");
    // Facts of the position, of the rules alone.
    let air = "The position after it:\n  - P1's purple group on d4 has its last air on d3.\n  \
               - New: P1's purple group on a1 has air on b1 and a2 only.\n";
    assert!(said.contains(air), "{said}");
    assert!(said.contains("It ends the game: P2 wins by capture."), "{said}");
    // The turn that takes the win, and the one that misses it.
    let said = loaded(CAPTURE, &["why d2", "why a1"]);
    assert!(said.contains("If P1 plays d2: winning chance 100% before. It ends the game: "), "{said}");
    assert!(said.contains("No better turn was found."), "{said}");
    assert!(said.contains("Better: d2 (winning chance 100%, "), "{said}");
    assert!(said.contains("\nIt threatens ") && !said.contains("It threatens nothing"), "d2 again: {said}");
}

#[test]
fn the_engine_plays_against_itself() {
    let folder = Folder::new("engines");
    for (game, rule) in [("snorkels", "Snorkels.size=4"), ("symbol", "Symbol.game=simple")] {
        let file = folder.file(&format!("{game}.txt"));
        let arguments = [
            "--game", game, "--option", rule, "--p1", "5", "--p2", "engine", "--nodes", "300", "--seed", "2",
        ];
        let said = play(&[&arguments[..], &["--save", &file]].concat(), &[]);
        assert!(said.contains("P2 plays ") && said.contains(", depth "), "{said}");
        let game = record(&file);
        assert_eq!(game.players, ["agon level 5", "agon"]);
        assert!(game.ending.cause != Cause::Unfinished && game.turns.len() > 3);
    }
}

#[test]
fn the_partners_of_nika_are_named() {
    let said =
        play(&["--game", "nika", "--p2", "engine", "--nodes", "300"], &["-,-", "hint", "undo", "quit"]);
    assert!(said.contains("athens (P1)> -,-\n") && said.contains("sparta (P2) plays "), "{said}");
    assert!(said.contains("messene (P1)> hint\n"), "{said}");
}

#[test]
fn a_proved_claim_makes_the_engine_resign() {
    let folder = Folder::new("claim");
    let file = folder.write("game.txt", &saved("snorkels", CAPTURE, &[]));
    let out = folder.file("out.txt");
    let said = play(&["--load", &file, "--save", &out], &["claim", "a1", "quit"]);
    assert!(said.contains("Proved: P1 wins in 1 turn at most. P2 resigns when it is to act."), "{said}");
    assert!(said.contains("P1 (person) wins by resignation."), "{said}");
    assert_eq!(record(&out).ending.winner, Some(Player::P1));
    let said = play(&["--p2", "person", "--load", &file], &["claim", "d2", "claim"]);
    assert!(said.contains("P2 may `resign` or play on.") && said.contains("wins by capture"), "{said}");
    assert!(said.contains("the game is over"), "{said}");
}

#[test]
fn typed_words_are_understood_in_any_case_and_if_mistyped() {
    let said = play(&["--p2", "person"], &["?", "D4", "SWAP", "HELP", "hlep", "c44", "c 3", "undo", "quit"]);
    assert!(said.matches("takes the last turn back").count() == 2, "{said}");
    assert!(said.contains(" 4  . . . P . . .\n") && said.contains("Green (P1) to place"), "{said}");
    assert!(said.contains("Did you mean `help`?") && said.contains("Did you mean `c4`?"), "{said}");
    assert!(said.contains("Did you mean `c3`?"), "{said}");
}

#[test]
fn turns_are_typed_one_action_at_a_time() {
    let folder = Folder::new("actions");
    let file = folder.file("game.txt");
    let lines = [
        "J4@N", "actions", "undo", "actions", "j4@n", "k4k5>m", "hint", "why", "-", "e8>e, ", "f8>w",
        "turns", "quit",
    ];
    let said = play(&["--game", "nika", "--p2", "person", "--nodes", "300", "--save", &file], &lines);
    assert!(said.contains("The turn goes on: type its next action."), "{said}");
    assert!(said.contains("athens (P1) j4@n,> actions\n"), "{said}");
    let listed: Vec<&str> = said.lines().filter(|line| line.contains("j5>w")).collect();
    assert!(listed.len() == 2 && listed[0].contains("j4@e") && !listed[0].contains("j4@n"), "{said}");
    assert!(listed[1].contains("j4@n") && !listed[1].contains("j4@w"), "after `undo`: {listed:?}");
    assert!(said.contains("Did you mean `k4k5>n`"), "{said}");
    assert!(said.contains("winning chance") && said.contains("No turn was played."), "{said}");
    assert_eq!(turns(&record(&file)), ["j4@n,-", "e8>e,f8>w"]);

    let file = folder.file("symbol.txt");
    let lines = ["k@d2", "k@d6", "+ad2", "+ad6", "+fd2", "actions", "end", "actions +Fd6", "quit"];
    let said = play(&["--game", "symbol", "--p2", "person", "--save", &file], &lines);
    assert!(said.contains("P1 +Fd2,> actions\n"), "{said}");
    assert_eq!(
        said.lines().filter(|line| line.starts_with('d') && line.ends_with(" end")).count(),
        2,
        "{said}"
    );
    assert_eq!(turns(&record(&file)), ["K@d2", "K@d6", "+Ad2", "+Ad6", "+Fd2"]);
}

#[test]
fn the_board_is_coloured_if_wanted() {
    for game in ["snorkels", "symbol", "nika"] {
        let board = |colour| play(&["--game", game, "--p2", "person", "--color", colour], &["quit"]);
        assert!(board("always").contains("\x1b["), "{game}");
        // The output is no terminal.
        assert!(!board("never").contains('\x1b') && !board("auto").contains('\x1b'), "{game}");
    }
}

#[test]
fn wrong_files_and_players_are_refused() {
    let folder = Folder::new("refused");
    let file = folder.write("game.txt", &saved("snorkels", CAPTURE, &["z9"]));
    let error = |arguments: &[&str]| {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    assert!(error(&["review", &file]).contains("game.txt: turn 1, `z9`"));
    assert!(error(&["puzzles", &file]).contains("game.txt: turn 1, `z9`"));
    assert!(error(&["play", "--load", &folder.file("none.txt")]).contains("none.txt: "));
    assert!(error(&["play", "--p1", "9"]).contains("a level from 1 to 8"));
    let said = play(&[], &[&format!("load {file}"), "save", "quit"]);
    assert!(said.contains("turn 1, `z9`") && said.contains("save needs the name of a file"), "{said}");
}

#[test]
fn a_review_marks_mistakes() {
    let folder = Folder::new("review");
    // P2 captures its own snorkel in the corner.
    let game = saved("snorkels", "7/1GGGG2/2G1G2/2P1GG1/5G1/P6/1P5 p 1 -", &["e3", "a1"]);
    let file = folder.write("game.txt", &game.replace("unfinished", "P1 wins by self-capture"));
    let review = text(&["review", "--nodes", "3000", &file], "");
    assert!(review.starts_with("Snorkels: A (P1) against B (P2), P1 wins by self-capture\n\n"), "{review}");
    let line = review.lines().find(|line| line.contains("2. P2 a1??")).expect("a blunder");
    assert!(line.contains(" -> 0%   better: ") && !line.contains("refuted"), "{line}");
    assert!(review.contains("P2 B: 1 turn, 1 ??, 0 ?, 0 ?!, "), "{review}");
    // Without --all the other turns are left out.
    assert!(!review.contains("P1 e3"), "{review}");
    let all = text(&["review", "--all", "--nodes", "3000", &file], "");
    assert!(all.contains("  1. P1 e3 "), "{all}");
    // Turns of an opening are drawn by lot.
    let opening = fs::read_to_string(&file).expect("the record").replace("P2 a1", "P2 a1  ; opening");
    let file = folder.write("opening.txt", &opening);
    assert!(text(&["review", "--nodes", "3000", &file], "").contains("P2 B: 0 turns, 0 ??"));
}

#[test]
fn a_review_shows_the_line_that_refutes_a_blunder() {
    let folder = Folder::new("refutation");
    // d4 has its last air on d3.
    let file = folder.write("game.txt", &saved("snorkels", "7/1P3P1/3G3/2GPG2/7/1P3P1/7 p 1 -", &["a1"]));
    let review = text(&["review", "--nodes", "3000", &file], "");
    let line = review.lines().find(|line| line.contains("1. P1 a1??")).expect("a blunder");
    assert!(line.contains("   better: d3 ") && line.ends_with("   refuted by: d3"), "{line}");
}

/// Plays a proof by the rules: after each turn of the winner there is every answer that does not lose at once, and every line ends
/// with its win.
struct Checker<'a> {
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
    winner: Player,
    leaves: usize,
}

impl Checker<'_> {
    /// The turn that is next, behind its number.
    fn turn(&mut self) -> String {
        let number = self.words.next().expect("a number");
        assert!(number.ends_with('.'), "{number}");
        self.words.next().expect("a turn").to_owned()
    }

    fn winner_plays(&mut self, game: &dyn AnyMatch) {
        if let Some(end) = game.result() {
            assert_eq!(end.winner, Some(self.winner));
            self.leaves += 1;
            return;
        }
        assert_eq!(game.player_to_act(), self.winner);
        let mut after = game.boxed_clone();
        after.play_turn(&self.turn()).expect("a legal turn");
        self.opponent_plays(&*after);
    }

    fn opponent_plays(&mut self, game: &dyn AnyMatch) {
        if game.result().is_some() {
            return self.winner_plays(game);
        }
        let after = |turn: &str| {
            let mut after = game.boxed_clone();
            after.play_turn(turn).expect("a legal turn");
            after
        };
        let main = after(&self.turn());
        let mut trivial = usize::from(self.is_trivial(&*main));
        let mut answered = vec![main.position_text()];
        while self.words.next_if_eq(&"(").is_some() {
            let other = after(&self.turn());
            answered.push(other.position_text());
            trivial += usize::from(self.is_trivial(&*other));
            self.winner_plays(&*other);
            assert_eq!(self.words.next(), Some(")"));
        }
        self.winner_plays(&*main);
        for turn in game.legal_turns(usize::MAX) {
            let after = after(&turn);
            let is_shown = answered.contains(&after.position_text());
            assert!(is_shown || self.is_trivial(&*after), "no answer to {turn} in {game:?}");
        }
        // An answer that loses at once is shown only where there is no other.
        assert!(trivial == 0 || answered.len() == 1, "{trivial} trivial answers in {game:?}");
    }

    /// Whether the winner has won after an answer, or wins at once by one of the legal turns.
    fn is_trivial(&self, game: &dyn AnyMatch) -> bool {
        let has_won = |end: End| end.winner == Some(self.winner);
        match game.result() {
            Some(end) => has_won(end),
            None => {
                let mut ends = game.legal_turns(usize::MAX).into_iter().map(|turn| {
                    let mut after = game.boxed_clone();
                    after.play_turn(&turn).expect("a legal turn");
                    after.result()
                });
                ends.any(|end| end.is_some_and(has_won))
            }
        }
    }
}

/// Checks the proof of a puzzle. Returns its position, the winning turn and the number of lines.
pub(crate) fn check_puzzle(puzzle: &str) -> (Box<dyn AnyMatch>, String, usize) {
    let header = |name| puzzle.lines().find_map(|line| line.strip_prefix(name)).expect("a header");
    let mut rules = games::by_name(header("Game: ")).expect("a game");
    for option in puzzle.lines().filter_map(|line| line.strip_prefix("Rule: ")) {
        let (name, value) = option.split_once('=').expect("an option");
        rules.set_option(name, value).expect("an option of the rules");
    }
    let game = rules.read_position(header("Start: ")).expect("a position");
    let (_, proof) = puzzle.split_once("} ").expect("a comment");
    let mut checker =
        Checker { words: proof.split_whitespace().peekable(), winner: game.player_to_act(), leaves: 0 };
    checker.winner_plays(&*game);
    assert_eq!(checker.words.next(), None);
    (game, proof.split_whitespace().nth(1).expect("a turn").to_owned(), checker.leaves)
}

#[test]
fn puzzles_have_one_winning_turn_and_a_complete_proof() {
    let folder = Folder::new("puzzles");
    let mut files = Vec::new();
    for seed in ["1", "2", "3"] {
        let file = folder.file(&format!("game-{seed}.txt"));
        let arguments =
            ["--option", "Snorkels.size=5", "--p1", "3", "--p2", "3", "--seed", seed, "--save", &file];
        play(&arguments, &[]);
        files.push(file);
    }
    let out = folder.file("out");
    let mut arguments = vec!["puzzles", "--max-turns", "5", "--out", &out];
    arguments.extend(files.iter().map(String::as_str));
    let said = text(&arguments, "");
    let count: usize =
        said.lines().last().and_then(|line| line.split(' ').next()?.parse().ok()).expect("a count");
    assert!(count > 0, "{said}");
    for number in 1..=count {
        let path = Path::new(&out).join(format!("puzzle-{number:04}.txt"));
        let puzzle = fs::read_to_string(path).expect("a puzzle");
        let (game, only, lines) = check_puzzle(&puzzle);
        assert!(lines > 0, "{puzzle}");
        // No other turn wins within three turns, by trying all.
        let winner = game.player_to_act();
        for turn in game.legal_turns(usize::MAX) {
            assert!(turn == only || !wins(&*game, &turn, winner, 3), "{turn} wins too: {puzzle}");
        }
    }
    // Without a folder the puzzles are printed.
    arguments.drain(3..5);
    assert_eq!(text(&arguments, "").matches("# a game tree, format 1").count(), count);
}

/// Whether a turn wins within a number of turns, by trying all.
fn wins(game: &dyn AnyMatch, turn: &str, winner: Player, turns: u32) -> bool {
    let mut after = game.boxed_clone();
    after.play_turn(turn).expect("a legal turn");
    if let Some(end) = after.result() {
        return end.winner == Some(winner);
    }
    let next = after.legal_turns(usize::MAX);
    let mut wins = next.iter().map(|next| turns > 1 && wins(&*after, next, winner, turns - 1));
    if after.player_to_act() == winner { wins.any(|wins| wins) } else { wins.all(|wins| wins) }
}
