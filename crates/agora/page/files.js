// Loading and saving: the text of a game, files, links, and the game of this tab after a reload.

import { t } from "./i18n.js";
import { boardPng, boardSvg } from "./picture.js";
import { say } from "./rules.js";
import { tab } from "./storage.js";
import { byId, html } from "./svg.js";

export class Files {
  constructor(app) {
    this.app = app;
    byId("open-files").onclick = () => this.open();
    byId("load-text").onclick = () => this.load(byId("tree-text").value);
    byId("copy-link").onclick = () => this.link();
    byId("save-file").onclick = () => this.save("txt", new Blob([byId("tree-text").value], { type: "text/plain" }));
    byId("save-svg").onclick = () => this.save("svg", new Blob([boardSvg(app.board.svg)], { type: "image/svg+xml" }));
    byId("save-png").onclick = async () => this.save("png", await boardPng(app.board.svg));
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
    byId("position-text").value = this.app.state.position;
    byId("tree-text").value = await this.text();
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
    app.forget();
    app.trainer.end();
    await app.show(reply, false);
    return true;
  }

  async link() {
    const address = new URL(location.href);
    address.hash = encodeURIComponent(byId("tree-text").value);
    try {
      await navigator.clipboard.writeText(address.href);
      byId("files-error").textContent = t("copied");
    } catch {
      location.hash = address.hash;
    }
  }

  save(ending, blob) {
    const address = URL.createObjectURL(blob);
    html("a", { href: address, download: `${this.app.state.game}.${ending}` }).click();
    URL.revokeObjectURL(address);
  }

  /** Remembers the game for a reload of this tab. */
  async keep() {
    tab.game = await this.text();
  }

  /** Loads the game of the link, or that of this tab before the reload. */
  async restore() {
    const linked = location.hash.length > 1 ? decodeURIComponent(location.hash.slice(1)) : undefined;
    if (linked) history.replaceState(null, "", location.pathname + location.search);
    for (const text of [linked, tab.game]) {
      if (text && (await this.load(text))) return true;
    }
    return false;
  }
}
