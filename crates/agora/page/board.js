// The board: cells, pieces, marks and arrows as SVG; clicks, drags, touches and keys as calls.

import { faceOf } from "./games.js";
import { drawStack } from "./pieces.js";
import { svg } from "./svg.js";
import { t, textOr } from "./i18n.js";

const SIZE = 100;
const MARGIN = 46;
/** Pixels that a pointer moves before a press becomes a drag. */
const DRAG = 6;

export class Board {
  /** Without calls it is a picture. `chosen(cell)` is called for a click, `dragged(from, cell)` when a piece was dropped, `lifted(cell)` when it is lifted. */
  constructor(parent, calls) {
    this.parent = parent;
    this.calls = calls;
    this.flipped = false;
    this.shape = "";
    this.focused = null;
    this.drag = null;
  }

  /** Draws the scene of a state. */
  show(state) {
    const { scene } = state;
    this.state = state;
    const shape = `${state.game} ${scene.width}x${scene.height} ${this.flipped} ${scene.cells.map((cell) => cell.ground + cell.region).join()}`;
    if (shape !== this.shape) this.build(state);
    this.shape = shape;
    this.pieces = Map.groupBy?.(scene.pieces, (piece) => piece.cell) ?? groupBy(scene.pieces);
    this.drawPieces();
  }

  build({ game, scene }) {
    const width = scene.width * SIZE + MARGIN;
    const height = scene.height * SIZE + MARGIN;
    const layer = (name) => svg("g", { class: name });
    this.layers = { cells: layer("cells"), heat: layer("heat"), marks: layer("marks"), pieces: layer("pieces"), arrows: layer("arrows"), top: layer("top") };
    const role = this.calls ? { role: "group", "aria-label": t("board") } : { "aria-hidden": "true" };
    this.svg = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: `board ${game}`, ...role },
      arrowHeads(), ...Object.values(this.layers));
    for (const name of ["heat", "marks", "pieces", "arrows", "top"]) this.layers[name].setAttribute("pointer-events", "none");
    this.scene = scene;
    this.cells = new Map(scene.cells.map((cell) => [cell.name, cell]));
    this.places = new Map(scene.cells.map((cell) => [`${cell.file},${cell.rank}`, cell.name]));
    this.layers.cells.append(...(faceOf(game).background?.(this) ?? []));
    for (const cell of scene.cells) this.layers.cells.append(this.drawCell(cell));
    this.layers.cells.append(...this.regionLines(), ...this.labels());
    this.parent.replaceChildren(this.svg);
    this.parent.style.setProperty("--ratio", String(width / height));
    if (!this.calls) return;
    this.listen();
    this.setFocus(this.cells.has(this.focused) ? this.focused : scene.cells[0].name);
  }

  /** The centre of a cell. */
  centre(name) {
    const { file, rank } = this.cells.get(name);
    return this.point(file, rank);
  }

  point(file, rank) {
    const x = this.flipped ? this.scene.width - 1 - file : file;
    const y = this.flipped ? rank : this.scene.height - 1 - rank;
    return [MARGIN + (x + 0.5) * SIZE, (y + 0.5) * SIZE];
  }

  drawCell(cell) {
    const [x, y] = this.centre(cell.name);
    const [kind, seat] = cell.ground.split("-");
    const dark = (cell.file + cell.rank) % 2 === 0 ? "even" : "odd";
    const button = this.calls ? { "data-cell": cell.name, role: "button", tabindex: -1 } : {};
    const group = svg("g", { class: `cell ${kind} ${dark}`, ...button, transform: `translate(${x} ${y})` },
      svg("rect", { x: -50, y: -50, width: SIZE, height: SIZE, class: seat === undefined ? "ground" : `ground of-${seat}` }));
    if (kind === "stone") group.append(svg("path", { d: "M-30 22-22-16 4-32 30-12 34 20 6 32z", class: "rock" }));
    if (kind === "victory") group.append(svg("path", { d: star(), class: `star of-${seat}` }));
    if (kind === "water") group.append(svg("path", { d: "M-34 30q8-9 17 0t17 0 17 0 17 0", class: "wave" }));
    if (kind === "land") group.append(svg("path", { d: "M-34 34l5-9 5 9M22 34l5-9 5 9", class: "grass" }));
    return group;
  }

  /** Lines between regions. */
  regionLines() {
    const lines = [];
    for (const cell of this.scene.cells) {
      for (const [df, dr] of [[1, 0], [0, 1]]) {
        const other = this.cells.get(this.places.get(`${cell.file + df},${cell.rank + dr}`));
        if (cell.region === undefined || !other || other.region === cell.region) continue;
        const [x1, y1] = this.point(cell.file + df / 2 - dr / 2, cell.rank + dr / 2 - df / 2);
        const [x2, y2] = this.point(cell.file + df / 2 + dr / 2, cell.rank + dr / 2 + df / 2);
        lines.push(svg("line", { x1, y1, x2, y2, class: "region" }));
      }
    }
    return lines;
  }

  labels() {
    const { width, height } = this.scene;
    const style = width > 12 ? "label large" : "label";
    const files = Array.from({ length: width }, (_, file) =>
      svg("text", { x: this.point(file, 0)[0], y: height * SIZE + MARGIN * 0.62, class: style }, String.fromCharCode(97 + file)));
    const ranks = Array.from({ length: height }, (_, rank) =>
      svg("text", { x: MARGIN * 0.5, y: this.point(0, rank)[1], class: style }, String(rank + 1)));
    return [...files, ...ranks];
  }

  drawPieces() {
    const groups = [...this.pieces].map(([cell, pieces]) => {
      const [x, y] = this.centre(cell);
      return svg("g", { class: "piece", "data-piece": cell, transform: `translate(${x} ${y})` }, drawStack(this.state.game, pieces));
    });
    this.layers.pieces.replaceChildren(...groups);
    this.layers.top.replaceChildren();
  }

  /** The group of the pieces on a cell. */
  pieceGroup(cell) {
    return this.layers.pieces.querySelector(`[data-piece="${cell}"]`);
  }

  /** Marks cells: `selected`, `targets`, `sources` and `last` are sets of names. */
  mark({ selected, targets, sources, last }) {
    const marks = [];
    const add = (cells, kind, draw) => {
      for (const cell of cells) if (this.cells.has(cell)) marks.push(svg("g", { class: kind, transform: `translate(${this.centre(cell).join(" ")})` }, draw(cell)));
    };
    add(last, "last", () => svg("rect", { x: -48, y: -48, width: 96, height: 96, rx: 6 }));
    add(selected, "selected", () => svg("rect", { x: -47, y: -47, width: 94, height: 94, rx: 8 }));
    add(targets, "target", (cell) => svg("circle", { r: this.pieces.has(cell) ? 45 : 15 }));
    this.layers.marks.replaceChildren(...marks);
    this.layers.marks.classList.toggle("idle", selected.size === 0);
    for (const group of this.layers.cells.querySelectorAll("[data-cell]")) {
      const cell = group.dataset.cell;
      group.classList.toggle("open", targets.has(cell) || sources.has(cell));
      group.setAttribute("aria-label", this.describe(cell, selected, targets));
      group.setAttribute("aria-pressed", String(selected.has(cell)));
    }
  }

  /** The words of a cell for screen readers. */
  describe(name, selected, targets) {
    const ground = textOr(`ground-${this.cells.get(name).ground}`, "");
    const pieces = (this.pieces.get(name) ?? []).map(({ seat, kind, count, facing }) => {
      const owner = t(`seat-${this.state.seats[seat].name}`);
      return [count > 1 ? count : "", t(`kind-${kind}`), owner, facing ? t(`facing-${facing}`) : ""].filter(Boolean).join(" ");
    });
    const marks = [selected.has(name) && t("selected"), targets.has(name) && t("legal")];
    return [name, ground, ...pieces, ...marks].filter(Boolean).join(", ");
  }

  /** Colours cells by numbers. */
  heat(numbers) {
    const most = Math.max(0, ...numbers.values());
    this.layers.heat.replaceChildren(...[...numbers].filter(([cell]) => this.cells.has(cell)).map(([cell, number]) => {
      const [x, y] = this.centre(cell);
      return svg("rect", { x: x - 50, y: y - 50, width: SIZE, height: SIZE, opacity: (0.75 * Math.sqrt(number / most)).toFixed(2) });
    }));
  }

  /** Draws arrows `{from, to, rank, tone}` and rings `{cell, rank, label, tone}`; rank 0 is the best line, a tone is an engine. */
  arrows(list) {
    this.layers.arrows.replaceChildren(...list.filter(({ from, to, cell }) => [from, to, cell].every((name) => !name || this.cells.has(name)))
      .map(({ from, to, cell, rank, label, tone = 0 }) => {
        const style = `arrow rank-${Math.min(rank, 3)} tone-${tone}`;
        if (cell) {
          const [cx, cy] = this.centre(cell);
          // Rings of several engines on a cell are inside one another.
          const ring = svg("circle", { cx, cy, r: 43 - 11 * (Number(tone) || 0), class: style });
          return label ? svg("g", {}, ring, svg("text", { x: cx + 32, y: cy - 32, class: `arrow-label tone-${tone}` }, label)) : ring;
        }
        const [x1, y1] = this.centre(from);
        const [x2, y2] = this.centre(to);
        const length = Math.hypot(x2 - x1, y2 - y1) || 1;
        const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
        return svg("line", { x1: x1 + 14 * dx, y1: y1 + 14 * dy, x2: x2 - 26 * dx, y2: y2 - 26 * dy, class: style, "marker-end": "url(#head)" });
      }));
  }

  /** The cell one step from another one: `n`, `e`, `s` or `w`. */
  step(name, direction) {
    const { file, rank } = this.cells.get(name) ?? {};
    const [df, dr] = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] }[direction];
    return this.places.get(`${file + df},${rank + dr}`);
  }

  flip() {
    this.flipped = !this.flipped;
    if (this.state) this.show(this.state);
  }

  setFocus(name, now = false) {
    const group = (cell) => this.layers.cells.querySelector(`[data-cell="${cell}"]`);
    group(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = name;
    group(name)?.setAttribute("tabindex", "0");
    if (now) group(name)?.focus();
  }

  cellAt({ clientX, clientY }) {
    return document.elementFromPoint(clientX, clientY)?.closest?.("[data-cell]")?.dataset.cell;
  }

  listen() {
    this.svg.addEventListener("pointerdown", (event) => {
      const cell = event.target.closest("[data-cell]")?.dataset.cell;
      if (cell && event.button === 0) this.startDrag(event, cell, this.pieceGroup(cell));
    });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focusin", (event) => {
      const cell = event.target.closest("[data-cell]")?.dataset.cell;
      if (cell) this.setFocus(cell);
    });
  }

  /** Follows a pointer from a press to its release: a click, or a drag of `group`. `origin` is a cell or a call. */
  startDrag(event, origin, group) {
    const [x, y] = [event.clientX, event.clientY];
    let ghost = null;
    const move = (next) => {
      if (!ghost && Math.hypot(next.clientX - x, next.clientY - y) < DRAG) return;
      next.preventDefault();
      if (!ghost) {
        ghost = this.lift(origin, group);
        if (!ghost) return stop();
      }
      const point = new DOMPoint(next.clientX, next.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      ghost.setAttribute("transform", `translate(${point.x} ${point.y})`);
    };
    const stop = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", stop);
      ghost?.remove();
      group?.classList.remove("lifted");
    };
    const up = (last) => {
      const target = this.cellAt(last);
      const dragged = ghost !== null;
      stop();
      if (!dragged) this.calls.chosen(origin);
      else if (target && target !== origin) this.calls.dropped(target);
    };
    window.addEventListener("pointermove", move, { passive: false });
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", stop);
  }

  lift(origin, group) {
    if (!group || !this.calls.lifted(origin)) return null;
    const ghost = group.cloneNode(true);
    ghost.classList.add("ghost");
    group.classList.add("lifted");
    this.layers.top.append(ghost);
    return ghost;
  }

  key(event) {
    const cell = this.focused;
    const arrows = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.calls.chosen(cell);
    } else if (arrows[event.key]) {
      event.preventDefault();
      event.stopPropagation();
      const sign = this.flipped ? -1 : 1;
      const [df, dr] = arrows[event.key].map((delta) => delta * sign);
      let { file, rank } = this.cells.get(cell);
      for (let i = 0; i < 21; i += 1) {
        [file, rank] = [file + df, rank + dr];
        const next = this.places.get(`${file},${rank}`);
        if (next) return this.setFocus(next, true);
      }
    }
    return undefined;
  }
}

function groupBy(pieces) {
  const groups = new Map();
  for (const piece of pieces) groups.set(piece.cell, [...(groups.get(piece.cell) ?? []), piece]);
  return groups;
}

function arrowHeads() {
  return svg("defs", {}, svg("marker", { id: "head", viewBox: "0 0 10 10", refX: 5, refY: 5, markerWidth: 3, markerHeight: 3, orient: "auto" },
    svg("path", { d: "M0 0 10 5 0 10z", class: "head" })));
}

const star = () => Array.from({ length: 10 }, (_, i) => {
  const radius = i % 2 === 0 ? 30 : 12;
  const angle = (i * Math.PI) / 5;
  return `${i === 0 ? "M" : "L"}${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
}).join("") + "z";
