// The position editor: pieces are put on and beside the board, and a seat is to act. The rules check the position in the end.

import { faceOf } from "./games.js";
import { t } from "./i18n.js";
import { changeStack, drawKind, pieceIcon } from "./pieces.js";
import { byId, html } from "./svg.js";
import { showTab } from "./tabs.js";

const NEXT = { n: "e", e: "s", s: "w", w: "n" };

export class Editor {
  constructor(app) {
    this.app = app;
    this.active = false;
    byId("edit").onclick = () => this.open();
    byId("edit-cancel").onclick = () => this.cancel();
    byId("edit-clear").onclick = () => this.set([]);
    byId("edit-done").onclick = () => this.done();
  }

  /** Whether the game of a state has an editor here. */
  offers({ game }) {
    return Boolean(faceOf(game).write) && !this.app.member && !this.app.trainer.active;
  }

  open() {
    const { app } = this;
    const { state } = app;
    app.players.leave();
    app.analysis.toggle(false);
    app.chooser.reset([]);
    this.active = true;
    document.body.classList.add("editing");
    const { palette, reserves } = faceOf(state.game);
    this.counts = new Map(state.scene.reserves.map(({ seat, kind, count }) => [`${seat}-${kind}`, count]));
    const tools = [...palette(state), null];
    this.order = tools.slice(0, -1);
    byId("edit-tools").replaceChildren(...tools.map((piece) => this.tool(piece)));
    this.choose(tools[0]);
    byId("edit-seat").replaceChildren(...state.seats.map(({ name }, i) => html("option", { value: i, selected: i === state.seat }, t(`seat-${name}`))));
    byId("edit-reserves").hidden = !reserves;
    byId("edit-counts").replaceChildren(...(reserves ? this.order.map((piece) => this.counter(piece)) : []));
    this.set(state.scene.pieces);
    byId("edit-tools").firstElementChild.focus();
  }

  /** Ends editing; the caller shows a state. */
  close() {
    this.active = false;
    document.body.classList.remove("editing");
  }

  /** Shows the game again. */
  cancel() {
    return this.app.show(this.app.state, false);
  }

  picture(piece) {
    const { game } = this.app.state;
    return pieceIcon(game, drawKind(game, piece));
  }

  nameOf({ seat, kind }) {
    const owner = this.app.state.seats[seat]?.name;
    return [t(`kind-${kind}`), ...(owner ? [t(`seat-${owner}`)] : [])].join(", ");
  }

  /** The button of a piece to put on the board; without a piece it removes those of a cell. */
  tool(piece) {
    const name = piece ? this.nameOf(piece) : t("remove");
    return html("button", { type: "button", className: "piece", title: name, "aria-label": name, "data-tool": piece ? `${piece.seat ?? ""}-${piece.kind}` : "none",
      onclick: () => this.choose(piece) }, piece ? this.picture(piece) : "×");
  }

  choose(piece) {
    this.piece = piece;
    [...byId("edit-tools").children].forEach((button, i) => button.setAttribute("aria-pressed", String((this.order[i] ?? null) === piece)));
  }

  /** The number of pieces of a kind beside the board. */
  counter(piece) {
    const key = `${piece.seat}-${piece.kind}`;
    return html("label", {}, this.picture(piece), html("input", { type: "number", min: 0, max: 30, value: this.counts.get(key) ?? 0, "aria-label": this.nameOf(piece),
      "data-reserve-of": key, onchange: (event) => this.counts.set(key, Math.max(0, Math.trunc(Number(event.target.value)))) }));
  }

  /** Shows these pieces on the board. */
  set(pieces) {
    const { app } = this;
    this.pieces = pieces;
    app.board.show({ ...app.state, scene: { ...app.state.scene, pieces } });
    app.board.mark({});
  }

  /** Replaces the pieces of a cell. */
  replace(cell, pieces) {
    this.set([...this.pieces.filter((piece) => piece.cell !== cell), ...pieces.map((piece) => ({ ...piece, cell }))]);
  }

  /** Puts the chosen piece on a cell: on a stack where there are stacks; the same piece again turns, or goes. */
  put(cell) {
    const { piece } = this;
    const here = this.pieces.filter((other) => other.cell === cell);
    if (!piece) return this.replace(cell, []);
    const [first] = here;
    const one = { seat: 0, count: 1, ...piece };
    if (faceOf(this.app.state.game).reserves && first?.seat === one.seat) {
      const rank = ({ kind }) => this.order.findIndex((other) => other.kind === kind);
      return this.replace(cell, changeStack(here, [one]).sort((a, b) => rank(a) - rank(b)));
    }
    // Of a piece without a seat the kind alone counts.
    const same = first?.kind === piece.kind && (piece.seat ?? first.seat) === first.seat;
    if (!same) return this.replace(cell, [one]);
    return this.replace(cell, first.facing ? [{ ...first, facing: NEXT[first.facing] }] : []);
  }

  /** Lifts the pieces of a cell. Returns whether there are any. */
  lift(cell) {
    this.lifted = cell;
    return this.pieces.some((piece) => piece.cell === cell);
  }

  /** Puts the lifted pieces on another cell. */
  drop(cell) {
    const moved = this.pieces.filter((piece) => piece.cell === this.lifted);
    this.pieces = this.pieces.filter((piece) => piece.cell !== this.lifted);
    this.replace(cell, moved);
  }

  /** A new game begins at the position, if the rules accept it. */
  async done() {
    const { app } = this;
    const { game, options, seats, scene, position } = app.state;
    const at = new Map(scene.cells.map(({ name, file, rank }) => [`${file},${rank}`, name]));
    const of = (cell) => this.pieces.filter((piece) => piece.cell === cell);
    /** What `write` of a cell gives for all cells, rank by rank from the top. */
    const ranks = (write) => Array.from({ length: scene.height }, (_, i) => Array.from({ length: scene.width }, (__, file) => {
      const name = at.get(`${file},${scene.height - 1 - i}`);
      return write(of(name), scene.cells.find((cell) => cell.name === name));
    }));
    const seat = Number(byId("edit-seat").value);
    const count = (owner, kind) => this.counts.get(`${owner}-${kind}`) ?? 0;
    const text = faceOf(game).write({ pieces: this.pieces, ranks, seat, player: seats[seat].player, count, words: position.split(" ") });
    const refusal = await app.begin({ do: "new", game, options, position: text }, seats.map(() => ""));
    if (refusal === undefined) showTab("analysis");
    else app.message(refusal);
  }
}
