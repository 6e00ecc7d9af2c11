// An instance of the WebAssembly module. Its functions take a text and give texts to functions of the worker.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Instance {
  /**
   * `write` gets each text that the module writes, `start` the number of an engine and its commands, `stop` the number of
   * an engine, `network` the name of a game; it returns the file of its network.
   */
  constructor(module, { write, start, stop, network }) {
    const text = (from, length) => decoder.decode(new Uint8Array(this.exports.memory.buffer, from, length));
    this.exports = new WebAssembly.Instance(module, {
      env: {
        now: () => performance.now(),
        write: (from, length) => write(text(from, length)),
        start: (engine, from, length) => start(engine, text(from, length)),
        stop,
        network: (from, length) => this.put(network(text(from, length))),
      },
    }).exports;
  }

  /** Calls a function of the module with a text. */
  call(name, text, ...rest) {
    this.put(encoder.encode(text));
    return this.exports[name](...rest);
  }

  put(bytes) {
    const at = this.exports.reserve(bytes.length);
    new Uint8Array(this.exports.memory.buffer).set(bytes, at);
  }
}
