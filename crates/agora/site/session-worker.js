// The session, in the place of the server: texts in JSON from the page and to it. Each engine is a worker of its own.

import { Instance } from "./wasm.js";

const engines = new Map();
let session;
let timer;
/** The module of the engine, which is loaded when it is needed. */
let engineModule;

async function compile(name) {
  const file = await fetch(name);
  if (!file.ok) throw new Error(`${name}: ${file.status}`);
  return WebAssembly.compile(await file.arrayBuffer());
}

async function load() {
  session = new Instance(await compile("session.wasm"), { write: (text) => postMessage(text), start, stop });
}

/** A search cannot be interrupted without memory that is shared with its worker, which web servers seldom allow. */
function stop(number) {
  const engine = engines.get(number);
  if (!engine?.busy) return;
  engine.worker.terminate();
  engines.delete(number);
}

function start(number, commands) {
  stop(number);
  if (!engines.has(number)) engines.set(number, launch(number));
  const engine = engines.get(number);
  engine.busy = true;
  engine.ready.then(() => engine.worker.postMessage(commands), () => {});
}

function launch(number) {
  const engine = { worker: new Worker("engine-worker.js", { type: "module" }), busy: false };
  // A worker that was ended may have sent messages before.
  const current = () => engines.get(number) === engine;
  engine.worker.onmessage = ({ data }) => {
    for (const line of data.split("\n")) {
      if (!current() || line === "") continue;
      if (line.startsWith("bestmove")) engine.busy = false;
      session.call("engine_line", line, number);
    }
    wait();
  };
  const failed = ({ message }) => {
    if (!current()) return;
    engine.worker.terminate();
    engines.delete(number);
    session.call("engine_failed", message ?? "", number);
  };
  engine.worker.onerror = failed;
  engineModule ??= compile("engine.wasm");
  engine.ready = engineModule.then((module) => engine.worker.postMessage(module));
  engine.ready.catch((problem) => {
    // The next search tries again.
    engineModule = undefined;
    failed(problem);
  });
  return engine;
}

/** Waits for the end of a player's time. */
function wait() {
  clearTimeout(timer);
  const rest = session.exports.time_to_flag();
  if (rest < 0) return;
  timer = setTimeout(() => {
    session.exports.time_is_up();
    wait();
  }, Math.min(rest, 2 ** 30));
}

const loaded = load();
onmessage = async ({ data }) => {
  await loaded;
  session.call("request", data);
  wait();
};
// The page gets an `error` event.
loaded.catch((problem) => setTimeout(() => { throw problem; }));
