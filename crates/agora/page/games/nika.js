// Nika: shields on a paved square, and the mural. The city of a hoplite is a Greek letter; shields of one alliance are round, those
// of the other one have notches. The spear shows the facing.

import { disc, dusk, pattern, shine, solid } from "../games/matter.js";
import { group, svg } from "../svg.js";

const CITY_LETTERS = ["Α", "Λ", "Μ", "Θ"];
const TURNS = { n: 0, e: 90, s: 180, w: 270 };
const NOTCHED = "M0-31C18-31 30-20 30-9 30-4 23-4 23 0 23 4 30 4 30 9 30 20 18 31 0 31-18 31-30 20-30 9-30 4-23 4-23 0-23-4-30-4-30-9-30-20-18-31 0-31z";
const SPEAR = "M0-50Q17-35 9-20H4V47H-4V-20H-9Q-17-35 0-50z";

/** One piece: the spear turns, the shield behind its point stays upright. */
export function draw({ seat, facing }) {
  const turn = TURNS[facing];
  const angle = (turn * Math.PI) / 180;
  const behind = facing ? `translate(${-8 * Math.round(Math.sin(angle))} ${8 * Math.round(Math.cos(angle))})` : "scale(1.15)";
  const d = seat % 2 === 0 ? disc(30) : NOTCHED;
  const spear = (transform, type) => (facing ? [svg("g", { class: "facing", transform: `${transform} rotate(${turn})` }, svg("path", { d: SPEAR, class: type }))] : []);
  return group(...spear("translate(3 5)", "cast rich"), ...spear("", "spear"),
    svg("g", { class: "arm", transform: behind }, ...solid(d, "outline"), svg("path", { d, class: `shield city-${seat}` }), dusk(27), shine(24),
      svg("text", { class: `letter city-${seat}`, y: 2 }, CITY_LETTERS[seat])));
}

/** The colour of a city. */
export const chip = (seat) => ({ background: ["#fff", "#b3261e", "#1f5fa8", "#222"][seat] });

/** A side is a team, whose texts are `team-0` and `team-1`. */
export const side = "team";

/** A routed hoplite walks to the rally area of its city. */
export function home(board, seat) {
  const [x, y, width, height] = board.extent(({ ground }) => ground === `rally-${seat}`);
  return [x + width / 2, y + height / 2];
}

/** A victory area shows whose it is: the letter of the city in a wreath. */
export const ground = (kind, seat) => (kind === "victory"
  ? [svg("circle", { r: 34, class: `wreath of-${seat}` }), svg("text", { class: `inlay of-${seat}`, y: 2 }, CITY_LETTERS[seat])] : []);

/** Slabs of three tones, in a tile of 300. */
const slabs = () => Array.from({ length: 9 }, (_, i) => {
  const [x, y] = [(i % 3) * 100, Math.floor(i / 3) * 100];
  return [svg("rect", { x: x + 2, y: y + 2, width: 96, height: 96, rx: 5, class: `slab tone-${(i * 7 + (i % 2)) % 3}` }),
    svg("path", { d: `M${x + 4} ${y + 94}V${y + 8}q0-4 4-4h86`, class: "bright" }), svg("path", { d: `M${x + 6} ${y + 97}h86q5 0 5-5v-86`, class: "dim" })];
}).flat();

/** A paved square with four gates, and the mural in its middle. */
export function background(board) {
  const { id } = board;
  const part = (kind, seat) => board.extent(({ ground }) => ground === (seat === undefined ? kind : `${kind}-${seat}`));
  const box = ([x, y, width, height], grown, attributes) => svg("rect", { x: x - grown, y: y - grown, width: width + 2 * grown, height: height + 2 * grown, ...attributes });
  const seats = [0, 1, 2, 3];
  const areas = seats.flatMap((seat) => ["victory", "rally"].map((kind) => [part(kind, seat), kind, seat]));
  const all = [part("field"), ...areas.map(([area]) => area)];
  const layer = (grown, attributes) => all.map((area) => box(area, grown, attributes));
  return [svg("defs", {}, pattern(board, `${id}-slabs`, 300, ...slabs())),
    svg("g", { class: "cast", transform: "translate(5 7)" }, ...layer(8, { rx: 12 })),
    ...layer(12, { rx: 14, class: "kerb" }), ...layer(2, { fill: `url(#${id}-slabs)` }),
    ...areas.map(([area, kind, seat]) => box(area, -5, { rx: 6, class: `city-area ${kind} of-${seat}` })),
    ...areas.filter(([, kind]) => kind === "rally").map(([[x, y, width, height], , seat]) => svg("text", { x: x + width / 2, y: y + height / 2, class: `inlay large of-${seat}` }, CITY_LETTERS[seat])),
    ...mural(board)];
}

/** The mural: a frieze between meanders, 9 by 3 squares. A temple, and hoplites of both sides. */
function mural(board) {
  const [[x1, y1], [x2, y2]] = [board.point(6, 6), board.point(14, 8)];
  const [x, y] = [Math.min(x1, x2) - 50, Math.min(y1, y2) - 50];
  const meander = Array.from({ length: 21 }, (_, i) => `M${35 + i * 40} 0v-22h30v22h-20v-11h10`).join("");
  const columns = Array.from({ length: 6 }, (_, i) => `M${-130 + i * 48} -66h20l-3 86h-14z`).join("");
  const hoplite = (dx) => svg("use", { href: `#${board.id}-hoplite`, x: dx });
  const host = (turn) => svg("g", { transform: `translate(450 150) scale(${turn} 1)` }, ...[238, 290, 342, 394].map(hoplite));
  return [svg("defs", {}, svg("g", { id: `${board.id}-hoplite` }, svg("path", { d: HOPLITE }), svg("circle", { cx: -4, cy: -14, r: 25, class: "paint" }), svg("circle", { cx: -4, cy: -14, r: 19 }), svg("path", { d: "M-4-27l4 9 9 4-9 4-4 9-4-9-9-4 9-4z", class: "paint" }))),
    svg("g", { class: "mural", transform: `translate(${x} ${y})` },
      svg("rect", { x: 4, y: 4, width: 892, height: 292, rx: 6, class: "plaster" }),
      svg("path", { d: meander, class: "meander", transform: "translate(0 40)" }), svg("path", { d: meander, class: "meander", transform: "translate(0 282)" }),
      svg("path", { d: "M14 48H886M14 252H886", class: "meander" }),
      svg("g", { class: "figures" },
        svg("path", { d: `M-160-76 0-96 160-76V-66H-160zM0-92z${columns}M-150 22h300v9h-300zM-165 33h330v10h-330zM-180 45h360v12h-360z`, transform: "translate(450 190)" }),
        svg("path", { d: "M290 108 450 62 610 108z" }), svg("circle", { cx: 450, cy: 92, r: 10, class: "paint" }),
        host(1), host(-1)))];
}

/** A marching hoplite, 180 high; he looks to the left. */
const HOPLITE = "M-6-62q-12 0-12 12l-4 6 5 2v7h8q18-2 16-16-2-11-13-11zM-10-66q4-14 20-10 14 6 12 30l-7-2q2-20-9-24-8-2-10 6zM-16-34h26l10 56H-22zM-20 20-34 56-32 84-46 92H-22L-20 56-4 30zM2 20 16 54 30 82 22 94H44L38 80 28 50 18 20zM-60-62 44 2l-2 4L-62-58zM-72-70l16 4-4 8z";

/** The pieces of the position editor. */
export const palette = ({ seats }) => seats.map((_, seat) => ({ kind: "hoplite", seat, facing: "nsew"[seat] }));

/** The text of a position of the editor. */
export function write({ pieces, seat }) {
  const place = ({ cell }) => cell.charCodeAt(0) * 100 + Number(cell.slice(1));
  const city = (owner) => pieces.filter((piece) => piece.seat === owner).sort((a, b) => place(a) - place(b)).map(({ cell, facing }) => cell + facing).join("") || "-";
  return `${[0, 1, 2, 3].map(city).join("/")} ${"ASMT"[seat]} 2 0`;
}

/** The cells of the hoplites in their victory area. */
export function deciding({ scene, end }) {
  const areas = new Map(scene.cells.map(({ name, ground }) => [name, ground]));
  return scene.pieces.filter(({ seat, cell }) => seat % 2 === end.winner && areas.get(cell) === `victory-${seat}`).map(({ cell }) => cell);
}

/** The text of a turn with arrows for directions. */
export const signs = (turn) => [turn.replace(/([>@]|\+\w\d+)([nesw])(?=,|$)/g, (_, what, direction) => `${{ ">": "", "@": "⟳" }[what] ?? what}${{ n: "↑", e: "→", s: "↓", w: "←" }[direction]}`)];
