// An engine: the first message is the module, the others are lines of UGI. A search runs to its end; to stop it, the session
// ends this worker.

import { Instance } from "./wasm.js";

let engine;

/** The file of the network of a game. The module waits for it, so the request blocks this worker. */
function network(game) {
  const request = new XMLHttpRequest();
  request.open("GET", `${game}.network`, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${game}.network: ${request.status}`);
  return new Uint8Array(request.response);
}

onmessage = ({ data }) => {
  if (engine) engine.call("commands", data);
  else engine = new Instance(data, { write: (text) => postMessage(text), network });
};
