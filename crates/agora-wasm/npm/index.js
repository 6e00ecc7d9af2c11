// The engine and the session as objects. The modules, `wasm.js` and `networks.js` are put beside this file by `.ci/releases/npm`.

import { networks } from "./networks.js";
import { Instance } from "./wasm.js";

/** The content of a file of this package, in a browser or in Node. */
async function content(name) {
  const url = new URL(name, import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const compile = async (name) => WebAssembly.compile(await content(name));

/** Calls a function, and the next time returns what it returned. */
function once(make) {
  let made;
  return () => (made ??= make());
}

/** What an engine needs: its module, and the network of each game that has one. */
const engineFiles = once(async () => {
  const files = networks.map(async (game) => [game, await content(`${game}.network`)]);
  return { module: await compile("engine.wasm"), networks: new Map(await Promise.all(files)) };
});
const sessionModule = once(() => compile("session.wasm"));

export class Engine {
  #instance;
  #texts = [];

  constructor({ module, networks }) {
    this.#instance = new Instance(module, {
      write: (text) => this.#texts.push(text),
      network: (game) => networks.get(game),
    });
  }

  static async load() {
    return new Engine(await engineFiles());
  }

  run(commands) {
    this.#texts = [];
    this.#instance.call("commands", `${commands}\n`);
    return this.#texts.join("").split("\n").filter((line) => line !== "");
  }
}

export class Session {
  #instance;
  #files;
  #engines = new Map();
  #searches = new Map();
  #written = [];
  #onMessage;

  constructor(module, files, onMessage) {
    this.#files = files;
    this.#onMessage = onMessage;
    this.#instance = new Instance(module, {
      write: (text) => this.#written.push(JSON.parse(text)),
      start: (engine, commands) => {
        this.#searches.set(engine, commands);
        // The module must have returned before it is called again.
        setTimeout(() => this.#search(engine, commands));
      },
      stop: (engine) => this.#searches.delete(engine),
    });
  }

  static async load({ onMessage = () => {} } = {}) {
    return new Session(await sessionModule(), await engineFiles(), onMessage);
  }

  request(request) {
    return this.#call("request", JSON.stringify(request))[0];
  }

  timeToFlag() {
    return this.#instance.exports.time_to_flag();
  }

  timeIsUp() {
    this.#call("time_is_up", "").forEach(this.#onMessage);
  }

  /** Calls a function of the module; the messages that it writes. */
  #call(name, text, ...rest) {
    this.#written = [];
    this.#instance.call(name, text, ...rest);
    return this.#written;
  }

  #search(engine, commands) {
    // Stopped, or replaced by another search.
    if (this.#searches.get(engine) !== commands) return;
    if (!this.#engines.has(engine)) this.#engines.set(engine, new Engine(this.#files));
    for (const line of this.#engines.get(engine).run(commands)) {
      if (this.#searches.get(engine) !== commands) return;
      this.#call("engine_line", line, engine).forEach(this.#onMessage);
    }
  }
}
