// Analysis by engines: bar, variations, arrows, threats, hints, proofs, and the winning chance turn by turn.

import { t } from "./i18n.js";
import { say } from "./rules.js";
import { arrowsOf, chance, provedWinner, scoreText } from "./score.js";
import { byId, html, svg } from "./svg.js";

/** Milliseconds for each position of a whole game, and for a hint. */
const SWEEP = 400;
const HINT = 800;
/** Nodes of a proof search. */
const PROOF = 400_000;
/** The loss of winning chance of a mistake and of a blunder. */
const MISTAKE = 0.15;
const BLUNDER = 0.3;
/** The difference of winning chances by which the colour of a cell fades. */
const SPREAD = 0.1;

export class Analysis {
  constructor(app) {
    this.app = app;
    this.on = false;
    this.threat = false;
    this.sweeping = false;
    /** Chances of the first player by node, and the turn that an engine prefers there. */
    this.chances = new Map();
    this.better = new Map();
    this.mistakes = [];
    /** The reports of each engine by rank. */
    this.lines = new Map();
    /** The visits of actions, of each engine that counts them. */
    this.visits = new Map();
    this.asked = null;
    /** Searches for one answer: `{revision, threat, reports, resolve}` by engine. */
    this.jobs = new Map();
    byId("analyse").onclick = () => this.toggle(!this.on);
    byId("analyse-game").onclick = () => (this.sweeping ? this.endSweep() : this.sweep());
    byId("hint").onclick = () => this.hint();
    byId("prove").onclick = () => this.prove();
    byId("threat").onclick = () => {
      this.threat = !this.threat;
      byId("threat").setAttribute("aria-pressed", String(this.threat));
      if (this.on) this.restart();
      else if (this.threat) this.toggle(true);
    };
    byId("analysis-lines").onchange = () => this.on && this.restart();
    byId("heat").onchange = () => this.draw();
  }

  setEngines(engines) {
    const box = (engine, i) => html("label", { className: `engine tone-${i % 4}` },
      html("input", { type: "checkbox", checked: i === 0, value: engine, onchange: () => this.chooseEngines() }), engine);
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
    this.better.clear();
    this.mistakes = [];
    byId("mistakes").replaceChildren();
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
    lines[message.line - 1] = message;
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
      ...(line.threat ? [html("span", { className: "threat" }, t("threatens"))] : []), ...turns,
      html("small", {}, ` ${t("depth", { depth: line.depth })}, ${line.nodes.toLocaleString()}`));
  }

  pvTurn({ pv, threat }, turn, i) {
    if (threat) return html("span", { className: "pv" }, turn);
    const turns = pv.slice(0, i + 1);
    const button = html("button", { type: "button", className: "pv", title: t("playLine"), onclick: () => this.playLine(turns) }, turn);
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
    bar.lastElementChild.textContent = line ? scoreText(line) : "";
    bar.setAttribute("aria-valuenow", String(percent));
    bar.setAttribute("aria-label", `${t("evaluation")} ${line ? scoreText(line) : ""}`);
  }

  /** The chances along the present line. */
  graph() {
    const { state, tree } = this.app;
    const line = state ? tree.line(state.node) : [];
    const points = line.map((node, i) => ({ node, i, value: this.chances.get(node) })).filter(({ value }) => value !== undefined);
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

  /** Analyses each position of the present line and marks mistakes. */
  async sweep() {
    const { app } = this;
    if (this.on) this.toggle(false);
    const here = app.state.node;
    const line = app.tree.line(here);
    this.sweeping = true;
    this.mistakes = [];
    byId("analyse-game").textContent = t("stopAnalysis");
    for (const node of line) {
      if (!this.sweeping || !(await app.request({ do: "go", node }))) break;
      const { end, seats, seat } = app.state;
      if (end) this.chances.set(node, end.winner === null ? 0.5 : 1 - end.winner);
      else if (!(await this.once({ time: SWEEP }))) break;
      this.judge(node);
      this.mover = end ? undefined : seats[seat].player;
    }
    this.endSweep();
    await app.request({ do: "go", node: here });
    app.tree.draw();
    app.tree.show(app.state);
    this.listMistakes();
    this.graph();
  }

  /** Marks the turn that leads to a node if it lost much. */
  judge(node) {
    const parent = this.app.tree.parent(node);
    const [before, after] = [this.chances.get(parent), this.chances.get(node)];
    if (this.mover === undefined || before === undefined || after === undefined) return;
    const loss = this.mover === 0 ? before - after : after - before;
    const mark = loss >= BLUNDER ? "??" : loss >= MISTAKE ? "?" : "";
    this.app.tree.mark(node, mark);
    if (mark) this.mistakes.push({ node, mark, loss, better: this.better.get(parent) });
  }

  listMistakes() {
    const { app } = this;
    const item = ({ node, mark, loss, better }) => {
      const { number, turn } = app.tree.nodes.get(node) ?? {};
      const values = { turn: `${number}. ${turn}${mark}`, loss: Math.round(100 * loss), better: better ?? "" };
      return html("li", {}, html("button", { type: "button", className: "pv", onclick: () => app.request({ do: "go", node }) }, t("mistakeOf", values)));
    };
    byId("mistakes").replaceChildren(...(this.mistakes.length > 0 ? this.mistakes.map(item) : [html("li", {}, t("noMistakes"))]));
  }

  endSweep() {
    this.sweeping = false;
    this.mover = undefined;
    for (const engine of [...this.jobs.keys()]) {
      this.stop(engine);
      this.finish(engine);
    }
    byId("analyse-game").textContent = t("analyseGame");
  }

  /** Shows an answer below the variations, unless the position has changed. */
  answer(revision, ...content) {
    if (this.app.state.revision === revision) byId("answer").replaceChildren(...content);
  }

  /** A good turn, and why it is good. */
  async hint() {
    const { app } = this;
    const { state } = app;
    const { revision } = state;
    if (state.end || this.jobs.size > 0) return;
    this.answer(revision, html("p", {}, t("searching")));
    const best = await this.once({ time: HINT });
    const threat = best && (await this.once({ time: HINT / 2 }, true));
    this.asked = null;
    if (this.on) this.think();
    if (!best?.report) return this.answer(revision);
    const { player } = state.seats[state.seat];
    const sign = player === 0 ? 1 : -1;
    const after = await app.connection.request({ do: "preview", turns: [best.turn] });
    const reasons = [];
    const { mate } = best.report;
    const winner = provedWinner(best.report);
    const threatens = threat?.report && provedWinner(threat.report) === -sign;
    if (after.end?.winner === player) reasons.push(t("whyWins"));
    else if (winner === sign && mate !== null) reasons.push(t("whyForced", { n: Math.abs(mate) }));
    else if (winner === sign) reasons.push(t("whyProved"));
    else if (winner !== 0) reasons.push(t("whyLost"));
    if (threatens && after.end?.winner !== player) reasons.push(t("whyThreat", { turn: threat.turn }));
    if (reasons.length === 0) reasons.push(t("whyChance", { percent: Math.round(100 * (player === 0 ? chance(best.report) : 1 - chance(best.report))) }));
    const events = (after.events ?? []).map(({ text }) => html("li", {}, say(text)));
    this.answer(revision, html("p", {}, html("strong", {}, t("hintIs", { turn: best.turn.replaceAll(",", ", ") })), ` ${reasons.join(" ")}`), html("ul", {}, ...events));
    if (app.state.revision === revision) app.board.arrows(arrowsOf(app.board, best.turn, 0));
    return undefined;
  }

  /** Whether the player to act can claim a win, or has lost, with the line of the proof. */
  async prove() {
    const { app } = this;
    const { state } = app;
    const { revision } = state;
    if (state.end || this.jobs.size > 0) return;
    this.answer(revision, html("p", {}, t("searching")));
    const best = await this.once({ prove: PROOF });
    this.asked = null;
    if (this.on) this.think();
    const [, result, turns] = best?.proof?.match(/^(\w+)(?: in (\d+) turns?)?$/) ?? [];
    if (!result) return this.answer(revision, html("p", {}, t("proofNone")));
    const seat = t(`seat-${state.seats[state.seat].name}`);
    const known = turns === undefined ? { win: "proofWins", loss: "proofLoses" } : { win: "proofWin", loss: "proofLoss" };
    const text = t({ ...known, draw: "proofDraw" }[result] ?? "proofOpen", { seat, n: turns });
    const proved = result !== "unknown";
    const pv = proved ? best.report?.pv ?? [best.turn] : [];
    this.answer(revision, html("p", { className: "variation" }, ...(proved ? [html("span", { className: "proved" }, t("proved"))] : []),
      html("strong", {}, text), " ", ...pv.map((turn, i) => this.pvTurn({ pv }, turn, i))));
    return undefined;
  }
}
