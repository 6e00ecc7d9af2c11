// The seats: people or engines, in the strips above and below the board, with clocks, and the turns of engines.

import { faceOf } from "./games.js";
import { t } from "./i18n.js";
import { byId, html } from "./svg.js";

/** The levels of an engine, and seconds at full strength. */
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const SECONDS = [1, 5, 20];

/** The limit of an engine on a seat. Before its name `3:` is a level, `5s:` five seconds a turn, `clock:` the clocks of the game. */
export function limitOf(seat) {
  const key = seat.split(":")[0];
  if (key === "clock") return key;
  return key.endsWith("s") ? { time: 1000 * Number.parseInt(key, 10) } : { level: Number(key) };
}

export const engineOf = (seat) => seat.split(":").slice(1).join(":");

/** The name of who sits on a seat: `agon · level 3`. */
function nameOf(seat) {
  const key = seat.split(":")[0];
  const strength = key === "clock" ? t("levelClock") : key.endsWith("s") ? t("strength", { seconds: Number.parseInt(key, 10) }) : t("level", { level: key });
  return `${engineOf(seat)} · ${strength}`;
}

/** A choice of who sits on a seat: a person, called `person`, or an engine with a level or by the clock. */
export function seatSelect(engines, value, person, change) {
  const option = (key) => html("option", { value: key, selected: key === value }, nameOf(key));
  const group = (engine) => html("optgroup", { label: engine },
    ...LEVELS.map((level) => option(`${level}:${engine}`)), ...SECONDS.map((seconds) => option(`${seconds}s:${engine}`)), option(`clock:${engine}`));
  return html("select", { onchange: (event) => change(event.target.value) }, html("option", { value: "", selected: value === "" }, person), ...engines.map(group));
}

export class Players {
  constructor(app) {
    this.app = app;
    this.seats = {};
    this.paused = false;
    /** Whether the next search of an engine is asked for a draw. */
    this.offersDraw = false;
    /** Whether turns are being taken back. */
    this.holding = false;
    /** The revision for which an engine was asked. */
    this.asked = null;
    this.nameOf = nameOf;
    byId("pause").onclick = () => this.pause(!this.paused);
    byId("take-back").onclick = () => this.takeBack();
    byId("resign").onclick = () => this.resign();
    byId("draw").onclick = () => this.draw();
    setInterval(() => this.clocks(), 200);
  }

  /** People sit everywhere until engines are chosen. */
  setDefaults() {
    for (const { name, seats } of this.app.games) this.seats[name] = seats.map(() => "");
  }

  /** Who sits where in a game. */
  setSeats(game, seats) {
    this.seats[game] = seats;
    this.paused = false;
  }

  /** The engine that is to act now; an empty text for a person. */
  engineToAct() {
    const { state } = this.app;
    if (!state || state.end || state.node !== state.live || this.app.analysis.sweeping || this.app.trainer.active) return "";
    return this.seats[state.game]?.[state.seat] ?? "";
  }

  personActs() {
    if (this.app.member) return Boolean(this.app.state) && this.app.member.acts(this.app.state);
    return this.paused || this.engineToAct() === "";
  }

  /** The player who plays against engines only, 0 or 1; otherwise `undefined`. */
  ownPlayer(state) {
    if (this.app.member) return this.app.member.table.player ?? undefined;
    const seats = this.seats[state.game];
    const people = new Set(state.seats.filter((_, i) => seats[i] === "").map(({ player }) => player));
    return people.size === 1 ? [...people][0] : undefined;
  }

  show(state) {
    const seats = this.seats[state.game];
    const person = t(this.ownPlayer(state) === undefined ? "person" : "you");
    const rows = state.seats.map(({ player }, i) => this.seat(state, i, state.players[player] || person));
    const below = this.app.board.flipped ? 1 : 0;
    for (const [id, player] of [["strip-top", 1 - below], ["strip-bottom", below]]) {
      byId(id).replaceChildren(...rows.filter((_, i) => state.seats[i].player === player));
    }
    this.clockAt = performance.now();
    this.clocks();
    byId("pause").hidden = seats.every((seat) => seat === "");
    byId("take-back").disabled = state.node === 0;
    byId("resign").disabled = byId("draw").disabled = Boolean(state.end);
    this.app.member?.buttons(state);
    this.app.member?.drawOffers(state);
  }

  select(seats, i, person) {
    return seatSelect(this.app.engines, seats[i], person, (value) => {
      seats[i] = value;
      this.asked = null;
      this.app.show(this.app.state, false);
    });
  }

  /** Who sits on a seat of a table of the server, and whether they are connected. */
  memberName(i) {
    const { name, here } = this.app.member.nameOf(i);
    return html("strong", { className: here ? "" : "away", title: here ? "" : t("isAway") }, here ? name : `${name} · ${t("isAway")}`);
  }

  /** The row of a seat: sign, who sits there, reserves, clock. */
  seat(state, i, person) {
    const seats = this.seats[state.game];
    const { name, player } = state.seats[i];
    const label = t(`seat-${name}`);
    const select = this.app.member ? this.memberName(i) : this.select(seats, i, person);
    if (!this.app.member) select.setAttribute("aria-label", label);
    const row = html("div", { className: `seat ${!state.end && state.seat === i ? "acts" : ""}`, "data-seat": i },
      chipOf(state, i), html("span", { className: "name" }, label), select, html("span", { className: "reserve", role: "group", "aria-label": t("reserveOf", { seat: label }) }));
    if (state.clock) row.append(html("span", { className: "clock", "data-player": player }));
    return row;
  }

  /** Asks the engine whose turn it is. */
  think(state) {
    if (document.body.dataset.view !== "table" || this.app.member) return;
    const seat = this.engineToAct();
    if (seat === "" || this.paused || this.holding || this.asked === state.revision) return;
    this.asked = state.revision;
    const draw = this.offersDraw;
    this.offersDraw = false;
    const limit = limitOf(seat);
    this.app.connection.request({ do: "think", engine: engineOf(seat), limit, play: true, draw }).then((reply) => {
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
    const engine = engineOf(this.engineToAct());
    if (engine) this.app.connection.request({ do: "stop", engine });
  }

  /** Stops the engines before the start page is shown. */
  leave() {
    if (this.app.state) this.stop();
    this.asked = null;
  }

  /** The player who plays against engines resigns; otherwise the player to act. */
  resign() {
    const { app } = this;
    app.kept.note("resigned");
    const player = this.ownPlayer(app.state) ?? app.state.seats[app.state.seat].player;
    return app.request({ do: "resign", player });
  }

  /** People agree on a draw; an engine is asked when it is to act next. */
  async draw() {
    const { app } = this;
    if (app.member || !this.seats[app.state.game].some((seat) => seat !== "")) {
      await app.request({ do: "draw" });
      return;
    }
    this.offersDraw = true;
    app.message(t("drawOffered"));
  }

  /** Takes back turns until a person is to act. */
  async takeBack() {
    const { app } = this;
    if (app.member) {
      await app.request({ do: "take-back" });
      return;
    }
    this.stop();
    app.kept.note("takenBack");
    const seats = this.seats[app.state.game];
    const engines = seats.some((seat) => seat !== "") && seats.some((seat) => seat === "");
    this.holding = true;
    while (await app.request({ do: "take-back" })) {
      if (!engines || app.state.node === 0 || seats[app.state.seat] === "") break;
    }
    this.holding = false;
    this.think(app.state);
  }

  /** Milliseconds left to a player. */
  left(clock, player) {
    return Math.max(0, clock.left[player] - (clock.running === player ? performance.now() - this.clockAt : 0));
  }

  /** The clocks as they are now, for a game that is kept; `null` without clocks. */
  clockNow() {
    const { clock } = this.app.state ?? {};
    if (!clock) return null;
    return { left: [0, 1].map((player) => Math.round(this.left(clock, player))), increment: clock.increment, running: clock.running !== null };
  }

  clocks() {
    const { clock } = this.app.state ?? {};
    if (!clock) return;
    for (const element of document.querySelectorAll(".clock[data-player]")) {
      const seconds = Math.ceil(this.left(clock, Number(element.dataset.player)) / 1000);
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
