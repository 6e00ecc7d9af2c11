// What the page knows of single games beyond their scenes: a file of `games/`, with the game's name. A game without a file is drawn all the same.

const faces = new Map();

/** Loads the files of these games. */
export async function loadFaces(games) {
  const load = async (game) => faces.set(game, await import(`./games/${game}.js`));
  for (const { status, reason } of await Promise.allSettled(games.map(load))) {
    if (status === "rejected") console.info(`A game is drawn by its scene alone: ${reason.message}`);
  }
}

/**
 * Perhaps with `draw(piece)`, `background(board)` below the cells, `details(board)` above them, `ground(kind, seat)` on one,
 * `prepare(board, scene)` before pieces are drawn, `home(board, seat)`, the point to which removed pieces walk, `chip(seat, kind)`, the style of a seat's sign by its first piece, `side`, the texts of a
 * player, `picture`, the position on the start page, `signs(turn)`, the parts of a turn's text, `deciding(state)`, the cells that ended the game, and for the position editor
 * `palette(state)`, `write(board)` and `reserves`, whether there are stacks and pieces beside the board.
 */
export const faceOf = (game) => faces.get(game) ?? {};
