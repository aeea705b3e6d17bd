import assert from "node:assert/strict";
import { after, test } from "node:test";
import { laneOf } from "../../../src/schedule/lane.ts";
import { rss } from "../../ground/feed-origin.ts";
import { openBrowser, visit } from "../../ground/open-browser.ts";
import type { SignedIn } from "../../ground/signed-in.ts";
import { feedsServer } from "./feeds-server.ts";

const browser = await openBrowser();
const skip = browser === null && "no browser";
after(() => browser?.close());
const { url, origin, database, person } = await feedsServer();

const entry = { title: "Bridge opens", link: "https://harbour.example/1", date: new Date() };
const page = (links: string) => ({
  headers: { "content-type": "text/html" },
  body: `<html><head><title>Site</title>${links}</head><body>Hello</body></html>`,
});
const link = (title: string, href: string) =>
  `<link rel="alternate" type="application/rss+xml" title="${title}" href="${href}">`;
origin.serve("/one", page(link("All posts", "/feed")));
origin.serve("/linked", page(link("All &lt;the&gt; news", "/gone")));
origin.serve("/three", page(link("News", "/feed") + link("Sport", "/sport") + link("", "/untitled")));
origin.serve("/none", page(""));
origin.serve("/feed", { body: rss([entry], "Harbour Gazette") });
origin.serve("/sport", { body: rss([entry], "Sport") });
origin.serve("/locked", { status: 401, body: "no" });

async function find(who: SignedIn, written: string, htmx = true): Promise<{ status: number; text: string }> {
  const headers = { ...who.headers, ...(htmx ? { "HX-Request": "true" } : { Accept: "text/html" }) };
  const answer = await fetch(`${url}/feeds/find?url=${encodeURIComponent(written)}`, { headers });
  return { status: answer.status, text: (await answer.text()).replace(/\s+/g, " ") };
}

/** Name and address of each form in the answer. */
function forms(text: string): string[][] {
  const names = [...text.matchAll(/name="name" type="text" value="([^"]*)"/g)].map(([, value = ""]) => value);
  const urls = [...text.matchAll(/name="url" type="url" value="([^"]*)"/g)].map(([, value = ""]) => value);
  return names.map((name, index) => [name, urls[index] ?? ""]);
}

test("the address of a feed or of a site gives the form to add it, filled in, with and without script", async () => {
  const anna = await person();
  const feed = origin.url("/feed", "127.0.6.1");
  for (const htmx of [true, false]) {
    const direct = await find(anna, ` ${feed} `, htmx);
    assert.deepEqual(forms(direct.text), [["Harbour Gazette", feed]]);
    assert.equal(/<html/.test(direct.text), !htmx);
    assert.equal(/hx-post="\/feeds"/.test(direct.text), htmx);
  }
  const site = await find(anna, origin.url("/one", "127.0.6.1"));
  assert.deepEqual(forms(site.text), [["Harbour Gazette", feed]]);
  const silent = await find(anna, origin.url("/linked", "127.0.6.1"));
  assert.deepEqual(forms(silent.text), [["All &lt;the&gt; news", origin.url("/gone", "127.0.6.1")]]);
  assert.match(site.text, /id="feed-add-form-errors"/);
});

test("a host that asked to be left alone is not looked up, nor is one that a redirect leads to", async () => {
  const anna = await person();
  origin.serve("/leads-there", { status: 302, headers: { location: origin.url("/feed", "127.0.6.7") } });
  const close = (host: string, reason: string | null) =>
    database.worker.query(
      `insert into lanes (lane, free_at, ready_at, reason) values ($1, now() + interval '1 hour', 'infinity', $2)
       on conflict (lane) do update set free_at = excluded.free_at, reason = excluded.reason`,
      [laneOf(origin.url("/", host), 4), reason],
    );
  await close("127.0.6.7", "Rate limited");
  // The usual pause after a request is nobody's wish.
  await close("127.0.6.8", null);
  const from = origin.log.length;
  for (const address of [origin.url("/feed", "127.0.6.7"), origin.url("/leads-there", "127.0.6.8")]) {
    const { status, text } = await find(anna, address);
    assert.deepEqual([status, forms(text).length], [200, 1]);
    assert.match(text, /Rate limited/);
  }
  assert.deepEqual(
    origin.log.slice(from).map(({ host, path }) => host + path),
    ["127.0.6.8/leads-there"],
  );
});

test("several feeds of a site are several forms", async () => {
  const anna = await person();
  const { text } = await find(anna, origin.url("/three", "127.0.6.2"));
  assert.deepEqual(
    forms(text).map(([name]) => name),
    ["Harbour Gazette", "Sport", "127.0.6.2:" + new URL(origin.url("/")).port],
  );
  assert.match(text, /3 feeds found/);
  assert.equal(text.match(/action="\/feeds"/g)?.length, 3);
  assert.equal(text.match(/id="feed-add-form-errors"/g)?.length, 1);
});

test("a feed that is on the list already is a link to it and not a form", async () => {
  const anna = await person();
  const feed = origin.url("/feed", "127.0.6.5");
  const added = await fetch(`${url}/feeds`, {
    method: "POST",
    headers: { ...anna.headers, "HX-Request": "true" },
    body: new URLSearchParams({ name: "My own name", url: feed }),
  });
  assert.equal(added.status, 204);
  const path = added.headers.get("Content-Location") ?? "";
  const { text } = await find(anna, origin.url("/three", "127.0.6.5"));
  assert.deepEqual(
    forms(text).map(([name]) => name),
    ["Sport", "127.0.6.5:" + new URL(origin.url("/")).port],
  );
  assert.ok(text.includes("Already on your list"));
  assert.ok(text.includes(`<a href="${path}" dir="auto">My own name</a>`));
  assert.doesNotMatch((await find(await person(), feed)).text, /Already on your list/);
});

test("the plus sign of every page leads to the field, which has the focus", async () => {
  const anna = await person();
  const page = async (path: string) =>
    (await fetch(url + path, { headers: { ...anna.headers, Accept: "text/html" } })).text();
  const isFocused = (text: string) => /<input[^>]*id="address"[^>]*\sautofocus/.test(text);
  const feeds = await page("/feeds");
  assert.match(feeds, /<a class="btn quiet square" href="\/feeds\?add"/);
  assert.equal(isFocused(feeds), false);
  for (const path of ["/feeds?add", "/feeds/find"]) assert.equal(isFocused(await page(path)), true, path);
});

test("the scheme may be left out: https is tried first, then http", async () => {
  const anna = await person();
  const feed = origin.url("/feed", "127.0.6.3");
  assert.deepEqual(forms((await find(anna, feed.replace("http://", ""))).text), [["Harbour Gazette", feed]]);
  assert.deepEqual(forms((await find(anna, `feed:${feed}`)).text), [["Harbour Gazette", feed]]);
});

test("where no feed is found, the answer says why and can still be added", async () => {
  const anna = await person();
  const none = await find(anna, origin.url("/none", "127.0.6.4"));
  assert.equal(none.status, 200);
  assert.match(none.text, /No feed found\. This is a web page, not a feed\./);
  assert.deepEqual(forms(none.text).length, 1);
  assert.match(
    (await find(anna, origin.url("/locked", "127.0.6.4"))).text,
    /Authentication required.*Login or headers/,
  );
  const mistyped = (await find(anna, origin.url("/mistyped", "127.0.6.4"))).text;
  assert.match(mistyped, /No feed found\. The server found nothing at this address\. Edit the address, or try again\./);
  assert.doesNotMatch(mistyped, /no longer/);
  for (const wrong of ["javascript:alert(1)", "http://", "https://a b", "x".repeat(9_000)]) {
    assert.match((await find(anna, wrong)).text, /This is not an address/, wrong.slice(0, 30));
  }
  assert.match((await find(anna, "")).text, /Add by hand/);
});

test("a private address: an operator is told the setting, others are told to ask the operator", async () => {
  const anna = await person();
  assert.match((await find(anna, "http://10.1.2.3/feed")).text, /private address.*Ask its operator/);
  const boss = await person();
  await database.worker.query("update accounts.users set operator = true where id = $1", [boss.id]);
  const told = (await find(boss, "http://10.1.2.3/feed")).text;
  assert.match(told, /FETCH_ALLOW_NETWORKS/);
  assert.doesNotMatch(told, /Ask its operator/);

  // Who adds it all the same is told at once, with and without script, and not that items will appear.
  for (const [who, why] of [
    [anna, /Added Inside, but it won&#39;t be fetched\. This is a private address.*Ask its operator/],
    [boss, /Added Inside, but it won&#39;t be fetched\. .*FETCH_ALLOW_NETWORKS/],
  ] as const) {
    const added = await fetch(`${url}/feeds`, {
      method: "POST",
      headers: { ...who.headers, "HX-Request": "true" },
      body: new URLSearchParams({ name: "Inside", url: "http://10.1.2.3/feed" }),
    });
    const id = /[\da-f-]{36}/.exec(added.headers.get("Content-Location") ?? "")?.[0];
    for (const path of [`/feeds/${id}/added`, `/feeds?added=${id}`]) {
      const text = await (await fetch(url + path, { headers: { ...who.headers, Accept: "text/html" } })).text();
      assert.match(text, why);
      assert.doesNotMatch(text, /Its items appear/);
    }
  }
});

test("nobody can make this server ask without end", async () => {
  const anna = await person();
  let last = await find(anna, "x:");
  for (let asked = 0; asked < 45 && last.status === 200; asked += 1) last = await find(anna, "x:");
  assert.equal(last.status, 429);
  assert.match(last.text, /Wait a minute/);
  assert.equal((await find(await person(), "x:")).status, 200);
});

for (const width of [1280, 390]) {
  test(`two clicks lead from an address to a subscription, at ${width} pixels`, { skip }, async () => {
    assert.ok(browser !== null);
    const visitor = await visit(browser, `${url}/feeds`, { session: await person() });
    const { page: tab, isWell, close } = visitor;
    await tab.setViewportSize({ width, height: 844 });
    await tab.getByLabel("Site or feed address").fill(origin.url("/three", `127.0.7.${width % 200}`));
    await tab.getByRole("button", { name: "Find", exact: true }).click();
    await tab.getByText("3 feeds found").waitFor();
    await isWell(`found-${width}`);
    await tab.getByRole("button", { name: "Add feed" }).first().click();
    await tab.locator(".feed", { hasText: "Harbour Gazette" }).getByText("Working").waitFor();
    await tab.locator(".candidate").nth(2).waitFor({ state: "detached" });
    await tab.getByRole("button", { name: "Add feed" }).first().click();
    await tab.locator(".feed", { hasText: "Sport" }).waitFor();
    await tab.getByText("Added Sport. Its items appear as soon as it has been fetched.").waitFor();
    await tab.locator("#found").getByRole("link", { name: "Cancel" }).click();
    await tab.getByText("Add by hand").waitFor();
    await tab.getByLabel("Site or feed address").fill(origin.url("/none", `127.0.7.${width % 200}`));
    await tab.getByRole("button", { name: "Find", exact: true }).click();
    await tab.getByText("No feed found.").waitFor();
    assert.equal(await tab.getByText("Added Sport.").count(), 0);
    await close();
  });
}
