//! A random game by the messages of a page: `cargo run --example session_game [GAME]`.

use std::time::Duration;

use abstract_game::random::SplitMix64;
use serde_json::{Value, json};
use session::Session;

fn main() -> Result<(), String> {
    let game = std::env::args().nth(1).unwrap_or_else(|| games::DEFAULT.to_owned());
    let mut session = Session::new();
    let mut ask = |request: Value| -> Result<Value, String> {
        let reply = session.handle_text(&request.to_string(), Duration::ZERO);
        let reply: Value = serde_json::from_str(&reply).map_err(|error| error.to_string())?;
        if reply["is"] == "error" { Err(format!("{request}: {}", reply["message"])) } else { Ok(reply) }
    };
    let mut random = SplitMix64::new(1);
    let mut state = ask(json!({"do": "new", "game": game}))?;
    for _ in 0..100 {
        let actions = state["actions"].as_array().filter(|_| state["end"].is_null());
        let Some(action) = random.choose(actions.map_or(&[], Vec::as_slice)) else { break };
        state = ask(json!({"do": "act", "action": action["text"]}))?;
    }
    // The text of the game is the whole state.
    let text = ask(json!({"do": "save"}))?["text"].clone();
    let read = ask(json!({"do": "load", "text": text}))?;
    let scene = &read["scene"];
    let [cells, pieces] = ["cells", "pieces"].map(|list| scene[list].as_array().map_or(0, Vec::len));
    println!("{}\n{cells} cells, {pieces} pieces", read["position"]);
    Ok(())
}
