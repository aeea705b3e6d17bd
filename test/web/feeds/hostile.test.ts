import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { eventually } from "../../ground/eventually.ts";
import { openBrowser, visit } from "../../ground/open-browser.ts";
import type { SignedIn } from "../../ground/signed-in.ts";
import { feedsServer } from "./feeds-server.ts";

const browser = await openBrowser();
after(() => browser?.close());
const { url, origin, database, person } = await feedsServer();

const attacks = [
  `<script>alert(1)</script>`,
  `</title><script>alert(1)</script>`,
  `<img src=x onerror=alert(1)>`,
  `<svg/onload=alert(1)>`,
  `<svg><animate onbegin=alert(1) attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
  `<meta http-equiv=refresh content="0;url=https://evil.example/">`,
  `<base href=https://evil.example/>`,
  `<style>*{display:none}</style>`,
  `<form action=https://evil.example/><input name=csrf>`,
  `<a href="javascript:alert(1)">x</a>`,
  `<div hx-get="/account" hx-trigger="load" hx-target="body">x</div>`,
  `<hx-partial hx-target="body">x</hx-partial>`,
  `"><script>alert(1)</script>`,
  `' onmouseover='alert(1)`,
  `" autofocus onfocus="alert(1)`,
  `javascript:alert(1)`,
  `{{constructor.constructor('alert(1)')()}}`,
  `\u202Egnp.exe\u2066`,
  `&lt;script&gt;alert(1)&lt;/script&gt;`,
];
const everything = attacks.join(" ");
const cdata = (text: string) => `<![CDATA[${text}]]>`;
const hostileFeed = `<?xml version="1.0"?><rss version="2.0"><channel><title>${cdata(everything)}</title>
  <link>javascript:alert(1)</link><description>${cdata(everything)}</description>
  ${[...attacks, everything].map((attack, n) => `<item><title>${cdata(attack)}</title><link>${n % 2 === 0 ? "javascript:alert(1)" : `https://a.example/?q=${encodeURIComponent(attack)}`}</link><guid>${n}</guid><description>${cdata(attack)}</description></item>`).join("")}
  </channel></rss>`;
const entity = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
const hostilePage = `<html><head>${attacks.map((attack, n) => `<link rel="alternate" type="application/rss+xml" title="${entity(attack)}" href="/feed?${n}=${encodeURIComponent(attack)}">`).join("")}
  <link rel="alternate" type="application/rss+xml" href="javascript:alert(1)"></head><body>${entity(everything)}</body></html>`;
origin.serve("/feed", { body: hostileFeed });
origin.serve("/page", { headers: { "content-type": "text/html" }, body: hostilePage });
origin.serve("/refusal", { status: 500, headers: { "content-type": "text/html" }, body: hostilePage });

const anna = await person(`"o'brien"@example.org`.replace(/["']/g, ""));

test("no text from a feed, page, server or person becomes markup, a handler or an address of ours", async (t) => {
  const ids = [
    await add(everything.slice(0, 250), "/feed", "127.0.5.1"),
    await add(`<b>"'`, "/page", "127.0.5.2"),
    await add("Refuses", "/refusal", "127.0.5.3"),
  ];
  await eventually(async () => {
    const { rows } = await database.worker.query("select from feeds where last_fetch_status is null");
    assert.equal(rows.length, 0);
  });
  const opml = `<opml><body>${attacks.map((attack) => `<outline text="${entity(attack)}" xmlUrl="${entity(attack)}"/>`).join("")}</body></opml>`;
  const paths = [
    "/dashboard",
    "/feeds",
    `/feeds?search=${encodeURIComponent(`"><script>alert(1)</script>`)}`,
    ...ids.flatMap((id) => [`/feeds/${id}`, `/feeds/${id}/edit`]),
  ];

  for (const path of paths) {
    for (const htmx of ["true", ""]) {
      const answer = await fetch(url + path, { headers: { ...anna.headers, "HX-Request": htmx } });
      assert.equal(answer.status, 200, path);
      assert.deepEqual(dangers(await answer.text()), [], path);
    }
  }
  const form = new FormData();
  form.set("opml", new Blob([opml]), "x.opml");
  const report = await fetch(`${url}/feeds/import`, { method: "POST", headers: anna.headers, body: form });
  assert.deepEqual(dangers(await report.text()), []);
  const refused = await send("/feeds", { name: everything, url: everything });
  assert.deepEqual(dangers(await refused.text()), []);

  if (browser === null) return t.diagnostic("no browser");
  const { page, isWell, close } = await visit(browser, `${url}/about-fetcher`, { session: anna });
  page.on("dialog", (dialog) => assert.fail(`a dialog says ${dialog.message()}`));
  for (const path of ["/feeds", ...ids.map((id) => `/feeds/${id}`)]) {
    await page.goto(url + path);
    await page.locator("#feed-view, .feed").first().waitFor();
    await isWell(path.replaceAll("/", "-"), [{ width: 390, colorScheme: "light" }]);
  }
  assert.match(page.url(), /^http:\/\/127\.0\.0\.1/);
  await close();
});

async function add(name: string, path: string, host: string): Promise<string> {
  const answer = await send("/feeds", { name, url: origin.url(path, host) });
  assert.equal(answer.status, 204, await answer.text());
  const { rows } = await database.worker.query(
    "select s.id from subscriptions s join feeds f on f.id = s.feed_id where f.url = $1",
    [origin.url(path, host)],
  );
  return rows[0].id as string;
}

function send(path: string, form: Record<string, string>, who: SignedIn = anna): Promise<Response> {
  const headers = { ...who.headers, "HX-Request": "true" };
  return fetch(url + path, { method: "POST", headers, body: new URLSearchParams(form) });
}

type Element = DefaultTreeAdapterTypes.Element;
const addresses = new Set(["href", "src", "action", "formaction", "hx-get", "hx-post", "hx-patch", "hx-delete"]);
const foreignElements = new Set(["iframe", "base", "object", "embed", "style", "animate", "hx-partial", "img"]);

/** What no page of ours has: scripts but our own files, handlers, foreign elements, addresses that run. */
function dangers(markup: string): string[] {
  return [...elementsOf(parse(markup))].flatMap(({ tagName, attrs }) => {
    const src = attrs.find(({ name }) => name === "src")?.value ?? "";
    const isForeign = foreignElements.has(tagName) || (tagName === "script" && !/^\/(static|vendor)\//.test(src));
    const bad = attrs.filter(
      ({ name, value }) =>
        /^on|^hx-on|^srcdoc|^style$|^http-equiv/.test(name) ||
        (addresses.has(name) && !/^(https?:\/\/|\/(?!\/)|#)/.test(value)) ||
        (/^hx-(get|post|patch|delete)$/.test(name) && !value.startsWith("/")),
    );
    return [...(isForeign ? [`<${tagName}>`] : []), ...bad.map(({ name, value }) => `${tagName} ${name}=${value}`)];
  });
}

function* elementsOf(node: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const child of node.childNodes) {
    if ("tagName" in child) yield child;
    if ("childNodes" in child) yield* elementsOf(child);
  }
}
