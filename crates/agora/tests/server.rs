//! The server with real connections: what it serves, and what it refuses.

#![cfg(unix)] // the engine is a shell script
#![allow(clippy::unwrap_used)] // in helpers of tests

mod common;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use agora::{EngineSettings, ServerOptions, Settings, WatchedTournament};
use common::{Server, connect, folder, page, server, until};
use serde_json::{Value, json};
use tungstenite::Message;

fn without_engines() -> ServerOptions {
    ServerOptions::new(Settings::default())
}

/// A server with the engine `mock`, whose processes write their numbers into a file in `folder`.
fn with_engine(folder: &Path) -> ServerOptions {
    const SCRIPT: &str = r#"
        echo $$ >> "$1"
        while read -r line; do
            case "$line" in
                ugi) echo "id name Mock"; echo "option name MultiPV type spin default 1 min 1 max 9"; echo "option name Skill Level type spin default 9 min 1 max 9"; echo ugiok;;
                setoption*) echo "$line" >> "$1.options";;
                isready) echo readyok;;
                *infinite*) echo "info string visits d4 8 swap 1"; echo "info depth 1 score cp 13 nodes 5 pv d4 swap";;
                go*) echo "info depth 1 score mate 3 nodes 5 pv d4"; echo "bestmove d4";;
                stop) echo "bestmove d4";;
                quit) exit;;
            esac
        done"#;
    let pids = folder.join("pids").display().to_string();
    let mock = EngineSettings {
        name: "mock".into(),
        program: "sh".into(),
        args: vec!["-c".into(), SCRIPT.into(), "mock".into(), pids],
        options: Default::default(),
    };
    let missing = EngineSettings {
        name: "missing".into(),
        program: "no/such/program".into(),
        args: Vec::new(),
        options: Default::default(),
    };
    ServerOptions::new(Settings { engines: vec![mock, missing] })
}

/// The answer to a plain request, as text.
fn get(address: SocketAddr, path: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn the_page_is_served_with_a_strict_policy() {
    let address = server(without_engines());
    let host = format!("Host: {address}\r\n");
    let answer = get(address, "/", &host);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("main.js"), "{answer}");
    assert!(answer.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{answer}");
    assert!(!answer.contains("unsafe"), "{answer}");
    assert!(get(address, "/main.js", &host).contains("content-type: text/javascript"));
    for path in [
        "/../Cargo.toml",
        "/Cargo.toml",
        "/etc/passwd",
        "//etc/passwd",
        "/%2e%2e/Cargo.toml",
        "/page/main.js",
    ] {
        assert!(get(address, path, &host).starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[test]
fn a_foreign_host_is_refused() {
    let address = server(without_engines());
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "localhost:1"] {
        let answer = get(address, "/", &format!("Host: {host}\r\n"));
        assert!(answer.starts_with("HTTP/1.1 403") && answer.contains("is not this server"), "{answer}");
        let (status, reason) = connect(address, "/ws", host, Some(&format!("http://{host}"))).unwrap_err();
        assert!(status == 403 && reason.contains("is not this server"), "{reason}");
    }
    assert!(get(address, "/", "").starts_with("HTTP/1.1 40"));
}

#[test]
fn a_foreign_origin_is_refused() {
    let address = server(without_engines());
    let host = address.to_string();
    for origin in ["http://evil.example", "null", "http://localhost:1", &format!("https://{address}")] {
        let (status, reason) = connect(address, "/ws", &host, Some(origin)).unwrap_err();
        assert!(status == 403 && reason.contains("is not this server"), "{reason}");
        let answer = get(address, "/", &format!("Host: {host}\r\nOrigin: {origin}\r\n"));
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    }
    let (status, reason) = connect(address, "/ws", &host, None).unwrap_err();
    assert!(status == 403 && reason.contains("Origin is missing"), "{reason}");
}

#[test]
fn a_connection_needs_the_token() {
    let token = Some("0123456789abcdef".to_owned());
    let address = server(ServerOptions { token, ..without_engines() });
    let connect = |path| connect(address, path, "board.example:1", Some("http://board.example:1"));
    for path in ["/ws", "/ws?token=", "/ws?token=0123456789abcdeX"] {
        let (status, reason) = connect(path).unwrap_err();
        assert!(status == 403 && reason.contains("token"), "{reason}");
    }
    assert_eq!(
        connect("/ws?token=0123456789abcdef").unwrap().request(&json!({"do": "state"}))["is"],
        "state"
    );
}

#[test]
fn malformed_messages_are_refused_and_change_nothing() {
    let address = server(without_engines());
    let mut socket = page(address);
    socket.request(&json!({"do": "act", "action": "d4"}));
    let before = socket.request(&json!({"do": "state"}));
    for text in [
        "",
        "{",
        "[]",
        "7",
        "\u{0}",
        r#"{"do": "sing"}"#,
        r#"{"do": ["act"]}"#,
        r#"{"do": "think"}"#,
        r#"{"do": "act", "action": 4}"#,
    ] {
        socket.socket.send(Message::text(text)).unwrap();
        let answer = socket.receive();
        assert!(
            answer["is"] == "error" && answer["message"].as_str().unwrap().contains("not a request"),
            "{answer}"
        );
    }
    // Nothing in a message names a program, an option or a file.
    for message in [
        json!({"do": "think", "engine": "sh", "limit": {"time": 1}}),
        json!({"do": "think", "engine": "/bin/sh", "limit": "infinite"}),
        json!({"do": "think", "engine": "mock", "limit": {"time": 1}, "options": {"Hash": "1"}}),
        json!({"do": "load", "text": "/etc/passwd"}),
    ] {
        assert_eq!(socket.request(&message)["is"], "error", "{message}");
    }
    socket.socket.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(socket.receive()["is"], "error");
    let mut after = socket.request(&json!({"do": "state"}));
    after["revision"] = before["revision"].clone();
    assert_eq!(before, after);
}

#[test]
fn oversized_messages_are_refused() {
    let address = server(without_engines());
    let mut socket = page(address);
    socket.request(&json!({"do": "act", "action": "d4"}));
    let answer = socket.request(&json!({"do": "load", "text": "x".repeat(session::MAX_MESSAGE)}));
    assert!(answer["message"].as_str().unwrap().contains("at most 262144 bytes"), "{answer}");
    assert_eq!(socket.request(&json!({"do": "state"}))["position"], "7/7/7/3P3/7/7/7 g 1 s");
    // What is much longer is not even read: the connection ends, and the server goes on.
    let _ = socket.socket.send(Message::text("x".repeat(4 * session::MAX_MESSAGE)));
    assert!((0..10).any(|_| !matches!(socket.socket.read(), Ok(Message::Text(_) | Message::Ping(_)))));
    assert_eq!(page(address).request(&json!({"do": "state"}))["is"], "state");
}

#[test]
fn a_hundred_sessions_are_independent_up_to_the_limit() {
    let address = server(without_engines());
    let mut open = Vec::new();
    for i in 0..100 {
        match connect(address, "/ws", &address.to_string(), Some(&format!("http://{address}"))) {
            Ok(socket) => open.push(socket),
            Err((status, reason)) => {
                assert!(i >= 64 && status == 503 && reason.contains("64 pages are open"), "{i}: {reason}");
            }
        }
    }
    assert_eq!(open.len(), 64);
    let cells: Vec<String> = (0..49).map(|i| format!("{}{}", char::from(b'a' + i % 7), i / 7 + 1)).collect();
    for (socket, cell) in open.iter_mut().zip(cells.iter().cycle()) {
        assert_eq!(socket.request(&json!({"do": "act", "action": cell}))["tree"][0]["turn"], **cell);
    }
    for (socket, cell) in open.iter_mut().zip(cells.iter().cycle()) {
        assert_eq!(socket.request(&json!({"do": "state"}))["tree"][0]["turn"], **cell);
    }
    drop(open);
    until("a closed page gives its place back", || {
        connect(address, "/ws", &address.to_string(), Some(&format!("http://{address}"))).is_ok()
    });
}

/// The processes of the engine that still run.
fn running(folder: &Path) -> Vec<String> {
    let pids = std::fs::read_to_string(folder.join("pids")).unwrap_or_default();
    let runs =
        |pid: &&str| std::process::Command::new("kill").args(["-0", pid]).output().unwrap().status.success();
    pids.lines().filter(runs).map(Into::into).collect()
}

#[test]
fn an_engine_plays_and_analyses() {
    let folder = folder("plays");
    let address = server(with_engine(&folder));
    let mut socket = page(address);
    assert_eq!(socket.request(&json!({"do": "engines"}))["engines"], json!(["mock", "missing"]));
    let think = json!({"do": "think", "engine": "mock", "limit": "infinite", "lines": 2});
    assert_eq!(socket.request(&think)["is"], "ok");
    let visits = socket.receive();
    assert_eq!((&visits["is"], &visits["visits"]), (&json!("visits"), &json!([["d4", 8], ["swap", 1]])));
    let report = socket.receive();
    assert_eq!(
        (&report["is"], &report["cp"], &report["pv"]),
        (&json!("info"), &json!(13), &json!(["d4", "swap"]))
    );
    // A new search ends the old one, whose turn is not played.
    let options = || std::fs::read_to_string(folder.join("pids.options")).unwrap();
    assert!(options().contains("name Skill Level value 9") && !options().contains("value 3"));
    let play = json!({"do": "think", "engine": "mock", "limit": {"level": 3}, "play": true});
    assert_eq!(socket.request(&play)["is"], "ok");
    let report = socket.receive();
    assert_eq!((&report["is"], &report["mate"]), (&json!("info"), &json!(3)));
    let played = socket.receive();
    assert_eq!((&played["is"], &played["state"]["tree"][0]["turn"]), (&json!("played"), &json!("d4")));
    assert!(options().ends_with("name Skill Level value 3\n"), "{}", options());
    // Scores are those of the first player; d4 is illegal now.
    assert_eq!(socket.request(&play)["is"], "ok");
    assert_eq!(socket.receive()["mate"], -3);
    let error = socket.receive();
    assert!(
        error["is"] == "engine-error" && error["message"].as_str().unwrap().contains("`d4` is illegal"),
        "{error}"
    );
    let missing = json!({"do": "think", "engine": "missing", "limit": {"nodes": 5}});
    assert_eq!(socket.request(&missing)["is"], "ok");
    assert!(socket.receive()["message"].as_str().unwrap().contains("no/such/program"));
}

#[test]
fn a_page_that_closes_in_mid_search_leaves_no_process() {
    let folder = folder("closes");
    let address = server(with_engine(&folder));
    for stop in [false, true] {
        let mut socket = page(address);
        let think = json!({"do": "think", "engine": "mock", "limit": "infinite"});
        assert_eq!(socket.request(&think)["is"], "ok");
        assert_eq!(socket.receive()["is"], "visits");
        assert_eq!(socket.receive()["is"], "info");
        assert_eq!(running(&folder).len(), 1);
        if stop {
            assert_eq!(socket.request(&json!({"do": "stop", "engine": "mock"}))["is"], "ok");
        }
        drop(socket);
        until("the engine has ended", || running(&folder).is_empty());
    }
    // Closed before the engine has even started.
    for _ in 0..10 {
        let mut socket = page(address);
        socket.request(&json!({"do": "think", "engine": "mock", "limit": "infinite"}));
    }
    until("all engines have ended", || running(&folder).is_empty());
}

#[test]
fn the_number_of_engines_is_bounded() {
    let folder = folder("bounded");
    let address = server(ServerOptions { max_engines: 2, ..with_engine(&folder) });
    let think = json!({"do": "think", "engine": "mock", "limit": "infinite"});
    let mut pages: Vec<_> = (0..3).map(|_| page(address)).collect();
    let answers: Vec<_> = pages.iter_mut().map(|socket| socket.request(&think)).collect();
    assert_eq!((&answers[0]["is"], &answers[1]["is"]), (&json!("ok"), &json!("ok")));
    assert_eq!(answers[2]["message"], "2 engines run, and no more are allowed");
    pages.remove(0);
    until("a closed page gives its engine back", || {
        let answer = pages[1].request(&think);
        answer["is"] == "ok"
    });
    drop(pages);
    until("all engines have ended", || running(&folder).is_empty());
}

#[test]
fn the_clock_of_a_player_runs_out_without_a_request() {
    let mut socket = page(server(without_engines()));
    let clock = json!({"seconds": 1});
    socket.request(&json!({"do": "new", "game": "snorkels", "clock": clock}));
    socket.request(&json!({"do": "act", "action": "d4"}));
    let ended = socket.receive();
    assert_eq!(
        (&ended["is"], &ended["state"]["end"]),
        (&json!("played"), &json!({"winner": 0, "reason": "time"}))
    );
}

#[test]
fn a_tournament_is_read_from_its_store_and_never_changed() {
    use arena::engine::EngineSpec;
    use arena::store::Address;
    use arena::tournament::Tournament;

    let path = folder("tournament").join("small.arena");
    let store_address = Address::Sqlite(path.clone());
    let mut rules = games::by_name("snorkels").unwrap();
    rules.set_option("size", "4").unwrap();
    let engines = ["heads", "tails", "edges"].map(EngineSpec::random);
    let tournament = Tournament::new(rules, engines, Default::default()).unwrap();
    let store = tournament.create(&store_address).unwrap();
    let open = || ServerOptions {
        tournament: Some(WatchedTournament::open(&store_address).unwrap()),
        ..without_engines()
    };
    let mut socket = page(server(open()));
    let ask = json!({"do": "tournament"});
    let before = socket.request(&ask);
    assert_eq!((&before["is"], &before["finished"]), (&json!("tournament"), &json!(0)));
    // As on the command line: the games to play, not only those that are scheduled so far.
    assert_eq!((&before["scheduled"], store.counts().unwrap().scheduled()), (&json!(6), 0));

    tournament.work(&store, &Default::default(), &Default::default(), &|_, _| ()).unwrap();
    let results = tournament.results(&store).unwrap();
    let read = || std::fs::read(&path).unwrap();
    let bytes = read();
    // The page that was open sees the new games.
    let view = socket.request(&ask);
    let games = results.summary.games;
    assert_eq!((&view["finished"], &view["scheduled"]), (&json!(games), &json!(games)));
    assert_eq!(view["verdict"], "complete");
    assert_eq!(view["running"], json!([]));
    let best = &results.summary.standings[results.summary.ranking()[0]];
    let first = &view["standings"][0];
    assert_eq!((&first["name"], &first["won"]), (&json!(best.name), &json!(best.tally.wins)));
    assert_eq!(first["against"][0], Value::Null);
    let listed = view["games"].as_array().unwrap();
    assert_eq!(listed.len() as u64, games.min(50));
    let rest = socket.request(&json!({"do": "tournament", "skip": games - 1}));
    assert_eq!(rest["games"].as_array().unwrap().len(), 1);

    let number = &listed[0]["number"];
    let loaded = socket.request(&json!({"do": "tournament-game", "number": number}));
    assert_eq!((&loaded["is"], &loaded["game"]), (&json!("state"), &json!("snorkels")));
    assert_eq!(json!(loaded["tree"].as_array().unwrap().len()), listed[0]["turns"]);
    for (message, expected) in [
        (json!({"do": "tournament-game", "number": games + 1}), "has no record"),
        (json!({"do": "tournament-game", "number": -1}), "not a request"),
        (json!({"do": "tournament", "store": "/etc/passwd"}), "unknown field"),
    ] {
        let refused = socket.request(&message);
        assert!(refused["message"].as_str().unwrap().contains(expected), "{refused}");
    }
    assert!(read() == bytes, "the file has changed");
    let mut other = page(server(without_engines()));
    assert_eq!(other.request(&ask)["message"], "no tournament is watched");
    let missing = Address::Sqlite(path.with_extension("missing"));
    assert!(WatchedTournament::open(&missing).unwrap_err().contains("there is no tournament"));
}

#[test]
fn a_running_game_is_shown_and_opened() {
    use arena::engine::EngineSpec;
    use arena::openings::{Candidate, Opening};
    use arena::schedule::Game;
    use arena::store::{Address, Claim};
    use arena::tournament::Tournament;

    let store_address = Address::Sqlite(folder("running").join("running.arena"));
    let mut rules = games::by_name("snorkels").unwrap();
    rules.set_option("size", "4").unwrap();
    let start = rules.start().position_text();
    let engines = ["heads", "tails"].map(EngineSpec::random);
    let tournament = Tournament::new(rules, engines, Default::default()).unwrap();
    let store = tournament.create(&store_address).unwrap();
    let game = |number| Game { number, round: 1, pair: 1, opening: 0, entrants: [0, 1] };
    let piece = store.claim_openings(1, 1, Duration::from_secs(60)).unwrap().unwrap();
    let opening = Candidate { opening: Opening::default(), position: 0 };
    store.add_openings(piece.start, &[Some(opening)], true).unwrap();
    assert!(store.extend(0, None, &[game(1), game(2)]).unwrap());
    let worker = store.register("here", 1).unwrap();
    let Claim::Game(claimed) = store.claim(&worker, Duration::from_secs(600), &[]).unwrap() else { panic!() };
    let options = ServerOptions {
        tournament: Some(WatchedTournament::open(&store_address).unwrap()),
        ..without_engines()
    };
    let mut socket = page(server(options));
    let mut view = || socket.request(&json!({"do": "tournament"}))["running"].clone();
    let running = view();
    assert_eq!((&running[0]["players"], &running[0]["board"]), (&json!(["heads", "tails"]), &Value::Null));

    let record = |turns: &str, result: &str| {
        format!(
            "# a game of the arena, format 1\nGame: snorkels\nRule: size=4\nP1: heads\nP2: tails\nStart: {start}\n\
             Result: {result}\n\n1. P1 a1  ; opening\n{turns}"
        )
    };
    let second = "2. P2 b2  ; score +5 depth 3 time 0.001\n";
    for (turns, last, pieces) in [("", "a1", 1), (second, "b2", 2)] {
        store.keep_progress(&[(claimed.token, record(turns, "unfinished"))]).unwrap();
        let running = view();
        let board = &running[0]["board"];
        assert_eq!((&running[0]["turns"], &board["turn"]), (&json!(pieces), &json!(last)), "{running}");
        assert_eq!(board["scene"]["pieces"].as_array().unwrap().len(), pieces);
    }
    let ask = |known: Value| json!({"do": "tournament-game", "number": 1, "known": known});
    let loaded = socket.request(&ask(Value::Null));
    assert_eq!((&loaded["is"], loaded["tree"].as_array().unwrap().len()), (&json!("state"), 2));
    assert_eq!(socket.request(&ask(json!(2)))["is"], "no-turns");
    assert_eq!(socket.request(&ask(json!(1)))["is"], "state");
    // The other game has not begun.
    let other = socket.request(&json!({"do": "tournament-game", "number": 2}));
    assert!(other["message"].as_str().unwrap().contains("has no record"), "{other}");
    // What is in the store is read, any writer counts.
    store.keep_progress(&[(claimed.token, "no record".into())]).unwrap();
    assert_eq!(socket.request(&json!({"do": "tournament"}))["running"][0]["board"], Value::Null);
    store.keep_progress(&[(claimed.token, record(second, "P2 wins by time"))]).unwrap();
    assert_eq!(socket.request(&ask(json!(2)))["is"], "finished");
}

#[test]
fn requests_that_do_not_end_are_closed() {
    let address = server(ServerOptions { request_time: Duration::from_millis(200), ..without_engines() });
    let mut page = page(address);
    let starts = ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n", "GET / HTTP/1.1\r\nX: "];
    let body = format!("GET / HTTP/1.1\r\nHost: {address}\r\nContent-Length: 1000\r\n\r\nslow");
    let again = format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let starts = starts.into_iter().chain([&*body, &*again]).cycle().take(120);
    let open: Vec<_> = starts
        .map(|start| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
            stream.write_all(start.as_bytes()).unwrap();
            stream
        })
        .collect();
    for mut stream in open {
        // Until the end; a connection that is still open is an error after 30 s.
        match stream.read_to_end(&mut Vec::new()) {
            Ok(_) => {}
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset),
        }
    }
    // A WebSocket stays.
    assert_eq!(page.request(&json!({"do": "state"}))["is"], "state");
}

/// Other systems have 127.0.0.1 only.
#[cfg(target_os = "linux")]
#[test]
fn every_loopback_address_may_be_listened_on() {
    let server = Server::on("127.0.0.2:0", without_engines());
    let address = server.address;
    assert!(get(address, "/", &format!("Host: {address}\r\n")).starts_with("HTTP/1.1 200"));
    assert_eq!(page(address).request(&json!({"do": "state"}))["is"], "state");
    let other = format!("Host: 127.0.0.3:{}\r\n", address.port());
    assert!(get(address, "/", &other).starts_with("HTTP/1.1 403"));
}

#[test]
fn files_are_compressed_and_a_reload_transfers_no_content() {
    let address = server(without_engines());
    let host = format!("Host: {address}\r\n");
    let plain = get(address, "/main.js", &host);
    let gzip = get(address, "/main.js", &format!("{host}Accept-Encoding: br, gzip\r\n"));
    assert!(gzip.contains("content-encoding: gzip") && !plain.contains("content-encoding"), "{plain}");
    for answer in [&plain, &gzip] {
        assert!(answer.contains("vary: accept-encoding") && answer.contains("cache-control: no-cache"));
    }
    let field = |answer: &str, name: &str| {
        answer.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().to_owned()
    };
    let [compressed, all]: [usize; 2] =
        [&gzip, &plain].map(|answer| field(answer, "content-length: ").parse().unwrap());
    assert!(2 * compressed < all, "{compressed} of {all} bytes");
    let tag = field(&plain, "etag: ");
    assert!(gzip.contains(&tag), "{gzip}");
    let reload = get(address, "/main.js", &format!("{host}If-None-Match: \"x\", {tag}\r\n"));
    assert!(reload.starts_with("HTTP/1.1 304") && reload.ends_with("\r\n\r\n"), "{reload}");
    assert!(reload.contains("content-security-policy: "), "{reload}");
    let changed = get(address, "/style.css", &format!("{host}If-None-Match: {tag}\r\n"));
    assert!(changed.starts_with("HTTP/1.1 200"), "{changed}");
    let without = get(address, "/main.js", &format!("{host}Accept-Encoding: gzip;q=0\r\n"));
    assert!(!without.contains("content-encoding"), "{without}");
}
