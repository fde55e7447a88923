// The same programme inside the browser: Pyodide, this package, and msgspec. Nothing is fetched from elsewhere.

/** @typedef {{load: Record<string, number>}} Files */

const fetched = self.fetch.bind(self);
let done = 0, total = 0;

/** Counts what arrives, for the progress bar. @param {Response} response */
function counted(response) {
  if (!response.body) return response;
  const counter = new TransformStream({ transform(chunk, control) {
    done += chunk.byteLength;
    self.postMessage({ progress: { done: Math.min(done, total), total } });
    control.enqueue(chunk);
  } });
  return new Response(response.body.pipeThrough(counter), { status: response.status, headers: response.headers });
}

async function load() {
  const files = /** @type {Files} */ (await (await fetched("files.json")).json());
  total = Object.values(files.load).reduce((sum, size) => sum + size, 0);
  self.fetch = async (...asked) => counted(await fetched(...asked));
  const parts = ["msgspec.zip", "meldproof.zip"].map(async (name) => (await self.fetch(name)).arrayBuffer());
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", self.location.href).href);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", self.location.href).href });
  for (const part of parts) python.unpackArchive(await part, "zip", { extractDir: "/meldproof" });
  python.runPython("import sys; sys.path.insert(0, '/meldproof')\nfrom meldproof.table import browser\nbrowser.prepare()");
  return python.globals.get("browser").answer;
}

load().then((answer) => {
  self.onmessage = ({ data }) => self.postMessage({ reply: answer(data) });
  self.postMessage({ ready: true });
}, (error) => self.postMessage({ failed: String(error) }));
