//! What boards are made of, their motion, sounds, and animated pictures, by the modules of the page.

use browser_test::Page;
use serde_json::{Value, json};

/// Runs statements of an asynchronous function with the modules of the page, `session`, a connection of its own, and `place`, an
/// element for more boards; returns what they return.
async fn script(body: &str) -> Option<Value> {
    let page = Page::open(1280, 900).await?;
    page.until("document.querySelector('svg.board.snorkels')").await;
    let value = page
        .promise(&format!(
            "(async () => {{
                const [{{ Animator }}, {{ Board }}, {{ Connection }}, {{ loadFaces }}, pictures, {{ soundOf }}] = await Promise.all(
                    ['animate', 'board', 'connection', 'games', 'picture', 'sounds'].map((name) => import(`./${{name}}.js`)));
                const session = new Connection(() => {{}}, () => {{}});
                await session.opened;
                const place = document.body.appendChild(document.createElement('div'));
                // The driver of Firefox runs this with modules of its own, beside those of the page.
                await loadFaces(['snorkels', 'symbol', 'nika']);
                {body}
            }})()"
        ))
        .await;
    page.close().await;
    Some(value)
}

fn run(body: &str) -> Option<Value> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(script(body))
}

#[test]
fn motion_ends_in_the_position_that_it_explains() {
    // Pushes and routs, a rotation, fire next to a bomb, a capture, a stack that is joined.
    let cases = json!([
        ["nika", "d5ee5ef4ef5ek4n/g4ng5wh5e/i5w/- A 2 0", "d5e5f4f5>e,k4@e"],
        ["symbol", "x7/x3,k,x3/x7/x7/w,x,d,x4/x,F,x5/x3,K,x3 1 A/- - -", "b2:F>b3"],
        ["symbol", "x7/x3,k,x3/x7/x7/x7/x,L2A,a,x4/x3,KL,x3 1 -/- - -", "b2:LA>c2"],
        ["symbol", "x7/x3,k,x3/x7/x7/x7/x,LA2,L,x4/x3,K,x3 1 -/- - -", "b2:LA>c2"],
        ["snorkels", "7/7/7/2P4/1PGP3/7/7 p 1 -", "c2"]
    ]);
    let Some(result) = run(&format!(
        "const results = [];
        for (const [game, position, turn] of {cases}) {{
            const before = await session.request({{ do: 'new', game, options: {{}}, position }});
            if (before.is === 'error') throw before.message;
            const [moved, fresh] = [0, 1].map(() => new Board(place.appendChild(document.createElement('div'))));
            moved.show(before);
            const after = await session.request({{ do: 'turn', turn }});
            if (after.is === 'error') throw after.message;
            const played = await new Animator(moved).play(game, after.events, 20, after.scene);
            fresh.show(after);
            const opacity = (piece) => [...piece.querySelectorAll('g')].reduce((all, part) => all * getComputedStyle(part).opacity, 1);
            const pieces = (board) => [...board.layers.pieces.children].map((piece) =>
                [piece.dataset.piece, piece.getAttribute('transform'), opacity(piece).toFixed(2), piece.querySelectorAll('.count, .token').length,
                    [...piece.querySelectorAll('.facing')].at(-1)?.getAttribute('transform')].join(' ')).sort().join('; ');
            results.push([played, pieces(moved) === pieces(fresh) ? 'same' : `${{pieces(moved)}} is not ${{pieces(fresh)}}`, moved.layers.top.children.length]);
        }}
        return results;"
    )) else {
        return;
    };
    assert_eq!(
        result,
        json!([
            [true, "same", 0],
            [true, "same", 0],
            [true, "same", 0],
            [true, "same", 0],
            [true, "same", 0]
        ])
    );
}

#[test]
fn a_game_is_an_animated_picture() {
    // The last frame is as large as what changed: a cell and the mark of the one before.
    let Some(result) = run(
        "await session.request({ do: 'new', game: 'snorkels', options: {} });
        const nodes = [];
        let state = await session.request({ do: 'state' });
        nodes.push(state.node);
        for (const action of ['d4', 'c4']) nodes.push((state = await session.request({ do: 'act', action })).node);
        const progress = [];
        const app = { connection: session, state, board: { flipped: false }, turn: { lastCells: ({ events }) => new Set(events.map(({ cell }) => cell)) } };
        const file = await pictures.gameApng(app, nodes, (done, all) => progress.push([done, all]));
        const decoder = new ImageDecoder({ type: file.type, data: await file.arrayBuffer() });
        await decoder.tracks.ready;
        const frames = [];
        for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex += 1) {
            const { image } = await decoder.decode({ frameIndex });
            frames.push([image.duration / 1000, image.codedWidth]);
        }
        return [progress, frames, file.size > 20000 && file.size < 1000000];",
    ) else {
        return;
    };
    assert_eq!(result, json!([[[1, 3], [2, 3], [3, 3]], [[1000, 640], [1000, 640], [3000, 640]], true]));
}

#[test]
fn boards_are_plain_or_rich_and_divers_without_air_have_no_bubble() {
    let Some(result) = run(
        "const state = await session.request({ do: 'new', game: 'snorkels', options: {}, position: '7/7/7/2P4/1PGP3/7/7 p 1 -' });
        const board = new Board(place, {});
        board.show(await session.request({ do: 'turn', turn: 'c2' }));
        const seen = () => [getComputedStyle(place.querySelector('.rich')).visibility, getComputedStyle(place.querySelector('.ground')).fill];
        const [rich] = [seen()];
        document.documentElement.dataset.board = 'plain';
        const plain = seen();
        const bubbles = (cell) => board.pieceGroup(cell).querySelectorAll('.bubble').length;
        return [rich, plain[0], plain[1] !== rich[1], bubbles('c3'), bubbles('c4')];",
    ) else {
        return;
    };
    assert_eq!(result, json!([["visible", "rgba(0, 0, 0, 0)"], "hidden", true, 0, 2]));
}

#[test]
fn the_sound_of_a_turn_is_that_of_its_most_important_event() {
    let Some(result) = run(
        "const [place_, move, remove, text] = ['place', 'move', 'remove', undefined].map((change) => ({ change }));
        return [soundOf([place_]), soundOf([place_, move]), soundOf([move, remove, text]), soundOf([text]) === undefined, soundOf([remove], {})];",
    ) else {
        return;
    };
    assert_eq!(result, json!(["place", "move", "capture", true, "end"]));
}

#[test]
fn the_right_button_draws_arrows_and_rings() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let Some(page) = Page::open(1280, 900).await else { return };
        let draw = "((from, to) => {
            const at = (cell) => {
                const box = document.querySelector(`[data-cell='${cell}']`).getBoundingClientRect();
                return { bubbles: true, button: 2, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
            };
            document.querySelector(`[data-cell='${from}'] *`).dispatchEvent(new PointerEvent('pointerdown', at(from)));
            dispatchEvent(new PointerEvent('pointerup', at(to)));
            return document.querySelectorAll('.drawn > *').length;
        })";
        for (from, to, drawn) in [("a1", "c3", 1), ("b2", "b2", 2), ("a1", "c3", 1)] {
            assert_eq!(page.value(&format!("{draw}('{from}', '{to}')")).await, drawn);
        }
        page.cell("d4").await;
        page.until("document.querySelectorAll('.drawn > *').length === 0").await;
        page.close().await;
    });
}
