import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach } from "node:test";
import { hubWorkOf, pushReadingOf } from "../../src/assemble-websub.ts";
import { createJobs } from "../../src/assemble-worker.ts";
import { startWeb } from "../../src/assemble-web.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { runJob } from "../../src/fetching/fetch-feed.ts";
import { createBareJob } from "../../src/job.ts";
import { claimDueFeeds } from "../../src/schedule/claim-store.ts";
import type { LeasedFeed } from "../../src/schedule/lease.ts";
import { readSubscription } from "../../src/websub/hub-subscription-store.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import { freePort } from "../ground/free-port.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { startHub } from "./hub.ts";

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/** A Plainwire with its real web server, jobs and database, a publisher and hubs, and a clock that the test moves. */
export async function websubWorld(settings: Record<string, string> = {}, publicOrigin = "https://news.example") {
  const database = await testDatabase();
  const clock = fakeClock();
  const port = await freePort();
  const parts = testParts(
    database,
    { PORT: String(port), SECRET_KEY: "k".repeat(32), DATABASE_URL: "postgres://localhost/x", ...settings },
    { publicOrigin, clock: { now: clock.now, correct: async () => undefined } },
  );
  const web = await startWeb(parts);
  after(() => web.stop(AbortSignal.timeout(5_000)));
  const jobs = createJobs(parts);
  after(() => jobs.leases.stop());
  // What is due in one test is nothing to the next.
  afterEach(() => database.worker.query("delete from feeds"));
  const reachedAt = `http://127.0.0.1:${port}`;
  const publisher = await feedOrigin();
  let feeds = 0;

  const claimDue = async () => {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + 10 * minuteMs);
    const claims = await claimDueFeeds(database.worker, { now, page: 200, leaseId: randomUUID(), leaseUntil });
    jobs.leases.hold(claims);
    return claims;
  };
  const fetchClaimed = async (claims: LeasedFeed[]) => {
    for (const claim of claims) {
      await runJob(jobs, createBareJob(claim), () => undefined);
      jobs.leases.letGo(claim);
    }
    return claims.map(({ feedId }) => feedId);
  };
  /** Claims and fetches everything that is due, as a worker does. */
  const fetchDue = async () => fetchClaimed(await claimDue());
  /** Reads what hubs sent along, as a worker does. */
  const readPushes = pushReadingOf(parts);
  const ask = async () => {
    const asking = hubWorkOf(parts);
    return asking === null ? 0 : asking(new AbortController().signal);
  };
  const feedOf = async (id: string): Promise<FeedRow> => {
    const { rows } = await database.worker.query<FeedRow>(
      `select f.push_until, s.next_run_at, s.why_next ->> 'winner' as winner,
         (select count(*)::int from items i where i.feed_id = f.id) as items
       from feeds f join feed_schedules s on s.feed_id = f.id where f.id = $1`,
      [id],
    );
    assert.ok(rows[0] !== undefined);
    return rows[0];
  };

  const follow = async (url: string): Promise<string> => {
    const feed = { url, enabled: true, polling: true, enforceFeedDomain: false };
    return (await addFeed(database.worker, feed, 4, clock.now())).id;
  };

  /** A feed on a host of its own that names a hub in its document. `publish` replaces its items. */
  const addFeedWith = async (hubUrl: string | null, { headers = {}, self = "same", extra = "" }: FeedOptions = {}) => {
    feeds += 1;
    const path = `/feed-${feeds}`;
    const url = publisher.url(path, `127.1.${feeds}.1`);
    const topic = self === "same" ? url : self;
    const publish = (titles: string[], named: string | null = hubUrl) => {
      const link = (rel: string, to: string | null) => (to === null ? "" : `<atom:link rel="${rel}" href="${to}"/>`);
      const links = `${link("hub", named)}${link("self", topic)}${extra}`;
      const body = rss(
        titles.map((title) => ({ title, guid: title, link: `https://news.test/${title}` })),
        "Feed",
        links,
      );
      publisher.serve(path, { headers, body: body.replace("<rss ", '<rss xmlns:atom="http://www.w3.org/2005/Atom" ') });
    };
    publish(["One"]);
    const id = await follow(url);
    return { id, url, topic, path, publish, requests: () => publisher.log.filter((seen) => seen.path === path).length };
  };

  /** A feed whose hub has verified. */
  const addActive = async () => {
    const hub = await startHub(publicOrigin, reachedAt);
    const feed = await addFeedWith(hub.url);
    await fetchDue();
    await ask();
    assert.ok((await hub.verify()).isEchoed);
    return { hub, feed };
  };
  return {
    database,
    worker: database.worker,
    parts,
    clock,
    publisher,
    reachedAt,
    startHub: () => startHub(publicOrigin, reachedAt),
    claimDue,
    fetchClaimed,
    fetchDue,
    readPushes,
    ask,
    feedOf,
    follow,
    addFeedWith,
    addActive,
    subscriptionOf: (feedId: string) => readSubscription(database.worker, feedId),
  };
}

type FeedRow = { push_until: Date | null; next_run_at: Date; winner: string; items: number };
type FeedOptions = { headers?: Record<string, string>; self?: string | null; extra?: string };
