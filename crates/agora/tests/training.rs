//! The lessons, the puzzles and the translations of the page, checked by the rules.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic on what cannot be")]

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use abstract_game::conformance::sized;
use abstract_game::random::SplitMix64;
use abstract_game::{Match, Position, Rules, turn};
use games::nika_core::Nika;
use games::snorkels_core::Snorkels;
use games::symbol_core::Symbol;
use search::proof::{ProofResult, Prover};
use search::{NoKnowledge, SearchLimits};
use serde::Deserialize;
use serde_json::{Value, json};
use session::Session;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// Sends a request to a session.
fn ask(session: &mut Session, request: &Value) -> Value {
    serde_json::from_str(&session.handle_text(&request.to_string(), Duration::ZERO)).unwrap()
}

/// A step of a lesson.
#[derive(Deserialize)]
struct Step {
    position: String,
    /// The turn that the page shows.
    turn: String,
    goal: Goal,
    /// What is asked and what is said afterwards, by language.
    #[serde(flatten)]
    texts: BTreeMap<String, [String; 2]>,
}

#[derive(Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
struct Goal {
    turns: Option<Vec<String>>,
    /// Beginnings of events: `move d5>e5`, `remove g4`, `place`.
    events: Vec<String>,
    winner: Option<u64>,
}

impl Goal {
    /// The judgement of `trainer.js`.
    fn is_reached(&self, turn: &str, state: &Value) -> bool {
        let event = |event: &Value| {
            let word = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
            match (event["change"].as_str(), event["cells"].as_array()) {
                (None, _) => Vec::new(),
                (Some("move"), _) => vec![format!("move {}>{}", word("from"), word("to"))],
                (Some(change), Some(cells)) => {
                    cells.iter().map(|cell| format!("{change} {}", cell.as_str().unwrap())).collect()
                }
                (Some(change), None) => vec![format!("{change} {}", word("cell"))],
            }
        };
        let events: Vec<String> = state["events"].as_array().unwrap().iter().flat_map(event).collect();
        let happened = |wanted: &String| events.iter().any(|event| event.starts_with(wanted));
        self.turns.as_ref().is_none_or(|turns| turns.iter().any(|wanted| wanted == turn))
            && self.events.iter().all(happened)
            && (self.winner.is_none() || state["end"]["winner"].as_u64() == self.winner)
    }
}

#[test]
fn each_step_of_a_lesson_asks_for_a_legal_turn_that_does_what_it_says() {
    let lessons: BTreeMap<String, Vec<Step>> = serde_json::from_str(&read("lessons.json")).unwrap();
    assert_eq!(lessons.keys().collect::<Vec<_>>(), ["nika", "snorkels", "symbol"]);
    for (game, steps) in lessons {
        assert_eq!(steps.len(), 10, "{game}");
        for (number, step) in (1..).zip(steps) {
            let at = format!("{game}, step {number}");
            let languages: Vec<_> = step.texts.keys().map(String::as_str).collect();
            assert_eq!(languages, ["de", "en", "es"], "{at}");
            assert!(step.texts.values().flatten().all(|text| !text.is_empty()), "{at}");
            let mut session = Session::new();
            let start = ask(&mut session, &json!({"do": "new", "game": game, "position": step.position}));
            assert_eq!((&start["is"], &start["position"]), (&json!("state"), &json!(step.position)), "{at}");
            let after = ask(&mut session, &json!({"do": "turn", "turn": step.turn}));
            assert_eq!(after["is"], "state", "{at}: {after}");
            let text = after["tree"][0]["turn"].as_str().unwrap().to_owned();
            let preview = ask(&mut session, &json!({"do": "preview", "node": after["node"]}));
            assert!(step.goal.is_reached(&text, &preview), "{at}: {preview}");
            // Some other turn does not reach the goal, unless anything goes.
            let others = start["actions"].as_array().unwrap().iter().any(|action| {
                let turn = action["text"].as_str().unwrap();
                ask(&mut session, &json!({"do": "go", "node": 0}));
                let state = ask(&mut session, &json!({"do": "act", "action": turn}));
                !step.goal.is_reached(turn, &state)
            });
            let anything = step.goal == Goal::default() || step.goal.events == ["place"];
            assert!(others || anything, "{at}");
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzle {
    position: String,
    turn: String,
    /// Turns of both players to the end.
    turns: u32,
}

/// Proves that the turn wins within the number of turns, that nothing wins sooner, and that no turn to another position
/// wins as soon.
fn problem<R: Rules + Default>(
    puzzle: &Puzzle,
    prover: &mut Prover<R::Position, NoKnowledge>,
) -> Option<String> {
    let at = &puzzle.position;
    let start: R::Position = R::default().read_position(at).unwrap();
    let player = start.player_to_act();
    let game = Match::new(start.clone());
    let limits = SearchLimits::nodes(2_000_000);
    let mut wins = |game: &Match<R::Position>, turns: u32| match game.result() {
        Some(end) => end.winner == Some(player),
        None if turns == 0 => false,
        None => match prover.forced_win(game, player, turns, &limits, &AtomicBool::new(false)) {
            ProofResult::Proved { .. } => true,
            ProofResult::Refuted { .. } => false,
            ProofResult::Unknown => panic!("{at}: unknown"),
        },
    };
    if !wins(&game, puzzle.turns) {
        return Some(format!("{at}: no win"));
    }
    if puzzle.turns > 1 && wins(&game, puzzle.turns - 2) {
        return Some(format!("{at}: a shorter win"));
    }
    let after = |text: &str| {
        let mut game = game.clone();
        game.play_turn(text).unwrap();
        game
    };
    let solution = after(&puzzle.turn);
    if !wins(&solution, puzzle.turns - 1) {
        return Some(format!("{at}: {} does not win", puzzle.turn));
    }
    // All other turns, one for each position that they reach.
    let mut others: HashMap<String, String> = HashMap::new();
    let mut waiting = vec![(start.clone(), abstract_game::Turn::new())];
    while let Some((position, played)) = waiting.pop() {
        for action in position.actions() {
            let (mut next, mut played) = (position.clone(), played.clone());
            next.play(action);
            played.push(action);
            if next.at_turn_start() || next.end().is_some() {
                let text = turn::write(&start, &played);
                others.entry(after(&text).position().to_string()).or_insert(text);
            } else {
                waiting.push((next, played));
            }
        }
    }
    others.remove(&solution.position().to_string());
    let other = others.values().find(|text| wins(&after(text), puzzle.turns - 1));
    other.map(|text| format!("{at}: {text} wins too"))
}

#[test]
fn each_puzzle_has_exactly_one_winning_turn() {
    fn all<R: Rules + Default>(puzzles: &[Puzzle]) {
        let mut prover = Prover::new(Arc::new(NoKnowledge), 16);
        let problems: Vec<_> = puzzles
            .iter()
            .step_by(sized(4, 1))
            .filter_map(|puzzle| problem::<R>(puzzle, &mut prover))
            .collect();
        assert!(problems.is_empty() && puzzles.len() >= 8, "{}", problems.join("\n"));
    }
    for file in ["puzzles.json", "mined.json"] {
        let puzzles: BTreeMap<String, Vec<Puzzle>> = serde_json::from_str(&read(file)).unwrap();
        all::<Snorkels>(&puzzles["snorkels"]);
        all::<Symbol>(&puzzles["symbol"]);
        all::<Nika>(&puzzles["nika"]);
    }
}

/// Whether a sentence is one of the table, and so are the sentences in its gaps; the judgement of `rules.js`.
fn is_known(sentence: &str, rows: &[[String; 3]]) -> bool {
    rows.iter().any(|[english, ..]| {
        let mut rest = sentence;
        let parts: Vec<&str> =
            english.split('{').map(|part| part.split_once('}').map_or(part, |(_, p)| p)).collect();
        let Some(after) = rest.strip_prefix(parts[0]) else { return false };
        rest = after;
        for (i, part) in parts.iter().enumerate().skip(1) {
            let found = if i + 1 == parts.len() {
                rest.len().checked_sub(part.len()).filter(|&at| rest.ends_with(part) && at > 0)
            } else {
                rest.get(1..).and_then(|tail| tail.find(part)).map(|at| at + 1)
            };
            let Some(at) = found else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.is_empty()
    })
}

#[test]
fn every_sentence_of_the_rules_is_translated() {
    let table = read("texts/rules.js");
    let rows: Vec<[String; 3]> = table
        .lines()
        .filter_map(|line| line.trim().strip_prefix('[').and_then(|line| line.strip_suffix("],")))
        .map(|row| serde_json::from_str(&format!("[{row}]")).unwrap())
        .collect();
    for [english, german, spanish] in &rows {
        let gaps = |text: &str| {
            let mut gaps: Vec<_> =
                text.split('{').skip(1).map(|part| part.split('}').next().unwrap().to_owned()).collect();
            gaps.sort_unstable();
            gaps.dedup();
            gaps
        };
        for other in [german, spanish] {
            assert!(gaps(other).iter().all(|gap| gaps(english).contains(gap)), "{english}: {other}");
        }
    }
    // The last row is any sentence after an action.
    let (last, rows) = rows.split_last().unwrap();
    assert_eq!(last[0], "{action}: {why}");
    let mut random = SplitMix64::new(1);
    let (mut said, mut unknown) = (0, Vec::new());
    for game in ["snorkels", "symbol", "nika"] {
        let mut session = Session::new();
        for _ in 0..6 {
            let mut state = ask(&mut session, &json!({"do": "new", "game": game}));
            for _ in 0..80 {
                let cells: Vec<&str> = state["scene"]["cells"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|cell| cell["name"].as_str().unwrap())
                    .collect();
                let pieces: Vec<&str> = state["scene"]["pieces"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|piece| piece["cell"].as_str().unwrap())
                    .collect();
                let reserves: Vec<&str> = state["scene"]["reserves"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|piece| piece["kind"].as_str().unwrap())
                    .collect();
                let mut sentences = Vec::new();
                for set in 0..4 {
                    let mut set: Vec<_> = (0..set).filter_map(|_| random.choose(&pieces)).collect();
                    set.sort_unstable();
                    set.dedup();
                    let reserve = if set.is_empty() { random.choose(&reserves) } else { None };
                    let request =
                        json!({"do": "why", "set": set, "reserve": reserve, "cell": random.choose(&cells)});
                    sentences.extend(ask(&mut session, &request)["message"].as_str().map(str::to_owned));
                }
                sentences.extend(
                    state["events"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|event| event["text"].as_str().unwrap().to_owned()),
                );
                for sentence in sentences {
                    let bare = if game == "nika" {
                        sentence.split_once(": ").map_or(&*sentence, |(_, why)| why)
                    } else {
                        &sentence
                    };
                    said += 1;
                    if !is_known(bare, rows) && !is_known(&sentence, rows) {
                        unknown.push(sentence);
                    }
                }
                let actions: Vec<&str> = state["actions"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|action| action["text"].as_str().unwrap())
                    .collect();
                let Some(&action) = random.choose(&actions) else { break };
                state = ask(&mut session, &json!({"do": "act", "action": action}));
            }
        }
    }
    unknown.sort_unstable();
    unknown.dedup();
    assert!(said > 2_000 && unknown.is_empty(), "{said} sentences; not translated: {unknown:#?}");
}
