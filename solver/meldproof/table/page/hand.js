// What somebody has: the cards held or in question, what lies on the table, and the question's few switches.

import { rulesOf, takeAway } from "./app.js";
import { fill, h, icon } from "./dom.js";
import { cardsWord, say } from "./words.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app @param {HTMLElement} section @param {{must: () => void}} acts */
export function drawHand(app, section, acts) {
  const { state } = app.store;
  const meld = state.mode === "meld";
  const codes = meld ? state.cards : state.hand;
  fill(section,
    h("div", { class: "head" }, h("h2", { id: "hand-title" }, say(meld ? "cards_chosen" : "your_hand")),
      h("span", { class: "count" }, cardsWord(codes.length))),
    held(app, codes, meld || app.ui.target < 0),
    meld ? null : chips(app, acts),
    meld || app.deck.description.table === "none" ? null : table(app));
}

/** Cards that are taken away by a tap. @param {App} app @param {string[]} codes @param {boolean} live whether these are what keys add to */
function held(app, codes, live) {
  return h("ul", { class: "held", "data-list": live ? "held" : "still", "aria-labelledby": "hand-title" },
    codes.map((code, place) => h("li", {},
    h("button", { class: "key", "data-key": `held ${place} ${code}`, "aria-label": say("remove", { card: app.deck.name(code) }),
      onclick: () => {
      if (!live) app.ui.target = -1;
      takeAway(app, place);
    } }, app.deck.face(code, true)))));
}

/** @param {App} app @param {{must: () => void}} acts */
function chips(app, acts) {
  const { state } = app.store, { description } = app.deck;
  /** @param {import("./words.js").Word} word @param {boolean} pressed @param {() => void} change */
  const chip = (word, pressed, change) => h("button",
    { class: "chip", "data-key": `chip ${word}`, "aria-pressed": String(pressed), onclick: change }, icon("check"), say(word));
  const { points, pure_runs, melds } = description.opening;
  const opening = description.scope.includes("opening") && (pure_runs > 0 || points !== 0 || melds.length > 0);
  const byScore = typeof points === "object" && Object.keys(points).length > 1;
  const shown = [
    description.discards && chip("discard", state.discard === "required",
      () => app.store.change({ discard: state.discard === "required" ? "none" : "required" })),
    opening && chip("opening", state.open, () => app.store.change({ open: !state.open })),
    opening && state.open && byScore && h("label", { class: "chip" }, say("score_before"),
      h("input", { type: "number", class: "number", inputmode: "numeric", "data-key": "score", min: -9999, max: 9999,
        value: state.score ?? "", placeholder: "0",
        onchange: (/** @type {Event & {target: HTMLInputElement}} */ event) => app.store.change({ score: event.target.value === "" ? null : Number(event.target.value) }) })),
    description.table !== "none" && !state.table.length && h("button",
      { class: "chip plain-chip", "data-key": "add meld", onclick: () => addMeld(app) }, icon("plus"), say("to_table")),
    state.hand.length > 0 && h("button", { class: "chip plain-chip", "data-key": "chip must", onclick: acts.must },
      state.use.length ? say("must_short", { cards: app.deck.text(state.use) }) : say("must")),
  ];
  return h("div", { class: "chips" }, shown);
}

/** The melds that lie on the table, each opened by a tap. @param {App} app */
function table(app) {
  const { state } = app.store, { ui, deck } = app;
  /** @param {number} target */
  const open = (target) => {
    ui.target = target;
    ui.folded = false;
    app.draw();
  };
  const melds = state.table.map((meld, number) => number === ui.target
    ? h("li", { class: "editing" },
      h("p", { class: "fine" }, say(meld.length ? "editing" : "new_meld", { n: number + 1 })),
      h("ul", { class: "held", "data-list": "meld" }, meld.map((code, place) => h("li", {}, h("button",
        { class: "key", "data-key": `laid ${place} ${code}`, "aria-label": say("remove", { card: deck.name(code) }),
          onclick: () => takeAway(app, place) }, deck.face(code, true))))),
      h("button", { class: "chip", "data-key": "done", onclick: () => finish(app) }, icon("check"), say("done")))
    : h("li", {}, h("button", { class: "onmeld", "data-key": `onmeld ${number}`,
      "aria-label": say("table_meld", { n: number + 1, cards: meld.map((code) => deck.name(code)).join(", ") }),
      onclick: () => open(number) },
      h("span", { class: "letter", "aria-hidden": "true" }, letter(number)),
      h("span", { class: "cards mini" },
        meld.map((code) => h("span", { class: `card ${code.includes("=") ? "wild" : ""}` }, deck.face(code, true)))))));
  if (!state.table.length) return null;
  const adding = ui.target >= 0 ? null : h("li", {},
    h("button", { class: "onmeld add", "data-key": "add meld", onclick: () => addMeld(app) }, icon("plus"), say("add_meld")));
  return h("div", { class: "ontable" }, h("h2", { class: "head" }, say("table")),
    h("ul", { class: "onboard", "data-list": "table" }, melds, adding), ways(app));
}

/** A new table meld, to which keys add. @param {App} app */
function addMeld(app) {
  const { table } = app.store.state;
  app.store.change({ table: [...table, []] });
  app.ui.target = table.length;
  app.ui.folded = false;
  app.draw();
}

/** The keys go back to the hand; a meld without cards is none. @param {App} app */
export function finish(app) {
  const { state } = app.store;
  app.ui.target = -1;
  if (state.table.some((meld) => !meld.length)) app.store.change({ table: state.table.filter((meld) => meld.length) }, false);
  else app.readdress();
}

/** Where a table meld can be read in several ways: which of them is it? @param {App} app */
function ways(app) {
  const where = app.shown.reply?.error?.where ?? {}, found = /** @type {string[][]} */ (where.ways ?? []);
  if (where.field !== "table" || !found.length || app.ui.target >= 0) return null;
  const number = where.meld - 1;
  return h("fieldset", { class: "note" }, h("legend", {}, say("stands", { n: where.meld })),
    found.map((codes, place) => h("button",
      { class: "onmeld", "data-key": `way ${place}`, "aria-label": codes.map((code) => app.deck.name(code)).join(", "),
      onclick: () =>
      app.store.change({ table: Object.assign([...app.store.state.table], { [number]: codes }) }) },
    h("span", { class: "cards mini" },
      codes.map((code) => h("span", { class: `card ${code.includes("=") ? "wild" : ""}` }, app.deck.face(code, true)))))));
}

/** A table meld's letter: A to Z, then AA. @param {number} number @returns {string} */
export const letter = (number) => (number < 26 ? "" : letter(Math.floor(number / 26) - 1)) + String.fromCharCode(65 + (number % 26));

/** Cards as they were typed, read by the programme: their codes, or what is wrong. @param {App} app @param {string} cards @param {string} table */
export async function readCards(app, cards, table) {
  const { state } = app.store;
  if (state.mode === "meld") {
    const reply = await app.asker.ask("typed", { ask: "check", ...rulesOf(state), cards });
    const read = reply?.answer?.read.cards;
    return reply?.error ? { error: reply.error.message } : { cards: read ? asWritten(read, cards) : [] };
  }
  const reply = await app.asker.ask("typed", { ask: "solve", ...rulesOf(state), players: state.players, cards, table });
  if (!reply || reply.error) return { error: reply?.error?.message ?? "" };
  return { hand: reply.answer?.hand,
    table: (reply.answer?.table ?? []).map((/** @type {{cards: string[]}} */ meld) => meld.cards) };
}

/** A wild's card is bound only where that was written. @param {string[]} codes @param {string} text */
const asWritten = (codes, text) => (text.includes("=") ? codes : codes.map((code) => code.split("=")[0]));
