import assert from "node:assert/strict";
import { after, test } from "node:test";
import { findPass, listInvites } from "../../src/accounts/pass-store.ts";
import { describeSettings, type FeedSettings, parseWrittenSetting } from "../../src/feeds/feed-settings.ts";
import { readFeed } from "../../src/feeds/read-feed-store.ts";
import { settingInputs, settingNames } from "../../src/web/operator/setting-inputs.ts";
import { startWebServer } from "../../src/web/serve.ts";
import { eventually } from "../ground/eventually.ts";
import { formOf, furnishOperations, makeDeadLetter, makeFeed, operatorWorld } from "./operator-world.ts";

const { ask, operator, person, database, parts, app, lines } = await operatorWorld();
const { worker } = database;
const boss = await operator();
const get = (path: string) => ask(boss.headers, `GET /operator${path}`);
const post = (path: string, form: Record<string, string> = {}) => ask(boss.headers, `POST /operator${path}`, form);

test("the overview tells depth, lag, workers and who may not be asked, and why", async () => {
  assert.match((await get("")).text, /This needs a look: no worker runs\./);
  const feedId = await makeFeed(database);
  await furnishOperations(database, feedId);
  const { text } = await get("");
  assert.match(text, /Due now<\/strong ?><span>1 of 1 scheduled feed</);
  assert.match(text, /news-1\/4711/);
  assert.match(text, /Silent<\/span> <span>news-2\/4712/);
  assert.match(text, /It answered 429 and asked for an hour/);
  assert.match(text, /61 fetches, 9 of them failed/);
  assert.match(text, /aria-label="61 fetches, 9 of them failed"/);
  // What is refreshed by the stream leaves out the chart, which has a rhythm of its own.
  const part = await ask({ ...boss.headers, "HX-Request": "true" }, "GET /operator");
  assert.doesNotMatch(part.text, /61 fetches/);
  assert.match((await get("/fetches")).text, /^<div class="pair" id="fetch-chart"/);
});

test("dead letters are tried again or forgotten, one by one or all", async () => {
  const feedId = await makeFeed(database);
  await worker.query("update feeds set suspended = true where id = $1", [feedId]);
  const [first, second] = [
    await makeDeadLetter(database, feedId, "It <b>broke</b>"),
    await makeDeadLetter(database, feedId, "It broke again"),
  ];
  const listed = await get("/dead-letters");
  assert.match(listed.text, /It &lt;b&gt;broke&lt;\/b&gt;/);
  const replayed = await post(`/dead-letters/${first}/replay`);
  assert.deepEqual([replayed.status, replayed.headers.get("Location")], [303, "/operator/dead-letters?done=replay"]);
  assert.equal((await readFeed(worker, feedId))?.suspended, false);
  assert.match((await get("/dead-letters?done=replay")).text, /It is tried again\./);
  assert.equal((await post(`/dead-letters/${first}/replay`)).status, 404);
  assert.equal((await post(`/dead-letters/${second}/drop`)).status, 303);
  await makeDeadLetter(database, feedId, "a");
  await makeDeadLetter(database, feedId, "b");
  assert.equal((await post("/dead-letters/drop")).status, 303);
  assert.match((await get("/dead-letters")).text, /Nothing was given up\./);
  assert.equal((await post("/dead-letters/drop")).status, 404);
});

test("the list finds feeds by name and address, and shows nobody’s own", async () => {
  await makeFeed(database, { name: "Harbour Gazette" });
  await makeFeed(database, { name: "Quiet", published: false });
  await makeFeed(database, { name: "Secret", published: false, ownerId: (await person()).id });
  assert.match((await get("/feeds?search=harbour")).text, /Harbour Gazette/);
  assert.doesNotMatch((await get("/feeds")).text, /Quiet/);
  const all = (await get("/feeds?show=all")).text;
  assert.match(all, /Quiet/);
  assert.doesNotMatch(all, /Secret/);
  assert.match((await get("/feeds?search=%25")).text, /No such feeds\./);
  assert.match((await get("/feeds?page=99999&show=all")).text, /Harbour Gazette/);
});

test("a person’s own feed and a deleted one cannot be opened", async () => {
  const own = await makeFeed(database, { ownerId: (await person()).id, published: false });
  assert.equal((await get(`/feeds/${own}`)).status, 404);
  const deleted = await makeFeed(database);
  await worker.query("update feeds set deleted_at = now() where id = $1", [deleted]);
  assert.equal((await get(`/feeds/${deleted}`)).status, 404);
  assert.equal((await post(`/feeds/${deleted}`)).status, 404);
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
    fullText: false,
    analyzer: "heuristic",
    prompt: "Be brief.\nBe kind.",
    cacheScope: "global",
  };
  const before = await readFeed(worker, id);
  const form = { url: before?.url ?? "", ...formOf(wanted), prompt: "Be brief.\r\nBe kind." };
  lines.length = 0;
  assert.equal((await post(`/feeds/${id}`, form)).status, 303);
  assert.deepEqual({ ...(await readFeed(worker, id)), ...wanted }, await readFeed(worker, id));
  assert.ok(lines.some((line) => line.event === "changed by an operator" && line["operatorId"] === boss.id));
  assert.match((await get(`/feeds/${id}?done=saved`)).text, /The settings are saved\./);

  // Sent again as it is shown, nothing changes: an adaptive interval is not rounded.
  await worker.query("update feeds set interval_minutes = 45.25 where id = $1", [id]);
  await post(`/feeds/${id}`, form);
  assert.equal((await readFeed(worker, id))?.intervalMinutes, 45.25);
});

test("what is wrong is told beside its field, with what was typed, and nothing is saved", async () => {
  const id = await makeFeed(database, { name: "As it was" });
  const feed = await readFeed(worker, id);
  assert.ok(feed !== null);
  const form = { ...formOf(feed), url: feed.url };
  const cases: [Record<string, string>, RegExp][] = [
    [{ intervalMinutes: "soon" }, /id="intervalMinutes-fault">interval-minutes must be/],
    [{ name: "x".repeat(256) }, /id="name-fault">name must be/],
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
  assert.ok(taken.text.includes(`Another feed has this address: ${other?.id}`));
  assert.equal((await readFeed(worker, id))?.name, "As it was");
});

test("a feed gets another address, a login and headers, and loses them again", async () => {
  const id = await makeFeed(database);
  const feed = await readFeed(worker, id);
  assert.ok(feed !== null);
  const url = feed.url.replace("feed.xml", "new.xml");
  const form = { ...formOf(feed), url };
  await post(`/feeds/${id}`, { ...form, headers: "X-Api-Key: abc", username: "me", password: "secret" });
  const { rows } = await worker.query<{ url: string; headers: Buffer }>(
    "select url, headers from feeds where id = $1",
    [id],
  );
  assert.equal(rows[0]?.url, url);
  assert.deepEqual(JSON.parse(parts.accounts.secrets.open(rows[0]?.headers ?? Buffer.alloc(0)) ?? ""), {
    "X-Api-Key": "abc",
    Authorization: `Basic ${Buffer.from("me:secret").toString("base64")}`,
  });
  assert.doesNotMatch((await get(`/feeds/${id}`)).text, /abc|secret/);
  await post(`/feeds/${id}`, form);
  assert.equal((await readFeed(worker, id))?.hasHeaders, true);
  const elsewhere = await post(`/feeds/${id}`, { ...form, url: "https://elsewhere.example/" });
  assert.equal(elsewhere.status, 400);
  assert.match(elsewhere.text, /id="headers-fault">Your login belongs to the old address/);
  await post(`/feeds/${id}`, { ...form, forget: "on" });
  assert.equal((await readFeed(worker, id))?.hasHeaders, false);
});

test("a feed is asked for, unless that is not allowed now", async () => {
  const id = await makeFeed(database, { firstRunAt: null });
  const asked = await post(`/feeds/${id}/fetch`);
  assert.equal(asked.headers.get("Location"), `/operator/feeds/${id}?done=asked`);
  assert.notEqual((await readFeed(worker, id))?.nextRunAt, null);
  await worker.query("update feeds set enabled = false where id = $1", [id]);
  const refused = await post(`/feeds/${id}/fetch`);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /The feed is disabled\./);
});

test("spending is told by day and by feed, beside the budget", async () => {
  const { text } = await get("/ai");
  assert.match(text, /AI_TYPE is openai, asked for small-model\./);
  assert.match(text, /\$0\.0523 of \$1\.00/);
  assert.match(text, /aria-label="\$2\.21 spent"/);
  assert.match(text, /\$2\.20 · 105,000 tokens · 165 calls/);
  assert.match(text, /<strong>Briefs<\/strong> <p class="took">\$0\.0123/);
});

test("an invitation is made, listed without its link, and revoked", async () => {
  const made = await post("/invitations", { email: "friend@example.org" });
  const token = /\/auth\/register\?token=([\w-]+)/.exec(made.text)?.[1] ?? "";
  assert.equal((await findPass(worker, token, new Date()))?.email, "friend@example.org");
  const page = (await get("/people")).text;
  assert.match(page, /friend@example\.org/);
  assert.ok(!page.includes(token));
  const [invite] = await listInvites(worker, new Date());
  assert.equal(
    (await post(`/invitations/${invite?.id}/revoke`)).headers.get("Location"),
    "/operator/people?done=revoked",
  );
  assert.equal(await findPass(worker, token, new Date()), null);
  assert.equal((await post(`/invitations/${invite?.id}/revoke`)).status, 404);
  const wrong = await post("/invitations", { email: "nonsense" });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /Please enter a valid email address/);
});

test("an account is made with a link for its password, disabled, and enabled again", async () => {
  const made = await post("/people", { email: "new@example.org", operator: "on" });
  const token = /\/auth\/reset\/([\w-]+)/.exec(made.text)?.[1] ?? "";
  assert.equal((await findPass(worker, token, new Date()))?.purpose, "reset");
  assert.match(made.text, /operator · 0 feeds/);
  assert.equal((await post("/people", { email: "NEW@example.org" })).status, 409);
  assert.equal((await post("/people", { email: "new" })).status, 400);

  const reader = await person();
  assert.equal((await post(`/people/${reader.id}/disable`)).headers.get("Location"), "/operator/people?done=disabled");
  assert.equal((await ask(reader.headers, "GET /dashboard")).status, 303);
  assert.equal((await post(`/people/${reader.id}/reset`)).status, 409);
  await post(`/people/${reader.id}/enable`);
  assert.equal((await ask(reader.headers, "GET /dashboard")).status, 200);
  assert.match((await post(`/people/${reader.id}/reset`)).text, /\/auth\/reset\//);
});

test("operators cannot lock themselves out", async () => {
  const refused = await post(`/people/${boss.id}/disable`);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /you would be locked out/);
  assert.equal((await get("")).status, 200);
});

test("an open page is told of every fetch, and no more than a bounded number may be open", async () => {
  const server = await startWebServer({ app, host: "127.0.0.1", port: 0, log: parts.log });
  after(() => server.stop(1_000));
  const abort = new AbortController();
  const answer = await fetch(`${server.url}/operator/live`, { headers: boss.headers, signal: abort.signal });
  assert.equal(answer.status, 200);
  let text = "";
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  await eventually(() => assert.match(text, /^id: 1\n/));
  parts.operations?.live.onFetched("");
  await eventually(() => assert.match(text, /event: feedsChanged/));
  const open = Array.from({ length: 19 }, () => parts.operations?.live.watch(boss.id, null, () => undefined));
  assert.equal((await fetch(`${server.url}/operator/live`, { headers: boss.headers })).status, 429);
  for (const leave of open) leave?.();
  abort.abort();
  await reading;
});
