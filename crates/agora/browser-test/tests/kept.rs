//! Games that the browser keeps: after a reload, in another tab, without a server, and before acts that can be undone.

use browser_test::{Page, with_page};

const SYMBOL: &str = "x3,k,x3/x7/x7/x7/x7/x7/L,x2,KL,x2,L 1 A2/a - -";

/// Everything that is kept of the game on the page but for its clocks, as an expression.
const GAME: &str = "[document.querySelector('#game-title'), document.querySelector('#pending'), document.querySelector('#status'),
    ...document.querySelectorAll('#tree .turn, #tree .branch, #tree [aria-current]')].map((element) => element.textContent)
    .concat([...document.querySelectorAll('.strip select')].map((select) => select.value))
    .concat([...document.querySelectorAll('[data-cell]:first-child, [data-piece]')].map((element) =>
        `${element.dataset.cell ?? element.dataset.piece} ${element.getAttribute('transform')}`).sort())";

/// Seconds of the clocks of both players, as an expression.
const CLOCKS: &str =
    "[0, 1].map((player) => document.querySelector(`[data-player='${player}']`).textContent.split(':'))
    .map(([minutes, seconds]) => 60 * minutes + Number(seconds))";

async fn clocks(page: &Page) -> [u64; 2] {
    serde_json::from_value(page.value(CLOCKS).await).unwrap()
}

/// Loads the page again, and compares all that is kept.
async fn reload(page: &Page) {
    let before = page.value(GAME).await;
    assert!(before.as_array().unwrap().len() > 8, "{before}");
    page.reload().await;
    page.until("document.querySelector('#status').textContent").await;
    assert_eq!(page.value(GAME).await, before);
}

#[test]
fn a_reload_keeps_seats_clocks_side_tree_node_turn_and_result() {
    with_page!(page, 1280, 900, {
        page.new_game("symbol").await;
        page.choose("#new-seats label:nth-child(2) select", "1:agon").await;
        page.fill("#new-minutes", "10").await;
        page.fill("#new-position", SYMBOL).await;
        page.click("#new-start").await;
        page.until("document.querySelector('[data-piece=a1]') && document.querySelector('.clock')").await;
        page.cell("a1").await;
        page.cell("a2").await;
        page.until("document.querySelectorAll('#tree .turn').length === 2 && document.querySelector('[data-seat=\"0\"].acts')").await;
        page.menu("#flip").await;
        // A turn in progress. The clock of the player to act runs on, the other one stands.
        page.click("[data-reserve='0-A']").await;
        page.cell("c1").await;
        page.until("document.querySelector('#pending').textContent.includes('+Ac1')").await;
        page.until(&format!("({CLOCKS})[0] < 598")).await;
        let before = clocks(&page).await;
        reload(&page).await;
        let after = clocks(&page).await;
        assert!(after[0] <= before[0] && after[0] > 0 && after[1] == before[1], "{before:?} {after:?}");
        page.until(&format!("({CLOCKS})[0] < {}", after[0])).await;
        // A branch that is looked at: with clocks the game does not go on there.
        page.click("#first").await;
        page.until(
            "document.querySelectorAll('.cell.open').length && !document.querySelector('[data-piece=a2]')",
        )
        .await;
        page.cell("g1").await;
        page.cell("g2").await;
        page.until("document.querySelector('#tree .branch [aria-current]')").await;
        reload(&page).await;
        page.menu("#resign").await;
        page.until("document.querySelector('#status').textContent.includes('Player 2 wins: resignation')")
            .await;
        reload(&page).await;
    });
}

#[test]
fn a_game_goes_on_in_another_tab_and_from_the_start_page() {
    with_page!(page, 1280, 900, {
        page.cell("d4").await;
        page.until_turns(&["d4"]).await;
        page.click("#home").await;
        page.until("document.querySelector('[data-kept]')").await;
        page.click("[data-kept]").await;
        page.until_turns(&["d4"]).await;
        page.cell("c3").await;
        page.until_turns(&["d4", "c3"]).await;
        let tab = page.client.new_window(true).await.unwrap();
        page.client.switch_to_window(tab.handle).await.unwrap();
        page.go("").await;
        page.until("document.querySelector('#unfinished li')").await;
        assert!(page.text("#unfinished li").await.contains("Snorkels, Player 1 to act"));
        page.click("[data-kept]").await;
        page.until_turns(&["d4", "c3"]).await;
        page.cell("e5").await;
        page.until_turns(&["d4", "c3", "e5"]).await;
        page.reload().await;
        page.until_turns(&["d4", "c3", "e5"]).await;
    });
}

#[test]
fn what_was_removed_comes_back() {
    with_page!(page, 1280, 900, {
        for (cell, turns) in [("d4", &["d4"][..]), ("c3", &["d4", "c3"])] {
            page.cell(cell).await;
            page.until_turns(turns).await;
        }
        for (act, left) in [("#remove", 1), ("#take-back", 1), ("#resign", 2), ("#new-game", 0)] {
            for by_key in [false, true] {
                match act {
                    "#resign" => page.menu(act).await,
                    "#new-game" => {
                        page.click(act).await;
                        page.click("#new-start").await;
                    }
                    _ => page.click(act).await,
                }
                page.until("!document.querySelector('#notice').hidden").await;
                page.until(&format!("document.querySelectorAll('#tree .turn').length === {left}")).await;
                if act == "#resign" {
                    page.until("document.querySelector('#status').textContent.includes('resignation')").await;
                    page.click("#banner-close").await;
                }
                if by_key {
                    page.press("\u{E009}z").await;
                } else {
                    page.click("#undo-act").await;
                }
                page.until_turns(&["d4", "c3"]).await;
                page.until("document.querySelector('#status').textContent.startsWith('Player 1 to act')")
                    .await;
                assert!(page.value("document.querySelector('#notice').hidden").await == true, "{act}");
            }
        }
    });
}

#[test]
fn a_game_goes_on_after_the_server_was_away() {
    with_page!(page, 1280, 900, {
        page.position("symbol", SYMBOL).await;
        page.click("[data-reserve='0-A']").await;
        page.cell("c1").await;
        page.until("document.querySelector('#pending').textContent.includes('+Ac1')").await;
        page.choose("[data-seat='1'] select", "1:agon").await;
        page.stop_server();
        page.until("document.querySelector('#link-state').textContent.startsWith('No connection')").await;
        page.start_server();
        page.until("document.querySelector('#link-state').textContent === ''").await;
        page.until("document.querySelector('#pending').textContent.includes('+Ac1')").await;
        page.click("[data-choice='end']").await;
        page.until("document.querySelectorAll('#tree .turn').length === 2").await;
    });
}

#[test]
fn an_engine_plays_on_in_a_branch() {
    with_page!(page, 1280, 900, {
        page.choose("[data-seat='1'] select", "1:agon").await;
        page.cell("d4").await;
        page.until("document.querySelectorAll('#tree .turn').length === 2").await;
        page.click("#first").await;
        page.until("document.querySelectorAll('[data-piece]').length === 0").await;
        page.cell("b2").await;
        page.until("document.querySelectorAll('#tree .branch .turn').length === 2").await;
    });
}
