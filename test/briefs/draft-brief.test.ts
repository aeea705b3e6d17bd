import assert from "node:assert/strict";
import { test } from "node:test";
import { failingChat } from "../../src/chat/chat-failure.ts";
import { type BriefItem, type BriefPlan, plainPlan } from "../../src/briefs/brief.ts";
import { draftBrief } from "../../src/briefs/draft-brief.ts";
import type { ChatBehaviour } from "../ground/stub-chat-server.ts";
import { chatBehaviours as stub, completion, says, sendJson } from "../ground/stub-chat-server-behaviours.ts";
import { stubbedChat } from "../ground/stub-chat-server-chat.ts";
import { briefItem, sixItems } from "./brief-examples.ts";

const { server, chatWith } = stubbedChat();
const signal = new AbortController().signal;
const sixMaterial = { items: sixItems, plan: plainPlan };
const good = says("Parliament passed the budget of 412 billion [1][3].\n\nA storm closed two schools [4].");

async function write(behaviours: ChatBehaviour[], items: readonly BriefItem[] = sixItems, plan: BriefPlan = plainPlan) {
  server().willAnswer(...behaviours);
  const from = server().questions.length;
  const slept: number[] = [];
  let now = new Date("2026-03-01T12:00:00Z");
  const sleep = async (ms: number) => {
    slept.push(ms);
    now = new Date(now.getTime() + ms);
  };
  const chat = chatWith({ timeoutMs: 1_500 }, () => now);
  const outcome = await draftBrief({ chat, sleep, createFence: () => "0a1b2c" }, { items, plan }, signal);
  return { outcome, slept, questions: server().questions.slice(from) };
}

test("a brief is written from our summaries, within its limits, and cites items", async () => {
  const { outcome, questions } = await write([good]);
  assert.deepEqual(outcome, {
    kind: "written",
    draft: {
      content: "Parliament passed the budget of 412 billion [1][2].\n\nA storm closed two schools [3].",
      sections: [],
      itemRefs: ["item-1", "item-3", "item-4"],
      itemCount: 6,
      writtenBy: "stub-1",
      leftOut: 0,
    },
  });
  const body = questions[0]?.body;
  assert.deepEqual([body?.max_tokens, body?.temperature, body?.response_format], [1000, 0.3, undefined]);
  const lines = body?.messages[1]?.content.split("\n") ?? [];
  assert.equal(lines[0], "Write in English.");
  assert.deepEqual(JSON.parse(lines[2] ?? ""), {
    n: 1,
    story: 1,
    title: sixItems[0]?.title,
    feed: "The Post",
    time: "2026-03-01T17:59",
    summary: sixItems[0]?.summary,
  });
  const stories = lines.slice(2, 8).map((line) => (JSON.parse(line) as { story?: number }).story ?? null);
  assert.deepEqual(stories, [1, 2, 1, null, 1, 2], "the only report of a story has no story number");
});

test("a model is not given the title of a teaser that another report of its story tells", async () => {
  const storyId = "bridge";
  const { questions } = await write(
    [good],
    [
      briefItem(1, "You won't believe what Elmsford did", { storyId, clickbait: 0.9, summary: "It voted." }),
      briefItem(2, "Council of Elmsford postpones the bridge", { storyId, rating: 0.1, clickbait: 0.1 }),
      briefItem(3, "Nobody saw this coming in Leeds", { clickbait: 0.9 }),
    ],
  );
  const lines = questions[0]?.body.messages[1]?.content.split("\n").slice(2, 5) ?? [];
  const titles = lines.map((line) => (JSON.parse(line) as { title?: string }).title ?? null);
  assert.deepEqual(titles, [null, "Council of Elmsford postpones the bridge", "Nobody saw this coming in Leeds"]);
});

test("a model is not given the footnotes of an item, which it would take for references", async () => {
  const footnoted = briefItem(1, "Census of Skelby [2]", { summary: "Skelby has 40,000 people.[7]" });
  const { questions } = await write([good], [footnoted]);
  const line = questions[0]?.body.messages[1]?.content.split("\n")[2] ?? "";
  const { title, summary } = JSON.parse(line) as Record<string, string>;
  assert.deepEqual([title, summary], ["Census of Skelby", "Skelby has 40,000 people."]);
});

test("without items there is no brief, and no model is asked", async () => {
  const { outcome, questions } = await write([], []);
  assert.deepEqual([outcome.kind, questions.length], ["no-items", 0]);
});

test("without a model the brief is an extract", async () => {
  const outcome = await draftBrief({ chat: null, sleep: async () => {}, createFence: () => "f" }, sixMaterial, signal);
  assert.equal(outcome.kind === "written" && outcome.draft.writtenBy, "extract");
});

for (const [name, waitMs] of [
  ["crash", 2_000],
  ["silent", 2_000],
  ["dropped", 2_000],
  ["html", 2_000],
  ["errorIn200", 2_000],
  ["wait2s", 2_000],
  ["overloaded", 30_000],
] as const) {
  test(`after ${name} it is tried once more, ${waitMs / 1000} s later`, async () => {
    const { outcome, slept, questions } = await write([stub[name], good]);
    assert.equal(outcome.kind, "written");
    assert.deepEqual([slept, questions.length], [[waitMs], 2]);
  });
}

for (const [name, kind, asked] of [
  ["crash", "unavailable", 2],
  ["silent", "unavailable", 2],
  ["errorIn200", "unavailable", 2],
  ["empty", "failed", 2],
  ["badKey", "unavailable", 1],
  ["unpaid", "unavailable", 1],
  ["wait2min", "unavailable", 1],
  ["refusal", "failed", 1],
  ["noModel", "failed", 1],
] as const) {
  test(`${name} ends as ${kind} after ${asked} request(s)`, async () => {
    const { outcome, questions } = await write([stub[name], stub[name]]);
    assert.deepEqual([outcome.kind, questions.length], [kind, asked]);
  });
}

test("a text based on none of the items is asked for again once, then the items speak for themselves", async () => {
  const { outcome, questions } = await write([says("All is well."), says("All is well [99].")]);
  assert.ok(outcome.kind === "written");
  assert.deepEqual([outcome.draft.writtenBy, outcome.draft.itemCount], ["extract", 6]);
  assert.equal(questions.length, 2);
});

test("one paragraph that does not hold is replaced by sentences of its report, and the rest stays the model's", async () => {
  const invented = "Aliens landed beside the palace. They bought the ferries [2].";
  const { outcome } = await write([says(`Parliament passed the budget of 412 billion [1].\n\n${invented}`)]);
  assert.ok(outcome.kind === "written");
  const { content, leftOut, writtenBy } = outcome.draft;
  assert.deepEqual([leftOut, writtenBy], [2, "stub-1"]);
  assert.equal(
    content,
    "Parliament passed the budget of 412 billion [1].\n\n" +
      "The harbour company of Skelby ordered twelve electric ferries from a yard in Finland. [2]",
  );
});

test("a text cut off at its limit loses the paragraph that was cut", async () => {
  const cut: ChatBehaviour = (response) =>
    sendJson(
      response,
      completion("A storm closed two schools [4].\n\nThe ferries [2] will", { finish_reason: "length" }),
    );
  const { outcome } = await write([cut]);
  assert.equal(outcome.kind === "written" && outcome.draft.content, "A storm closed two schools [1].");
});

test("a question with a hundred long items has a bounded length, without hidden text and tags", async () => {
  const items = Array.from({ length: 100 }, (_, n) =>
    briefItem(n, "t".repeat(1_000), { summary: `a\u200Bb<i>${"s".repeat(2_000)}`, language: "pl" }),
  );
  const { questions } = await write([good, good], items);
  const text = questions[0]?.body.messages[1]?.content ?? "";
  assert.ok(text.length < 80_000 && text.startsWith("Write in Polish."));
  assert.equal(/\u200B|<i>/u.test(text), false);
});

test("with AI_TYPE=fail a brief is unavailable", async () => {
  const outcome = await draftBrief(
    { chat: failingChat, sleep: async () => {}, createFence: () => "f" },
    sixMaterial,
    signal,
  );
  assert.equal(outcome.kind, "unavailable");
});

test("a model gets the stories that an extract would tell, so that a busy folder does not leave out the others", async () => {
  const busy = Array.from({ length: 90 }, (_, n) =>
    briefItem(n + 1, `Rovers of Skelby win match ${n + 1}`, { folder: "Sport" }),
  );
  const quiet = briefItem(99, "Council of Elmsford approves the bridge", { folder: "Towns" });
  const answer = says("Rovers of Skelby win match 1 [1]. Council of Elmsford approves the bridge [8].");
  const plan: BriefPlan = { folders: ["Sport", "Towns"], length: "normal" };
  const { outcome, questions } = await write([answer], [...busy, quiet], plan);
  const lines = questions[0]?.body.messages[1]?.content.split("\n").slice(2, -2) ?? [];
  const titles = lines.map((line) => (JSON.parse(line) as { title: string }).title);
  assert.deepEqual(titles, [...busy.slice(0, 7).map(({ title }) => title), quiet.title]);
  assert.ok(outcome.kind === "written");
  assert.deepEqual([outcome.draft.itemRefs, outcome.draft.itemCount], [["item-1", "item-99"], 91]);
});

test("a model is asked for a shorter or longer brief, and its paragraphs stand under the person's folders", async () => {
  const items = [
    briefItem(1, "Council of Elmsford approves the budget", { folder: "Towns" }),
    briefItem(2, "Rovers of Skelby win the derby", { folder: "Sport" }),
    briefItem(3, "Storm closes two schools in Leeds"),
  ];
  const answer = says(
    "A storm closed two schools in Leeds [3].\n\nThe council of Elmsford approved the budget [1].\n\n" +
      "The Rovers of Skelby won the derby [2].",
  );
  const { outcome, questions } = await write([answer], items, { folders: ["Sport", "Towns"], length: "short" });
  assert.match(questions[0]?.body.messages[0]?.content ?? "", /^Write 2 to 3 short paragraphs of plain text/mu);
  assert.ok(outcome.kind === "written");
  const { content, sections, itemRefs } = outcome.draft;
  assert.deepEqual(
    sections.map(({ kind, name, paragraphs }) => `${kind} ${name} ${paragraphs}`),
    ["folder Sport 1", "folder Towns 1", "no-folder  1"],
  );
  assert.match(content, /^The Rovers.* \[1\]\.\n\nThe council.* \[2\]\.\n\nA storm.* \[3\]\.$/u);
  assert.deepEqual(itemRefs, ["item-2", "item-1", "item-3"]);
  const long = await write([good], items, { folders: [], length: "long" });
  assert.match(long.questions[0]?.body.messages[0]?.content ?? "", /^Write 6 to 8 paragraphs/mu);
});

test("a model with a small context is given as many items as fit, the first ones", async () => {
  const items = Array.from({ length: 60 }, (_, n) =>
    briefItem(n + 1, `Council of Elmsford meets for the ${n + 1}th time`, { summary: "The council met. ".repeat(20) }),
  );
  server().willAnswer(says("The council met [1]."));
  const chat = chatWith({ contextTokens: 4_096 });
  await draftBrief({ chat, sleep: async () => {}, createFence: () => "f" }, { items, plan: plainPlan }, signal);
  const text =
    server()
      .questions.at(-1)
      ?.body.messages.map(({ content }) => content)
      .join("\n") ?? "";
  assert.ok(Buffer.byteLength(text) / 3 + 1_000 <= 4_096);
  assert.match(text, /meets for the 1th time/);
  assert.doesNotMatch(text, /meets for the 60th time/);
});
