// The keys: the deck as a grid, what is left of each card, and the row of actions.

import { add, used } from "./app.js";
import { fill, h, icon, picture } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./app.js").App} App */

/** The dock, built anew where the deck changes. @param {App} app @param {HTMLElement} dock @param {Record<"undo" | "clear" | "type" | "share" | "fold", () => void>} acts */
export function buildKeys(app, dock, acts) {
  const { deck, ui } = app;
  const suits = deck.description.deck.suits;
  if (!suits.includes(ui.suit)) ui.suit = suits[0];
  const grid = h("div", { class: "deck", role: "group", "aria-label": say("deck") },
    h("div", { class: "suits" }, suits.map((suit) => h("button",
      { class: "suit", "data-suit": suit, "data-key": `suit ${suit}`, "data-name": suitName(app, suit), onclick: () => {
        ui.suit = suit;
        drawKeys(app, dock);
      } },
      picture("pip", "0 0 104 104", [`c-suit-${suit}`]), h("span", { class: "n", "aria-hidden": "true" })))),
    suits.map((suit, row) => h("div", { class: "keys", "data-suit": suit, "data-row": row + 1 },
      deck.description.kinds.filter((kind) => kind.suit === suit).map((kind) => key(app, kind)))),
    h("div", { class: "keys joker" }, deck.description.kinds.filter((kind) => !kind.suit).map((kind) => key(app, kind))));
  grid.style.setProperty("--columns", String(deck.description.deck.ranks.length + 1));
  /** @param {"undo" | "clear" | "type" | "share" | "fold"} name @param {import("./words.js").Word} word @param {Record<string, any>} [more] */
  const act = (name, word, more = {}) =>
    h("button", { class: `act ${name}`, "data-key": `act ${name}`, onclick: acts[name], ...more },
      icon(name === "fold" ? "down" : name), h("span", {}, say(word)));
  fill(dock, grid, h("div", { class: "actions" }, act("undo", "undo"), act("clear", "clear"), act("type", "type"),
    act("share", "share"), act("fold", "fold")));
  drawKeys(app, dock);
}

/** The suit as its cards name it: "of spades". @param {App} app @param {string} suit */
function suitName(app, suit) {
  const kind = app.deck.description.kinds.find((one) => one.suit === suit);
  const rank = app.deck.description.kinds.find((one) => one.suit !== suit && one.suit && one.sign === kind?.sign);
  const name = kind?.name ?? suit;
  if (!rank) return name;
  const words = name.split(" "), others = rank.name.split(" ");
  const own = words.filter((word) => !others.includes(word)).join(" ");
  return own || name;
}

/** @param {App} app @param {import("./cards.js").Kind} kind */
function key(app, kind) {
  return h("button", { class: "key", "data-card": kind.card, "data-key": `key ${kind.card}`, onclick: () => {
    if (app.deck.left(kind.card, used(app)) > 0) add(app, kind.card);
    else app.tell(`${kind.name}: ${say("spoken_none")}`);
  } }, app.deck.face(kind.card, true), h("span", { class: "left", "aria-hidden": "true" }));
}

/** What changes with every tap: counts, the suit shown, whether the keys are folded. @param {App} app @param {HTMLElement} dock */
export function drawKeys(app, dock) {
  const taken = used(app);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (dock.querySelectorAll(".key"))) {
    const card = button.dataset.card ?? "", kind = app.deck.kinds.get(card);
    if (!kind) continue;
    const left = app.deck.left(card, taken), badge = /** @type {HTMLElement} */ (button.querySelector(".left"));
    badge.textContent = String(Math.max(0, left));
    badge.hidden = left === kind.copies;
    button.setAttribute("aria-label", left === kind.copies ? kind.name : say("left", { card: kind.name, n: Math.max(0, left) }));
    if (left > 0) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
  }
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (dock.querySelectorAll(".suit"))) {
    const suit = tab.dataset.suit ?? "";
    tab.setAttribute("aria-pressed", String(suit === app.ui.suit));
    const count = taken.filter((code) => app.deck.kinds.get(code.split("=")[0])?.suit === suit).length;
    const shown = /** @type {HTMLElement} */ (tab.querySelector(".n"));
    shown.textContent = count ? String(count) : "";
    shown.hidden = !count;
    tab.setAttribute("aria-label", [tab.dataset.name, count].filter(Boolean).join(", "));
  }
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (dock.querySelectorAll(".keys[data-suit]"))) row.toggleAttribute("data-open", row.dataset.suit === app.ui.suit);
  dock.toggleAttribute("data-folded", app.ui.folded);
  dock.querySelector(".fold")?.setAttribute("aria-expanded", String(!app.ui.folded));
}
