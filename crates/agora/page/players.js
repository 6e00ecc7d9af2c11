// The seats: people or engines, clocks, and the turns of engines.

import { faceOf } from "./games.js";
import { t } from "./i18n.js";
import { byId, html } from "./svg.js";

/** The levels of an engine, and seconds at full strength. */
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const SECONDS = [1, 5, 20];

/** The limit of a key in the choice of players: `3` is a level, `5s` is five seconds a turn, `clock` the clocks of the game. */
function limitOf(key) {
  if (key === "clock") return key;
  return key.endsWith("s") ? { time: 1000 * Number.parseInt(key, 10) } : { level: Number(key) };
}

/** The seats of the choice of players: a person, or an engine with a level or by the clock. */
export function seatSelect(engines, value, change) {
  const option = (text, key) => html("option", { value: key, selected: key === value }, text);
  const levels = (engine) => [
    ...LEVELS.map((level) => option(`${engine} · ${t("level", { level })}`, `${level}:${engine}`)),
    ...SECONDS.map((seconds) => option(`${engine} · ${t("strength", { seconds })}`, `${seconds}s:${engine}`)),
    option(`${engine} · ${t("levelClock")}`, `clock:${engine}`),
  ];
  return html("select", { onchange: (event) => change(event.target.value) }, option(t("person"), ""), ...engines.flatMap(levels));
}

export class Players {
  constructor(app) {
    this.app = app;
    this.seats = {};
    this.paused = false;
    /** Whether turns are being taken back. */
    this.holding = false;
    /** The revision for which an engine was asked. */
    this.asked = null;
    byId("pause").onclick = () => this.pause(!this.paused);
    byId("take-back").onclick = () => this.takeBack();
    byId("resign").onclick = () => app.request({ do: "resign", player: app.state.seats[app.state.seat].player });
    byId("draw").onclick = () => app.request({ do: "draw" });
    setInterval(() => this.clocks(), 200);
  }

  /** People sit everywhere until engines are chosen. */
  setDefaults() {
    for (const { name, seats } of this.app.games) this.seats[name] = seats.map(() => "");
  }

  language() {
    if (this.app.state) this.show(this.app.state);
  }

  /** Who sits where in a game. */
  setSeats(game, seats) {
    this.seats[game] = seats;
    this.pause(false);
  }

  /** The engine that is to act now; an empty text for a person. */
  engineToAct() {
    const { state } = this.app;
    if (!state || state.end || state.node !== state.live || this.app.analysis.sweeping || this.app.trainer.active) return "";
    return this.seats[state.game]?.[state.seat] ?? "";
  }

  personActs() {
    return this.paused || this.engineToAct() === "";
  }

  show(state) {
    const seats = this.seats[state.game];
    const rows = state.seats.map(({ name, player }, i) => {
      const select = seatSelect(this.app.engines, seats[i], (value) => {
        seats[i] = value;
        this.asked = null;
        this.app.show(this.app.state, false);
      });
      select.setAttribute("aria-label", t(`seat-${name}`));
      const row = html("div", { className: `seat ${!state.end && state.seat === i ? "acts" : ""}`, "data-seat": i },
        chipOf(state, i), html("span", { className: "name" }, t(`seat-${name}`)), select);
      if (state.clock) row.append(html("span", { className: "clock", "data-player": player }));
      return row;
    });
    byId("players").replaceChildren(...rows);
    this.clockAt = performance.now();
    this.clocks();
    byId("pause").hidden = seats.every((seat) => seat === "");
    byId("take-back").disabled = state.node === 0;
    byId("resign").disabled = byId("draw").disabled = Boolean(state.end);
    this.think(state);
  }

  /** Asks the engine whose turn it is. */
  think(state) {
    const seat = this.engineToAct();
    if (seat === "" || this.paused || this.holding || this.asked === state.revision) return;
    this.asked = state.revision;
    const [key, ...name] = seat.split(":");
    const limit = limitOf(key);
    this.app.connection.request({ do: "think", engine: name.join(":"), limit, play: true }).then((reply) => {
      if (reply.is === "error") this.app.message(reply.message);
    });
  }

  failed({ engine }) {
    if (this.engineToAct().endsWith(`:${engine}`)) this.pause(true);
  }

  pause(paused) {
    this.paused = paused;
    byId("pause").setAttribute("aria-pressed", String(paused));
    if (paused) this.stop();
    this.asked = null;
    if (this.app.state) this.app.show(this.app.state, false);
  }

  stop() {
    const engine = this.engineToAct().split(":").slice(1).join(":");
    if (engine) this.app.connection.request({ do: "stop", engine });
  }

  /** Takes back turns until a person is to act. */
  async takeBack() {
    this.stop();
    const { app } = this;
    const seats = this.seats[app.state.game];
    const engines = seats.some((seat) => seat !== "") && seats.some((seat) => seat === "");
    this.holding = true;
    while (await app.request({ do: "take-back" })) {
      if (!engines || app.state.node === 0 || seats[app.state.seat] === "") break;
    }
    this.holding = false;
    this.think(app.state);
  }

  clocks() {
    const { clock } = this.app.state ?? {};
    if (!clock) return;
    for (const element of byId("players").querySelectorAll("[data-player]")) {
      const player = Number(element.dataset.player);
      const used = clock.running === player ? performance.now() - this.clockAt : 0;
      const seconds = Math.max(0, Math.ceil((clock.left[player] - used) / 1000));
      element.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
  }
}

/** The sign of a seat, which looks like its pieces. */
function chipOf(state, seat) {
  const kind = state.scene.pieces.find((piece) => piece.seat === seat)?.kind;
  const chip = html("span", { className: "chip" });
  Object.assign(chip.style, faceOf(state.game).chip?.(seat, kind));
  return chip;
}
