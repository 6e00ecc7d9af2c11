// A picture of the board: SVG that needs no style sheet, or PNG.

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "opacity", "paint-order", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
/** The width of a PNG in pixels. */
const WIDTH = 1200;

/** The board as the text of an SVG file. */
export function boardSvg(board) {
  const copy = board.cloneNode(true);
  const [from, to] = [board, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) to[i].setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "role", "aria-label", "aria-pressed"]) to[i].removeAttribute(name);
  });
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}

/** The board as a PNG file. */
export async function boardPng(board) {
  const address = URL.createObjectURL(new Blob([boardSvg(board)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = Math.round((WIDTH * image.height) / image.width);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
