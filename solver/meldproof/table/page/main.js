// The page: what is asked, the answer, and what the two are drawn with.

import { drawAnswer, spoken } from "./answer.js";
import { add, retarget, rulesOf, solveOf, takeAway, targeted } from "./app.js";
import { Asker, pyodide, server } from "./ask.js";
import { Deck } from "./cards.js";
import { byId, fill, h, icon } from "./dom.js";
import { drawHand, finish } from "./hand.js";
import { buildKeys, drawKeys } from "./keys.js";
import { drawMeld, spokenMeld } from "./meld.js";
import { openClause, openMenu, openMust, openShare, openType } from "./menu.js";
import { drawReplay, spokenLine, walk } from "./replay.js";
import { fromAddress, Store, toAddress } from "./state.js";
import { language, say, speak } from "./words.js";

/** @typedef {import("./app.js").App} App @typedef {import("./ask.js").Json} Json @typedef {import("./state.js").State} State @typedef {import("./app.js").Prefs} Prefs */

const REST = 60, PATIENCE = 300, ALOUD = 500;
const root = document.documentElement;
const KEPT = "meldproof-table";

/** @returns {Prefs} */
function readPrefs() {
  /** @type {Prefs} */
  const usual = { lang: "", theme: "", four: false, big: false, typing: true };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return usual;
  }
}

const prefs = readPrefs();
const asked = new URLSearchParams(location.hash.slice(1)).get("l");
const first = [asked, prefs.lang, root.dataset.lang,
  navigator.language.slice(0, 2)].find((lang) => lang === "en" || lang === "es");
speak(first === "es" ? "es" : "en");

function look() {
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
look();

const transport = root.dataset.transport === "worker" ? pyodide(loading) : server();
const store = new Store(fromAddress(location.hash), changed);
/** @type {App} */
const app = {
  store, prefs, asker: new Asker(transport, language), deck: /** @type {any} */ (null), variants: [],
  ui: { target: -1, suit: "", folded: false, why: false }, shown: { reply: null, hangs: null, log: null },
  draw, readdress: ask, tell,
};
const timers = { ask: 0, busy: 0, aloud: 0, hangs: 0 };
const main = byId("table");
const sections = { hand: h("section", { class: "hand" }), answer: h("section", { class: "answer" }),
  dock: h("section", { class: "dock" }) };
const acts = {
  undo: () => store.undo(),
  clear: () => (app.ui.target >= 0 || targeted(app).length ? retarget(app,
    []) : store.state.table.length && store.change({ table: [] })),
  type: () => openType(app),
  share: () => openShare(app, link()),
  fold: () => {
    app.ui.folded = !app.ui.folded;
    drawKeys(app, sections.dock);
    unfoldedAt = scrollY;
  },
  must: () => openMust(app),
  clause: (/** @type {string} */ key) => openClause(app, key),
  link: () => openShare(app, link()),
  example,
  look,
};
let unfoldedAt = 0;

/** @param {number} done @param {number} total */
function loading(done, total) {
  const bar = document.getElementById("loading-bar");
  if (!(bar instanceof HTMLProgressElement)) return;
  if (total) bar.value = done / total;
  byId("loading-words").textContent = `${say("loading")}: ${say("loading_of", { done: (done / 1e6).toFixed(1), total: (total / 1e6).toFixed(1) })}`;
}

/** @param {string} text */
function tell(text) {
  byId("spoken").textContent = text;
}

const link = () => `${location.href.split("#")[0]}#${toAddress(store.state)}`;

/** @param {State} state @param {State} before */
function changed(state, before) {
  history.replaceState(null, "", `#${toAddress(state)}`);
  if (app.ui.target >= state.table.length) app.ui.target = -1;
  const rules = [state, before].map((one) => JSON.stringify([rulesOf(one), one.players]));
  if (rules[0] !== rules[1] || !app.deck) {
    describe();
    return;
  }
  if (state.mode !== before.mode || state.log !== before.log) app.ui.target = -1;
  draw();
  if (state.step !== before.step && state.log === before.log) aloud();
  else ask();
}

/** The rules as they are now: deck, pictures, clauses. */
async function describe() {
  const { state } = store;
  const [described, pictures] = await Promise.all([
    app.asker.ask("rules described", { ask: "parameters", ...rulesOf(state), players: state.players }),
    app.asker.ask("pictures", { ask: "pictures", ...rulesOf(state) }),
  ]);
  if (!described || !pictures) return;
  const error = described.error ?? pictures.error;
  if (error || !described.answer || !pictures.answer) {
    if (error?.kind !== "Connection" && store.past.length) {
      tell(error?.message ?? "");
      store.undo();
      return;
    }
    fill(main, h("div", { class: "trouble" },
      h("p", {}, error?.kind === "Connection" ? `${say("no_server")} ${error.message}` : error?.message ?? ""),
      h("button", { class: "chip", onclick: () => store.change({ ...fromAddress(""), variant: app.variants[0]?.id ?? "" }) },
        say("clear"))));
    return;
  }
  const drawn = new DOMParser().parseFromString(pictures.answer.svg, "image/svg+xml").documentElement;
  byId("faces").replaceChildren(document.importNode(drawn, true));
  app.deck = new Deck(/** @type {any} */ (described.answer));
  store.state = { ...store.state, hand: app.deck.sorted(store.state.hand) };
  head();
  buildKeys(app, sections.dock, acts);
  draw();
  ask();
  if (!store.state.hand.length) warmUp();
}

/** A question whose answer nobody waits for, so that what is loaded once is loaded before the first tap. */
function warmUp() {
  const few = app.deck.description.kinds.slice(0, 3).map((kind) => kind.card).join(" ");
  app.asker.ask("warm", { ...solveOf(store.state), cards: few, table: "", use: "", open: false });
}

/** Title, language, menu, and what one wants to know. */
function head() {
  const { description } = app.deck, { state } = store;
  document.title = `${description.name} · ${say("title")}`;
  const parts = [state.rules && say("house"), state.players ? say("players", { n: state.players }) : "",
    say("cards_in_deck", { n: description.deck.size })];
  const menu = () => openMenu(app, acts);
  fill(byId("top"),
    h("h1", {}, h("button", { class: "variant", "data-key": "variant", "aria-haspopup": "dialog", onclick: menu },
      h("span", { class: "name" }, description.name), h("span", { class: "sub" }, parts.filter(Boolean).join(" · ")),
      icon("down"))),
    h("button", { class: "plain lang", "data-key": "lang", lang: language() === "en" ? "es" : "en",
      "aria-label": `${say("other")}, ${say("other_name")}`, onclick: () => {
      prefs.lang = language() === "en" ? "es" : "en";
      speak(prefs.lang === "es" ? "es" : "en");
      look();
      describe();
    } }, say("other")),
    h("button", { class: "plain", "data-key": "menu", "aria-label": say("menu"), "aria-haspopup": "dialog", onclick: menu },
      icon("menu")),
    h("nav", { class: "modes", "aria-label": say("modes") },
      /** @type {const} */ (["hand", "meld", "replay"]).map((mode) => h("a", {
      href: `#${toAddress({ ...state, mode })}`, "data-key": `mode ${mode}`, "aria-current": mode === state.mode && "page",
        onclick: (/** @type {MouseEvent} */ event) => {
        event.preventDefault();
        store.change({ mode }, false);
      } }, say(mode)))));
}

function draw() {
  if (!app.deck) return;
  const { state } = store;
  head();
  main.classList.toggle("replay", state.mode === "replay");
  if (state.mode === "replay") {
    drawReplay(app, main, acts);
    return;
  }
  if (!main.contains(sections.hand)) main.replaceChildren(sections.hand, sections.answer, sections.dock);
  drawHand(app, sections.hand, acts);
  drawKeys(app, sections.dock);
  result();
}

function result() {
  if (store.state.mode === "meld") drawMeld(app, sections.answer, acts);
  else drawAnswer(app, sections.answer, acts);
}

/** Ask what the state asks, a moment after the last tap. */
function ask() {
  for (const timer of Object.values(timers)) clearTimeout(timer);
  for (const slot of ["answer", "hangs", "why", "log"]) app.asker.drop(slot);
  const { state } = store;
  const waiting = state.mode === "replay" ? state.log && !app.shown.log : state.mode === "meld" ? state.cards.length : state.hand.length;
  app.shown.hangs = null;
  if (state.mode === "replay") app.shown.log = null;
  if (!waiting && !(state.mode === "replay" && state.log)) {
    app.shown.reply = null;
    draw();
    tell("");
    return;
  }
  main.setAttribute("aria-busy", "true");
  timers.busy = window.setTimeout(() => {
    app.shown.reply = null;
    draw();
  }, PATIENCE);
  timers.ask = window.setTimeout(put, REST);
}

async function put() {
  const { state } = store;
  const question = state.mode === "hand" ? solveOf(state)
    : state.mode === "meld" ? { ask: "check", ...rulesOf(state), cards: state.cards.join(" "), near: true }
    : { ask: "replay", ...(state.rules ? rulesOf(state) : {}), log: state.log };
  const reply = await app.asker.ask("answer", question);
  if (!reply) return;
  clearTimeout(timers.busy);
  main.removeAttribute("aria-busy");
  if (state.mode === "replay") {
    app.shown.log = reply;
    const named = reply.answer?.variant;
    if (named && named !== state.variant && !state.rules && app.variants.some((one) => one.id === named)) {
      store.change({ variant: named, hand: [], table: [], cards: [], use: [], readings: [], settings: {}, players: null }, false);
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
  if (state.mode !== "hand" || !answer || !readings.length) return;
  const question = solveOf(state);
  const found = transport.full
    ? await app.asker.ask("hangs", { ...question, readings: [...state.readings, "all"] })
    : await oneByOne(question, answer, readings);
  if (!found?.answer) return;
  app.shown.hangs = found;
  if (found.answer.readings.depends) result();
}

/**
 * The same, a reading at a time: in the browser one question after another is answered, and a tap must not wait for all.
 * @param {Json} question @param {Json} answer @param {import("./cards.js").Reading[]} readings @returns {Promise<import("./ask.js").Reply | null>}
 */
async function oneByOne(question, answer, readings) {
  /** @param {Json} one */
  const figures = (one) => ({
    ...Object.fromEntries(answer.objective.map((/** @type {string} */ name) => [name, one.value[name]])),
    ...(one.opens === undefined ? {} : { opens: one.opens, reachable: one.reachable ?? null }),
  });
  const usual = figures(answer), differ = [];
  for (const reading of readings) {
    const reply = await app.asker.ask("hangs", { ...question, readings: [...store.state.readings, reading.reading] });
    if (!reply) return null;
    const other = reply.answer && figures(reply.answer);
    if (other && JSON.stringify(other) !== JSON.stringify(usual)) {
      differ.push({ reading: reading.reading, text: { [language()]: reading.text }, answer: other });
    }
  }
  return { answer: { readings: { depends: differ.length > 0, answer: usual, differ } } };
}

function aloud() {
  clearTimeout(timers.aloud);
  timers.aloud = window.setTimeout(() => tell({ hand: spoken, meld: spokenMeld, replay: spokenLine }[store.state.mode](app)),
    ALOUD);
}

/** Something to look at, of the deck in force: most of a suit, and a few cards of one rank. */
async function example() {
  const { state } = store, { description } = app.deck, { ranks, suits } = description.deck;
  if (state.mode === "replay") {
    store.change({ log: await (await fetch("example.jsonl")).text(), step: 0 });
    return;
  }
  const jokers = description.kinds.filter((kind) => !kind.suit).slice(0, 1).map((kind) => kind.card);
  const run = [3, 4, 5, 7, 8].map((place) => ranks[place] + suits[0]);
  if (state.mode === "meld") store.change({ cards: [...run, ...jokers] });
  else store.change({ hand: app.deck.sorted([...run, ...jokers, ...suits.slice(1, 4).map((suit) => ranks[10] + suit),
    ranks[2] + suits[1], ranks[11] + suits[1]].filter((card) => app.deck.kinds.has(card))) });
}

// Codes typed anywhere add cards; Backspace takes back a letter, or the last card. Arrows walk through a game.
let typed = "";
addEventListener("keydown", (event) => {
  const at = event.target instanceof Element ? event.target : null;
  if (!app.deck || event.ctrlKey || event.metaKey || event.altKey || at?.closest("input, textarea, select, dialog")) return;
  if (store.state.mode === "replay") {
    const way = /** @type {Record<string, -1 | 1 | "first" | "last">} */ ({ ArrowLeft: -1, ArrowRight: 1, Home: "first",
      End: "last" })[event.key];
    if (way === undefined || !app.shown.log?.answer) return;
    event.preventDefault();
    walk(app, way);
    return;
  }
  if (!prefs.typing) return;
  if (event.key === "Backspace") {
    event.preventDefault();
    if (typed) typed = typed.slice(0, -1);
    else if (targeted(app).length) takeAway(app, targeted(app).length - 1);
    return;
  }
  if (event.key === "Escape" && app.ui.target >= 0) finish(app);
  if (event.key.length !== 1 || event.key === " ") {
    typed = "";
    return;
  }
  const { spellings } = app.deck;
  const continued = [typed + event.key.toLowerCase(),
    event.key.toLowerCase()].find((text) => [...spellings.keys()].some((word) => word.startsWith(text)));
  typed = continued ?? "";
  const card = spellings.get(typed);
  if (card) {
    typed = "";
    add(app, card);
    tell(app.deck.name(card));
  } else if (typed) tell(say("typed", { text: typed }));
});

// Cards, a log or rules may be dropped or pasted anywhere.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) take(await file.text());
});
addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!(event.target instanceof Element) || !event.target.closest("input, textarea")) take(text);
});

/** @param {string} text */
async function take(text) {
  if (!app.deck || !text.trim()) return;
  if (text.trimStart().startsWith("{")) store.change({ mode: "replay", log: text, step: 0 });
  else if (/^\s*(schema|id)\s*=/m.test(text)) {
    const reply = await app.asker.ask("rules", { ask: "parameters", rules: text });
    if (reply?.error) tell(reply.error.message);
    else if (reply) store.change({ ...fromAddress(""), variant: store.state.variant, rules: text });
  } else if (store.state.mode !== "replay") {
    openType(app);
    /** @type {HTMLTextAreaElement} */ (byId("typed")).value = text;
  }
}

// Reading on folds the keys away; only their button brings them back.
addEventListener("scroll", () => {
  if (!app.ui.folded && store.state.mode !== "replay" && app.shown.reply && app.ui.target < 0 && innerWidth < 1280 && scrollY > unfoldedAt + 48) {
    app.ui.folded = true;
    drawKeys(app, sections.dock);
  }
  unfoldedAt = Math.min(unfoldedAt, scrollY);
}, { passive: true });

addEventListener("hashchange", () => store.change(withVariant(fromAddress(location.hash))));

/** @param {State} state @returns {State} */
function withVariant(state) {
  const known = app.variants.some((variant) => variant.id === state.variant);
  return known || state.rules ? state : { ...state, variant: app.variants[0]?.id ?? "" };
}

async function begin() {
  byId("loading-words").textContent = say("loading");
  const reply = await app.asker.ask("variants", { ask: "variants" });
  if (!reply?.answer) {
    fill(main, h("p", { class: "trouble" }, `${say("no_server")} ${reply?.error?.message ?? ""}`));
    return;
  }
  app.variants = reply.answer.variants;
  store.state = withVariant(store.state);
  await describe();
  root.dataset.ready = "true";
  if (root.dataset.transport === "worker" && "serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
}
begin();
