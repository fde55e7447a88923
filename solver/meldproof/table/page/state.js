// What the page is asked: one plain record, its history, and the address after `#`.

/**
 * @typedef {"hand" | "meld" | "replay"} Mode
 * @typedef {object} State
 * @property {string} variant the id; ignored where `rules` holds a rule file's text
 * @property {Mode} mode
 * @property {string[]} hand codes of cards, such as `4s`
 * @property {string[][]} table melds, a wild's card perhaps as `JK=7s`
 * @property {string[]} cards those of "is this a meld?"
 * @property {"none" | "required"} discard
 * @property {boolean} open
 * @property {string[]} use
 * @property {number | null} players
 * @property {number | null} score
 * @property {string[]} readings
 * @property {Record<string, unknown>} settings
 * @property {string} rules
 * @property {string} log
 * @property {number} step the line shown; 0 for the first fault, or the last line
 */

/** @type {State} */
export const EMPTY = Object.freeze({
  variant: "", mode: "hand", hand: [], table: [], cards: [], discard: "none", open: false, use: [], players: null,
  score: null, readings: [], settings: {}, rules: "", log: "", step: 0,
});
const DEEPEST = 200;

/** Another variant, with its own deck: what is of another deck goes. @param {string} variant @param {string} [rules] @returns {Partial<State>} */
export const otherVariant = (variant, rules = "") => ({ variant, rules, hand: [], table: [], cards: [], use: [], readings: [],
  settings: {}, players: null, score: null, open: false });

/** The state in few words; what is as in the beginning is left out. @param {State} state */
export function toAddress(state) {
  const said = new URLSearchParams();
  /** @param {string} name @param {string} value */
  const put = (name, value) => value && said.set(name, value);
  put("v", state.rules ? "" : state.variant);
  put("m", state.mode === "hand" ? "" : state.mode);
  put("h", state.hand.join(" "));
  put("t", state.table.map((meld) => meld.join(" ")).join(";"));
  put("c", state.cards.join(" "));
  put("d", state.discard === "required" ? "1" : "");
  put("o", state.open ? "1" : "");
  put("u", state.use.join(" "));
  put("p", state.players === null ? "" : String(state.players));
  put("s", state.score === null ? "" : String(state.score));
  put("r", state.readings.join(" "));
  put("set", Object.keys(state.settings).length ? JSON.stringify(state.settings) : "");
  put("rules", state.rules);
  put("log", state.log);
  put("line", state.step ? String(state.step) : "");
  return said.toString();
}

/** What an address says, in whatever spelling; what it doesn't say is empty. @param {string} text @returns {State} */
export function fromAddress(text) {
  const said = new URLSearchParams(text.replace(/^#/, ""));
  /** @param {string} name */
  const words = (name) => (said.get(name) ?? "").split(/[\s,.]+/).filter(Boolean);
  /** @param {string} name */
  const number = (name) => (/^-?\d{1,6}$/.test(said.get(name) ?? "") ? Number(said.get(name)) : null);
  const mode = said.get("m");
  return {
    ...EMPTY,
    variant: said.get("v") ?? "",
    mode: mode === "meld" || mode === "replay" ? mode : "hand",
    hand: words("h"),
    table: (said.get("t") ?? "").split(";").map((meld) => meld.split(/[\s,.]+/).filter(Boolean)).filter((meld) => meld.length),
    cards: words("c"),
    discard: said.get("d") === "1" ? "required" : "none",
    open: said.get("o") === "1",
    use: words("u"),
    players: number("p"),
    score: number("s"),
    readings: words("r"),
    settings: plainObject(said.get("set")),
    rules: said.get("rules") ?? "",
    log: said.get("log") ?? "",
    step: number("line") ?? 0,
  };
}

/** @param {string | null} text @returns {Record<string, unknown>} */
function plainObject(text) {
  try {
    const found = JSON.parse(text ?? "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

/** The state with its past; `listen` is called after every change. */
export class Store {
  /** @param {State} state @param {(state: State, before: State) => void} listen */
  constructor(state, listen) {
    this.state = state;
    this.listen = listen;
    /** @type {State[]} */
    this.past = [];
  }

  /** @param {Partial<State>} patch @param {boolean} [undoable] */
  change(patch, undoable = true) {
    const before = this.state;
    if (undoable) this.past = [...this.past.slice(-DEEPEST), before];
    this.state = { ...before, ...patch };
    this.listen(this.state, before);
  }

  undo() {
    const last = this.past.pop();
    if (!last) return;
    const before = this.state;
    this.state = last;
    this.listen(last, before);
  }
}
