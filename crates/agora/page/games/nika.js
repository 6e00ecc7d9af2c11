// Nika: pieces, and the mural. The city of a hoplite is a Greek letter.

import { group, svg } from "../svg.js";

const CITY_LETTERS = ["Α", "Λ", "Μ", "Θ"];
const TURNS = { n: 0, e: 90, s: 180, w: 270 };

/** One piece. */
export function draw({ seat, facing }) {
  const letter = svg("text", { class: `letter city-${seat}`, y: 1 }, CITY_LETTERS[seat]);
  if (!facing) return group(svg("circle", { r: 34, class: `hoplite city-${seat}` }), letter);
  const shape = svg("g", { transform: `rotate(${TURNS[facing]})` },
    svg("path", { d: "M0-48 30-12V36H-30V-12z", class: `hoplite city-${seat}` }),
    svg("path", { d: "M0-44 13-28H-13z", class: `spear city-${seat}` }));
  return group(shape, letter);
}

/** The colour of a city. */
export const chip = (seat) => ({ background: ["#fff", "#b3261e", "#1f5fa8", "#222"][seat] });

/** A side is a team, whose texts are `team-0` and `team-1`. */
export const side = "team";

/** The mural: a picture in the middle of the board, 9 by 3 squares of 100. */
export function background(board) {
  const [file, rank, width, height, size] = [6, 6, 9, 3, 100];
  const [x1, y1] = board.point(file, rank);
  const [x2, y2] = board.point(file + width - 1, rank + height - 1);
  const [x, y] = [Math.min(x1, x2) - 50, Math.min(y1, y2) - 50];
  const [w, h] = [width * size, height * size];
  const columns = Array.from({ length: 6 }, (_, i) => `M${x + 150 + i * 120} ${y + 130}v110h20v-110z`).join("");
  return [svg("g", { class: "mural" }, svg("rect", { x, y, width: w, height: h }),
    svg("path", { d: `M${x + 120} ${y + 110}l${w / 2 - 120}-70 ${w / 2 - 120} 70z${columns}M${x + 110} ${y + 250}h${w - 220}v18h-${w - 220}z` }))];
}
