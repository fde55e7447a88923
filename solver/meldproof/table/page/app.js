// What every part of the page works with.

/**
 * @typedef {import("./ask.js").Reply} Reply
 * @typedef {import("./ask.js").Json} Json
 * @typedef {import("./state.js").State} State
 * @typedef {{id: string, name: {en: string, es: string}}} Listed
 * @typedef {object} App
 * @property {import("./state.js").Store} store
 * @property {import("./ask.js").Asker} asker
 * @property {import("./cards.js").Deck} deck
 * @property {Listed[]} variants
 * @property {{target: number, suit: string, folded: boolean, why: boolean}} ui `target` is the table meld that keys add to; -1: the hand
 * @property {Prefs} prefs
 * @property {{reply: Reply | null, hangs: Reply | null, log: Reply | null}} shown the answer, its dependence on readings, the game
 * @property {() => void} draw
 * @property {() => void} readdress of what is no part of the state: draw anew and ask anew
 * @property {(text: string) => void} tell say it aloud
 * @typedef {{lang: string, theme: "" | "light" | "dark", four: boolean, big: boolean, typing: boolean}} Prefs
 */

export {};

/** The rules that a question is under. @param {State} state @returns {Json} */
export function rulesOf(state) {
  const rules = state.rules ? { rules: state.rules } : { variant: state.variant };
  return { ...rules, readings: state.readings, settings: state.settings };
}

/** The question of the hand. @param {State} state @returns {Json} */
export function solveOf(state) {
  const { hand, table, discard, open, use, players, score } = state;
  const melds = table.filter((meld) => meld.length).map((meld) => meld.join(" ")).join(";");
  return { ask: "solve", ...rulesOf(state), cards: hand.join(" "), table: melds, discard, open, use: use.join(" "), players,
    score };
}

/** The question whether cards are a meld. @param {State} state @returns {Json} */
export const checkOf = (state) => ({ ask: "check", ...rulesOf(state), cards: state.cards.join(" "), near: true });

/** The question of a game log; without rules of one's own, those that it names. @param {State} state @returns {Json} */
export const replayOf = (state) => ({ ask: "replay", ...(state.rules ? rulesOf(state) : {}), log: state.log });

/** The cards that keys add to, whichever they are now. @param {App} app @returns {string[]} */
export function targeted({ store: { state }, ui }) {
  if (state.mode === "meld") return state.cards;
  return ui.target >= 0 ? (state.table[ui.target] ?? []) : state.hand;
}

/** @param {App} app @param {string[]} codes */
export function retarget(app, codes) {
  const { state } = app.store;
  if (state.mode === "meld") app.store.change({ cards: codes });
  else if (app.ui.target >= 0) app.store.change({ table: Object.assign([...state.table], { [app.ui.target]: codes }) });
  else app.store.change({ hand: app.deck.sorted(codes), use: state.use.filter((card) => codes.includes(card)) });
}

/** Every card that is somewhere already. @param {App} app */
export function used({ store: { state } }) {
  return state.mode === "meld" ? state.cards : [...state.hand, ...state.table.flat()];
}

/** A card more, if there is one left. @param {App} app @param {string} card */
export function add(app, card) {
  if (app.deck.left(card, used(app)) > 0) retarget(app, [...targeted(app), card]);
}

/** @param {App} app @param {number} place among the cards that keys add to */
export function takeAway(app, place) {
  retarget(app, targeted(app).filter((_, other) => other !== place));
}
