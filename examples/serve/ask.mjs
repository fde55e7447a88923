// Ask meldproof from Node: `node ask.mjs meldproof serve`. One JSON object a line, both ways.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [command, ...words] = process.argv.slice(2);
const meldproof = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map(); // by id: replies come in the order of the questions, but need not be counted
let number = 0;

createInterface({ input: meldproof.stdout }).on("line", (line) => {
  const reply = JSON.parse(line);
  const { done, fail } = waiting.get(reply.id);
  waiting.delete(reply.id);
  if (reply.error) fail(new Error(reply.error.message));
  else done(reply.answer);
});

/** The answer to a question; an error says in a line what can't be used. */
const ask = (question) => new Promise((done, fail) => {
  const id = (number += 1);
  waiting.set(id, { done, fail });
  meldproof.stdin.write(JSON.stringify({ id, ...question }) + "\n");
});

const best = await ask({ ask: "solve", variant: "gin", cards: "4s 5s 6s 9h 9d 9c Kd", discard: "required" });
console.log(best.melds.map((meld) => meld.cards.join(" ")).join("; "), "discard", best.discard);
const verdict = await ask({ ask: "check", variant: "argentino", cards: "4s 5s JK 2d 8s" });
console.log(verdict.legal, verdict.violations.map((broken) => broken.clause).join(" "));
await ask({ ask: "check", variant: "argentino", cards: "4s 5z" }).catch((error) => console.log(error.message));
meldproof.stdin.end();
