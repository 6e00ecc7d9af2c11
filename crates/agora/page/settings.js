// The settings of the page, its menu, and its keys.

import { browserLanguage, setLanguage, t } from "./i18n.js";
import { loadRules } from "./rules.js";
import { setSound } from "./sounds.js";
import { read, write } from "./storage.js";
import { byId, html } from "./svg.js";

const open = (dialog) => () => byId(dialog).showModal();

/** Binds the choices of settings to what the browser remembers. */
export function startSettings(app) {
  const bind = (id, fallback, apply) => {
    const select = byId(id);
    select.value = read(id) ?? fallback;
    apply(select.value);
    select.onchange = () => {
      write(id, select.value);
      apply(select.value);
    };
  };
  bind("language", browserLanguage(), (language) => {
    setLanguage(language);
    drawKeys();
    const shown = () => app.redraw();
    shown();
    loadRules(language).then(shown);
  });
  bind("theme", "auto", (theme) => {
    document.documentElement.dataset.theme = theme;
  });
  bind("matter", "rich", (matter) => {
    document.documentElement.dataset.board = matter;
  });
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  bind("motion", still ? "0" : "220", () => {});
  bind("sound", "on", (sound) => setSound(sound === "on"));
  byId("open-settings").onclick = open("settings-dialog");
  byId("open-keys").onclick = open("keys-dialog");
  byId("open-menu").onclick = open("menu-dialog");
  // Each entry of the menu closes it. Some press a button that has no place in the header of a phone.
  byId("menu-dialog").onclick = ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    byId("menu-dialog").close();
    if (button.dataset.press) byId(button.dataset.press).click();
  };
  byId("flip").onclick = () => {
    app.board.flip();
    app.redraw();
  };
  // A choice by the pointer leaves the keys to the board.
  let pointed = false;
  addEventListener("pointerdown", () => { pointed = true; }, true);
  addEventListener("keydown", () => { pointed = false; }, true);
  addEventListener("change", ({ target }) => {
    if (pointed && !target.closest("dialog") && target.matches("select, [type=checkbox]")) target.blur();
  });
}

/** The keys, and the buttons that they press. */
const BUTTONS = { Backspace: "undo-action", n: "new-game", f: "flip", a: "analyse", h: "hint", x: "threat", "?": "open-keys" };

/** The list of the keys. */
function drawKeys() {
  const rows = [["← →", "keysStep"], ["Home End", "keysEnds"], ["Tab ↑ ↓ ← →", "keysCells"], ["Enter", "keysChoose"], ["Escape", "keysForget"],
    ["Backspace", "undoAction"], ["Ctrl+Z", "undo"], ["n", "newGame"], ["f", "flip"], ["a", "analyse"], ["h", "hint"], ["x", "threat"]];
  byId("keys").replaceChildren(...rows.flatMap(([keys, what]) => [html("dt", {}, keys), html("dd", {}, t(what))]));
}

export function startKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (document.body.dataset.view !== "table" || !app.state || event.target.closest("dialog, input:not([type=checkbox]), textarea")) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") {
      event.preventDefault();
      app.kept.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target.closest("select") && event.key !== "Escape")) return;
    if (app.editor.active && event.key !== "Escape") return;
    const keys = {
      Escape: () => {
        app.chooser.clear();
        if (app.editor.active) app.editor.cancel();
        else app.refresh();
      },
      ArrowLeft: () => app.tree.step(-1),
      ArrowRight: () => app.tree.step(1),
      Home: () => app.tree.step(-Infinity),
      End: () => app.tree.step(Infinity),
    };
    const act = keys[event.key] ?? (BUTTONS[event.key] && (() => byId(BUTTONS[event.key]).click()));
    if (!act) return;
    event.preventDefault();
    act();
  });
}
