//! The static site: the session and the engine in WebAssembly.

use std::path::Path;
use std::process::Command;

use browser_test::{Page, has_browser, program, serve_files};

/// Runs a bench of the engine in a worker and passes on its last line.
const BENCH: &str = r#"
    const [lines, done] = arguments;
    (async () => {
        const module = await WebAssembly.compile(await (await fetch("engine.wasm")).arrayBuffer());
        const worker = new Worker("engine-worker.js", { type: "module" });
        worker.onmessage = ({ data }) => /^nodes /.test(data) && done(data);
        worker.onerror = ({ message }) => done(message);
        worker.postMessage(module);
        worker.postMessage(lines);
    })().catch((problem) => done(String(problem)));"#;

/// The node count of a line `nodes 5 time ...`.
fn nodes(line: &str) -> &str {
    line.trim().split(' ').nth(1).unwrap_or(line)
}

#[test]
fn a_site_plays_with_the_engine_in_webassembly_and_works_offline() {
    if !has_browser() {
        return;
    }
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("server");
    let folder = root.join("games/board");
    let exported = Command::new(program("agora")).arg("export").arg(&folder).output().unwrap();
    let errors = String::from_utf8(exported.stderr).unwrap();
    if errors.contains("rustup target add") {
        eprintln!("skipped: {errors}");
        return;
    }
    assert!(exported.status.success(), "{errors}");
    let (server, address) = serve_files(&root);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let page = Page::open_address(1280, 900, &format!("{address}/games/board/")).await;
        // A whole game by clicks.
        page.new_game("snorkels").await;
        page.fill("#new-options [name='size']", "4").await;
        page.choose("#new-seats label:nth-child(2) select", "1:agon").await;
        page.click("#new-start").await;
        page.until("document.querySelectorAll('.cell').length === 16").await;
        page.play_first_targets().await;
        let turns = page.turns().await;
        assert!(turns.len() > 2, "{turns:?}");
        page.picture("site").await;

        // The clock of a player runs out in the worker.
        page.new_game("nika").await;
        page.fill("#new-minutes", "1").await;
        page.click("#new-start").await;
        page.until("document.querySelector('.clock')").await;

        // Analysis without an end is stopped and begins again; the engine is a new worker then.
        for _ in 0..2 {
            page.tab("analysis").await;
            page.click("#analyse").await;
            page.until("document.querySelector('#lines strong') && document.querySelector('.arrow')").await;
            page.tab("analysis").await;
            page.click("#analyse").await;
            page.until("!document.querySelector('.arrow')").await;
        }

        // The same tree as the program searches.
        for (game, search, depth) in
            [("snorkels", "alphabeta", "4"), ("symbol", "mcts", "2"), ("nika", "alphabeta", "3")]
        {
            let native = Command::new(program("agon"))
                .args(["bench", depth, "--game", game, "--option", &format!("Search={search}")])
                .output()
                .unwrap();
            let native = String::from_utf8(native.stdout).unwrap();
            let lines = format!(
                "setoption name Game value {game}\nsetoption name Search value {search}\nbench {depth}\n"
            );
            let line = page.client.execute_async(BENCH, vec![lines.into()]).await.unwrap();
            assert_eq!(nodes(line.as_str().unwrap()), nodes(native.lines().last().unwrap()), "{game}");
        }

        // Without a network.
        let state = page.value("navigator.serviceWorker.ready.then(({ active }) => active.state)").await;
        assert!(state == "activated" || state == "activating", "{state}");
        page.reload().await;
        drop(server);
        page.reload().await;
        page.until("document.querySelector('svg.board.nika')").await;
        page.tab("analysis").await;
        page.click("#analyse").await;
        page.until("document.querySelector('#lines strong')").await;
        page.close().await;
    });
}
