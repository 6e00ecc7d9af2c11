//! Links to a game: those that cannot be read, and what they never contain.

use browser_test::{Page, with_page};

/// Opens a link and returns its message.
async fn open(page: &Page, text: &str) -> String {
    page.go(&format!("#{text}")).await;
    page.until("document.querySelector('#message').textContent").await;
    assert_eq!(page.value("document.body.dataset.view").await, "table");
    page.text("#message").await
}

#[test]
fn a_bad_link_opens_what_can_be_read_and_says_what_is_wrong() {
    with_page!(page, 1280, 900, {
        let game = "Game%3A%20snorkels%0A%0A1.%20d4";
        for (link, turns, message) in [
            ("%", &[][..], "The link has no game."),
            ("hello", &[], "The link has no game."),
            (&format!("{game}%202.%20c3%203.%"), &["d4", "c3"], "The link is not complete."),
            (&format!("{game}%202.%20c3%203.%20e"), &["d4", "c3"], "The link is not complete."),
            (&format!("{game}%202.%20d4"), &["d4"], "The link is not complete."),
        ] {
            let shown = open(&page, link).await;
            assert!(shown.starts_with(message), "{link}: {shown}");
            page.until_turns(turns).await;
            page.cell("a1").await;
            page.until("document.querySelector('[data-piece=a1]')").await;
            assert_eq!(page.text("#message").await, "", "{link}");
        }
    });
}

#[test]
fn a_link_never_has_the_token() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let token = "0123456789abcdef";
        let Some(page) = Page::open_with(1280, 900, &["--token", token], false).await else { return };
        page.click("[data-start='analyse-snorkels']").await;
        page.cell("d4").await;
        page.until("document.querySelectorAll('#tree .turn').length === 1").await;
        assert!(page.value("location.search").await.as_str().unwrap().contains(token));
        page.click("#open-files").await;
        page.until("document.querySelector('#files-dialog').open").await;
        page.value("(navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }, 1)").await;
        page.click("#copy-link").await;
        page.until("window.copied").await;
        // Without the clipboard.
        page.value("(navigator.clipboard.writeText = () => Promise.reject(), 1)").await;
        page.click("#copy-link").await;
        page.until("document.querySelector('#link-text').checkVisibility()").await;
        assert!(page.text("#files-error").await.starts_with("Copy the link"));
        for link in ["window.copied", "document.querySelector('#link-text').value"] {
            let link = page.value(link).await;
            let link = link.as_str().unwrap();
            assert!(link.starts_with("http://127.0.0.1:") && link.contains("d4") && !link.contains(token), "{link}");
        }
        assert_eq!(page.value("document.activeElement.id").await, "link-text");
        page.close().await;
    });
}
