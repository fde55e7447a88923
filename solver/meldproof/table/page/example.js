// Something to begin with.

/** @typedef {import("./app.js").App} App */

/** Something to look at, of the deck in force: most of a suit, and a few cards of one rank. @param {App} app */
export async function example(app) {
  const { store } = app, { state } = store, { description } = app.deck, { ranks, suits } = description.deck;
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
