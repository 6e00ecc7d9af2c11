// The panels beside the board, one at a time: moves, analysis, explanations.

import { byId } from "./svg.js";

const NAMES = ["moves", "analysis", "explain"];

/** Shows a panel. */
export function showTab(name, focus = false) {
  for (const other of NAMES) {
    const chosen = other === name;
    const tab = byId(`tab-${other}`);
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    if (chosen && focus) tab.focus();
    byId(`panel-${other}`).hidden = !chosen;
  }
}

export function startTabs() {
  for (const [i, name] of NAMES.entries()) {
    byId(`tab-${name}`).onclick = () => showTab(name);
    byId(`tab-${name}`).onkeydown = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      showTab(NAMES[(i + step + NAMES.length) % NAMES.length], true);
    };
  }
  showTab("moves");
}
