//! A tournament of the arena, watched on the page.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use browser_test::{Page, Process, has_browser, program};

/// Starts `arena run` with a new store of this name.
fn run(name: &str, args: &[&str]) -> (Process, PathBuf) {
    let store = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for ending in ["arena", "arena-wal", "arena-shm"] {
        let _ = std::fs::remove_file(store.with_extension(ending));
    }
    let mut arena = Command::new(program("arena"));
    arena.arg("run").args(args).arg("--store").arg(&store);
    (Process(arena.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()), store)
}

/// The page with the list of a tournament's games, once there is one.
async fn watch(store: &Path) -> Page {
    until_there(store).await;
    let page = Page::open_with(1280, 900, &["--tournament", store.to_str().unwrap()], false).await.unwrap();
    page.set("motion", "0").await;
    page.until("!document.querySelector('#watch').hidden").await;
    page.click("#watch").await;
    page
}

/// Waits until a store can be read.
async fn until_there(store: &Path) {
    let end = Instant::now() + Duration::from_secs(60);
    let mut table = Command::new(program("arena"));
    table.arg("table").arg(store).stdout(Stdio::null()).stderr(Stdio::null());
    while !table.status().unwrap().success() {
        assert!(Instant::now() < end, "there is no store");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Opens a game by its button. The list changes while games end, so a click can miss the button.
async fn open_game(page: &Page, button: &str) {
    let end = Instant::now() + Duration::from_secs(60);
    while page.value("document.querySelector('#watch-dialog').open").await == true {
        assert!(Instant::now() < end, "no click on {button} opens a game");
        page.try_click(button).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

#[test]
fn a_tournament_is_watched_while_it_runs_and_its_games_are_opened() {
    if !has_browser() {
        return;
    }
    // More games than are played before the page is open.
    let game = ["--game", "snorkels", "--rule", "size=6", "--games", "20000"];
    let engines = ["random name=heads", "random name=tails", "random name=edges"];
    let engines = engines.iter().flat_map(|engine| ["--engine", engine]);
    let (arena, store) = run("watched.arena", &game.into_iter().chain(engines).collect::<Vec<_>>());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let page = watch(&store).await;
        page.until("document.querySelectorAll('#watch-table tbody tr').length === 3").await;
        page.until("document.querySelectorAll('#watch-crosstable tbody tr').length === 3").await;
        page.until("document.querySelectorAll('#watch-games [data-number]').length > 0").await;
        let count = page.text("#watch-count").await;
        page.until(&format!(
            "document.querySelector('#watch-count').innerText !== {count:?} || {count:?}.includes('complete')"
        ))
        .await;
        page.picture("tournament").await;
        drop(arena);
        open_game(&page, "#watch-games [data-number]").await;
        page.until("document.querySelectorAll('#tree .turn').length > 0").await;
        page.tab("analysis").await;
        page.click("#analyse").await;
        page.until("document.querySelector('#lines strong') || /wins/.test(document.querySelector('#status').innerText)").await;
        page.close().await;
    });
}

#[test]
fn a_running_game_is_watched_on_its_board_and_opened() {
    if !has_browser() {
        return;
    }
    let agon = program("agon").canonicalize().unwrap();
    let [one, two] = ["one", "two"].map(|name| format!("name={name} cmd={}", agon.display()));
    let game = ["--game", "symbol", "--games", "40", "--concurrency", "2", "--movetime", "250"];
    let engines = ["--engine", &one, "--engine", &two];
    let (_arena, store) = run("running.arena", &[&game[..], &engines].concat());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let page = watch(&store).await;
        page.until("document.querySelectorAll('[data-live]:enabled svg.board.symbol').length > 0").await;
        page.until("document.querySelectorAll('[data-live]:enabled [data-piece]').length > 10").await;
        // A button that is moved between press and release of the mouse gets no click.
        let stays = "(change) => [...change.removedNodes].some((node) => node.isConnected)";
        page.value(&format!(
            "(window.moved = 0, new MutationObserver((changes) => {{ moved += changes.filter({stays}).length; }}) \
             .observe(document.querySelector('#watch-running'), {{ childList: true }}))"
        ))
        .await;
        let about = page.text("[data-live]:enabled small").await;
        page.until(&format!("document.querySelector('[data-live]:enabled small')?.innerText !== {about:?}")).await;
        assert_eq!(page.value("moved").await, 0);
        page.picture("live").await;
        let faults = page.faults().await;
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        open_game(&page, "[data-live]:enabled").await;
        let turns = page.turns().await.len();
        assert!(turns > 0);
        // New turns come to the board, unless that was the last one.
        let over = "/wins|Draw/.test(document.querySelector('#status').innerText)";
        page.until(&format!("document.querySelectorAll('#tree .turn').length > {turns} || {over}")).await;
        page.tab("analysis").await;
        page.click("#analyse").await;
        page.until(&format!("document.querySelector('#lines strong') || {over}")).await;
        page.close().await;
    });
}
