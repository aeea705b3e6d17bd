import assert from "node:assert/strict";
import { test } from "node:test";
import { saveBrief } from "../../../src/briefs/brief-store.ts";
import { hourMs } from "../../../src/time.ts";
import { type Reader, readingWorld } from "../../reading/reading-world.ts";

const world = await readingWorld();
const { worker } = world.database;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs);

/** One report of an event, in a feed of its own. Reports with the same `event` become one story. */
async function report(reader: Reader, event: string, name: string, hours: number): Promise<string> {
  const feedId = await world.addFeed([reader], name);
  const url = `https://news.example/${encodeURIComponent(event)}?utm_source=${encodeURIComponent(name)}`;
  const id = await world.addItem(feedId, { url, title: event, pubDate: hoursAgo(hours) });
  await world.settle();
  return id;
}

async function writeAt(reader: Reader, hours: number, itemRefs: string[]): Promise<string> {
  const content = itemRefs.map((_, index) => `It happened, as was to be expected [${index + 1}].`).join("\n\n");
  const draft = { content, sections: [], itemRefs, itemCount: itemRefs.length, writtenBy: "model-1" };
  return (await saveBrief(worker, reader.id, draft, hoursAgo(hours))).id;
}

const pageOf = async (reader: Reader, path = "/brief") => (await reader.ask(path)).text();
const storyOf = async (itemId: string) => {
  const { rows } = await worker.query("select story_id from item_index where item_id = $1", [itemId]);
  return String(rows[0]?.story_id);
};

test("reports of one story are one reference that opens the story; the only report opens its item", async () => {
  const reader = await world.addReader();
  const [post, radio] = [
    await report(reader, "Bridge opens in Holbeck", "The Post", 3),
    await report(reader, "Bridge opens in Holbeck", "Radio Nord", 2),
  ];
  const alone = await report(reader, "Library of Ossett moves", "Elm Weekly", 1);
  const content = "The bridge of Holbeck opened on Monday [1][2]. The library of Ossett moves [3][1].";
  const draft = { content, sections: [], itemRefs: [post, radio, alone], itemCount: 3, writtenBy: "model-1" };
  await saveBrief(worker, reader.id, draft, hoursAgo(0));
  const page = await pageOf(reader);
  const references = [...page.matchAll(/<a class="ref" href="([^"]*)"[^>]*>(\d+)</g)].map(([, to, n]) => `${n} ${to}`);
  const story = `/stories/${await storyOf(post)}`;
  assert.deepEqual(references, [`1 ${story}`, `2 /items/${alone}`, `1 ${story}`]);
  assert.equal(page.match(/<ol class="refs">[^]*<\/ol>/)?.[0].match(/<li>/g)?.length, 2);
  assert.match(page, /2 outlets/);
  assert.equal((await reader.ask(story)).status, 200);
});

test("the letter says what is new, changed and gone since the last brief", async () => {
  const reader = await world.addReader();
  const bridge = await report(reader, "Bridge opens in Batley", "The Post", 30);
  const strike = await report(reader, "Bakers of Morley strike", "Radio Nord", 30);
  const first = await writeAt(reader, 26, [bridge, strike]);
  assert.doesNotMatch(await pageOf(reader), /Since your last brief/, "the first brief has none before it");

  await report(reader, "Bridge opens in Batley", "Daily Flare", 3);
  const derby = await report(reader, "Rovers of Pudsey win", "Elm Weekly", 2);
  await writeAt(reader, 1, [bridge, derby]);
  const since = (await pageOf(reader)).match(/<section class="since">[^]*?<\/section>/)?.[0] ?? "";
  const lines = [...since.matchAll(/data-sign="(.)">([^]*?)<\/li>/g)].map(([, sign, line = ""]) => {
    return `${sign} ${line
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/\s+/g, " ")
      .trim()}`;
  });
  assert.deepEqual(lines, [
    "+ New: Rovers of Pudsey win",
    "≠ Changed: Bridge opens in Batley 1 new report",
    "– Gone: Bakers of Morley strike no longer in the brief",
  ]);

  const again = await writeAt(reader, 0, [bridge, derby]);
  const page = await pageOf(reader, `/brief/${again}`);
  assert.match(page, /data-sign="\+"/, "one that is written again is compared with the same brief");
  assert.match(page, new RegExp(`href="/brief/${first}"`));
});

test("an edit after publication is named with its outlet", async () => {
  const reader = await world.addReader();
  const bridge = await report(reader, "Bridge opens in Otley", "Daily Flare", 30);
  await writeAt(reader, 26, [bridge]);
  await worker.query(
    "insert into item_versions (item_id, version, title, content, seen_until) values ($1, 1, 'Old', '', $2)",
    [bridge, hoursAgo(5)],
  );
  await writeAt(reader, 0, [bridge]);
  assert.match(await pageOf(reader), /Bridge opens in Otley<\/a>[^]*edited by Daily Flare/);
});

test("a mail that did not arrive is told where the brief is read", async () => {
  const reader = await world.addReader();
  const bridge = await report(reader, "Bridge opens in Guiseley", "The Post", 2);
  const id = await writeAt(reader, 0, [bridge]);
  await worker.query(
    `insert into brief_mails (brief_id, user_id, queued_at, attempts, locked_until, failure)
    values ($1, $2, now(), 1, now(), 'unreachable')`,
    [id, reader.id],
  );
  assert.match(await pageOf(reader), /role="alert"[^>]*>This brief could not be sent to [^<]* yet/);
  await worker.query("update brief_mails set failure = 'refused', locked_until = null where brief_id = $1", [id]);
  assert.match(await pageOf(reader), /The mail server refused this brief/);
});

test("the former addresses lead to the new ones", async () => {
  const reader = await world.addReader();
  for (const [from, to] of [
    ["/briefs", "/brief"],
    ["/briefs?page=2", "/brief/all?page=2"],
    ["/briefs/0196b0f0-0000-7000-8000-000000000001", "/brief/0196b0f0-0000-7000-8000-000000000001"],
  ] as const) {
    const answer = await reader.ask(from);
    assert.deepEqual([answer.status, answer.headers.get("Location")], [303, to]);
  }
});

test("a brief has buttons to print it and to copy it as text, with the addresses of its references", async () => {
  const reader = await world.addReader();
  const item = await report(reader, "Ferry to <Kinross> & back", "The Post", 1);
  const id = await writeAt(reader, 0, [item]);
  for (const path of ["/brief", `/brief/${id}`]) {
    const page = await pageOf(reader, path);
    assert.match(page, /<button[^>]*data-print=""[^>]*aria-label="Print"/);
    const [, text = ""] = /data-copy="([^"]*)"[^>]*aria-label="Copy as text"/.exec(page) ?? [];
    assert.match(text, /It happened, as was to be expected \[1\]\.\n\nREFERENCES\n\n\[1\] Ferry to &lt;Kinross/);
    assert.match(text, new RegExp(`/items/${item}\n\nRead it on your page: http[^ ]*/brief/${id}\n$`));
    assert.doesNotMatch(text, /unsubscribe/);
  }
  assert.doesNotMatch(await pageOf(await world.addReader()), /data-print/, "nothing to print");
});

test("the letter says how many sentences of the model were left out", async () => {
  const reader = await world.addReader();
  const item = await report(reader, "Tram line opens in Weldon", "The Post", 3);
  const draft = { content: "It opens [1].", sections: [], itemRefs: [item], itemCount: 1, writtenBy: "model-1" };
  await saveBrief(worker, reader.id, { ...draft, leftOut: 2 }, hoursAgo(2));
  assert.match(await pageOf(reader), /2 sentences were left out because their sources do not say so\./);
  await saveBrief(worker, reader.id, draft, hoursAgo(1));
  assert.doesNotMatch(await pageOf(reader), /left out/);
});
