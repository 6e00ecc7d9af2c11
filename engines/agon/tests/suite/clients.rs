//! Conversations with programs that play matches, as they were recorded.
//!
//! In the files of `clients/` `> ` is sent to the engine, and `< ` are its lines; `...` is any text, `< ...` alone for
//! any lines. A first line `! ...` has the arguments of the engine. `#` begins a comment. Reports of searches are left out,
//! but for those that are expected.

use std::fs;
use std::path::Path;

use crate::gtp::matches;
use crate::process::Engine;

fn check(name: &str, text: &str) {
    let mut lines =
        (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).peekable();
    let arguments = lines.next_if(|(_, line)| line.starts_with("! "));
    let arguments: Vec<&str> = arguments.map_or(vec![], |(_, line)| line[2..].split(' ').collect());
    let mut engine = Engine::start(&arguments);
    let mut skip = false;
    for (number, line) in lines {
        if let Some(sent) = line.strip_prefix("> ") {
            engine.send(sent);
            continue;
        }
        let expected = line.strip_prefix("< ").unwrap_or_else(|| panic!("{name}:{number}: what is this?"));
        if expected == "..." {
            skip = true;
            continue;
        }
        loop {
            let said = engine.line();
            if matches(expected, &said) {
                break;
            }
            let is_report = said.starts_with("info depth ") && !said.starts_with("info depth 0 ");
            assert!(skip || is_report, "{name}:{number}: expected `{expected}`, not `{said}`");
        }
        skip = false;
    }
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut engine.output, &mut rest).expect("text");
    assert_eq!(rest, "", "{name}: more lines than expected");
    assert!(engine.child.wait().expect("the engine ends").success(), "{name}");
}

#[test]
fn transcripts_of_match_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/clients");
    for client in ["cutegames", "variantfishtest"] {
        let file = folder.join(format!("{client}.txt"));
        check(client, &fs::read_to_string(file).expect("a text"));
    }
}
