// What boards and pieces of several games are made of: outlines with a shadow and two tones, light from the upper left. Parts of
// the class `rich` are left out of plain boards.

import { svg } from "../svg.js";

/** Patches of darker water between light, in a tile of 300 that repeats without seams. */
const PATCHES = "M82 150q4-12 23-28q19-15 39-4q20 12 29 47q9 36-2 40q-11 5-49-5q-38-9-41-23q-3-14 1-27M26-50q21 5 20 41q0 36-19 51q-19 15-51-7q-32-23-1-56q30-34 51-29M26 250q21 5 20 41q0 36-19 51q-19 15-51-7q-32-23-1-56q30-34 51-29M326-50q21 5 20 41q0 36-19 51q-19 15-51-7q-32-23-1-56q30-34 51-29M326 250q21 5 20 41q0 36-19 51q-19 15-51-7q-32-23-1-56q30-34 51-29M-3 129q5 33-13 50q-17 18-27 17q-9-2-14-41q-5-40 22-49q26-9 32 23M297 129q5 33-13 50q-17 18-27 17q-9-2-14-41q-5-40 22-49q26-9 32 23M9 68q1-9 20-24q19-15 56 0q38 15 37 37q0 23-19 39q-19 15-57-14q-38-28-37-38M148-55q13-32 24-37q11-4 24 0q12 4 15 53q3 50-25 55q-28 6-40-16q-12-23 2-55M148 245q13-32 24-37q11-4 24 0q12 4 15 53q3 50-25 55q-28 6-40-16q-12-23 2-55M193 117q-28 10-48-1q-20-12-20-35q1-23 17-39q15-16 39-19q23-2 31 40q9 43-19 54M91-33q41 12 53 34q11 23-4 39q-16 17-54 2q-37-15-37-51q1-36 42-24M91 267q41 12 53 34q11 23-4 39q-16 17-54 2q-37-15-37-51q1-36 42-24M39 163q36 1 39 15q3 14-11 42q-14 28-37 25q-24-2-43-24q-19-22-1-40q18-18 53-18M339 163q36 1 39 15q3 14-11 42q-14 28-37 25q-24-2-43-24q-19-22-1-40q18-18 53-18M197 205q-13-4-22-40q-9-35 19-46q28-11 35-7q8 4 13 43q5 39-14 46q-19 8-31 4M-71-96q19-7 28-6q9 2 28 24q19 22-12 55q-31 34-44 34q-13-1-16-50q-3-49 16-57M-71 204q19-7 28-6q9 2 28 24q19 22-12 55q-31 34-44 34q-13-1-16-50q-3-49 16-57M229-96q19-7 28-6q9 2 28 24q19 22-12 55q-31 34-44 34q-13-1-16-50q-3-49 16-57M229 204q19-7 28-6q9 2 28 24q19 22-12 55q-31 34-44 34q-13-1-16-50q-3-49 16-57M-85 63q-8-42 10-45q18-4 50 19q31 22 31 31q-1 9-8 18q-7 9-34 18q-26 9-33 5q-8-3-16-46M215 63q-8-42 10-45q18-4 50 19q31 22 31 31q-1 9-8 18q-7 9-34 18q-26 9-33 5q-8-3-16-46M69 221q14-28 52-19q38 10 25 42q-14 33-52 19q-38-14-25-42M0 88q7-9 45 20q38 29 34 41q-4 13-40 12q-35 0-40-32q-6-33 1-41M300 88q7-9 45 20q38 29 34 41q-4 13-40 12q-35 0-40-32q-6-33 1-41";

/** A pattern for the attribute `fill` as `url(#id)`; it begins at a corner of the board, so that it fits its cells. */
export function pattern(board, id, size, ...content) {
  const [x, y] = board.area;
  return svg("pattern", { id, x, y, width: size, height: size, patternUnits: "userSpaceOnUse" }, ...content);
}

/** The light that waves throw on the ground of clear water: a net around the patches. */
export const lightNet = (board, id) => pattern(board, id, 300, svg("path", { d: `M0 0h300v300H0z${PATCHES}`, class: "light", "fill-rule": "evenodd" }));

/** The frame of a board: a rounded edge with its shadow. */
export function rim({ area: [x, y, width, height] }, kind = "") {
  const edge = (grown, shift, type) => svg("rect", { x: x - grown + shift, y: y - grown + shift, width: width + 2 * grown, height: height + 2 * grown, rx: 16, class: type });
  return [edge(9, 4, "shadow"), edge(10, 0, `rim ${kind}`)];
}

/** All lines between cells, as one path. */
export function grid({ area: [x, y, width, height] }, size = 100) {
  const steps = (length) => Array.from({ length: length / size - 1 }, (_, i) => (i + 1) * size);
  const d = steps(width).map((step) => `M${x + step} ${y}v${height}`).join("") + steps(height).map((step) => `M${x} ${y + step}h${width}`).join("");
  return svg("path", { d, class: "grid" });
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
export const solid = (d, type) => [svg("path", { d, class: "shadow rich", transform: "translate(4 6)" }), svg("path", { d, class: type })];

/** A rock in the way. */
export const rock = () => [...solid("M-36 18-30-14-4-34 26-20 38 8 24 32-20 34z", "rock"), svg("path", { d: "M-30-14-4-34 4-8-12 6z", class: "rock-light rich" }),
  svg("path", { d: "M4-8 26-20 38 8 24 32 10 12z", class: "dusk rich" })];
