// What comes from elsewhere than the page's own buttons: keys, files that are dropped, texts that are pasted.

import { add, targeted, takeAway } from "./app.js";
import { byId } from "./dom.js";
import { finish } from "./hand.js";
import { openType } from "./menu.js";
import { walk } from "./replay.js";
import { otherVariant } from "./state.js";
import { say } from "./words.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app */
export function entering(app) {
  const { store, prefs } = app;

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
      app.tell(app.deck.name(card));
    } else if (typed) app.tell(say("typed", { text: typed }));
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
      if (reply?.error) app.tell(reply.error.message);
      else if (reply) store.change({ ...otherVariant(store.state.variant, text), mode: "hand" });
    } else if (store.state.mode !== "replay") {
      openType(app);
      /** @type {HTMLTextAreaElement} */ (byId("typed")).value = text;
    }
  }
}
