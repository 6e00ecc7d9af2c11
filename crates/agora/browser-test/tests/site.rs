//! The static site: the session and the engine in WebAssembly.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use brotli::CompressorReader;
use browser_test::{Page, export, has_browser, native_bench, program, serve_files};
use serde_json::json;

/// The bytes of each file of a folder and its folders, compressed by brotli; one sum for all but modules and networks.
fn compressed(folder: &Path, sizes: &mut BTreeMap<String, usize>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            compressed(&path, sizes);
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let name = if name.ends_with(".wasm") || name.ends_with(".network") { name } else { "all others" };
        let mut packed = Vec::new();
        let file = std::fs::File::open(&path).unwrap();
        CompressorReader::new(file, 1 << 16, 11, 24).read_to_end(&mut packed).unwrap();
        *sizes.entry(name.to_owned()).or_default() += packed.len();
    }
}

/// Checks the table of files in the book, to 5%: other compilers give slightly other sizes.
fn check_sizes_in_book(folder: &Path) {
    let mut sizes = BTreeMap::new();
    compressed(folder, &mut sizes);
    let right = |(name, bytes): (&String, &usize)| format!("| {name} | {} |", (bytes + 500) / 1000);
    let right = sizes.iter().map(right).collect::<Vec<_>>().join("\n");
    let book =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/src/agora.md"));
    let book = book.unwrap();
    let rows = book.split("| kB |").nth(1).expect("a table of the files").lines().skip(2);
    let rows = rows.map_while(|row| row.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let stated: BTreeMap<_, f64> =
        rows.map(|(name, size)| (name.to_owned(), 1000.0 * size.parse::<f64>().unwrap())).collect();
    let is_right = |(name, bytes): (&String, &usize)| {
        stated.get(name).is_some_and(|stated| (*bytes as f64 / stated - 1.0).abs() < 0.05)
    };
    assert!(
        stated.len() == sizes.len() && sizes.iter().all(is_right),
        "the table of docs/src/agora.md is:\n{right}"
    );
}

#[test]
fn a_site_plays_with_the_engine_in_webassembly_and_works_offline() {
    if !has_browser() {
        return;
    }
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("server");
    let folder = root.join("games/board");
    let exported = export(&folder).output().unwrap();
    let errors = String::from_utf8(exported.stderr).unwrap();
    if errors.contains("rustup target add") {
        eprintln!("skipped: {errors}");
        return;
    }
    assert!(exported.status.success(), "{errors}");
    check_sizes_in_book(&folder);
    let (server, address) = serve_files(&root);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let page = Page::open_address(390, 844, &format!("{address}/games/board/")).await;
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
            let [native, site] =
                [native_bench(&program("agon"), game, search, depth), page.bench(game, search, depth).await];
            assert_eq!(site.nodes, native.nodes, "{game}");
        }

        // Without a network.
        let state = page.value("navigator.serviceWorker.ready.then(({ active }) => active.state)").await;
        assert!(state == "activated" || state == "activating", "{state}");
        page.reload().await;
        assert_eq!(page.installability_errors().await, json!([]));
        drop(server);
        page.reload().await;
        page.click("#home").await;
        page.until("document.querySelector('[data-start=analyse-nika]')").await;
        page.click("[data-start='analyse-nika']").await;
        page.until("document.querySelector('#board .cell')").await;
        page.tab("analysis").await;
        page.click("#analyse").await;
        page.until("document.querySelector('#lines strong')").await;
        page.close().await;
    });
}
