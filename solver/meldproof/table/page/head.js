// The head of the page: title, language, menu, and what one wants to know.

import { byId, fill, h, icon } from "./dom.js";
import { openMenu } from "./menu.js";
import { toAddress } from "./state.js";
import { language, say, speak } from "./words.js";

/** @typedef {import("./app.js").App} App */

/** @param {App} app @param {{look: () => void, describe: () => void}} acts */
export function drawHead(app, acts) {
  const { description } = app.deck, { store, prefs } = app, { state } = store;
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
      acts.look();
      acts.describe();
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
