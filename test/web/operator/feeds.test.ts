import assert from "node:assert/strict";
import { test } from "node:test";
import { describeSettings, type FeedSettings, parseWrittenSetting } from "../../../src/feeds/feed-settings.ts";
import { type FeedDetails, readFeed } from "../../../src/feeds/find-feed-store.ts";
import { feedsPerPage } from "../../../src/feeds/lists/shared-feed-store.ts";
import { catalogues } from "../../../src/web/texts/texts-of.ts";
import { settingInputs, settingNames } from "../../../src/web/operator/setting-field.ts";
import { refuseFeed } from "../../ground/refuse-feed.ts";
import { formOf, makeFeed, operatorWorld } from "./operator-world.ts";

const { ask, operator, person, database, parts, lines } = await operatorWorld();
const { worker } = database;
const boss = await operator();
const get = (path: string) => ask(boss.headers, `GET /operator${path}`);
const post = (path: string, form: Record<string, string> = {}) => ask(boss.headers, `POST /operator${path}`, form);

test("the list finds feeds by name and address, and shows no personal ones", async () => {
  await makeFeed(database, { name: "Harbour Gazette" });
  await makeFeed(database, { name: "Quiet", published: false });
  await makeFeed(database, { name: "Secret", published: false, ownerId: (await person()).id });
  assert.match((await get("/feeds?search=harbour")).text, /Harbour Gazette/);
  assert.doesNotMatch((await get("/feeds")).text, /Quiet/);
  const all = (await get("/feeds?show=all")).text;
  assert.match(all, /Quiet/);
  assert.doesNotMatch(all, /Secret/);
  assert.match((await get("/feeds?search=%25")).text, /No feeds found\./);
  assert.match((await get("/feeds?page=99999&show=all")).text, /Harbour Gazette/);
});

test("the list is sorted numerically", async () => {
  for (const n of [10, 2, 1]) await makeFeed(database, { url: `https://count.example/feed${n}` });
  const { text } = await get("/feeds?search=count.example");
  const listed = [...text.matchAll(/count\.example\/feed(\d+)/g)].map(([, n]) => n);
  assert.deepEqual([...new Set(listed)], ["1", "2", "10"]);
});

test("the second page continues where the first ends, and a page behind it is the last", async () => {
  for (let n = 1; n <= feedsPerPage + 1; n += 1) await makeFeed(database, { url: `https://paged.example/${n}` });
  const listed = async (page: number) => {
    const { text } = await get(`/feeds?search=paged.example&page=${page}`);
    return [...new Set([...text.matchAll(/paged\.example\/(\d+)/g)].map(([, n]) => Number(n)))];
  };
  assert.deepEqual(
    await listed(1),
    Array.from({ length: feedsPerPage }, (_, n) => n + 1),
  );
  assert.deepEqual(await listed(2), [feedsPerPage + 1]);
  assert.deepEqual(await listed(9), [feedsPerPage + 1]);
});

test("a personal feed and a deleted one cannot be opened", async () => {
  const own = await makeFeed(database, { ownerId: (await person()).id, published: false });
  assert.equal((await get(`/feeds/${own}`)).status, 404);
  const deleted = await makeFeed(database);
  await worker.query("update feeds set deleted_at = now() where id = $1", [deleted]);
  assert.equal((await get(`/feeds/${deleted}`)).status, 404);
  assert.equal((await post(`/feeds/${deleted}`)).status, 404);
});

test("a refused address is shown with the setting that allows it, and a host without its lane number", async () => {
  const id = await makeFeed(database, { url: "http://127.0.0.21/refused" });
  const detail = "127.0.0.21 is a private address; to fetch it, add its network to FETCH_ALLOW_NETWORKS";
  await refuseFeed(worker, id, detail);
  const page = (await get(`/feeds/${id}`)).text;
  assert.equal(page.split(detail).length - 1, 2, "as the last error and in the attempt");
  assert.match(page, />127\.0\.0\.21</);
  assert.ok((await get("/feeds?search=refused")).text.includes(detail));
  assert.doesNotMatch(page, /Hidden/);

  await worker.query(
    "update lanes set free_at = now() + interval '1 hour', reason = 'Asked' where lane = (select lane from feed_schedules where feed_id = $1)",
    [id],
  );
  assert.match((await get("")).text, /<strong>127\.0\.0\.21<\/strong>/);
});

test("every setting that the command line knows has a field, and every choice is one that it takes", () => {
  const spell = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  assert.deepEqual(
    settingNames.map(spell).toSorted(),
    describeSettings()
      .map(([name]) => name)
      .toSorted(),
  );
  for (const name of settingNames) {
    const input = settingInputs[name];
    const offered = input.kind === "choice" ? input.choices : input.kind === "flag" ? ["on", "off"] : [];
    for (const text of offered) assert.equal(parseWrittenSetting(name, text).kind, "setting", `${name}=${text}`);
  }
});

test("a feed's page is in one language: hints are sentences, and choices, states and reasons have words", async () => {
  for (const { operator: texts } of Object.values(catalogues)) {
    for (const hint of Object.values(texts.settings.hints)) assert.match(hint, /^\p{Lu}.*\.$/u);
  }
  const id = await makeFeed(database, { name: "Grenzlandecho" });
  await worker.query(
    "update feeds set last_fetch_status = 'temporary_error', last_fetch_error = 'Rate limited', failure_class = 'rate-limited' where id = $1",
    [id],
  );
  const { lane } = (await readFeed(worker, id)) ?? {};
  await worker.query("update lanes set reason = 'Rate limited', free_at = now() + interval '1 hour' where lane = $1", [
    lane,
  ]);
  const inLanguage = async (language: string, path: string) =>
    (await ask({ ...boss.headers, "Accept-Language": language }, `GET /operator${path}`)).text;
  const german = await inLanguage("de", `/feeds/${id}`);
  assert.match(german, /vorübergehender Fehler/);
  assert.match(german, /wenn der Text im Feed kurz ist/);
  assert.match(german, /innerhalb dieses Feeds/);
  for (const path of [`/feeds/${id}`, ""]) {
    assert.match(await inLanguage("de", path), /Der Server nimmt gerade keine weiteren Anfragen an/, path);
  }
  for (const language of ["de", "pl"]) {
    const page = await inLanguage(language, `/feeds/${id}`);
    assert.doesNotMatch(page, />(?:auto|always|never|feed|global|off)<\/option>|Rate limited|empty is|May everybody/);
  }
});

test("all settings of a feed are changed by one form, and what is not changed stays", async () => {
  const id = await makeFeed(database);
  const wanted: FeedSettings = {
    name: "A better name",
    rootDomain: "example.org",
    published: false,
    enabled: false,
    polling: false,
    adaptive: false,
    intervalMinutes: 45,
    failurePolicy: "one_strike",
    enforceFeedDomain: false,
    fullText: "never",
    analyzer: "heuristic",
    prompt: "Be brief.\nBe kind.",
    cacheScope: "global",
  };
  const form = { ...formOf(await read(id), wanted), prompt: "Be brief.\r\nBe kind." };
  lines.length = 0;
  assert.equal((await post(`/feeds/${id}`, form)).status, 303);
  assert.deepEqual({ ...(await readFeed(worker, id)), ...wanted }, await readFeed(worker, id));
  assert.ok(lines.some((line) => line.event === "changed by an operator" && line["operatorId"] === boss.id));
  assert.match((await get(`/feeds/${id}?done=saved`)).text, /The settings have been saved\./);

  // Sent again as it is shown, nothing changes: an interval is not rounded.
  await worker.query("update feeds set own_interval_minutes = 45.25 where id = $1", [id]);
  lines.length = 0;
  assert.equal((await post(`/feeds/${id}`, formOf(await read(id)))).status, 303);
  assert.equal((await read(id)).intervalMinutes, 45.25);
  assert.ok(lines.every((line) => line.event !== "changed by an operator"));
});

test("saving one setting leaves what changed since the form was shown, and the address of a feed that moved", async () => {
  const id = await makeFeed(database, { headers: parts.accounts.secrets.seal('{"X-Api-Key":"abc"}') });
  await worker.query("update feeds set prompt = 'Be brief.' where id = $1", [id]);
  const [shown, { text }] = [await read(id), await get(`/feeds/${id}`)];
  const form = formOf(shown, { name: "A better name", adaptive: false });
  const carried = [...text.matchAll(/name="(shown-\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  assert.deepEqual({ ...form, ...Object.fromEntries(carried) }, form);
  assert.equal(carried.length, settingNames.length + 1);

  const url = shown.url.replace("https://", "https://www.");
  await worker.query(
    "update feeds set url = $2, own_interval_minutes = 33, published = false, prompt = 'Be kind.' where id = $1",
    [id, url],
  );
  // A fault elsewhere shows the form again; what stood there first is still what counts.
  const wrong = await post(`/feeds/${id}`, { ...form, rootDomain: "no domain" });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /name="shown-prompt" value="Be brief\."/);
  assert.equal((await post(`/feeds/${id}`, form)).status, 303);
  const { name, adaptive, intervalMinutes, published, prompt, hasHeaders, ...rest } = await read(id);
  assert.deepEqual([name, adaptive], ["A better name", false]);
  assert.deepEqual([intervalMinutes, published, prompt, rest.url, hasHeaders], [33, false, "Be kind.", url, true]);

  // A login is for the address that was shown next to it.
  await post(`/feeds/${id}`, { ...form, username: "me", password: "secret" });
  assert.equal((await read(id)).url, shown.url);
});

test("a forged form can only change settings to valid values", async () => {
  const id = await makeFeed(database, { name: "As it was" });
  const before = await read(id);
  const forged = { "shown-intervalMinutes": "\0", "shown-url": "javascript:alert(1)", "shown-ownerId": boss.id };
  assert.equal((await post(`/feeds/${id}`, { ...formOf(before), ...forged, intervalMinutes: "soon" })).status, 400);
  assert.equal((await post(`/feeds/${id}`, { ...formOf(before), ...forged })).status, 303);
  assert.deepEqual({ ...(await read(id)), updatedAt: before.updatedAt }, before);
});

test("the log says which settings changed, and only the host of a new address", async () => {
  const id = await makeFeed(database);
  const form = formOf(await read(id), { name: "New", url: `https://new.example/${id}?token=s3cret` });
  lines.length = 0;
  assert.equal((await post(`/feeds/${id}`, form)).status, 303);
  const line = lines.find(({ event }) => event === "changed by an operator");
  assert.deepEqual([line?.["names"], line?.["host"]], [["name"], "new.example"]);
  assert.doesNotMatch(JSON.stringify(lines), /s3cret/);
});

test("an error is shown next to its field, with what was typed, and nothing is saved", async () => {
  const id = await makeFeed(database, { name: "As it was" });
  const form = formOf(await read(id));
  const cases: [Record<string, string>, RegExp][] = [
    [{ intervalMinutes: "soon" }, /id="intervalMinutes-fault">This value cannot be saved/],
    [{ name: "x".repeat(256) }, /id="name-fault">This value cannot be saved/],
    [{ failurePolicy: "never" }, /id="failurePolicy-fault"/],
    [{ url: "ftp://x.example/" }, /id="url-fault">Invalid URL format/],
    [{ url: "" }, /id="url-fault">Feed URL is required/],
    [{ headers: "no colon" }, /id="headers-fault"/],
    [{ headers: "Host: x.example" }, /id="headers-fault"/],
  ];
  for (const [change, sentence] of cases) {
    const { status, text } = await post(`/feeds/${id}`, { ...form, name: "Another", ...change });
    assert.equal(status, 400);
    assert.match(text, sentence);
    assert.match(text, /Nothing was saved\./);
  }
  assert.equal((await readFeed(worker, id))?.name, "As it was");

  const other = await readFeed(worker, await makeFeed(database));
  const taken = await post(`/feeds/${id}`, { ...form, name: "Another", url: other?.url ?? "" });
  assert.equal(taken.status, 409);
  assert.ok(taken.text.includes(`Another feed already has this address: ${other?.id}`));
  assert.equal((await readFeed(worker, id))?.name, "As it was");
});

test("a feed gets another address, a login and headers, and loses them again", async () => {
  const id = await makeFeed(database);
  const feed = await read(id);
  const url = feed.url.replace("feed.xml", "new.xml");
  const form = formOf(feed, { url });
  await post(`/feeds/${id}`, { ...form, headers: "X-Api-Key: key-of-mine", username: "me", password: "secret" });
  const { rows } = await worker.query<{ url: string; headers: Buffer }>(
    "select url, headers from feeds where id = $1",
    [id],
  );
  assert.equal(rows[0]?.url, url);
  assert.deepEqual(JSON.parse(parts.accounts.secrets.open(rows[0]?.headers ?? Buffer.alloc(0)) ?? ""), {
    "X-Api-Key": "key-of-mine",
    Authorization: `Basic ${Buffer.from("me:secret").toString("base64")}`,
  });
  assert.doesNotMatch((await get(`/feeds/${id}`)).text, /key-of-mine|secret/);
  await post(`/feeds/${id}`, form);
  assert.equal((await readFeed(worker, id))?.hasHeaders, true);
  const elsewhere = await post(`/feeds/${id}`, { ...form, url: "https://elsewhere.example/" });
  assert.equal(elsewhere.status, 400);
  assert.match(elsewhere.text, /id="headers-fault">The login belongs to the old address/);
  await post(`/feeds/${id}`, { ...form, forget: "on" });
  assert.equal((await readFeed(worker, id))?.hasHeaders, false);
});

test("the operator can request a fetch, unless it is not allowed now", async () => {
  const id = await makeFeed(database, { firstRunAt: null });
  const asked = await post(`/feeds/${id}/fetch`);
  assert.equal(asked.headers.get("Location"), `/operator/feeds/${id}?done=asked`);
  assert.notEqual((await readFeed(worker, id))?.nextRunAt, null);
  await worker.query("update feeds set enabled = false where id = $1", [id]);
  const refused = await post(`/feeds/${id}/fetch`);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /The feed is disabled\./);
});

test("a forced fetch ignores the five minutes, but not a server's Retry-After", async () => {
  const id = await makeFeed(database, { firstRunAt: null });
  await worker.query("update feeds set last_fetched_at = now() where id = $1", [id]);
  const waits = await post(`/feeds/${id}/fetch`);
  assert.equal(waits.status, 429);
  assert.match(waits.text, /it was fetched just now\./);
  assert.match(waits.text, /<button class="btn" name="force" value="on"/);
  const forced = await post(`/feeds/${id}/fetch`, { force: "on" });
  assert.equal(forced.headers.get("Location"), `/operator/feeds/${id}?done=asked`);
  await worker.query("update feeds set not_before = now() + interval '1 hour' where id = $1", [id]);
  const refused = await post(`/feeds/${id}/fetch`, { force: "on" });
  assert.equal(refused.status, 429);
  assert.match(refused.text, /Possible again at .*: the server asked for a pause\./);
});

async function read(id: string): Promise<FeedDetails> {
  const feed = await readFeed(worker, id);
  assert.ok(feed !== null);
  return feed;
}
