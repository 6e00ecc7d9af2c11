// Analysis by engines: bar, variations, arrows, threats, and the winning chance turn by turn.

import { t } from "./i18n.js";
import { drawTurn } from "./pieces.js";
import { arrowsOf, chance, scoreText, shortScore } from "./score.js";
import { read, write } from "./storage.js";
import { byId, html, svg } from "./svg.js";

/** The difference of winning chances by which the colour of a cell fades. */
const SPREAD = 0.1;

export class Analysis {
  constructor(app) {
    this.app = app;
    this.on = false;
    this.threat = false;
    /** Whether each position of a game is analysed. */
    this.sweeping = false;
    /** Chances of the first player by node, and the turn that an engine prefers there. */
    this.chances = new Map();
    this.better = new Map();
    /** The fewest turns to a proved win by node: those of the first player, negative for the second. */
    this.proofs = new Map();
    /** The reports of each engine by rank. */
    this.lines = new Map();
    /** The visits of actions, of each engine that counts them. */
    this.visits = new Map();
    this.asked = null;
    /** Searches for one answer: `{revision, threat, reports, resolve}` by engine. */
    this.jobs = new Map();
    byId("analyse").onclick = () => this.toggle(!this.on);
    byId("threat").onclick = () => {
      this.threat = !this.threat;
      byId("threat").setAttribute("aria-pressed", String(this.threat));
      if (this.on) this.restart();
      else if (this.threat) this.toggle(true);
    };
    byId("analysis-lines").value = read("analysis-lines") ?? "3";
    byId("analysis-lines").onchange = (event) => {
      write("analysis-lines", event.target.value);
      if (this.on) this.restart();
    };
    byId("heat").checked = read("heat") === "true";
    byId("heat").onchange = (event) => {
      write("heat", String(event.target.checked));
      this.draw();
    };
  }

  setEngines(engines) {
    const kept = (read("analysis-engines") ?? "").split("\n").filter((engine) => engines.includes(engine));
    const chosen = kept.length > 0 ? kept : engines.slice(0, 1);
    const box = (engine, i) => html("label", { className: `engine tone-${i % 4}` },
      html("input", { type: "checkbox", checked: chosen.includes(engine), value: engine, onchange: () => this.chooseEngines() }), engine);
    byId("analysis-engines").replaceChildren(...(engines.length > 0 ? engines.map(box) : [t("noEngine")]));
    for (const id of ["analyse", "analyse-game", "hint", "prove", "threat"]) byId(id).disabled = engines.length === 0;
  }

  /** The engines that analyse; the first one draws the bar and the graph. */
  get engines() {
    return [...byId("analysis-engines").querySelectorAll("input:checked")].map(({ value }) => value);
  }

  get engine() {
    return this.engines[0] ?? this.app.engines[0];
  }

  chooseEngines() {
    const chosen = this.engines;
    write("analysis-engines", chosen.join("\n"));
    for (const engine of this.lines.keys()) if (!chosen.includes(engine)) this.stop(engine);
    if (this.on) this.restart();
  }

  stop(engine) {
    this.app.connection.request({ do: "stop", engine });
  }

  restart() {
    this.forget();
    this.asked = null;
    this.think();
    this.draw();
  }

  forget() {
    this.lines.clear();
    this.visits.clear();
  }

  toggle(on) {
    if (!on && this.on) for (const engine of this.engines) this.stop(engine);
    this.on = on;
    if (!on && this.threat) byId("threat").click();
    this.asked = null;
    byId("analyse").setAttribute("aria-pressed", String(on));
    byId("analyse").textContent = t(on ? "stopAnalysis" : "analyse");
    byId("eval-bar").hidden = !on;
    write("analysis", on ? "on" : "off");
    this.forget();
    if (on) this.think();
    this.draw();
  }

  /** A new state: other variations. */
  show(state) {
    if (this.revision !== state.revision) {
      this.forget();
      byId("answer").replaceChildren();
    }
    this.revision = state.revision;
    if (state.tree && state.tree.length === 0) this.forgetGame();
    if (this.on) this.think();
    else this.draw();
    this.graph();
  }

  /** Forgets what was found out about a game. */
  forgetGame() {
    this.chances.clear();
    this.proofs.clear();
    this.better.clear();
    this.app.review.forget();
  }

  /** A report with the fewest turns to the win that were proved for its node, so that one fact has one number everywhere. */
  known(node, report) {
    const { cp, mate, bound } = report;
    if (cp !== null || bound || !mate || this.app.state.pending.length > 0) return report;
    const before = this.proofs.get(node);
    const best = before !== undefined && Math.sign(before) === Math.sign(mate) && Math.abs(before) < Math.abs(mate) ? before : mate;
    this.proofs.set(node, best);
    return { ...report, mate: best };
  }

  /** Asks for the present position, unless an engine plays. */
  think() {
    const { state, connection, players } = this.app;
    if (!state || state.end || this.sweeping || this.jobs.size > 0 || !players.personActs() || this.asked === state.revision) return this.draw();
    this.asked = state.revision;
    const think = { do: "think", limit: "infinite", lines: Number(byId("analysis-lines").value), threat: this.threat };
    for (const engine of this.engines) {
      connection.request({ ...think, engine }).then((reply) => {
        if (reply.is === "error") this.app.message(reply.message);
      });
    }
    return this.draw();
  }

  /** Searches the present position once: the last report of the best line and what `best` said; `undefined` if that failed. */
  once(limit, threat = false) {
    const { engine } = this;
    const { revision } = this.app.state;
    return new Promise((resolve) => {
      this.jobs.set(engine, { revision, threat, resolve });
      this.app.connection.request({ do: "think", engine, limit, threat }).then((reply) => {
        if (reply.is !== "error") return;
        if (!threat) this.app.message(reply.message);
        this.finish(engine);
      });
    });
  }

  /** Ends a search for one answer. */
  finish(engine, answer) {
    const job = this.jobs.get(engine);
    this.jobs.delete(engine);
    job?.resolve(answer);
  }

  /** A message of an engine. */
  report(message) {
    const { state } = this.app;
    const job = this.jobs.get(message.engine);
    if (job) {
      if (message.revision !== job.revision || message.threat !== job.threat) return;
      if (message.is === "best") return this.finish(message.engine, { ...message, report: job.report });
      if (message.line === 1) job.report = message;
    }
    if (message.revision !== state?.revision || message.is === "best") return;
    // The opponent's own evaluation stays hidden during a game.
    if (!this.on && !this.sweeping) return;
    if (this.on && message.threat !== this.threat) return;
    if (message.is === "visits") {
      this.visits.set(message.engine, message.visits);
      return;
    }
    const lines = this.lines.get(message.engine) ?? [];
    lines[message.line - 1] = message.line === 1 && !message.threat ? this.known(state.node, message) : message;
    this.lines.set(message.engine, lines);
    const first = message.engine === this.engine && message.line === 1 && !message.bound && !message.threat;
    if (first && state.pending.length === 0) {
      this.chances.set(state.node, chance(message));
      this.better.set(state.node, message.pv[0]);
    }
    if (!this.drawing) {
      this.drawing = requestAnimationFrame(() => {
        this.drawing = 0;
        this.draw();
        this.graph();
      });
    }
  }

  /**
   * How much the first engine looks at each cell: the visits of the actions that lead there. An engine that counts no visits
   * has lines with scores: the best has 1, one whose chance is `SPREAD` lower has 1/e. Returns the kind and a number by cell.
   */
  heat() {
    const { engine } = this;
    const visits = this.visits.get(engine);
    const lines = (this.lines.get(engine) ?? []).filter(({ pv }) => pv.length > 0);
    const { seats, seat } = this.app.state;
    const own = (line) => (seats[seat].player === 0) === !this.threat ? chance(line) : 1 - chance(line);
    const best = Math.max(...lines.map(own));
    const scores = lines.map((line) => [line.pv[0], Math.exp((own(line) - best) / SPREAD)]);
    const cells = new Map();
    for (const [action, number] of visits ?? scores) {
      const targets = new Set(arrowsOf(this.app.board, action, 0).map(({ cell, to }) => cell ?? to));
      for (const cell of targets) cells.set(cell, (cells.get(cell) ?? 0) + number);
    }
    return { kind: visits ? "heatVisits" : "heatScores", cells, lines: lines.length };
  }

  /** Colours the cells, and says by what. */
  drawHeat() {
    const shown = byId("heat").checked && (this.on || this.sweeping);
    const { kind, cells, lines } = shown ? this.heat() : { cells: new Map() };
    this.app.board.heat(cells);
    byId("heat-kind").textContent = cells.size > 0 ? t(kind, { engine: this.engine, n: lines }) : "";
  }

  /** The variations of all engines, those of the first engine first. */
  shown() {
    if (!this.on && !this.sweeping) return [];
    const engines = this.app.engines ?? [];
    return this.engines.flatMap((engine) => (this.lines.get(engine) ?? []).filter(Boolean).map((line, rank) => ({ ...line, rank, tone: engines.indexOf(engine) % 4 })));
  }

  draw() {
    const { state, board } = this.app;
    const shown = this.shown();
    byId("lines").replaceChildren(...shown.map((line) => this.variation(line)));
    if (state && this.app.chooser.idle && !this.app.previewed) {
      board.arrows(shown.flatMap((line) => arrowsOf(board, line.pv[0] ?? "", line.rank).map((arrow) => ({ ...arrow, tone: line.threat ? "threat" : line.tone }))));
      this.drawHeat();
    }
    if (!this.threat) this.bar(state, shown[0]);
  }

  /** A variation: its score, and turns to look at and to play. */
  variation(line) {
    const several = this.engines.length > 1 && line.rank === 0;
    const proved = line.cp === null && !line.bound;
    const turns = line.pv.map((turn, i) => this.pvTurn(line, turn, i));
    return html("p", { className: `variation tone-${line.tone}` }, ...(several ? [html("small", { className: "by" }, line.engine)] : []),
      html("strong", {}, scoreText(line)), ...(proved ? [html("span", { className: "proved" }, t("proved"))] : []),
      ...(line.threat ? [html("span", { className: "threat" }, t("threatens"))] : []),
      html("small", {}, `${t("depth", { depth: line.depth })}, ${line.nodes.toLocaleString()} `), ...turns.flatMap((turn) => [turn, " "]));
  }

  pvTurn({ pv, threat }, turn, i) {
    const { game } = this.app.state;
    if (threat) return html("span", { className: "pv" }, ...drawTurn(game, turn));
    const turns = pv.slice(0, i + 1);
    const button = html("button", { type: "button", className: "pv", title: t("playLine"), onclick: () => this.playLine(turns) }, ...drawTurn(game, turn));
    button.onmouseenter = () => this.app.preview(undefined, turns);
    button.onmouseleave = () => this.app.endPreview();
    return button;
  }

  /** Adds the turns of a variation to the tree. */
  async playLine(turns) {
    this.app.endPreview();
    for (const turn of turns) if (!(await this.app.request({ do: "turn", turn }))) break;
  }

  bar(state, line) {
    const bar = byId("eval-bar");
    const ended = state?.end && { null: 0.5, 0: 1, 1: 0 }[state.end.winner];
    const value = ended ?? (line ? chance(line) : undefined);
    if (value === undefined) return;
    const percent = Math.round(100 * value);
    bar.firstElementChild.style.height = `${percent}%`;
    bar.lastElementChild.textContent = line ? shortScore(line) : "";
    bar.setAttribute("aria-valuenow", String(percent));
    bar.setAttribute("aria-label", `${t("evaluation")} ${line ? scoreText(line) : ""}`);
  }

  /** The chances along the present line. */
  graph() {
    const { state, tree } = this.app;
    const line = state ? tree.line(state.node) : [];
    // The scores of a tournament's record, where nothing was analysed.
    const recorded = ({ score } = {}) => (score ? chance(score) : undefined);
    const points = line.map((node, i) => ({ node, i, value: this.chances.get(node) ?? recorded(tree.nodes.get(node)) })).filter(({ value }) => value !== undefined);
    const graph = byId("graph");
    graph.toggleAttribute("hidden", points.length < 2);
    const x = (i) => (300 * i) / Math.max(1, line.length - 1);
    const y = (value) => 57 - 54 * value;
    const path = points.map(({ i, value }, n) => `${n === 0 ? "M" : "L"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    const dot = ({ i, value }, name) => svg("circle", { cx: x(i), cy: y(value), r: 3, class: name });
    const area = points.length > 1 ? `${path}L${x(points.at(-1).i)} 57L${x(points[0].i)} 57z` : "";
    graph.replaceChildren(svg("path", { d: area, class: "area" }), svg("line", { x1: 0, y1: 30, x2: 300, y2: 30, class: "middle" }), svg("path", { d: path }),
      ...points.filter(({ node }) => tree.marks.has(node)).map((point) => dot(point, "mistake")),
      ...points.filter(({ node }) => node === state.node).map((point) => dot(point, "here")));
    const at = (event) => {
      const box = graph.getBoundingClientRect();
      return line[Math.round(((event.clientX - box.left) / box.width) * (line.length - 1))];
    };
    graph.onclick = (event) => at(event) !== undefined && this.app.request({ do: "go", node: at(event) });
    graph.onmousemove = (event) => this.app.preview(at(event), []);
    graph.onmouseleave = () => this.app.endPreview();
  }
}
