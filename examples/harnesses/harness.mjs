// A harness to copy: it lets `meldproof conform` ask your game. Replace the part between the lines by calls of it.
//     meldproof conform gin --smoke -- node examples/harnesses/harness.mjs
import { createInterface } from "node:readline";

// ---- your game ------------------------------------------------------------------------------------------------------
const RANKS = "A23456789TJQK";
const rank = (card) => RANKS.indexOf(card[0]);

function isMeld(cards) {
  // a set, or a run in one suit (the ace low)
  const ranks = cards.map(rank).sort((a, b) => a - b);
  const suits = new Set(cards.map((card) => card[1]));
  if (cards.length < 3) return false;
  if (new Set(ranks).size === 1) return suits.size === cards.length;
  return suits.size === 1 && ranks.every((place, i) => place === ranks[0] + i);
}

const points = (cards) => cards.reduce((sum, card) => sum + Math.min(rank(card) + 1, 10), 0);
// ---------------------------------------------------------------------------------------------------------------------

const operations = {
  is_meld: ({ cards }) => ({ legal: isMeld(cards) }),
  value: ({ cards }) => ({ points: isMeld(cards) ? points(cards) : null }),
};

function answer(message) {
  if (message.cmd === "start") {
    const implementation = { name: "copied harness", language: "JavaScript", version: "1" };
    return { version: 1, implementation, operations: Object.keys(operations) };
  }
  if (message.cmd === "variant") return { ok: message.id === "gin" };
  const operation = operations[message.op];
  if (!operation) return { seq: message.seq, skipped: true, message: `no ${message.op} here` };
  try {
    return { seq: message.seq, result: operation(message.case) };
  } catch (error) {
    return { seq: message.seq, errored: true, message: String(error) };
  }
}

const out = process.stdout;
console.log = console.error; // what the game prints must not get among the answers
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.cmd === "stop") break;
  out.write(JSON.stringify(answer(message)) + "\n");
}
process.exit(0);
