import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startWebServer } from "../../../src/web/serve.ts";
import { eventually } from "../../ground/eventually.ts";
import { furnishOperations, makeFeed, operatorWorld } from "./operator-world.ts";

// Half an hour before midnight UTC, and before a month's end.
const now = new Date("2026-05-31T23:30:00Z");

const { ask, operator, database, parts, app } = await operatorWorld(() => now);
const boss = await operator();
const get = (path: string) => ask(boss.headers, `GET /operator${path}`);
await furnishOperations(database, await makeFeed(database, { firstRunAt: now }), now);

test("if no worker runs, the overview says so", async () => {
  const idle = await operatorWorld(() => now);
  const { text } = await idle.ask((await idle.operator()).headers, "GET /operator");
  assert.match(text, /Needs attention: no worker is running\./);
});

test("every operator page shows raised alerts, and nothing if there are none", async () => {
  const world = await operatorWorld(() => now);
  const { headers } = await world.operator();
  const pages = ["", "/dead-letters", "/feeds", "/ai", "/people"];
  const banner = /<ul class="alert" role="alert" aria-label="Alerts"> <li>12 feeds are &lt;stuck&gt;\.<\/li> <\/ul>/;
  for (const page of pages) {
    assert.doesNotMatch((await world.ask(headers, `GET /operator${page}`)).text, /aria-label="Alerts"/);
  }
  await world.database.worker.query(
    "insert into alerts (kind, sentence, raised_at) values ('health', '12 feeds are <stuck>.', $1), ('mail', 'over', null)",
    [now],
  );
  for (const page of pages) assert.match((await world.ask(headers, `GET /operator${page}`)).text, banner, page);
});

test("the overview shows depth, lag, workers, and blocked hosts with reasons", async () => {
  const { text } = await get("");
  assert.match(text, /Due now<\/strong ?><span>1 of 1 scheduled feed</);
  assert.match(text, /news-1\/4711/);
  assert.match(text, /Silent<\/span> <span>news-2\/4712/);
  assert.doesNotMatch(text, /news-3/);
  assert.match(text, /It answered 429 and asked for an hour/);
  assert.match(text, /61 fetches, 9 of them failed/);
  assert.match(text, /aria-label="61 fetches, 9 of them failed"/);
  // What is refreshed by the stream leaves out the chart, which has a rhythm of its own.
  const part = await ask({ ...boss.headers, "HX-Request": "true" }, "GET /operator");
  assert.doesNotMatch(part.text, /61 fetches/);
  assert.match((await get("/fetches")).text, /^<div class="pair" id="fetch-chart"/);
});

test("the overview says how polite we are, host by host, those with early requests first", async () => {
  const world = await operatorWorld(() => now);
  const { headers } = await world.operator();
  const shown = async () => (await world.ask(headers, "GET /operator")).text;
  assert.match(await shown(), /No host was asked yet\./);
  await world.database.worker
    .query(`insert into lanes (lane, requests, not_modified, received_bytes, early, slow_ms, refused_at)
    values ('busy.example/0', 2500, 2000, 3400000, 0, null, null), ('busy.example/3', 500, 100, 600000, 0, null, null),
      ('early.example/1', 10, 5, 20000, 1, 6000, now()), ('idle.example/1', 0, 0, 0, 0, null, null)`);
  const text = await shown();
  assert.match(text, /Early: requests before the time that the server had asked for\./);
  assert.match(text, /All hosts: 3,010 requests, 70 % not modified, 4 MB, 1 early\./);
  assert.match(
    text,
    /early\.example<\/strong ?><span ?>10 requests, 50 % not modified, 20 kB, 1 early · asked more slowly after a refusal.*busy\.example<\/strong ?><span ?>3,000 requests, 70 % not modified, 4 MB, 0 early</,
  );
  assert.doesNotMatch(text, /idle\.example/);
  const part = await world.ask({ ...headers, "HX-Request": "true" }, "GET /operator");
  assert.doesNotMatch(part.text, /busy\.example/);
});

test("spending is shown by day and by feed, next to the budget", async () => {
  const { text } = await get("/ai");
  assert.match(text, /The language model is small-model, at OpenAI\./);
  assert.match(text, /\$0\.0523 of \$1\.00/);
  assert.match(text, /aria-label="\$2\.21 spent"/);
  assert.match(text, /\$2\.20 · 105,000 tokens · 165 calls/);
  assert.match(text, /<strong>Briefs<\/strong> <p class="took">\$0\.0123/);
});

test("an open page is notified of every fetch, and the number of open pages is limited", async () => {
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
  parts.operations?.live.tellAll();
  await eventually(() => assert.match(text, /event: feedsChanged/));
  const open = Array.from({ length: 19 }, () => parts.operations?.live.watch(boss.id, null, () => undefined));
  assert.equal((await fetch(`${server.url}/operator/live`, { headers: boss.headers })).status, 429);
  for (const leave of open) leave?.();
  abort.abort();
  await reading;
});
