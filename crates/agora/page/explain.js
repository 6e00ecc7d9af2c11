// Explanations of the position: a hint with its reasons, and claims of a win.

import { t } from "./i18n.js";
import { say } from "./rules.js";
import { arrowsOf, chance, provedWinner } from "./score.js";
import { byId, html } from "./svg.js";
import { showTab } from "./tabs.js";

/** Milliseconds for a hint. */
const HINT = 800;
/** Nodes of a proof search. */
const PROOF = 400_000;

export class Explain {
  constructor(app) {
    this.app = app;
    byId("hint").onclick = () => this.hint();
    byId("prove").onclick = () => this.prove();
  }

  /** Shows an answer, unless the position has changed. */
  answer(revision, ...content) {
    if (this.app.state.revision === revision) byId("answer").replaceChildren(...content);
  }

  /** Searches the present position for one answer, and lets the analysis continue. `undefined` if it is not possible. */
  async search(...limits) {
    const { app } = this;
    const { analysis, state } = app;
    if (state.end || analysis.jobs.size > 0) return undefined;
    showTab("explain");
    this.answer(state.revision, html("p", {}, t("searching")));
    const found = [];
    for (const [limit, threat] of limits) if (found.every(Boolean)) found.push(await analysis.once(limit, threat));
    analysis.asked = null;
    if (analysis.on) analysis.think();
    return found;
  }

  /** A good turn, and why it is good. */
  async hint() {
    const { app } = this;
    const { state } = app;
    const { revision } = state;
    const found = await this.search([{ time: HINT }, false], [{ time: HINT / 2 }, true]);
    if (!found) return undefined;
    const [best, threat] = found;
    if (!best?.report) return this.answer(revision);
    const { player } = state.seats[state.seat];
    const sign = player === 0 ? 1 : -1;
    const after = await app.connection.request({ do: "preview", turns: [best.turn] });
    const reasons = [];
    const { mate } = app.analysis.known(state.node, best.report);
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
    const found = await this.search([{ prove: PROOF }, false]);
    if (!found) return undefined;
    const [best] = found;
    let [, result, turns] = best?.proof?.match(/^(\w+)(?: in (\d+) turns?)?$/) ?? [];
    if (!result) return this.answer(revision, html("p", {}, t("proofNone")));
    const seat = t(`seat-${state.seats[state.seat].name}`);
    const known = turns === undefined ? { win: "proofWins", loss: "proofLoses" } : { win: "proofWin", loss: "proofLoss" };
    const text = t({ ...known, draw: "proofDraw" }[result] ?? "proofOpen", { seat, n: turns });
    const proved = result !== "unknown";
    if (turns !== undefined && (result === "win" || result === "loss")) {
      const sign = (result === "win") === (state.seats[state.seat].player === 0) ? 1 : -1;
      turns = Math.abs(app.analysis.known(state.node, { cp: null, mate: sign * Number(turns) }).mate);
    }
    const pv = proved ? best.report?.pv ?? [best.turn] : [];
    this.answer(revision, html("p", { className: "variation" }, ...(proved ? [html("span", { className: "proved" }, t("proved"))] : []),
      html("strong", {}, text), " ", ...pv.map((turn, i) => app.analysis.pvTurn({ pv }, turn, i))));
    return undefined;
  }
}
