// Scores of engines: winning chances, texts, and arrows of turns. All scores are those of the first player.

/** 1 if the first player is proved to win, -1 if the second is, otherwise 0. */
export function provedWinner({ mate, proved }) {
  return proved ?? Math.sign(mate ?? 0);
}

/** The winning chance of the first player, 0 to 1. */
export function chance({ cp, mate, proved }) {
  if (cp === null) return provedWinner({ mate, proved }) > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-cp / 250));
}

/** The score in a few characters. */
export function scoreText({ cp, mate, proved, bound }) {
  const sign = { lower: "≥", upper: "≤" }[bound] ?? "";
  if (cp === null) return `${sign}${provedWinner({ mate, proved }) > 0 ? "+" : "−"}#${mate === null ? "" : Math.abs(mate)}`;
  return `${sign}${cp < 0 ? "−" : "+"}${(Math.abs(cp) / 100).toFixed(2)}`;
}

/** The score in at most four characters, for the bar, whose side shows who is ahead. */
export function shortScore({ cp, mate }) {
  if (cp === null) return `#${mate === null ? "" : Math.abs(mate)}`;
  return (Math.abs(cp) / 100).toFixed(Math.abs(cp) < 1000 ? 1 : 0);
}

/** The arrows and rings of a turn's text, whatever the game. */
export function arrowsOf(board, turn, rank) {
  const arrows = [];
  for (const action of turn.split(",")) {
    const cells = action.match(/[a-u]\d+/g) ?? [];
    const direction = action.match(/>([nesw])$/)?.[1];
    if (direction) {
      for (const from of cells) arrows.push({ from, to: board.step(from, direction), rank });
    } else if (cells.length > 1 && !action.includes("@")) {
      for (let i = 1; i < cells.length; i += 1) arrows.push({ from: cells[i - 1], to: cells[i], rank });
    } else {
      const label = action.match(/^\+?([A-Z])/)?.[1] ?? action.match(/@([nesw])$/)?.[1];
      for (const cell of cells) arrows.push({ cell, rank, label: { n: "↑", e: "→", s: "↓", w: "←" }[label] ?? label });
    }
  }
  return arrows.filter(({ from, to, cell }) => cell || (from && to));
}

/** The score in a comment of a tournament's record, `score +88 depth 2 …`, as a report, by a player's view; otherwise `undefined`. */
export function recordedScore(comment, player) {
  const [, cp, word, turns, proved, depth] = comment.match(/^score (?:([+-]?\d+)|(win|loss) (\d+)|proved (win|loss))\b(?: depth (\d+))?/) ?? [];
  const won = word ?? proved;
  if (cp === undefined && !won) return undefined;
  const sign = player === 0 ? 1 : -1;
  const winner = won === "win" ? sign : -sign;
  return { cp: cp === undefined ? null : sign * Number(cp), mate: turns ? winner * Number(turns) : null, proved: won ? winner : undefined, depth };
}
