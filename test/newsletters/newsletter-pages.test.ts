import assert from "node:assert/strict";
import { test } from "node:test";
import { claimDueFeeds } from "../../src/schedule/claim-store.ts";
import { createWebApp } from "../../src/web/app.ts";
import { requestFetch } from "../../src/feeds/request-fetch-store.ts";
import { takeMail } from "../../src/newsletters/take-mail.ts";
import { connectionFrom } from "../ground/signed-in.ts";
import { mail, newsletterWorld, place } from "./newsletter-world.ts";

const world = await newsletterWorld();
const { worker } = world.database;
const app = createWebApp({ ...world.parts, feeds: { ...world.parts.feeds, mailPlace: place } });
const [reader, stranger] = [await world.addReader(), await world.addReader()];
const taking = { pool: worker, now: () => new Date(), place };

const ask = (path: string, form: Record<string, string> | null = null, who = reader) =>
  app.request(
    path,
    { headers: who.headers, ...(form === null ? {} : { method: "POST", body: new URLSearchParams(form) }) },
    connectionFrom("127.0.0.1"),
  );

test("a name gives an address; a name that is missing or too long is explained in the form", async () => {
  assert.match(await (await ask("/feeds/newsletter")).text(), /<form[^>]+action="\/feeds\/newsletter"/);
  for (const name of ["", " ", "x".repeat(256)]) {
    const refused = await ask("/feeds/newsletter", { name });
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /role="alert"/);
  }
  const made = await ask("/feeds/newsletter", { name: "The <Daily>" });
  assert.equal(made.status, 303);
  const page = await (await ask(made.headers.get("location") ?? "")).text();
  assert.match(page, /The &lt;Daily&gt;/);
  assert.match(page, /data-copy="[a-z2-7]{20}@news\.example\.org"/);
  assert.match(page, /Waiting for mail/);
  assert.doesNotMatch(page, /Fetch now|newsletter:/);
});

test("an item of a newsletter shows its text, its pictures by our proxy and its unsubscribe link", async () => {
  const letter = await world.addLetter(reader, "Shown");
  const body =
    '<p>Read <a href="https://x.example/a">this</a>.</p><img src="https://cdn.example/p.jpg" alt="A harbour">' +
    '<img src="https://t.example/o" width="1" height="1"><script>x()</script>';
  const headers = {
    Subject: "Shown",
    "Content-Type": "text/html",
    "List-Unsubscribe": "<https://x.example/stop?a=1&b=2>",
  };
  assert.deepEqual(await takeMail(taking, [letter.token], mail(headers, body)), ["taken"]);
  await world.readAll();
  const [item] = await world.itemsOf(letter.feedId);
  const page = await (await ask(`/items/${item?.id}`)).text();
  assert.match(page, /href="https:\/\/x\.example\/stop\?a=1&amp;b=2" rel="nofollow noopener noreferrer"/);
  assert.match(page, /<img src="\/media\/[^"]+"[^>]*alt="A harbour"/);
  assert.doesNotMatch(page, /t\.example|x\(\)|cdn\.example\/p\.jpg"/);
  // A mail is all there is: no feed holds anything back.
  assert.doesNotMatch(page, /all the feed gives/);
  assert.match(await (await ask(`/feeds/${letter.id}`)).text(), /Working/);
});

test("a newsletter is its owner's alone, and nobody can fetch it, whatever they ask", async () => {
  const letter = await world.addLetter(reader, "Private");
  assert.deepEqual(await takeMail(taking, [letter.token], mail({ Subject: "Secret plan" }, "x")), ["taken"]);
  await world.readAll();
  const [item] = await world.itemsOf(letter.feedId);
  assert.equal((await ask(`/items/${item?.id}`, null, stranger)).status, 404);
  assert.equal((await ask(`/feeds/${letter.id}`, null, stranger)).status, 404);
  const { rows } = await stranger.as((tx) => tx.query("select from newsletters union all select from item_mails"));
  assert.equal(rows.length, 0);

  assert.equal((await ask(`/feeds/${letter.id}/fetch`, {})).status, 409);
  assert.equal((await requestFetch(worker, letter.feedId, new Date(), { force: true })).kind, "not-runnable");
  await ask("/feeds/bulk", { id: letter.id, action: "pause" });
  await ask("/feeds/bulk", { id: letter.id, action: "resume" });
  await ask(`/feeds/${letter.id}/delete`, {});
  await ask(`/feeds/${letter.id}/restore`, {});
  const later = new Date(Date.now() + 10 * 86_400_000);
  const lease = { now: later, page: 100, leaseId: letter.feedId, leaseUntil: new Date(later.getTime() + 60_000) };
  assert.deepEqual(await claimDueFeeds(worker, lease), []);
  assert.equal((await ask("/feeds", { name: "x", url: `newsletter:${letter.feedId}` })).status, 400);
});

test("its name and folder can be changed; its address stays", async () => {
  const letter = await world.addLetter(reader, "Old name");
  const form = await (await ask(`/feeds/${letter.id}/edit`)).text();
  assert.doesNotMatch(form, /name="url"|name="password"|name="interval"/);
  assert.equal((await ask(`/feeds/${letter.id}`, { name: "New name", url: "https://other.example/" })).status, 303);
  const page = await (await ask(`/feeds/${letter.id}`)).text();
  assert.match(page, /New name/);
  assert.match(page, new RegExp(letter.address));
});

test("it is in no exported list, since no other program could fetch it", async () => {
  const opml = await (await ask("/account/export.opml")).text();
  assert.match(opml, /<opml/);
  assert.doesNotMatch(opml, /newsletter:|news\.example\.org/);
});
