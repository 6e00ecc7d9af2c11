// A tournament of the arena: table, crosstable, running and finished games. A click opens a game on the board.

import { t } from "./i18n.js";
import { byId, html } from "./svg.js";

/** Milliseconds between two looks at a tournament that is shown. */
const INTERVAL = 1000;
/** Finished games in a list, as many as the server sends. */
const PAGE = 50;

export class Watch {
  constructor(app) {
    this.app = app;
    this.skip = 0;
    byId("watch").onclick = () => this.open();
    byId("watch-newer").onclick = () => this.turn(-PAGE);
    byId("watch-older").onclick = () => this.turn(PAGE);
    byId("watch-dialog").onclose = () => clearTimeout(this.timer);
  }

  /** Shows the button if the server has a tournament. */
  async start() {
    const reply = await this.app.connection.request({ do: "tournament" });
    byId("watch").hidden = reply.is !== "tournament";
  }

  async open() {
    byId("watch-dialog").showModal();
    await this.look();
  }

  turn(games) {
    this.skip = Math.max(0, this.skip + games);
    this.look();
  }

  /** Shows the tournament now, and again after a while. */
  async look() {
    clearTimeout(this.timer);
    const reply = await this.app.connection.request({ do: "tournament", skip: this.skip });
    if (reply.is === "error") byId("watch-error").textContent = reply.message;
    else this.show(reply);
    if (byId("watch-dialog").open) this.timer = setTimeout(() => this.look(), INTERVAL);
  }

  show({ heading, verdict, standings, finished, scheduled, running, games }) {
    byId("watch-error").textContent = "";
    byId("watch-about").textContent = heading;
    byId("watch-count").textContent = `${t("gamesOf", { finished, scheduled })}${verdict ? ` · ${verdict}` : ""}`;
    const cells = (kind, texts) => texts.map((text) => html(kind, {}, String(text)));
    const row = (name, ...rest) => html("tr", {}, html("th", { scope: "row" }, name), ...cells("td", rest));
    const table = (id, head, rows) => byId(id).replaceChildren(html("thead", {}, html("tr", {}, ...cells("th", head))), html("tbody", {}, ...rows));
    const table1 = standings.map(({ name, won, drawn, lost, elo }) => row(name, won + drawn + lost, won, drawn, lost, elo ?? "–"));
    table("watch-table", ["engineName", "games", "won", "drawnGames", "lostGames", "elo"].map((key) => t(key)), table1);
    const against = (tally) => (tally === null ? "·" : tally.join("–"));
    const table2 = standings.map((standing) => row(standing.name, ...standing.against.map(against)));
    table("watch-crosstable", [t("against"), ...standings.map(({ name }) => name)], table2);
    byId("watch-crosstable").hidden = standings.length < 3;
    const players = ({ number, players: [p1, p2] }) => `${number}. ${p1} – ${p2}`;
    byId("watch-running").replaceChildren(...running.map((game) => html("li", { "data-running": game.number }, players(game))));
    byId("watch-games").replaceChildren(...games.map((game) => this.game(game, players(game))));
    byId("watch-newer").disabled = this.skip === 0;
    byId("watch-older").disabled = this.skip + PAGE >= finished;
  }

  game({ number, winner, cause, turns }, players) {
    const result = winner === undefined ? "½–½" : ["1–0", "0–1"][winner];
    const text = `${players}: ${result}, ${cause}, ${t("turns", { turns })}`;
    return html("li", {}, html("button", { type: "button", "data-number": number, onclick: () => this.load(number) }, text));
  }

  /** Opens a game on the board. */
  async load(number) {
    const { app } = this;
    const reply = await app.connection.request({ do: "tournament-game", number });
    if (reply.is === "error") {
      byId("watch-error").textContent = reply.message;
      return;
    }
    byId("watch-dialog").close();
    app.players.setSeats(reply.game, reply.seats.map(() => ""));
    app.forget();
    app.trainer.end();
    await app.show(reply, false);
  }
}
