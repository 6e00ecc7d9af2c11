// Plays the events of a turn on the board before the new position is drawn.

import { drawStack, parseStack } from "./pieces.js";
import { svg } from "./svg.js";

/** Puts consecutive events of the same kind together: they happen at the same time. */
function steps(events) {
  const list = [];
  for (const event of events.filter(({ change }) => change)) {
    const last = list.at(-1);
    if (last && last[0].change === event.change && last[0].forced === event.forced) last.push(event);
    else list.push([event]);
  }
  return list;
}

export class Animator {
  constructor(board) {
    this.board = board;
    this.run = 0;
  }

  /** Ends the present animation at once. */
  cancel() {
    this.run += 1;
  }

  /** Plays events on the drawn position; returns false if it was cancelled. */
  async play(game, events, milliseconds) {
    this.run += 1;
    const run = this.run;
    if (!milliseconds) return true;
    for (const step of steps(events)) {
      await Promise.all(step.map((event) => this.event(game, event, milliseconds)));
      if (run !== this.run) return false;
    }
    return true;
  }

  event(game, event, milliseconds) {
    const { board } = this;
    if (event.change === "move") return this.move(game, event, milliseconds);
    if (event.change === "remove") {
      const groups = event.cells.map((cell) => board.pieceGroup(cell)).filter(Boolean);
      return Promise.all(groups.map(async (group) => {
        await animate(group.firstChild, [{ opacity: 1 }, { opacity: 0, transform: "scale(0.3)" }], milliseconds);
        group.remove();
      }));
    }
    if (event.change === "explode" && board.cells.has(event.cell)) {
      const [x, y] = board.centre(event.cell);
      const blast = svg("circle", { r: 150, class: "blast" });
      const group = svg("g", { transform: `translate(${x} ${y})` }, blast);
      board.layers.top.append(group);
      return animate(blast, [{ transform: "scale(0.1)", opacity: 1 }, { transform: "scale(1)", opacity: 0 }], 1.5 * milliseconds)
        .then(() => group.remove());
    }
    return Promise.resolve();
  }

  async move(game, { from, to, pieces }, milliseconds) {
    const { board } = this;
    const group = board.pieceGroup(from);
    if (!group || !board.cells.has(to)) return;
    const present = board.pieces.get(from) ?? [];
    const moving = pieces ? parseStack(pieces, present[0]?.seat) : present;
    const all = moving.length === present.length && moving.every((piece, i) => piece.count === present[i].count);
    const [x1, y1] = board.centre(from);
    const [x2, y2] = board.centre(to);
    const ghost = svg("g", {}, drawStack(game, moving));
    board.layers.top.append(ghost);
    if (all) group.remove();
    const place = (x, y) => ({ transform: `translate(${x}px, ${y}px)` });
    await animate(ghost, [place(x1, y1), place(x2, y2)], milliseconds);
    ghost.remove();
    // A later event of the same turn may move or remove what stands there now.
    board.pieceGroup(to)?.remove();
    board.layers.pieces.append(svg("g", { class: "piece", "data-piece": to, transform: `translate(${x2} ${y2})` }, drawStack(game, moving)));
    board.pieces.set(to, moving);
  }
}

function animate(element, frames, duration) {
  return element.animate(frames, { duration, easing: "ease-in-out", fill: "forwards" }).finished.catch(() => {});
}
