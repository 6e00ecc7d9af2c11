// The tables of this server for games with friends: their invitations, for its owner.

import { t } from "./i18n.js";
import { byId, html, svg } from "./svg.js";

/** Milliseconds between two looks at the tables that are shown. */
const INTERVAL = 1500;

export class Tables {
  constructor(app) {
    this.app = app;
    /** Whether this page may make tables. */
    this.possible = false;
    byId("open-tables").onclick = () => this.open();
    byId("tables-dialog").onclose = () => clearTimeout(this.timer);
  }

  /** Asks for the tables; only the owner of a server gets them. */
  async start() {
    const reply = await this.app.connection.request({ do: "tables" });
    this.possible = reply.is === "tables";
    byId("open-tables").hidden = !this.possible || reply.tables.length === 0;
    byId("new-devices").parentElement.hidden = !this.possible;
  }

  async open() {
    byId("tables-dialog").showModal();
    await this.look();
  }

  /** Makes a table and shows its invitations. Returns the message of a refusal. */
  async make(request) {
    const reply = await this.app.connection.request({ ...request, do: "table-new" });
    if (reply.is === "error") return reply.message;
    byId("open-tables").hidden = false;
    byId("new-dialog").close();
    await this.open();
    return undefined;
  }

  /** Shows the tables now, and again after a while. */
  async look() {
    clearTimeout(this.timer);
    const reply = await this.app.connection.request({ do: "tables" });
    if (reply.is === "error") byId("tables-error").textContent = reply.message;
    else this.show(reply);
    if (byId("tables-dialog").open) this.timer = setTimeout(() => this.look(), INTERVAL);
  }

  show(reply) {
    byId("tables-error").textContent = "";
    byId("tables-local").hidden = reply.network;
    // Nothing changes under the pointer unless there is news.
    const text = JSON.stringify(reply);
    if (text === this.shown) return;
    this.shown = text;
    byId("tables").replaceChildren(...reply.tables.map((table) => this.table(table)));
    if (reply.tables.length === 0) byId("tables").replaceChildren(t("noTables"));
  }

  table({ table, game, end, seats, people, watch, watching }) {
    const { title } = this.app.games.find(({ name }) => name === game);
    const act = (request) => async () => {
      const reply = await this.app.connection.request({ ...request, table });
      if (reply.is === "error") byId("tables-error").textContent = reply.message;
      else await this.look();
    };
    const state = (name) => {
      const own = seats.filter(({ person }) => person === name);
      return t(own.some(({ connected }) => connected) ? "isHere" : own.some(({ claimed }) => claimed) ? "isAway" : "isInvited");
    };
    const free = (name) => (seats.some(({ person, claimed }) => person === name && claimed)
      ? [html("button", { type: "button", onclick: act({ do: "table-free", person: name }) }, t("freeSeat"))] : []);
    return html("section", { className: "invitations", "data-table": table }, html("h3", {}, `${title} ${end ? `· ${t("isOver")}` : ""}`),
      ...people.map(({ name, links }) => this.invitation(name, state(name), links[0].url, links[0].qr, ...free(name))),
      this.invitation(t("spectators"), String(watching), watch[0].url, watch[0].qr),
      html("button", { type: "button", onclick: act({ do: "table-remove" }) }, t("removeTable")));
  }

  /** A link with its picture for the camera of a phone. */
  invitation(name, state, url, rows, ...more) {
    const field = html("input", { readOnly: true, value: url, "aria-label": `${t("link")}: ${name}`, onfocus: () => field.select() });
    const here = html("a", { className: "button", href: new URL(url).search }, t("openHere"));
    return html("div", { className: "invitation" }, qrCode(rows, name), html("div", {}, html("p", {}, html("strong", {}, name), ` · ${state}`), field, html("div", { className: "row" }, here, ...more)));
  }
}

/** The picture of a QR code: rows of modules, `1` is dark, with a margin of four. */
function qrCode(rows, name) {
  const path = rows.flatMap((row, y) => [...row].map((bit, x) => (bit === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const size = rows.length + 8;
  return svg("svg", { viewBox: `-4 -4 ${size} ${size}`, class: "qr", role: "img", "aria-label": `QR: ${name}`, "shape-rendering": "crispEdges" },
    svg("rect", { x: -4, y: -4, width: size, height: size, fill: "#fff" }), svg("path", { d: path, fill: "#000" }));
}
