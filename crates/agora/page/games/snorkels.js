// Snorkels: divers in a lagoon. The owner is the outline and the mask, besides the colour; a diver without air has no bubble.

import { disc, dusk, grid, lightNet, rim, shine, solid, square } from "../games/matter.js";
import { group, svg } from "../svg.js";

/** A mask with one glass, and one with two. */
const MASKS = {
  purple: "M-17-15h22a12 12 0 0 1 0 24q-7 0-11-6-4 6-11 6a12 12 0 0 1 0-24z",
  green: "M-16-4a10 10 0 1 1 20 0 10 10 0 1 1-20 0zM6-4a10 10 0 1 1 20 0 10 10 0 1 1-20 0z",
};
const TUBE = "M-8 21H10Q25 21 25 7V-37";

/** One piece. */
export function draw({ kind, airless }) {
  const round = kind !== "green";
  const side = round ? 1 : -1;
  const tube = (type) => svg("path", { d: TUBE, class: type, transform: `scale(${side} 1)` });
  const outline = round ? disc(36) : square(34, 16);
  const air = airless ? [] : [svg("circle", { cx: side * 37, cy: -39, r: 7, class: "bubble" }), svg("circle", { cx: side * 26, cy: -45, r: 3, class: "bubble" })];
  return svg("g", { class: airless ? "diver airless" : "diver" },
    svg("circle", { r: 45, class: "ripple rich" }), ...solid(outline, `skin ${kind}`),
    dusk(34), shine(round ? 31 : 33),
    svg("path", { d: MASKS[kind] ?? MASKS.purple, class: `mask ${kind}` }),
    tube("tube"), tube(`tube ${kind}`), svg("path", { d: "M25-37v7", class: "tip", transform: `scale(${side} 1)` }), group(...air));
}

/** A rock in the water. */
export const ground = (kind) => (kind === "stone" ? [...solid("M-36 18-30-14-4-34 26-20 38 8 24 32-20 34z", "rock"),
  svg("path", { d: "M-30-14-4-34 4-8-12 6z", class: "rock-light rich" }), svg("path", { d: "M4-8 26-20 38 8 24 32 10 12z", class: "dusk rich" })] : []);

/** Finds the divers whose group has no air: no empty cell beside it. */
export function prepare(board, scene) {
  const pieces = new Map(scene.pieces.map((piece) => [piece.cell, piece]));
  const beside = (cell) => ["n", "e", "s", "w"].map((direction) => board.step(cell, direction)).filter(Boolean);
  const isAir = (cell) => !pieces.has(cell) && board.cells.get(cell).ground !== "stone";
  const seen = new Set();
  for (const { cell, kind } of scene.pieces) {
    if (seen.has(cell)) continue;
    const found = new Set([cell]);
    for (const next of found) for (const other of beside(next)) if (pieces.get(other)?.kind === kind) found.add(other);
    const airless = ![...found].some((next) => beside(next).some(isAir));
    for (const next of found) {
      seen.add(next);
      pieces.get(next).airless = airless;
    }
  }
}

/** A lagoon with light on its ground. */
export function background(board) {
  const { id, area: [x, y, width, height] } = board;
  const water = (fill) => svg("rect", { x, y, width, height, rx: 8, fill: `url(#${id}-${fill})` });
  const stops = ["near", "middle", "far"].map((name, i) => svg("stop", { offset: i / 2, class: `lagoon-${name}` }));
  return [svg("defs", {}, svg("radialGradient", { id: `${id}-water`, cx: 0.2, cy: 0.15, r: 1.1 }, ...stops), lightNet(board, `${id}-light`)),
    ...rim(board, "sand"), water("water"), water("light"), grid(board)];
}

const COLOURS = { purple: "#5b2a86", green: "#b5dd7e" };

/** The sign of a seat is that of its pieces, because they change with the swap. */
export const chip = (seat, kind = Object.keys(COLOURS)[seat]) => ({ background: COLOURS[kind], borderRadius: kind === "green" ? "4px" : "50%" });

/** The position of the picture on the start page. */
export const picture = "7/2G1P2/1P1GP2/2GPG2/1GP1P2/3G3/7 p 1 -";

/** The pieces of the position editor. Whose a colour is, the position says. */
export const palette = () => [{ kind: "purple" }, { kind: "green" }];

/** The text of a position of the editor. */
export function write({ ranks, player, words: [, , purple] }) {
  const sign = ([piece], { ground }) => (piece ? piece.kind[0].toUpperCase() : ground === "stone" ? "#" : " ");
  const rows = ranks(sign).map((row) => row.join("").replace(/ +/g, (run) => run.length));
  return `${rows.join("/")} ${Number(purple) === player + 1 ? "p" : "g"} ${purple} -`;
}

/** The cells of the group that ended the game. */
export const deciding = ({ events }) => events.filter(({ change }) => change === "remove").flatMap(({ cells }) => cells);
