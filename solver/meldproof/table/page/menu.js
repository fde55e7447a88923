// The sheets: rules and look, typed cards, sharing, a clause, what must be laid.

import { solveOf } from "./app.js";
import { byId, fill, h, icon } from "./dom.js";
import { readCards } from "./hand.js";
import { headline } from "./answer.js";
import { otherVariant } from "./state.js";
import { say } from "./words.js";

/** @typedef {import("./app.js").App} App @typedef {import("./ask.js").Json} Json @typedef {import("./dom.js").Child} Child @typedef {import("./words.js").Word} Word */
/** @typedef {Event & {target: HTMLInputElement}} Changed */

/** Open the sheet, or show other things in it. @param {string} title @param {...Child} children */
function sheet(title, ...children) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  fill(dialog, h("div", { class: "sheet-head" }, h("h2", { id: "dialog-title", tabindex: -1 }, title),
    h("button", { class: "plain", "data-key": "close", "aria-label": say("close"), onclick: () => dialog.close() }, icon("no"))),
    h("div", { class: "sheet-body" }, ...children));
  if (!dialog.open) dialog.showModal();
  return dialog;
}

export const closeSheet = () => /** @type {HTMLDialogElement} */ (byId("dialog")).close();

/** @param {App} app @param {{look: () => void}} acts */
export function openMenu(app, acts) {
  const { store, deck, prefs } = app, again = () => openMenu(app, acts);
  /** @param {Partial<import("./state.js").State>} patch */
  const change = (patch) => store.change(patch);
  /** @param {"four" | "big" | "typing"} name */
  const look = (name) => h("label", { class: "switch" },
    h("input", { type: "checkbox", "data-key": `look ${name}`, checked: prefs[name], onchange: (/** @type {Changed} */ event) => {
    prefs[name] = event.target.checked;
    acts.look();
  } }), say(name));
  const themes = /** @type {const} */ (["", "light", "dark"]);
  const { min, max } = deck.description.players;
  sheet(say("choose_variant"),
    h("fieldset", { class: "choices" }, h("legend", {}, say("variant")),
      app.variants.map((variant) => h("label", { class: "switch" },
      h("input", { type: "radio", name: "variant", "data-key": `variant ${variant.id}`,
        checked: !store.state.rules && variant.id === store.state.variant, onchange: () => change(otherVariant(variant.id)) }),
      variant.name[document.documentElement.lang === "es" ? "es" : "en"])),
        h("label", { class: "switch" },
        h("input", { type: "radio", name: "variant", checked: store.state.rules !== "", "data-key": "variant own",
        onchange: () => byId("own-rules").focus() }), say("house"))),
    h("details", { class: "own", open: store.state.rules !== "" }, h("summary", {}, say("drop_rules")), ownRules(app)),
    h("div", { class: "pair" },
      h("label", {}, say("players_number"),
        h("select", { "data-key": "players",
        onchange: (/** @type {Changed} */ event) => change({ players: event.target.value ? Number(event.target.value) : null }) },
        h("option", { value: "", selected: store.state.players === null }, say("any_number")),
          Array.from({ length: max - min + 1 },
          (_, place) => h("option", { value: min + place, selected: store.state.players === min + place }, min + place)))),
      h("label", {}, say("score_before"),
        h("input", { type: "number", class: "number", "data-key": "menu score", value: store.state.score ?? "", placeholder: "0",
        onchange: (/** @type {Changed} */ event) => change({ score: event.target.value === "" ? null : Number(event.target.value) }) }), h("small", {}, say("score_help")))),
    readings(app, again), settings(app, again),
    h("fieldset", { class: "choices" }, h("legend", {}, say("look")),
      h("label", {}, say("theme"), h("select", { "data-key": "theme", onchange: (/** @type {Changed} */ event) => {
        prefs.theme = /** @type {typeof themes[number]} */ (event.target.value);
        acts.look();
      } }, themes.map((theme) => h("option", { value: theme, selected: theme === prefs.theme },
        say(/** @type {Word} */ (`theme_${theme || "auto"}`)))))),
      look("four"), look("big"), look("typing")));
}

/** @param {App} app */
function ownRules(app) {
  const text = h("textarea", { id: "own-rules", rows: 8, spellcheck: "false", "aria-label": say("drop_rules"),
    "data-key": "own rules" });
  text.value = app.store.state.rules || `schema = 1\nid = "our-house"\nname = "Our house"\nextends = "${app.store.state.variant}"\n`;
  const wrong = h("p", { class: "bad", role: "alert" });
  const take = async (/** @type {string} */ rules) => {
    const reply = await app.asker.ask("rules", { ask: "parameters", rules });
    if (reply?.error) wrong.textContent = reply.error.message;
    else if (reply) {
      app.store.change(otherVariant(app.store.state.variant, rules));
      closeSheet();
    }
  };
  const file = h("input", { type: "file", id: "rules-file", class: "quiet", accept: ".toml", onchange: async () => {
    const chosen = file.files?.[0];
    if (chosen) take((text.value = await chosen.text()));
  } });
  text.addEventListener("drop", async (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    take((text.value = await dropped.text()));
  });
  return h("div", {}, text, wrong,
    h("div", { class: "chips" }, file, h("label", { class: "chip", for: "rules-file" }, say("choose_file")),
    h("button", { class: "chip", "data-key": "use rules", onclick: () => take(text.value) }, icon("check"), say("use_rules"))));
}

/** @param {App} app @param {() => void} again */
function readings(app, again) {
  const clauses = app.deck.description.clauses.filter((clause) => clause.readings.length);
  if (!clauses.length) return null;
  return h("details", { open: app.store.state.readings.length > 0 }, h("summary", {}, `${say("readings")} (${clauses.length})`),
    h("p", { class: "fine" }, say("reading_text")), clauses.map((clause) => {
    const others = app.store.state.readings.filter((name) => !clause.readings.some((one) => one.reading === name));
    /** @param {string} name @param {string} text @param {string} [reason] */
    const choice = (name, text, reason) => h("label", { class: "switch" },
      h("input", { type: "radio", name: `r-${clause.clause}`, "data-key": `r ${clause.clause} ${name}`,
      disabled: reason !== undefined, checked: clause.reading === name,
      onchange: () => changed(app, { readings: name ? [...others, name] : others }, again) }), h("span", {}, text, reason !== undefined && h("small", {}, say("not_encoded", { reason }))));
    return h("fieldset", { class: "choices" },
      h("legend", {}, clause.clause.split("/")[1] ?? clause.clause,
      clause.cites.length > 0 && h("small", {}, ` ${say("source", { cites: clause.cites.join(", ") })}`)),
      choice("", clause.reading ? say("reset") : clause.text),
        clause.readings.map((one) => choice(one.reading, one.text, one.encoded ? undefined : one.reason)));
  }));
}

/** @param {App} app @param {() => void} again */
function settings(app, again) {
  const { store, deck } = app;
  const clauses = new Map(deck.description.clauses.map((clause) => [clause.clause, clause]));
  const choices = deck.description.parameters.filter((one) => one.choices.length > 1);
  /** @param {string} name @param {unknown} value */
  const change = (name, value) => changed(app, { settings: { ...store.state.settings, [name]: value } }, again);
  return h("details", { open: Object.keys(store.state.settings).length > 0 },
    h("summary", {}, `${say("settings")} (${choices.length})`), h("p", { class: "fine" }, say("settings_text")),
    Object.keys(store.state.settings).length > 0 && h("button", { class: "chip", "data-key": "reset", onclick: () => changed(app, { settings: {} }, again) }, icon("undo"), say("reset")),
    choices.map((one) => h("div", { class: "setting" }, one.choices.length === 2 && one.choices.includes(true)
      ? h("label", { class: "switch" },
        h("input", { type: "checkbox", "data-key": `set ${one.parameter}`, checked: one.value === true,
        onchange: (/** @type {Changed} */ event) => change(one.parameter, event.target.checked) }),
        h("span", {}, capital(one.label), h("small", {}, clauses.get(one.clause)?.text)))
      : h("label", {}, capital(one.label), h("select",
        { "data-key": `set ${one.parameter}`,
        onchange: (/** @type {Changed} */ event) => change(one.parameter, event.target.value) },
        one.choices.map((value, place) => h("option", { value: String(value), selected: value === one.value }, one.said[place]))),
        h("small", {}, clauses.get(one.clause)?.text)))));
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Change the rules, and go on when they were described anew. @param {App} app @param {Partial<import("./state.js").State>} part @param {() => void} again */
async function changed(app, part, again) {
  const before = app.deck;
  app.store.change(part);
  for (let tries = 0; tries < 100 && app.deck === before; tries += 1) await new Promise((done) => setTimeout(done, 30));
  again();
}

/** @param {App} app */
export function openType(app) {
  const { state } = app.store, meld = state.mode === "meld";
  const cards = h("textarea", { id: "typed", rows: 3, spellcheck: "false", autocapitalize: "off", "data-key": "typed",
    "aria-describedby": "type-help" });
  cards.value = (meld ? state.cards : state.hand).join(" ");
  const table = h("textarea", { id: "typed-table", rows: 2, spellcheck: "false", autocapitalize: "off",
    "data-key": "typed table" });
  table.value = state.table.map((codes) => codes.join(" ")).join("; ");
  const wrong = h("p", { class: "bad", role: "alert" });
  const take = async () => {
    const read = await readCards(app, cards.value, table.value);
    if ("error" in read) {
      wrong.textContent = read.error ?? "";
      return;
    }
    app.store.change("cards" in read ? { cards: read.cards } : { hand: read.hand, table: read.table });
    closeSheet();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    take();
  };
  cards.addEventListener("keydown", key);
  sheet(say("type_title"), h("label", { for: "typed" }, say("type_label")), cards,
    h("p", { class: "fine", id: "type-help" }, say("type_help")),
    !meld && app.deck.description.table !== "none" && h("div", {}, h("label", { for: "typed-table" }, say("type_table")), table),
      wrong,
    h("div", { class: "chips" }, h("button", { class: "chip", "data-key": "use typed", onclick: take }, icon("check"),
      say("use"))));
  cards.focus();
}

/** @param {App} app */
export function openMust(app) {
  const { store, deck } = app, use = [...store.state.use];
  const list = h("ul", { class: "held" }, store.state.hand.map((code, place) => {
    const before = store.state.hand.slice(0, place).filter((one) => one === code).length;
    const on = use.filter((one) => one === code).length > before;
    return h("li", {}, h("button",
      { class: `key ${on ? "must" : ""}`.trim(), "data-key": `must ${place}`, "aria-pressed": String(on),
      "aria-label": say("must_lay", { card: deck.name(code) }), onclick: () => {
      const next = [...use];
      if (on) next.splice(next.indexOf(code), 1);
      else next.push(code);
      store.change({ use: next });
      openMust(app);
    } }, deck.face(code, true)));
  }));
  sheet(say("must"), h("p", { class: "fine" }, say("must_help")), list,
    h("div", { class: "chips" },
    h("button", { class: "chip", "data-key": "must done", onclick: closeSheet }, icon("check"), say("done"))));
}

/** A clause in full. @param {App} app @param {string} key */
export function openClause(app, key) {
  const clause = app.deck.description.clauses.find((one) => one.clause === key);
  if (!clause) return;
  const { rules, lang } = { rules: document.documentElement.dataset.rules, lang: document.documentElement.lang };
  const page = `${rules?.replace("{lang}", lang)}${encodeURIComponent(app.store.state.variant)}.html`;
  sheet(say("clause"), h("p", { class: "cites" }, key), h("p", { class: "lead" }, clause.text),
    clause.cites.length > 0 && h("p", { class: "fine" }, say("source", { cites: clause.cites.join(", ") })),
    clause.readings.length > 0 && h("h3", {}, say("readings")),
      clause.readings.map((one) => h("p", {}, h("b", {}, one.reading), `: ${one.text}`)),
    rules && !app.store.state.rules && h("p", {},
      h("a", { href: `${page}#rummy-${encodeURIComponent(key.replace("/", "-"))}` }, say("rule_page"))));
}

/** @param {App} app @param {string} address */
export function openShare(app, address) {
  const { state } = app.store, answer = app.shown.reply?.answer;
  const said = h("p", { class: "fine", role: "status" });
  /** @param {string} text */
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = say("copied");
    } catch {
      said.replaceChildren(h("textarea", { rows: 4, readonly: true, "aria-label": say("copy_text") }, text));
    }
  };
  /** @param {Word} word @param {() => void} act */
  const button = (word, act) => h("button", { class: "chip", "data-key": `share ${word}`, onclick: act }, say(word));
  const drawn = state.mode === "hand" && answer;
  sheet(say("share_title"), h("p", { class: "fine" }, say("link_help")), h("div", { class: "chips" },
    button("copy_link", () => copy(address)),
      state.mode !== "replay" && answer && button("copy_text", () => copy(plainText(app))),
    drawn && button("save_svg", () => save(app, "svg")), drawn && button("save_png", () => save(app, "png")),
    button("print", () => {
      closeSheet();
      print();
    })), said);
}

/** The answer as lines of text. @param {App} app */
export function plainText(app) {
  const { state } = app.store, answer = app.shown.reply?.answer, { deck } = app;
  if (!answer) return "";
  if (state.mode === "meld") return [`${deck.description.name}: ${deck.text(answer.read.cards)}`,
    answer.legal ? say("yes", { kind: say(answer.kind) }) : say("no"),
    ...answer.violations.map((/** @type {Json} */ one) => one.message)].join("\n");
  const melds = answer.melds.map((/** @type {Json} */ meld) => `${say(meld.kind)}: ${deck.text(meld.cards)} (${meld.points})`);
  return [`${deck.description.name}: ${deck.text(answer.hand)}`, headline(answer), ...melds,
    `${say("left_over")}: ${deck.text(answer.deadwood) || say("nothing")}`,
    answer.discard && `${say("discard_it")}: ${deck.text([answer.discard])}`].filter(Boolean).join("\n");
}

/** The programme's own picture, as a file. @param {App} app @param {"svg" | "png"} kind */
async function save(app, kind) {
  const reply = await app.asker.ask("svg", { ...solveOf(app.store.state), svg: true });
  const text = reply?.answer?.svg;
  if (!text) return;
  const svg = new Blob([text], { type: "image/svg+xml" });
  const blob = kind === "svg" ? svg : await asPng(svg);
  const link = h("a", { href: URL.createObjectURL(blob), download: `meldproof.${kind}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {Blob} svg @returns {Promise<Blob>} */
async function asPng(svg) {
  const image = new Image(), address = URL.createObjectURL(svg);
  image.src = address;
  await image.decode();
  const canvas = h("canvas", { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((done) => canvas.toBlob((blob) => done(/** @type {Blob} */ (blob))));
}

