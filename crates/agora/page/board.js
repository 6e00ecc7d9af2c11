// The board: cells, pieces, marks and arrows as SVG; clicks, drags, touches and keys as calls.

import { faceOf } from "./games.js";
import { drawStack } from "./pieces.js";
import { svg } from "./svg.js";
import { t, textOr } from "./i18n.js";

const SIZE = 100;
/** Room for the names of files and ranks, and for the frame elsewhere. */
const MARGIN = 46;
const EDGE = 16;
/** Pixels that a pointer moves before a press becomes a drag. */
const DRAG = 6;

/** Counts boards, because names of patterns must differ between them. */
let boards = 0;

export class Board {
  /** Without calls it is a picture without names of cells. `chosen(cell)` is called for a click, `dragged(from, cell)` when a piece was dropped, `lifted(cell)` when it is lifted. */
  constructor(parent, calls) {
    this.parent = parent;
    this.calls = calls;
    this.id = `board-${(boards += 1)}`;
    this.flipped = false;
    this.shape = "";
    this.focused = null;
    /** The arrows and rings of a person. */
    this.annotations = [];
  }

  /** Draws the scene of a state. */
  show(state) {
    const { scene } = state;
    this.state = state;
    const shape = `${state.game} ${scene.width}x${scene.height} ${this.flipped} ${scene.cells.map((cell) => cell.ground + cell.region).join()}`;
    if (shape !== this.shape) this.build(state);
    this.shape = shape;
    faceOf(state.game).prepare?.(this, scene);
    this.pieces = Map.groupBy?.(scene.pieces, (piece) => piece.cell) ?? groupBy(scene.pieces);
    this.clearAnnotations();
    this.drawPieces();
  }

  build({ game, scene }) {
    const face = faceOf(game);
    const named = this.calls !== undefined;
    const left = named ? MARGIN : EDGE;
    /** The rectangle of the cells: x, y, width and height. */
    this.area = [left, EDGE, scene.width * SIZE, scene.height * SIZE];
    const width = left + this.area[2] + EDGE;
    const height = EDGE + this.area[3] + left;
    const layer = (name) => svg("g", { class: name });
    this.layers = { cells: layer("cells"), heat: layer("heat"), marks: layer("marks"), pieces: layer("pieces"), arrows: layer("arrows"), drawn: layer("drawn"), top: layer("top") };
    const role = this.calls ? { role: "group", "aria-label": t("board") } : { "aria-hidden": "true" };
    this.svg = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: `board ${game}${face.background ? " matter" : ""}`, ...role }, ...Object.values(this.layers));
    for (const name of ["heat", "marks", "pieces", "arrows", "drawn", "top"]) this.layers[name].setAttribute("pointer-events", "none");
    this.scene = scene;
    this.cells = new Map(scene.cells.map((cell) => [cell.name, cell]));
    this.places = new Map(scene.cells.map((cell) => [`${cell.file},${cell.rank}`, cell.name]));
    const matter = (draw) => (draw ? [svg("g", { class: "rich", "pointer-events": "none" }, ...draw(this))] : []);
    this.layers.cells.append(...matter(face.background));
    for (const cell of scene.cells) this.layers.cells.append(this.drawCell(cell, face));
    this.layers.cells.append(...this.regionLines(), ...matter(face.details), ...(named ? this.labels() : []));
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
    return [this.area[0] + (x + 0.5) * SIZE, this.area[1] + (y + 0.5) * SIZE];
  }

  drawCell(cell, face) {
    const [x, y] = this.centre(cell.name);
    const [kind, seat] = cell.ground.split("-");
    const dark = (cell.file + cell.rank) % 2 === 0 ? "even" : "odd";
    const button = this.calls ? { "data-cell": cell.name, role: "button", tabindex: -1 } : {};
    return svg("g", { class: `cell ${kind} ${dark}`, ...button, transform: `translate(${x} ${y})` },
      svg("rect", { x: -50, y: -50, width: SIZE, height: SIZE, class: seat === undefined ? "ground" : `ground of-${seat}` }),
      ...(face.ground ?? sign)(kind, seat));
  }

  /** The rectangle around the cells that `belongs` accepts: x, y, width and height. */
  extent(belongs) {
    const points = this.scene.cells.filter(belongs).map(({ file, rank }) => this.point(file, rank));
    const [x, y] = [0, 1].map((axis) => Math.min(...points.map((point) => point[axis])) - SIZE / 2);
    const [right, bottom] = [0, 1].map((axis) => Math.max(...points.map((point) => point[axis])) + SIZE / 2);
    return [x, y, right - x, bottom - y];
  }

  /** The borders between neighbours that `differ`: their cells and the ends of the line. */
  borders(differ) {
    const borders = [];
    for (const cell of this.scene.cells) {
      for (const [df, dr] of [[1, 0], [0, 1]]) {
        const other = this.cells.get(this.places.get(`${cell.file + df},${cell.rank + dr}`));
        if (!other || !differ(cell, other)) continue;
        const from = this.point(cell.file + df / 2 - dr / 2, cell.rank + dr / 2 - df / 2);
        const to = this.point(cell.file + df / 2 + dr / 2, cell.rank + dr / 2 + df / 2);
        borders.push({ cell, other, from, to });
      }
    }
    return borders;
  }

  /** Lines between regions. */
  regionLines() {
    return this.borders((cell, other) => cell.region !== undefined && other.region !== cell.region)
      .map(({ from: [x1, y1], to: [x2, y2] }) => svg("line", { x1, y1, x2, y2, class: "region" }));
  }

  labels() {
    const { width, height } = this.scene;
    const style = width > 12 ? "label large" : "label";
    const files = Array.from({ length: width }, (_, file) =>
      svg("text", { x: this.point(file, 0)[0], y: this.area[1] + this.area[3] + MARGIN * 0.6, class: style }, String.fromCharCode(97 + file)));
    const ranks = Array.from({ length: height }, (_, rank) =>
      svg("text", { x: MARGIN * 0.4, y: this.point(0, rank)[1], class: style }, String(rank + 1)));
    return [...files, ...ranks];
  }

  drawPieces() {
    this.layers.pieces.replaceChildren(...[...this.pieces].map(([cell, pieces]) => this.drawPiece(cell, pieces)));
    this.layers.top.replaceChildren();
  }

  drawPiece(cell, pieces) {
    const turned = { n: "s", e: "w", s: "n", w: "e" };
    const shown = this.flipped ? pieces.map((piece) => ({ ...piece, facing: turned[piece.facing] })) : pieces;
    return svg("g", { class: "piece", "data-piece": cell, transform: `translate(${this.centre(cell).join(" ")})` }, drawStack(this.state.game, shown));
  }

  /** Puts pieces on a cell instead of those there, and returns their group. */
  put(cell, pieces) {
    this.pieceGroup(cell)?.remove();
    this.pieces.delete(cell);
    if (pieces.length === 0) return null;
    this.pieces.set(cell, pieces);
    return this.layers.pieces.appendChild(this.drawPiece(cell, pieces));
  }

  /** The group of the pieces on a cell. */
  pieceGroup(cell) {
    return this.layers.pieces.querySelector(`[data-piece="${cell}"]`);
  }

  /** Marks cells: `selected`, `targets`, `sources` and `last` are sets of names, `deciding` a list. */
  mark({ selected = new Set(), targets = new Set(), sources = new Set(), last = new Set(), deciding = [] }) {
    const marks = [];
    const add = (cells, kind, draw) => {
      for (const cell of cells) if (this.cells.has(cell)) marks.push(svg("g", { class: kind, transform: `translate(${this.centre(cell).join(" ")})` }, draw(cell)));
    };
    add(last, "last", () => svg("rect", { x: -48, y: -48, width: 96, height: 96, rx: 6 }));
    add(sources, "source", () => svg("rect", { x: -46, y: -46, width: 92, height: 92, rx: 8 }));
    add(selected, "selected", () => svg("rect", { x: -47, y: -47, width: 94, height: 94, rx: 8 }));
    add(targets, "target", (cell) => (this.pieces.has(cell) ? svg("circle", { r: 45, class: "taken" }) : svg("circle", { r: selected.size === 0 ? 6 : 15 })));
    add(deciding, "deciding", () => svg("rect", { x: -45, y: -45, width: 90, height: 90, rx: 14 }));
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
    this.drawArrows(this.layers.arrows, list);
  }

  /** Adds an arrow or a ring of a person, or removes it if it is there. */
  annotate(from, to) {
    const same = (one) => one.from === from && one.to === to;
    const others = this.annotations.filter((one) => !same(one));
    this.annotations = others.length < this.annotations.length ? others : [...others, from === to ? { from, to, cell: from } : { from, to }];
    this.drawArrows(this.layers.drawn, this.annotations.map((one) => ({ ...one, rank: 0, tone: "own" })));
  }

  /** Removes the arrows and rings of a person. */
  clearAnnotations() {
    this.annotations = [];
    this.layers.drawn.replaceChildren();
  }

  drawArrows(layer, list) {
    layer.replaceChildren(...list.filter(({ from, to, cell }) => [from, to, cell].every((name) => !name || this.cells.has(name)))
      .map(({ from, to, cell, rank, label, tone = 0 }) => {
        const style = `arrow rank-${Math.min(rank, 3)} tone-${tone}`;
        if (cell) {
          const [cx, cy] = this.centre(cell);
          // Rings of several engines on a cell are inside one another.
          const ring = svg("circle", { cx, cy, r: 43 - 11 * (Number(tone) || 0), class: style });
          return label ? svg("g", {}, ring, svg("text", { x: cx + 32, y: cy - 32, class: `arrow-label tone-${tone}` }, label)) : ring;
        }
        return svg("path", { d: arrow(this.centre(from), this.centre(to), [13, 10, 7, 7][Math.min(rank, 3)]), class: style });
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
      if (cell && event.button === 0) {
        this.clearAnnotations();
        this.startDrag(event, cell, this.pieceGroup(cell));
      } else if (cell && event.button === 2) {
        // The right button draws: an arrow to another cell, a ring around one.
        addEventListener("pointerup", (last) => {
          const to = this.cellAt(last);
          if (to) this.annotate(cell, to);
        }, { once: true });
      }
    });
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
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

/** The outline of an arrow between two points; `width` is that of its shaft. */
function arrow([x1, y1], [x2, y2], width) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = length - 8 - 2.6 * width;
  const outline = [[14, width / 2], [head, width / 2], [head, 1.6 * width], [length - 8, 0], [head, -1.6 * width], [head, -width / 2], [14, -width / 2]];
  return `M${outline.map(([along, across]) => `${(x1 + along * dx - across * dy).toFixed(1)} ${(y1 + along * dy + across * dx).toFixed(1)}`).join("L")}z`;
}

/** What stands on the ground of a cell. */
const sign = (kind) => (kind === "stone" ? [svg("path", { d: "M-36 18-30-14-4-34 26-20 38 8 24 32-20 34z", class: "rock" })] : []);
