// The review of a game: each position of the line is analysed, mistakes are marked, and each player gets an accuracy.

import { t } from "./i18n.js";
import { byId, html } from "./svg.js";

/** Milliseconds for each position. */
const TIME = 400;
/** The losses of winning chance from which a turn is marked. */
const MARKS = [[0.3, "??"], [0.15, "?"], [0.08, "?!"]];

export class Review {
  constructor(app) {
    this.app = app;
    this.forget();
    byId("analyse-game").onclick = () => this.toggle();
  }

  toggle() {
    return this.app.analysis.sweeping ? this.end() : this.run();
  }

  /** Forgets what was found in a game. */
  forget() {
    /** The turns of the line with the winning chance that they lost. */
    this.losses = [];
    byId("mistakes").replaceChildren();
    byId("accuracy").replaceChildren();
  }

  async run() {
    const { app } = this;
    const { analysis } = app;
    if (analysis.on) analysis.toggle(false);
    this.forget();
    const here = app.state.node;
    analysis.sweeping = true;
    byId("analyse-game").textContent = t("stopAnalysis");
    let mover;
    for (const node of app.tree.line(here)) {
      if (!analysis.sweeping || !(await app.request({ do: "go", node }))) break;
      const { end, seats, seat } = app.state;
      if (end) analysis.chances.set(node, end.winner === null ? 0.5 : 1 - end.winner);
      else if (!(await analysis.once({ time: TIME }))) break;
      if (mover !== undefined) this.judge(node, mover);
      mover = end ? undefined : seats[seat].player;
    }
    this.end();
    await app.request({ do: "go", node: here });
    app.tree.draw();
    app.tree.show(app.state);
    this.list();
    analysis.graph();
  }

  /** Marks the turn of a player that leads to a node if it lost much. */
  judge(node, mover) {
    const { chances, better } = this.app.analysis;
    const parent = this.app.tree.parent(node);
    const [before, after] = [chances.get(parent), chances.get(node)];
    if (before === undefined || after === undefined) return;
    const loss = Math.max(0, mover === 0 ? before - after : after - before);
    const mark = MARKS.find(([least]) => loss >= least)?.[1] ?? "";
    this.app.tree.mark(node, mark);
    this.losses.push({ node, mover, mark, loss, better: better.get(parent) });
  }

  /** Lists the mistakes, the worst of which is the turning point, and how much of the winning chances each player kept. */
  list() {
    const { app, losses } = this;
    const worst = losses.reduce((most, next) => (next.loss > most.loss ? next : most), { loss: 0 });
    const item = (entry) => {
      const { node, mark, loss, better } = entry;
      const { number, turn } = app.tree.nodes.get(node) ?? {};
      const values = { turn: `${number}. ${turn}${mark}`, loss: Math.round(100 * loss), better: better ?? "" };
      const text = t("mistakeOf", values) + (entry === worst ? ` — ${t("turningPoint")}` : "");
      return html("li", {}, html("button", { type: "button", className: "pv", onclick: () => app.request({ do: "go", node }) }, text));
    };
    const marked = losses.filter(({ mark }) => mark);
    byId("mistakes").replaceChildren(...(marked.length > 0 ? marked.map(item) : [html("li", {}, t("noMistakes"))]));
    const accuracy = (player) => {
      const own = losses.filter(({ mover }) => mover === player);
      return own.length > 0 ? Math.round(100 * (1 - own.reduce((sum, { loss }) => sum + loss, 0) / own.length)) : undefined;
    };
    const texts = [0, 1].filter((player) => accuracy(player) !== undefined)
      .map((player) => t("accuracyOf", { player: app.turn.sideName(app.state.game, player), percent: accuracy(player) }));
    byId("accuracy").textContent = texts.join(" · ");
  }

  end() {
    const { analysis } = this.app;
    analysis.sweeping = false;
    for (const engine of [...analysis.jobs.keys()]) {
      analysis.stop(engine);
      analysis.finish(engine);
    }
    byId("analyse-game").textContent = t("analyseGame");
  }
}
