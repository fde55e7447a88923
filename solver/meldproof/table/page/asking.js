// When something is asked, what is asked, and what becomes of the reply. A reply to an older state is dropped.

import { checkOf, replayOf, solveOf } from "./app.js";
import { Deck } from "./cards.js";
import { spoken } from "./answer.js";
import { spokenMeld } from "./meld.js";
import { spokenLine } from "./replay.js";
import { otherVariant } from "./state.js";
import { language } from "./words.js";

/** @typedef {import("./app.js").App} App @typedef {import("./ask.js").Json} Json @typedef {import("./ask.js").Reply} Reply @typedef {import("./state.js").State} State */

const REST = 20, PATIENCE = 300, ALOUD = 500; // what one act changes in several steps is asked once

/**
 * What asks, for a page that is drawn anew (`draw`) or in its answer alone (`result`).
 * @param {App} app @param {HTMLElement} main @param {{draw: () => void, result: () => void}} drawn
 */
export function asking(app, main, { draw, result }) {
  const { store } = app, timers = { ask: 0, busy: 0, aloud: 0, hangs: 0 };

  /** A question whose answer nobody waits for, so that what is loaded once is loaded before the first tap. */
  function warmUp() {
    const few = app.deck.description.kinds.slice(0, 3).map((kind) => kind.card).join(" ");
    app.asker.ask("warm", { ...solveOf(store.state), cards: few, table: "", use: "", open: false });
  }

  /** Show that there is no answer. */
  function forget() {
    app.shown.reply = null;
    draw();
  }

  /** Ask what the state asks, a moment after the last tap. */
  function ask() {
    for (const timer of Object.values(timers)) clearTimeout(timer);
    for (const slot of ["answer", "hangs", "why", "log"]) app.asker.drop(slot);
    const { state } = store;
    app.shown.hangs = null;
    if (state.mode === "replay") app.shown.log = null;
    if (!{ hand: state.hand.length, meld: state.cards.length, replay: state.log.length }[state.mode]) {
      main.removeAttribute("aria-busy");
      forget();
      app.tell("");
      return;
    }
    main.setAttribute("aria-busy", "true");
    timers.busy = window.setTimeout(forget, PATIENCE);
    timers.ask = window.setTimeout(put, REST);
  }

  async function put() {
    const { state } = store;
    let reply = await app.asker.ask("answer", { hand: solveOf, meld: checkOf, replay: replayOf }[state.mode](state));
    if (reply?.error && state.mode === "replay") reply = await upToTheFault(state, reply);
    if (!reply) return;
    clearTimeout(timers.busy);
    main.removeAttribute("aria-busy");
    if (state.mode === "replay") {
      app.shown.log = reply;
      const named = reply.answer?.variant;
      if (named && named !== state.variant && !state.rules && app.variants.some((one) => one.id === named)) {
        store.change(otherVariant(named), false);
        return;
      }
      draw();
    } else {
      app.shown.reply = reply;
      if (reply.answer && settleSpelling(reply.answer)) return;
      if (reply.error?.where.ways || state.mode === "hand") draw();
      else result();
      timers.hangs = window.setTimeout(hangs, PATIENCE);
    }
    aloud();
  }

  /** Of a log with a line that is no action, the game up to it. @param {State} state @param {Reply} reply @returns {Promise<Reply | null>} */
  async function upToTheFault(state, reply) {
    const line = reply.error?.where.line, lines = state.log.split(/\r\n|\r|\n/);
    if (!line || !lines.slice(0, line - 1).some((text) => text.trim())) return reply;
    const before = await app.asker.ask("answer", { ...replayOf(state), log: lines.slice(0, line - 1).join("\n") });
    if (!before?.answer) return before && reply;
    const attempt = { line, player: null, words: lines[line - 1].trim().slice(0, 200) };
    const fault = { message: reply.error?.message ?? "", clause: "" };
    return { answer: { ...before.answer, legal_game: false, unread: true, line, fault, legal: [], attempt } };
  }

  /** Cards that came in another spelling, from an address, are from now on written as everywhere. @param {import("./ask.js").Json} answer */
  function settleSpelling(answer) {
    const { state } = store, { kinds } = app.deck;
    /** @param {string[]} codes */
    const foreign = (codes) => codes.some((code) => code.split("=").some((part) => !kinds.has(part)));
    if (state.mode === "hand" && (foreign(state.hand) || state.table.some(foreign))) {
      store.change({ hand: answer.hand, table: (answer.table ?? []).map((/** @type {{cards: string[]}} */ meld) => meld.cards) },
        false);
      return true;
    }
    if (state.mode === "meld" && foreign(state.cards)) {
      store.change({ cards: answer.read.cards.map((/** @type {string} */ code) => Deck.printed(code)) }, false);
      return true;
    }
    return false;
  }

  /** Whether the answer hangs on a contested sentence, once there is rest. */
  async function hangs() {
    const { state } = store, answer = app.shown.reply?.answer;
    const clauses = app.deck.description.clauses.filter((clause) => !clause.reading);
    const readings = clauses.flatMap((clause) => clause.readings.filter((one) => one.encoded));
    if (state.mode === "replay" || !answer || !readings.length) return;
    const question = state.mode === "meld" ? checkOf(state) : solveOf(state);
    const found = app.asker.transport.full
      ? await app.asker.ask("hangs", { ...question, readings: [...state.readings, "all"] })
      : await oneByOne(question, answer, readings);
    if (!found?.answer) return;
    app.shown.hangs = found;
    if (found.answer.readings.depends !== false) result();
  }

  /**
   * The same, a reading at a time: in the browser one question after another is answered, and a tap must not wait for all.
   * @param {Json} question @param {Json} answer @param {import("./cards.js").Reading[]} readings @returns {Promise<import("./ask.js").Reply | null>}
   */
  async function oneByOne(question, answer, readings) {
    /** @param {Json} one */
    const figures = (one) => (one.objective ? {
      ...Object.fromEntries(answer.objective.map((/** @type {string} */ name) => [name, one.value[name]])),
      ...(one.opens === undefined ? {} : { opens: one.opens, reachable: one.reachable ?? null }),
    } : { legal: one.legal, kinds: one.kinds, points: one.points });
    const usual = figures(answer), differ = [], unproved = [];
    for (const reading of readings) {
      const reply = await app.asker.ask("hangs", { ...question, readings: [...store.state.readings, reading.reading] });
      if (!reply) return null;
      const other = reply.answer && figures(reply.answer);
      const told = { reading: reading.reading, text: { [language()]: reading.text }, answer: other };
      const gaveUp = ["EngineDeclined", "OutOfTime"].includes(reply.error?.kind ?? "");
      if (gaveUp || [answer, reply.answer].some((one) => one && one.optimal === false)) unproved.push(told);
      else if (other && JSON.stringify(other) !== JSON.stringify(usual)) differ.push(told);
    }
    return { answer: { readings: { depends: differ.length ? true : unproved.length ? null : false, answer: usual, differ, unproved } } };
  }

  function aloud() {
    clearTimeout(timers.aloud);
    timers.aloud = window.setTimeout(() => app.tell({ hand: spoken, meld: spokenMeld, replay: spokenLine }[store.state.mode](app)),
      ALOUD);
  }

  return { ask, aloud, warmUp };
}
