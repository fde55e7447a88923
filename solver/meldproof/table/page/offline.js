// Keeps the exported page in the browser, so that it works without a network once it was loaded.

const VERSION = "unset";
const OURS = "meldproof-table ";
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil((async () => {
  const files = await (await fetch("files.json", { cache: "no-cache" })).json();
  await (await caches.open(OURS + VERSION)).addAll(["./", "files.json", ...files.all]);
  await worker.skipWaiting();
})()));

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== OURS + VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
})()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET") return;
  event.respondWith((async () => {
    const kept = await (await caches.open(OURS + VERSION)).match(event.request, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  })());
});
