import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { vectorArray } from "../../src/database/unnest.ts";
import { buildSearchVector } from "../../src/items/build-search-vector.ts";
import { foldedWords, parseSearch } from "../../src/items/search-words.ts";
import { findItemPage, type ListQuestion } from "../../src/items/item-list-store.ts";
import { readingWorld, type Reader } from "./reading-world.ts";
import { anyCharacter, checkProperty } from "../ground/check-property.ts";

const world = await readingWorld();
const { admin } = world.database;

const texts: [search: string, text: string, isFound: boolean][] = [
  ["bridge", "The bridge is new", true],
  ["bridg", "The bridge is new", true],
  ["bridges", "The bridge is new", false],
  ["new bridge", "A bridge, quite new", true],
  ['"new bridge"', "A bridge, quite new", false],
  ['"new bridge"', "A New Bridge.", true],
  ['"new bridge', "A New Bridge.", true],
  ["bridge -new", "A new bridge", false],
  ["bridge -old", "A new bridge", true],
  ['bridge -"new one"', "A new bridge", true],
  ["lodz", "W Łodzi i Łódź", true],
  ["ZÜRICH", "In zurich", true],
  ["co-op", "The co-op shop", true],
  ["co-op", "The op of co", false],
  ["日本", "今日本を読む", true],
  ["日語", "今日本を語る", false],
  ["القاهرة", "أخبار القاهرة", true],
  ["القاهره", "أَخْبَارُ القَاهِره", true],
  ["दिल", "दल का नेता", false],
  ["दिल्ली", "नई दिल्ली में", true],
  ["पानी", "पैन कार्ड", false],
  ["பால்", "பல் மருத்துவர்", false],
  ["பால்", "பால் விலை", true],
  ["ข้าว", "อ่านข่าววันนี้", false],
  ["ข่าว", "อ่านข่าววันนี้", true],
  ["4.25 %", "at 4.25 %", true],
  ["a & b | !c <-> (d):*", "a b c d", true],
];
for (const [search, text, isFound] of texts) {
  test(`a search for ${search} ${isFound ? "finds" : "does not find"} “${text}”`, async () => {
    assert.equal(await matches(search, text), isFound);
  });
}

const everything: ListQuestion = {
  view: "all",
  feedIds: null,
  maxScore: null,
  tsquery: null,
  order: "newest",
  after: null,
  readSince: null,
};

test("a search without words is reported as such", () => {
  for (const search of ["", "  ", "!!!", '""', "-bridge", '-"a b"', "' ;--", "(&|)"]) {
    assert.deepEqual(parseSearch(search), { kind: "empty" }, search);
  }
});

test("the database accepts every search and every text", async () => {
  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 80 }),
    fc
      .array(
        fc.constantFrom(
          '"',
          "'",
          "-",
          "&",
          "|",
          "!",
          ":*",
          "<->",
          "\\",
          "(",
          ")",
          " ",
          "a",
          "ß",
          "日本",
          "İ",
          "\u0000",
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join("")),
  );
  const vectors: Buffer[] = [];
  const queries: string[] = [];
  checkProperty(
    fc.property(anyText, (text) => {
      vectors.push(buildSearchVector([text, text]));
      const parsed = parseSearch(text);
      if (parsed.kind === "query") queries.push(parsed.tsquery);
    }),
    500,
  );
  await admin.query("select v from unnest($1::tsvector[]) v", [vectorArray(vectors)]);
  await admin.query("select q::tsquery from unnest($1::text[]) q", [queries]);
  assert.ok(queries.length > 100);
});

test("every word of a text finds it", async () => {
  const word = fc.string({
    unit: fc.constantFrom("a", "Ł", "ó", "é", "9", "ß", "я", "日"),
    minLength: 1,
    maxLength: 6,
  });
  const found = fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), async (words) => {
    for (const one of words) assert.ok(await matches(one, words.join(" ")), `${one} in ${words.join(" ")}`);
    assert.ok(await matches(`"${words.join(" ")}"`, words.join(" - ")), words.join(" "));
  });
  await checkProperty(found, 60);
});

test("a vector is what PostgreSQL makes of the words and their places as text", async () => {
  for (const text of ["Łódź, the city; the 3rd", "", `${"hay ".repeat(300)}needle`, "日本 and İzmir"]) {
    const places = foldedWords(text).map((word, at) => `'${word}':${at + 1}`);
    const { rows } = await admin.query("select $1::tsvector::text as packed, $2::tsvector::text as read", [
      buildSearchVector([text]),
      places.join(" "),
    ]);
    assert.equal(rows[0].packed, rows[0].read);
  }
});

test("words come in PostgreSQL's order, so that it need not sort them", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "ż", "я", "日", "5"), minLength: 1, maxLength: 9 });
  checkProperty(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      const packed = wordsIn(buildSearchVector([words.join(" "), words.toReversed().join(" ")]));
      assert.deepEqual(packed, packed.toSorted(Buffer.compare));
    }),
  );
});

/** The words of a packed vector, without their places. */
function wordsIn(vector: Buffer): Buffer[] {
  const words: Buffer[] = [];
  for (let at = 4; at < vector.length;) {
    const end = vector.indexOf(0, at);
    words.push(vector.subarray(at, end));
    at = end + 3 + 2 * vector.readUInt16BE(end + 1);
  }
  return words;
}

test("only the beginning of very long texts is searched", async () => {
  assert.ok(await matches("needle", `needle ${"hay ".repeat(200_000)}`));
  const vector = buildSearchVector([`${"hay ".repeat(200_000)} needle`]);
  assert.ok(vector.length < 100_000);
});

test("a person finds only items of their own feeds", async () => {
  const [anna, ben] = [await world.addReader(), await world.addReader()];
  const shared = await world.addFeed([anna, ben], "Shared");
  const annas = await world.addFeed([anna], "Anna's");
  const both = await world.addItem(shared, { title: "Zeppelin over Leeds" });
  const hers = await world.addItem(annas, { title: "Zeppelin over York" });
  await world.settle();
  assert.deepEqual((await find(anna, "zeppelin")).toSorted(), [both, hers].toSorted());
  assert.deepEqual(await find(ben, "zeppelin"), [both]);
  assert.deepEqual(await find(anna, "zeppelin", annas), [hers]);
});

test("hidden results do not end the search", async () => {
  const reader = await world.addReader();
  const feed = await world.addFeed([reader], "Full");
  const oldest = await world.addItem(feed, { title: "Comet first seen", pubDate: new Date(Date.now() - 86_400_000) });
  for (let n = 0; n < 55; n += 1) await world.addItem(feed, { title: `Comet ${n}` });
  await world.settle();
  await reader.as((tx) =>
    tx.query(
      "insert into item_states (user_id, item_id, hidden_at) select auth.uid(), id, now() from items where id <> $1",
      [oldest],
    ),
  );
  const question = { ...everything, tsquery: "'comet'" };
  const first = await reader.as((tx) => findItemPage(tx, question, new Date()));
  assert.deepEqual(first.places, []);
  const second = await reader.as((tx) => findItemPage(tx, { ...question, after: first.next }, new Date()));
  assert.deepEqual([second.places.map(({ id }) => id), second.next], [[oldest], null]);
});

test("in a folder, what other feeds have of a word takes no place on the page", async () => {
  const reader = await world.addReader();
  const folder = [await world.addFeed([reader], "Village"), await world.addFeed([reader], "Town")];
  const outside = await world.addFeed([reader], "Agency");
  const found = await world.addItem(folder[0] ?? "", { title: "Eclipse over the village" });
  for (let n = 0; n < 55; n += 1) {
    await world.addItem(outside, { title: `Eclipse ${n}`, pubDate: new Date(Date.now() + (n - 27) * 86_400_000) });
  }
  await world.settle();
  for (const order of ["newest", "oldest"] as const) {
    const question = { ...everything, feedIds: folder, tsquery: "'eclipse'", order };
    const { places, next } = await reader.as((tx) => findItemPage(tx, question, new Date()));
    assert.deepEqual([places.map(({ id }) => id), next], [[found], null], order);
  }
});

test("what is found comes in the order that was asked for, page by page, and only from one's own feeds", async () => {
  const [reader, other] = [await world.addReader(), await world.addReader()];
  const feed = await world.addFeed([reader], "Ordered");
  await world.addItem(await world.addFeed([other], "Not hers"), { title: "Meteor of others" });
  const ids: string[] = [];
  for (let n = 0; n < 55; n += 1) {
    ids.push(await world.addItem(feed, { title: `Meteor ${n}`, pubDate: new Date(Date.now() - n * 60_000) }));
  }
  await world.settle();
  for (const order of ["newest", "oldest"] as const) {
    const question = { ...everything, tsquery: "'meteor'", order };
    const first = await reader.as((tx) => findItemPage(tx, question, new Date()));
    const second = await reader.as((tx) => findItemPage(tx, { ...question, after: first.next }, new Date()));
    const found = [...first.places, ...second.places].map(({ id }) => id);
    assert.deepEqual([first.places.length, found], [50, order === "newest" ? ids : ids.toReversed()], order);
  }
});

async function find(reader: Reader, search: string, feedId: string | null = null): Promise<string[]> {
  const parsed = parseSearch(search);
  assert.ok(parsed.kind === "query");
  const question = { ...everything, feedIds: feedId === null ? null : [feedId], tsquery: parsed.tsquery };
  return reader.as(async (tx) => (await findItemPage(tx, question, new Date())).places.map(({ id }) => id));
}

async function matches(search: string, text: string): Promise<boolean> {
  const parsed = parseSearch(search);
  assert.ok(parsed.kind === "query", search);
  const { rows } = await admin.query("select $1::tsvector @@ $2::tsquery as found", [
    buildSearchVector([text]),
    parsed.tsquery,
  ]);
  return rows[0].found;
}
