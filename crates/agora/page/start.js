// The start page: a card for each game, and the games that can be continued.

import { Board } from "./board.js";
import { faceOf } from "./games.js";
import { t } from "./i18n.js";
import { byId, html } from "./svg.js";
import { showTab } from "./tabs.js";

/** The level of the engine of a game that starts at once. */
const LEVEL = 2;

export class Start {
  constructor(app) {
    this.app = app;
    byId("home").onclick = () => this.open();
  }

  async open() {
    const { app } = this;
    if (app.state) {
      app.endPreview();
      app.analysis.toggle(false);
      app.players.leave();
      await app.kept.keep();
    }
    app.open("start");
    await this.draw();
  }

  async draw() {
    const { games, engines } = this.app;
    byId("cards").replaceChildren(...games.map((game) => this.card(game, engines)));
    const unfinished = this.app.kept.unfinished().filter(({ game }) => games.some(({ name }) => name === game));
    byId("unfinished").hidden = unfinished.length === 0;
    byId("unfinished").querySelector("ul").replaceChildren(...unfinished.map((kept) => this.item(kept)));
  }

  card({ name, title }, engines) {
    const picture = html("div", { className: "picture", "aria-hidden": "true" });
    this.picture(name, picture);
    const button = (key, act, more = {}) => html("button", { type: "button", onclick: act, "data-start": `${key}-${name}`, ...more }, t(key));
    const play = button("playNow", () => this.play(name), { className: "primary", disabled: engines.length === 0 });
    return html("section", { className: "card", "data-card": name }, picture, html("h2", {}, title), html("p", {}, t(`about-${name}`)), play,
      html("div", { className: "row" }, button("friend", () => this.friend(name)), button("learn", () => this.app.trainer.open()),
        button("puzzles", () => this.app.trainer.start("puzzle", name)), button("analyse", () => this.analyse(name))));
  }

  /** Draws the picture of a game. It comes from a session of its own position, so it needs no drawing of its own. */
  async picture(name, element) {
    const scene = await this.app.scene(name, faceOf(name).picture);
    if (scene) new Board(element).show({ game: name, scene, seats: this.app.games.find((game) => game.name === name).seats });
  }

  /** A game that can be continued. */
  item(kept) {
    const { games } = this.app;
    const { title, seats } = games.find(({ name }) => name === kept.game);
    const engines = [...new Set(kept.seats.filter(Boolean))].map((seat) => this.app.players.nameOf(seat));
    const own = kept.seats[kept.acts] === "";
    const opponent = engines.length > 0 ? t("againstEngine", { engine: engines.join(", ") }) : "";
    const turn = engines.length > 0 && own ? t("yourTurn") : t("toAct", { seat: t(`seat-${seats[kept.acts].name}`) });
    const minutes = Math.max(0, Math.round((Date.now() - kept.time) / 60_000));
    const about = `${title} ${opponent}`.trim();
    const go = html("button", { type: "button", className: "primary", onclick: () => this.app.kept.restore(kept), "data-kept": kept.id }, t("continue"));
    const remove = html("button", { type: "button", className: "sign", title: t("remove"), "aria-label": `${t("remove")}: ${about}`,
      onclick: () => {
        this.app.kept.forget(kept.id);
        this.draw();
      } }, "×");
    return html("li", {}, html("span", {}, `${about}, ${turn} · ${ago(minutes)}`), go, remove);
  }

  /** A game against the engine, with seats drawn at random. */
  async play(name) {
    const { app } = this;
    const { seats } = app.games.find((game) => game.name === name);
    const own = crypto.getRandomValues(new Uint8Array(1))[0] % 2;
    const engine = `${LEVEL}:${app.engines[0]}`;
    await app.begin({ do: "new", game: name, options: {} }, seats.map(({ player }) => (player === own ? "" : engine)));
    showTab("moves");
  }

  /** A game of people: at several devices where the server allows it, otherwise at this one. */
  friend(name) {
    this.app.players.seats[name] = this.app.players.seats[name].map(() => "");
    this.app.newGame.open(name, true);
  }

  async analyse(name) {
    const { app } = this;
    const { seats } = app.games.find((game) => game.name === name);
    await app.begin({ do: "new", game: name, options: {} }, seats.map(() => ""));
    showTab("analysis");
  }
}

function ago(minutes) {
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  if (minutes < 60) return format.format(-minutes, "minute");
  return minutes < 48 * 60 ? format.format(-Math.round(minutes / 60), "hour") : format.format(-Math.round(minutes / 1440), "day");
}
