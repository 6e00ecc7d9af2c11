// An engine: the first message is the module, the others are lines of UGI. A search runs to its end; to stop it, the session
// ends this worker.

import { Instance } from "./wasm.js";

let engine;
onmessage = ({ data }) => {
  if (engine) engine.call("commands", data);
  else engine = new Instance(data, { write: (text) => postMessage(text) });
};
