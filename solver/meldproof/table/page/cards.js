// Cards of the variant in force: their pictures, their names, what is left of them.

import { h, picture } from "./dom.js";
import { say } from "./words.js";

/**
 * @typedef {{card: string, sign: string, suit: string, copies: number, name: string, wild: boolean}} Kind
 * @typedef {{reading: string, text: string, encoded: boolean, reason: string}} Reading
 * @typedef {{clause: string, text: string, cites: string[], status: string, reading: string, reason: string, readings: Reading[]}} Clause
 * @typedef {{parameter: string, value: unknown, choices: unknown[], said: string[], meaning: string, label: string, clause: string}} Parameter
 * @typedef {object} Description
 * @property {string} variant
 * @property {string} name
 * @property {string[]} scope
 * @property {{min: number, max: number}} players
 * @property {{style: string, family: string, ranks: string[], suits: string[], size: number}} deck
 * @property {Kind[]} kinds
 * @property {string[]} objective
 * @property {"none" | "lay-off" | "full"} table
 * @property {boolean} discards
 * @property {{points: number | Record<string, number>, pure_runs: number, melds: unknown[]}} opening
 * @property {Clause[]} clauses
 * @property {Parameter[]} parameters
 */

const FACE = "0 0 74 102";

export class Deck {
  /** @param {Description} description */
  constructor(description) {
    this.description = description;
    /** @type {Map<string, Kind>} */
    this.kinds = new Map(description.kinds.map((kind) => [kind.card, kind]));
    /** @type {Map<string, number>} */
    this.order = new Map(description.kinds.map((kind, place) => [kind.card, place]));
    this.spellings = spellings(description);
  }

  /** The printed card of a code such as `JK=7s`. @param {string} code */
  static printed(code) {
    return code.split("=")[0];
  }

  /** @param {string[]} codes */
  sorted(codes) {
    /** @param {string} code */
    const place = (code) => this.order.get(Deck.printed(code)) ?? 999;
    return [...codes].sort((a, b) => place(a) - place(b));
  }

  /** @param {string} code */
  name(code) {
    const [card, stands] = code.split("=");
    const name = this.kinds.get(card)?.name ?? card;
    return stands ? say("played_by", { card: this.kinds.get(stands)?.name ?? stands, wild: name }) : name;
  }

  /** A face; a wild's with its ribbon. @param {string} code @param {boolean} [mute] where the name stands beside it */
  face(code, mute = false) {
    const [card, stands] = code.split("=");
    const ids = stands ? [`c-${card}-wild`, `c-as-${stands}`] : [`c-${card}`];
    return picture("face", FACE, ids, mute ? "" : this.name(code));
  }

  /** A row of cards. @param {string[]} codes @param {(place: number) => string} [more] further classes by place */
  row(codes, more = () => "") {
    return h("ul", { class: "cards" }, codes.map((code, place) =>
      h("li", { class: `card ${code.includes("=") ? "wild" : ""} ${more(place)}`.trim() }, this.face(code))));
  }

  /** How many copies are not among some cards. @param {string} card @param {string[]} used */
  left(card, used) {
    const copies = this.kinds.get(card)?.copies ?? 0;
    return copies - used.filter((code) => Deck.printed(code) === card).length;
  }

  /** Codes in a text with the signs of their suits. @param {string} text */
  signed(text) {
    return text.replace(/[\p{L}\d]+(=[\p{L}\d]+)?/gu,
      (word) => (word.split("=").every((code) => this.kinds.has(code)) ? this.text([word]) : word));
  }

  /** In letters and, of French suits, signs: for texts to copy. @param {string[]} codes */
  text(codes) {
    /** @type {Record<string, string>} */
    const signs = this.description.deck.family === "french" ? { s: "♠", h: "♥", d: "♦", c: "♣", x: "★" } : {};
    /** @param {string} card */
    const one = (card) => {
      const kind = this.kinds.get(card);
      return kind?.suit && this.description.deck.style === "cards" && signs[kind.suit] ? kind.sign + signs[kind.suit] : card;
    };
    return codes.map((code) => code.split("=").map(one).join("=")).join(" ");
  }
}

/** What may be typed for each card, in lower case. @param {Description} description */
function spellings(description) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { card, sign, suit } of description.kinds) {
    if (suit) for (const rank of [sign, card.slice(0, -suit.length)]) found.set((rank + suit).toLowerCase(), card);
    else for (const word of ["jk", "*"]) found.set(word, card);
  }
  return found;
}
