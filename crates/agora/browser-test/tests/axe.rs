//! Accessibility: axe-core finds nothing in any state of the page.

use browser_test::{Page, with_page};

const SYMBOL: &str = "x3,k,x3/x7/x7/x7/x7/x7/L,x2,KL,x2,L 1 A2/a - -";

/// Fails with the faults in a state.
async fn check(page: &Page, theme: &str, state: &str) {
    let faults = page.faults().await;
    assert!(faults.is_empty(), "{state}, {theme}:\n{}", faults.join("\n"));
}

async fn check_dialogs(page: &Page, theme: &str) {
    for (button, dialog) in [
        ("#open-settings", "settings"),
        ("#open-keys", "keys"),
        ("#open-menu", "menu"),
        ("#open-files", "files"),
        ("#learn", "learn"),
    ] {
        page.click(button).await;
        page.until(&format!("document.querySelector('#{dialog}-dialog').open")).await;
        page.until("!document.querySelector('#learn-dialog').open || document.querySelector('[data-train]')")
            .await;
        check(page, theme, dialog).await;
        page.press("\u{E00C}").await;
        page.until("!document.querySelector('dialog[open]')").await;
    }
}

async fn check_game(page: &Page, theme: &str, game: &str) {
    page.new_game(game).await;
    check(page, theme, &format!("new {game}")).await;
    page.click("#new-start").await;
    page.until(&format!(
        "!document.querySelector('#new-dialog').open && document.querySelector('#board svg.{game}')"
    ))
    .await;
    page.tab("moves").await;
    check(page, theme, game).await;
    page.tab("analysis").await;
    page.click("#analyse").await;
    page.until("document.querySelector('.variation')").await;
    check(page, theme, &format!("{game}, analysis")).await;
    page.click("#analyse").await;
    page.click("#hint").await;
    page.until("document.querySelector('#answer strong')").await;
    check(page, theme, &format!("{game}, explanations")).await;
}

/// A turn in progress, moves with a branch and a comment, and the end.
async fn check_turns(page: &Page, theme: &str) {
    page.position("symbol", SYMBOL).await;
    page.click("[data-reserve='0-A']").await;
    page.cell("c1").await;
    page.until("document.querySelector('#pending').textContent.includes('+Ac1')").await;
    check(page, theme, "a turn in progress").await;
    page.click("[data-choice='end']").await;
    page.until("document.querySelectorAll('#tree .turn').length === 1").await;
    page.tab("moves").await;
    page.fill("#comment", "quiet").await;
    page.click("#previous").await;
    page.until("document.querySelector('#tree .comment') && document.querySelector('.cell.open')").await;
    page.cell("a1").await;
    page.cell("a2").await;
    page.until("document.querySelector('#tree .branch')").await;
    check(page, theme, "a branch").await;
    page.menu("#resign").await;
    page.until("!document.querySelector('#banner').hidden").await;
    check(page, theme, "the end").await;
    page.click("#undo-act").await;
    page.until("document.querySelector('#banner').hidden").await;
}

fn every_state(theme: &str) {
    with_page!(page, 1280, 900, {
        page.set("theme", theme).await;
        page.cell("d4").await;
        page.until_turns(&["d4"]).await;
        for game in ["snorkels", "symbol", "nika"] {
            check_game(&page, theme, game).await;
        }
        check_turns(&page, theme).await;
        check_dialogs(&page, theme).await;
        page.click("#home").await;
        page.until(
            "document.querySelector('[data-kept]') && document.querySelectorAll('.card .cell').length > 100",
        )
        .await;
        check(&page, theme, "the start page").await;
        page.click("[data-start='puzzles-snorkels']").await;
        page.until("document.querySelector('#trainer').dataset.state === 'open'").await;
        check(&page, theme, "a puzzle").await;
    });
}

#[test]
fn axe_finds_nothing_in_light_colours() {
    every_state("light");
}

#[test]
fn axe_finds_nothing_in_dark_colours() {
    every_state("dark");
}

#[test]
fn axe_finds_nothing_in_high_contrast() {
    every_state("contrast");
}
