// The game tree: turns with branches and comments.

import { t } from "./i18n.js";
import { drawTurn } from "./pieces.js";
import { recordedScore, scoreText } from "./score.js";
import { byId, html } from "./svg.js";

export class TreePanel {
  constructor(app) {
    this.app = app;
    this.nodes = new Map();
    this.marks = new Map();
    const click = (id, act) => {
      byId(id).onclick = act;
    };
    click("first", () => this.step(-Infinity));
    click("previous", () => this.step(-1));
    click("next", () => this.step(1));
    click("last", () => this.step(Infinity));
    click("promote", () => app.request({ do: "promote", node: app.state.node }));
    click("remove", () => {
      app.kept.note("removed");
      app.request({ do: "remove", node: app.state.node });
    });
    byId("scores").onchange = () => this.draw();
    this.hover();
    byId("comment").onchange = (event) => app.request({ do: "comment", node: app.state.node, text: event.target.value });
    byId("tree").onclick = (event) => {
      const node = event.target.closest("[data-node]")?.dataset.node;
      if (node !== undefined) app.request({ do: "go", node: Number(node) });
    };
  }

  /** Shows positions while the pointer is over their turns. */
  hover() {
    byId("tree").onmouseover = (event) => {
      const node = event.target.closest("[data-node]")?.dataset.node;
      if (node === undefined) this.app.endPreview();
      else this.app.preview(Number(node), []);
    };
    byId("tree").onmouseleave = () => this.app.endPreview();
  }

  /** Takes over the tree of a state. */
  set({ tree, ...state }) {
    this.nodes = new Map([[0, { id: 0, children: [], comment: "" }]]);
    for (const node of tree) {
      if (node.id === 0) {
        this.nodes.get(0).comment = node.comment ?? "";
        continue;
      }
      const parent = this.nodes.get(node.parent);
      this.nodes.set(node.id, { ...node, children: [], number: (parent.number ?? 0) + 1 });
      parent.children.push(node.id);
    }
    // The players alternate.
    this.first = (state.seats[state.seat].player + this.path(state.node).length) % 2;
    for (const node of this.nodes.values()) if (node.comment) node.score = recordedScore(node.comment, (this.first + node.number + 1) % 2);
    byId("scores").parentElement.hidden = ![...this.nodes.values()].some(({ score }) => score);
    this.draw();
  }

  parent(id) {
    return this.nodes.get(id)?.parent;
  }

  /** The nodes from the first turn to a node. */
  path(id) {
    const path = [];
    for (let at = id; at; at = this.parent(at)) path.unshift(at);
    return path;
  }

  /** The nodes of the line through a node: from the start to it and on along the main line. */
  line(id) {
    const line = [0, ...this.path(id)];
    for (let next = this.nodes.get(id)?.children[0]; next !== undefined; next = this.nodes.get(next).children[0]) line.push(next);
    return line;
  }

  /** Goes some turns forward or back. */
  step(count) {
    const { node } = this.app.state;
    const line = this.line(node);
    const target = line[Math.max(0, Math.min(line.length - 1, line.indexOf(node) + count))];
    if (target !== node) this.app.request({ do: "go", node: target });
  }

  /** Marks a turn: `?` or `??`. */
  mark(id, mark) {
    if (mark) this.marks.set(id, mark);
    else this.marks.delete(id);
  }

  /** The main line in a column for each player; branches and comments across both. */
  draw() {
    const root = this.nodes.get(0);
    const columns = html("div", { className: "columns", "data-hint": t("movesHint") });
    if (root.comment) columns.append(html("p", { className: "comment" }, root.comment));
    let column = this.first;
    for (let node = root; ;) {
      const [main, ...others] = node.children.map((id) => this.nodes.get(id));
      if (!main) break;
      const button = this.button(main);
      button.classList.add(column === 0 ? "left" : "right");
      columns.append(button);
      if (main.comment && !main.score) columns.append(html("p", { className: "comment" }, main.comment));
      for (const other of others) columns.append(this.branch(other));
      column = 1 - column;
      node = main;
    }
    byId("tree").replaceChildren(columns);
  }

  /** A branch with its own branches, without recursion: a tree can be deep. */
  branch(first) {
    const open = (node) => html("div", { className: "line branch" }, ...this.turn(node));
    const top = open(first);
    const waiting = [[first, top]];
    while (waiting.length > 0) {
      let [node, place] = waiting.pop();
      for (;;) {
        const [main, ...others] = node.children.map((id) => this.nodes.get(id));
        if (!main) break;
        place.append(...this.turn(main));
        for (const other of others) {
          const branch = open(other);
          place.append(branch);
          waiting.push([other, branch]);
        }
        node = main;
      }
    }
    return top;
  }

  button({ id, number, turn, score }) {
    const mark = this.marks.get(id) ?? "";
    const label = mark && t({ "?!": "inaccuracy", "?": "mistake" }[mark] ?? "blunder");
    return html("button", { type: "button", className: `turn ${mark && "marked"}`, tabIndex: -1, title: label, "data-node": id, "data-turn": turn },
      html("small", {}, `${number}.`), " ", ...drawTurn(this.app.state.game, turn), mark, ...(score && byId("scores").checked ? [html("small", { className: "stat" }, ` ${scoreText(score)} d${score.depth ?? "?"}`)] : []));
  }

  turn(node) {
    return node.comment && !node.score ? [this.button(node), html("span", { className: "comment" }, node.comment)] : [this.button(node)];
  }

  show(state) {
    for (const button of byId("tree").querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const current = byId("tree").querySelector(`[data-node="${state.node}"]`);
    current?.setAttribute("aria-current", "true");
    if (current) {
      const tree = byId("tree");
      const { offsetTop, offsetHeight } = current;
      if (offsetTop < tree.scrollTop || offsetTop + offsetHeight > tree.scrollTop + tree.clientHeight) tree.scrollTop = offsetTop - 40;
    }
    const line = this.line(state.node);
    const at = line.indexOf(state.node);
    for (const id of ["first", "previous"]) byId(id).disabled = at === 0;
    for (const id of ["next", "last"]) byId(id).disabled = at === line.length - 1;
    byId("remove").disabled = state.node === 0;
    byId("promote").disabled = line.every((id) => id === 0 || this.nodes.get(this.parent(id)).children[0] === id);
    if (document.activeElement !== byId("comment")) byId("comment").value = this.nodes.get(state.node)?.comment ?? "";
  }
}
