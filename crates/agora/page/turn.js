// Below the board: who acts, the turn in progress, choices as buttons, reserves, and what happened.

import { faceOf } from "./games.js";
import { t } from "./i18n.js";
import { drawKind } from "./pieces.js";
import { say } from "./rules.js";
import { byId, html, svg } from "./svg.js";

export class TurnPanel {
  constructor(app) {
    this.app = app;
    byId("undo-action").onclick = () => app.request({ do: "undo-action" });
  }

  show(state, chooser) {
    this.status(state);
    byId("pending").textContent = state.pending.length > 0 ? t("pending", { actions: state.pending.join(", ") }) : "";
    byId("undo-action").hidden = state.pending.length === 0;
    this.choices(chooser);
    this.reserves(state, chooser);
  }

  status(state) {
    const winner = (player) => t(`${faceOf(state.game).side ?? "player"}-${player}`);
    const reason = state.end && t(`reason-${state.end.reason}`);
    let text = t("toAct", { seat: t(`seat-${state.seats[state.seat].name}`) });
    if (state.end) text = state.end.winner === null ? t("drawn", { reason }) : t("wins", { player: winner(state.end.winner), reason });
    const facts = state.end ? [] : state.scene.facts.filter(({ name, value }) => value > 0 || name === "reinforcements")
      .map(({ name, value }) => t(`fact-${name}`, { n: value }));
    const note = state.node === state.live || state.end ? [] : [t("lookingAt")];
    byId("status").replaceChildren(html("strong", {}, text), ...[...facts, ...note].flatMap((fact) => [" · ", fact]));
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
    const rows = state.seats.map((seat, i) => {
      const own = state.scene.reserves.filter((reserve) => reserve.seat === i);
      const pieces = own.map((reserve) => this.reserve(state, reserve, i === state.seat && open.has(reserve.kind), chooser));
      const name = t(`seat-${seat.name}`);
      return html("div", { className: "reserve", role: "group", "aria-label": t("reserveOf", { seat: name }) },
        html("span", { className: "name" }, name), ...pieces);
    });
    byId("reserves").replaceChildren(...(state.scene.reserves.length > 0 ? rows : []));
  }

  reserve(state, { seat, kind, count }, open, chooser) {
    const piece = svg("g", {}, drawKind(state.game, { kind, seat }));
    const chosen = open && chooser.reserve === kind;
    const button = html("button", {
      type: "button", disabled: !open, className: chosen ? "piece chosen" : "piece", title: t(`kind-${kind}`),
      "aria-label": `${count} ${t(`kind-${kind}`)}`, "aria-pressed": String(chosen), "data-reserve": `${seat}-${kind}`,
    }, svg("svg", { viewBox: "-52 -52 104 104", class: state.game, "aria-hidden": "true" }, piece), html("span", {}, `×${count}`));
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

  events(state) {
    byId("events").replaceChildren(...state.events.map(({ text }) => html("li", {}, say(text))));
  }
}
