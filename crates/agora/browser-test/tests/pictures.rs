//! The pictures of the README and the book, made from the page as it is: `.ci/pictures`.

use browser_test::Page;

const SYMBOL: &str =
    "x,l,x,k,x3/l,x,f,x4/w2d,x3,A,x2/x2,W,x,a,w,x/x,LW,x5/x,F,x2,D,x2/L,x2,KLF,x2,A 1 L2WD/lwafd2 - -";

/// A record with a blunder of each player.
const RECORD: &str =
    "Game: snorkels\n\n1. d4 2. c3 3. c4 4. d3 5. e3 6. b4 7. b3 8. c2 9. a1 10. g7 11. b2 12. c1";

/// Waits until the first variation has been searched to this depth.
async fn analysed(page: &Page, depth: u32) {
    page.until(&format!(
        "Number(document.querySelector('#lines small:not(.by)')?.textContent.match(/\\d+/)) >= {depth} || document.querySelector('#lines .proved')"
    ))
    .await;
}

#[test]
#[ignore = "writes the pictures of the book: .ci/pictures"]
fn the_pictures_of_the_book() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let Some(page) = Page::open(1280, 760).await else { return };
        page.click("#home").await;
        page.until("document.querySelectorAll('.picture svg').length === 3").await;
        page.picture("start").await;

        page.position("symbol", SYMBOL).await;
        page.tab("analysis").await;
        page.click("#analyse").await;
        analysed(&page, 6).await;
        page.picture("analysis").await;
        page.click("#analyse").await;

        page.new_game("nika").await;
        for seat in 1..=4 {
            page.choose(&format!("#new-seats label:nth-child({seat}) select"), "4:agon").await;
        }
        page.click("#new-start").await;
        page.set("theme", "dark").await;
        page.tab("moves").await;
        page.until("document.querySelectorAll('#tree .turn').length >= 24").await;
        page.menu("#pause").await;
        page.picture("nika").await;
        page.set("theme", "light").await;

        page.click("#home").await;
        page.click("#load-start").await;
        page.until("document.querySelector('#files-dialog').open").await;
        page.value(&format!(
            "(document.querySelector('#tree-text').value = {}, 1)",
            serde_json::json!(RECORD)
        ))
        .await;
        page.click("#load-text").await;
        page.until("document.querySelectorAll('#tree .turn').length >= 12").await;
        page.tab("analysis").await;
        page.click("#analyse-game").await;
        page.until("document.querySelector('#accuracy').textContent !== ''").await;
        page.picture("record").await;

        page.click("#learn").await;
        page.until("document.querySelector('[data-train]')").await;
        page.click("[data-train='lesson-symbol']").await;
        page.until("!document.querySelector('#trainer').hidden").await;
        for _ in 0..6 {
            page.click("#trainer-next").await;
        }
        page.click("#trainer-show").await;
        page.picture("lesson").await;
        page.close().await;
    });
}
