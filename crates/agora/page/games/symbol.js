// Symbol: land, a river, and tokens of the elements. The owner is the outline: round with a light edge, or square with a dark one.

import { disc, dusk, grid, lightNet, pattern, rim, shine, solid, square } from "../games/matter.js";
import { group, html, svg } from "../svg.js";

/** The pictures of the kinds, in a square from -24 to 24. */
const GLYPHS = {
  K: "M-22 16V-14l11 10L0-20l11 16 11-10v30z",
  L: "M-24 18-8-16 2 2l7-9 15 25z",
  W: "M-23-8q6-9 12 0t12 0 12 0 10-2v9q-6 4-11 0-6-8-12 0t-12 0-11 1zm0 17q6-9 12 0t12 0 12 0 10-2v9q-6 4-11 0-6-8-12 0t-12 0-11 1z",
  A: "M-22-10H6a8 8 0 1 0-8-8h5a3 3 0 1 1 3 3h-28zm0 9h36a8 8 0 1 1-8 8h5a3 3 0 1 0 3-3h-36zm0 10H-4a7 7 0 1 1-7 7h5a2 2 0 1 0 2-2h-18z",
  F: "M0 22c-22 0-20-21-10-30 0 7 4 8 5 8C-7-10-2-20 6-25c-2 10 13 14 13 30C19 16 10 22 0 22z",
  D: "M7-13A18 18 0 1 1-9-14l5-1 1-5h5q3-8 13-5l-1 4q-7-2-9 3z",
};

/** One piece. */
export function draw({ kind, seat }) {
  const glyph = svg("path", { d: GLYPHS[kind], class: `glyph ${kind}` });
  if (seat === 0) return group(...solid(disc(40), "edge seat-0"), svg("path", { d: disc(32), class: `token ${kind}` }), dusk(32), shine(36), glyph);
  return group(...solid(square(37, 8), "edge seat-1"), svg("path", { d: square(29, 4), class: `token ${kind}` }),
    svg("path", { d: "M29-25V29H-25L-17 21H21V-17z", class: "dusk rich" }), svg("path", { d: "M-33 30V-33H30", class: "shine rich" }), glyph);
}

/** Tufts of grass in a tile of 200. */
const TUFTS = [[28, 40], [128, 22], [84, 92], [168, 118], [36, 152], [112, 176]].map(([x, y]) => `M${x} ${y}l-7-9m7 9v-13m0 13l7-9`).join("");

/** A river with waving shores: its outline around the cells of water, and only its shores. */
function river([x, y, width, height], grown) {
  const waves = (sign, bend) => Array.from({ length: width / 100 }, () => `q${sign * 25}-${bend} ${sign * 50} 0t${sign * 50} 0`).join("");
  return `M${x} ${y - grown}${waves(1, 16)}v${height + 2 * grown}${waves(-1, 16)}z`;
}

/** Grass, and the water between the lands. */
export function background(board) {
  const { id, area: [x, y, width, height] } = board;
  const water = board.extent(({ ground }) => ground === "water");
  const rect = (type, fill) => svg("rect", { x, y, width, height, rx: 8, class: type, fill: fill && `url(#${id}-${fill})` });
  const shore = (grown, type, fill) => svg("path", { d: river(water, grown), class: type, fill: fill && `url(#${id}-${fill})`, "clip-path": `url(#${id}-clip)` });
  const stops = ["near", "far", "far", "near"].map((name, i) => svg("stop", { offset: [0, 0.25, 0.75, 1][i], class: `river-${name}` }));
  return [svg("defs", {}, svg("clipPath", { id: `${id}-clip` }, rect()), svg("linearGradient", { id: `${id}-water`, x2: 0, y2: 1 }, ...stops),
    lightNet(board, `${id}-light`),
    pattern(board, `${id}-grass`, 200, svg("path", { d: "M20 60q30-50 90-20t50 60-60 40-80-80zM110 190q20-40 60-30t20 40z", class: "meadow" }), svg("path", { d: TUFTS, class: "tufts" }))),
  ...rim(board, "soil"), rect("grass"), rect("", "grass"), shore(13, "sand"), shore(3, "foam"), shore(0, "", "water"), shore(0, "", "light"), grid(board)];
}

/** Hedges on land and buoys on water divide the regions. */
export function details(board) {
  const borders = board.borders((cell, other) => cell.region !== other.region && cell.ground === other.ground);
  const line = (ground) => borders.filter(({ cell }) => cell.ground === ground).map(({ from, to }) => `M${from}L${to}`).join("");
  const [hedge, rope] = ["land", "water"].map(line);
  const shifts = { cast: "3 5", low: "0 0", high: "-2 -3" };
  return [...Object.entries(shifts).map(([part, shift]) => svg("path", { d: hedge, class: `hedge ${part}`, transform: `translate(${shift})` })),
    ...["rope", "buoys"].map((part) => svg("path", { d: rope, class: part }))];
}

/** A sign has the outline of the owner's pieces. */
export const chip = (seat) => (seat === 0 ? {} : { borderRadius: "3px" });

/** The position of the picture on the start page. */
export const picture = "x,l,x,k,x3/l,x,f,x4/w2d,x3,A,x2/x2,W,x,a,w,x/x,LW,x5/x,F,x2,D,x2/L,x2,KLF,x2,A 1 L2WD/lwafd2 - -";

/** The pieces of the position editor. */
export const palette = () => [0, 1].flatMap((seat) => Object.keys(GLYPHS).map((kind) => ({ kind, seat })));

/** There are stacks and reserves. */
export const reserves = true;

/** The text of a position of the editor. */
export function write({ ranks, player, count, words: [, , , , rules] }) {
  const text = (seat, pieces) => {
    const letters = pieces.filter((piece) => piece.count > 0).map((piece) => piece.kind + (piece.count > 1 ? piece.count : "")).join("");
    return seat === 0 ? letters : letters.toLowerCase();
  };
  const cell = (stack) => text(stack[0]?.seat, stack) || "x";
  const rows = ranks(cell).map((row) => row.join(",").replace(/x(,x)+/g, (run) => `x${(run.length + 1) / 2}`));
  const reserve = (seat) => text(seat, Object.keys(GLYPHS).map((kind) => ({ kind, count: count(seat, kind) }))) || "-";
  return `${rows.join("/")} ${player + 1} ${reserve(0)}/${reserve(1)} - ${rules}`;
}

/** The cells from which a king was removed. */
export const deciding = ({ events }) => events.filter(({ change, pieces }) => change === "remove" && pieces.includes("K")).flatMap(({ cells }) => cells);

/** The text of a turn with pictures of the kinds. Screen readers read the letters. */
export const signs = (turn) => turn.split(/([KLWAFD])/).map((part, i) => (i % 2 === 0 ? part
  : html("span", {}, svg("svg", { viewBox: "-42 -42 84 84", class: "in-text", "aria-hidden": "true" }, svg("path", { d: disc(40), class: `token ${part}` }),
    svg("path", { d: GLYPHS[part], class: `glyph ${part}` })), html("span", { className: "unseen" }, part))));
