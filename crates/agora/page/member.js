// A seat at a table of the server, or a spectator's place: this page plays or watches one game with other devices.

import { t } from "./i18n.js";
import { read, write } from "./storage.js";
import { byId, html } from "./svg.js";

const query = new URLSearchParams(location.search);
const seat = query.get("seat");

/** Whether this page is a member of a table. */
export const isMember = seat !== null || query.has("watch");

/** The query of the connection: with the secret of this device, once the server has given it one. */
export function memberQuery() {
  const device = seat && read(`device-${seat}`);
  return device ? `${location.search}&device=${device}` : location.search;
}

/** Why the server ended the connection for good, by the code: the key of the text. */
const REFUSALS = { 4001: "noTable", 4002: "seatTaken", 4003: "openedElsewhere", 4004: "tooManyWatch", 4005: "tableRemoved" };

/** The key of the text of a code after which the page must not connect again; otherwise `undefined`. */
export const refusalOf = (code) => REFUSALS[code];

export class Member {
  constructor(app) {
    this.app = app;
    document.body.classList.add("member");
    /** The last message about the table. */
    this.table = { seats: [], you: [], player: null, waits: [], offers: [], watching: 0 };
  }

  /** A message about the table. */
  update(table) {
    if (table.device) write(`device-${seat}`, table.device);
    if (table.round !== this.table.round) this.app.board.flipped = table.player === 1;
    this.table = table;
    if (this.app.state) this.app.show(this.app.state, false);
  }

  /** Whether this page's player is to act. */
  acts({ seat: acting, node, live, end }) {
    return !end && node === live && this.table.waits.length === 0 && this.table.you.includes(acting);
  }

  /** Who sits on a seat. */
  nameOf(i) {
    const { person, engine, connected } = this.table.seats[i] ?? {};
    if (person === undefined) return { name: engine ?? "", here: true };
    return { name: this.table.you.includes(i) ? `${person} (${t("you")})` : person, here: connected };
  }

  /** What the game waits for. */
  waits() {
    const { waits } = this.table;
    return waits.length > 0 ? t("waitsFor", { names: waits.join(", ") }) : "";
  }

  /** The offers of the players, with the answers that this one can give. */
  drawOffers({ seats }) {
    const { offers, player } = this.table;
    const nameOf = (of) => this.nameOf(seats.findIndex((one) => one.player === of)).name;
    const button = (word, offer) => html("button", { type: "button", "data-offer": `${word}-${offer}`, onclick: () => this.app.request({ do: word, offer }) }, t(word));
    byId("offers").replaceChildren(...offers.map(({ offer, player: by }) => {
      const answers = player === null ? [] : by === player ? [button("decline", offer)] : [button("accept", offer), button("decline", offer)];
      if (by === player) answers[0].textContent = t("withdraw");
      return html("p", {}, t(`offer-${offer}`, { player: nameOf(by) }), " ", ...answers);
    }));
  }

  /** The buttons that a member has. */
  buttons(state) {
    const plays = this.table.player !== null;
    for (const id of ["take-back", "draw", "resign"]) byId(id).disabled = !plays || Boolean(state.end) || this.table.waits.length > 0;
    byId("rematch").hidden = !plays;
  }
}
