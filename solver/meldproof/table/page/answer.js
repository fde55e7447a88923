// The answer to a hand: what to lay, drawn; the figures; the proof; what the answer hangs on.

import { solveOf } from "./app.js";
import { fill, h, icon } from "./dom.js";
import { letter } from "./hand.js";
import { cardsWord, language, pointsWord, say, sayNumber } from "./words.js";

/** @typedef {import("./app.js").App} App @typedef {import("./ask.js").Json} Json @typedef {import("./words.js").Word} Word */

/** @param {App} app @param {HTMLElement} section @param {{example: () => void}} acts */
export function drawAnswer(app, section, acts) {
  const { state } = app.store, { reply } = app.shown;
  if (!state.hand.length) return fill(section, nothingYet(app, "empty_lead", "empty_text"),
    start("play", "example", "example_text", acts.example));
  if (!reply) return fill(section, h("p", { class: "fine working" }, say("busy")));
  if (reply.error?.where.ways) return fill(section, h("p", { class: "fine" }, reply.error.message));
  if (reply.error) return fill(section, trouble(reply.error));
  const answer = /** @type {Json} */ (reply.answer);
  return fill(section,
    h("h2", { class: "verdict" }, headline(answer)),
    reply.words?.unmet && (answer.opens !== false || answer.reachable == null) ? h("p", { class: "point" }, icon("no"), reply.words.unmet) : null,
    opening(answer, reply.words ?? {}),
    figures(answer),
    h("div", { class: "felt" }, melds(app, answer), trays(app, answer)),
    hangs(app),
    proof(app, answer, reply.words ?? {}));
}

/** @param {App} app @param {Word} lead @param {Word} text */
export function nothingYet(app, lead, text) {
  const shown = app.deck.description.kinds.filter((kind) => kind.suit).slice(3, 7);
  return h("div", { class: "empty" },
    h("div", { class: "fanned", "aria-hidden": "true" }, shown.map((kind) => app.deck.face(kind.card, true))),
    h("p", { class: "lead" }, say(lead)), h("p", {}, say(text)));
}

/** @param {string} sign @param {Word} name @param {Word | null} text @param {() => void} act */
export function start(sign, name, text, act) {
  return h("div", { class: "starts" },
    h("button", { class: "start", "data-key": `start ${name}`, onclick: act }, icon(sign),
    h("span", {}, h("b", {}, say(name)), text && h("small", {}, say(text)))));
}

/** @param {{kind: string, message: string, where: Json}} error */
export function trouble(error) {
  const lost = error.kind === "Connection";
  return h("div", { class: "trouble" }, h("h2", { class: "verdict bad" }, icon("no"), error.where?.line ? say("unread", { n: error.where.line }) : say("trouble")),
    h("p", {}, lost ? say("no_server") : error.message));
}

/** The first figure of the objective, in words. @param {Json} answer */
export function headline(answer) {
  const name = /** @type {string} */ (answer.objective[0]), value = /** @type {number} */ (answer.value[name]);
  if (name === "score") return sayNumber(value < 0 ? "score_minus" : "score_figure", Math.abs(value));
  return sayNumber(/** @type {Word} */ (name), value);
}

/** @param {Json} answer */
function figures(answer) {
  const { value } = answer;
  /** @param {Word} name @param {string | number} number @param {string} text */
  const figure = (name, number, text) => h("div", {}, h("dt", {}, say(name)), h("dd", {}, number, h("small", {}, text)));
  return h("dl", { class: "figs" },
    figure("you_lay", value.melded_points, say("points_cards", { cards: cardsWord(value.melded_cards) })),
    figure("left_over", value.deadwood_points, say("points_cards", { cards: cardsWord(value.deadwood_cards) })),
    figure("balance", (value.score > 0 ? "+" : "") + value.score, say("point_word")));
}

/** The melds; beside a table those that change first, and where each card comes from. @param {App} app @param {Json} answer */
function melds(app, answer) {
  const table = /** @type {{cards: string[], changed: boolean}[]} */ (answer.table ?? []);
  const sources = table.length ? cameFrom(answer) : null;
  const all = /** @type {Json[]} */ (answer.melds).map((meld, number) => ({ meld, from: sources?.[number] ?? null }));
  const same = all.filter(({ from }) => from?.same), changing = all.filter(({ from }) => !from?.same);
  /** @param {{meld: Json, from: Source | null}} laid */
  const one = ({ meld, from }) => h("div", { class: `meld ${from?.same ? "same" : ""}`.trim() },
    h("h3", {}, say(meld.kind), h("span", { class: "pts" },
      [pointsWord(meld.points), meld.opening && say("counts_opening")].filter(Boolean).join(", ")),
      from && h("span", { class: `chg ${from.same ? "same" : ""}` },
        say(from.same ? "same" : from.cards.every((name) => name === "+") ? "new" : "changed"))),
    from && !from.same ? labelled(app, meld.cards, from.cards) : app.deck.row(meld.cards));
  const wild = all.some(({ meld }) => meld.cards.some((/** @type {string} */ code) => code.includes("=")));
  return [
    ...changing.map(one),
    same.length > 0 && changing.length > 0 ? h("details", { class: "unchanged" },
      h("summary", {}, `${say("same")}: ${same.length}`), same.map(one)) : same.map(one),
    wild && h("p", { class: "key-note" }, h("span", { class: "swatch" }), say("gold")),
  ];
}

/** Cards with the letter of the table meld that each lay in; those from the hand outlined. @param {App} app @param {string[]} codes @param {string[]} from */
function labelled(app, codes, from) {
  return h("ul", { class: "cards" },
    codes.map((code, place) => h("li",
    { class: `card ${code.includes("=") ? "wild" : ""} ${from[place] === "+" ? "fresh" : ""}`.trim() },
    app.deck.face(code), h("span", { class: "tag" },
      h("span", { class: `from ${from[place] === "+" ? "new" : ""}`.trim() }, from[place])))));
}

/** @typedef {{same: boolean, cards: string[]}} Source */

/** For each final meld, where its cards lay before; of two equal ones either. @param {Json} answer @returns {Source[]} */
function cameFrom(answer) {
  /** @param {string} code */
  const printed = (code) => code.split("=")[0];
  const lying = /** @type {{cards: string[], changed: boolean}[]} */ (answer.table).map((meld,
    number) => ({ name: letter(number), text: meld.cards.join(" "), left: meld.cards.map(printed), kept: false }));
  const finals = /** @type {Json[]} */ (answer.melds).map((meld) => {
    const kept = lying.find((one) => !one.kept && one.text === meld.cards.join(" "));
    if (kept) Object.assign(kept, { kept: true, left: [] });
    return { cards: /** @type {string[]} */ (meld.cards), kept };
  });
  const mine = /** @type {string[]} */ ([...answer.laid]);
  return finals.map(({ cards, kept }) => {
    if (kept) return { same: true, cards: cards.map(() => kept.name) };
    const likely = lying.filter((one) => one.left.some((card) => cards.map(printed).includes(card)))
      .sort((a, b) => shared(b.left, cards.map(printed)) - shared(a.left, cards.map(printed)));
    return { same: false, cards: cards.map((code) => {
      const source = likely.find((one) => one.left.includes(printed(code)));
      if (source) {
        source.left.splice(source.left.indexOf(printed(code)), 1);
        return source.name;
      }
      mine.splice(mine.indexOf(printed(code)), 1);
      return "+";
    }) };
  });
}

/** @param {string[]} some @param {string[]} others */
const shared = (some, others) => some.filter((card) => others.includes(card)).length;

/** @param {App} app @param {Json} answer */
function trays(app, answer) {
  const { deadwood, discard, value } = answer;
  return h("div", { class: "trays" },
    h("div", { class: "tray" }, h("h3", {}, say("left_over"),
      h("span", { class: "pts" }, deadwood.length ? pointsWord(value.deadwood_points) : say("nothing"))),
      deadwood.length > 0 && app.deck.row(deadwood)),
    discard && h("div", { class: "tray" }, h("h3", {}, say("discard_it")), app.deck.row([discard])));
}

/** What the opening needs, and how near the hand comes. @param {Json} answer @param {Record<string, string>} words */
function opening(answer, words) {
  if (answer.opens === undefined) return null;
  const need = answer.opening_needed, reach = answer.opens ? null : answer.reachable;
  const parts = [h("h3", { class: answer.opens ? "" : "bad" }, say(answer.opens ? "opens" : "opens_not"))];
  if (need.points > 0 && reach !== null) {
    const have = h("span", { class: "have" });
    have.style.width = `${Math.min(100, Math.round((100 * reach) / need.points))}%`;
    /** @param {number} number @param {Word} word */
    const part = (number, word) => h("span", {}, h("b", {}, number), say(word));
    parts.push(h("div", { class: "bar", "aria-hidden": "true" }, have),
      h("p", {}, part(reach, "reach"), part(Math.max(0, need.points - reach), "lack"), part(need.points, "need")));
  }
  return h("div", { class: "need" }, parts, words.needed && h("small", {}, words.needed));
}

/** A note where the answer hangs on a contested sentence, the others one tap away. @param {App} app */
export function hangs(app) {
  const { state } = app.store, found = app.shown.hangs?.answer?.readings;
  const chosen = app.deck.description.clauses.filter((clause) => clause.reading);
  const differ = /** @type {Json[]} */ (found?.differ ?? []).filter((one) => !one.answer.error);
  const unproved = /** @type {Json[]} */ (found?.unproved ?? []).length;
  if (!differ.length && !chosen.length) return unproved ? h("p", { class: "fine" }, say("unproved_readings", { n: unproved })) : null;
  /** @param {string} name @param {string} title @param {string} text @param {boolean} on @param {string[]} readings */
  const option = (name, title, text, on, readings) => h("label", { class: "opt" },
    h("input", { type: "radio", name: "reading", "data-key": `reading ${name}`, checked: on,
      onchange: () => app.store.change({ readings }) }), h("span", {}, h("b", {}, title), h("small", {}, text)));
  const owners = chosen.map((clause) => option(clause.reading, clause.reading, clause.text, true, state.readings));
  const usual = chosen.length ? option("", say("as_usual"), "", false, []) : option("", say("as_usual"), summary(found.answer),
    true, []);
  const others = differ.map((one) => option(one.reading, `${summary(one.answer)}`, one.text[document.documentElement.lang], false,
    [...state.readings, one.reading]));
  return h("section", { class: "note", "aria-labelledby": "hangs" }, h("h3", { id: "hangs" }, icon("fork"), say("contested")),
    h("div", { class: "opts", role: "radiogroup", "aria-labelledby": "hangs" }, usual, owners, others));
}

/** An answer in short, as the readings have it. @param {Json} answer */
function summary(answer) {
  if (answer.error) return String(answer.error);
  if (answer.legal !== undefined) return answer.legal ? say("yes", { kind: answer.kinds.map((/** @type {Word} */ kind) => say(kind).toLowerCase()).join(" / ") }) + `, ${pointsWord(answer.points)}` : say("no");
  const parts = Object.entries(answer).filter(([name, value]) => typeof value === "number" && name in SHORT).map(([name,
    value]) => SHORT[name](/** @type {number} */ (value)));
  if (answer.opens !== undefined) parts.push(say(answer.opens ? "opens" : "opens_not"));
  return parts.join(" · ");
}

/** @type {Record<string, (n: number) => string>} */
const SHORT = {
  deadwood_points: (n) => sayNumber("deadwood_points", n),
  melded_points: (n) => sayNumber("melded_points", n),
  melded_cards: (n) => sayNumber("melded_cards", n),
  score: (n) => sayNumber(n < 0 ? "score_minus" : "score_figure", Math.abs(n)),
};

/** That it is proved, and why; or what else could be. @param {App} app @param {Json} answer @param {Record<string, string>} words */
function proof(app, answer, words) {
  if (!answer.optimal) {
    return h("p", { class: "why plainly" }, h("b", {}, say("known")), ` ${words.bound}.`);
  }
  const body = h("div", { class: "whybody" });
  const whole = h("details", { class: "why", open: app.ui.why, ontoggle: () => {
    app.ui.why = whole.open;
    if (whole.open && !body.childNodes.length) explain(app, body);
  } }, h("summary", { "data-key": "why" }, icon("check"), h("span", {}, h("b", {}, say("proved")), ` ${say("proved_text")}`),
    h("span", { class: "ask" }, say("why"))), body);
  return whole;
}

/** What was explained last: an answer that is drawn anew, with a note, keeps its proof. */
const explained = { question: "", reply: /** @type {import("./ask.js").Reply | null} */ (null) };

/** @param {App} app @param {HTMLElement} body */
async function explain(app, body) {
  const patient = app.asker.transport.full ? {} : { seconds: 60 };
  const question = { ...solveOf(app.store.state), why: true, ...patient }, text = JSON.stringify([language(), question]);
  if (explained.question !== text) {
    fill(body, h("p", { class: "fine" }, say("looking")));
    const found = await app.asker.ask("why", question);
    if (!found || !body.isConnected) return;
    Object.assign(explained, { question: text, reply: found });
  }
  const { reply } = explained;
  if (!reply) return;
  if (reply.error) return fill(body, h("p", {}, reply.error.message));
  const { prices, why } = /** @type {Json} */ (reply.answer);
  const lines = h("div", { class: "lines" }, /** @type {string[]} */ (why).map((line) => h("p", {}, app.deck.signed(line))));
  fill(body, ...(prices ? priced(app, prices) : []),
    prices ? h("details", {}, h("summary", {}, say("why_words")), lines) : lines);
}

/** The prices under the cards, and their sum. @param {App} app @param {Json} prices */
function priced(app, prices) {
  const rows = /** @type {{row: string, words: string, price: string[], times: number}[]} */ (prices.rows);
  /** @param {string[]} list */
  const rest = (list) => list.slice(1).join(" · ");
  const wilds = app.store.state.hand.filter((card) => card !== "JK" && app.deck.kinds.get(card)?.wild);
  /** @param {string} row */
  const drawn = (row) => (row === "any wild" ? wilds.slice(0, 1) : app.deck.kinds.has(row) ? [row] : []);
  const shown = rows.filter(({ row }) => drawn(row).length), others = rows.filter(({ row }) => !drawn(row).length);
  const names = /** @type {string[]} */ (prices.names), whole = prices.total.join() === prices.gain.join();
  return [
    h("p", {}, say("why_prices", { n: prices.tried })),
    h("ul", { class: "priced" }, shown.map(({ row, price, times }) => h("li", {}, app.deck.face(drawn(row)[0]),
      h("span", { class: "tag" }, h("b", {}, times > 1 ? `${price[0]} ×${times}` : price[0]), h("small", {}, rest(price)))))),
    h("div", { class: "sum" }, others.map(({ words, price }) => h("span", {}, `${app.deck.signed(words)}: `, priceOf(price))),
      h("b", {}, say("why_all"), priceOf(prices.total))),
    h("p", {}, say("why_gain"), priceOf(prices.gain), `. ${say(whole ? "why_no_more" : "why_next_step")}`),
    h("p", { class: "fine" }, names.length > 1 ? say("why_figures",
      { first: names[0], rest: names.slice(1).join(" · ") }) : say("why_first", { first: names[0] ?? "" })),
  ];
}

/** A price whose first figure is large. @param {string[]} list */
const priceOf = (list) => h("span", { class: "price" }, h("b", {}, list[0]), list.length > 1 && h("small", {}, ` · ${list.slice(1).join(" · ")}`));

/** What is read aloud of a reply: its error, or what is to be said of its answer. @param {App} app @param {(answer: Json) => string} told */
export function readAloud(app, told) {
  const { reply } = app.shown;
  if (reply?.error) return reply.error.message;
  return reply?.answer ? told(reply.answer) : "";
}

/** One sentence to be read aloud. @param {App} app */
export const spoken = (app) => readAloud(app, (answer) => {
  const parts = answer.melds.map((/** @type {Json} */ meld) => `${say(meld.kind)}: ${meld.cards.map((/** @type {string} */ code) => app.deck.name(code)).join(", ")}`);
  if (answer.discard) parts.push(`${say("discard_it")}: ${app.deck.name(answer.discard)}`);
  return [headline(answer), ...parts].join(". ");
});
