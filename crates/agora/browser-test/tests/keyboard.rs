//! Keys only: a game from the start page to its end, tabs, dialogs, and keys after a pointer.

use browser_test::{Page, with_page};

const TAB: &str = "\u{E004}";
const ENTER: &str = "\u{E007}";
const ESCAPE: &str = "\u{E00C}";
const LEFT: &str = "\u{E012}";
const UP: &str = "\u{E013}";
const RIGHT: &str = "\u{E014}";
const DOWN: &str = "\u{E015}";

/// Moves the focus by Tab to an element.
async fn tab_to(page: &Page, css: &str) {
    for _ in 0..100 {
        page.press(TAB).await;
        if page.value(&format!("document.activeElement.matches({css:?})")).await == true {
            return;
        }
        // The browser's own controls follow the last element of the page; the driver of Firefox presses no keys there.
        page.value("document.activeElement === document.body && document.querySelector('#home').focus()")
            .await;
    }
    panic!("Tab does not lead to {css}");
}

/// The keys from a cell to another one.
fn way(from: &str, to: &str) -> String {
    let place = |cell: &str| {
        let (file, rank) = cell.split_at(1);
        (i32::from(file.as_bytes()[0]), rank.parse::<i32>().unwrap())
    };
    let ((x, y), (to_x, to_y)) = (place(from), place(to));
    let keys = |steps: i32, forward: &str, back: &str| {
        if steps > 0 { forward } else { back }.repeat(steps.unsigned_abs() as usize)
    };
    keys(to_x - x, RIGHT, LEFT) + &keys(to_y - y, UP, DOWN)
}

#[test]
fn a_whole_game_from_the_start_page_by_keys() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let Some(page) = Page::open_with(1280, 900, &[], false).await else { return };
        page.set("motion", "0").await;
        tab_to(&page, "[data-start='friend-snorkels']").await;
        page.press(ENTER).await;
        page.until("document.querySelector('#new-dialog').open").await;
        // At this device.
        tab_to(&page, "#new-devices").await;
        page.press(" ").await;
        tab_to(&page, "#new-rules summary").await;
        page.press(ENTER).await;
        tab_to(&page, "[name='size']").await;
        page.press("\u{E009}a").await;
        page.press(&format!("4{ENTER}")).await;
        page.until("!document.querySelector('#new-dialog').open && document.querySelectorAll('.cell').length === 16").await;
        tab_to(&page, "[data-cell]").await;
        let over = "/wins/.test(document.querySelector('#status').innerText)";
        for turn in 1..=16 {
            let at = page.value("document.activeElement.dataset.cell").await;
            let to = page.targets().await[0].clone();
            page.press(&format!("{}{ENTER}", way(at.as_str().expect("a cell has the focus"), &to))).await;
            page.until(&format!("document.querySelectorAll('#tree .turn').length === {turn} && ({over} || document.querySelector('.cell.open'))")).await;
            if page.value(over).await == true {
                tab_to(&page, "#rematch").await;
                page.close().await;
                return;
            }
        }
        panic!("the board is full");
    });
}

#[test]
fn tabs_and_dialogs_by_keys() {
    with_page!(page, 1280, 900, {
        tab_to(&page, "#tab-moves").await;
        for (key, tab) in [(RIGHT, "analysis"), (RIGHT, "explain"), (RIGHT, "moves"), (LEFT, "explain")] {
            page.press(key).await;
            page.until(&format!(
                "document.activeElement.id === 'tab-{tab}' && document.activeElement.ariaSelected === 'true'"
            ))
            .await;
            page.until(&format!(
                "document.querySelector('[role=tabpanel]:not([hidden])').id === 'panel-{tab}'"
            ))
            .await;
        }
        page.press("?").await;
        page.until("document.querySelector('#keys-dialog').open").await;
        page.press(ESCAPE).await;
        page.until("!document.querySelector('#keys-dialog').open").await;
    });
}

#[test]
fn keys_work_after_a_choice_by_the_pointer_and_belong_to_a_choice_by_keys() {
    with_page!(page, 1280, 900, {
        page.cell("d4").await;
        page.until_turns(&["d4"]).await;
        page.tab("analysis").await;
        page.click("#heat").await;
        page.press(LEFT).await;
        page.until("document.querySelector('#first').disabled").await;
        page.click("#analysis-lines").await;
        page.click("#analysis-lines option:nth-child(2)").await;
        page.press(RIGHT).await;
        page.until("document.querySelector('#last').disabled").await;
        assert_eq!(page.value("document.querySelector('#analysis-lines').value").await, "2");
        tab_to(&page, "#analysis-lines").await;
        page.press(DOWN).await;
        page.until("document.querySelector('#analysis-lines').value === '3'").await;
        page.press(LEFT).await;
        page.until("document.querySelector('#analysis-lines').value === '2'").await;
        assert_eq!(page.value("document.querySelector('#last').disabled").await, true);
    });
}

#[test]
fn the_turn_of_an_opponent_is_announced() {
    with_page!(page, 1280, 900, {
        page.position("snorkels", "7/7/7/2P4/1PGP3/7/7 p 1 -").await;
        page.choose("[data-seat='1'] select", "1:agon").await;
        page.cell("g7").await;
        page.until("document.querySelectorAll('#tree .turn').length === 2").await;
        let turns = page.turns().await;
        page.until(&format!("document.querySelector('#announce').textContent.includes('{}')", turns[1]))
            .await;
        assert_eq!(page.value("document.querySelector('#announce').ariaLive").await, "polite");
    });
}
