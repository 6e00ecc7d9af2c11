// Symbol: pieces. The owner is the outline, round or square.

import { group, svg } from "../svg.js";

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
  const outline = seat === 0 ? svg("circle", { r: 40, class: `token ${kind} seat-0` })
    : svg("rect", { x: -37, y: -37, width: 74, height: 74, rx: 5, class: `token ${kind} seat-1` });
  return group(outline, svg("path", { d: GLYPHS[kind], class: `glyph ${kind}` }));
}

/** A sign has the outline of the owner's pieces. */
export const chip = (seat) => (seat === 0 ? {} : { borderRadius: "3px" });
