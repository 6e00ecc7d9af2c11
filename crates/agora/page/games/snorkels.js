// Snorkels: pieces, and the colours of the seats.

import { group, svg } from "../svg.js";

const SNORKEL = "M-16-24v26a14 14 0 0 0 28 0v-30";

/** One piece. */
export function draw({ kind }) {
  const shapes = [svg("circle", { r: 38, class: `disc ${kind}` })];
  if (kind === "green") shapes.push(svg("circle", { r: 31, class: "ring" }));
  shapes.push(svg("path", { d: SNORKEL, class: `tube ${kind}` }));
  return group(...shapes);
}

const COLOURS = { purple: "#5b2a86", green: "#b5dd7e" };

/** The colour of a seat is that of its pieces, because it changes with the swap. */
export const chip = (seat, kind = Object.keys(COLOURS)[seat]) => ({ background: COLOURS[kind] });
