import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { saveBrief } from "../../../src/briefs/brief-store.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { type SignedIn, signedIn } from "../../ground/signed-in.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { accountParts, webParts } from "../web-parts.ts";

const { worker, web } = await testDatabase();
const { parts } = webParts({ accounts: accountParts(web) });
const app = createWebApp(parts);
const start = Date.parse("2026-03-01T05:40:00Z");

async function ask(person: SignedIn, path: string, form?: Record<string, string>) {
  const post = form && { method: "POST", body: new URLSearchParams(form) };
  const response = await app.request(path, { headers: person.headers, ...post });
  return { status: response.status, location: response.headers.get("Location"), text: await response.text() };
}

async function addBriefs(person: SignedIn, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const draft = {
      sections: [],
      content: `News number ${n} [1].`,
      itemRefs: [randomUUID()],
      itemCount: 1,
      writtenBy: "model-1",
    };
    ids.push((await saveBrief(worker, person.id, draft, new Date(start + n * 86_400_000))).id);
  }
  return ids;
}

test("all briefs are listed, twenty to a page, the newest first, and each has a page", async () => {
  const person = await signedIn(parts);
  const ids = await addBriefs(person, 41);
  const listed = async (path: string) =>
    [...(await ask(person, path)).text.matchAll(/href="\/brief\/([\da-f-]{36})"/g)].map(([, id]) => id);
  const newestFirst = ids.toReversed();
  assert.deepEqual(await listed("/brief/all"), newestFirst.slice(0, 20));
  assert.deepEqual(await listed("/brief/all?page=3"), newestFirst.slice(40));

  const { status, text } = await ask(person, `/brief/${ids[0]}`);
  assert.equal(status, 200);
  assert.match(text, /Brief of Sunday,? 1 March/);
  assert.match(text, /News number 0/);
});

test("wrong, foreign and unknown ids are 404, wrong pages 400", async () => {
  const [anna, ben] = [await signedIn(parts), await signedIn(parts)];
  const [foreign] = await addBriefs(ben, 1);
  for (const id of [foreign, randomUUID(), "1", "%00", `${foreign}x`]) {
    assert.equal((await ask(anna, `/brief/${id}`)).status, 404, id);
  }
  for (const page of ["0", "-1", "1.5", "x", "99999", ""]) {
    assert.equal((await ask(anna, `/brief/all?page=${page}`)).status, 400, page);
  }
  assert.match((await ask(anna, "/brief/all")).text, /Your briefs will be listed here/);
});

test("a schedule is saved and shown, and an empty time removes it", async () => {
  const person = await signedIn(parts);
  const planned = await ask(person, "/brief/settings", { at: "06:40", zone: "Europe/Warsaw" });
  assert.deepEqual([planned.status, planned.location], [303, "/brief?saved"]);
  const shown = await ask(person, "/brief?saved");
  assert.match(shown.text, /written every day at 06:40, Europe\/Warsaw time/);
  assert.match(shown.text, /value="06:40"/);
  assert.match(shown.text, /name="zone" value="Europe\/Warsaw"/);

  await ask(person, "/brief/settings", { at: "", zone: "Europe/Warsaw" });
  assert.match((await ask(person, "/brief?saved")).text, /only when you ask/);
});

test("times are shown in the person's time zone", async () => {
  const person = await signedIn(parts);
  const [id] = await addBriefs(person, 1);
  await ask(person, "/brief/settings", { at: "", zone: "Asia/Tokyo" });
  assert.match(
    (await ask(person, `/brief/${id}`)).text,
    /Written\s+<time datetime="2026-03-01T05:40:00.000Z"[^>]*>14:40</,
  );
});

for (const [at, zone, text] of [
  ["24:00", "UTC", "Please enter a time such as 06:40"],
  ["6:40", "UTC", "Please enter a time such as 06:40"],
  ["06:40; drop table", "UTC", "Please enter a time such as 06:40"],
  ["06:40", "Europe/Nowhere", "We do not know this time zone"],
  ["06:40", "+01:00", "We do not know this time zone"],
  ["06:40", "", "We do not know this time zone"],
] as const) {
  test(`a schedule for "${at}" in "${zone}" is 400 and changes nothing`, async () => {
    const person = await signedIn(parts);
    const { status, text: page } = await ask(person, "/brief/settings", { at, zone });
    assert.equal(status, 400);
    assert.ok(page.includes(text));
    assert.match((await ask(person, "/brief?saved")).text, /only when you ask/);
  });
}

test("PostgreSQL knows every time zone that a person can choose", async () => {
  const page = (await ask(await signedIn(parts), "/brief/settings")).text;
  const list = /name="zone"[^]*?<\/datalist>/.exec(page)?.[0] ?? "";
  const offered = [...list.matchAll(/<option value="([^"]+)"/g)].map(([, zone]) => zone);
  const { rows } = await worker.query("select count(*)::int as count from pg_timezone_names where name = any($1)", [
    offered,
  ]);
  assert.ok(offered.length > 400);
  assert.equal(rows[0]?.count, offered.length);
});
