// The transport: requests with one reply each, in order, and messages that come at any time.

const UNASKED = new Set(["info", "best", "played", "engine-error"]);

export class Connection {
  /** `unasked` gets messages that are no replies, `closed` is called when the connection ends. */
  constructor(unasked, closed) {
    const address = new URL("ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.search = location.search;
    address.hash = "";
    this.waiting = [];
    this.socket = new WebSocket(address);
    this.opened = new Promise((resolve, reject) => {
      this.socket.onopen = resolve;
      this.socket.onerror = () => reject(new Error("no connection"));
    });
    this.socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (UNASKED.has(message.is)) unasked(message);
      else this.waiting.shift()?.(message);
    };
    this.socket.onclose = () => {
      for (const reply of this.waiting.splice(0)) reply({ is: "error", message: "the connection is closed" });
      closed();
    };
  }

  /** Sends a request and returns its reply. */
  request(message) {
    return new Promise((resolve) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        resolve({ is: "error", message: "the connection is closed" });
        return;
      }
      this.waiting.push(resolve);
      this.socket.send(JSON.stringify(message));
    });
  }
}
