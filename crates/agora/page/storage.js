// What the browser remembers; it works without storage too.

export function read(key) {
  try {
    return localStorage.getItem(`agora-${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function write(key, value) {
  try {
    localStorage.setItem(`agora-${key}`, value);
  } catch { /* private windows may have no storage */ }
}

/** The game of this tab. */
export const tab = {
  get game() {
    try {
      return sessionStorage.getItem("agora-game") ?? undefined;
    } catch {
      return undefined;
    }
  },
  set game(text) {
    try {
      sessionStorage.setItem("agora-game", text);
    } catch { /* as above */ }
  },
};
