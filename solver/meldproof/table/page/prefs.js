// How the page looks and what it does with keys: kept in this browser, no part of what is shared.

/** @typedef {import("./app.js").Prefs} Prefs */

const KEPT = "meldproof-table";

/** @returns {Prefs} */
export function readPrefs() {
  /** @type {Prefs} */
  const usual = { lang: "", theme: "", four: false, big: false, typing: true };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return usual;
  }
}

/** Show the page so, and keep it. @param {Prefs} prefs */
export function look(prefs) {
  const root = document.documentElement;
  if (prefs.theme) root.dataset.theme = prefs.theme;
  else delete root.dataset.theme;
  root.toggleAttribute("data-four", prefs.four);
  root.toggleAttribute("data-big", prefs.big);
  try {
    localStorage.setItem(KEPT, JSON.stringify(prefs));
  } catch {
    // a browser that keeps nothing shows the page all the same
  }
}
