// The page: its parts, what they work with, and when they are drawn anew.

import { drawAnswer } from "./answer.js";
import { retarget, rulesOf, targeted } from "./app.js";
import { Asker, pyodide, server } from "./ask.js";
import { asking } from "./asking.js";
import { Deck } from "./cards.js";
import { byId, fill, h } from "./dom.js";
import { entering } from "./entering.js";
import { example } from "./example.js";
import { drawHand } from "./hand.js";
import { drawHead } from "./head.js";
import { buildKeys, drawKeys } from "./keys.js";
import { drawMeld } from "./meld.js";
import { openClause, openMust, openShare, openType } from "./menu.js";
import { look, readPrefs } from "./prefs.js";
import { drawReplay } from "./replay.js";
import { fromAddress, Store, toAddress } from "./state.js";
import { language, say, speak } from "./words.js";

/** @typedef {import("./app.js").App} App @typedef {import("./state.js").State} State */

const root = document.documentElement;
const prefs = readPrefs();
const asked = new URLSearchParams(location.hash.slice(1)).get("l");
const first = [asked, prefs.lang, root.dataset.lang,
  navigator.language.slice(0, 2)].find((lang) => lang === "en" || lang === "es");
speak(first === "es" ? "es" : "en");
if (asked === "es" || asked === "en") prefs.lang = asked;
const looked = () => look(prefs);
looked();

const transport = root.dataset.transport === "worker" ? pyodide(loading) : server();
const store = new Store(fromAddress(location.hash), changed);
/** @type {App} */
const app = {
  store, prefs, asker: new Asker(transport, language), deck: /** @type {any} */ (null), variants: [],
  ui: { target: -1, suit: "", folded: false, why: false }, shown: { reply: null, hangs: null, log: null },
  draw, readdress: () => asks.ask(), tell,
};
const main = byId("table");
const asks = asking(app, main, { draw, result });
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
  example: () => example(app),
  look: looked,
  describe,
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
  if (state.step !== before.step && state.log === before.log) asks.aloud();
  else asks.ask();
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
  drawHead(app, acts);
  buildKeys(app, sections.dock, acts);
  draw();
  asks.ask();
  if (!store.state.hand.length) asks.warmUp();
}

function draw() {
  if (!app.deck) return;
  const { state } = store;
  drawHead(app, acts);
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

entering(app);

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
