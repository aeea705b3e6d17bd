// Keeps the files of our pages, Today and the last articles for reading offline. The server writes `version` and `files` above.
const shell = `shell-${version}`;
const pages = `pages-${version}`;
const articlesMax = 50;
const article = /^\/items\/[\da-f-]{36}$/;

addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(dropOlder().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin) return;
  // Logging in or out, or a session that has ended: the next person must not find what the last one read.
  if (pathname.startsWith("/auth/") || pathname === "/account/delete") event.waitUntil(caches.delete(pages));
  if (request.method !== "GET") return;
  if (/^\/(?:static|vendor)\//.test(pathname)) event.respondWith(fileOf(request));
  else if (request.mode === "navigate") event.respondWith(pageOf(event, pathname, search));
});

async function fill() {
  await (await caches.open(shell)).addAll(files);
}

/** Saved pages name the files of their version, so they go with them. */
async function dropOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== shell && name !== pages).map((name) => caches.delete(name)));
}

/** The address contains a hash or a version, so a saved file is never out of date. */
async function fileOf(request) {
  const cache = await caches.open(shell);
  const saved = await cache.match(request.url);
  if (saved !== undefined) return saved;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

async function pageOf(event, pathname, search) {
  try {
    const answer = await fetch(event.request);
    const isKept = article.test(pathname) || (pathname === "/dashboard" && search === "");
    if (isKept && answer.ok) event.waitUntil(keep(pathname, answer.clone()));
    return answer;
  } catch {
    const saved = await (await caches.open(pages)).match(pathname);
    return saved === undefined ? (await caches.open(shell)).match("/offline") : asSaved(saved);
  }
}

/** The newest is last, so the first ones are those opened longest ago. */
async function keep(pathname, answer) {
  const cache = await caches.open(pages);
  await cache.delete(pathname);
  await cache.put(pathname, answer);
  const articles = (await cache.keys()).filter(({ url }) => article.test(new URL(url).pathname));
  await Promise.all(articles.slice(0, -articlesMax).map((one) => cache.delete(one)));
}

/** With the sentence that says so; every page has it, hidden. */
async function asSaved(saved) {
  const headers = new Headers(saved.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response((await saved.text()).replace('id="offline" hidden', 'id="offline"'), { headers });
}
