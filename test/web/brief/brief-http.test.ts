import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, beforeEach, test } from "node:test";
import { Registry } from "prom-client";
import type { Chat } from "../../../src/chat/chat.ts";
import { isDatabaseUnavailable } from "../../../src/database/unavailable.ts";
import { createWebApp, type WebParts } from "../../../src/web/app.ts";
import { startWebServer, type WebServer } from "../../../src/web/serve.ts";
import { addFeed } from "../../briefs/brief-people.ts";
import { eventually } from "../../ground/eventually.ts";
import { type SignedIn, signedIn } from "../../ground/signed-in.ts";
import { chatBehaviours as stub, completion, says, sendJson } from "../../ground/stub-chat-server-behaviours.ts";
import { stubbedChat } from "../../ground/stub-chat-server-chat.ts";
import type { ChatBehaviour } from "../../ground/stub-chat-server.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { accountParts, webParts } from "../web-parts.ts";

const { worker, web } = await testDatabase();
const { server: model, chatWith } = stubbedChat();
const { parts, lines } = webParts({ accounts: accountParts(web) });
const good = says("Parliament passed the budget with 260 votes [1].");
let modelMsMax: number;
let reader: SignedIn;

// A new one for each question: a chat that was refused pauses, and the next test would meet it pausing.
const chat: Chat = {
  ask: (request, signal) => chatWith({ timeoutMs: modelMsMax }, () => new Date()).ask(request, signal),
};
const site = await serve({ briefWriting: { ...parts.briefWriting, findChat: async () => chat } });
const offline = await serve({});
after(() => Promise.all([site.stop(1_000), offline.stop(1_000)]));
beforeEach(async () => {
  modelMsMax = 20_000;
  reader = await signedIn(parts);
});

function serve(changes: Partial<WebParts>): Promise<WebServer> {
  const app = createWebApp({ ...parts, metrics: new Registry(), ...changes });
  return startWebServer({ app, host: "127.0.0.1", port: 0, log: parts.log });
}

type Asked = { status: number; headers: Headers; text: string };

async function ask(method: string, path: string, more: RequestInit & { at?: WebServer } = {}): Promise<Asked> {
  const { at = site, headers = { "HX-Request": "true" }, ...rest } = more;
  const all = { ...reader.headers, ...(headers as Record<string, string>) };
  const response = await fetch(at.url + path, { method, redirect: "manual", ...rest, headers: all });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function withItem(): Promise<void> {
  await addFeed(worker, reader.id, "The Post", [
    { title: "Parliament passed the budget", summary: "It passed with 260 votes.", pubDate: new Date() },
  ]);
}

const unavailable = "AI service is temporarily unavailable";
const failed = "Failed to generate summary. Please try again later.";

for (const [what, behaviours, status, text, offersExtract] of [
  ["a model that writes", [good], 200, "Parliament passed the budget with 260 votes", false],
  ["a model that is down for a moment", [stub.crash, good], 200, "Parliament passed the budget", false],
  ["a model that is down", [stub.crash, stub.crash], 503, unavailable, true],
  ["a model that never answers", [stub.silent, stub.silent], 503, unavailable, true],
  ["a wrong key", [stub.badKey], 503, unavailable, true],
  ["an unpaid bill", [stub.unpaid], 503, unavailable, true],
  ["a model that invents", [says("Peace at last."), says("Peace [7].")], 200, "without AI", false],
  ["a model that refuses", [stub.refusal], 500, failed, true],
  ["a model nobody knows", [stub.noModel], 500, failed, true],
] satisfies [string, ChatBehaviour[], number, string, boolean][]) {
  test(`POST /summaries with ${what} is ${status}`, async () => {
    await withItem();
    if (behaviours.includes(stub.silent)) modelMsMax = 150;
    model().willAnswer(...behaviours);
    const answer = await ask("POST", "/summaries");
    assert.equal(answer.status, status);
    assert.ok(answer.text.includes(text), answer.text);
    assert.match(answer.headers.get("Content-Type") ?? "", /^text\/html/);
    assert.equal(answer.text.includes("<html"), false, "a partial");
    assert.equal(/role="alert"/.test(answer.text), status !== 200);
    assert.equal(answer.text.includes('id="brief-extract"'), offersExtract);
    assert.equal((await ask("GET", "/summaries/latest")).text.includes("No brief yet"), status !== 200);
  });
}

test("POST /summaries without an item of the last 24 hours is 404, and no model is asked", async () => {
  await addFeed(worker, reader.id, "Old", [{ title: "Old", pubDate: new Date(Date.now() - 25 * 3_600_000) }]);
  const asked = model().questions.length;
  for (const path of ["/summaries", "/summaries/extract"]) {
    const answer = await ask("POST", path);
    assert.equal(answer.status, 404);
    assert.ok(answer.text.includes("No articles found from the last 24 hours"));
  }
  assert.equal(model().questions.length, asked);
});

test("GET /summaries/latest without a brief is 200 with a Generate button", async () => {
  const { status, text } = await ask("GET", "/summaries/latest");
  assert.equal(status, 200);
  assert.match(text, /hx-post="\/summaries"[^]*>\s*Generate\s*<\/button>/);
});

test("after an error the last brief is still shown", async () => {
  await withItem();
  model().willAnswer(good, stub.badKey);
  await ask("POST", "/summaries");
  const { status, text } = await ask("POST", "/summaries");
  assert.deepEqual([status, text.includes(unavailable), text.includes("260 votes")], [503, true, true]);
  const reason = lines.findLast(({ event }) => event === "brief not written");
  assert.equal(reason?.["why"], "auth", "the operator is told why");
});

test("a second POST while one runs is 409, and an extract can be written meanwhile", async () => {
  await withItem();
  const { promise: answered, resolve: answerNow } = Promise.withResolvers<void>();
  const { promise: asked, resolve: wasAsked } = Promise.withResolvers<void>();
  const slow: ChatBehaviour = (response) => {
    wasAsked();
    void answered.then(() => sendJson(response, completion("The budget passed [1].")));
  };
  model().willAnswer(slow);
  const first = ask("POST", "/summaries");
  await asked;

  const second = await ask("POST", "/summaries");
  assert.deepEqual([second.status, second.text.includes("A brief is already being written")], [409, true]);
  assert.match(second.text, /hx-trigger="every 4s"/);
  const extract = await ask("POST", "/summaries/extract");
  assert.deepEqual([extract.status, extract.text.includes("without AI")], [200, true]);
  answerNow();
  assert.equal((await first).status, 200);
  assert.match((await ask("GET", "/summaries/latest")).text, /The budget passed/);
});

test("a person who leaves while the model writes finds the brief afterwards", async () => {
  await withItem();
  const leaving = new AbortController();
  model().willAnswer((response, question) => {
    leaving.abort();
    good(response, question);
  });
  await assert.rejects(ask("POST", "/summaries", { signal: leaving.signal }), /abort/i);
  await eventually(async () => assert.match((await ask("GET", "/summaries/latest")).text, /260 votes/));
});

test("without a model the brief is an extract that says so, and no AI is offered or waited for", async () => {
  await withItem();
  const { status, text } = await ask("POST", "/summaries", { at: offline });
  assert.equal(status, 200);
  assert.match(text, /Written[^]*, without AI/);
  const letter = await ask("GET", "/summaries/latest?as=letter", { at: offline });
  assert.match(letter.text, /Written without AI, in sentences/);
  assert.equal(/brief-thinking|brief-extract/.test(text), false);
});

test("every number in a brief leads to its item, and every key phrase is marked", async () => {
  const [one, two, three] = await addFeed(worker, reader.id, "A <b>bold</b> feed", [
    { title: "One thing came <script>alert(1)</script>", url: "https://news.example/1?a=1&b=2", pubDate: new Date() },
    { title: "Two", url: "javascript:alert(2)", pubDate: new Date(Date.now() - 1_000) },
    { title: "Three", url: null, pubDate: new Date(Date.now() - 2_000) },
  ]);
  model().willAnswer(says("One <img src=x onerror=alert(3)> thing came [1]. Two, three [2][3]."));
  const { text } = await ask("POST", "/summaries");
  assert.match(text, new RegExp(`<strong>One\\s+thing came</strong><a class="ref" href="/items/${one}"`));
  assert.match(text, /aria-label="Item 1: One thing came &lt;script&gt;/);
  assert.match(
    text,
    new RegExp(`href="/items/${two}" aria-label="Item 2: Two"\\s*>2</a\\s*><a class="ref" href="/items/${three}"`),
  );
  assert.equal(/<script|<img|<b>|javascript:/.test(text), false);
});

test("an item whose feed the person left keeps its number and loses its link", async () => {
  await withItem();
  model().willAnswer(good);
  await ask("POST", "/summaries");
  await worker.query("delete from subscriptions where user_id = $1", [reader.id]);
  const { status, text } = await ask("GET", "/summaries/latest?as=letter");
  assert.equal(status, 200);
  assert.match(text, /<span class="ref">1<\/span>/);
  assert.match(text, /An item from a feed you no longer follow\./);
});

test("a browser without script gets whole pages, and the page of the brief once it is written", async () => {
  await withItem();
  model().willAnswer(good, stub.badKey);
  for (const [method, path, status] of [
    ["GET", "/summaries/latest", 200],
    ["POST", "/summaries?as=letter", 303],
    ["GET", "/summaries?as=letter", 303],
    ["POST", "/summaries", 503],
    ["POST", "/summaries/extract", 303],
  ] as const) {
    const answer = await ask(method, path, { headers: {} });
    assert.equal(answer.status, status, path);
    if (status === 303) assert.equal(answer.headers.get("Location"), "/brief");
    else assert.match(answer.text, /<html lang="en"/);
  }
});

for (const [method, path] of [
  ["GET", "/summaries/latest"],
  ["POST", "/summaries"],
  ["POST", "/summaries/extract"],
  ["GET", "/brief"],
  ["GET", "/brief/all"],
  ["GET", "/brief/settings"],
  ["POST", "/brief/settings"],
  ["GET", `/brief/${randomUUID()}`],
  ["GET", "/briefs"],
] as const) {
  test(`${method} ${path.slice(0, 20)} is for people who are logged in`, async () => {
    await worker.query("delete from accounts.sessions where user_id = $1", [reader.id]);
    const partial = await ask(method, path);
    assert.deepEqual([partial.status, partial.headers.get("HX-Redirect")], [401, "/auth/login"]);
    const page = await ask(method, path, { headers: {} });
    const next = method === "GET" ? `?next=${encodeURIComponent(path)}` : "";
    assert.deepEqual([page.status, page.headers.get("Location")], [303, `/auth/login${next}`]);
  });
}

test("an unexpected error is shown in the specified words, and a lost database as such", async () => {
  const { web: otherWeb, admin } = await testDatabase();
  const accounts = accountParts(otherWeb);
  reader = await signedIn({ ...parts, accounts });
  const at = await serve({ accounts, isDatabaseUnavailable });
  after(() => at.stop(1_000));
  const told = async (method: string, path: string) => {
    const { status, text } = await ask(method, path, { at });
    return [status, /<\/strong> ([^<]*)</.exec(text)?.[1]];
  };

  await admin.query("drop table summaries cascade");
  assert.deepEqual(await told("GET", "/summaries/latest"), [500, "Failed to load summary"]);
  assert.deepEqual(await told("POST", "/summaries/extract"), [500, failed]);
  await admin.query(`create function shut_down() returns trigger language plpgsql as $$
    begin raise exception 'terminating connection' using errcode = '57P01'; end $$`);
  await admin.query("create trigger gone before insert on summary_runs execute function shut_down()");
  const gone = "The database is not responding. Nothing is lost. Try again in a moment.";
  assert.deepEqual(await told("POST", "/summaries"), [503, gone]);
  await admin.query(`create or replace function shut_down() returns trigger language plpgsql as $$
    begin raise exception 'canceling statement' using errcode = '57014'; end $$`);
  const [status, sentence] = await told("POST", "/summaries");
  assert.equal(status, 503);
  assert.match(String(sentence), /^The database took too long for this/);
});
