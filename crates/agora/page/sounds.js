// Placeholder until the module of sounds is merged.
export function setSound() {}
export function sound() {}
export const soundOf = () => undefined;
