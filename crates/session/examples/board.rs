//! The state behind a board: messages in, messages out.

use std::time::Duration;

use session::Session;

pub(crate) fn main() {
    let mut session = Session::new();
    let now = Duration::ZERO; // of the caller's clock
    for message in [
        r#"{"do": "new", "game": "snorkels", "options": {"size": "5"}}"#,
        r#"{"do": "act", "action": "c3"}"#,
        r#"{"do": "act", "action": "c3"}"#,
    ] {
        println!("{}", session.handle_text(message, now));
    }
    assert_eq!(session.state().position, "5/5/2P2/5/5 g 1 s");
}
