import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { openArticle } from "../../src/analysis/article/open-article.ts";
import { readingWorld, type Reader } from "../reading/reading-world.ts";

const world = await readingWorld();
const { worker } = world.database;
const reader = await world.addReader();
const feed = await world.addFeed([reader], "Harbour Gazette");
const now = new Date("2026-11-17T08:00:00Z");
const text = "<p>The mayor <em>slammed</em> the shocking bus plan on Monday.</p>";

test("an opened article has its loaded words in the HTML, each with kind, plain word and reason", async () => {
  const opened = await open(reader, await analysed(text));
  assert.equal(
    opened?.html,
    '<p>The mayor <em><mark data-mark="0">slammed</mark></em> the <mark data-mark="1">shocking</mark> bus plan on Monday.</p>',
  );
  assert.deepEqual([opened?.language, opened?.isRead], ["en", true]);
  assert.deepEqual(opened?.marks, [
    {
      start: 10,
      end: 17,
      kind: "violence",
      plain: "criticized",
      reason: "A word of violence for something that is not violent.",
    },
    { start: 22, end: 30, kind: "emotive", plain: null, reason: "Tells you how to feel." },
  ]);
});

test("the marks are made once for a text and a version of the analyzer", async () => {
  const item = await analysed(text);
  await open(reader, item);
  // What is stored is what is shown.
  await worker.query("update article_marks set marks = '[]' where item_id = $1", [item]);
  assert.deepEqual((await open(reader, item))?.marks, []);

  assert.equal((await open(reader, item, "h99"))?.marks.length, 2);
  assert.equal((await stored(item)).version, "h99");

  await worker.query("update items set clean_html = '<p>It was a shameless lie.</p>' where id = $1", [item]);
  assert.match((await open(reader, item, "h99"))?.html ?? "", /^<p>It was a <mark data-mark="0">shameless/);
});

test("two people who open an article at the same moment both get it, and one row is stored", async () => {
  const others = await Promise.all([world.addReader(), world.addReader()]);
  for (const { id } of others) await world.subscribe(id, feed, "Gazette");
  const item = await analysed(text);
  const opened = await Promise.all([reader, ...others, reader].map((person) => open(person, item)));
  assert.deepEqual(
    opened.map((one) => one?.marks.length),
    [2, 2, 2, 2],
  );
  assert.equal((await worker.query("select from article_marks where item_id = $1", [item])).rowCount, 1);
});

test("nobody opens an article of a feed they do not read, and nothing is stored for it", async () => {
  const item = await analysed(text);
  assert.equal(await open(await world.addReader(), item), null);
  assert.equal(await open(reader, randomUUID()), null);
  assert.equal((await worker.query("select from article_marks where item_id = $1", [item])).rowCount, 0);
});

test("an article that is deleted while it is opened is still shown, and leaves nothing behind", async () => {
  const item = await analysed(text);
  const opened = await reader.as(async (tx) => {
    const query = async (statement: { text: string; values: unknown[] }) => {
      const answer = await tx.query(statement);
      await worker.query("delete from items where id = $1", [item]);
      return answer;
    };
    return openArticle({ asPerson: { query } as unknown as typeof tx, worker }, item, now);
  });
  assert.equal(opened?.marks.length, 2);
  assert.equal((await worker.query("select from article_marks where item_id = $1", [item])).rowCount, 0);
});

test("an item without a text opens empty, and one in a language that is not read says so", async () => {
  const empty = await open(reader, await analysed(""));
  assert.deepEqual([empty?.html, empty?.marks], ["", []]);
  const french = await open(
    reader,
    await analysed("<p>Le maire a présenté hier un projet choquant devant le conseil municipal de la ville.</p>"),
  );
  assert.deepEqual([french?.language, french?.isRead, french?.marks], ["fr", false, []]);
});

test("the marks and the older analyses of an item are deleted with it", async () => {
  const item = await analysed(text);
  await open(reader, item);
  await worker.query(
    "insert into older_analyses (item_id, version, analyzer_result, until) select id, 1, analyzer_result, now() from items where id = $1",
    [item],
  );
  await worker.query("delete from items where id = $1", [item]);
  for (const table of ["article_marks", "older_analyses"])
    assert.equal((await worker.query(`select from ${table} where item_id = $1`, [item])).rowCount, 0);
});

function open(person: Reader, item: string, version?: string) {
  return person.as((tx) => openArticle({ asPerson: tx, worker }, item, now, version));
}

async function analysed(content: string): Promise<string> {
  const item = await world.addItem(feed, { title: "Bus plan", text: content });
  await world.settle();
  return item;
}

async function stored(item: string): Promise<{ version: string; made_at: Date }> {
  const { rows } = await worker.query("select version, made_at from article_marks where item_id = $1", [item]);
  return rows[0];
}
