// The dialog for a new game: its form is made from the options that the games describe.

import { t, textOr } from "./i18n.js";
import { seatSelect } from "./players.js";
import { byId, html } from "./svg.js";

export class NewGame {
  constructor(app) {
    this.app = app;
    byId("new-game").onclick = () => this.open();
    byId("new-cancel").onclick = () => byId("new-dialog").close();
    byId("new-dialog").querySelector("form").onsubmit = (event) => {
      event.preventDefault();
      this.start();
    };
  }

  open(game = this.app.state?.game ?? this.app.games[0].name) {
    byId("new-error").textContent = "";
    byId("new-position").value = "";
    byId("new-rules").open = false;
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
      });
      return html("label", {}, html("span", {}, t(`seat-${seat.name}`)), select);
    }));
    const present = state?.game === name ? state.options : {};
    byId("new-options").parentElement.hidden = this.game.options.length === 0;
    byId("new-options").replaceChildren(...this.game.options.map((option) => this.field(option, present[option.name] ?? String(option.default))));
  }

  /** The field of an option. Values that are not changed are not sent, so that the rules' own defaults hold. */
  field(option, value) {
    const { kind, about, name } = option;
    const set = (text) => this.values.set(name, text);
    if (value !== String(option.default)) set(value);
    const label = textOr(`option-${name}`, name);
    // What an option means is told by the rules, in English.
    const title = document.documentElement.lang === "en" ? about : "";
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
    const refusal = await this.app.begin(request, this.seats);
    byId("new-error").textContent = refusal ?? "";
    if (refusal === undefined) byId("new-dialog").close();
  }
}
