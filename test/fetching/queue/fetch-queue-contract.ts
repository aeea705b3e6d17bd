import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { deleteFeed } from "../../../src/feeds/change-feed-store.ts";
import { addFeed, type NewFeed } from "../../../src/feeds/add-feeds-store.ts";
import { requestFetch } from "../../../src/feeds/request-fetch-store.ts";
import { saveCompletions } from "../../../src/fetching/completion-store.ts";
import type { FetchQueue, QueueOptions } from "../../../src/fetching/queue/fetch-queue.ts";
import { releaseClaims } from "../../../src/schedule/lease-store.ts";
import type { LeasedFeed } from "../../../src/schedule/lease.ts";
import { fakeClock } from "../../ground/fetch-driver.ts";
import type { TestDatabase } from "../../ground/test-database.ts";
import { completionOf } from "../../schedule/completion-of.ts";

export type QueueUnderTest = {
  database: TestDatabase;
  makeQueue: (options: QueueOptions) => FetchQueue;
  /** True when a take would only wait for nothing. */
  isEmpty: () => boolean;
};

const leaseMs = 600_000;
const hostDelayMs = 3_000;
const going = new AbortController().signal;

/** What every queue must do, whatever carries the feeds. Each behaviour on hosts of its own. */
export function fetchQueueContract(name: string, { database, makeQueue, isEmpty }: QueueUnderTest): void {
  const pool = database.worker;
  const clock = fakeClock();
  const open = (batchSize = 1_000) => {
    const queue = makeQueue({ now: clock.now, leaseMs, hostDelayMs, batchSize, onQueued: () => undefined });
    after(() => queue.close());
    return queue;
  };
  const queue = open();
  const add = async (url: string, feed: Partial<NewFeed> = {}) =>
    (await addFeed(pool, { url, enabled: true, polling: true, enforceFeedDomain: false, ...feed }, 4, clock.now())).id;
  /** Offers what is due and takes what comes, until nothing does. */
  const takeAll = async (from: FetchQueue = queue): Promise<LeasedFeed[]> => {
    const taken: LeasedFeed[] = [];
    for (;;) {
      const offered = await from.offerDue();
      if (offered === 0 && isEmpty()) return taken;
      const claims = await from.take(100, going);
      taken.push(...claims);
      if (offered + claims.length === 0) return taken;
    }
  };
  const idsOf = (claims: LeasedFeed[]) => claims.map(({ feedId }) => feedId);
  const complete = async (claims: LeasedFeed[]) => {
    await saveCompletions(
      pool,
      claims.map((claim) => completionOf(claim, clock.now(), hostDelayMs)),
    );
    for (const { feedId } of claims) await queue.finish(feedId);
  };
  const finishAll = async () => complete(await takeAll());
  const state = async (id: string) => {
    const { rows } = await pool.query(
      "select fetch_status as status, lease_id is not null as leased, queued_at is not null as queued from feed_schedules where feed_id = $1",
      [id],
    );
    return rows[0];
  };

  test(`${name}: a due feed is handed out once, leased and QUEUED`, async () => {
    const id = await add("http://one.example/feed");
    const claims = await takeAll();
    assert.deepEqual(idsOf(claims), [id]);
    assert.deepEqual(await state(id), { status: "QUEUED", leased: true, queued: true });
    assert.deepEqual(await takeAll(), []);
    await complete(claims);
    assert.deepEqual(await state(id), { status: "IDLE", leased: false, queued: false });
  });

  test(`${name}: of one host, the feed never fetched comes first, then the one that waits longest`, async () => {
    const later = await add("http://order.example/later", { firstRunAt: new Date(clock.now().getTime() - 1_000) });
    const longest = await add("http://order.example/longest", { firstRunAt: new Date(clock.now().getTime() - 60_000) });
    const fresh = await add("http://order.example/fresh");
    const order: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const claims = await takeAll();
      order.push(...idsOf(claims));
      await complete(claims);
      clock.advance(hostDelayMs);
    }
    assert.deepEqual(order, [fresh, longest, later]);
  });

  test(`${name}: a host is asked once at a time, and again only after its delay`, async () => {
    await add("http://paced.example/a");
    await add("http://paced.example/b");
    const first = await takeAll();
    assert.equal(first.length, 1);
    await complete(first);
    clock.advance(hostDelayMs - 1);
    assert.deepEqual(await takeAll(), []);
    clock.advance(1);
    const second = await takeAll();
    assert.equal(second.length, 1);
    assert.notEqual(second[0]?.feedId, first[0]?.feedId);
    await complete(second);
  });

  test(`${name}: the hosts of one domain are asked four at a time at most`, async () => {
    for (let host = 0; host < 40; host += 1) await add(`http://blog${host}.platform.example/feed`);
    const claims = await takeAll();
    assert.equal(claims.length, 4);
    await complete(claims);
    await pool.query("delete from feeds where url like '%platform.example%'");
  });

  test(`${name}: two processes never get the same feed`, async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => add(`http://shared${n}.example/feed`)));
    const other = open();
    const [mine, others] = await Promise.all([takeAll(), takeAll(other)]);
    assert.deepEqual([...idsOf(mine), ...idsOf(others)].sort(), ids.sort());
    await complete([...mine, ...others]);
    for (const { feedId } of others) await other.finish(feedId);
  });

  test(`${name}: a feed that is disabled, deleted or not due is not handed out, even when it is named`, async () => {
    const disabled = await add("http://off.example/feed", { enabled: false, firstRunAt: clock.now() });
    const early = await add("http://early.example/feed", { firstRunAt: new Date(clock.now().getTime() + 1) });
    const never = await add("http://never.example/feed", { firstRunAt: null });
    const deleted = await add("http://deleted.example/feed");
    await deleteFeed(pool, deleted, clock.now());
    assert.deepEqual(await queue.enqueue([disabled, early, never, deleted, randomUUID()]), []);
    assert.deepEqual(await takeAll(), []);
    clock.advance(1);
    const claims = await takeAll();
    assert.deepEqual(idsOf(claims), [early]);
    await complete(claims);
  });

  test(`${name}: a disabled feed neither takes nor blocks the turn of another on its host`, async () => {
    const longest = { firstRunAt: new Date(clock.now().getTime() - 3_600_000) };
    await add("http://mixed.example/disabled", { ...longest, enabled: false });
    const suspended = await add("http://mixed.example/suspended", longest);
    await pool.query("update feed_schedules set runnable = false where feed_id = $1", [suspended]);
    const running = await add("http://mixed.example/running", { firstRunAt: clock.now() });
    const claims = await takeAll();
    assert.deepEqual(idsOf(claims), [running]);
    await complete(claims);
    clock.advance(hostDelayMs);
    assert.deepEqual(await takeAll(), []);
  });

  test(`${name}: one look claims or offers no more than a batch, and the next looks bring the rest`, async () => {
    const small = open(3);
    const addEight = (host: string) =>
      Promise.all(Array.from({ length: 8 }, (_, n) => add(`http://${host}${n}.example/feed`)));
    const ids = await addEight("batch");
    const taken: LeasedFeed[] = [];
    const sizes: number[] = [];
    while (taken.length < ids.length) {
      const offered = await small.offerDue();
      const claims = await small.take(100, going);
      sizes.push(Math.max(offered, claims.length));
      taken.push(...claims);
    }
    assert.deepEqual(sizes, [3, 3, 2]);
    assert.deepEqual(idsOf(taken).sort(), ids.sort());
    await complete(taken);

    assert.deepEqual(await small.enqueue(await addEight("named")), []);
    const named = await small.take(100, going);
    assert.ok(named.length > 0 && named.length <= 3, `${named.length} of those that were named`);
    await complete([...named, ...(await takeAll(small))]);
  });

  test(`${name}: named again and again, a feed is handed out once`, async () => {
    const id = await add("http://twice.example/feed");
    await queue.offerDue();
    await queue.enqueue([id]);
    await queue.enqueue([id, id]);
    const claims = await takeAll();
    assert.deepEqual(idsOf(claims), [id]);
    await queue.enqueue([id]);
    assert.deepEqual(await takeAll(), []);
    assert.deepEqual(await state(id), { status: "QUEUED", leased: true, queued: true });
    await complete(claims);
  });

  test(`${name}: what a vanished worker held is handed out again, one delay after its lease ended`, async () => {
    const id = await add("http://vanished.example/feed");
    const lost = await takeAll();
    clock.advance(leaseMs + hostDelayMs - 1);
    assert.deepEqual(await takeAll(), []);
    clock.advance(1);
    const claims = await takeAll();
    assert.deepEqual(idsOf(claims), [id]);
    const late = await saveCompletions(
      pool,
      lost.map((claim) => completionOf(claim, clock.now(), hostDelayMs)),
    );
    assert.deepEqual(
      late.map(({ saved }) => saved),
      [false],
    );
    await complete(claims);
  });

  test(`${name}: what is given back unasked is due at once, with nothing recorded`, async () => {
    const id = await add("http://released.example/feed");
    const claims = await takeAll();
    await releaseClaims(pool, claims);
    for (const { feedId } of claims) await queue.finish(feedId);
    assert.deepEqual(await state(id), { status: "IDLE", leased: false, queued: false });
    const again = await takeAll();
    assert.deepEqual(idsOf(again), [id]);
    await complete(again);
  });

  test(`${name}: a person's wish goes to the head of the host's queue`, async () => {
    const asked = await add("http://head.example/asked");
    await finishAll();
    clock.advance(hostDelayMs);
    for (let n = 0; n < 3; n += 1)
      await add(`http://head.example/${n}`, { firstRunAt: new Date(clock.now().getTime() - 3_600_000) });
    clock.advance(5 * 60_000);
    assert.deepEqual(await requestFetch(pool, asked, clock.now()), { kind: "requested" });
    const claims = await takeAll();
    assert.deepEqual(idsOf(claims), [asked]);
    await complete(claims);
    for (let turn = 0; turn < 3; turn += 1) {
      clock.advance(hostDelayMs);
      await finishAll();
    }
  });

  test(`${name}: a take that waits ends when the process stops`, async () => {
    const stopping = new AbortController();
    const taken = queue.take(10, stopping.signal);
    stopping.abort();
    assert.deepEqual(await taken, []);
    assert.deepEqual(await queue.take(10, stopping.signal), []);
  });
}
