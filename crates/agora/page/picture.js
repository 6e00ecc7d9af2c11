// Pictures of the board: SVG that needs no style sheet, PNG, and a game as an animated PNG.

import { Board } from "./board.js";
import { html, svg } from "./svg.js";

/** Properties that an element inherits, and the others with their first values. */
const INHERITED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "paint-order", "visibility", "font-family", "font-size", "font-weight", "text-anchor"];
const OWN = { opacity: "1", "dominant-baseline": "auto", "stop-color": "rgb(0, 0, 0)" };
const PAGE_ONLY = /^(class|tabindex|role|data-.*|aria-.*)$/;
/** Room around the board, in its units. */
const ROOM = 24;
/** The widths of a PNG and of an animated one in pixels. */
const WIDTH = 1200;
const ANIMATED_WIDTH = 640;
/** The most bytes of an animated picture. */
const LIMIT = 16 * 1024 * 1024;

/** The board as the text of an SVG file, on the colour of the page. */
export function boardSvg(board) {
  const copy = board.cloneNode(true);
  const [from, to] = [board, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  const styles = new Map(from.map((element) => [element, getComputedStyle(element)]));
  from.forEach((element, i) => {
    const [style, above] = [styles.get(element), styles.get(element.parentElement)];
    const value = (name) => style.getPropertyValue(name);
    for (const name of INHERITED) if (value(name) !== above?.getPropertyValue(name)) to[i].setAttribute(name, value(name));
    for (const [name, first] of Object.entries(OWN)) if (value(name) !== first) to[i].setAttribute(name, value(name));
    for (const { name } of [...to[i].attributes]) if (PAGE_ONLY.test(name)) to[i].removeAttribute(name);
  });
  const { x, y, width, height } = board.viewBox.baseVal;
  const frame = { x: x - ROOM, y: y - ROOM, width: width + 2 * ROOM, height: height + 2 * ROOM };
  copy.prepend(svg("rect", { ...frame, fill: getComputedStyle(document.body).backgroundColor }));
  copy.setAttribute("viewBox", Object.values(frame).join(" "));
  copy.setAttribute("width", frame.width);
  copy.setAttribute("height", frame.height);
  return new XMLSerializer().serializeToString(copy);
}

/** Draws the text of an SVG file on a canvas of a width. */
async function drawn(text, width) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(width, Math.round((width * image.height) / image.width));
    canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The board as a PNG file. */
export const boardPng = async (board) => (await drawn(boardSvg(board), WIDTH)).convertToBlob({ type: "image/png" });

/** The pictures of the positions at nodes of the game of `app`, one after another. */
export async function* gameSvgs(app, nodes) {
  // Styles apply to what is in the page only.
  const place = html("div", { hidden: true });
  document.body.append(place);
  try {
    const board = new Board(place);
    board.flipped = app.board.flipped;
    for (const node of nodes) {
      const reply = await app.connection.request({ do: "preview", node, turns: [] });
      if (reply.is !== "preview") throw new Error(reply.message);
      board.show({ ...app.state, scene: reply.scene });
      board.mark({ last: app.turn.lastCells(reply) });
      yield boardSvg(board.svg);
    }
  } finally {
    place.remove();
  }
}

/** A game as an animated PNG of the positions at these nodes. */
export const gameApng = (app, nodes, onProgress) => animatedPng(gameSvgs(app, nodes), 1000, (done) => onProgress?.(done, nodes.length));

/**
 * An animated PNG of SVG texts, an array or an asynchronous sequence: each is shown for this time, the last one three times as
 * long. `onProgress(done)` counts the texts. Rejects with a `RangeError` if the picture becomes too large.
 */
export async function animatedPng(svgs, milliseconds, onProgress) {
  const frames = [];
  let [before, header, bytes] = [null, null, 0];
  for await (const text of svgs) {
    const canvas = await drawn(text, ANIMATED_WIDTH);
    const now = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const { x, y, part } = difference(before, now);
    before = now;
    const chunks = chunksOf(new Uint8Array(await (await pngOf(part)).arrayBuffer()));
    header ??= chunks.find(({ type }) => type === "IHDR").data;
    const data = chunks.filter(({ type }) => type === "IDAT").map((chunk) => chunk.data);
    bytes += data.reduce((sum, { length }) => sum + length, 0);
    if (bytes > LIMIT) throw new RangeError(`The picture has more than ${LIMIT} bytes after ${frames.length} positions.`);
    frames.push({ x, y, width: part.width, height: part.height, data });
    onProgress?.(frames.length);
  }
  return new Blob(assemble(header, frames, milliseconds), { type: "image/png" });
}

async function pngOf(part) {
  const canvas = new OffscreenCanvas(part.width, part.height);
  canvas.getContext("2d").putImageData(part, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}

/** The rectangle in which pictures differ, with the pixels that do not differ transparent. */
function difference(before, now) {
  if (!before) return { x: 0, y: 0, part: now };
  const { width, height } = now;
  const [old, pixels] = [before, now].map(({ data }) => new Uint32Array(data.buffer));
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < pixels.length; i += 1) {
    if (pixels[i] === old[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  // A frame has at least one pixel.
  if (right === 0) [left, top, right, bottom] = [0, 0, 1, 1];
  const part = new ImageData(right - left, bottom - top);
  const copy = new Uint32Array(part.data.buffer);
  for (let i = 0; i < copy.length; i += 1) {
    const at = (top + Math.floor(i / part.width)) * width + left + (i % part.width);
    if (pixels[at] !== old[at]) copy[i] = pixels[at];
  }
  return { x: left, y: top, part };
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

/** The chunks of a PNG file. */
function chunksOf(file) {
  const view = new DataView(file.buffer);
  const chunks = [];
  for (let at = SIGNATURE.length; at < file.length;) {
    const length = view.getUint32(at);
    chunks.push({ type: String.fromCharCode(...file.subarray(at + 4, at + 8)), data: file.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** The parts of an animated PNG file. */
function assemble(header, frames, milliseconds) {
  let count = 0;
  const parts = [chunk("IHDR", header), chunk("acTL", numbers([4, frames.length], [4, 0]))];
  frames.forEach(({ x, y, width, height, data }, i) => {
    const time = Math.min(milliseconds * (i === frames.length - 1 ? 3 : 1), 65535);
    // A part replaces nothing but its pixels that are not transparent.
    parts.push(chunk("fcTL", numbers([4, count++], [4, width], [4, height], [4, x], [4, y], [2, time], [2, 1000], [1, 0], [1, i === 0 ? 0 : 1])));
    for (const bytes of data) parts.push(i === 0 ? chunk("IDAT", bytes) : chunk("fdAT", numbers([4, count++]), bytes));
  });
  return [new Uint8Array(SIGNATURE), ...parts, chunk("IEND")];
}

/** Pairs of a size in bytes and a number, as bytes with the highest first. */
function numbers(...pairs) {
  return new Uint8Array(pairs.flatMap(([size, number]) => Array.from({ length: size }, (_, i) => number >>> (8 * (size - 1 - i)))));
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit += 1) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function chunk(type, ...data) {
  const length = data.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(length + 12);
  bytes.set([...numbers([4, length]), ...[...type].map((letter) => letter.charCodeAt())]);
  let at = 8;
  for (const part of data) {
    bytes.set(part, at);
    at += part.length;
  }
  const sum = bytes.subarray(4, at).reduce((crc, byte) => CRC[(crc ^ byte) & 255] ^ (crc >>> 8), -1);
  bytes.set(numbers([4, ~sum]), at);
  return bytes;
}
