// Around the board: what can be done now, the turn in progress, choices as buttons, reserves, the end, and what happened.

import { faceOf } from "./games.js";
import { t, textOr } from "./i18n.js";
import { drawKind, pieceIcon } from "./pieces.js";
import { say } from "./rules.js";
import { byId, html, svg } from "./svg.js";
import { showTab } from "./tabs.js";

export class TurnPanel {
  constructor(app) {
    this.app = app;
    byId("undo-action").onclick = () => app.request({ do: "undo-action" });
    byId("banner-close").onclick = () => {
      byId("banner").hidden = true;
    };
    byId("banner-new").onclick = () => byId("new-game").click();
    byId("rematch").onclick = () => app.rematch();
    byId("review").onclick = () => {
      byId("banner").hidden = true;
      showTab("analysis");
      app.review.toggle();
    };
  }

  show(state, chooser) {
    this.status(state, chooser);
    byId("pending").textContent = state.pending.length > 0 ? t("pending", { actions: state.pending.join(", ") }) : "";
    byId("undo-action").hidden = state.pending.length === 0;
    this.choices(chooser);
    this.reserves(state, chooser);
  }

  status(state, chooser) {
    const facts = state.end ? [] : state.scene.facts.filter(({ name, value }) => value > 0 || name === "reinforcements")
      .map(({ name, value }) => t(`fact-${name}`, { n: value }));
    const note = state.node === state.live || state.end ? [] : [t("lookingAt")];
    byId("status").replaceChildren(html("strong", {}, this.prompt(state, chooser)), ...[...facts, ...note].flatMap((fact) => [" · ", fact]));
  }

  /** The name of a player, who may have several seats. */
  sideName(game, player) {
    return t(`${faceOf(game).side ?? "player"}-${player}`);
  }

  /** How the game ended. */
  result({ game, end }) {
    const reason = t(`reason-${end.reason}`);
    if (end.winner === null) return t("drawn", { reason });
    return t(faceOf(game).side ? "winTeam" : "wins", { player: this.sideName(game, end.winner), reason });
  }

  /** What can be done now, in a sentence. */
  prompt(state, chooser) {
    if (state.end) return this.result(state);
    const { players } = this.app;
    const seat = t(`seat-${state.seats[state.seat].name}`);
    const { member } = this.app;
    if (member && !players.personActs()) return member.waits() || t("toAct", { seat: member.nameOf(state.seat).name });
    if (!players.personActs()) return t("thinking", { engine: players.nameOf(players.engineToAct()), seat });
    const own = players.ownPlayer(state) === state.seats[state.seat].player;
    const what = (kind) => textOr(`prompt-${state.game}-${kind}`, "");
    const starts = new Set(state.actions.map(({ set, path }) => (set?.length ? "piece" : Object.keys(path[0] ?? {})[0])));
    const buttons = new Set(chooser.buttons());
    let text = "";
    if (!chooser.idle) text = t(chooser.reserve ? "promptPlace" : "promptTarget");
    else if (buttons.has("swap")) text = what("swap");
    else if (state.pending.length > 0) text = t(buttons.has("end") ? "promptMore" : "promptNext");
    else if (starts.size === 1) text = what([...starts][0]);
    else text = what("any");
    if (state.node === 0 && what("first") && state.pending.length === 0) text = what("first");
    return `${own ? t("yourTurnNow") : t("toAct", { seat })}. ${text}`.trim();
  }

  /** The banner over the board, once, when the end of the game is reached. */
  banner(state) {
    const banner = byId("banner");
    if (!state.end || this.app.trainer.active) banner.hidden = true;
    else if (state.node === state.live && this.ended !== state.node) banner.hidden = false;
    if (state.node === state.live) this.ended = state.end ? state.node : undefined;
    if (state.end) banner.querySelector("strong").textContent = this.result(state);
  }

  choices(chooser) {
    const button = (text, press, name) => html("button", { type: "button", onclick: press, "data-choice": name }, text);
    const refreshed = (act) => () => {
      act();
      this.app.refresh();
    };
    const buttons = [];
    const pieces = chooser.next("pieces");
    const refining = chooser.made.length > 0 && chooser.ready.every((action) => chooser.made.length >= action.path.length);
    if (pieces.length > 0) buttons.push(html("span", {}, t("pieces")));
    else if (refining) buttons.push(html("span", {}, t("rest")));
    for (const text of [...pieces].sort((a, b) => b.length - a.length)) {
      buttons.push(button(text || t("standstill"), refreshed(() => chooser.choose({ pieces: text })), `pieces-${text}`));
    }
    const largest = chooser.selected.size > 0 && chooser.made.length === 0 ? chooser.largest() : [];
    if (largest.length > chooser.selected.size) buttons.push(button(t("phalanx"), refreshed(() => chooser.select(largest)), "phalanx"));
    for (const name of chooser.buttons()) buttons.push(button(t(`button-${name}`), refreshed(() => chooser.press(name)), name));
    byId("choices").replaceChildren(...buttons);
  }

  reserves(state, chooser) {
    const open = chooser.reserves();
    state.seats.forEach((_, i) => {
      const own = state.scene.reserves.filter((reserve) => reserve.seat === i);
      const pieces = own.map((reserve) => this.reserve(state, reserve, i === state.seat && open.has(reserve.kind), chooser));
      document.querySelector(`[data-seat="${i}"] .reserve`)?.replaceChildren(...pieces);
    });
  }

  reserve(state, { seat, kind, count }, open, chooser) {
    const piece = svg("g", {}, drawKind(state.game, { kind, seat }));
    const chosen = open && chooser.reserve === kind;
    const button = html("button", {
      type: "button", disabled: !open, className: chosen ? "piece chosen" : "piece", title: t(`kind-${kind}`),
      "aria-pressed": String(chosen), "data-reserve": `${seat}-${kind}`,
    }, pieceIcon(state.game, piece), html("span", { className: "unseen" }, `${t(`kind-${kind}`)} `), html("span", {}, `×${count}`));
    const origin = { reserve: kind };
    button.onpointerdown = (event) => {
      if (open && event.button === 0) this.app.board.startDrag(event, origin, piece);
    };
    button.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.app.chosen(origin);
      }
    };
    return button;
  }

  /** The cells that the last turn changed. */
  lastCells(state) {
    const cells = state.events.flatMap((event) => [event.cell, event.from, event.to, ...(event.cells ?? [])]);
    return new Set(cells.filter(Boolean));
  }

  /** Lists what happened, and announces the turn of an opponent. */
  events(state) {
    const texts = state.events.map(({ text }) => say(text));
    byId("events").replaceChildren(...texts.map((text) => html("li", {}, text)));
    if (state.events.length > 0 && state.pending.length === 0) byId("announce").textContent = texts.join(". ");
  }
}
