// Analysis by an engine: bar, variations, arrows, and the winning chance turn by turn.

import { t } from "./i18n.js";
import { arrowsOf, chance, scoreText } from "./score.js";
import { byId, html, svg } from "./svg.js";

/** Milliseconds for each position of a whole game. */
const SWEEP = 400;
/** The loss of winning chance of a mistake and of a blunder. */
const MISTAKE = 0.15;
const BLUNDER = 0.3;

export class Analysis {
  constructor(app) {
    this.app = app;
    this.on = false;
    this.sweeping = false;
    /** Chances of the first player by node. */
    this.chances = new Map();
    this.lines = [];
    this.asked = null;
    byId("analyse").onclick = () => this.toggle(!this.on);
    byId("analyse-game").onclick = () => (this.sweeping ? this.endSweep() : this.sweep());
    for (const id of ["analysis-engine", "analysis-lines"]) {
      byId(id).onchange = () => {
        this.asked = null;
        if (this.on) this.think();
      };
    }
  }

  setEngines(engines) {
    byId("analysis-engine").replaceChildren(...engines.map((engine) => html("option", { value: engine }, engine)));
    if (engines.length === 0) byId("analysis-engine").append(html("option", {}, t("noEngine")));
    for (const id of ["analyse", "analyse-game", "analysis-engine"]) byId(id).disabled = engines.length === 0;
  }

  get engine() {
    return byId("analysis-engine").value;
  }

  toggle(on) {
    if (!on && this.on) this.app.connection.request({ do: "stop", engine: this.engine });
    this.on = on;
    this.asked = null;
    byId("analyse").setAttribute("aria-pressed", String(on));
    byId("analyse").textContent = t(on ? "stopAnalysis" : "analyse");
    byId("eval-bar").hidden = !on;
    this.lines = [];
    if (on) this.think();
    this.draw();
  }

  /** A new state: other variations. */
  show(state) {
    if (this.revision !== state.revision) this.lines = [];
    this.revision = state.revision;
    if (state.tree && state.tree.length === 0) this.chances.clear();
    if (this.on) this.think();
    else this.draw();
    this.graph();
  }

  /** Asks for the present position, unless an engine plays. */
  think() {
    const { state, connection, players } = this.app;
    if (!state || state.end || this.sweeping || !players.personActs() || this.asked === state.revision) return this.draw();
    this.asked = state.revision;
    connection.request({ do: "think", engine: this.engine, limit: "infinite", lines: Number(byId("analysis-lines").value) });
    return this.draw();
  }

  /** A message of an engine. */
  report(message) {
    const { state } = this.app;
    if (message.revision !== state?.revision) return;
    if (message.is === "best") {
      this.finished?.();
      return;
    }
    this.lines[message.line - 1] = message;
    // The opponent's own evaluation stays hidden during a game.
    const shown = this.on || this.sweeping;
    if (shown && message.line === 1 && !message.bound && state.pending.length === 0) this.chances.set(state.node, chance(message));
    if (!this.drawing) {
      this.drawing = requestAnimationFrame(() => {
        this.drawing = 0;
        this.draw();
        this.graph();
      });
    }
  }

  draw() {
    const { state, board } = this.app;
    const shown = this.on || this.sweeping ? this.lines.filter(Boolean) : [];
    byId("lines").replaceChildren(...shown.map((line) => html("p", { className: "variation" }, html("strong", {}, scoreText(line)),
      ` ${line.pv.join(" ")} `, html("small", {}, `${t("depth", { depth: line.depth })}, ${line.nodes.toLocaleString()}`))));
    if (state && this.app.chooser.idle) board.arrows(shown.flatMap((line, rank) => arrowsOf(board, line.pv[0] ?? "", rank)));
    this.bar(state, shown[0]);
  }

  bar(state, line) {
    const bar = byId("eval-bar");
    const ended = state?.end && { null: 0.5, 0: 1, 1: 0 }[state.end.winner];
    const value = ended ?? (line ? chance(line) : undefined);
    if (value === undefined) return;
    const percent = Math.round(100 * value);
    bar.firstElementChild.style.height = `${percent}%`;
    bar.lastElementChild.textContent = line ? scoreText(line) : "";
    bar.setAttribute("aria-valuenow", String(percent));
    bar.setAttribute("aria-label", `${t("evaluation")} ${line ? scoreText(line) : ""}`);
  }

  /** The chances along the present line. */
  graph() {
    const { state, tree } = this.app;
    const line = state ? tree.line(state.node) : [];
    const points = line.map((node, i) => ({ node, i, value: this.chances.get(node) })).filter(({ value }) => value !== undefined);
    byId("graph").toggleAttribute("hidden", points.length < 2);
    const x = (i) => (300 * i) / Math.max(1, line.length - 1);
    const y = (value) => 57 - 54 * value;
    const path = points.map(({ i, value }, n) => `${n === 0 ? "M" : "L"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    const here = points.find(({ node }) => node === state.node);
    byId("graph").replaceChildren(svg("line", { x1: 0, y1: 30, x2: 300, y2: 30, class: "middle" }), svg("path", { d: path }),
      ...(here ? [svg("circle", { cx: x(here.i), cy: y(here.value), r: 3 })] : []));
    byId("graph").onclick = (event) => {
      const box = byId("graph").getBoundingClientRect();
      const node = line[Math.round(((event.clientX - box.left) / box.width) * (line.length - 1))];
      if (node !== undefined) this.app.request({ do: "go", node });
    };
  }

  /** Analyses each position of the present line and marks mistakes. */
  async sweep() {
    const { app } = this;
    if (this.on) this.toggle(false);
    const here = app.state.node;
    const line = app.tree.line(here);
    this.sweeping = true;
    byId("analyse-game").textContent = t("stopAnalysis");
    for (const node of line) {
      if (!this.sweeping || !(await app.request({ do: "go", node }))) break;
      const { end, seats, seat } = app.state;
      if (end) this.chances.set(node, end.winner === null ? 0.5 : 1 - end.winner);
      else if (!(await this.position())) break;
      this.judge(node);
      this.mover = end ? undefined : seats[seat].player;
    }
    this.endSweep();
    await app.request({ do: "go", node: here });
    app.tree.draw();
    app.tree.show(app.state);
  }

  /** Analyses the present position; false if that failed. */
  position() {
    return new Promise((resolve) => {
      this.finished = () => resolve(true);
      const think = { do: "think", engine: this.engine, limit: { time: SWEEP } };
      this.app.connection.request(think).then((reply) => {
        if (reply.is !== "error") return;
        this.app.message(reply.message);
        resolve(false);
      });
    });
  }

  /** Marks the turn that leads to a node if it lost much. */
  judge(node) {
    const parent = this.app.tree.parent(node);
    const [before, after] = [this.chances.get(parent), this.chances.get(node)];
    if (this.mover === undefined || before === undefined || after === undefined) return;
    const loss = this.mover === 0 ? before - after : after - before;
    this.app.tree.mark(node, loss >= BLUNDER ? "??" : loss >= MISTAKE ? "?" : "");
  }

  endSweep() {
    this.sweeping = false;
    this.mover = undefined;
    this.finished?.();
    byId("analyse-game").textContent = t("analyseGame");
  }
}
