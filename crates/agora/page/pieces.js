// How pieces look. A piece is drawn in a square from -50 to 50. Kind, owner, stack and facing differ in shape, not only in
// colour: the owner of a Symbol piece is its outline (round or square), the city of a hoplite is a Greek letter.

import { svg } from "./svg.js";

const group = (...children) => svg("g", {}, ...children);

const SNORKEL = "M-16-24v26a14 14 0 0 0 28 0v-30";

function snorkel(kind) {
  const shapes = [svg("circle", { r: 38, class: `disc ${kind}` })];
  if (kind === "green") shapes.push(svg("circle", { r: 31, class: "ring" }));
  shapes.push(svg("path", { d: SNORKEL, class: `tube ${kind}` }));
  return group(...shapes);
}

/** The pictures of Symbol's kinds, in a square from -24 to 24. */
const GLYPHS = {
  K: "M-22 16V-14l11 10L0-20l11 16 11-10v30z",
  L: "M-24 18-8-16 2 2l7-9 15 25z",
  W: "M-23-8q6-9 12 0t12 0 12 0 10-2v9q-6 4-11 0-6-8-12 0t-12 0-11 1zm0 17q6-9 12 0t12 0 12 0 10-2v9q-6 4-11 0-6-8-12 0t-12 0-11 1z",
  A: "M-22-10H6a8 8 0 1 0-8-8h5a3 3 0 1 1 3 3h-28zm0 9h36a8 8 0 1 1-8 8h5a3 3 0 1 0 3-3h-36zm0 10H-4a7 7 0 1 1-7 7h5a2 2 0 1 0 2-2h-18z",
  F: "M0 22c-22 0-20-21-10-30 0 7 4 8 5 8C-7-10-2-20 6-25c-2 10 13 14 13 30C19 16 10 22 0 22z",
  D: "M7-13A18 18 0 1 1-9-14l5-1 1-5h5q3-8 13-5l-1 4q-7-2-9 3z",
};

function element(kind, seat) {
  const outline = seat === 0 ? svg("circle", { r: 40, class: `token ${kind} seat-0` })
    : svg("rect", { x: -37, y: -37, width: 74, height: 74, rx: 5, class: `token ${kind} seat-1` });
  return group(outline, svg("path", { d: GLYPHS[kind], class: `glyph ${kind}` }));
}

const CITY_LETTERS = ["Α", "Λ", "Μ", "Θ"];
const TURNS = { n: 0, e: 90, s: 180, w: 270 };

function hoplite(seat, facing) {
  const letter = svg("text", { class: `letter city-${seat}`, y: 1 }, CITY_LETTERS[seat]);
  if (!facing) return group(svg("circle", { r: 34, class: `hoplite city-${seat}` }), letter);
  const shape = svg("g", { transform: `rotate(${TURNS[facing]})` },
    svg("path", { d: "M0-48 30-12V36H-30V-12z", class: `hoplite city-${seat}` }),
    svg("path", { d: "M0-44 13-28H-13z", class: `spear city-${seat}` }));
  return group(shape, letter);
}

/** One piece of a kind. */
export function drawKind(game, { kind, seat, facing }) {
  if (game === "snorkels") return snorkel(kind);
  if (game === "symbol") return element(kind, seat);
  return hoplite(seat, facing);
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
