import assert from "node:assert/strict";
import { test } from "node:test";
import { connectAs } from "../../src/database/connection.ts";
import { readMigrations } from "../../src/database/migration-files.ts";
import { changeFeed, type FeedChanges } from "../../src/feeds/change-feed-store.ts";
import type { ClaimedFeed } from "../../src/schedule/lease.ts";
import { moveFeed } from "../../src/feeds/change-url-store.ts";
import { ownDomains, wasFilteredAlike } from "../../src/fetching/select-items.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const { worker: pool } = database;
const origin = await feedOrigin();
const driver = fetchDriver(database);
const dayMs = 86_400_000;
const strict = { enforceFeedDomain: true };

for (const status of [301, 302, 307, 308]) {
  test(`after a ${status} the items of the host that answered are the feed's own, and a third host's are not`, async () => {
    const [from, to] = [`127.21.1.${status - 300}`, `127.21.2.${status - 300}`];
    const hosts = [to, to, from, "127.21.3.1"];
    origin.serve(`/to-${status}`, {
      body: rss(hosts.map((host, n) => ({ title: `${n}`, link: `http://${host}/${n}` }))),
    });
    origin.serve(`/from-${status}`, { status, headers: { location: origin.url(`/to-${status}`, to) } });
    const id = await driver.add(origin.url(`/from-${status}`, from), strict);
    const fetched = await driver.fetchDueOf(id);
    assert.deepEqual([fetched?.result.created.length, fetched?.completion.log.discarded], [3, 1]);
    assert.deepEqual(await titlesOf(id), ["0", "1", "2"]);
  });
}

test("dropped items are added when a redirect makes them the feed's own, even if the bytes are the same", async () => {
  const [from, to] = ["127.22.1.1", "127.22.1.2"];
  const body = rss([1, 2, 3].map((n) => ({ title: `${n}`, link: `http://${to}/${n}` })));
  origin.serve("/here", { body });
  origin.serve("/there", { body });
  const id = await driver.add(origin.url("/here", from), strict);
  const first = await driver.fetchDueOf(id);
  assert.deepEqual([first?.result.created.length, first?.completion.log.discarded], [0, 3]);

  origin.serve("/here", { status: 301, headers: { location: origin.url("/there", to) } });
  driver.clock.advance(2 * dayMs);
  assert.equal((await driver.fetchDueOf(id))?.result.created.length, 3);

  // And from then on it is known: the same bytes cost nothing more.
  origin.serve("/there", { body, status: 200, headers: { etag: '"other"' } });
  driver.clock.advance(2 * dayMs);
  assert.equal((await driver.fetchDueOf(id))?.completion.log.outcome, "same-body");
});

const changes: [string, FeedChanges, FeedChanges][] = [
  ["enforce-feed-domain", { enforceFeedDomain: true }, { enforceFeedDomain: false }],
  ["the root domain", { rootDomain: null }, { rootDomain: "elsewhere.example" }],
];
for (const [index, [name, same, other]] of changes.entries()) {
  test(`a change of ${name} brings back what was dropped, and the same value again costs nothing`, async () => {
    const path = `/changed${index}`;
    origin.serve(path, {
      body: rss(["a", "b"].map((title) => ({ title, link: `http://news.elsewhere.example/${title}` }))),
    });
    const id = await driver.add(origin.url(path, `127.23.1.${index + 1}`), { ...strict, rootDomain: null });
    assert.equal((await driver.fetchDueOf(id))?.completion.log.discarded, 2);

    await changeFeed(pool, id, { ...same, name: "Renamed" }, driver.clock.now());
    driver.clock.advance(2 * dayMs);
    assert.equal((await driver.fetchDueOf(id))?.completion.log.outcome, "not-modified");
    assert.deepEqual(await titlesOf(id), []);

    await changeFeed(pool, id, other, driver.clock.now());
    driver.clock.advance(2 * dayMs);
    assert.equal((await driver.fetchDueOf(id))?.result.created.length, 2);
    assert.deepEqual(await titlesOf(id), ["a", "b"]);
  });
}

test("with other headers the whole document is requested again", async () => {
  origin.serve("/by-headers", { body: rss([{ title: "a", guid: "a" }]) });
  const id = await driver.add(origin.url("/by-headers", "127.23.2.1"));
  await driver.fetchDue();
  const headers = driver.parts.secrets.seal(JSON.stringify({ "x-edition": "full" }));
  await changeFeed(pool, id, { headers }, driver.clock.now());
  driver.clock.advance(2 * dayMs);
  const second = await driver.fetchDueOf(id);
  assert.deepEqual([second?.completion.log.outcome, second?.completion.log.httpStatus], ["parsed", 200]);
});

const during: [string, FeedChanges][] = [
  ["enforce-feed-domain", { enforceFeedDomain: false }],
  ["the root domain", { rootDomain: "elsewhere.example" }],
];
for (const [index, [name, change]] of during.entries()) {
  for (const conditional of [false, true]) {
    const answer = conditional ? "304" : "document";
    test(`a change of ${name} while the ${answer} is on its way is not undone by it`, async () => {
      const path = `/during${index}-${answer}`;
      origin.serve(path, { body: rss([{ title: "a", link: "http://news.elsewhere.example/a" }]) });
      const url = origin.url(path, `127.24.${index + 1}.${conditional ? 1 : 2}`);
      const id = await driver.add(url, { ...strict, rootDomain: null });
      if (conditional) {
        await driver.fetchDue();
        driver.clock.advance(2 * dayMs);
      }

      const { get } = driver.parts;
      const slow = fetchDriver(
        database,
        {
          get: async (request) => {
            const result = await get(request);
            if (request.url === url) await changeFeed(pool, id, change, driver.clock.now());
            return result;
          },
        },
        driver.clock,
      );
      assert.equal((await slow.fetchDueOf(id))?.completion.log.httpStatus, conditional ? 304 : 200);
      assert.deepEqual(await titlesOf(id), []);

      driver.clock.advance(2 * dayMs);
      assert.equal((await driver.fetchDueOf(id))?.result.created.length, 1);
    });
  }
}

test("items beyond the limit are not remembered: with a higher limit the next document adds them", async () => {
  const few = fetchDriver(database, { itemsMax: 2 }, driver.clock);
  const entries = [1, 2, 3, 4].map((n) => ({
    title: `${n}`,
    guid: `${n}`,
    date: new Date(driver.clock.now().getTime() - n * dayMs),
  }));
  origin.serve("/long", { body: rss(entries) });
  const id = await driver.add(origin.url("/long", "127.25.1.1"));
  await few.fetchDue();
  assert.deepEqual(await titlesOf(id), ["1", "2"]);

  origin.serve("/long", { body: rss(entries, "A feed", "<ttl>60</ttl>") });
  driver.clock.advance(2 * dayMs);
  const again = await few.fetchDueOf(id);
  assert.deepEqual([again?.completion.items.length, again?.completion.log.unchanged], [0, 2]);

  origin.serve("/long", { body: rss(entries, "A feed", "<ttl>61</ttl>") });
  driver.clock.advance(2 * dayMs);
  assert.equal((await driver.fetchDueOf(id))?.result.created.length, 2);
  assert.deepEqual(await titlesOf(id), ["1", "2", "3", "4"]);
});

test("a root domain taken from the old address moves with the feed, one that was set stays", async () => {
  for (const [rootDomain, expected] of [
    ["old.example", "new.example"],
    ["set.example", "set.example"],
    [null, null],
  ] as const) {
    const host = rootDomain ?? "none";
    const url = `http://feeds.old.example/${host}`;
    const id = await driver.add(url, { rootDomain, firstRunAt: null });
    await moveFeed(pool, { id, url }, `http://feeds.new.example/${host}`, 4);
    assert.equal((await driver.feed(id))["root_domain"], expected);
  }
});

test("the migration lets feeds that dropped items see their whole document once more, and no others", async () => {
  const feeds = { dropped: strict, calm: strict, open: { enforceFeedDomain: false } };
  const ids = new Map<string, string>();
  for (const [index, [name, settings]] of Object.entries(feeds).entries()) {
    const link = name === "calm" ? `/${name}` : "http://elsewhere.example/1";
    origin.serve(`/${name}`, { body: rss([{ title: name, link }]) });
    ids.set(name, await driver.add(origin.url(`/${name}`, `127.26.1.${index + 1}`), settings));
  }
  await driver.fetchDue();
  const { sql } = readMigrations().find(({ name }) => name === "0016-selection.sql") ?? assert.fail();
  const owner = await connectAs(database.connection, "app_owner");
  await owner.query(sql);
  await owner.end();
  for (const [name, id] of ids) {
    const { etag, seen, body_hash, validators_url } = await driver.feed(id);
    const isForgotten = [etag, seen, body_hash, validators_url].map((value) => value === null);
    assert.deepEqual(isForgotten, Array(4).fill(name === "dropped"), name);
  }
});

const claim = { url: "https://feeds.old.example/rss", rootDomain: null, enforceFeedDomain: true, validators: null };
const asked = (changes: Partial<ClaimedFeed>) => ({ ...claim, ...changes }) as ClaimedFeed;
const answered = (url: string, permanentUrl: string | null = null) => ({ url, permanentUrl });

test("a derived root domain covers the subdomains of every address, one that was set only its own", () => {
  const moved = answered("https://cdn.third.example/rss", "https://feeds.new.example/rss");
  const derived = ownDomains(asked({ rootDomain: "old.example" }), moved);
  const byHand = ownDomains(asked({ rootDomain: "mine.example" }), moved);
  const none = ownDomains(asked({}), moved);
  const links: [string, boolean, boolean, boolean][] = [
    ["https://feeds.old.example/1", true, true, true],
    ["https://www.feeds.new.example/1", true, true, true],
    ["https://cdn.third.example/1", true, true, true],
    ["https://old.example/1", true, false, false],
    ["https://blog.new.example/1", true, false, false],
    ["https://blog.third.example/1", true, false, false],
    ["https://blog.mine.example/1", false, true, false],
    ["https://notmine.example/1", false, false, false],
    ["https://old.example.evil.example/1", false, false, false],
  ];
  for (const [link, ...expected] of links) assert.deepEqual([derived(link), byHand(link), none(link)], expected, link);
});

test("the same bytes are judged again only when another host answers and the feed keeps to its domains", () => {
  const validators = { url: "https://www.cdn.example/rss", etag: null, lastModified: null };
  const last = asked({ validators });
  assert.equal(wasFilteredAlike(last, answered("https://cdn.example/rss?2")), true);
  assert.equal(wasFilteredAlike(last, answered("https://feeds.old.example/rss")), true);
  assert.equal(wasFilteredAlike(last, answered("https://other.example/rss")), false);
  assert.equal(wasFilteredAlike(last, answered("https://cdn.example/rss", "https://new.example/rss")), false);
  assert.equal(
    wasFilteredAlike(asked({ validators, enforceFeedDomain: false }), answered("https://other.example/")),
    true,
  );
});

async function titlesOf(feedId: string): Promise<string[]> {
  const { rows } = await pool.query("select title from items where feed_id = $1 order by title", [feedId]);
  return rows.map(({ title }) => title);
}
