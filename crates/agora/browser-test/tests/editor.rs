//! The position editor.

use browser_test::{Page, with_page};

async fn edit(page: &Page) {
    page.menu("#edit").await;
    page.until("document.querySelector('#edit-tools').checkVisibility()").await;
}

/// The text of the position on the board.
async fn position(page: &Page) -> String {
    page.click("#open-files").await;
    page.until("document.querySelector('#files-dialog').open").await;
    let text = page.value("document.querySelector('#position-text').value").await;
    page.press("\u{E00C}").await;
    page.until("!document.querySelector('#files-dialog').open").await;
    text.as_str().unwrap().to_owned()
}

async fn done(page: &Page) {
    page.click("#edit-done").await;
    page.until("!document.body.classList.contains('editing')").await;
}

#[test]
fn a_position_without_a_change_has_the_same_text() {
    with_page!(page, 1280, 900, {
        for (game, text) in [
            ("snorkels", "#6/2G1P2/1P1GP2/2GPG2/1GP1P2/3G3/7 p 1 -"),
            ("snorkels", "5/2G2/5/5/5 p 2 -"),
            (
                "symbol",
                "x,l,x,k,x3/l,x,f,x4/w2d,x3,A,x2/x2,W,x,a,w,x/x,LW,x5/x,F,x2,D,x2/L,x2,KLF,x2,A 2 L2WD/lwafd2 - fire=all",
            ),
            ("symbol", "x7/x3,k,x3/x7/x7/x7/x3,K,x3/x7 1 -/- - -"),
            ("nika", "j4wj10nk5e/d7sd8e/-/q7sq8w T 2 0"),
        ] {
            page.position(game, text).await;
            edit(&page).await;
            assert_eq!(page.faults().await, [""; 0]);
            done(&page).await;
            assert_eq!(position(&page).await, text);
        }
    });
}

#[test]
fn pieces_are_put_turned_moved_and_removed() {
    with_page!(page, 1280, 900, {
        // A colour on a colour, the same again, and a drag. A group without air is refused with its cells.
        edit(&page).await;
        page.click("[data-tool='-green']").await;
        page.cell("a1").await;
        page.click("[data-tool='-purple']").await;
        for cell in ["b1", "a2", "d4", "d4", "e5"] {
            page.cell(cell).await;
        }
        page.drag("[data-cell='e5']", "[data-cell='f6']").await;
        page.picture("editor").await;
        page.click("#edit-done").await;
        page.until("document.querySelector('#message').textContent === 'the green group on a1 has no air'")
            .await;
        page.cell("a1").await;
        page.choose("#edit-seat", "1").await;
        done(&page).await;
        assert_eq!(position(&page).await, "7/5P1/7/7/7/P6/PP5 g 1 -");

        // Stacks and reserves.
        page.position("symbol", "x7/x3,k,x3/x7/x7/x7/x3,K,x3/x7 1 -/- - -").await;
        edit(&page).await;
        for kind in ["F", "L", "L"] {
            page.click(&format!("[data-tool='0-{kind}']")).await;
            page.cell("d2").await;
        }
        page.click("[data-tool='1-D']").await;
        page.cell("a7").await;
        page.cell("c6").await;
        page.click("[data-tool='none']").await;
        page.cell("c6").await;
        page.click("#edit-reserves summary").await;
        page.fill("[data-reserve-of='1-W']", "2").await;
        page.press("\u{E004}").await;
        done(&page).await;
        assert_eq!(position(&page).await, "d,x6/x3,k,x3/x7/x7/x7/x3,KL2F,x3/x7 1 -/w2 - -");

        // A hoplite turns. What is not done changes nothing.
        page.position("nika", "j10n/d7s/-/- A 2 0").await;
        edit(&page).await;
        page.click("#edit-clear").await;
        page.press("\u{E00C}").await;
        page.until("document.querySelector('[data-piece=j10]')").await;
        edit(&page).await;
        page.click("[data-tool='0-hoplite']").await;
        page.cell("j10").await;
        page.cell("k10").await;
        done(&page).await;
        assert_eq!(position(&page).await, "j10ek10n/d7s/-/- A 2 0");
    });
}
