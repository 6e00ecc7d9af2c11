// What the browser remembers; it works without storage too.

export function read(key) {
  try {
    return localStorage.getItem(`agora-${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether it is remembered. */
export function write(key, value) {
  try {
    localStorage.setItem(`agora-${key}`, value);
    return true;
  } catch {
    // Private windows may have no storage, and its size has a limit.
    return false;
  }
}

/** The number of this tab's game. */
export const tab = {
  get game() {
    try {
      return sessionStorage.getItem("agora-game") ?? undefined;
    } catch {
      return undefined;
    }
  },
  set game(id) {
    try {
      sessionStorage.setItem("agora-game", id);
    } catch { /* as above */ }
  },
};
