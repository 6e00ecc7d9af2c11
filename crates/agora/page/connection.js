// The transport: requests with one reply each, in order, and messages that come at any time.

const UNASKED = new Set(["info", "visits", "best", "played", "engine-error"]);

/** Whether this is a static site, where a worker takes the place of the server. */
const IS_SITE = document.querySelector("meta[name=transport]")?.content === "worker";

/** A channel to the server. `receive` gets each text, `closed` is called when the channel ends. */
function socketChannel(receive, closed) {
  const address = new URL("ws", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.search = location.search;
  address.hash = "";
  const socket = new WebSocket(address);
  socket.onmessage = ({ data }) => receive(data);
  socket.onclose = closed;
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
  worker.onerror = closed;
  return { opened: Promise.resolve(), send: (text) => worker.postMessage(text) };
}

export class Connection {
  /** `unasked` gets messages that are no replies, `closed` is called when the connection ends. */
  constructor(unasked, closed) {
    this.waiting = [];
    this.open = true;
    const receive = (text) => {
      const message = JSON.parse(text);
      if (UNASKED.has(message.is)) unasked(message);
      else this.waiting.shift()?.(message);
    };
    const end = () => {
      this.open = false;
      for (const reply of this.waiting.splice(0)) reply({ is: "error", message: "the connection is closed" });
      closed();
    };
    this.channel = IS_SITE ? workerChannel(receive, end) : socketChannel(receive, end);
    this.opened = this.channel.opened;
  }

  /** Sends a request, once the connection is open, and returns its reply. */
  request(message) {
    return new Promise((resolve) => {
      if (!this.open) {
        resolve({ is: "error", message: "the connection is closed" });
        return;
      }
      this.waiting.push(resolve);
      this.channel.send(JSON.stringify(message));
    });
  }
}
