// Builds an action from choices of a person. It knows no rule: the legal actions come as sequences of choices.
// An action has a `set` of cells to select, then a `path` of choices, then choices to `refine`, made only where they differ.

const KINDS = ["cells", "reserve", "pieces", "button"];
const kindOf = (choice) => KINDS.find((kind) => kind in choice);

/** Whether a choice of a person is this choice of an action. */
function matches(choice, made) {
  const kind = kindOf(choice);
  if (kind === "cells") return made.cell !== undefined && choice.cells.includes(made.cell);
  return made[kind] === choice[kind];
}

const sameSet = (action, cells) => {
  const set = action.set ?? [];
  return set.length === cells.size && set.every((cell) => cells.has(cell));
};

export class Chooser {
  /** `act` gets the text of the action that was chosen. */
  constructor(act) {
    this.act = act;
    this.reset([]);
  }

  /** Starts again with other actions. */
  reset(actions) {
    this.actions = actions;
    this.clear();
  }

  /** Forgets all choices. */
  clear() {
    this.selected = new Set();
    this.made = [];
    this.ready = this.matching();
  }

  get idle() {
    return this.selected.size === 0 && this.made.length === 0;
  }

  /** The kind beside the board that was chosen. */
  get reserve() {
    return this.made.find((made) => made.reserve !== undefined)?.reserve;
  }

  /** The actions of the selected cells that agree with the choices so far. */
  matching() {
    return this.actions.filter((action) => {
      const choices = [...action.path, ...(action.refine ?? [])];
      return sameSet(action, this.selected) && this.made.every((made, i) => choices[i] && matches(choices[i], made));
    });
  }

  nextOf(action) {
    return [...action.path, ...(action.refine ?? [])][this.made.length];
  }

  /** The next choices of one kind, without repetition. */
  next(kind) {
    const values = this.ready.map((action) => this.nextOf(action)).filter((choice) => choice && kind in choice);
    return [...new Set(values.flatMap((choice) => choice[kind]))];
  }

  /** Actions that begin without selected cells with a choice of this kind. */
  always(kind) {
    const choices = this.actions.filter((action) => !action.set?.length).map((action) => action.path[0]);
    return choices.filter((choice) => kind in choice).map((choice) => choice[kind]);
  }

  /** The buttons that can be pressed now. */
  buttons() {
    return [...new Set([...this.next("button"), ...this.always("button")])];
  }

  /** The kinds beside the board that can be chosen now. */
  reserves() {
    return new Set(this.always("reserve"));
  }

  /** Presses a button. */
  press(button) {
    if (!this.next("button").includes(button)) this.clear();
    return this.choose({ button });
  }

  /** Cells whose pieces can be selected, or added to the selection. */
  sources() {
    if (this.made.length > 0) return new Set();
    const found = new Set();
    for (const action of this.actions) {
      const set = action.set ?? [];
      if ([...this.selected].every((cell) => set.includes(cell))) for (const cell of set) found.add(cell);
    }
    return found;
  }

  /** Cells that can be chosen next. */
  targets() {
    return new Set(this.next("cells"));
  }

  /** The largest set of pieces that can act together with the selected ones. */
  largest() {
    const fitting = this.actions.map((action) => action.set ?? []).filter((set) => [...this.selected].every((cell) => set.includes(cell)));
    return fitting.reduce((best, set) => (set.length > best.length ? set : best), []);
  }

  /** Selects exactly these cells. */
  select(cells) {
    this.selected = new Set(cells);
    this.made = [];
    this.ready = this.matching();
  }

  /** Handles a click on a cell. Returns false if the cell means nothing here. */
  cell(cell) {
    if (this.targets().has(cell)) return this.choose({ cell });
    if (this.made.length > 0) return false;
    if (this.selected.has(cell)) {
      this.select([...this.selected].filter((other) => other !== cell));
      return true;
    }
    if (this.sources().has(cell)) {
      this.select([...this.selected, cell]);
      return true;
    }
    if (this.actions.some((action) => action.set?.includes(cell))) {
      this.select([cell]);
      return true;
    }
    return false;
  }

  /** Makes a choice: `{cell}`, `{reserve}`, `{pieces}` or `{button}`. Returns false if it is not possible. */
  choose(choice) {
    if (choice.reserve !== undefined) this.clear();
    this.made.push(choice);
    this.ready = this.matching();
    if (this.ready.length === 0) {
      this.made.pop();
      this.ready = this.matching();
      return false;
    }
    this.advance();
    return true;
  }

  /** Makes the choices to refine on which all actions agree; plays the action if it is the only one. */
  advance() {
    for (;;) {
      if (this.ready.some((action) => this.made.length < action.path.length)) return;
      const choices = this.ready.map((action) => this.nextOf(action));
      if (choices.every((choice) => choice === undefined)) break;
      const first = JSON.stringify(choices[0]);
      if (!choices.every((choice) => JSON.stringify(choice) === first)) return;
      const kind = kindOf(choices[0]);
      this.made.push(kind === "cells" ? { cell: choices[0].cells[0] } : { [kind]: choices[0][kind] });
    }
    const text = this.ready[0].text;
    this.clear();
    this.act(text);
  }
}
