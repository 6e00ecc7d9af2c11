//! Where things are on the screen: on a phone, and on a desktop while a position is analysed.

use std::collections::BTreeSet;

use browser_test::{Page, with_page};
use serde_json::json;

const GAMES: [&str; 3] = ["snorkels", "symbol", "nika"];

/// The texts of what is wider than the screen, and of targets too small for a finger. The enlarged board has a frame that scrolls.
const FAULTS: &str = "(() => {
    const name = (element) => `${element.tagName} ${element.id || element.dataset.cell || element.dataset.choice || element.textContent.slice(0, 30)}`;
    const seen = (element) => element.checkVisibility() && !element.matches('.unseen, .unseen *, #board *');
    const wide = [...document.body.querySelectorAll('*')].filter(seen).filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return (left < -.5 || right > screen.width + .5) && !(element.id === 'board' && element.closest('.zoomed'));
    });
    const cells = document.querySelector('#zoom').hidden || document.querySelector('.zoomed') ? ', #board .cell' : '';
    const small = [...document.querySelectorAll(`button, select, summary, input:not([type=checkbox]), label:has([type=checkbox])${cells}`)]
        .filter((element) => element.checkVisibility()).filter((element) => {
            const { width, height } = (element.querySelector('.ground') ?? element).getBoundingClientRect();
            return Math.min(width, height) < 39.5;
        });
    const size = (element) => Object.values(element.getBoundingClientRect().toJSON()).slice(0, 4).map(Math.round).join(' ');
    return [...wide.map((element) => `wide: ${name(element)} ${size(element)}`), ...small.map((element) => `small: ${name(element)} ${size(element)}`)];
})()";

/// What the dialog for a new game says of each option.
const OPTIONS: &str = "[...document.querySelectorAll('#new-options label')].flatMap((label) => [label.textContent, label.title])";

async fn check(page: &Page, what: &str) {
    assert_eq!(page.value(FAULTS).await, json!([]), "{what}");
}

#[test]
fn everything_fits_a_phone_and_a_finger_in_every_language() {
    with_page!(page, 390, 844, {
        let mut said = BTreeSet::new();
        let mut texts = 0;
        for language in ["en", "de", "es"] {
            page.set("language", language).await;
            page.click("#home").await;
            page.until("document.querySelectorAll('.card .cell').length > 100").await;
            check(&page, &format!("start page, {language}")).await;
            for game in GAMES {
                page.new_game(game).await;
                check(&page, &format!("new {game}, {language}")).await;
                let options: Vec<String> = serde_json::from_value(page.value(OPTIONS).await).unwrap();
                texts += options.len();
                said.extend(options);
                page.click("#new-start").await;
                page.until(&format!("!document.querySelector('#new-dialog').open && document.querySelector('#board svg.{game}')")).await;
                for tab in ["moves", "analysis", "explain"] {
                    page.tab(tab).await;
                    check(&page, &format!("{game}, {tab}, {language}")).await;
                    // The board stays on the screen.
                    page.value("scrollTo(0, document.documentElement.scrollHeight)").await;
                    page.until("(({ top, bottom }) => top > -1 && bottom <= screen.height)(document.querySelector('#board-row').getBoundingClientRect())").await;
                    page.until("Math.abs(document.querySelector('#bar').getBoundingClientRect().bottom - screen.height) < 1").await;
                    page.value("scrollTo(0, 0)").await;
                }
                if page.value("document.querySelector('#zoom').hidden").await == false {
                    page.click("#zoom").await;
                    page.picture("phone-zoom").await;
                    check(&page, &format!("{game} enlarged, {language}")).await;
                    page.click("#zoom").await;
                }
                page.picture(&format!("phone-{game}-{language}")).await;
            }
        }
        assert!(
            texts > 100 && said.len() == texts,
            "each text of an option in each language once: {said:#?}"
        );
    });
}

#[test]
fn analysis_fits_a_small_desktop() {
    with_page!(page, 1280, 720, {
        for game in GAMES {
            page.new_game(game).await;
            page.click("#new-start").await;
            page.until(&format!(
                "!document.querySelector('#new-dialog').open && document.querySelector('#board svg.{game}')"
            ))
            .await;
            page.tab("analysis").await;
            page.click("#analyse").await;
            page.until("document.querySelectorAll('#lines .variation').length === 3").await;
            let outside = "[...document.querySelectorAll('#lines .variation, #bar, #bar button, #status, #turn, #message, #board, .seat, #tabs')].filter((element) => {
                const { top, bottom } = element.getBoundingClientRect();
                const frame = (element.closest('#lines') ?? document.documentElement).getBoundingClientRect();
                return top < frame.top - .5 || bottom > Math.min(frame.bottom, innerHeight) + .5;
            }).map((element) => `${element.id} ${element.textContent} ${element.getBoundingClientRect().bottom}`)";
            assert_eq!(page.value(outside).await, json!([]), "{game}");
            page.picture(&format!("desktop-{game}")).await;
            page.click("#analyse").await;
        }
    });
}
