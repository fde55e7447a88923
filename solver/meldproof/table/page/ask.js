// Questions and replies, over the local server or a worker with Pyodide. A reply to an older question is dropped.

/** @typedef {Record<string, any>} Json */
/** @typedef {{answer?: Json, words?: Record<string, string>, status?: number, error?: {kind: string, message: string, where: Json}}} Reply */
/** @typedef {{send: (text: string, signal: AbortSignal) => Promise<string>, full: boolean}} Transport */

/** The local server, beside this page. @returns {Transport} */
export function server() {
  return {
    full: true,
    async send(text, signal) {
      const reply = await fetch("api", { method: "POST", headers: { "content-type": "application/json" }, body: text, signal });
      return reply.text();
    },
  };
}

/**
 * A worker that runs the same programme in the browser. It answers one question at a time; what is given up meanwhile
 * is never sent.
 * @param {(done: number, total: number) => void} progress @returns {Transport}
 */
export function pyodide(progress) {
  const worker = new Worker("worker.js", { type: "module" });
  /** @type {{text: string, signal: AbortSignal, done: (text: string) => void, fail: (error: unknown) => void}[]} */
  const waiting = [];
  /** @type {typeof waiting[number] | null} */
  let asked = null;
  let ready = false;
  const next = () => {
    if (!ready || asked) return;
    while ((asked = waiting.shift() ?? null)?.signal.aborted);
    if (asked) worker.postMessage(asked.text);
  };
  worker.onmessage = ({ data }) => {
    if (data.progress) progress(data.progress.done, data.progress.total);
    if (data.failed) {
      for (const one of [asked, ...waiting]) one?.fail(new Error(data.failed));
      waiting.length = 0;
    }
    if (data.ready) ready = true;
    if (data.reply) asked?.done(data.reply);
    if (data.reply) asked = null;
    next();
  };
  return {
    full: false,
    send: (text, signal) => new Promise((done, fail) => {
      waiting.push({ text, signal, done, fail });
      next();
    }),
  };
}

export class Asker {
  /** @param {Transport} transport @param {() => string} language */
  constructor(transport, language) {
    this.transport = transport;
    this.language = language;
    this.number = 0;
    /** @type {Map<string, AbortController>} */
    this.open = new Map();
  }

  /** Give up what is being asked under a name. @param {string} slot */
  drop(slot) {
    this.open.get(slot)?.abort();
    this.open.delete(slot);
  }

  /**
   * The reply, or null where another question of the same name was asked meanwhile.
   * @param {string} slot @param {Json} question @returns {Promise<Reply | null>}
   */
  async ask(slot, question) {
    this.drop(slot);
    const control = new AbortController();
    this.open.set(slot, control);
    const id = ++this.number;
    try {
      const text = await this.transport.send(JSON.stringify({ id, lang: this.language(), ...question }), control.signal);
      const reply = JSON.parse(text);
      if (control.signal.aborted || (reply.id !== id && reply.id !== null)) return null;
      return reply;
    } catch (error) {
      if (control.signal.aborted) return null;
      return { error: { kind: "Connection", message: String(error instanceof Error ? error.message : error), where: {} } };
    } finally {
      if (this.open.get(slot) === control) this.open.delete(slot);
    }
  }
}
