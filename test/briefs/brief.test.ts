import assert from "node:assert/strict";
import { test } from "node:test";
import type { Chat } from "../../src/chat/chat.ts";
import { failingChat } from "../../src/chat/chat-failure.ts";
import { asPerson } from "../../src/database/transaction.ts";
import { findLatestBrief, isRunning } from "../../src/briefs/brief-store.ts";
import { type BriefParts, writeBrief, writeExtract } from "../../src/briefs/write-brief.ts";
import { says } from "../ground/stub-chat-server-behaviours.ts";
import { stubbedChat } from "../ground/stub-chat-server-chat.ts";
import { testDatabase } from "../ground/test-database.ts";
import { addFeed, addPerson } from "./brief-people.ts";

const { worker, web, admin } = await testDatabase();
const { server, chatWith } = stubbedChat();
const noon = new Date("2026-03-01T12:00:00Z");
const hoursAgo = (hours: number) => new Date(noon.getTime() - hours * 3_600_000);
const signal = new AbortController().signal;
const story = { title: "Parliament passed the budget", summary: "It passed with 260 votes.", pubDate: hoursAgo(1) };

function briefParts(changes: Partial<BriefParts> = {}): BriefParts {
  return {
    findChat: async () => null,
    now: () => noon,
    sleep: async () => {},
    createFence: () => "0a1b2c",
    inPerson: (personId, work) => asPerson(web, personId, work),
    ...changes,
  };
}

async function reader(): Promise<string> {
  const person = await addPerson(worker);
  await addFeed(worker, person, "The Post", [story]);
  return person;
}

test("a brief is kept with its items and counted as an event, in the person's own transactions", async () => {
  const person = await addPerson(worker);
  const [, cited] = await addFeed(worker, person, "The Post", [
    { title: "Rain", pubDate: hoursAgo(2) },
    story,
    { title: "Too old", pubDate: hoursAgo(25) },
  ]);
  server().willAnswer(says("Parliament passed the budget with 260 votes [1]."));
  const outcome = await writeBrief(briefParts({ findChat: async () => chatWith() }), person, signal);

  assert.ok(outcome.kind === "written");
  const kept = await asPerson(web, person, (db) => findLatestBrief(db, person));
  assert.deepEqual(kept, outcome.brief);
  assert.deepEqual(kept, {
    id: outcome.brief.id,
    content: "Parliament passed the budget with 260 votes [1].",
    sections: [],
    itemRefs: [cited],
    itemCount: 2,
    writtenBy: "stub-1",
    leftOut: 0,
    createdAt: noon,
  });
  assert.deepEqual(await eventsOf(person), [{ type: "summary_generated", metadata: { article_count: 2 } }]);
  assert.match(server().questions.at(-1)?.body.messages[1]?.content ?? "", /"feed":"The Post"/u);
});

test("without a model the brief is an extract", async () => {
  const outcome = await writeBrief(briefParts(), await reader(), signal);
  assert.equal(outcome.kind === "written" && outcome.brief.writtenBy, "extract");
});

test("without new items there is no brief and no event, with a model and without", async () => {
  const person = await addPerson(worker);
  assert.deepEqual(await writeBrief(briefParts(), person, signal), { kind: "no-items" });
  assert.deepEqual(await writeExtract(briefParts(), person), { kind: "no-items" });
  assert.deepEqual(await eventsOf(person), []);
});

test("while a model writes, a second brief is busy, an extract is not, and no connection is held", async () => {
  const person = await reader();
  const { chat, answer, asked } = thinkingChat();
  const first = writeBrief(briefParts({ findChat: async () => chat }), person, signal);
  await asked;

  assert.deepEqual(await writeBrief(briefParts({ findChat: async () => chat }), person, signal), { kind: "busy" });
  assert.equal((await writeBrief(briefParts(), await reader(), signal)).kind, "written", "of another person");
  assert.equal((await writeExtract(briefParts(), person)).kind, "written");
  assert.equal(web.totalCount - web.idleCount, 0);
  const { rows } = await admin.query(
    "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  assert.equal(rows.length, 0);

  answer("The budget passed [1].");
  assert.equal((await first).kind, "written");
  assert.equal((await eventsOf(person)).length, 2);
});

for (const [what, chat] of [
  ["a dead model", failingChat],
  ["a model client that breaks", { ask: () => Promise.reject(new Error("broken")) }],
] satisfies [string, Chat][]) {
  test(`${what} leaves nothing behind, and the next brief may be written at once`, async () => {
    const person = await reader();
    await writeBrief(briefParts({ findChat: async () => chat }), person, signal).catch(() => undefined);
    assert.deepEqual(await eventsOf(person), []);
    assert.equal((await writeBrief(briefParts(), person, signal)).kind, "written");
  });
}

test("a brief whose process died blocks no other after three minutes", async () => {
  const person = await reader();
  const { chat, answer, asked } = thinkingChat();
  const died = writeBrief(briefParts({ findChat: async () => chat }), person, signal);
  await asked;

  const later = (ms: number) => () => new Date(noon.getTime() + ms);
  assert.equal((await writeBrief(briefParts({ now: later(179_999) }), person, signal)).kind, "busy");
  const heir = thinkingChat();
  const second = writeBrief(briefParts({ findChat: async () => heir.chat, now: later(180_000) }), person, signal);
  await heir.asked;

  answer("It was alive after all [1].");
  await died;
  assert.ok(await isRunning(worker, person, later(180_000)()), "the late one does not end the run of its heir");
  heir.answer("The budget passed [1].");
  assert.equal((await second).kind, "written");
});

test("a person reads and writes only their own briefs, even if a query forgets a condition", async () => {
  const [anna, ben] = [await reader(), await reader()];
  await writeBrief(briefParts(), anna, signal);
  await writeBrief(briefParts(), ben, signal);
  const { rows } = await asPerson(web, anna, (db) => db.query("select user_id from summaries"));
  assert.deepEqual(rows, [{ user_id: anna }]);

  const forBen = briefParts({ inPerson: (_personId, work) => asPerson(web, anna, work) });
  assert.deepEqual(await writeExtract(forBen, ben), { kind: "no-items" });
  await assert.rejects(writeBrief(forBen, ben, signal), /row-level security/u);
  for (const change of ["update summaries set content = ''", "delete from summaries", "delete from events"]) {
    await assert.rejects(
      asPerson(web, anna, (db) => db.query(change)),
      /permission denied/u,
    );
  }
});

/** Answers when told to. */
function thinkingChat() {
  const { promise: text, resolve: answer } = Promise.withResolvers<string>();
  const { promise: asked, resolve: wasAsked } = Promise.withResolvers<void>();
  const usage = { calls: 1, promptTokens: 0, completionTokens: 0, cachedTokens: 0, costUsd: 0, latencyMs: 0 };
  const chat: Chat = {
    ask: async () => {
      wasAsked();
      return { kind: "answered", text: await text, model: "slow-1", usage };
    },
  };
  return { chat, answer, asked };
}

async function eventsOf(person: string): Promise<{ type: string; metadata: object }[]> {
  const { rows } = await worker.query<{ type: string; metadata: object }>(
    "select event_type as type, metadata from events where user_id = $1",
    [person],
  );
  return rows;
}
