// The page: connects the transport with the board and the panels.

import { Analysis } from "./analysis.js";
import { Animator } from "./animate.js";
import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { Connection } from "./connection.js";
import { Editor } from "./editor.js";
import { Explain } from "./explain.js";
import { Files } from "./files.js";
import { faceOf, loadFaces } from "./games.js";
import { t } from "./i18n.js";
import { Kept } from "./kept.js";
import { Member, isMember } from "./member.js";
import { NewGame } from "./newgame.js";
import { Players } from "./players.js";
import { Review } from "./review.js";
import { say } from "./rules.js";
import { startKeys, startSettings } from "./settings.js";
import { sound, soundOf } from "./sounds.js";
import { Start } from "./start.js";
import { read } from "./storage.js";
import { byId } from "./svg.js";
import { Tables } from "./tables.js";
import { startTabs } from "./tabs.js";
import { Trainer } from "./trainer.js";
import { TreePanel } from "./tree.js";
import { TurnPanel } from "./turn.js";
import { Watch } from "./watch.js";

/** Pixels of a cell of an enlarged board. */
const ZOOMED = 44;

class App {
  constructor() {
    this.state = null;
    /** The request of the game on the board, for another game of the same kind. */
    this.setup = null;
    this.connection = new Connection((message) => this.unasked(message), (refusal) => this.lost(refusal), () => this.again());
    this.chooser = new Chooser((action) => this.act(action));
    this.board = new Board(byId("board"), {
      chosen: (origin) => this.chosen(origin),
      lifted: (origin) => this.lifted(origin),
      dropped: (cell) => (this.editor.active ? this.editor.drop(cell) : this.chosen(cell)),
    });
    this.animator = new Animator(this.board);
    this.kept = new Kept(this);
    this.tree = new TreePanel(this);
    this.turn = new TurnPanel(this);
    this.players = new Players(this);
    this.analysis = new Analysis(this);
    this.review = new Review(this);
    this.explain = new Explain(this);
    this.editor = new Editor(this);
    this.files = new Files(this);
    this.newGame = new NewGame(this);
    this.trainer = new Trainer(this);
    this.watch = new Watch(this);
    this.startPage = new Start(this);
    this.tables = new Tables(this);
    /** The place at a table of the server, for a page that has one. */
    this.member = isMember ? new Member(this) : null;
    /** Counts previews, so that a late one is not shown. */
    this.previews = 0;
    this.previewed = false;
    this.pictures = new Map();
  }

  async start() {
    startTabs();
    byId("zoom").onclick = () => this.zoom();
    startSettings(this);
    startKeys(this);
    await this.connection.opened;
    const [games, engines] = await Promise.all([this.connection.request({ do: "games" }), this.connection.request({ do: "engines" })]);
    // The connection was refused; the page says why.
    if (games.is === "error") return;
    this.games = games.games;
    await loadFaces(this.games.map(({ name }) => name));
    this.engines = engines.engines;
    this.analysis.setEngines(this.engines);
    this.players.setDefaults();
    if (this.member) {
      this.open("table");
      await this.request({ do: "state" });
      return;
    }
    await this.tables.start();
    const analyses = read("analysis") === "on";
    if (!(await this.restore())) await this.startPage.open();
    else if (analyses && this.engines.length > 0) this.analysis.toggle(true);
    await this.watch.start();
  }

  /** Opens the game of the link, or that of this tab before a reload. */
  async restore() {
    if (await this.files.linked()) return true;
    const kept = this.kept.ofTab();
    return kept !== undefined && this.kept.restore(kept);
  }

  /** Shows the start page or the table. */
  open(view) {
    document.body.dataset.view = view;
    if (view === "start") byId("game-title").textContent = "";
    else byId("cards").replaceChildren();
  }

  lost(refusal = "lost") {
    byId("link-state").textContent = t(refusal);
    document.body.classList.add("lost");
  }

  /** The connection is open again: the server has forgotten the game, which is kept here. */
  async again() {
    this.message("");
    const analyses = this.analysis.on;
    if (this.member) await this.request({ do: "state" });
    else if (this.trainer.active) await this.trainer.go(this.trainer.index);
    else if (this.kept.last && document.body.dataset.view === "table") await this.kept.restore(this.kept.last);
    if (analyses) this.analysis.restart();
    byId("link-state").textContent = "";
    document.body.classList.remove("lost");
  }

  /** Begins a game with a request and the seats. Returns the message of a refusal. */
  async begin(request, seats) {
    // The engines of the new game must not act on the old one.
    this.players.holding = true;
    const reply = await this.connection.request(request);
    this.players.holding = false;
    if (reply.is === "error") return say(reply.message);
    this.kept.leave();
    this.setup = request;
    this.players.seats[request.game] = seats;
    this.forget();
    this.trainer.end();
    this.board.flipped = this.players.ownPlayer({ game: reply.game, seats: reply.seats }) === 1;
    this.open("table");
    this.message("");
    await this.show(reply, false);
    return undefined;
  }

  /** The same game again: the players change sides. */
  rematch() {
    if (this.member) return this.request({ do: "rematch" });
    const { state, setup, players } = this;
    const seats = players.seats[state.game];
    const request = setup ?? { do: "new", game: state.game, options: state.options };
    return this.begin(request, seats.map((_, i) => seats[(i + 1) % seats.length]));
  }

  /** The scene of a position of a game, for a picture. The session has this game then, so it is asked for on the start page only. */
  async scene(game, position) {
    if (!this.pictures.has(game)) {
      const reply = await this.connection.request({ do: "new", game, ...(position ? { position } : {}) });
      if (reply.is === "state") this.pictures.set(game, reply.scene);
    }
    return this.pictures.get(game);
  }

  /** Draws everything again, in another language or from another side. */
  redraw() {
    if (document.body.dataset.view === "start") this.games && this.engines && this.startPage.draw();
    else if (this.state) this.show(this.state, false);
  }

  /** Sends a request; shows its state or its error. Returns whether it succeeded. */
  async request(message) {
    const reply = await this.connection.request(message);
    if (reply.is === "error") sound("illegal");
    // Before the state, so that it stays empty for what comes while the state is shown.
    this.message(reply.is === "error" ? say(reply.message) : "");
    if (reply.is === "state") await this.show(reply, message.do !== "state");
    return reply.is !== "error";
  }

  unasked(message) {
    if (message.is === "played") this.show(message.state, true);
    else if (message.is === "table") this.member?.update(message);
    else if (message.is === "engine-error") {
      this.players.failed(message);
      this.message(`${message.engine}: ${message.message}`);
    } else this.analysis.report(message);
  }

  /** Shows a state; the events lead from the position shown before. */
  async show(state, animated) {
    const before = this.state;
    this.state = state;
    this.editor.close();
    this.previews += 1;
    this.previewed = false;
    byId("board").classList.remove("preview");
    if (state.tree) this.tree.set(state);
    this.chooser.reset([]);
    const forward = before && before.game === state.game && (state.node === before.node || this.tree.parent(state.node) === before.node);
    if (before) {
      this.board.arrows([]);
      this.board.heat(new Map());
    }
    if (forward && animated && state.events.length > 0) {
      const heard = soundOf(state.events, state.end);
      if (heard) sound(heard);
      this.board.mark({});
      if (!(await this.animator.play(state.game, state.events, Number(byId("motion").value), state.scene))) return;
    } else this.animator.cancel();
    if (this.state !== state) return;
    byId("game-title").textContent = this.games?.find(({ name }) => name === state.game)?.title ?? "";
    this.board.show(state);
    this.zoomable(state);
    byId("edit").hidden = !this.editor.offers(state);
    this.chooser.reset(this.players.personActs() ? state.actions : []);
    this.players.show(state);
    this.refresh();
    this.tree.show(state);
    this.turn.events(state);
    this.turn.banner(state);
    this.players.think(state);
    this.analysis.show(state);
    await this.kept.keep();
    await this.trainer.judge(state);
  }

  /** Offers to zoom a board whose cells are too small for a finger. */
  zoomable({ scene }) {
    const small = byId("board").clientWidth / scene.width < 30;
    const { classList } = byId("board-row");
    byId("zoom").hidden = !small && !classList.contains("zoomed");
  }

  /** Shows the board enlarged, with the pieces of the seat to act in view, or the whole board. */
  zoom() {
    const { classList } = byId("board-row");
    const zoomed = classList.toggle("zoomed");
    byId("zoom").setAttribute("aria-pressed", String(zoomed));
    byId("board").style.setProperty("--zoomed", `${ZOOMED * this.state.scene.width}px`);
    const own = this.state.scene.pieces.filter(({ seat }) => seat === this.state.seat).map(({ cell }) => this.board.centre(cell));
    if (!zoomed || own.length === 0) return;
    const frame = byId("board-frame");
    const { width, height } = this.board.svg.viewBox.baseVal;
    const middle = (i) => own.reduce((sum, centre) => sum + centre[i], 0) / own.length;
    frame.scrollLeft = (middle(0) / width) * frame.scrollWidth - frame.clientWidth / 2;
    frame.scrollTop = (middle(1) / height) * frame.scrollHeight - frame.clientHeight / 2;
  }

  /** Shows the choices again. */
  refresh() {
    const { chooser } = this;
    this.board.mark({
      selected: chooser.selected,
      targets: chooser.targets(),
      sources: chooser.selected.size === 0 ? chooser.sources() : new Set(),
      last: chooser.idle ? this.turn.lastCells(this.state) : new Set(),
      deciding: this.state.end ? faceOf(this.state.game).deciding?.(this.state) : [],
    });
    this.turn.show(this.state, chooser);
  }

  async act(action) {
    // No second action before the answer: it could be the opponent's turn then.
    this.chooser.reset([]);
    if (await this.request({ do: "act", action })) return;
    this.chooser.reset(this.players.personActs() ? this.state.actions : []);
    this.refresh();
  }

  /** A click on a cell, or on a piece beside the board: an object `{reserve}`. */
  async chosen(origin) {
    if (this.editor.active) return this.editor.put(origin);
    if (!this.state || this.chooser.actions.length === 0) return undefined;
    this.message("");
    if (origin.reserve) {
      this.chooser.choose(origin);
      this.refresh();
    } else if (this.chooser.cell(origin)) this.refresh();
    else await this.whyNot(origin);
    return undefined;
  }

  lifted(origin) {
    if (this.editor.active) return this.editor.lift(origin);
    const { chooser } = this;
    if (origin.reserve) chooser.choose(origin);
    else if (!chooser.selected.has(origin)) {
      if (!chooser.actions.some((action) => action.set?.includes(origin))) return false;
      chooser.select([origin]);
    }
    this.refresh();
    return true;
  }

  /** Says why a cell cannot be chosen. */
  async whyNot(cell) {
    const { chooser } = this;
    const reply = await this.connection.request({ do: "why", set: [...chooser.selected], reserve: chooser.reserve, cell });
    if (reply.message) {
      sound("illegal");
      this.message(say(reply.message));
    } else if (!chooser.idle) {
      chooser.clear();
      this.refresh();
    } else this.message(t("cannot"));
  }

  /** Forgets what belongs to the game before. */
  forget() {
    this.players.paused = this.players.offersDraw = false;
    this.watch.followed = undefined;
    this.players.asked = null;
    this.tree.marks.clear();
    this.turn.ended = undefined;
    this.analysis.forgetGame();
  }

  /** Shows the position after some turns while a pointer is over them: those from a node, or from the present position. */
  async preview(node, turns) {
    if (!this.state || this.trainer.active || this.editor.active || (node === this.state.node && turns.length === 0)) return this.endPreview();
    this.previews += 1;
    const mine = this.previews;
    const reply = await this.connection.request({ do: "preview", ...(node === undefined ? {} : { node }), turns });
    if (mine !== this.previews || reply.is !== "preview") return undefined;
    this.previewed = true;
    this.board.arrows([]);
    this.board.heat(new Map());
    this.board.show({ ...this.state, scene: reply.scene });
    this.board.mark({ last: this.turn.lastCells(reply) });
    byId("board").classList.add("preview");
    return undefined;
  }

  /** Shows the present position again. */
  endPreview() {
    this.previews += 1;
    if (!this.previewed) return;
    this.previewed = false;
    byId("board").classList.remove("preview");
    this.board.show(this.state);
    this.refresh();
    this.analysis.draw();
  }

  message(text) {
    byId("message").textContent = text;
  }
}

const app = new App();
app.start();
