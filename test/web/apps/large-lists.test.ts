import assert from "node:assert/strict";
import { test } from "node:test";
import { findEntries } from "../../../src/items/app-entry-store.ts";
import {
  findStreamPage,
  numbersOf,
  type StreamPlace,
  type StreamQuestion,
  subscriptionOf,
  timeUsOf,
} from "../../../src/items/app-stream-store.ts";
import { appsWorld } from "./apps-world.ts";

const world = await appsWorld();
const { worker } = world.database;

const itemsCount = 3_000;
const dayMs = 86_400_000;

/** A reader of two feeds with 3,000 items: a quarter is read, some are hidden, starred, or still wait for their analysis. */
async function addManyItems() {
  const app = await world.addApp();
  const [alpha, beta] = [
    await world.addNumberedFeed(app.reader, "Alpha"),
    await world.addNumberedFeed(app.reader, "Beta"),
  ];
  const now = new Date();
  // Every seventh id is not made of the time, as those that came from elsewhere.
  await worker.query(
    `insert into items (id, feed_id, hash, url, title, content, pub_date, first_seen_at, fingerprint, analysis_status)
     select case when n % 7 = 0 then gen_random_uuid() else (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
       || '7000' || lpad(to_hex(32768 + n), 4, '0') || lpad(to_hex(n), 12, '0'))::uuid end,
       case when n % 3 = 0 then $2::uuid else $1::uuid end, encode(sha256(($1::text || n)::bytea), 'hex'), 'https://news.example/' || n, 'Item ' || n, '', at, at, '',
       case when n <= 20 and n % 2 = 0 then 'pending' else 'done' end
     from (select n, $3::timestamptz - n * interval '5 seconds' as at from generate_series(1, ${itemsCount}) n) given`,
    [alpha.feedId, beta.feedId, now],
  );
  await worker.query(
    `insert into item_states (user_id, item_id, read_at, hidden_at, starred_at)
     select $1, i.id, case when n % 4 = 1 then $2::timestamptz end, case when n % 50 = 0 then $2 end, case when n % 40 = 3 then $2 end
     from (select id, substr(title, 6)::integer as n from items where feed_id = any($3)) i
     where n % 4 = 1 or n % 50 = 0 or n % 40 = 3`,
    [app.reader.id, now, [alpha.feedId, beta.feedId]],
  );
  return { app, alpha, beta, now };
}

/** What a plain query says, the newest first. */
async function numbersWhere(feedIds: string[], personId: string, now: Date, condition: string): Promise<string[]> {
  const { rows } = await worker.query<{ number: string }>(
    `select i.number from items i left join item_states s on s.item_id = i.id and s.user_id = $2
     where i.feed_id = any($1) and s.hidden_at is null and (i.analysis_status <> 'pending' or i.first_seen_at < $3)
       and ${condition} order by i.first_seen_at desc, i.number desc`,
    [feedIds, personId, new Date(now.getTime() - 120_000)],
  );
  return rows.map(({ number }) => number);
}

const everything = {
  feedIds: null,
  notFeedIds: [],
  isRead: null,
  isStarred: null,
  sinceUs: null,
  untilUs: null,
} as const;

test("thousands of unread items in one page are exactly those, whatever their ids are made of", async () => {
  const { app, alpha, beta, now } = await addManyItems();
  const unread = await numbersWhere([alpha.feedId, beta.feedId], app.reader.id, now, "s.read_at is null");
  assert.ok(unread.length > 2_000);
  const page = (size: number, order: "newest" | "oldest" = "newest") =>
    app.reader.as((tx) => findStreamPage(tx, { ...everything, isRead: false, order, after: null, size }, now));

  assert.deepEqual(numbersOf(await page(10_000)), unread);
  assert.deepEqual(numbersOf(await page(10_000, "oldest")), unread.toReversed());
  const short = await page(100);
  assert.deepEqual(numbersOf(short), unread.slice(0, 100));
  assert.equal(short.next?.number, unread[99]);
  // The page ends in the middle of a long list.
  await worker.query("delete from item_states where user_id = $1 and read_at is not null", [app.reader.id]);
  const more = await numbersWhere([alpha.feedId, beta.feedId], app.reader.id, now, "true");
  const long = await page(2_500);
  assert.deepEqual(numbersOf(long), more.slice(0, 2_500));
  assert.equal(long.next?.number, more[2_499]);
  // Rows have a thousand items: a page that ends with one, and one that has a single item more.
  for (const size of [999, 1_000, 1_001, 2_000, more.length - 1, more.length]) {
    const some = await page(size);
    assert.deepEqual(numbersOf(some), more.slice(0, size), String(size));
    assert.equal(some.next?.number, size < more.length ? more[size - 1] : undefined, String(size));
  }
});

/** 5,000 items, two at each time, numbered in its order; two feeds the reader had before, and one they took when half had come. */
async function addPairs() {
  const app = await world.addApp();
  const names = ["Alpha", "Beta", "Late"];
  const feeds = await Promise.all(names.map((name) => world.addNumberedFeed(app.reader, name)));
  const feedIds = feeds.map(({ feedId }) => feedId);
  const start = Date.UTC(2026, 9, 1);
  await worker.query(
    `insert into items (id, feed_id, hash, url, title, content, pub_date, first_seen_at, fingerprint, analysis_status)
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || lpad(to_hex(32768 + n), 4, '0')
         || lpad(to_hex(n), 12, '0'))::uuid,
       ($1::uuid[])[case when n % 10 = 0 then 3 else 1 + n % 2 end], encode(sha256(($1::text || n)::bytea), 'hex'),
       'https://pairs.example/' || n, 'Item ' || n, '', at, at, '', 'done'
     from (select n, $2::timestamptz + n / 2 * interval '1 minute' as at from generate_series(0, 4999) n) given order by n`,
    [feedIds, new Date(start)],
  );
  await worker.query("update subscriptions set created_at = $2 where user_id = $1", [app.reader.id, new Date(start)]);
  await worker.query("update subscriptions set created_at = $3 where user_id = $1 and feed_id = $2", [
    app.reader.id,
    feedIds[2],
    new Date(start + 1_250 * 60_000),
  ]);
  await worker.query(
    `insert into item_states (user_id, item_id, read_at, hidden_at, starred_at)
     select $1, id, case when n % 4 = 1 then now() end, case when n % 50 = 2 then now() end, case when n % 9 = 3 then now() end
     from (select id, substr(title, 6)::integer as n from items where feed_id = any($2)) i
     where n % 4 = 1 or n % 50 = 2 or n % 9 = 3`,
    [app.reader.id, feedIds],
  );
  return { app, feedIds, usAt: (minutes: number) => BigInt(start + minutes * 60_000) * 1_000n };
}

test("every page of a long list has what a plain query has: filters, times, both orders, two items at one time", async () => {
  const { app, feedIds, usAt } = await addPairs();
  const now = new Date();
  type Ref = { number: string; subscription: string; us: string };
  const wantedOf = async (condition: string, order: StreamQuestion["order"]): Promise<Ref[]> => {
    const direction = order === "oldest" ? "asc" : "desc";
    const { rows } = await worker.query<Ref>(
      `select number, subscription, us::text from (
         select i.number, b.number as subscription, b.feed_id, s.read_at, s.starred_at,
           (extract(epoch from greatest(i.first_seen_at, b.created_at)) * 1000000)::bigint as us
         from items i join subscriptions b on b.feed_id = i.feed_id and b.user_id = $1
         left join item_states s on s.item_id = i.id and s.user_id = $1 where s.hidden_at is null) own
       where ${condition} order by own.us ${direction}, number ${direction}`,
      [app.reader.id],
    );
    return rows;
  };
  const foundOf = async (asked: Partial<StreamQuestion>, size: number): Promise<Ref[]> => {
    const refs: Ref[] = [];
    let after: StreamPlace | null = null;
    do {
      const question: StreamQuestion = { ...everything, isRead: false, order: "newest", ...asked, after, size };
      const page = await app.reader.as((tx) => findStreamPage(tx, question, now));
      for (const piece of page.pieces) {
        for (const [n, number] of numbersOf({ pieces: [piece], next: null }).entries()) {
          refs.push({ number, subscription: String(subscriptionOf(piece, n)), us: String(timeUsOf(piece, n)) });
        }
      }
      after = page.next;
    } while (after !== null);
    return refs;
  };
  const cases: [Partial<StreamQuestion>, string][] = [
    [{}, "read_at is null"],
    [{ isRead: null }, "true"],
    [{ isRead: true }, "read_at is not null"],
    [{ isStarred: false }, "read_at is null and starred_at is null"],
    [{ isStarred: true }, "read_at is null and starred_at is not null"],
    [{ notFeedIds: [feedIds[1] ?? ""] }, `read_at is null and feed_id <> '${feedIds[1]}'`],
    [{ feedIds: feedIds.slice(1) }, `read_at is null and feed_id <> '${feedIds[0]}'`],
    // The times of an item each, both inclusive.
    [{ sinceUs: usAt(100) }, `read_at is null and us >= ${usAt(100)}`],
    [{ untilUs: usAt(2_300) }, `read_at is null and us <= ${usAt(2_300)}`],
    [
      { sinceUs: usAt(1_250), untilUs: usAt(2_400) },
      `read_at is null and us between ${usAt(1_250)} and ${usAt(2_400)}`,
    ],
  ];
  for (const [asked, condition] of cases) {
    for (const order of ["newest", "oldest"] as const) {
      const wanted = await wantedOf(condition, order);
      // An odd size ends between two items of one time.
      for (const size of [2_101, 10_000]) {
        assert.deepEqual(await foundOf({ ...asked, order }, size), wanted, `${condition}, ${order}, ${size} a page`);
      }
    }
  }
});

test("totals are those of a plain count, for all feeds and for some, and pages of entries are in order", async () => {
  const { app, alpha, beta, now } = await addManyItems();
  const both = [alpha.feedId, beta.feedId];
  for (const feedIds of [null, [beta.feedId]]) {
    for (const [isRead, condition] of [
      [null, "true"],
      [false, "s.read_at is null"],
      [true, "s.read_at is not null"],
    ] as const) {
      const wanted = await numbersWhere(feedIds ?? both, app.reader.id, now, condition);
      const question = { feedIds, isRead, order: "published", direction: "desc", size: 100, isCounted: true } as const;
      const found = await app.reader.as((tx) => findEntries(tx, question, now));
      assert.equal(found.total, wanted.length, `${condition} of ${feedIds === null ? "all feeds" : "one"}`);
      assert.deepEqual(found.numbers, wanted.slice(0, 100));
      const later = await app.reader.as((tx) => findEntries(tx, { ...question, skip: wanted.length - 30 }, now));
      assert.deepEqual(later.numbers, wanted.slice(-30));
      const oldest = await app.reader.as((tx) => findEntries(tx, { ...question, direction: "asc" }, now));
      assert.deepEqual(oldest.numbers, wanted.toReversed().slice(0, 100));
    }
  }
});

async function countsOf(feedIds: string[]) {
  const kept = await worker.query(
    "select feed_id, items, newest_at from item_counts where feed_id = any($1) and items > 0 order by 1",
    [feedIds],
  );
  const counted = await worker.query(
    "select feed_id, count(*)::int as items, max(first_seen_at) as newest_at from items where feed_id = any($1) group by 1 order by 1",
    [feedIds],
  );
  return { kept: kept.rows, counted: counted.rows };
}

test("the count that is kept for each feed follows items that come, go and move", async () => {
  const reader = await world.addReader();
  const ids = [await world.addFeed([reader], "One"), await world.addFeed([reader], "Two")];
  const [one = "", two = ""] = ids;
  const at = (days: number) => new Date(Date.UTC(2026, 9, 1) + days * dayMs);
  for (const days of [1, 2, 3]) for (const id of ids) await world.addItem(id, { seenAt: at(days) });
  const follow = async (what: string, items: number[]) => {
    const { kept, counted } = await countsOf(ids);
    assert.deepEqual(kept, counted, what);
    assert.deepEqual(
      kept.map((row) => row.items).toSorted((a, b) => a - b),
      items,
      what,
    );
  };
  await follow("six came", [3, 3]);
  await worker.query("delete from items where feed_id = any($1) and first_seen_at = $2", [ids, at(1)]);
  await follow("the oldest went", [2, 2]);
  await worker.query("delete from items where feed_id = $1 and first_seen_at = $2", [one, at(3)]);
  await follow("the newest of one went", [1, 2]);
  await worker.query("update items set feed_id = $1 where feed_id = $2 and first_seen_at = $3", [one, two, at(3)]);
  await follow("one moved", [1, 2]);
  await worker.query("select delete_items($1, 100)", [one]);
  await follow("all of one went", [1]);
  await worker.query("delete from feeds where id = $1", [two]);
  await follow("a feed went with its items", []);
});
