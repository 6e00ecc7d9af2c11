// The page: connects the transport with the board and the panels.

import { Analysis } from "./analysis.js";
import { Animator } from "./animate.js";
import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { Connection } from "./connection.js";
import { Files } from "./files.js";
import { loadFaces } from "./games.js";
import { browserLanguage, setLanguage, t } from "./i18n.js";
import { NewGame } from "./newgame.js";
import { Players } from "./players.js";
import { loadRules, say } from "./rules.js";
import { read, write } from "./storage.js";
import { byId } from "./svg.js";
import { Trainer } from "./trainer.js";
import { TreePanel } from "./tree.js";
import { TurnPanel } from "./turn.js";
import { Watch } from "./watch.js";

class App {
  constructor() {
    this.state = null;
    this.connection = new Connection((message) => this.unasked(message), () => this.message(t("lost")));
    this.chooser = new Chooser((action) => this.act(action));
    this.board = new Board(byId("board"), {
      chosen: (origin) => this.chosen(origin),
      lifted: (origin) => this.lifted(origin),
      dropped: (cell) => this.chosen(cell),
    });
    this.animator = new Animator(this.board);
    this.tree = new TreePanel(this);
    this.turn = new TurnPanel(this);
    this.players = new Players(this);
    this.analysis = new Analysis(this);
    this.files = new Files(this);
    this.newGame = new NewGame(this);
    this.trainer = new Trainer(this);
    this.watch = new Watch(this);
    /** Counts previews, so that a late one is not shown. */
    this.previews = 0;
    this.previewed = false;
  }

  async start() {
    this.settings();
    this.keys();
    await this.connection.opened;
    const [games, engines] = await Promise.all([this.connection.request({ do: "games" }), this.connection.request({ do: "engines" })]);
    this.games = games.games;
    await loadFaces(this.games.map(({ name }) => name));
    this.engines = engines.engines;
    this.analysis.setEngines(this.engines);
    this.players.setDefaults();
    if (!(await this.files.restore())) await this.request({ do: "state" });
    await this.watch.start();
  }

  /** Sends a request; shows its state or its error. Returns whether it succeeded. */
  async request(message) {
    const reply = await this.connection.request(message);
    if (reply.is === "state") await this.show(reply, message.do !== "state");
    this.message(reply.is === "error" ? say(reply.message) : "");
    return reply.is !== "error";
  }

  unasked(message) {
    if (message.is === "played") this.show(message.state, true);
    else if (message.is === "engine-error") {
      this.players.failed(message);
      this.message(`${message.engine}: ${message.message}`);
    } else this.analysis.report(message);
  }

  /** Shows a state; the events lead from the position shown before. */
  async show(state, animated) {
    const before = this.state;
    this.state = state;
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
      this.board.mark({ selected: new Set(), targets: new Set(), sources: new Set(), last: new Set() });
      if (!(await this.animator.play(state.game, state.events, Number(byId("motion").value)))) return;
    } else this.animator.cancel();
    if (this.state !== state) return;
    byId("game-title").textContent = this.games?.find(({ name }) => name === state.game)?.title ?? "";
    this.board.show(state);
    this.chooser.reset(this.players.personActs() ? state.actions : []);
    this.refresh();
    this.tree.show(state);
    this.turn.events(state);
    this.players.show(state);
    this.analysis.show(state);
    if (state.tree && !this.trainer.active) this.files.keep();
    await this.trainer.judge(state);
  }

  /** Shows the choices again. */
  refresh() {
    const { chooser } = this;
    this.board.mark({
      selected: chooser.selected,
      targets: chooser.targets(),
      sources: chooser.selected.size === 0 ? chooser.sources() : new Set(),
      last: chooser.idle ? this.turn.lastCells(this.state) : new Set(),
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
    if (!this.state || this.chooser.actions.length === 0) return;
    this.message("");
    if (origin.reserve) {
      this.chooser.choose(origin);
      this.refresh();
    } else if (this.chooser.cell(origin)) this.refresh();
    else await this.explain(origin);
  }

  lifted(origin) {
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
  async explain(cell) {
    const { chooser } = this;
    const reply = await this.connection.request({ do: "why", set: [...chooser.selected], reserve: chooser.reserve, cell });
    if (reply.message) this.message(say(reply.message));
    else if (!chooser.idle) {
      chooser.clear();
      this.refresh();
    } else this.message(t("cannot"));
  }

  /** Forgets what belongs to the game before. */
  forget() {
    this.players.paused = false;
    this.watch.followed = undefined;
    this.players.asked = null;
    this.tree.marks.clear();
    this.analysis.forgetGame();
  }

  /** Shows the position after some turns while a pointer is over them: those from a node, or from the present position. */
  async preview(node, turns) {
    if (!this.state || this.trainer.active || (node === this.state.node && turns.length === 0)) return this.endPreview();
    this.previews += 1;
    const mine = this.previews;
    const reply = await this.connection.request({ do: "preview", ...(node === undefined ? {} : { node }), turns });
    if (mine !== this.previews || reply.is !== "preview") return undefined;
    this.previewed = true;
    this.board.arrows([]);
    this.board.heat(new Map());
    this.board.show({ ...this.state, scene: reply.scene });
    this.board.mark({ selected: new Set(), targets: new Set(), sources: new Set(), last: this.turn.lastCells(reply) });
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

  settings() {
    const bind = (id, key, fallback, apply) => {
      const select = byId(id);
      select.value = read(key) ?? fallback;
      apply(select.value);
      select.onchange = () => {
        write(key, select.value);
        apply(select.value);
      };
    };
    bind("language", "language", browserLanguage(), (language) => {
      setLanguage(language);
      const shown = () => this.state && this.show(this.state, false);
      shown();
      loadRules(language).then(shown);
      this.players.language();
    });
    bind("theme", "theme", "auto", (theme) => {
      document.documentElement.dataset.theme = theme;
    });
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    bind("motion", "motion", still ? "0" : "350", () => {});
    byId("flip").onclick = () => {
      this.board.flip();
      if (this.state) this.show(this.state, false);
    };
  }

  keys() {
    document.addEventListener("keydown", (event) => {
      if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
      const keys = {
        Escape: () => {
          this.chooser.clear();
          this.refresh();
        },
        ArrowLeft: () => this.tree.step(-1),
        ArrowRight: () => this.tree.step(1),
        Home: () => this.tree.step(-Infinity),
        End: () => this.tree.step(Infinity),
        Backspace: () => byId("undo-action").click(),
        n: () => byId("new-game").click(),
        f: () => byId("flip").click(),
        a: () => byId("analyse").click(),
        h: () => byId("hint").click(),
        x: () => byId("threat").click(),
      };
      if (!keys[event.key] || !this.state) return;
      event.preventDefault();
      keys[event.key]();
    });
  }
}

const app = new App();
app.start().catch((problem) => {
  app.message(t("lost"));
  throw problem;
});
