// Texts in the language of the reader: one file a language.

import en from "./texts/en.js";
import es from "./texts/es.js";
import de from "./texts/de.js";

export const LANGUAGES = { en, es, de };
let texts = en;

/** The text of a key, with `{name}` replaced. Names of games without texts are shown as words: `reason-no-move`, `fact-moves` with its number. */
export function t(key, values = {}) {
  const words = () => key.replace(/^\w+-/, "").replaceAll("-", " ") + ("n" in values ? ": {n}" : "");
  const text = texts[key] ?? en[key] ?? words();
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** The text of a key, or of `otherwise` if there is no such key. */
export const textOr = (key, otherwise) => texts[key] ?? en[key] ?? otherwise;

/** Sets the language and every fixed text of the page. */
export function setLanguage(language) {
  texts = LANGUAGES[language] ?? en;
  document.documentElement.lang = LANGUAGES[language] ? language : "en";
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
  for (const element of document.querySelectorAll("[data-placeholder]")) element.placeholder = t(element.dataset.placeholder);
  for (const element of document.querySelectorAll("[data-empty]")) element.dataset.hint = t(element.dataset.empty);
  for (const element of document.querySelectorAll("[data-title]")) {
    element.title = t(element.dataset.title);
    // A screen reader cannot read a sign as a word.
    if (element.matches(".sign")) element.setAttribute("aria-label", element.title);
  }
}

/** The language of the browser, if there are texts in it. */
export function browserLanguage() {
  const languages = navigator.languages ?? [];
  return languages.map((name) => name.slice(0, 2)).find((name) => name in LANGUAGES) ?? "en";
}
