// Is this a meld? Yes, or every clause that says no, in words.

import { hangs, nothingYet, readAloud, start, trouble } from "./answer.js";
import { fill, h, icon } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./app.js").App} App @typedef {import("./ask.js").Json} Json */

/** @param {App} app @param {HTMLElement} section @param {{example: () => void, clause: (key: string) => void}} acts */
export function drawMeld(app, section, acts) {
  const { state } = app.store, { reply } = app.shown;
  if (!state.cards.length) return fill(section, nothingYet(app, "meld_lead", "meld_text"),
    start("play", "example", null, acts.example));
  if (!reply) return fill(section, h("p", { class: "fine working" }, say("busy")));
  if (reply.error) return fill(section, trouble(reply.error));
  const answer = /** @type {Json} */ (reply.answer);
  const wrong = new Set(/** @type {Json[]} */ (answer.violations).flatMap((violation) => violation.places));
  const title = answer.legal ? say("yes", { kind: say(answer.kind).toLowerCase() }) : say("no");
  return fill(section,
    h("h2", { class: `verdict ${answer.legal ? "good" : "bad"}` }, icon(answer.legal ? "check" : "no"), title),
    h("div", { class: "felt" }, h("div", { class: "meld" },
      h("h3", {}, say(answer.read.kind), answer.legal && h("span", { class: "pts" }, say("worth", { n: answer.points }))),
      app.deck.row(answer.read.cards, (place) => (wrong.has(place) ? "wrong" : "")))),
    answer.legal && answer.kinds.length > 1 ? h("p", { class: "fine" },
      say("also", { kind: say(answer.kinds.find((/** @type {string} */ kind) => kind !== answer.kind)).toLowerCase() })) : null,
    ...answer.violations.map((/** @type {Json} */ violation) => clauseNote(app, violation.message, violation.clause,
      acts.clause)),
    hangs(app),
    ...near(app, answer.near ?? []));
}

/** What is wrong, the clause that says so, and the way to it. @param {App} app @param {string} message @param {string} key @param {(key: string) => void} open */
export function clauseNote(app, message, key, open) {
  const clause = app.deck.description.clauses.find((one) => one.clause === key);
  const text = clause?.text ?? "",
    [fault, rest] = text && message.includes(text) ? [message.replace(`: ${text}`, ""), text] : [message, ""];
  return h("div", { class: "clause" },
    h("p", { class: "point" }, icon("no"), app.deck.signed(fault[0].toUpperCase() + fault.slice(1))),
    rest && h("p", { class: "quote" }, rest),
    key && h("button", { class: "link", "data-key": `clause ${key}`, onclick: () => open(key) }, say("see"), " ",
      h("b", {}, key.split("/")[1] ?? key), icon("go")),
    clause && clause.cites.length > 0 && h("p", { class: "cites" }, say("source", { cites: clause.cites.join(", ") })));
}

/** Melds that remain when a card or two go. @param {App} app @param {Json[]} melds */
function near(app, melds) {
  if (!melds.length) return [];
  return [h("section", { class: "fix", "aria-labelledby": "near" }, h("h3", { id: "near" }, say("near")),
    melds.map((meld, place) => h("div", { class: "meld" },
    app.deck.row(meld.cards),
    h("button", { class: "link", "data-key": `near ${place}`,
      onclick: () => app.store.change({ cards: meld.cards.map((/** @type {string} */ code) => code.split("=")[0]) }) },
      `${say(meld.kind)}, ${say("without", { cards: app.deck.text(meld.without) })}`,
        h("span", { class: "pts" }, say("worth_short", { n: meld.points }))))))];
}

/** @param {App} app */
export const spokenMeld = (app) => readAloud(app, (answer) => answer.legal
  ? `${say("yes", { kind: say(answer.kind) })}, ${say("worth", { n: answer.points })}`
  : [say("no"), ...answer.violations.map((/** @type {Json} */ one) => one.message)].join(". "));
