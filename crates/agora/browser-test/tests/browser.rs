//! Games on the page in headless Chromium, by clicks, drags and keys, against the engine.

use browser_test::Page;

/// A test with a page, if there is a browser.
macro_rules! with_page {
    ($page:ident, $width:expr, $height:expr, $body:block) => {{
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let Some($page) = Page::open($width, $height).await else { return };
            $body
            $page.close().await;
        });
    }};
}

#[test]
fn a_whole_game_of_snorkels_against_the_engine_by_clicks() {
    with_page!(page, 1280, 900, {
        page.new_game("snorkels").await;
        page.fill("#new-options [name='size']", "4").await;
        page.choose("#new-seats label:nth-child(2) select", "0:agon").await;
        page.click("#new-start").await;
        page.until("document.querySelectorAll('.cell').length === 16").await;
        let mut clicks = 0;
        loop {
            let over = "/wins/.test(document.querySelector('#status').innerText)";
            let own = "document.querySelector('.seat.acts')?.dataset.seat === '0' && document.querySelectorAll('.cell.open').length";
            page.until(&format!("{over} || ({own})")).await;
            if page.value(over).await == true {
                break;
            }
            let turns = page.turns().await.len();
            let target = page.targets().await[0].clone();
            page.cell(&target).await;
            page.until(&format!("document.querySelectorAll('#tree .turn').length > {turns}")).await;
            clicks += 1;
            assert!(clicks <= 16, "the board is full");
        }
        let turns = page.turns().await;
        assert!(turns.len() >= 2 * clicks - 1 && clicks > 1, "{turns:?}");
        page.picture("snorkels-end").await;
        // The game survives a reload, and can be stepped through by keys.
        page.reload().await;
        assert_eq!(page.turns().await, turns);
        page.keys("#first", "x").await; // the keys of the page need a focus outside the board
        page.keys("#previous", "\u{E011}").await;
        page.until("document.querySelectorAll('[data-piece]').length === 0").await;
    });
}

#[test]
fn an_illegal_try_says_the_rule_and_swap_is_a_button() {
    with_page!(page, 1280, 900, {
        page.cell("d4").await;
        page.until_turns(&["d4"]).await;
        page.cell("d4").await;
        page.until("document.querySelector('#message').innerText.includes('a purple snorkel is there')")
            .await;
        page.click("[data-choice='swap']").await;
        page.until_turns(&["d4", "swap"]).await;
        page.click("#take-back").await;
        page.until_turns(&["d4"]).await;
        // Keys only.
        page.keys("[data-cell='d4']", "\u{E012}\u{E015}\u{E007}").await;
        page.until_turns(&["d4", "c3"]).await;
    });
}

#[test]
fn a_turn_of_symbol_with_two_reinforcements_and_a_carried_king() {
    with_page!(page, 1280, 900, {
        page.position("symbol", "x3,k,x3/x7/x7/x7/x7/x7/L,x2,KL,x2,L 1 A2/a - -").await;
        let reserve = "[data-reserve='0-A']";
        page.click(reserve).await;
        assert_eq!(page.targets().await.len(), 6, "the king's cell and those around it");
        page.cell("c1").await;
        page.until("document.querySelector('#pending').innerText.includes('+Ac1')").await;
        page.click("#undo-action").await;
        page.until("document.querySelector('#pending').innerText === ''").await;
        page.click(reserve).await;
        page.cell("c1").await;
        page.until("document.querySelector('#pending').innerText.includes('+Ac1')").await;
        page.drag(reserve, "[data-cell='e1']").await;
        page.until("document.querySelector('#pending').innerText.includes('+Ae1')").await;
        page.cell("d1").await;
        page.picture("symbol-turn").await;
        // The king cannot move alone, and the message says so.
        page.cell("d6").await;
        page.until("document.querySelector('#message').innerText !== ''").await;
        page.cell("d2").await;
        page.click("[data-choice='pieces-KL']").await;
        page.until_turns(&["+Ac1,+Ae1,d1:KL>d2"]).await;
        assert!(page.text("#events").await.contains("moves from d1 to d2"));
    });
}

#[test]
fn a_push_and_a_rally_of_nika() {
    with_page!(page, 1280, 900, {
        page.position("nika", "d5ee5e/f5w/-/- A 2 0").await;
        page.cell("d5").await;
        page.cell("e5").await;
        assert_eq!(page.targets().await, ["f5"]);
        page.cell("f5").await;
        page.until("document.querySelector('#pending').innerText.includes('d5e5>e')").await;
        page.until("document.querySelector('[data-piece=g5]')").await;
        page.picture("nika-push").await;
        page.click("[data-reserve='0-hoplite']").await;
        assert_eq!(page.targets().await.len(), 6);
        page.cell("j1").await;
        page.click("[data-choice='face-n']").await;
        page.until_turns(&["d5e5>e,+j1n"]).await;
        // A phalanx by one button, and a piece by dragging.
        page.position("nika", "d5ee5e/f5w/-/- A 2 0").await;
        page.cell("d5").await;
        page.click("[data-choice='phalanx']").await;
        page.cell("f5").await;
        page.until("document.querySelector('#pending').innerText.includes('d5e5>e')").await;
        page.drag("[data-cell='e5']", "[data-cell='e6']").await;
        page.until_turns(&["d5e5>e,e5>n"]).await;
    });
}

#[test]
fn analysis_shows_arrows_and_the_tree_has_branches() {
    with_page!(page, 1280, 900, {
        page.position("symbol", "x,l,x,k,x3/l,x,f,x4/w2d,x3,A,x2/x2,W,x,a,w,x/x,LW,x5/x,F,x2,D,x2/L,x2,KLF,x2,A 1 L2WD/lwafd2 - -").await;
        page.click("#analyse").await;
        page.until("document.querySelector('#lines strong') && document.querySelector('.arrow')").await;
        page.picture("analysis").await;
        page.click("#analyse").await;
        page.until("!document.querySelector('.arrow')").await;
        page.new_game("snorkels").await;
        page.click("#new-start").await;
        page.until("document.querySelector('svg.board.snorkels')").await;
        for cell in ["d4", "c3", "e5"] {
            page.until("document.querySelectorAll('.cell.open').length").await;
            page.cell(cell).await;
            page.until(&format!("document.querySelector('[data-piece={cell}]')")).await;
        }
        page.click("#previous").await;
        page.until("!document.querySelector('[data-piece=e5]')").await;
        page.cell("b2").await;
        page.until_turns(&["d4", "c3", "e5", "b2"]).await;
        assert_eq!(page.text(".branch").await, "3. b2");
        page.click("#promote").await;
        page.until_turns(&["d4", "c3", "b2", "e5"]).await;
        page.fill("#comment", "quiet").await;
        page.click("h1").await;
        page.until("document.querySelector('#tree .comment')?.innerText === 'quiet'").await;
        page.click("#analyse-game").await;
        page.until("!document.querySelector('#graph').hasAttribute('hidden')").await;
        page.until("document.querySelector('#analyse-game').innerText === 'Analyse the game'").await;
        page.picture("tree").await;
        // The text of the game is loaded back.
        page.click("#open-files").await;
        page.until("document.querySelector('#tree-text').value.includes('3. b2 {quiet} ( 3. e5 )')").await;
        page.fill("#tree-text", "Game: snorkels\n\n1. d4 2. d4").await;
        page.click("#load-text").await;
        page.until("document.querySelector('#files-error').innerText.includes('turn 2, `d4`')").await;
        page.fill("#tree-text", "Game: snorkels\nRule: size=5\n\n1. c3 {centre} 2. swap").await;
        page.click("#load-text").await;
        page.until_turns(&["c3", "swap"]).await;
    });
}

#[test]
fn engines_play_each_other_until_they_are_paused() {
    with_page!(page, 1280, 900, {
        page.new_game("nika").await;
        for seat in 1..=4 {
            page.choose(&format!("#new-seats label:nth-child({seat}) select"), "0:agon").await;
        }
        page.click("#new-start").await;
        page.until("document.querySelectorAll('#tree .turn').length >= 5").await;
        page.click("#pause").await;
        page.until("document.querySelector('#pause').getAttribute('aria-pressed') === 'true'").await;
        let turns = page.turns().await.len();
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        assert!(page.turns().await.len() <= turns + 1, "a turn may have been on its way");
        page.picture("nika-engines").await;
    });
}

#[test]
fn a_phone_in_spanish_in_the_dark() {
    with_page!(page, 390, 844, {
        page.click("#flip").await;
        page.choose("#language", "es").await;
        page.choose("#theme", "dark").await;
        page.until("document.querySelector('#new-game').innerText === 'Partida nueva'").await;
        page.cell("d4").await;
        page.until_turns(&["d4"]).await;
        let wide =
            page.value("document.documentElement.scrollWidth > document.documentElement.clientWidth").await;
        assert_eq!(wide, false, "the page is wider than the screen");
        page.picture("phone").await;
    });
}
