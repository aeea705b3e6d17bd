import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createWebApp } from "../../../src/web/app.ts";
import { addFeed } from "../../briefs/brief-people.ts";
import { type SignedIn, signedIn } from "../../ground/signed-in.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { accountParts, webParts } from "../web-parts.ts";

const { worker, web } = await testDatabase();
const { parts } = webParts({ accounts: accountParts(web), sendMail: async () => undefined });
const app = createWebApp(parts);
const withoutMail = createWebApp({ ...parts, sendMail: null });
const plain = { at: "", zone: "UTC", length: "normal" };

type Form = Record<string, string> | [string, string][];

async function ask(person: SignedIn, path: string, form?: Form, at = app) {
  const post = form && { method: "POST", body: new URLSearchParams(form) };
  const response = await at.request(path, { headers: { ...person.headers, "HX-Request": "true" }, ...post });
  return { status: response.status, location: response.headers.get("Location"), text: await response.text() };
}

async function addFolder(person: SignedIn, name: string, place: number): Promise<string> {
  const id = randomUUID();
  await worker.query(
    "insert into folders (id, user_id, name, place, created_at, updated_at) values ($1, $2, $3, $4, now(), now())",
    [id, person.id, name, place],
  );
  return id;
}

/** A feed of its own with one item, in that folder. */
async function report(person: SignedIn, title: string, folderId: string | null, language = "en"): Promise<string> {
  const [itemId = ""] = await addFeed(worker, person.id, `Feed of ${title}`, [{ title, pubDate: new Date() }]);
  await worker.query(
    `update subscriptions set folder_id = $2 where user_id = $1 and feed_id = (select feed_id from items where id = $3)`,
    [person.id, folderId, itemId],
  );
  await worker.query(
    `update items set analyzer_result = analyzer_result || jsonb_build_object('language', $2::text) where id = $1`,
    [itemId, language],
  );
  return itemId;
}

/** Writes a brief; what the letter says, line by line: "# heading" or a paragraph. */
async function letterOf(person: SignedIn): Promise<string[]> {
  const { status, text } = await ask(person, "/summaries/extract?as=letter", {});
  if (status === 404) return [];
  return [...text.matchAll(/<(h2|p class="t")[^>]*>([^]*?)<\/(?:h2|p)>/g)].map(([, kind, content = ""]) => {
    const words = content.replaceAll(/<a class="ref"[^]*?<\/a\s*>/g, "").replaceAll(/<[^>]*>/g, "");
    return `${kind === "h2" ? "# " : ""}${words.replaceAll(/\s+/g, " ").trim()}`;
  });
}

test("the letter has the person's folders as headings, in their order, and no folder last", async () => {
  const person = await signedIn(parts);
  const [towns, sport] = [await addFolder(person, "Towns & <b>", 2), await addFolder(person, "Sport", 1)];
  await report(person, "Library of Ossett moves to the harbour", null);
  await report(person, "Bridge of Holbeck opens on Monday", towns);
  await report(person, "Rovers of Selby win the derby", sport);
  assert.deepEqual(await letterOf(person), [
    "# Sport",
    "Rovers of Selby win the derby.",
    "# Towns &amp; &lt;b&gt;",
    "Bridge of Holbeck opens on Monday.",
    "# No folder",
    "Library of Ossett moves to the harbour.",
    "# References",
  ]);
});

test("only the chosen folders and languages are in the brief, and a new folder is in", async () => {
  const person = await signedIn(parts);
  const [towns, sport] = [await addFolder(person, "Towns", 1), await addFolder(person, "Sport", 2)];
  await report(person, "Library of Ossett moves to the harbour", null);
  await report(person, "Bridge of Holbeck opens on Monday", towns);
  await report(person, "Most w Brzegu otwarty w poniedziałek", towns, "pl");
  await report(person, "Rovers of Selby win the derby", sport);
  const fields: [string, string][] = [...Object.entries(plain), ["folder", towns], ["language", "en"]];
  assert.equal((await ask(person, "/brief/settings", fields)).status, 303);
  assert.deepEqual(await letterOf(person), ["# Towns", "Bridge of Holbeck opens on Monday.", "# References"]);

  const page = (await ask(person, "/brief/settings")).text;
  assert.match(page, /Folders: 1 of 2/);
  assert.match(page, /Languages: English/);
  await report(person, "Tram of Leeds counts its passengers", await addFolder(person, "Trams", 3));
  assert.ok((await letterOf(person)).includes("# Trams"));
});

test("the length is saved, and a short brief has fewer stories", async () => {
  const person = await signedIn(parts);
  for (const town of ["Holbeck", "Ossett", "Selby", "Morley", "Pudsey", "Otley"]) {
    await report(person, `Bridge of ${town} opens on Monday`, null);
  }
  assert.equal((await letterOf(person)).length, 6 + 1);
  await ask(person, "/brief/settings", { ...plain, length: "short" });
  assert.equal((await letterOf(person)).length, 4 + 1);
  assert.match((await ask(person, "/brief")).text, /<option value="short" selected/);
});

test("mail is offered only where the server can send it, and is off until chosen", async () => {
  const person = await signedIn(parts);
  const isOn = async () => /name="mail"[^>]* checked/.test((await ask(person, "/brief/settings")).text);
  assert.equal(await isOn(), false);
  await ask(person, "/brief/settings", { ...plain, mail: "yes" });
  assert.equal(await isOn(), true);
  const { text } = await ask(person, "/brief/settings", undefined, withoutMail);
  assert.match(text, /This server cannot send mail/);
  assert.doesNotMatch(text, /name="mail"/);
  await ask(person, "/brief/settings", plain);
  assert.equal(await isOn(), false);
});

for (const [what, fields, sentence] of [
  ["an unknown length", { length: "endless" }, "Please choose from what the form offers"],
  ["a language that is none", { language: "en; drop table" }, "Please choose from what the form offers"],
  ["no folder at all", { folder: "x" }, "Please choose at least one folder"],
] as const) {
  test(`settings with ${what} are 400 and change nothing`, async () => {
    const person = await signedIn(parts);
    await addFolder(person, "Towns", 1);
    const { status, text } = await ask(person, "/brief/settings", { ...plain, folder: "none", ...fields });
    assert.equal(status, 400);
    assert.ok(text.includes(sentence), text);
    const { rows } = await worker.query("select from brief_settings where user_id = $1", [person.id]);
    assert.equal(rows.length, 0);
  });
}

test("after a wrong time zone the form still has what was typed", async () => {
  const person = await signedIn(parts);
  const towns = await addFolder(person, "Towns", 1);
  await addFolder(person, "Bay", 2);
  const typed = { at: "07:30", zone: "Europe/Atlantis", length: "long", folder: towns };
  const { status, text } = await ask(person, "/brief/settings", typed);
  assert.equal(status, 400);
  for (const kept of ['value="07:30"', 'value="Europe/Atlantis"', '<option value="long" selected', "1 of 2"]) {
    assert.ok(text.includes(kept), kept);
  }
  assert.match(text, new RegExp(`value="${towns}" checked`));
});

test("settings and mails belong to their person and are deleted with them", async () => {
  const [anna, ben] = [await signedIn(parts), await signedIn(parts)];
  await ask(anna, "/brief/settings", { ...plain, length: "long", mail: "yes" });
  assert.match((await ask(ben, "/brief/settings")).text, /<option value="normal" selected/);
  const exported = await (await app.request("/account/export.json", { headers: anna.headers })).text();
  assert.match(exported, /"brief_settings":\[\s*\{[^}]*"length":"long"/);
  await worker.query("delete from accounts.users where id = $1", [anna.id]);
  const { rows } = await worker.query("select from brief_settings where user_id = $1", [anna.id]);
  assert.equal(rows.length, 0);
});
