import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { connectionFrom, strangerHeaders } from "../ground/signed-in.ts";
import { operatorWorld } from "./operator/operator-world.ts";

const { app, parts } = await operatorWorld();

/** Routes open to everyone. Add to this list only on purpose. */
const open = [
  "GET /",
  "GET /about-fetcher",
  "GET /api/item",
  "GET /api/item/:prefix{.*}",
  "GET /api/item/prefix-length",
  "GET /api/site",
  "GET /atom",
  "GET /bot",
  "GET /brief/unsubscribe/:token",
  "GET /docs/api",
  "GET /feed-mails/unsubscribe/:token",
  "GET /feed.json",
  "GET /healthz",
  "GET /icons/:name",
  "GET /livez",
  "GET /media/picture/:signature/:address",
  "GET /manifest.webmanifest",
  "GET /metrics",
  "GET /offline",
  "GET /openapi.json",
  "GET /personal/:token/atom",
  "GET /personal/:token/feed.json",
  "GET /personal/:token/feeds.opml",
  "GET /personal/:token/rss",
  "GET /readyz",
  "GET /rss",
  "GET /static/:hash/:name",
  "GET /sw.js",
  "GET /vendor/:version/:name",
  "GET /websub/:token",
  "POST /brief/unsubscribe/:token",
  "POST /feed-mails/unsubscribe/:token",
  "POST /theme",
  "POST /hub",
  "POST /mail/in",
  "POST /websub/:token",
];

test("without a login only public pages and the login are served; everything else redirects to the login", async () => {
  const headers = strangerHeaders(parts);
  const routes = new Set(app.routes.flatMap(({ method, path }) => (method === "ALL" ? [] : [`${method} ${path}`])));
  const inside: string[] = [];
  for (const route of [...routes].toSorted()) {
    const [method = "", pattern = ""] = route.split(" ");
    if (pattern.startsWith("/auth/") || isForApps(pattern)) continue;
    const path = pattern.replaceAll(/:\w+(\{[^}]*\})?/g, randomUUID());
    const answer = await app.request(path, { method, headers }, connectionFrom("127.0.0.1"));
    const isLedAway = answer.status === 303 && /^\/auth\/login(\?|$)/.test(answer.headers.get("Location") ?? "");
    assert.equal(!isLedAway, open.includes(route), `${route} answers ${answer.status}`);
    if (isLedAway) inside.push(route);
  }
  assert.ok(inside.length >= 40, "as many as there are pages and changes of a person's own");
  assert.deepEqual(
    open.filter((route) => !routes.has(route)),
    [],
  );
});

/** Apps have tokens of their own and are never led to a page. */
const isForApps = (pattern: string) =>
  /^(\/api\/greader\.php)?\/(reader|accounts)\/|^\/api\/(greader|fever)\.php$|^\/(fever|v1|api\/me)(\/|$)/.test(
    pattern,
  );

test("without a token no call of an app is answered, except for the login and what is the same for everyone", async () => {
  const answered: string[] = [];
  for (const { method, path: pattern } of app.routes) {
    if (method === "ALL" || !isForApps(pattern)) continue;
    const path = pattern.replaceAll(/:\w+(\{[^}]*\})?|\*/g, "x");
    const answer = await app.request(path, { method, headers: strangerHeaders(parts) }, connectionFrom("127.0.0.1"));
    if (answer.status !== 401) answered.push(`${method} ${pattern} ${answer.status}`);
  }
  const everywhere = (base: string) => [
    `OPTIONS ${base}/accounts/* 204`,
    `OPTIONS ${base}/reader/* 204`,
    `GET ${base}/reader/* 404`,
    `POST ${base}/reader/* 404`,
  ];
  assert.deepEqual(
    new Set(answered),
    new Set([
      ...everywhere(""),
      ...everywhere("/api/greader.php"),
      "GET /api/greader.php 200",
      "OPTIONS /v1/* 204",
      "GET /api/me/openapi.json 200",
      // Fever has no status codes. The answer says that the key is wrong.
      ...["/fever", "/fever/fever.php", "/api/fever.php"].flatMap((path) => [`GET ${path} 200`, `POST ${path} 200`]),
    ]),
  );
});
