//! Conversations with a session.

#[path = "../examples/board.rs"]
mod board;

use std::time::Duration;

use abstract_game::{End, OptionKind, Player, Reason};
use session::{ClockView, MAX_COMMENT, MAX_MESSAGE, Reply, Request, Session, State};

const NOW: Duration = Duration::ZERO;

fn act(session: &mut Session, action: &str) -> Result<State, String> {
    unwrap(session.handle(Request::Act { action: action.into() }, NOW))
}

fn request(session: &mut Session, text: &str) -> Result<State, String> {
    unwrap(session.handle(serde_json::from_str(text).expect("a request"), NOW))
}

fn unwrap(reply: Reply) -> Result<State, String> {
    match reply {
        Reply::State(state) => Ok(*state),
        Reply::Error { message } => Err(message),
        other => panic!("{other:?}"),
    }
}

fn new(game: &str) -> Session {
    let mut session = Session::new();
    request(&mut session, &format!(r#"{{"do": "new", "game": "{game}"}}"#)).expect("a new game");
    session
}

#[test]
fn turns_make_a_tree_with_branches() {
    let mut session = new("snorkels");
    let first = act(&mut session, "d4").unwrap();
    assert_eq!(first.events[0].text, "a purple snorkel is placed on d4");
    let second = act(&mut session, "c3").unwrap();
    request(&mut session, &format!(r#"{{"do": "go", "node": {}}}"#, first.node)).unwrap();
    let branch = act(&mut session, "swap").unwrap();
    let tree = branch.tree.unwrap();
    assert_eq!(tree.iter().map(|node| &*node.turn).collect::<Vec<_>>(), ["d4", "c3", "swap"]);
    assert_eq!((tree[1].parent, tree[2].parent), (first.node, first.node));
    // The game continues in the branch.
    assert_eq!((branch.live, branch.node), (tree[2].id, tree[2].id));
    // The same turn again is the same node.
    request(&mut session, &format!(r#"{{"do": "go", "node": {}}}"#, first.node)).unwrap();
    assert_eq!(act(&mut session, "c3").unwrap().node, second.node);
    let promoted =
        request(&mut session, &format!(r#"{{"do": "promote", "node": {}}}"#, branch.node)).unwrap();
    assert_eq!(promoted.tree.unwrap()[1].turn, "swap");
    let back = request(&mut session, r#"{"do": "take-back"}"#).unwrap();
    assert_eq!((back.node, back.live, back.tree.unwrap().len()), (first.node, first.node, 2));
}

#[test]
fn a_turn_is_built_step_by_step_and_undone() {
    // Three regions are controlled: two reinforcements.
    let position = "x3,k,x3/x7/x7/x7/x7/x7/L,x2,K,x2,L 1 A2/a - -";
    let mut session = Session::new();
    let text = format!(r#"{{"do": "new", "game": "symbol", "position": "{position}"}}"#);
    let start = request(&mut session, &text).unwrap();
    act(&mut session, "+Ad2").unwrap();
    assert_eq!(session.state().pending, ["+Ad2"]);
    assert!(session.state().actions.iter().any(|action| action.text == "end"));
    let input = session.search_input().unwrap();
    assert_eq!((input.turns.len(), input.start), (0, session.state().position));
    let undone = request(&mut session, r#"{"do": "undo-action"}"#).unwrap();
    assert_eq!((undone.position, undone.pending.len()), (start.position, 0));
    assert!(request(&mut session, r#"{"do": "undo-action"}"#).is_err());
    act(&mut session, "+Ad2").unwrap();
    let ended = act(&mut session, "end").unwrap();
    assert_eq!(ended.tree.unwrap()[0].turn, "+Ad2");
    let input = session.search_input().unwrap();
    assert_eq!((input.turns, &*input.start), (vec!["+Ad2".to_owned()], position));
}

#[test]
fn a_saved_tree_is_loaded_with_its_end() {
    let mut session = new("nika");
    act(&mut session, "k4k5>n").unwrap();
    act(&mut session, "-").unwrap();
    let node = session.state().node;
    let comment = Request::Comment { node, text: "a {comment}".into() };
    session.handle(comment, NOW);
    let ended = request(&mut session, r#"{"do": "resign", "player": 1}"#).unwrap();
    assert_eq!(ended.end, Some(End::win(Player::P1, Reason::RESIGNATION)));
    assert!(ended.actions.is_empty() && act(&mut session, "-").is_err());
    let Reply::Text { text } = session.handle(Request::Save, NOW) else { panic!() };
    let mut other = Session::new();
    let loaded = unwrap(other.handle(Request::Load { text: text.clone() }, NOW)).unwrap();
    assert_eq!((loaded.game, loaded.position, loaded.end), ("nika", ended.position, ended.end));
    assert_eq!(other.handle(Request::Save, NOW), Reply::Text { text });
}

#[test]
fn what_can_be_read_of_a_text_is_recovered() {
    let mut session = new("symbol");
    let mut recover = |text: &str| {
        let recovered = unwrap(session.handle(
            Request::Recover { text: format!("Game: snorkels\n\n{text}"), line: None, clock: None },
            NOW,
        ))
        .unwrap();
        let turns: Vec<_> = recovered.tree.unwrap().into_iter().map(|node| node.turn).collect();
        // Only the reply names the problem.
        assert_eq!(session.state().problem, None);
        (turns.join(" "), recovered.problem.unwrap_or_default())
    };
    assert_eq!(recover("1. d4 2. c3"), ("d4 c3".into(), String::new()));
    let (turns, problem) = recover("1. d4 2. c3 {not clos");
    assert_eq!((&*turns, &*problem), ("d4 c3", "a comment is not closed: `}` is missing"));
    // Without what follows the illegal turn; the other branch stays.
    let (turns, problem) = recover("1. d4 2. d4 ( 2. c3 3. b2 ) 3. e5");
    assert_eq!(turns, "d4 c3 b2");
    assert!(problem.starts_with("turn 2, `d4`: "), "{problem}");
    let nothing = Request::Recover { text: "%".into(), line: None, clock: None };
    assert!(unwrap(session.handle(nothing, NOW)).unwrap_err().contains("names no game"));
}

#[test]
fn a_kept_game_continues_with_its_clocks_in_its_branch() {
    let mut session = Session::new();
    let seconds = Duration::from_secs;
    let text = "Game: snorkels\n\n1. d4 2. c3 ( 2. b2 3. e5 ) 3. a1";
    let clock = r#"{"left": [50000, 40000], "increment": 2000, "running": true}"#;
    let kept = serde_json::json!({"do": "recover", "text": text, "line": ["d4", "b2"]});
    let text = kept.to_string().replace('}', &format!(r#", "clock": {clock}}}"#));
    let state = unwrap(session.handle(serde_json::from_str(&text).unwrap(), seconds(100))).unwrap();
    assert_eq!((state.node, state.live), (3, 3));
    assert_eq!(
        state.clock,
        Some(ClockView { left: [50_000, 40_000], increment: 2_000, running: Some(Player::P1) })
    );
    assert_eq!(session.time_to_flag(seconds(130)), Some(seconds(20)));
    // While a clock runs, other branches are only looked at.
    unwrap(session.handle(Request::Go { node: 1 }, seconds(131))).unwrap();
    let branch = unwrap(session.handle(Request::Act { action: "g7".into() }, seconds(132))).unwrap();
    assert_eq!((branch.live, branch.clock.unwrap().running), (3, Some(Player::P1)));
}

#[test]
fn refused_requests_change_nothing() {
    let mut session = new("symbol");
    act(&mut session, "K@d1").unwrap();
    let before = session.state();
    for text in [
        r#"{"do": "act", "action": "K@d1"}"#,
        r#"{"do": "turn", "turn": "K@d7,end"}"#,
        r#"{"do": "go", "node": 99}"#,
        r#"{"do": "remove", "node": 0}"#,
        r#"{"do": "new", "game": "chess"}"#,
        r#"{"do": "new", "game": "snorkels", "options": {"size": "9"}}"#,
        r#"{"do": "new", "game": "snorkels", "position": "9/9 p 1 -"}"#,
        r#"{"do": "load", "text": "Game: snorkels\n\n1. d4 2. d4"}"#,
        r#"{"do": "resign", "player": 2}"#,
    ] {
        assert!(request(&mut session, text).is_err(), "{text}");
        assert_eq!(session.state(), before, "{text}");
    }
    let long = Request::Comment { node: 1, text: "x".repeat(MAX_COMMENT + 1) };
    assert!(unwrap(session.handle(long, NOW)).is_err());
    for text in
        ["", "{", r#"{"do": "act"}"#, r#"{"do": "act", "action": "d4", "more": 1}"#, r#"{"do": "sing"}"#]
    {
        assert!(
            session.handle_text(text, NOW).starts_with(r#"{"is":"error","message":"not a request"#),
            "{text}"
        );
    }
    let oversized = format!(r#"{{"do": "load", "text": "{}"}}"#, "x".repeat(MAX_MESSAGE));
    assert!(session.handle_text(&oversized, NOW).contains("at most 262144 bytes"));
    assert_eq!(session.state(), before);
}

#[test]
fn what_is_no_request_is_repeated_in_short() {
    let mut session = new("snorkels");
    let long = "\u{202e}é".repeat(10_000);
    for text in [
        format!(r#"{{"do": "{long}"}}"#),
        format!(r#"{{"do": "act", "action": "d4", "{long}": 1}}"#),
        format!(r#"{{"do": "new", "game": "{long}"}}"#),
        format!(r#"{{"do": "turn", "turn": "{long}"}}"#),
        format!(r#"{{"do": "load", "text": "{long}"}}"#),
        format!(r#"{{"do": "new", "game": "snorkels", "options": {{"{long}": "9"}}}}"#),
        format!(r#"{{"do": "new", "game": "snorkels", "position": "{long}"}}"#),
    ] {
        let reply: serde_json::Value = serde_json::from_str(&session.handle_text(&text, NOW)).unwrap();
        let message = reply["message"].as_str().unwrap();
        assert!(reply["is"] == "error" && message.len() < 4000, "{message}");
        assert!(message.chars().all(|c| c == '\n' || printable::is_printable(c)), "{message}");
    }
}

#[test]
fn a_game_ends_by_repetition_and_by_agreement() {
    let mut session = new("nika");
    for turn in ["-,-", "-,-", "-,-", "-,-"] {
        unwrap(session.handle(Request::Turn { turn: turn.into() }, NOW)).unwrap();
    }
    assert_eq!(session.state().end, Some(End::draw(Reason::new("passes"))));
    assert!(request(&mut session, r#"{"do": "draw"}"#).is_err());
    let mut session = new("symbol");
    let state = request(&mut session, r#"{"do": "draw"}"#).unwrap();
    assert_eq!(state.end, Some(End::draw(Reason::AGREEMENT)));
    assert_eq!(session.search_input(), None);
}

#[test]
fn the_clock_of_the_player_to_act_runs_and_runs_out() {
    let mut session = Session::new();
    let seconds = Duration::from_secs;
    let text = r#"{"do": "new", "game": "snorkels", "clock": {"seconds": 60, "increment": 2}}"#;
    session.handle(serde_json::from_str(text).unwrap(), seconds(0));
    let play = |session: &mut Session, action: &str, at| {
        unwrap(session.handle(Request::Act { action: action.into() }, seconds(at)))
    };
    play(&mut session, "d4", 100).unwrap();
    let state = play(&mut session, "c3", 110).unwrap();
    assert_eq!(
        state.clock,
        Some(ClockView { left: [60_000, 52_000], increment: 2_000, running: Some(Player::P1) })
    );
    assert_eq!(session.time_to_flag(seconds(120)), Some(seconds(50)));
    let error = play(&mut session, "a1", 170).unwrap_err();
    assert_eq!(error, "the game is over: P2 wins by time");
}

#[test]
fn every_game_is_listed_with_its_options() {
    let Reply::Games { games } = Session::new().handle(Request::Games, NOW) else { panic!() };
    assert!(games.iter().map(|game| game.name).eq(games::names()));
    let size = games[0].options.iter().find(|option| option.name == "size").unwrap();
    assert_eq!(size.kind, OptionKind::Spin { default: 7, min: 2, max: 8 });
    let json = r#"{"name":"size","kind":"spin","default":7,"min":2,"max":8,"about":"#;
    assert!(serde_json::to_string(size).unwrap().starts_with(json));
    assert_eq!(games[2].seats.len(), 4);
}

#[test]
fn a_long_game_has_a_limit() {
    let mut session = new("nika");
    let turns = ["j6@n,-", "d7@n,-", "j12@n,-", "p7@n,-", "j6@w,-", "d7@s,-", "j12@w,-", "p7@s,-"];
    let mut played = 0;
    for turn in turns.iter().cycle() {
        if unwrap(session.handle(Request::Turn { turn: (*turn).into() }, NOW)).is_err() {
            break;
        }
        played += 1;
    }
    // The third occurrence of the start ends the game long before the limit of turns.
    assert_eq!((played, session.state().end.unwrap().reason), (16, Reason::REPETITION));
}

#[test]
fn a_preview_shows_a_position_and_plays_nothing() {
    let mut session = new("snorkels");
    let first = act(&mut session, "d4").unwrap();
    let before = session.state();
    let mut preview = |text: &str| match session.handle(serde_json::from_str(text).unwrap(), NOW) {
        Reply::Preview(preview) => Ok(*preview),
        Reply::Error { message } => Err(message),
        other => panic!("{other:?}"),
    };
    let shown = preview(r#"{"do": "preview", "turns": ["c3", "b2"]}"#).unwrap();
    assert_eq!(shown.position, "7/7/7/3P3/2G4/1P5/7 g 1 -");
    assert_eq!((shown.scene.pieces.len(), &*shown.events[0].text), (3, "a purple snorkel is placed on b2"));
    assert_eq!(preview(r#"{"do": "preview", "node": 0}"#).unwrap().scene.pieces, []);
    let shown = preview(&format!(r#"{{"do": "preview", "node": {}}}"#, first.node)).unwrap();
    assert_eq!(shown.position, before.position);
    assert!(
        preview(r#"{"do": "preview", "turns": ["d4"]}"#).unwrap_err().contains("a purple snorkel is there")
    );
    assert!(preview(r#"{"do": "preview", "node": 9}"#).unwrap_err().contains("no node 9"));
    assert_eq!(session.state(), before);
}

#[test]
fn a_threat_is_the_position_after_a_skipped_turn() {
    let threat = |game: &str, position: &str| {
        let mut session = Session::new();
        let text = format!(r#"{{"do": "new", "game": "{game}", "position": "{position}"}}"#);
        request(&mut session, &text).unwrap();
        let present = session.search_input().unwrap();
        session.threat_input().map(|input| {
            assert_eq!((input.player, input.turns.len()), (present.player.opponent(), 0));
            input.start
        })
    };
    let snorkels = threat("snorkels", "5/5/2G2/1GPG1/5 p 1 -");
    assert_eq!(snorkels.as_deref(), Some("5/5/2G2/1GPG1/5 g 1 -"));
    let symbol = threat("symbol", "x3,k,x3/x7/x7/x7/x7/x7/L,x2,K,x2,L 2 A2/a - fire=all");
    assert_eq!(symbol.as_deref(), Some("x3,k,x3/x7/x7/x7/x7/x7/L,x2,K,x2,L 1 A2/a - fire=all"));
    let nika = threat("nika", "d5ee5e/f5w/-/- T 2 1");
    assert_eq!(nika.as_deref(), Some("d5ee5e/f5w/-/- A 2 0"));
    // Within a turn there is none.
    assert_eq!(threat("nika", "d5ee5e/f5w/-/- T 1 0"), None);
    let mut session = new("nika");
    act(&mut session, "-").unwrap();
    assert_eq!(session.threat_input(), None);
}

#[test]
fn the_program_of_the_book_runs() {
    board::main();
}
