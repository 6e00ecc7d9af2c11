// How pieces look. A piece is drawn in a square from -50 to 50. Kind, owner, stack and facing differ in shape, not only in colour.

import { faceOf } from "./games.js";
import { group, svg } from "./svg.js";

/** One piece of a kind. */
export const drawKind = (game, piece) => (faceOf(game).draw ?? token)(piece);

/** A drawn piece as a picture beside the board. */
export const pieceIcon = (game, piece) => svg("svg", { viewBox: "-52 -52 104 104", class: game, "aria-hidden": "true" }, piece);

/** A piece of a game without pictures: a shape for the player, a letter for the kind, an arrow for the facing. */
function token({ kind, seat, facing }) {
  const outline = seat % 2 === 0 ? svg("circle", { r: 36, class: `plain seat-${seat}` }) : svg("rect", { x: -32, y: -32, width: 64, height: 64, rx: 6, class: `plain seat-${seat}` });
  const letter = svg("text", { class: `plain-letter seat-${seat}`, y: 1 }, kind.slice(0, 1).toUpperCase());
  const turned = { n: 0, e: 90, s: 180, w: 270 }[facing];
  const arrow = turned === undefined ? [] : [svg("path", { d: "M0-48 12-34H-12z", class: "plain-arrow", transform: `rotate(${turned})` })];
  return group(outline, letter, ...arrow);
}

/** Places of the kinds of a stack: centre and size. */
const PLACES = {
  1: [[0, 0, 1]],
  2: [[-22, -14, 0.6], [22, 14, 0.6]],
  3: [[0, -22, 0.52], [-23, 20, 0.52], [23, 20, 0.52]],
  4: [[-23, -23, 0.5], [23, -23, 0.5], [-23, 23, 0.5], [23, 23, 0.5]],
  5: [[-25, -25, 0.45], [25, -25, 0.45], [0, 0, 0.45], [-25, 25, 0.45], [25, 25, 0.45]],
  6: [[-25, -30, 0.42], [25, -30, 0.42], [-25, 0, 0.42], [25, 0, 0.42], [-25, 30, 0.42], [25, 30, 0.42]],
};

/** All pieces of a cell. */
export function drawStack(game, pieces) {
  const places = PLACES[Math.min(pieces.length, 6)] ?? [];
  const drawn = places.map(([x, y, size], i) => svg("g", { transform: `translate(${x} ${y}) scale(${size})` }, drawKind(game, pieces[i])));
  // Numbers are above all pieces, at the outer side of theirs.
  const counts = places.map(([x, y, size], i) => ({ x: x + (x > 0 ? 1 : -1) * 30 * size, y: y + 30 * size, count: pieces[i].count }));
  const badges = counts.filter(({ count }) => count > 1).flatMap(({ x, y, count }) => [
    svg("circle", { cx: x, cy: y, r: 13, class: "count-back" }), svg("text", { x, y: y + 1, class: "count" }, String(count)),
  ]);
  return group(...drawn, ...badges);
}

/** The pieces of a stack in the notation: `KL2`. */
export function parseStack(text, seat) {
  return [...text.matchAll(/([A-Z])(\d*)/g)].map(([, kind, count]) => ({ kind, seat, count: Number(count || 1) }));
}

/** A stack with more pieces, or with fewer if `sign` is -1. */
export function changeStack(stack, pieces, sign = 1) {
  const counts = new Map(stack.map((piece) => [piece.kind, { ...piece }]));
  for (const piece of pieces) counts.set(piece.kind, { ...piece, count: (counts.get(piece.kind)?.count ?? 0) + sign * piece.count });
  return [...counts.values()].filter(({ count }) => count > 0);
}

/** The text of a turn with the signs of the game, for an element. */
export const drawTurn = (game, turn) => faceOf(game).signs?.(turn) ?? [turn];
