//! Games on the page in headless Chromium, by clicks, drags and keys, against the engine.

use std::collections::BTreeMap;
use std::time::Duration;

use browser_test::{Page, page_file, with_page};
use serde_json::Value;
use session::{Request, Session};

#[test]
fn a_whole_game_of_snorkels_against_the_engine_by_clicks() {
    with_page!(page, 1280, 900, {
        page.new_game("snorkels").await;
        page.fill("#new-options [name='size']", "4").await;
        page.choose("#new-seats label:nth-child(2) select", "1:agon").await;
        page.click("#new-start").await;
        page.until("document.querySelectorAll('.cell').length === 16").await;
        let clicks = page.play_first_targets().await;
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
        page.tab("explain").await;
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
        page.tab("analysis").await;
        page.click("#analyse").await;
        page.until("document.querySelector('#lines strong') && document.querySelector('.arrow')").await;
        page.picture("analysis").await;
        page.tab("analysis").await;
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
        page.tab("moves").await;
        assert_eq!(page.text(".branch").await, "3. b2");
        page.click("#promote").await;
        page.until_turns(&["d4", "c3", "b2", "e5"]).await;
        page.fill("#comment", "quiet").await;
        page.click("#status").await;
        page.until("document.querySelector('#tree .comment')?.innerText === 'quiet'").await;
        page.tab("analysis").await;
        page.click("#analyse-game").await;
        page.until("!document.querySelector('#graph').hasAttribute('hidden')").await;
        page.until("document.querySelector('#analyse-game').textContent === 'Analyse the game'").await;
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
            page.choose(&format!("#new-seats label:nth-child({seat}) select"), "1:agon").await;
        }
        page.click("#new-start").await;
        page.until("document.querySelectorAll('#tree .turn').length >= 5").await;
        page.menu("#pause").await;
        page.until("document.querySelector('#pause').getAttribute('aria-pressed') === 'true'").await;
        let turns = page.turns().await.len();
        page.set("theme", "dark").await;
        page.picture("nika-engines").await;
        assert!(page.turns().await.len() <= turns + 1, "a turn may have been on its way");
    });
}

#[test]
fn a_phone_in_spanish_in_the_dark() {
    with_page!(page, 390, 844, {
        page.menu("#flip").await;
        page.set("language", "es").await;
        page.set("theme", "dark").await;
        page.until("document.querySelector('#new-game').textContent === 'Partida nueva'").await;
        page.cell("d4").await;
        page.until_turns(&["d4"]).await;
        let wide =
            page.value("document.documentElement.scrollWidth > document.documentElement.clientWidth").await;
        assert_eq!(wide, false, "the page is wider than the screen");
        page.picture("phone").await;
    });
}

/// Opens the dialog and starts a lesson or puzzles.
async fn train(page: &Page, what: &str) {
    page.click("#learn").await;
    page.until("document.querySelector('#learn-dialog').open && document.querySelector('[data-train]')")
        .await;
    page.click(&format!("[data-train='{what}']")).await;
    page.until("!document.querySelector('#trainer').hidden").await;
}

/// The steps of a game of a file of the page.
fn steps(file: &str, game: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(&page_file(file)).unwrap();
    all[game].as_array().unwrap().clone()
}

/// A session at a position, whose states have the legal actions.
fn session_at(game: &str, position: &str) -> Session {
    let mut session = Session::new();
    let (game, position) = (game.to_owned(), Some(position.to_owned()));
    session.handle(Request::New { game, options: BTreeMap::new(), position, clock: None }, Duration::ZERO);
    session
}

#[test]
fn the_lessons_by_clicks() {
    with_page!(page, 1280, 900, {
        for game in ["snorkels", "symbol", "nika"] {
            train(&page, &format!("lesson-{game}")).await;
            let steps = steps("lessons.json", game);
            for (number, step) in (1..).zip(&steps) {
                page.until(&format!(
                    "document.querySelector('#trainer-title').innerText.includes('{number} of 10')"
                ))
                .await;
                page.until("document.querySelector('#trainer').dataset.state === 'open'").await;
                if (game, number) == ("symbol", 7) {
                    page.click("#trainer-show").await;
                    page.picture("lesson").await;
                }
                let mut session = session_at(game, step["position"].as_str().unwrap());
                for action in step["turn"].as_str().unwrap().split(',') {
                    page.play(&session.state(), action).await;
                    session.handle(Request::Act { action: action.into() }, Duration::ZERO);
                }
                page.until("document.querySelector('#trainer').dataset.state === 'solved'").await;
                page.click("#trainer-next").await;
            }
            page.until("document.querySelector('#trainer').hidden").await;
        }
        // The game before the lessons is back.
        page.until("document.querySelector('svg.board.snorkels')").await;
        assert_eq!(page.value("document.querySelectorAll('.cell').length").await, 49);
    });
}

#[test]
fn a_puzzle_is_solved_and_a_wrong_turn_is_refused() {
    with_page!(page, 1280, 900, {
        train(&page, "puzzle-snorkels").await;
        let turn = steps("puzzles.json", "snorkels")[0]["turn"].as_str().unwrap().to_owned();
        let wrong = page.targets().await.into_iter().find(|cell| *cell != turn).unwrap();
        page.cell(&wrong).await;
        page.until("document.querySelector('#trainer').dataset.state === 'failed'").await;
        page.click("#trainer-again").await;
        page.until("document.querySelector('#trainer').dataset.state === 'open'").await;
        page.cell(&turn).await;
        page.until("document.querySelector('#trainer').dataset.state === 'solved'").await;
        page.click("#trainer-leave").await;
        page.until("document.querySelector('#trainer').hidden").await;
        page.click("#learn").await;
        page.until("document.querySelector('[data-train=puzzle-snorkels]').innerText.includes('1 of')").await;
    });
}

/// Plays a game to its end: `own` seats choose what the page offers first, the others are engines.
async fn play_to_the_end(page: &Page, game: &str, own: &[usize], seats: usize) {
    page.new_game(game).await;
    for seat in (0..seats).filter(|seat| !own.contains(seat)) {
        page.choose(&format!("#new-seats label:nth-child({}) select", seat + 1), "8:agon").await;
    }
    page.click("#new-start").await;
    page.until(&format!("document.querySelector('svg.board.{game}')")).await;
    let over = "/wins?:|Draw/.test(document.querySelector('#status').innerText)";
    let own_turn = own
        .iter()
        .map(|seat| format!("document.querySelector('.seat.acts')?.dataset.seat === '{seat}'"))
        .collect::<Vec<_>>()
        .join(" || ");
    for click in 0..400 {
        let ready =
            "document.querySelectorAll('.cell.open, #choices button, .reserve button:enabled').length";
        page.until(&format!("{over} || (({own_turn}) && {ready})")).await;
        if page.value(over).await == true {
            return;
        }
        // One try of several clicks; the page may change meanwhile.
        if let Some(target) = page.targets().await.get(click % 3) {
            page.try_cell(target).await;
        } else if page.has("[data-choice='end']").await {
            page.try_click("[data-choice='end']").await;
        } else if click % 2 == 1 && page.has("[data-choice='pass']").await {
            page.try_click("[data-choice='pass']").await;
        } else if !page.try_click(".reserve button:enabled").await {
            let open =
                page.value("[...document.querySelectorAll('.cell.open')].map((cell) => cell.dataset.cell)");
            let open: Vec<String> = serde_json::from_value(open.await).unwrap();
            if !open.is_empty() {
                page.try_cell(&open[click % open.len()]).await;
            }
        }
        if let Some(target) = page.targets().await.first() {
            page.try_cell(target).await;
        }
        page.try_click("#choices button:last-child").await;
    }
    panic!("the game has not ended");
}

#[test]
fn a_whole_game_of_symbol_against_the_engine_by_clicks() {
    with_page!(page, 1280, 900, {
        play_to_the_end(&page, "symbol", &[0], 2).await;
        page.picture("symbol-end").await;
    });
}

#[test]
fn a_whole_game_of_nika_against_the_engine_by_clicks() {
    with_page!(page, 1280, 900, {
        play_to_the_end(&page, "nika", &[0, 2], 4).await;
        page.picture("nika-end").await;
    });
}

#[test]
fn a_record_is_stepped_through_with_graph_and_arrows() {
    with_page!(page, 1280, 900, {
        let record = "# a game of the arena, format 1\nGame: snorkels\nP1: old engine\nP2: new engine\nResult: P1 wins by capture\n\n\
                      1. P1 d4  ; opening\n2. P2 a1  ; score -88 depth 2\n3. P1 a2  ; score win 3 depth 4\n4. P2 g7\n5. P1 b1\n";
        page.click("#open-files").await;
        page.until("document.querySelector('#files-dialog').open").await;
        page.value(&format!("document.querySelector('#tree-text').value = {}", serde_json::json!(record)))
            .await;
        page.click("#load-text").await;
        page.until_turns(&["d4", "a1", "a2", "g7", "b1"]).await;
        // Its players are named, and the engines' scores can be shown.
        page.until("document.querySelector('#strip-bottom option').textContent === 'old engine'").await;
        page.until("!document.querySelector('#graph').hasAttribute('hidden')").await;
        page.click("#scores").await;
        let scores = "[...document.querySelectorAll('.stat')].map((score) => score.textContent.trim())";
        assert_eq!(page.value(scores).await, serde_json::json!(["+0.88 d2", "+#3 d4"]));
        page.click("#scores").await;
        page.tab("analysis").await;
        page.click("#analyse-game").await;
        page.until("document.querySelector('#analyse-game').textContent === 'Analyse the game'").await;
        page.until("document.querySelectorAll('#mistakes li').length >= 1").await;
        page.until("document.querySelectorAll('#tree .turn.marked').length >= 1").await;
        page.until("!document.querySelector('#graph').hasAttribute('hidden')").await;
        page.click("#first").await;
        page.tab("analysis").await;
        page.click("#analyse").await;
        for turn in ["d4", "a1", "a2"] {
            page.until("document.querySelector('.arrow')").await;
            page.click("#next").await;
            page.until(&format!(
                "document.querySelector('#tree [aria-current]')?.innerText.includes('{turn}')"
            ))
            .await;
        }
        page.picture("record").await;
        page.tab("analysis").await;
        page.click("#analyse").await;
        // The position of a turn is shown while the pointer is over it.
        page.tab("moves").await;
        page.hover("#tree .turn").await;
        page.until("document.querySelectorAll('[data-piece]').length === 1").await;
        page.hover("h1").await;
        page.until("document.querySelectorAll('[data-piece]').length === 3").await;
    });
}

#[test]
fn hints_threats_proofs_and_several_engines() {
    with_page!(page, 1280, 900, {
        page.position("snorkels", "5/3G1/3P1/GP3/5 p 1 -").await;
        page.tab("explain").await;
        page.click("#prove").await;
        page.until("document.querySelector('#answer .proved')").await;
        assert!(page.text("#answer").await.contains("Player 1 wins in 3 turns."));
        page.hover("#answer .pv").await;
        page.until("document.querySelector('#board.preview [data-piece=a3]')").await;
        page.hover("h1").await;
        page.until("!document.querySelector('[data-piece=a3]')").await;
        page.click("#hint").await;
        page.until("document.querySelector('#answer').innerText.includes('It forces the win')").await;
        // Green to play captures at once if purple does nothing.
        page.position("snorkels", "5/2G2/1GPG1/5/5 p 1 -").await;
        page.tab("analysis").await;
        page.click("#threat").await;
        page.until(
            "document.querySelector('.variation .threat') && document.querySelector('.arrow.tone-threat')",
        )
        .await;
        page.click("#threat").await;
        page.until("!document.querySelector('.variation .threat')").await;
        page.click("#analysis-engines input[value='agon alphabeta']").await;
        page.click("#analysis-engines input[value='agon']").await;
        page.click("#analysis-engines input[value='agon mcts']").await;
        page.until("document.querySelectorAll('.variation .by').length === 2").await;
        page.click("#heat").await;
        page.until("document.querySelector('.heat rect')").await;
        page.until("document.querySelector('#heat-kind').innerText.startsWith('Scores of')").await;
        page.picture("engines").await;
        // The heat map is that of the first engine; the second one counts visits.
        page.click("#analysis-engines input[value='agon alphabeta']").await;
        page.until("document.querySelector('#heat-kind').innerText === 'Visits of agon mcts'").await;
        page.until("document.querySelector('.heat rect')").await;
        page.picture("heat").await;
        page.tab("analysis").await;
        page.click("#analyse").await;
        page.until("!document.querySelector('.variation') && !document.querySelector('.heat rect')").await;
    });
}

#[test]
fn links_pictures_and_endings() {
    with_page!(page, 1280, 900, {
        for (cell, turns) in [("d4", 1), ("c3", 2)] {
            page.cell(cell).await;
            page.until(&format!("document.querySelectorAll('#tree .turn').length === {turns}")).await;
        }
        // A link has the whole game, wherever it is opened.
        let text = page.promise("(async () => { document.querySelector('#open-files').click(); await new Promise((done) => setTimeout(done, 300)); return document.querySelector('#tree-text').value; })()").await;
        let text = text.as_str().unwrap().to_owned();
        assert!(text.contains("1. d4 2. c3"), "{text}");
        page.value("(navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }, 1)").await;
        page.click("#copy-link").await;
        page.until("window.copied").await;
        let copied =
            page.value("window.copied.slice(window.copied.indexOf('#'))").await.as_str().unwrap().to_owned();
        page.click("#files-dialog [type='submit']").await;
        page.click("#new-game").await;
        page.click("#new-start").await;
        page.until_turns(&[]).await;
        page.go(&copied).await;
        page.until_turns(&["d4", "c3"]).await;
        assert_eq!(page.value("location.hash").await, "");
        // Pictures need no style sheet.
        let svg = page.promise("import('./picture.js').then(({ boardSvg }) => boardSvg(document.querySelector('svg.board')))").await;
        let svg = svg.as_str().unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("fill=\"rgb(") && !svg.contains("class="), "{svg}");
        let png = page.promise("import('./picture.js').then(({ boardPng }) => boardPng(document.querySelector('svg.board'))).then(async (png) => [png.type, png.size > 10000, [...new Uint8Array(await png.arrayBuffer())].slice(1, 4)])").await;
        assert_eq!(png, serde_json::json!(["image/png", true, [80, 78, 71]]));
        // Going back to an earlier turn and to the end, a draw, and a resignation.
        page.menu("#draw").await;
        page.until("document.querySelector('#status').innerText === 'Draw: agreement'").await;
        page.click("#take-back").await;
        page.until_turns(&["d4"]).await;
        page.menu("#resign").await;
        page.until("document.querySelector('#status').innerText === 'Player 1 wins: resignation'").await;
    });
}

#[test]
fn a_finger_taps_and_drags_on_a_phone() {
    with_page!(page, 390, 844, {
        page.touch("[data-cell='d4']", "[data-cell='d4']").await;
        page.until_turns(&["d4"]).await;
        page.position("nika", "d5ee5e/f5w/-/- A 2 0").await;
        page.touch("[data-cell='e5']", "[data-cell='e6']").await;
        page.until("document.querySelector('#pending').innerText.includes('e5>n')").await;
        page.touch("[data-cell='d5']", "[data-cell='d5']").await;
        page.touch("[data-choice='face-n']", "[data-choice='face-n']").await;
        page.until_turns(&["e5>n,d5@n"]).await;
    });
}

#[test]
fn nothing_moves_for_a_person_who_wants_less_motion() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let Some(page) = Page::open_with(1280, 900, &[], true).await else {
            return;
        };
        assert_eq!(page.value("document.querySelector('#motion').value").await, "0");
        page.close().await;
        let page = Page::open(1280, 900).await.unwrap();
        // The speed is kept.
        page.set("motion", "600").await;
        page.reload().await;
        assert_eq!(page.value("document.querySelector('#motion').value").await, "600");
        page.value("localStorage.clear()").await;
        page.reload().await;
        assert_eq!(page.value("document.querySelector('#motion').value").await, "220");
        page.close().await;
    });
}

#[test]
fn rules_speak_german_and_spanish() {
    with_page!(page, 1280, 900, {
        page.cell("d4").await;
        page.until_turns(&["d4"]).await;
        for (language, message) in [
            ("de", "auf d4 kann kein Schnorchel gesetzt werden: ein violetter Schnorchel ist dort"),
            ("es", "no se puede colocar un esnórquel en d4: hay un esnórquel morado"),
        ] {
            page.set("language", language).await;
            page.cell("d4").await;
            page.until(&format!("document.querySelector('#message').innerText === '{message}'")).await;
        }
    });
}
