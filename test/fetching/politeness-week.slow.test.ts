import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import type { Completion } from "../../src/fetching/completion-store.ts";
import { rss } from "../ground/feed-origin.ts";
import { fakeClock, fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";
import { seededRandom } from "../../scripts/simulate/seeded-random.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const weekMs = 7 * 24 * hourMs;
const stepMs = 2 * minuteMs;
// A host's turn comes after three seconds.
const turnMsMax = 5_000;
const feeds = 200;
// A multiple of the number of publishers, so that neighbours on a host are of one kind: a 429 blocks its whole host, and
// would else push others into the hours they asked us to skip.
const hosts = 78;

/** What one publisher does; the same feed always does the same. `n` counts its requests, `at` is the simulated time. */
type Publisher = {
  headers: (n: number, at: Date) => Record<string, string>;
  /** 200 unless it says otherwise; a 304 is given by the origin where the validators match. */
  status?: (n: number) => number;
  /** How often its items change; 0 is never. */
  changesEveryMs: number;
  extra?: string;
  minGapMs: number;
};
const day = (at: Date) => new Date(Math.floor(at.getTime() / (24 * hourMs)) * 24 * hourMs).toUTCString();
const publishers: Publisher[] = [
  { headers: () => ({ etag: '"plain"' }), changesEveryMs: 0, minGapMs: hourMs },
  {
    headers: (_, at) => ({ etag: `W/"${Math.floor(at.getTime() / hourMs)}"` }),
    changesEveryMs: hourMs,
    minGapMs: hourMs,
  },
  { headers: (_, at) => ({ "last-modified": day(at) }), changesEveryMs: 24 * hourMs, minGapMs: hourMs },
  {
    headers: (_, at) => ({ etag: "unquoted é", "last-modified": day(at) }),
    changesEveryMs: 6 * hourMs,
    minGapMs: hourMs,
  },
  {
    headers: () => ({ etag: '"fresh"', "cache-control": "max-age=43200" }),
    changesEveryMs: 12 * hourMs,
    minGapMs: 12 * hourMs,
  },
  {
    headers: () => ({ etag: '"brisk"', "cache-control": "public, max-age=600" }),
    changesEveryMs: 12 * hourMs,
    minGapMs: 10 * minuteMs,
  },
  {
    headers: () => ({ etag: '"none"', "cache-control": "no-cache, max-age=0" }),
    changesEveryMs: 24 * hourMs,
    minGapMs: hourMs,
  },
  {
    headers: (_, at) => ({ expires: new Date(at.getTime() + 3 * hourMs).toUTCString(), date: at.toUTCString() }),
    changesEveryMs: 12 * hourMs,
    minGapMs: 3 * hourMs,
  },
  { headers: () => ({ etag: '"ttl"' }), changesEveryMs: 12 * hourMs, extra: "<ttl>240</ttl>", minGapMs: 4 * hourMs },
  { headers: () => ({ "set-cookie": "track=1", etag: '"cookie"' }), changesEveryMs: 24 * hourMs, minGapMs: hourMs },
  {
    headers: () => ({ "retry-after": "9000" }),
    status: (n) => (n % 3 === 2 ? 429 : 200),
    changesEveryMs: 12 * hourMs,
    minGapMs: hourMs,
  },
  {
    headers: () => ({}),
    status: (n) => (n % 4 === 1 ? 500 : 200),
    changesEveryMs: 12 * hourMs,
    minGapMs: 5 * minuteMs,
  },
  {
    headers: () => ({ etag: '"quiet"' }),
    changesEveryMs: 12 * hourMs,
    extra: "<skipHours><hour>1</hour><hour>2</hour><hour>3</hour></skipHours>",
    minGapMs: hourMs,
  },
];

type Request = {
  feed: number;
  host: string;
  at: number;
  headers: IncomingMessage["headers"];
  status: number;
  given: Record<string, string>;
};

test("two hundred feeds over a week: no request that a publisher could object to", async () => {
  const clock = fakeClock();
  const { log, port } = await origin(clock.now);
  const driver = fetchDriver(await testDatabase(), { random: seededRandom(7) }, clock);
  for (let feed = 0; feed < feeds; feed += 1) await driver.add(`http://127.9.${feed % hosts}.1:${port}/${feed}`);

  const skipped: string[] = [];
  const end = clock.now().getTime() + weekMs;
  while (clock.now().getTime() < end) {
    for (const { completion } of await driver.fetchDue()) skipped.push(...plansIntoSkippedHour(completion));
    const before = clock.now().getTime();
    if (!(await driver.skipToNext())) break;
    const waitedMs = clock.now().getTime() - before;
    // To the moment where a host's next turn comes; else ripe ones are fetched together: a fetch on its own costs ten times
    // as much, and this test must end.
    if (waitedMs > turnMsMax && waitedMs < stepMs) clock.set(new Date(before + stepMs));
  }
  assert.ok(log.length > feeds * 10, `only ${log.length} requests in a week`);
  const broken = [...Map.groupBy(log, ({ feed }) => feed).values()].flatMap(violationsOfFeed);
  const crowded = [...Map.groupBy(log, ({ host }) => host).values()].flatMap(violationsOfHost);
  assert.deepEqual([...broken, ...crowded, ...skipped].slice(0, 10), []);
  process.stdout.write(
    `# ${log.length} requests in a simulated week, ${log.filter(({ status }) => status === 304).length} of them 304\n`,
  );
});

function violationsOfFeed(requests: Request[]): string[] {
  return requests.flatMap((request, index) => {
    const found: string[] = [];
    const before = requests[index - 1];
    const { headers, feed } = request;
    const complain = (what: string) => found.push(`feed ${feed} request ${index}: ${what}`);
    if (headers.cookie !== undefined) complain("sends a cookie");
    if (headers.referer !== undefined) complain("sends a referer");
    if (headers["cache-control"] !== undefined || headers.pragma !== undefined) complain("asks past caches");
    if (!/^Plainwire\/\d+\.\d+ \(\+http[^;]*(; [1-9]\d* subscribers?)?\)$/.test(headers["user-agent"] ?? ""))
      complain(`calls itself ${headers["user-agent"]}`);

    // Byte for byte what the last 200 or 304 gave, and nothing that was never given.
    const last = requests.slice(0, index).findLast(({ status }) => status === 200 || status === 304)?.given ?? {};
    if (headers["if-none-match"] !== last["etag"])
      complain(`If-None-Match ${headers["if-none-match"]}, given ${last["etag"]}`);
    if (headers["if-modified-since"] !== last["last-modified"])
      complain(`If-Modified-Since ${headers["if-modified-since"]}, given ${last["last-modified"]}`);

    if (before === undefined) return found;
    const gapMs = request.at - before.at;
    const publisher = publishers[feed % publishers.length] as Publisher;
    if (gapMs < publisher.minGapMs)
      complain(`came after ${gapMs / minuteMs} min, ${publisher.minGapMs / minuteMs} asked`);
    if (before.status === 429 && gapMs < 9_000_000) complain(`came ${gapMs / minuteMs} min after a 429`);
    return found;
  });
}

/** Judged by the plan: a host's own pace may put the request itself off for some seconds. */
function plansIntoSkippedHour({ claim, plan }: Completion): string[] {
  const isSkipping =
    publishers[Number(new URL(claim.url).pathname.slice(1)) % publishers.length]?.extra?.includes("skipHours");
  const hour = plan.nextRunAt?.getUTCHours() ?? 0;
  return isSkipping && hour >= 1 && hour <= 3 ? [`${claim.url} is planned for a skipped hour, ${hour}`] : [];
}

function violationsOfHost(requests: Request[]): string[] {
  return requests.flatMap((request, index) => {
    const before = requests[index - 1];
    if (before === undefined) return [];
    const gapMs = request.at - before.at;
    if (gapMs < 3_000) return [`host ${request.host}: asked again after ${gapMs} ms`];
    return before.status === 429 && gapMs < 9_000_000
      ? [`host ${request.host}: asked ${gapMs / minuteMs} min after a 429`]
      : [];
  });
}

async function origin(now: () => Date): Promise<{ log: Request[]; port: number }> {
  const log: Request[] = [];
  const counts = new Map<number, number>();
  const server = createServer((request, response) => {
    const feed = Number((request.url ?? "/0").slice(1));
    const n = counts.get(feed) ?? 0;
    counts.set(feed, n + 1);
    log.push(answer(request, response, { feed, n, at: now() }));
  });
  // All of 127.0.0.0/8 at once.
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { log, port: (server.address() as AddressInfo).port };
}

type Turn = { feed: number; n: number; at: Date };

function answer(request: IncomingMessage, response: ServerResponse, { feed, n, at }: Turn): Request {
  const { headers, status, changesEveryMs, extra } = publishers[feed % publishers.length] as Publisher;
  const given = headers(n, at);
  const edition = changesEveryMs === 0 ? 0 : Math.floor(at.getTime() / changesEveryMs);
  const body = rss(
    [{ title: `Edition ${edition}`, link: `http://x.example/${feed}/${edition}` }],
    `Feed ${feed}`,
    extra,
  );
  const same =
    (given["etag"] !== undefined && request.headers["if-none-match"] === given["etag"] && !changed(feed, edition)) ||
    (given["etag"] === undefined &&
      given["last-modified"] !== undefined &&
      request.headers["if-modified-since"] === given["last-modified"]);
  const code = status?.(n) ?? 200;
  const final = code === 200 && same ? 304 : code;
  editions.set(feed, edition);
  response.writeHead(final, given);
  response.end(final === 200 ? body : undefined);
  return {
    feed,
    host: (request.headers.host ?? "").split(":")[0] ?? "",
    at: at.getTime(),
    headers: request.headers,
    status: final,
    given,
  };
}

const editions = new Map<number, number>();
function changed(feed: number, edition: number): boolean {
  return editions.get(feed) !== edition;
}
