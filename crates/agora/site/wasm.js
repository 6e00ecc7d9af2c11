// An instance of the WebAssembly module. Its functions take a text and give texts to functions of the worker.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Instance {
  /**
   * `write` gets each text that the module writes, `start` the number of an engine and its commands, `stop` the number of
   * an engine.
   */
  constructor(module, { write, start = () => {}, stop = () => {} }) {
    const text = (from, length) => decoder.decode(new Uint8Array(this.exports.memory.buffer, from, length));
    this.exports = new WebAssembly.Instance(module, {
      env: {
        now: () => performance.now(),
        write: (from, length) => write(text(from, length)),
        start: (engine, from, length) => start(engine, text(from, length)),
        stop,
      },
    }).exports;
  }

  /** Calls a function of the module with a text. */
  call(name, text, ...rest) {
    const bytes = encoder.encode(text);
    const at = this.exports.reserve(bytes.length);
    new Uint8Array(this.exports.memory.buffer).set(bytes, at);
    return this.exports[name](...rest);
  }
}
