// The games that the browser keeps: after a reload, a closed tab or a lost connection all is there again. The same copies take
// back what was removed.

import { t } from "./i18n.js";
import { say } from "./rules.js";
import { read, tab, write } from "./storage.js";
import { byId } from "./svg.js";

/** The greatest number of games, the latest first. */
const GAMES = 20;
/** The greatest number of acts that can be undone. */
const UNDO = 20;
/** Milliseconds for which the notice with its button to undo is shown. */
const NOTICE = 12_000;

const list = () => {
  try {
    return JSON.parse(read("games") ?? "[]");
  } catch {
    return [];
  }
};

/** Whether a game has a turn or a part of one: without it only its own tab keeps it. */
const began = ({ live, pending }) => live.length > 0 || pending.length > 0;

/** Writes the games; the oldest are dropped where the storage is full. */
function store(games) {
  for (let count = Math.min(games.length, GAMES); count > 0; count -= 1) {
    if (write("games", JSON.stringify(games.slice(0, count)))) return;
  }
  write("games", "[]");
}

export class Kept {
  constructor(app) {
    this.app = app;
    /** The copy of the game on the board. */
    this.last = null;
    this.acts = [];
    this.id = tab.game ?? this.fresh();
    byId("undo-act").onclick = () => this.undo();
    // The time that the player to act has used is kept as well.
    for (const event of ["pagehide", "visibilitychange"]) addEventListener(event, () => this.save());
  }

  /** The number of a new game, which is that of this tab from now on. */
  fresh() {
    this.id = crypto.getRandomValues(new Uint32Array(2)).join("-");
    tab.game = this.id;
    this.last = null;
    return this.id;
  }

  /** Keeps the game as it is on the board. */
  async keep() {
    const { app, id } = this;
    const { state } = app;
    if (!state || app.trainer.active || app.member) return;
    const text = await app.files.text();
    // Another state was shown meanwhile, and is kept by itself.
    if (!text || app.state !== state || id !== this.id) return;
    const turns = (node) => app.tree.path(node).map((at) => app.tree.nodes.get(at).turn);
    this.last = {
      id, text, game: state.game, live: turns(state.live), node: turns(state.node), pending: state.pending,
      seats: app.players.seats[state.game], paused: app.players.paused, flipped: app.board.flipped, setup: app.setup,
      acts: state.seat, ended: Boolean(state.end), clock: null,
    };
    this.save();
  }

  save() {
    const { last, app } = this;
    if (!last || app.trainer.active) return;
    last.clock = app.players.clockNow();
    last.time = Date.now();
    store([last, ...list().filter((kept) => kept.id !== last.id && began(kept))]);
  }

  /** The game of this tab before a reload. */
  ofTab() {
    return list().find(({ id }) => id === this.id);
  }

  /** The games that can be continued, the latest first. */
  unfinished() {
    return list().filter((kept) => !kept.ended && began(kept));
  }

  forget(id) {
    store(list().filter((kept) => kept.id !== id));
  }

  /** Puts a kept game on the board. Returns whether it is there. */
  async restore(kept) {
    const { app } = this;
    const { connection } = app;
    const clock = kept.clock ?? undefined;
    app.players.holding = true;
    let reply = await connection.request({ do: "recover", text: kept.text, line: kept.live, clock });
    const problem = reply.problem;
    if (reply.is === "state") {
      const at = nodeOf(reply.tree, kept.node);
      const tree = reply.tree;
      if (at !== reply.node) reply = { ...(await connection.request({ do: "go", node: at })), tree };
      for (const action of kept.pending) {
        const next = await connection.request({ do: "act", action });
        if (next.is !== "state") break;
        reply = { ...next, tree };
      }
    }
    app.players.holding = false;
    if (reply.is === "error") {
      app.message(say(reply.message));
      return false;
    }
    tab.game = this.id = kept.id;
    app.open("table");
    app.forget();
    app.trainer.end();
    app.setup = kept.setup;
    app.players.seats[kept.game] = kept.seats;
    app.players.paused = kept.paused;
    app.board.flipped = kept.flipped;
    await app.show(reply, false);
    app.message(problem ? say(problem) : "");
    return true;
  }

  /** Notes the game before an act that removes something, so that it can be undone. `what` is the key of the notice. */
  note(what) {
    if (!this.last || this.app.trainer.active) return;
    this.acts.push({ ...this.last, clock: this.app.players.clockNow() });
    if (this.acts.length > UNDO) this.acts.shift();
    byId("notice").firstElementChild.textContent = t(what);
    byId("notice").hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      byId("notice").hidden = true;
    }, NOTICE);
  }

  /** Notes the game on the board, if it is unfinished, before another one takes its place, which is that of this tab from now on. */
  leave() {
    if (document.body.dataset.view === "table" && this.last?.live.length > 0 && !this.last.ended) this.note("leftGame");
    this.fresh();
  }

  /** Puts the game on the board as it was before the last such act. */
  async undo() {
    byId("notice").hidden = true;
    const kept = this.acts.pop();
    if (kept) await this.restore(kept);
  }
}

/** The node at the end of a line of turns, or the last one of the line that is there. */
function nodeOf(tree, turns) {
  let at = 0;
  for (const turn of turns) {
    const next = tree.find((node) => node.id !== 0 && node.parent === at && node.turn === turn);
    if (!next) break;
    at = next.id;
  }
  return at;
}
