//! Raw bytes through the engine's loop, in memory.

#![no_main]

use agon_engine::ugi::Agon;
use libfuzzer_sys::fuzz_target;
use protocol::server::{ServeSettings, serve};

/// Lines that would make one input take too long or much memory say nothing about the loop. `genfens` is not stopped.
fn is_slow(line: &[u8]) -> bool {
    [b"go".as_slice(), b"bench", b"speedtest", b"genfens", b"Hash", b"hash", b"Threads", b"threads"]
        .iter()
        .any(|word| line.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word)))
}

fuzz_target!(|data: &[u8]| {
    // The smallest hash: asking for memory is no part of the loop.
    let mut input = b"setoption name Hash value 1\n".to_vec();
    for line in data.split(|&byte| byte == b'\n') {
        let quits = line.windows(4).any(|part| part == b"quit");
        if is_slow(line) {
            // A search that is stopped at once goes through the same states.
            input.extend_from_slice(b"go nodes 50\nisready\nstop\n");
        } else if !quits {
            input.extend_from_slice(line);
            input.push(b'\n');
        }
    }
    input.extend_from_slice(b"isready\n");
    let mut output = Vec::new();
    let report = serve(input.as_slice(), &mut output, &mut Agon::new(), &ServeSettings::default());
    let text = String::from_utf8(output).expect("the loop writes text");
    let strict = data.windows(6).any(|part| part.eq_ignore_ascii_case(b"strict"));
    assert!(strict || text.contains("readyok"), "not answered: {text}");
    assert!(strict || !report.failed, "failed: {text}");
});
