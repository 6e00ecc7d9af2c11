//! Figures for the book: run with `cargo test --test figures -- --ignored --nocapture` after
//! `cargo build --release`.

use std::path::Path;

use browser_test::{Page, export, native_bench, program, serve_files};

/// The tabs, and the clicks in each.
const TABS: usize = 10;
const CLICKS: usize = 5;

/// Milliseconds from the start of the load to the first paint, and bytes of the files that were loaded.
const LOAD: &str = "(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    const files = [performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')];
    return [paint, files.reduce((sum, file) => sum + file.decodedBodySize, 0)];
})()";

/// Milliseconds from a click on the first open cell to the piece on it.
const CLICK: &str = "new Promise((done) => {
    const cell = document.querySelector('.cell.open');
    const name = cell.dataset.cell;
    const { x, y, width, height } = cell.getBoundingClientRect();
    const at = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2, button: 0 };
    const before = performance.now();
    const here = () => document.querySelector(`[data-piece='${name}']`);
    const seen = new MutationObserver(() => {
        if (!here()) return;
        seen.disconnect();
        done(performance.now() - before);
    });
    seen.observe(document.querySelector('#board'), { childList: true, subtree: true });
    cell.dispatchEvent(new PointerEvent('pointerdown', at));
    cell.dispatchEvent(new PointerEvent('pointerup', at));
})";

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Prints the nodes per second in WebAssembly as a share of those of the program. The least time of each counts: other processes only add
/// to it.
async fn speeds(page: &Page) {
    let agon = program("agon").with_file_name("../release/agon");
    for (game, search, depth) in [
        ("snorkels", "alphabeta", "12"),
        ("nika", "alphabeta", "12"),
        ("symbol", "alphabeta", "12"),
        ("symbol", "mcts", "11"),
    ] {
        let (mut native, mut site) = (u64::MAX, u64::MAX);
        for _ in 0..7 {
            native = native.min(native_bench(&agon, game, search, depth).milliseconds);
            site = site.min(page.bench(game, search, depth).await.milliseconds);
        }
        println!(
            "{game}, {search}: {:.2} of the nodes per second; load {}",
            native as f64 / site as f64,
            load()
        );
    }
}

fn load() -> String {
    std::fs::read_to_string("/proc/loadavg")
        .unwrap_or_default()
        .split(' ')
        .next()
        .unwrap_or_default()
        .to_owned()
}

async fn loads(page: &Page, what: &str) {
    let (mut paints, mut bytes) = (Vec::new(), 0.0);
    for _ in 0..9 {
        page.reload().await;
        let values = page.value(LOAD).await;
        paints.push(values[0].as_f64().unwrap_or(f64::NAN));
        bytes = values[1].as_f64().unwrap();
    }
    println!(
        "{what}: first paint {:.0} ms, median of 9; {:.0} bytes; load {}",
        median(paints),
        bytes,
        load()
    );
}

#[test]
#[ignore = "measures"]
fn figures() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let Some(page) = Page::open(1280, 900).await else { return };
        loads(&page, "server").await;
        let mut tabs = vec![page.client.window().await.unwrap()];
        while tabs.len() < TABS {
            tabs.push(page.client.new_window(true).await.unwrap().handle);
        }
        for tab in &tabs {
            page.client.switch_to_window(tab.clone()).await.unwrap();
            page.reload().await;
            page.new_game("snorkels").await;
            page.choose("#new-seats label:nth-child(2) select", "4:agon").await;
            page.click("#new-start").await;
            page.until("!document.querySelector('#new-dialog').open").await;
        }
        let mut times = Vec::new();
        for _ in 0..CLICKS {
            for tab in &tabs {
                page.client.switch_to_window(tab.clone()).await.unwrap();
                page.until("document.querySelector('.seat.acts')?.dataset.seat === '0' && document.querySelector('.cell.open')").await;
                times.push(page.promise(CLICK).await.as_f64().unwrap());
            }
        }
        let most = times.iter().copied().fold(0.0, f64::max);
        println!("{TABS} tabs: a click is answered in {:.1} ms, median of {}; at most {most:.0} ms; load {}", median(times.clone()), times.len(), load());
        page.close().await;

        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("figures-site");
        assert!(export(&folder).status().unwrap().success());
        let (_server, address) = serve_files(&folder);
        let page = Page::open_address(1280, 900, &format!("{address}/")).await;
        loads(&page, "site").await;
        speeds(&page).await;
        page.close().await;
    });
}
