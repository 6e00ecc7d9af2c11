// The transport: requests with one reply each, in order, and messages that come at any time.

import { memberQuery, refusalOf } from "./member.js";

const UNASKED = new Set(["info", "visits", "best", "played", "engine-error", "table"]);

/** Whether this is a static site, where a worker takes the place of the server. */
const IS_SITE = document.querySelector("meta[name=transport]")?.content === "worker";

/** The reply to a request that gets none. */
const CLOSED = { is: "error", message: "the connection is closed" };

/** A channel to the server. `receive` gets each text, `closed` is called when the channel ends. */
function socketChannel(receive, closed) {
  const address = new URL("ws", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.search = memberQuery();
  address.hash = "";
  const socket = new WebSocket(address);
  socket.onmessage = ({ data }) => receive(data);
  socket.onclose = ({ code }) => closed(code);
  const opened = new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("no connection"));
  });
  return { opened, send: (text) => socket.send(text) };
}

/** The same to a worker with the session in WebAssembly. */
function workerChannel(receive, closed) {
  const worker = new Worker("session-worker.js", { type: "module" });
  let keeps = false;
  worker.onmessage = ({ data }) => {
    receive(data);
    if (keeps) return;
    // It loads everything, also the engine: after what the page needs at once. Only secure pages have service workers.
    keeps = true;
    navigator.serviceWorker?.register("service-worker.js").catch((problem) => console.warn(problem));
  };
  worker.onerror = () => closed();
  return { opened: Promise.resolve(), send: (text) => worker.postMessage(text) };
}

/** Milliseconds before the first and between the later tries to open a lost connection again. */
const RETRY = [300, 1000, 2000, 5000];

export class Connection {
  /** `unasked` gets messages that are no replies, `lost` is called when the connection ends, with the key of a text if it ended for good,
   *  `again` when it is open again. */
  constructor(unasked, lost, again) {
    this.calls = { unasked, lost, again };
    this.waiting = [];
    this.open = true;
    this.tries = 0;
    this.connect();
    this.opened = this.channel.opened;
  }

  connect() {
    const receive = (text) => {
      const message = JSON.parse(text);
      if (UNASKED.has(message.is)) this.calls.unasked(message);
      else this.waiting.shift()?.(message);
    };
    this.channel = IS_SITE ? workerChannel(receive, () => this.ended()) : socketChannel(receive, (code) => this.ended(code));
  }

  ended(code) {
    this.open = false;
    for (const reply of this.waiting.splice(0)) reply(CLOSED);
    const refusal = refusalOf(code);
    this.calls.lost(refusal);
    if (refusal) return;
    setTimeout(() => this.retry(), RETRY[Math.min(this.tries, RETRY.length - 1)]);
    this.tries += 1;
  }

  async retry() {
    this.connect();
    try {
      await this.channel.opened;
    } catch {
      // The channel calls `ended`, which tries again.
      return;
    }
    this.open = true;
    this.tries = 0;
    this.calls.again();
  }

  /** Sends a request, once the connection is open, and returns its reply. */
  request(message) {
    return new Promise((resolve) => {
      if (!this.open) {
        resolve(CLOSED);
        return;
      }
      this.waiting.push(resolve);
      this.channel.send(JSON.stringify(message));
    });
  }
}
