// The session, in the place of the server: texts in JSON from the page and to it. Each engine is a worker of its own.

import { Instance } from "./wasm.js";

const engines = new Map();
let session;
let timer;

async function load() {
  const file = await fetch("agora.wasm");
  if (!file.ok) throw new Error(`agora.wasm: ${file.status}`);
  const module = await WebAssembly.compile(await file.arrayBuffer());
  session = new Instance(module, {
    write: (text) => postMessage(text),
    start: (number, commands) => start(module, number, commands),
    stop,
  });
}

/** A search cannot be interrupted without memory that is shared with its worker, which web servers seldom allow. */
function stop(number) {
  const engine = engines.get(number);
  if (!engine?.busy) return;
  engine.worker.terminate();
  engines.delete(number);
}

function start(module, number, commands) {
  stop(number);
  if (!engines.has(number)) engines.set(number, launch(module, number));
  const engine = engines.get(number);
  engine.busy = true;
  engine.worker.postMessage(commands);
}

function launch(module, number) {
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
  engine.worker.onerror = ({ message }) => {
    if (!current()) return;
    engine.worker.terminate();
    engines.delete(number);
    session.call("engine_failed", message ?? "", number);
  };
  engine.worker.postMessage(module);
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
