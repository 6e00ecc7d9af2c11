// The dialog for a new game: its form is made from the options that the games describe.

import { t, textOr } from "./i18n.js";
import { engineOf, limitOf, seatSelect } from "./players.js";
import { say } from "./rules.js";
import { byId, html } from "./svg.js";

export class NewGame {
  constructor(app) {
    this.app = app;
    byId("new-game").onclick = () => this.open();
    byId("new-devices").onchange = () => this.names();
    byId("new-cancel").onclick = () => byId("new-dialog").close();
    byId("new-dialog").querySelector("form").onsubmit = (event) => {
      event.preventDefault();
      this.start();
    };
  }

  open(game = this.app.state?.game ?? this.app.games[0].name, devices = false) {
    byId("new-error").textContent = "";
    byId("new-position").value = "";
    byId("new-rules").open = false;
    byId("new-devices").checked = devices && this.app.tables.possible;
    this.choose(game);
    byId("new-dialog").showModal();
  }

  choose(name) {
    const { games, engines, players, state } = this.app;
    this.game = games.find((game) => game.name === name);
    this.values = new Map();
    this.seats = [...players.seats[name]];
    const button = (game) => html("button", {
      type: "button", role: "radio", "aria-checked": String(game === this.game), onclick: () => this.choose(game.name), "data-game": game.name,
    }, game.title);
    byId("new-games").replaceChildren(...games.map(button));
    byId("new-seats").replaceChildren(...this.game.seats.map((seat, i) => {
      const select = seatSelect(engines, this.seats[i], t("person"), (value) => {
        this.seats[i] = value;
        this.names();
      });
      const label = t(`seat-${seat.name}`);
      // Who has the same name has one device.
      const name = html("input", { className: "who", maxLength: 40, value: t(`guest-${seat.player}`), "aria-label": `${t("name")}: ${label}` });
      return html("label", {}, html("span", {}, label), select, name);
    }));
    this.names();
    const present = state?.game === name ? state.options : {};
    byId("new-options").parentElement.hidden = this.game.options.length === 0;
    byId("new-options").replaceChildren(...this.game.options.map((option) => this.field(option, present[option.name] ?? String(option.default))));
  }

  /** Shows the names of people where they play at several devices. */
  names() {
    const devices = byId("new-devices").checked;
    [...byId("new-seats").querySelectorAll(".who")].forEach((input, i) => {
      input.hidden = !devices || this.seats[i] !== "";
    });
  }

  /** The seats of a table of the server. */
  tableSeats() {
    const names = [...byId("new-seats").querySelectorAll(".who")].map(({ value }) => value.trim());
    return this.seats.map((seat, i) => (seat === "" ? { person: names[i] } : { engine: engineOf(seat), limit: limitOf(seat) }));
  }

  /** The field of an option. Values that are not changed are not sent, so that the rules' own defaults hold. */
  field(option, value) {
    const { kind, about, name } = option;
    const set = (text) => this.values.set(name, text);
    if (value !== String(option.default)) set(value);
    const label = textOr(`option-${name}`, name);
    const title = say(about);
    if (kind === "check") {
      const input = html("input", { type: "checkbox", checked: value === "true", onchange: () => set(String(input.checked)), name });
      return html("label", { title, className: "check" }, input, html("span", {}, label));
    }
    let input;
    if (kind === "combo") {
      input = html("select", { name, onchange: () => set(input.value) },
        ...option.values.map((word) => html("option", { value: word, selected: word === value }, textOr(`value-${name}-${word}`, word))));
    } else {
      const number = kind === "spin" ? { type: "number", min: option.min, max: option.max, step: 1 } : { type: "text", spellcheck: false };
      input = html("input", { ...number, name, value, onchange: () => set(input.value.trim()) });
    }
    return html("label", { title }, html("span", {}, label), input);
  }

  async start() {
    const minutes = Number(byId("new-minutes").value);
    const increment = Number(byId("new-increment").value);
    const request = { do: "new", game: this.game.name, options: Object.fromEntries(this.values) };
    const position = byId("new-position").value.trim();
    if (position) request.position = position;
    if (minutes > 0) request.clock = { seconds: Math.round(60 * minutes), increment: Math.round(increment) };
    const { app } = this;
    if (byId("new-devices").checked) {
      byId("new-error").textContent = (await app.tables.make({ ...request, seats: this.tableSeats() })) ?? "";
      return;
    }
    const refusal = await app.begin(request, this.seats);
    byId("new-error").textContent = refusal ?? "";
    if (refusal === undefined) byId("new-dialog").close();
  }
}
