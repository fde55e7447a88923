// A game log, line by line: the table as it lay, the first action that isn't allowed, every point with its clause.

import { start, trouble } from "./answer.js";
import { fill, h, icon } from "./dom.js";
import { clauseNote } from "./meld.js";
import { say } from "./words.js";

/** @typedef {import("./app.js").App} App @typedef {import("./ask.js").Json} Json @typedef {import("./words.js").Word} Word */
/** @typedef {{clause: (key: string) => void, link: () => void, example: () => void}} Acts */

/** @param {App} app @param {HTMLElement} main @param {Acts} acts */
export function drawReplay(app, main, acts) {
  const { state } = app.store, reply = app.shown.log;
  if (!state.log) return fill(main, emptyLog(app, acts));
  if (!reply) return fill(main, h("section", { class: "answer" }, h("p", { class: "fine working" }, say("busy"))));
  if (reply.error) return fill(main, h("section", { class: "answer" }, trouble(reply.error), firstFault(state.log, reply.error), otherLog(app)));
  const game = /** @type {Json} */ (reply.answer), lines = linesOf(game), at = current(app, game);
  const step = lines.find((one) => one.line === at);
  fill(main,
    h("section", { class: "answer", "aria-labelledby": "game" }, verdict(game), !game.legal_game && !step?.bad && goTo(app, game.line), step?.bad ? fault(app, game, step, acts) : null,
      results(app, game, acts)),
    board(app, game, at),
    log(app, game, lines, at),
    player(app, lines, at, acts));
  const here = main.querySelector('.steps [aria-current="step"]');
  const list = main.querySelector(".steps");
  if (here instanceof HTMLElement && list && list.scrollHeight > list.clientHeight) list.scrollTop = here.offsetTop - list.clientHeight / 2;
}

/** Every line, as far as it could be read. @param {Json} game @returns {Json[]} */
export function linesOf(game) {
  const attempt = game.attempt ? [{ ...game.attempt, bad: true }] : [];
  return [...game.steps, ...attempt, ...game.later.map((/** @type {Json} */ one) => ({ ...one, later: true }))];
}

/** The line shown: the one asked for, else the fault, else the last. @param {App} app @param {Json} game @returns {number} */
export function current(app, game) {
  const lines = linesOf(game).filter((one) => !one.later).map((one) => one.line);
  return lines.includes(app.store.state.step) ? app.store.state.step : (game.line ?? lines.at(-1) ?? 0);
}

/** @param {App} app @param {-1 | 1 | "first" | "last"} way */
export function walk(app, way) {
  const game = app.shown.log?.answer;
  if (!game) return;
  const lines = linesOf(game).filter((one) => !one.later).map((one) => one.line);
  const place = lines.indexOf(current(app, game));
  const next = way === "first" ? 0 : way === "last" ? lines.length - 1 : Math.min(Math.max(place + way, 0), lines.length - 1);
  if (lines[next] !== undefined) app.store.change({ step: lines[next] }, false);
}

/** @param {App} app @param {Acts} acts */
function emptyLog(app, acts) {
  const text = h("textarea", { id: "log-text", rows: 6, spellcheck: "false", "data-key": "log text",
    "aria-label": say("paste_log"), placeholder: '{"variant":"…","players":2}' });
  const file = h("input", { type: "file", class: "quiet", id: "log-file", accept: ".jsonl,.json,.txt", onchange: async () => {
    const chosen = file.files?.[0];
    if (chosen) app.store.change({ log: await chosen.text(), step: 0 });
  } });
  return h("section", { class: "answer drop" },
    h("p", { class: "lead" }, say("log_lead")), h("p", {}, say("log_text")),
    h("p", {}, file, h("label", { class: "chip", for: "log-file" }, say("choose_file"))),
    h("label", { class: "fine", for: "log-text" }, say("paste_log")), text,
    h("div", { class: "chips" }, h("button",
      { class: "chip", "data-key": "replay it",
      onclick: () => text.value.trim() && app.store.change({ log: text.value, step: 0 }) }, icon("play"), say("start_replay"))),
    start("play", "example_log", null, acts.example));
}

/** The line of a log that nothing can be made of, as it stands there. @param {string} log @param {{where: Json}} error */
const firstFault = (log, error) => error.where.line && h("p", { class: "raw" }, h("span", { class: "ln" }, error.where.line), " ",
  (log.split(/\r\n|\r|\n/)[error.where.line - 1] ?? "").trim().slice(0, 400));

/** @param {App} app */
const otherLog = (app) => h("button",
  { class: "link", "data-key": "other log", onclick: () => app.store.change({ log: "", step: 0 }) }, say("other_log"));

/** The way to the line that isn't allowed. @param {App} app @param {number} line */
const goTo = (app, line) => h("button", { class: "link", "data-key": "go to fault", onclick: () => app.store.change({ step: line }, false) },
  say("line", { n: line }), icon("go"));

/** @param {Json} game */
function verdict(game) {
  return game.legal_game
    ? h("h2", { id: "game", class: "verdict good" }, icon("check"), say("legal_game"))
    : h("h2", { id: "game", class: "verdict bad" }, icon("no"), say(game.unread ? "unread" : "illegal", { n: game.line }));
}

/** @param {App} app @param {Json} game @param {Json} step @param {Acts} acts */
function fault(app, game, step, acts) {
  const words = /** @type {Json[]} */ (game.legal).map((option) => h("li", {}, app.deck.signed(option.words)));
  return h("div", {},
    h("p", { class: game.unread ? "raw" : "" }, h("b", {}, name(step)), " ", app.deck.signed(step.words)),
    clauseNote(app, game.fault.message, game.fault.clause, acts.clause),
    words.length > 0 && h("div", { class: "fix" }, h("h3", {}, say("allowed")), h("ul", { class: "plainlist" }, words)));
}

/** @param {Json} step */
const name = (step) => (step.player == null ? "" : `${say("player", { n: step.player + 1 })}:`);

/** Scores of finished deals, every point with its clause; what was not judged. @param {App} app @param {Json} game @param {Acts} acts */
function results(app, game, acts) {
  const deals = /** @type {Json[]} */ (game.deals).map((deal) => h("details", { class: "scores", open: game.deals.length === 1 },
    h("summary", {}, say("deal_scores", { n: deal.number })),
    h("table", {}, h("tbody", {}, deal.lines.map((/** @type {Json} */ line) => h("tr", {},
      h("th", { scope: "row" }, say("player", { n: line.player + 1 })),
      h("td", { class: "n" }, line.points ?? say("unknown_points")),
      h("td", {}, line.reason, " ", line.clause && h("button", { class: "link", onclick: () => acts.clause(line.clause) },
        line.clause.split("/")[1] ?? line.clause))))))));
  /** @param {Word} title @param {string[]} list */
  const notes = (title, list) => list.length > 0 && h("p", { class: "fine" }, h("b", {}, say(title)), ` ${list.join("; ")}`);
  return h("div", { class: "results" },
    deals.length > 1 ? h("details", { class: "deals" }, h("summary", {}, say("by_deal")), deals) : deals,
    game.scores.some((/** @type {number} */ score) => score !== 0) && h("p", {}, h("b", {}, say("total")),
      `: ${game.scores.map((/** @type {number} */ score, /** @type {number} */ seat) => `${say("player", { n: seat + 1 })}: ${score}`).join(" · ")}`),
    game.winners.length > 0 && h("p", {},
      h("b", {}, say("won", { n: game.winners.map((/** @type {number} */ seat) => seat + 1).join(", ") }))),
    notes("warnings", game.warnings), notes("unjudged", game.unjudged), otherLog(app));
}

/** The table after the line shown; of one that isn't allowed, before it. @param {App} app @param {Json} game @param {number} at */
function board(app, game, at) {
  const done = /** @type {Json[]} */ (game.steps).filter((step) => step.line <= at);
  const step = done.at(-1), before = done.at(-2);
  if (!step?.hands) return h("section", { class: "board" });
  const lying = new Set((before?.table ?? []).map((/** @type {Json} */ meld) => meld.cards.join(" ")));
  const bad = at === game.line;
  const melds = step.table.map((/** @type {Json} */ meld, /** @type {number} */ number) => h("div", { class: "meld" },
    h("h3", {}, `${number + 1} · ${say(meld.kind)}`, h("span", { class: "pts" }, say("player", { n: meld.owner + 1 })),
      !bad && !lying.has(meld.cards.join(" ")) && h("span", { class: "chg" }, say("new"))), app.deck.row(meld.cards)));
  const shown = (step.spread ? [step.spread, ...step.defences] : []).flatMap((/** @type {Json} */ spread) => spread.melds.map((/** @type {string[]} */ cards) => h("div", { class: "meld" },
    h("h3", {}, say("knocker", { n: spread.player + 1 })), app.deck.row(cards))));
  const hands = step.hands.map((/** @type {Json} */ hand, /** @type {number} */ seat) => h("div", { class: "tray" },
    h("h3", {}, say("holds", { n: seat + 1 }), hand.hidden > 0 && h("span", { class: "pts" }, say("hidden", { n: hand.hidden }))),
      hand.cards.length > 0 && app.deck.row(hand.cards)));
  const pile = h("div", { class: "tray" }, h("h3", {}, say("pile"), h("span", { class: "pts" }, say("stock", { n: step.stock }))),
    step.pile.length > 0 && app.deck.row(step.pile.slice(-1)));
  return h("section", { class: "board", "aria-labelledby": "board" },
    h("div", { class: "head" }, h("h2", { id: "board" }, say("the_table")),
      h("span", { class: "count" }, say("line", { n: step.line }))),
    h("div", { class: "felt" }, melds.length + shown.length ? [melds, shown].flat() : h("p", { class: "fine" },
      say("nothing_there")), h("div", { class: "trays" }, hands, pile)));
}

/** @param {App} app @param {Json} game @param {Json[]} lines @param {number} at */
function log(app, game, lines, at) {
  return h("section", { class: "log", "aria-labelledby": "lines" },
    h("div", { class: "head" }, h("h2", { id: "lines" }, say("steps")),
      h("span", { class: "count" }, say(game.legal_game ? "legal_count" : "then_this", { n: game.steps.length }))),
    h("ol", { class: "steps", "data-list": "steps" },
      lines.map((step) => h("li", { class: step.bad ? "bad" : step.later ? "later" : "" },
      h(step.later ? "span" : "button",
        { class: "step", "data-key": `step ${step.line}`, "aria-current": step.line === at && "step",
        onclick: step.later ? null : () => app.store.change({ step: step.line }, false) },
        h("span", { class: "ln" }, step.line),
          h("span", {}, h("b", {}, name(step)), " ", app.deck.signed(step.words), step.bad && h("em", {}, say(game.unread ? "not_read" : "not_allowed"))))))));
}

/** @param {App} app @param {Json[]} lines @param {number} at @param {Acts} acts */
function player(app, lines, at, acts) {
  /** @param {string} sign @param {Word} word @param {() => void} act */
  const button = (sign, word, act) => h("button",
    { class: "act", "data-key": `walk ${word}`, "aria-label": say(word), onclick: act }, icon(sign));
  const ticks = lines.map((step) => h("i", { class: step.bad ? "bad" : step.later || step.line > at ? "later" : "" }));
  return h("div", { class: "dock player" }, h("div", { class: `ticks ${lines.length > 60 ? "many" : ""}`, "aria-hidden": "true" }, ticks),
    h("div", { class: "actions" }, button("first", "first", () => walk(app, "first")),
      button("prev", "back", () => walk(app, -1)),
      h("p", { class: "at" }, h("b", {}, say("line", { n: at })), h("small", {}, say("of", { n: lines.at(-1)?.line ?? at }))),
      button("next", "on", () => walk(app, 1)), button("share", "link_line", acts.link)));
}

/** @param {App} app */
export function spokenLine(app) {
  const reply = app.shown.log, game = reply?.answer;
  if (!game) return reply?.error?.message ?? "";
  const step = linesOf(game).find((one) => one.line === current(app, game));
  if (!step) return "";
  return [`${say("line", { n: step.line })}: ${name(step)} ${step.words}`,
    step.bad && `${say(game.unread ? "not_read" : "not_allowed")}. ${game.fault.message}`].filter(Boolean).join(". ");
}
