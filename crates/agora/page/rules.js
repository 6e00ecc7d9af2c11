// Sentences of the rules in the language of the reader. The rules speak English; other languages are a table of sentences with
// gaps, loaded when they are needed.

const COLUMN = { de: 1, es: 2 };
let rows = [];

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Loads the sentences of a language. */
export async function loadRules(language) {
  const column = COLUMN[language];
  if (!column) {
    rows = [];
    return;
  }
  const { default: table } = await import("./texts/rules.js");
  rows = table.map((row) => {
    const gaps = [...row[0].matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const pattern = row[0].split(/\{\w+\}/).map(escaped).join("(.+?)");
    return { pattern: new RegExp(`^${pattern}$`), gaps, text: row[column] };
  });
}

/** A sentence of the rules in the language of the reader; as it is if there is no such sentence. */
export function say(sentence) {
  for (const { pattern, gaps, text } of rows) {
    const found = sentence.match(pattern);
    if (!found) continue;
    const values = new Map(gaps.map((gap, i) => [gap, say(found[i + 1])]));
    return text.replace(/\{(\w+)\}/g, (_, name) => values.get(name));
  }
  return sentence;
}
