//! Games with friends: several browsers at a table of the server.

use browser_test::{Page, serve_files};
use serde_json::json;

/// A test with a new server, if there is a browser.
macro_rules! with_owner {
    ($owner:ident, $body:block) => {{
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let Some($owner) = Page::open_with(1280, 900, &[], false).await else { return };
            $owner.set("motion", "0").await;
            $body
            $owner.close().await;
        });
    }};
}

/// The owner makes a table by the dialog, with options or a start position. Returns the links: host, guest, spectators.
async fn invite(owner: &Page, game: &str, fields: &[(&str, &str)]) -> Vec<String> {
    owner.click(&format!("[data-start='friend-{game}']")).await;
    owner.click("#new-rules summary").await;
    for (field, value) in fields {
        owner.fill(field, value).await;
    }
    owner.click("#new-start").await;
    owner
        .until("document.querySelector('#tables-dialog').open && document.querySelector('.invitation')")
        .await;
    let links = owner.value(
        "[...document.querySelector('.invitations').querySelectorAll('.invitation a')].map((a) => a.href)",
    );
    serde_json::from_value(links.await).unwrap()
}

const OVER: &str = "/wins?:|Draw/.test(document.querySelector('#status').innerText)";

/// Whether the page's player can act.
const ACTS: &str = "document.querySelectorAll('.cell.open').length > 0";

/// Waits for an offer and answers it.
async fn answer(page: &Page, answer: &str) {
    let button = format!("[data-offer='{answer}']");
    page.until(&format!("document.querySelector({})", json!(button))).await;
    page.click(&button).await;
}

#[test]
fn two_browsers_play_a_game_of_snorkels_to_its_end_with_a_reload() {
    with_owner!(owner, {
        let links =
            invite(&owner, "snorkels", &[("#new-options [name='size']", "4"), ("#new-minutes", "5")]).await;
        let host = owner.beside(1280, 720, &links[0]).await;
        host.until("document.querySelector('#status').innerText.includes('Waiting for Guest')").await;
        assert_eq!(host.value(ACTS).await, false);
        let guest = owner.beside(390, 844, &links[1]).await;
        let watcher = owner.beside(1280, 720, &links[2]).await;
        // A second device cannot claim the seat, and an unknown key opens nothing.
        let thief = owner.beside(1280, 720, &links[0]).await;
        thief.until("document.querySelector('#link-state').innerText === 'Another device sits here.'").await;
        thief.close().await;
        let nobody = owner.beside(1280, 720, &links[0].replace("seat=", "seat=0")).await;
        nobody.until("document.querySelector('#link-state').innerText === 'There is no such table.'").await;
        nobody.close().await;
        for turn in 0..=16 {
            let page = [&host, &guest][turn % 2];
            page.until(&format!("{OVER} || {ACTS}")).await;
            if page.value(OVER).await == true {
                break;
            }
            assert_eq!(watcher.value(ACTS).await, false);
            page.cell(&page.targets().await[0]).await;
            for page in [&host, &guest, &watcher] {
                page.until(&format!("document.querySelectorAll('#tree .turn').length === {}", turn + 1))
                    .await;
            }
            if turn == 2 {
                host.reload().await;
                host.until("document.querySelectorAll('#tree .turn').length === 3").await;
                guest.until("!document.querySelector('.away')").await;
            }
        }
        for page in [&host, &guest, &watcher] {
            page.until(OVER).await;
            page.until("!document.querySelector('#banner').hidden && document.querySelector('.clock')").await;
        }
        guest.picture("friend-phone").await;
        // A rematch is an offer; the players change sides.
        guest.click("#rematch").await;
        answer(&host, "accept-rematch").await;
        guest.until(ACTS).await;
        assert_eq!(host.value(ACTS).await, false);
        for page in [host, guest, watcher] {
            page.close().await;
        }
    });
}

#[test]
fn offers_are_accepted_and_declined() {
    with_owner!(owner, {
        let links = invite(&owner, "snorkels", &[]).await;
        let host = owner.beside(1280, 720, &links[0]).await;
        let guest = owner.beside(1280, 720, &links[1]).await;
        host.until(ACTS).await;
        host.cell("d4").await;
        guest.until(ACTS).await;
        host.click("#take-back").await;
        answer(&guest, "decline-take-back").await;
        host.until("document.querySelector('#offers').innerText === ''").await;
        host.until_turns(&["d4"]).await;
        host.click("#take-back").await;
        answer(&guest, "accept-take-back").await;
        for page in [&host, &guest] {
            page.until_turns(&[]).await;
        }
        guest.menu("#draw").await;
        answer(&host, "accept-draw").await;
        for page in [&host, &guest] {
            page.until("document.querySelector('#status').innerText === 'Draw: agreement'").await;
        }
        assert_eq!(host.faults().await, [""; 0]);
        for page in [host, guest] {
            page.close().await;
        }
    });
}

/// The host wins with one turn; the guest sees it.
async fn win(game: &str, position: &str, clicks: &[&str]) {
    let Some(owner) = Page::open_with(1280, 900, &[], false).await else { return };
    let links = invite(&owner, game, &[("#new-position", position)]).await;
    assert_eq!(owner.faults().await, [""; 0]);
    let host = owner.beside(1280, 720, &links[0]).await;
    let guest = owner.beside(1280, 720, &links[1]).await;
    host.until(ACTS).await;
    for cell in clicks {
        host.cell(cell).await;
    }
    for page in [&host, &guest] {
        page.until(OVER).await;
        page.until("!document.querySelector('#banner').hidden").await;
    }
    owner.until("document.querySelector('#tables').innerText.includes('over')").await;
    for page in [owner, host, guest] {
        page.close().await;
    }
}

#[test]
fn symbol_and_nika_are_won_at_a_table() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(win("symbol", "x7/x7/x7/x3,k,x3/x7/x3,F,x3/K,x6 1 -/- - -", &["d2", "d3"]));
    runtime.block_on(win("nika", "k12n/d7s/-/- A 1 0", &["k12", "k13"]));
}

#[test]
fn a_table_outlasts_a_restart_of_the_server_and_a_foreign_page_gets_nothing() {
    let tables = std::env::temp_dir().join(format!("agora-tables-{}.sqlite", std::process::id()));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let flags = ["--tables", tables.to_str().unwrap()];
        let Some(owner) = Page::open_with(1280, 900, &flags, false).await else { return };
        let links = invite(&owner, "snorkels", &[("#new-minutes", "5")]).await;
        let host = owner.beside(1280, 720, &links[0]).await;
        let guest = owner.beside(1280, 720, &links[1]).await;
        host.until(ACTS).await;
        host.cell("d4").await;
        guest.until(ACTS).await;
        owner.stop_server();
        for page in [&host, &guest] {
            page.until("document.body.classList.contains('lost')").await;
        }
        owner.start_server();
        for page in [&host, &guest] {
            page.until("!document.body.classList.contains('lost')").await;
            page.until_turns(&["d4"]).await;
        }
        guest.until(ACTS).await;
        guest.cell("e5").await;
        host.until_turns(&["d4", "e5"]).await;

        // A page of another server, which was given the link of a seat.
        let folder = std::env::temp_dir().join(format!("agora-foreign-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("index.html"), "<title>foreign</title>").unwrap();
        let (_foreign, address) = serve_files(&folder);
        guest.client.goto(&address).await.unwrap();
        let link = json!(links[1]);
        let socket = format!(
            "new Promise((done) => {{
                const address = new URL({link});
                const socket = new WebSocket(`ws://${{address.host}}/ws${{address.search}}`);
                socket.onopen = () => done('open');
                socket.onerror = () => done('refused');
            }})"
        );
        assert_eq!(guest.promise(&socket).await, "refused");
        assert_eq!(
            guest.promise(&format!("fetch({link}).then(() => 'read', () => 'refused')")).await,
            "refused"
        );
        // The same socket opens from a page of the server itself.
        host.client.goto(&links[2]).await.unwrap();
        assert_eq!(
            host.promise(&socket.replace(&link.to_string(), &json!(links[2]).to_string())).await,
            "open"
        );
        std::fs::remove_dir_all(&folder).unwrap();
        for page in [owner, host, guest] {
            page.close().await;
        }
    });
    let _ = std::fs::remove_file(tables);
}
