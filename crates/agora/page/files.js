// Loading and saving: the text of a game, files, links, and the game of this tab after a reload.

import { t } from "./i18n.js";
import { boardPng, boardSvg, gameApng } from "./picture.js";
import { say } from "./rules.js";
import { byId, html } from "./svg.js";

export class Files {
  constructor(app) {
    this.app = app;
    byId("open-files").onclick = byId("load-start").onclick = () => this.open();
    byId("load-text").onclick = () => this.load(byId("tree-text").value);
    byId("copy-link").onclick = () => this.link();
    byId("save-file").onclick = () => this.save("txt", new Blob([byId("tree-text").value], { type: "text/plain" }));
    byId("save-svg").onclick = () => this.save("svg", new Blob([boardSvg(app.board.svg)], { type: "image/svg+xml" }));
    byId("save-png").onclick = async () => this.save("png", await boardPng(app.board.svg));
    byId("save-animated").onclick = () => this.animated();
    byId("open-file").onchange = async (event) => {
      const file = event.target.files[0];
      if (file) byId("tree-text").value = await file.text();
      event.target.value = "";
    };
  }

  async text() {
    return (await this.app.connection.request({ do: "save" })).text;
  }

  async open() {
    byId("files-error").textContent = "";
    byId("link-text").parentElement.hidden = true;
    const starts = document.body.dataset.view === "start";
    byId("position-text").value = starts ? "" : this.app.state.position;
    byId("tree-text").value = starts ? "" : await this.text();
    for (const id of ["copy-link", "save-svg", "save-png", "save-animated", "save-file", "position-text"]) byId(id).disabled = starts;
    byId("files-dialog").showModal();
  }

  async load(text) {
    const { app } = this;
    const reply = await app.connection.request({ do: "load", text });
    if (reply.is === "error") {
      byId("files-error").textContent = say(reply.message);
      return false;
    }
    byId("files-dialog").close();
    app.kept.leave();
    app.forget();
    app.trainer.end();
    app.open("table");
    await app.show(reply, false);
    return true;
  }

  async link() {
    // Without the token of the server.
    const address = `${location.origin}${location.pathname}#${encodeURIComponent(byId("tree-text").value)}`;
    const shown = byId("link-text");
    try {
      await navigator.clipboard.writeText(address);
      byId("files-error").textContent = t("copied");
    } catch {
      // Only secure pages may use the clipboard.
      shown.parentElement.hidden = false;
      shown.value = address;
      shown.select();
      byId("files-error").textContent = t("copyByHand");
    }
  }

  /** Saves the line through the node on the board as an animated picture. */
  async animated() {
    const { state, tree } = this.app;
    const say = (done, all) => {
      byId("files-error").textContent = t("progress", { done, all });
    };
    try {
      this.save("png", await gameApng(this.app, tree.line(state.node), say));
    } catch (problem) {
      if (!(problem instanceof RangeError)) throw problem;
      byId("files-error").textContent = t("tooLarge");
      return;
    }
    byId("files-error").textContent = "";
  }

  save(ending, blob) {
    const address = URL.createObjectURL(blob);
    html("a", { href: address, download: `${this.app.state.game}.${ending}` }).click();
    URL.revokeObjectURL(address);
  }

  /** Opens what can be read of the game of the link. Returns whether there is one. */
  async linked() {
    if (location.hash.length < 2) return false;
    const [text, complete] = readable(location.hash.slice(1));
    history.replaceState(null, "", location.pathname + location.search);
    const { app } = this;
    const reply = await app.connection.request({ do: "recover", text });
    if (reply.is === "error") {
      await app.startPage.analyse(app.games[0].name);
      app.message(`${t("badLink")} ${say(reply.message)}`);
      return true;
    }
    app.kept.fresh();
    app.players.setSeats(reply.game, reply.seats.map(() => ""));
    app.open("table");
    await app.show(reply, false);
    if (reply.problem || !complete) app.message(`${t("partOfLink")} ${say(reply.problem ?? "")}`.trim());
    return true;
  }
}

/** The text of a link as far as it is encoded as it should be, and whether that is all of it. */
function readable(text) {
  for (let length = text.length; length > 0; length -= 1) {
    try {
      return [decodeURIComponent(text.slice(0, length)), length === text.length];
    } catch { /* without the last character */ }
  }
  return ["", false];
}
