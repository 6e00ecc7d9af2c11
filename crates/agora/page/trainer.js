// Lessons and puzzles: positions one after another in which the reader plays the turn.

import { t } from "./i18n.js";
import { read, write } from "./storage.js";
import { arrowsOf } from "./score.js";
import { byId, html } from "./svg.js";

/** Whether the events of a turn include one whose words begin like `wanted`: `move e5>f6`, `remove c5`, `place`. */
const happened = (events, wanted) => events.some(({ change, cell, from, to, cells }) => {
  const places = change === "move" ? [`${from}>${to}`] : cells ?? [cell];
  return places.some((place) => `${change} ${place}`.startsWith(wanted));
});

/** Whether a turn reaches the goal of a step of a lesson. */
function reaches({ turns, events = [], winner }, turn, seen, end) {
  return (turns === undefined || turns.includes(turn)) && events.every((wanted) => happened(seen, wanted))
    && (winner === undefined || end?.winner === winner);
}

export class Trainer {
  constructor(app) {
    this.app = app;
    /** The steps in progress: `{kind, game, steps}`. */
    this.active = null;
    this.index = 0;
    this.solved = false;
    byId("learn").onclick = () => this.open();
    byId("learn-close").onclick = () => byId("learn-dialog").close();
    byId("trainer-leave").onclick = () => this.leave();
    byId("trainer-previous").onclick = () => this.go(this.index - 1);
    byId("trainer-next").onclick = () => (this.index + 1 < this.active.steps.length ? this.go(this.index + 1) : this.leave());
    byId("trainer-again").onclick = () => this.go(this.index);
    byId("trainer-show").onclick = () => this.reveal();
  }

  async load() {
    const file = async (name) => (await fetch(name)).json();
    const [lessons, chosen, mined] = await Promise.all(["lessons.json", "puzzles.json", "mined.json"].map(file));
    // The mined ones come last, so that what is done keeps its number.
    const puzzles = Object.fromEntries(Object.keys(chosen).map((game) => [game, [...chosen[game], ...mined[game]]]));
    this.sets = { lesson: lessons, puzzle: puzzles };
  }

  done(kind, game) {
    return new Set((read(`${kind}-${game}`) ?? "").split(",").filter(Boolean).map(Number));
  }

  async open() {
    if (!this.sets) await this.load();
    const button = (kind) => ({ name, title }) => {
      const steps = this.sets[kind][name];
      const count = this.done(kind, name).size;
      return html("button", { type: "button", className: "choice", "data-train": `${kind}-${name}`, onclick: () => this.start(kind, name) },
        html("strong", {}, title), html("small", {}, t("progress", { done: count, all: steps.length })),
        html("progress", { max: steps.length, value: count, "aria-hidden": "true" }));
    };
    const buttons = (kind) => this.app.games.filter(({ name }) => this.sets[kind][name]).map(button(kind));
    byId("lessons").replaceChildren(...buttons("lesson"));
    byId("puzzles").replaceChildren(...buttons("puzzle"));
    byId("learn-dialog").showModal();
  }

  /** Starts at the first step that is not done. The game in progress is kept. */
  async start(kind, game) {
    byId("learn-dialog").close();
    // The game on the board; nothing if this starts from the start page.
    this.resume ??= document.body.dataset.view === "table" ? (this.app.kept.last ?? undefined) : undefined;
    if (!this.sets) await this.load();
    this.app.open("table");
    const steps = this.sets[kind][game];
    this.active = { kind, game, steps };
    const done = this.done(kind, game);
    const first = steps.findIndex((_, i) => !done.has(i));
    if (this.app.analysis.on) this.app.analysis.toggle(false);
    document.body.classList.add("training");
    await this.go(Math.max(0, first));
  }

  get step() {
    return this.active.steps[this.index];
  }

  async go(index) {
    this.index = Math.max(0, index);
    this.solved = this.shown = this.failed = false;
    const { app, active } = this;
    const reply = await app.connection.request({ do: "new", game: active.game, position: this.step.position });
    if (reply.is === "error") return app.message(reply.message);
    app.message("");
    app.forget();
    await app.show(reply, false);
    return undefined;
  }

  /** A state was shown: judges a finished turn. */
  async judge(state) {
    if (!this.active) return;
    if (state.node !== 0 && !this.solved && !this.failed) {
      const turn = this.app.tree.nodes.get(state.node)?.turn;
      const ask = (message) => this.app.connection.request({ do: "preview", ...message });
      let right;
      if (this.active.kind === "puzzle") right = (await ask({ node: 0, turns: [this.step.turn] })).position === state.position;
      else right = reaches(this.step.goal, turn, (await ask({ node: state.node })).events, state.end);
      this.solved = right;
      this.failed = !right;
      if (right) this.remember();
    } else if (state.node === 0) this.failed = this.solved = false;
    this.draw();
  }

  remember() {
    const { kind, game } = this.active;
    write(`${kind}-${game}`, [...this.done(kind, game).add(this.index)].join(","));
  }

  /** The texts of the step in the language of the page. */
  texts() {
    if (this.active.kind === "lesson") return this.step[document.documentElement.lang] ?? this.step.en;
    const { state } = this.app;
    const seat = t(`seat-${state.seats[this.solved || this.failed ? 0 : state.seat].name}`);
    const turns = (this.step.turns + 1) / 2;
    return [t(turns === 1 ? "puzzleNow" : "puzzleIn", { seat, turns }), t("puzzleDone", { turn: this.step.turn })];
  }

  draw() {
    const { active, app } = this;
    byId("trainer").hidden = !active;
    if (!active || !app.state) return;
    const [ask, after] = this.texts();
    const title = app.games.find(({ name }) => name === active.game).title;
    const at = { game: title, step: this.index + 1, all: active.steps.length };
    byId("trainer-title").textContent = t(`${active.kind}Title`, at);
    if (!this.solved && !this.failed) this.ask = ask;
    byId("trainer-ask").textContent = this.solved ? after : this.failed ? t("wrong", { ask: this.ask ?? ask }) : ask;
    byId("trainer").dataset.state = this.solved ? "solved" : this.failed ? "failed" : "open";
    byId("trainer-previous").disabled = this.index === 0;
    byId("trainer-again").hidden = !this.failed && !this.solved;
    byId("trainer-show").hidden = this.solved || this.failed;
    byId("trainer-next").textContent = t(this.index + 1 < active.steps.length ? "nextStep" : "finish");
    byId("trainer-next").classList.toggle("primary", this.solved);
    byId("trainer-bar").max = active.steps.length;
    byId("trainer-bar").value = this.index + (this.solved ? 1 : 0);
  }

  /** Shows the turn as arrows and in words. */
  reveal() {
    const { board } = this.app;
    board.arrows(arrowsOf(board, this.step.turn, 0));
    this.app.message(t("solution", { turn: this.step.turn.replaceAll(",", ", ") }));
  }

  /** Forgets the steps; the game in progress is another one already. */
  end() {
    this.active = null;
    this.resume = undefined;
    document.body.classList.remove("training");
    this.draw();
  }

  /** Goes back to the game in progress. */
  async leave() {
    const { resume } = this;
    this.end();
    if (!resume || !(await this.app.kept.restore(resume))) await this.app.startPage.open();
  }
}
