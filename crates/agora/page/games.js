// What the page knows of single games beyond their scenes: one file a game. A game without a file is drawn all the same.

import * as nika from "./games/nika.js";
import * as snorkels from "./games/snorkels.js";
import * as symbol from "./games/symbol.js";

const FACES = { nika, snorkels, symbol };

/** Perhaps with `draw(piece)`, `background(board)`, `chip(seat, kind)`, the style of a seat's sign by its first piece, and `side`, the texts of a player. */
export const faceOf = (game) => FACES[game] ?? {};
