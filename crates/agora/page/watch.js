// A tournament of the arena: table, crosstable, running and finished games. A click opens a game on the board.

import { Board } from "./board.js";
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
    /** The boards of running games, by number. */
    this.boards = new Map();
    /** The number of the running game on the board. */
    this.followed = undefined;
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
    this.showRunning(running, players);
    this.showFinished(games, players);
    byId("watch-newer").disabled = this.skip === 0;
    byId("watch-older").disabled = this.skip + PAGE >= finished;
  }

  /** The running games: live boards, those beyond what the server sends by name only. */
  showRunning(running, players) {
    const numbers = new Set(running.map(({ number }) => number));
    for (const [number, { item }] of this.boards) {
      if (numbers.has(number)) continue;
      item.remove();
      this.boards.delete(number);
    }
    for (const game of running) {
      const { number, board, turns } = game;
      if (!this.boards.has(number)) this.boards.set(number, this.liveGame(game, players(game)));
      const live = this.boards.get(number);
      if (!board || live.turns === turns) continue;
      live.turns = turns;
      live.board.show({ ...board, scene: board.scene });
      live.board.mark({ last: this.app.turn.lastCells(board) });
      live.about.textContent = `${turns}. ${board.turn} ${board.comment.trim()}`;
      live.button.disabled = false;
    }
  }

  liveGame({ number }, players) {
    const picture = html("div", { className: "live" });
    const about = html("small", {});
    const button = html("button", { type: "button", "data-live": number, disabled: true, onclick: () => this.load(number) }, picture, players, about);
    const item = html("li", { "data-running": number }, button);
    byId("watch-running").append(item);
    return { item, board: new Board(picture), about, button };
  }

  /** The finished games. The list stays if nothing changed: a click on a button that is replaced meanwhile is lost. */
  showFinished(games, players) {
    const items = games.map((game) => this.game(game, players(game)));
    const list = byId("watch-games");
    const texts = (elements) => JSON.stringify([...elements].map((element) => element.textContent));
    if (texts(items) !== texts(list.children)) list.replaceChildren(...items);
  }

  game({ number, winner, cause, turns }, players) {
    const result = winner === null ? "½–½" : ["1–0", "0–1"][winner];
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
    app.kept.leave();
    app.players.setSeats(reply.game, reply.seats.map(() => ""));
    app.forget();
    app.trainer.end();
    app.open("table");
    await app.show(reply, false);
    this.followed = number;
    this.follow();
  }

  /** Adds new turns of a running game on the board, while its last position is shown and nothing was added to it. */
  follow() {
    clearTimeout(this.follower);
    this.follower = setTimeout(async () => {
      const { app, followed } = this;
      if (followed === undefined) return;
      const { state } = app;
      const known = app.tree.nodes.size - 1;
      const isLast = state.node === state.live && state.pending.length === 0 && app.tree.line(0).length - 1 === known;
      if (isLast && !app.analysis.sweeping) {
        const reply = await app.connection.request({ do: "tournament-game", number: followed, known });
        if (this.followed !== followed) return;
        if (reply.is === "state") await app.show(reply, false);
        else if (reply.is !== "no-turns") this.followed = undefined;
      }
      this.follow();
    }, INTERVAL);
  }
}
