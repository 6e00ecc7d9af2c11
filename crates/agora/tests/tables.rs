//! Tables with real connections: games of several devices, and what a device must not do.

#![cfg(unix)] // the engine is a shell script
#![allow(clippy::unwrap_used)] // in helpers of tests

mod common;

use std::net::SocketAddr;
use std::path::Path;

use abstract_game::random::SplitMix64;
use agora::{Address, EngineSettings, ServerOptions, Settings};
use common::{Client, Server, connect, folder, open, page, server};
use serde_json::{Value, json};

fn without_engines() -> ServerOptions {
    ServerOptions::new(Settings::default())
}

/// The links of a new table: of its people, and for spectators.
struct Links {
    address: SocketAddr,
    table: u64,
    people: Vec<String>,
    watch: String,
}

impl Links {
    /// Of a new table.
    fn new(address: SocketAddr, request: Value) -> Links {
        Links::of(address, &page(address).request(&request)["tables"][0])
    }

    fn of(address: SocketAddr, table: &Value) -> Links {
        let path = |links: &Value| {
            let url = links[0]["url"].as_str().unwrap_or_else(|| panic!("{table}"));
            url.strip_prefix(&format!("http://{address}/")).unwrap().to_owned()
        };
        Links {
            address,
            table: table["table"].as_u64().unwrap(),
            people: table["people"].as_array().unwrap().iter().map(|person| path(&person["links"])).collect(),
            watch: path(&table["watch"]),
        }
    }

    /// The connection of a device that claims a person's seat, and its secret.
    fn claim(&self, person: usize) -> (Client, String) {
        let mut client = open(self.address, &format!("/ws{}", self.people[person]));
        let table = client.receive();
        let secret = table["device"].as_str().unwrap_or_else(|| panic!("{table}")).to_owned();
        (client, secret)
    }

    /// A connection of the device with this secret.
    fn back(&self, person: usize, secret: &str) -> Client {
        open(self.address, &format!("/ws{}&device={secret}", self.people[person]))
    }

    fn watch(&self) -> Client {
        open(self.address, &format!("/ws{}", self.watch))
    }

    /// Devices of all people of a table.
    fn claim_all(&self) -> Vec<Client> {
        (0..self.people.len()).map(|person| self.claim(person).0).collect()
    }
}

/// A table for Ann and Ben.
fn two(game: &str) -> Value {
    json!({"do": "table-new", "game": game, "seats": [{"person": "Ann"}, {"person": "Ben"}]})
}

fn turn(client: &mut Client, turn: &str) -> Value {
    let reply = client.request(&json!({"do": "turn", "turn": turn}));
    assert_eq!(reply["is"], "state", "{reply}");
    reply
}

/// The next state that the server sends without a request.
fn played(client: &mut Client) -> Value {
    client.wait_for(|message| message["is"] == "played")["state"].take()
}

fn state(client: &mut Client) -> Value {
    client.request(&json!({"do": "state"}))
}

fn assert_refused(client: &mut Client, request: &Value, expected: &str) {
    let reply = client.request(request);
    let message = reply["message"].as_str().unwrap_or_default();
    assert!(reply["is"] == "error" && message.contains(expected), "{request}: {reply}");
}

/// Waits until a table has these offers, as their words and players.
fn wait_for_offers(client: &mut Client, offers: Value) {
    client.wait_for(|message| message["is"] == "table" && message["offers"] == offers);
}

#[test]
fn two_devices_finish_a_game_of_each_kind() {
    let address = server(without_engines());
    let people = |names: &[&str]| names.iter().map(|name| json!({"person": name})).collect::<Vec<_>>();
    for (game, seats) in [
        ("snorkels", people(&["Ann", "Ben"])),
        ("symbol", people(&["Ann", "Ben"])),
        ("nika", people(&["Ann", "Ben", "Ann", "Ben"])),
    ] {
        let links = Links::new(address, json!({"do": "table-new", "game": game, "seats": seats}));
        let mut devices = links.claim_all();
        let mut watcher = links.watch();
        let mut at = games::by_name(game).unwrap().start();
        let mut random = SplitMix64::new(7);
        // Random turns of some games take long: then one player resigns.
        while at.result().is_none() && at.turn_count() < 150 {
            let (player, text) = (at.player_to_act().index(), at.random_turn(&mut random).unwrap());
            let other = devices[1 - player].request(&json!({"do": "turn", "turn": text}));
            assert_eq!(other["message"], "it is not your turn");
            let own = turn(&mut devices[player], &text);
            at.play_turn(&text).unwrap();
            for state in [own, played(&mut devices[1 - player]), played(&mut watcher)] {
                assert_eq!(state["position"], at.position_text());
                assert!(state["node"] == state["live"] && !state["events"].as_array().unwrap().is_empty());
            }
        }
        let end = match at.result() {
            Some(end) => serde_json::to_value(end).unwrap(),
            None => {
                devices[1].request(&json!({"do": "resign", "player": 1}));
                assert_eq!(played(&mut devices[0])["end"]["reason"], "resignation");
                json!({"winner": 0, "reason": "resignation"})
            }
        };
        for device in devices.iter_mut().chain([&mut watcher]) {
            assert_eq!(state(device)["end"], end);
        }
        let all = page(address).request(&json!({"do": "tables"}));
        assert_eq!((&all["tables"][0]["end"], &all["network"]), (&end, &json!(false)));
    }
}

#[test]
fn a_turn_of_several_actions_is_seen_when_it_is_complete() {
    let links = Links::new(
        server(without_engines()),
        json!({"do": "table-new", "game": "nika", "seats": [{"person": "A"}, {"person": "B"}, {"person": "C"}, {"person": "D"}]}),
    );
    let mut devices = links.claim_all();
    let act = |device: &mut Client, action: &str| device.request(&json!({"do": "act", "action": action}));
    assert_eq!(act(&mut devices[0], "k4k5>n")["pending"], json!(["k4k5>n"]));
    assert_eq!(state(&mut devices[1])["pending"], json!([]));
    assert_eq!(devices[0].request(&json!({"do": "undo-action"}))["pending"], json!([]));
    assert_eq!(act(&mut devices[0], "k4k5>n")["pending"], json!(["k4k5>n"]));
    // What others do does not disturb it.
    devices[1].request(&json!({"do": "draw"}));
    assert_eq!(state(&mut devices[0])["pending"], json!(["k4k5>n"]));
    let actions = state(&mut devices[0])["actions"].clone();
    let next =
        actions.as_array().unwrap().iter().find_map(|action| action["text"].as_str()).unwrap().to_owned();
    let mut reply = act(&mut devices[0], &next);
    while reply["pending"] != json!([]) {
        let next = reply["actions"][0]["text"].as_str().unwrap().to_owned();
        reply = act(&mut devices[0], &next);
    }
    assert_eq!((&reply["seat"], &reply["node"]), (&json!(1), &reply["live"]));
    for device in &mut devices[1..] {
        let state = played(device);
        assert_eq!((&state["position"], &state["seat"]), (&reply["position"], &json!(1)));
    }
    // The partner of a player does not play for them.
    assert_refused(&mut devices[3], &json!({"do": "turn", "turn": "x"}), "not your turn");
}

#[test]
fn a_member_steps_through_the_game_and_disturbs_nobody() {
    let links = Links::new(server(without_engines()), two("snorkels"));
    let mut devices = links.claim_all();
    let mut watcher = links.watch();
    assert_eq!(
        (watcher.receive()["you"].clone(), watcher.request(&json!({"do": "games"}))["is"].clone()),
        (json!([]), json!("games"))
    );
    turn(&mut devices[0], "d4");
    let first = played(&mut watcher);
    assert_eq!(watcher.request(&json!({"do": "go", "node": 0}))["node"], 0);
    turn(&mut devices[1], "c3");
    let second = played(&mut watcher);
    assert_eq!((&second["node"], second["tree"].as_array().unwrap().len()), (&json!(0), 2));
    assert_eq!(played(&mut devices[0])["node"], second["live"]);
    let preview = watcher.request(&json!({"do": "preview", "node": first["node"], "turns": ["swap"]}));
    assert_eq!(preview["is"], "preview");
    let why = watcher.request(&json!({"do": "why", "set": [], "reserve": null, "cell": "d4"}));
    assert_eq!(why["is"], "why", "{why}");
    assert!(watcher.request(&json!({"do": "save"}))["text"].as_str().unwrap().ends_with("1. d4 2. c3\n"));
    // A player who looks at an earlier position must come back to play.
    devices[0].request(&json!({"do": "go", "node": 0}));
    assert_refused(&mut devices[0], &json!({"do": "act", "action": "e5"}), "earlier position");
    devices[0].request(&json!({"do": "go", "node": second["live"]}));
    turn(&mut devices[0], "e5");
    assert_eq!(state(&mut watcher)["node"], 0);
}

#[test]
fn a_device_gets_only_what_its_link_gives() {
    let token = Some("0123456789abcdef".to_owned());
    let address = server(ServerOptions { token, ..without_engines() });
    let mut owner = open(address, "/ws?token=0123456789abcdef");
    let links = Links::of(address, &owner.request(&two("snorkels"))["tables"][0]);
    let (mut ann, secret) = links.claim(0);
    let mut ben = links.claim(1).0;
    let mut watcher = links.watch();
    assert_eq!(watcher.receive()["device"], Value::Null);
    // Nobody but the owner gets engines, tournaments and tables.
    for member in [&mut ann, &mut watcher] {
        assert_eq!(member.request(&json!({"do": "engines"})), json!({"is": "engines", "engines": []}));
        for request in [
            two("snorkels"),
            json!({"do": "tables"}),
            json!({"do": "table-remove", "table": links.table}),
            json!({"do": "table-free", "table": links.table, "person": "Ann"}),
            json!({"do": "think", "engine": "mock", "limit": {"nodes": 5}}),
            json!({"do": "stop", "engine": "mock"}),
            json!({"do": "tournament"}),
        ] {
            assert_refused(member, &request, "not a request");
        }
        for request in [
            json!({"do": "new", "game": "nika"}),
            json!({"do": "load", "text": "Game: nika\n\n"}),
            json!({"do": "remove", "node": 0}),
            json!({"do": "promote", "node": 0}),
            json!({"do": "comment", "node": 0, "text": "x"}),
        ] {
            assert_refused(member, &request, "only changed by its turns");
        }
    }
    // A spectator changes nothing.
    let before = state(&mut ben);
    for request in [
        json!({"do": "act", "action": "d4"}),
        json!({"do": "turn", "turn": "d4"}),
        json!({"do": "undo-action"}),
        json!({"do": "resign", "player": 0}),
        json!({"do": "draw"}),
        json!({"do": "take-back"}),
        json!({"do": "rematch"}),
        json!({"do": "accept", "offer": "draw"}),
        json!({"do": "decline", "offer": "draw"}),
    ] {
        assert_refused(&mut watcher, &request, "you watch this game");
    }
    assert_refused(&mut ben, &json!({"do": "resign", "player": 0}), "only resign for yourself");
    assert_eq!(state(&mut ben)["position"], before["position"]);
    // A stolen link for spectators is no seat, a claimed seat is no other device's, and a key is not guessed.
    let (watch, seat) = (links.watch.strip_prefix("?watch=").unwrap(), &links.people[0]);
    let wrong = "0".repeat(32);
    for (path, code) in [
        (format!("/ws?seat={watch}"), 4001),
        (format!("/ws?watch={}", &seat["?seat=".len()..]), 4001),
        (format!("/ws?seat={wrong}"), 4001),
        (format!("/ws?seat=&watch={watch}"), 4001),
        (format!("/ws{seat}"), 4002),
        (format!("/ws{seat}&device={wrong}"), 4002),
        (format!("/ws{}&device={secret}", links.people[1]), 4002),
    ] {
        assert_eq!(open(address, &path).closed(), code, "{path}");
    }
    // A page of another site gets nothing, whatever it knows.
    let host = address.to_string();
    for origin in [Some("http://evil.example"), Some("null"), None] {
        for path in [format!("/ws{seat}&device={secret}"), format!("/ws?watch={watch}")] {
            assert_eq!(connect(address, &path, &host, origin).unwrap_err().0, 403, "{path}");
        }
    }
    for path in ["/ws", "/ws?token=x"] {
        assert_eq!(connect(address, path, &host, Some(&format!("http://{host}"))).unwrap_err().0, 403);
    }
    // Nobody was disturbed.
    turn(&mut ann, "d4");
    assert_eq!(played(&mut ben)["tree"][0]["turn"], "d4");
}

#[test]
fn a_device_takes_its_seat_again() {
    let address = server(without_engines());
    let links = Links::new(address, two("snorkels"));
    let (mut ann, secret) = links.claim(0);
    let waits = |names: Value| move |message: &Value| message["waits"] == names;
    assert_refused(&mut ann, &json!({"do": "act", "action": "d4"}), "waits for Ben");
    let (mut ben, _) = links.claim(1);
    ann.wait_for(waits(json!([])));
    turn(&mut ann, "d4");
    played(&mut ben);
    // The old connection is still open on the server, as when a network fails.
    let mut again = links.back(0, &secret);
    assert_eq!(ann.closed(), 4003);
    let table = again.receive();
    assert_eq!((&table["you"], &table["device"]), (&json!([0]), &Value::Null));
    assert_eq!(state(&mut again)["tree"][0]["turn"], "d4");
    let connected = |is: bool| move |message: &Value| message["seats"][0]["connected"] == is;
    drop(again);
    ben.wait_for(connected(false));
    turn(&mut ben, "c3");
    let mut again = links.back(0, &secret);
    ben.wait_for(connected(true));
    turn(&mut again, "e5");
    assert_eq!(played(&mut ben)["tree"].as_array().unwrap().len(), 3);
    // A lost secret: the owner frees the seat.
    let mut owner = page(address);
    assert_refused(&mut owner, &json!({"do": "table-free", "table": links.table, "person": "Eve"}), "nobody");
    let freed = owner.request(&json!({"do": "table-free", "table": links.table, "person": "Ann"}));
    assert_eq!(freed["tables"][0]["seats"][0]["claimed"], false);
    assert_eq!((again.closed(), links.claim(0).1 == secret), (4002, false));
}

#[test]
fn a_take_back_is_offered() {
    let links = Links::new(server(without_engines()), two("snorkels"));
    let [mut ann, mut ben] = <[Client; 2]>::try_from(links.claim_all()).unwrap();
    let (ask, of_ann) = (json!({"do": "take-back"}), json!([{"offer": "take-back", "player": 0}]));
    assert_refused(&mut ann, &ask, "you have played no turn");
    turn(&mut ann, "d4");
    assert_refused(&mut ben, &ask, "you have played no turn");
    assert_eq!(ann.request(&ask)["tree"].as_array().unwrap().len(), 1);
    wait_for_offers(&mut ben, of_ann.clone());
    assert_refused(&mut ann, &ask, "offered already");
    assert_refused(&mut ann, &json!({"do": "accept", "offer": "take-back"}), "nobody offers this to you");
    ben.request(&json!({"do": "decline", "offer": "take-back"}));
    wait_for_offers(&mut ann, json!([]));
    assert_eq!(state(&mut ann)["tree"].as_array().unwrap().len(), 1);
    // A turn is an answer, too.
    ann.request(&ask);
    wait_for_offers(&mut ben, of_ann.clone());
    turn(&mut ben, "c3");
    wait_for_offers(&mut ann, json!([]));
    // Back to the last turn of the one who asks: two turns.
    ann.request(&ask);
    wait_for_offers(&mut ben, of_ann);
    let back = ben.request(&json!({"do": "accept", "offer": "take-back"}));
    assert_eq!(
        (&back["node"], &back["seat"], back["tree"].as_array().unwrap().len()),
        (&json!(0), &json!(0), 0)
    );
    ann.wait_for(|message| message["state"]["live"] == 0);
    turn(&mut ann, "e5");
}

#[test]
fn a_draw_and_a_rematch_are_offered() {
    let mut new = two("snorkels");
    new["options"] = json!({"size": "5"});
    new["clock"] = json!({"seconds": 600, "increment": 2});
    let links = Links::new(server(without_engines()), new);
    let [mut ann, mut ben] = <[Client; 2]>::try_from(links.claim_all()).unwrap();
    assert_refused(&mut ann, &json!({"do": "rematch"}), "the game is not over");
    assert_refused(&mut ann, &json!({"do": "accept", "offer": "draw"}), "nobody offers");
    ann.request(&json!({"do": "draw"}));
    turn(&mut ann, "c3");
    // It lasts until the other player plays.
    wait_for_offers(&mut ben, json!([{"offer": "draw", "player": 0}]));
    turn(&mut ben, "a1");
    wait_for_offers(&mut ann, json!([]));
    ann.request(&json!({"do": "draw"}));
    wait_for_offers(&mut ben, json!([{"offer": "draw", "player": 0}]));
    // The same offer accepts.
    let end = json!({"winner": null, "reason": "agreement"});
    let over = ben.request(&json!({"do": "draw"}));
    assert_eq!((&over["end"], &over["clock"]["running"]), (&end, &Value::Null));
    ann.wait_for(|message| message["state"]["end"] == end);
    assert_refused(&mut ann, &json!({"do": "take-back"}), "the game is over");

    ben.request(&json!({"do": "rematch"}));
    wait_for_offers(&mut ann, json!([{"offer": "rematch", "player": 1}]));
    ben.request(&json!({"do": "decline", "offer": "rematch"}));
    wait_for_offers(&mut ann, json!([]));
    ben.request(&json!({"do": "rematch"}));
    wait_for_offers(&mut ann, json!([{"offer": "rematch", "player": 1}]));
    let new = ann.request(&json!({"do": "accept", "offer": "rematch"}));
    assert_eq!(
        (&new["options"], &new["end"], new["tree"].as_array().unwrap().len(), &new["clock"]["running"]),
        (&json!({"size": "5"}), &Value::Null, 0, &json!(0))
    );
    let table = ben.wait_for(|message| message["round"] == 2);
    assert_eq!(
        (&table["you"], &table["player"], &table["seats"][0]["person"]),
        (&json!([0]), &json!(0), &json!("Ben"))
    );
    assert_refused(&mut ann, &json!({"do": "act", "action": "c3"}), "not your turn");
    turn(&mut ben, "c3");
    assert_eq!(ann.wait_for(|message| message["state"]["tree"][0]["turn"] == "c3")["is"], "played");
}

#[test]
fn the_clock_runs_on_the_server_once_all_people_are_there() {
    let mut new = two("snorkels");
    new["clock"] = json!({"seconds": 1});
    let links = Links::new(server(without_engines()), new);
    let mut ann = links.claim(0).0;
    assert_eq!(state(&mut ann)["clock"], json!({"left": [1000, 1000], "increment": 0, "running": null}));
    let mut ben = links.claim(1).0;
    assert_eq!(played(&mut ann)["clock"]["running"], 0);
    let end = json!({"winner": 1, "reason": "time"});
    for device in [&mut ann, &mut ben] {
        let over = played(device);
        assert_eq!((&over["end"], &over["clock"]["left"]), (&end, &json!([0, 1000])));
    }
    assert_refused(&mut ann, &json!({"do": "act", "action": "d4"}), "the game is over");
}

/// A server with an engine that plays the first of `turns` that was not played, and accepts draws.
fn with_engine(folder: &Path, turns: &str) -> ServerOptions {
    const SCRIPT: &str = r#"
        echo $$ >> "$1"
        while read -r line; do
            echo "$line" >> "$1.lines"
            case "$line" in
                ugi) echo "option name Announcements type check default false"; echo ugiok;;
                isready) echo readyok;;
                position*) position="$line ";;
                go*)
                    case "$line" in *draw*) echo "info draw";; esac
                    for turn in $2; do case "$position" in *" $turn "*) ;; *) break;; esac; done
                    echo "info depth 1 score cp 13 nodes 5 pv $turn"; echo "bestmove $turn";;
                quit) exit;;
            esac
        done"#;
    let pids = folder.join("pids").display().to_string();
    let mock = EngineSettings {
        name: "mock".into(),
        program: "sh".into(),
        args: vec!["-c".into(), SCRIPT.into(), "mock".into(), pids, turns.into()],
        options: Default::default(),
    };
    ServerOptions::new(Settings { engines: vec![mock] })
}

fn against_engine() -> Value {
    json!({"do": "table-new", "game": "snorkels",
        "seats": [{"engine": "mock", "limit": {"nodes": 5}}, {"person": "Ben"}]})
}

#[test]
fn an_engine_plays_at_a_table() {
    let folder = folder("table-engine");
    let links = Links::new(server(with_engine(&folder, "d4 e5 a1 b2")), against_engine());
    let mut watcher = links.watch();
    assert_eq!(watcher.receive()["seats"][0], json!({"engine": "mock", "limit": {"nodes": 5}}));
    assert!(!folder.join("pids").exists(), "the engine waits for people");
    let mut ben = links.claim(0).0;
    assert_eq!(played(&mut ben)["tree"][0]["turn"], "d4");
    assert_eq!(turn(&mut ben, "c3")["seat"], 0);
    assert_eq!(played(&mut ben)["tree"][2]["turn"], "e5");
    // Taken back at once, to the turn of the person, and the engine plays when it is to act again.
    let back = ben.request(&json!({"do": "take-back"}));
    assert_eq!((&back["seat"], back["tree"].as_array().unwrap().len()), (&json!(1), 1));
    turn(&mut ben, "c4");
    assert_eq!(played(&mut ben)["tree"][2]["turn"], "e5");
    // The engine answers the offer of a draw in its turn.
    assert_eq!(ben.request(&json!({"do": "draw"}))["end"], Value::Null);
    turn(&mut ben, "g7");
    assert_eq!(played(&mut ben)["end"], json!({"winner": null, "reason": "agreement"}));
    // A rematch begins at once, with the person first.
    let new = ben.request(&json!({"do": "rematch"}));
    assert_eq!((&new["seat"], new["tree"].as_array().unwrap().len()), (&json!(0), 0));
    turn(&mut ben, "d4");
    assert_eq!(played(&mut ben)["tree"][1]["turn"], "e5");
    // What the engine thinks is shown to nobody.
    watcher.wait_for(|message| {
        assert!(message["is"] == "played" || message["is"] == "table", "{message}");
        message["state"]["tree"][1]["turn"] == "e5"
            && message["state"]["tree"][0]["turn"] == "d4"
            && message["state"]["seat"] == 0
    });
}

#[test]
fn a_table_without_members_keeps_no_engine() {
    let folder = folder("table-idle");
    let links = Links::new(server(with_engine(&folder, "d4 e5")), against_engine());
    let (mut ben, secret) = links.claim(0);
    played(&mut ben);
    let running = || {
        let pids = std::fs::read_to_string(folder.join("pids")).unwrap();
        let runs = |pid: &&str| {
            std::process::Command::new("kill").args(["-0", pid]).output().unwrap().status.success()
        };
        pids.lines().filter(runs).count()
    };
    assert_eq!(running(), 1);
    drop(ben);
    common::until("the engine has ended", || running() == 0);
    let mut ben = links.back(0, &secret);
    turn(&mut ben, "c3");
    assert_eq!(played(&mut ben)["tree"][2]["turn"], "e5");
}

#[test]
fn an_engine_that_fails_is_shown_and_asked_again() {
    let folder = folder("table-failure");
    let links = Links::new(server(with_engine(&folder, "z9")), against_engine());
    let mut ben = links.claim(0).0;
    let error = ben.wait_for(|message| message["is"] == "engine-error");
    assert!(error["message"].as_str().unwrap().contains("`z9` is illegal"), "{error}");
    let table = ben.wait_for(|message| message["seats"][0]["problem"].is_string());
    assert_eq!(table["waits"], json!([]));
    let asked = || {
        let lines = std::fs::read_to_string(folder.join("pids.lines")).unwrap();
        lines.lines().filter(|line| line.starts_with("go")).count()
    };
    let before = asked();
    let mut watcher = links.watch();
    watcher.wait_for(|message| message["is"] == "engine-error");
    assert_eq!(asked(), before + 1);
    // The person may still end the game.
    assert_eq!(ben.request(&json!({"do": "resign", "player": 1}))["end"]["winner"], 0);
}

#[test]
fn tables_outlast_the_server() {
    let file = folder("table-store").join("folder").join("tables.db");
    let start =
        || Server::start(ServerOptions { tables: Address::Sqlite(file.clone()), ..without_engines() });
    let first = start();
    assert!(!file.exists(), "it is created with the first table");
    let mut new = two("snorkels");
    new["options"] = json!({"size": "5"});
    new["clock"] = json!({"seconds": 600, "increment": 5});
    let links = Links::new(first.address, new);
    let ((mut ann, ann_secret), (mut ben, ben_secret)) = (links.claim(0), links.claim(1));
    turn(&mut ann, "c3");
    played(&mut ben);
    let before = turn(&mut ben, "a1");
    // No other server may use the file meanwhile.
    let second = start();
    assert_refused(&mut page(second.address), &two("snorkels"), "another agora");
    drop((first, second));

    let again = start();
    let listed = page(again.address).request(&json!({"do": "tables"}));
    let kept = Links::of(again.address, &listed["tables"][0]);
    assert_eq!((&kept.people, &kept.watch, kept.table), (&links.people, &links.watch, links.table));
    assert_eq!(open(again.address, &format!("/ws{}", kept.people[0])).closed(), 4002);
    let mut ann = kept.back(0, &ann_secret);
    let after = state(&mut ann);
    for part in ["position", "options", "seat", "live"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    // Clocks do not run while the server is down, nor before everyone is back.
    assert_eq!(after["clock"]["running"], Value::Null);
    let left = |state: &Value, player: usize| state["clock"]["left"][player].as_u64().unwrap();
    assert!(left(&after, 1) == left(&before, 1) && left(&after, 0) <= left(&before, 0));
    assert_refused(&mut ann, &json!({"do": "act", "action": "e5"}), "waits for Ben");
    let mut ben = kept.back(1, &ben_secret);
    ann.wait_for(|message| message["state"]["clock"]["running"] == 0);
    turn(&mut ann, "e5");
    assert_eq!(played(&mut ben)["tree"].as_array().unwrap().len(), 3);
    // Nobody else of this machine reads the secrets.
    use std::os::unix::fs::PermissionsExt as _;
    for entry in std::fs::read_dir(file.parent().unwrap()).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o077, 0, "{}", entry.path().display());
    }
    page(again.address).request(&json!({"do": "table-remove", "table": kept.table}));
    drop(again);
    let empty = start();
    assert_eq!(page(empty.address).request(&json!({"do": "tables"}))["tables"], json!([]));
}

#[test]
fn tables_are_removed_and_their_number_is_bounded() {
    let address = server(without_engines());
    let links = Links::new(address, two("snorkels"));
    let (mut ann, secret) = links.claim(0);
    let mut owner = page(address);
    for _ in 0..31 {
        assert_eq!(owner.request(&two("snorkels"))["is"], "tables");
    }
    assert_refused(&mut owner, &two("snorkels"), "32 tables are kept");
    let rest = owner.request(&json!({"do": "table-remove", "table": links.table}));
    assert_eq!((rest["tables"].as_array().unwrap().len(), ann.closed()), (31, 4005));
    assert_eq!(links.back(0, &secret).closed(), 4001);
    assert_refused(&mut owner, &json!({"do": "table-remove", "table": links.table}), "there is no table");
    assert_eq!(owner.request(&two("snorkels"))["is"], "tables");
}

#[test]
fn spectators_are_bounded_and_counted() {
    let links = Links::new(server(without_engines()), two("snorkels"));
    let mut ann = links.claim(0).0;
    let watchers: Vec<_> = (0..16).map(|_| links.watch()).collect();
    ann.wait_for(|message| message["watching"] == 16);
    assert_eq!(links.watch().closed(), 4004);
    drop(watchers);
    ann.wait_for(|message| message["watching"] == 0);
    assert_eq!(links.watch().receive()["watching"], 1);
}

#[test]
fn a_table_that_cannot_be_is_refused() {
    let mut owner = page(server(without_engines()));
    let seats = |seats: Value| json!({"do": "table-new", "game": "snorkels", "seats": seats});
    for (request, expected) in [
        (seats(json!([{"person": "Ann"}])), "2 seats, not 1"),
        (seats(json!([{"person": "Ann"}, {"person": "Ann"}])), "both players"),
        (seats(json!([{"person": "Ann"}, {"engine": "mock", "limit": {"nodes": 1}}])), "no engine `mock`"),
        (seats(json!([{"person": "Ann"}, {"program": "sh"}])), "not a request"),
        (json!({"do": "table-new", "game": "chess", "seats": []}), "chess"),
        (json!({"do": "table-new", "game": "snorkels", "position": "x", "seats": []}), "x"),
    ] {
        assert_refused(&mut owner, &request, expected);
    }
    assert_eq!(owner.request(&json!({"do": "tables"}))["tables"], json!([]));
}
