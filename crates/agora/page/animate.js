// Plays the events of a turn on the board before the new position is drawn.

import { faceOf } from "./games.js";
import { changeStack, parseStack } from "./pieces.js";
import { svg } from "./svg.js";

const TURNS = { n: 0, e: 90, s: 180, w: 270 };

/** The part of a step after which the next piece of a line starts. */
const STAGGER = 0.3;

export class Animator {
  constructor(board) {
    this.board = board;
    this.run = 0;
  }

  /** Ends the present animation at once. */
  cancel() {
    this.run += 1;
  }

  /**
   * Plays events on the drawn position; returns false if it was cancelled. `scene` is the one after them: it shows which pieces
   * were placed and how pieces turned. Without it these changes are not played.
   */
  async play(game, events, milliseconds, scene) {
    this.run += 1;
    const run = this.run;
    if (!milliseconds) return true;
    Object.assign(this, { game, milliseconds, scene });
    for (const step of this.steps(events.filter(({ change }) => change))) {
      const blasts = step.filter(({ change }) => change === "explode");
      const front = Math.max(...step.map((event) => this.progress(event)));
      const wait = (event, i) => ({ move: front - this.progress(event), place: i })[event.change] ?? 0;
      await Promise.all(step.map((event, i) => this.event(event, { run, blasts, delay: wait(event, i) * STAGGER * milliseconds })));
      if (run !== this.run) return false;
    }
    return true;
  }

  /** Consecutive events that happen together: those of a kind, what pushes in a direction, and what explosions destroy. */
  steps(events) {
    const list = [];
    // What is captured leaves before its captor comes, whose move is the event before.
    const captured = (event, mover) => event?.change === "remove" && mover.change === "move" && event.cells.includes(mover.to);
    const ordered = [...events];
    ordered.forEach((event, i) => {
      if (captured(ordered[i + 1], event)) ordered.splice(i, 2, ordered[i + 1], event);
    });
    for (const event of ordered) {
      const step = list.at(-1);
      if (step && this.joins(step, event)) step.push(event);
      else list.push([event]);
    }
    return list;
  }

  joins(step, event) {
    const last = step.at(-1);
    if (step[0].change === "explode" && event.change === "remove") return true;
    if (last.change !== "move" || event.change !== "move") return last.change === event.change;
    return last.forced === event.forced || (last.forced && this.heading(last).join() === this.heading(event).join());
  }

  /** The file and rank by which a move changes. */
  heading({ from, to }) {
    const [a, b] = [from, to].map((cell) => this.board.cells.get(cell));
    return [Math.sign(b.file - a.file), Math.sign(b.rank - a.rank)];
  }

  /** How far ahead in its direction a piece of the one who moves stands: the first of a line starts first. */
  progress(event) {
    if (event.change !== "move" || faceOf(this.game).home === undefined) return 0;
    const { file, rank } = this.board.cells.get(event.from);
    const [df, dr] = this.heading(event);
    return file * df + rank * dr;
  }

  event(event, timing) {
    const plays = { move: this.move, remove: this.remove, explode: this.explode, place: this.place, turn: this.turn };
    return plays[event.change]?.call(this, event, timing);
  }

  /** Plays frames on an element; resolves to whether the animation still runs. */
  async frames(element, frames, { run, delay = 0 }, length = 1) {
    const options = { duration: length * this.milliseconds, delay, easing: "ease-in-out", fill: "both" };
    await element.animate(frames, options).finished.catch(() => {});
    return run === this.run;
  }

  /** The pieces of a cell in the scene after the events. */
  after(cell) {
    return this.scene?.pieces.filter((piece) => piece.cell === cell) ?? [];
  }

  async place({ cell }, timing) {
    const pieces = this.after(cell);
    if (pieces.length === 0) return;
    const drawn = this.board.put(cell, pieces).firstChild;
    await this.frames(drawn, [{ transform: "scale(1.5)", opacity: 0 }, { transform: "scale(.94)", opacity: 1, offset: 0.7 }, { transform: "scale(1)", opacity: 1 }], timing);
  }

  async turn({ cell }, timing) {
    const [before, [after]] = [this.board.pieces.get(cell)?.[0], this.after(cell)];
    if (!before || !after || before.facing === after.facing) return;
    const flipped = this.board.flipped ? 180 : 0;
    const to = TURNS[after.facing] + flipped;
    const from = to + ((TURNS[before.facing] + flipped - to + 540) % 360) - 180;
    const drawn = this.board.put(cell, [after]);
    const turned = [...drawn.querySelectorAll(".facing")].map((part) => this.frames(part, [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${to}deg)` }], timing));
    const arm = [from, to].map((angle) => ({ transform: `rotate(${angle}deg) translate(0, 8px) rotate(${-angle}deg)` }));
    await Promise.all([...turned, ...[...drawn.querySelectorAll(".arm")].map((part) => this.frames(part, arm, timing))]);
  }

  async move({ from, to, pieces, forced }, timing) {
    const { board } = this;
    const present = board.pieces.get(from);
    if (!present) return;
    let moving = pieces ? parseStack(pieces, present[0].seat) : present;
    const heading = { "0,1": "n", "1,0": "e", "0,-1": "s", "-1,0": "w" }[this.heading({ from, to }).join()];
    // Who moves by itself faces its direction.
    if (!forced && present[0].facing) moving = moving.map((piece) => ({ ...piece, facing: heading }));
    const ghost = board.drawPiece(from, moving);
    ghost.removeAttribute("data-piece");
    board.put(from, pieces ? changeStack(present, moving, -1) : []);
    board.layers.top.append(ghost);
    const place = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });
    const runs = await this.frames(ghost, [place(board.centre(from)), place(board.centre(to))], timing);
    ghost.remove();
    // A later event of the same turn may move or remove what stands there now.
    const waiting = (board.pieces.get(to) ?? []).filter(({ seat }) => pieces && seat === moving[0].seat);
    if (runs) board.put(to, changeStack(waiting, moving));
  }

  /** Pieces leave: they walk home, burn, or sink; what the scene still shows stays below the surface. */
  async remove({ cells }, timing) {
    const { board } = this;
    const sunk = [{ opacity: 1 }, { opacity: 0.45 }];
    const gone = [{}, { transform: "scale(.9)", opacity: 0.45, offset: 0.7 }, { transform: "scale(.6)", opacity: 0 }];
    await Promise.all(cells.map(async (cell, i) => {
      const group = board.pieceGroup(cell);
      if (!group) return;
      const delay = timing.blasts.length > 0 ? this.reach(cell, timing.blasts) : i * 0.1 * this.milliseconds;
      const [{ seat }] = board.pieces.get(cell);
      const home = faceOf(this.game).home?.(board, seat);
      const own = { ...timing, delay };
      if (home) {
        board.layers.top.append(group);
        const place = ([x, y], rest) => ({ transform: `translate(${x}px, ${y}px)${rest}` });
        await this.frames(group, [place(board.centre(cell), ""), { ...place(home, " scale(.8)"), opacity: 1, offset: 0.85 }, { ...place(home, " scale(.5)"), opacity: 0 }], own, 2);
      } else {
        const stays = this.after(cell).some((piece) => piece.seat === seat);
        const bubbles = [...group.querySelectorAll(".bubble")].map((bubble) => this.frames(bubble, [{ opacity: 1 }, { transform: "translate(0, -26px)", opacity: 0 }], own));
        await Promise.all(bubbles);
        await this.frames(group.firstChild, stays ? sunk : gone, own, 1.3);
        if (stays) return;
      }
      if (timing.run === this.run) board.put(cell, []);
      group.remove();
    }));
  }

  /** Milliseconds until the fire of the nearest explosion comes to a cell. */
  reach(cell, blasts) {
    const [x, y] = this.board.centre(cell);
    const away = (blast) => Math.hypot(...this.board.centre(blast.cell).map((centre, axis) => centre - [x, y][axis])) / 100;
    return Math.min(...blasts.map(away)) * 0.4 * this.milliseconds;
  }

  /** Fire spreads from a cell to those around it. */
  async explode({ cell }, timing) {
    const { board } = this;
    const { file, rank } = board.cells.get(cell);
    const burnt = [...board.cells.values()].filter((other) => Math.max(Math.abs(other.file - file), Math.abs(other.rank - rank)) <= 1);
    await Promise.all(burnt.map(async ({ name }) => {
      const flame = svg("path", { d: "M0 46C-44 46-40 6-22-12c0 12 6 16 10 16C-16-18-4-38 14-48 8-28 40-4 40 18 40 36 24 46 0 46z", class: "blast" });
      const group = svg("g", { transform: `translate(${board.centre(name).join(" ")})` }, flame);
      board.layers.top.append(group);
      await this.frames(flame, [{ transform: "scale(.2)", opacity: 0 }, { transform: "scale(1)", opacity: 1, offset: 0.4 }, { transform: "scale(1.1)", opacity: 0 }],
        { ...timing, delay: this.reach(name, [{ cell }]) }, 1.4);
      group.remove();
    }));
  }
}
