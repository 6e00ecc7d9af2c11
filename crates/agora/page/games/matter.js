// What boards and pieces of several games are made of: outlines with a shadow and two tones, light from the upper left. Parts of
// the class `rich` are left out of plain boards.

import { svg } from "../svg.js";

/** Patches of darker water between light, in a tile of 300 that repeats without seams. */
const PATCHES = "M132 250q-20-17 0-52 21-34 48-39 28-5 51 23 24 28 10 56-14 27-51 28-37 1-58-16M31 17q17-14 51 17 33 31 29 46-4 15-41 25-36 9-52-7-16-17-10-42 5-24 23-39M10 247q-42-37-10-57 32-21 70 4 37 25 10 58-28 32-70-5M310 247q-42-37-10-57 32-21 70 4 37 25 10 58-28 32-70-5M217 126q-10 25-37 29-28 5-49-27-21-32-17-47 5-15 21-25 15-10 42-1 27 8 39 27 12 20 1 44M-35 90q-35 10-47-9-12-19 4-55 15-36 52-16 36 21 31 46-6 25-40 34M-35 390q-35 10-47-9-12-19 4-55 15-36 52-16 36 21 31 46-6 25-40 34M265 90q-35 10-47-9-12-19 4-55 15-36 52-16 36 21 31 46-6 25-40 34M265 390q-35 10-47-9-12-19 4-55 15-36 52-16 36 21 31 46-6 25-40 34M34 142q1-25 37-35 37-9 58 23 21 32 0 59-20 28-58 3-37-25-37-50M-38 208q-4 0-28-28-24-28-13-52 10-25 44-35 35-10 51 7 16 17 15 42-1 25-33 46-32 20-36 20M262 208q-4 0-28-28-24-28-13-52 10-25 44-35 35-10 51 7 16 17 15 42-1 25-33 46-32 20-36 20M152 7q1-37 38-38 37-1 41 9 4 10-11 46-15 36-42 28-27-8-26-45M152 307q1-37 38-38 37-1 41 9 4 10-11 46-15 36-42 28-27-8-26-45M80-32q30-33 50-16 21 18 20 55-1 37-17 46-16 10-50-21-33-31-3-64M80 268q30-33 50-16 21 18 20 55-1 37-17 46-16 10-50-21-33-31-3-64M-66-23q-4-10 10-38 14-27 60 10 46 37 26 58-19 22-56 1-36-21-40-31M-66 277q-4-10 10-38 14-27 60 10 46 37 26 58-19 22-56 1-36-21-40-31M234-23q-4-10 10-38 14-27 60 10 46 37 26 58-19 22-56 1-36-21-40-31M234 277q-4-10 10-38 14-27 60 10 46 37 26 58-19 22-56 1-36-21-40-31";

/** A pattern for the attribute `fill` as `url(#id)`; it begins at a corner of the board, so that it fits its cells. */
export function pattern(board, id, size, ...content) {
  const [x, y] = board.area;
  return svg("pattern", { id, x, y, width: size, height: size, patternUnits: "userSpaceOnUse" }, ...content);
}

/** The light that waves throw on the ground of clear water: a net around the patches. */
export const lightNet = (board, id) => pattern(board, id, 300, svg("path", { d: `M0 0h300v300H0z${PATCHES}`, class: "glints", "fill-rule": "evenodd" }));

/** The frame of a board: a rounded edge with its shadow. */
export function rim({ area: [x, y, width, height] }, kind = "") {
  const edge = (grown, shift, type) => svg("rect", { x: x - grown + shift, y: y - grown + shift, width: width + 2 * grown, height: height + 2 * grown, rx: 16, class: type });
  return [edge(9, 4, "cast"), edge(10, 0, `rim ${kind}`)];
}

/** All lines between cells, as one path. */
export function grid({ area: [x, y, width, height] }, size = 100) {
  const steps = (length) => Array.from({ length: length / size - 1 }, (_, i) => (i + 1) * size);
  const d = steps(width).map((step) => `M${x + step} ${y}v${height}`).join("") + steps(height).map((step) => `M${x} ${y + step}h${width}`).join("");
  return svg("path", { d, class: "cell-lines" });
}

/** The outlines of a disc and of a square with round corners. */
export const disc = (r) => `M${-r} 0a${r} ${r} 0 1 1 ${2 * r} 0 ${r} ${r} 0 1 1${-2 * r} 0z`;
export const square = (half, r) => {
  const side = 2 * (half - r);
  return `M${-half} ${r - half}a${r} ${r} 0 0 1 ${r} ${-r}h${side}a${r} ${r} 0 0 1 ${r} ${r}v${side}a${r} ${r} 0 0 1 ${-r} ${r}h${-side}a${r} ${r} 0 0 1 ${-r} ${-r}z`;
};

/** The dark side of a disc. */
export const dusk = (r) => {
  const p = (r * Math.SQRT1_2).toFixed(1);
  return svg("path", { d: `M${p}-${p}A${r} ${r} 0 0 1-${p} ${p}A${1.25 * r} ${1.25 * r} 0 0 0 ${p}-${p}z`, class: "dusk rich" });
};

/** The light on the edge of a disc. */
export const shine = (r) => {
  const [p, q] = [(0.94 * r).toFixed(1), (0.34 * r).toFixed(1)];
  return svg("path", { d: `M-${p} ${q}A${r} ${r} 0 0 1 ${q}-${p}`, class: "shine rich" });
};

/** An outline with its shadow. */
export const solid = (d, type) => [svg("path", { d, class: "cast rich", transform: "translate(4 6)" }), svg("path", { d, class: type })];
