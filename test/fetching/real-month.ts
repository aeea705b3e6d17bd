import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ownPolicy } from "../../scripts/simulate/own-policy.ts";
import { answer, countPublished, dayMs, hourMs, minuteMs, type Publisher } from "../../scripts/simulate/publisher.ts";
import { type Period, type Run, runPolicy } from "../../scripts/simulate/run-policy.ts";
import { seededRandom } from "../../scripts/simulate/seeded-random.ts";
import { syntheticPublishers } from "../../scripts/simulate/synthetic-publishers.ts";
import { fakeClock, fetchDriver } from "../ground/fetch-driver.ts";
import type { TestDatabase } from "../ground/test-database.ts";

/** How much of a month: three hundred feeds and thirty days are all of it. */
export type Size = { hundreds: number; days: number };
export type Figures = { requests: number; items: number; meanMs: number; feedMs: number; violations: number };

const fromMs = Date.parse("2026-03-02T00:00:00Z");
const documentItems = 30;
// Feeds that are due within a minute are fetched together: alone each costs several times as much, and this must end.
const stepMs = minuteMs;
/** A host's next turn comes after three seconds, or a few more where it refused us. */
const turnMsMax = 30_000;
/** After the end, for the items that are not found yet: the longest interval is a day, and a tenth. */
const restMs = 2 * dayMs;
const feedsPerHost = 3;
const seed = 20;

export function publishersOf({ hundreds }: Size, period: Period): Publisher[] {
  const random = seededRandom(seed);
  return Array.from({ length: hundreds }, () => syntheticPublishers(period, random)).flat();
}

export function periodOf({ days }: Size): Period {
  return { fromMs, untilMs: fromMs + days * dayMs };
}

/** The policy alone, as `npm run simulate` runs it. */
export function runPure(publishers: Publisher[], period: Period): Figures {
  return figuresOf(
    publishers.map((publisher, index) =>
      runPolicy(publisher, ownPolicy("learned", seededRandom(seed + index)), period),
    ),
  );
}

/** Claim, lanes, client, parser, policy and completion on a real database, against an origin that counts. */
export async function runReal(database: TestDatabase, publishers: Publisher[], period: Period): Promise<Figures> {
  const clock = fakeClock(new Date(period.fromMs));
  const origin = await openOrigin(publishers, period, clock.now);
  const driver = fetchDriver(database, { random: seededRandom(seed) }, clock);
  const hostOf = hostsByKind(publishers);
  try {
    for (const [index] of publishers.entries()) await driver.add(`http://${hostOf(index)}:${origin.port}/${index}`);
    while (clock.now().getTime() < period.untilMs + restMs) {
      for (const { completion } of await driver.fetchDue())
        origin.judgePlan(completion.plan.nextRunAt, completion.claim.url);
      if (clock.now().getTime() >= period.untilMs && origin.hasShownAll()) break;
      const before = clock.now().getTime();
      if (!(await driver.skipToNext())) break;
      const waitedMs = clock.now().getTime() - before;
      if (waitedMs > turnMsMax && waitedMs < stepMs) clock.set(new Date(before + stepMs));
    }
  } finally {
    origin.close();
  }
  return figuresOf(origin.runs);
}

/** Feeds of one kind share hosts, three each: a refusal closes its whole host, which is another feed's business. */
function hostsByKind(publishers: Publisher[]): (index: number) => string {
  const kinds = [...new Set(publishers.map(({ kind }) => kind))];
  const places = new Map<string, number>();
  const hosts = publishers.map(({ kind }) => {
    const place = places.get(kind) ?? 0;
    places.set(kind, place + 1);
    return `127.${40 + kinds.indexOf(kind)}.${Math.floor(place / feedsPerHost)}.1`;
  });
  return (index) => hosts[index] ?? "127.0.0.1";
}

async function openOrigin(publishers: Publisher[], period: Period, now: () => Date) {
  const feeds = publishers.map((publisher) => openFeed(publisher, period));
  const server = createServer((request, response) => {
    const feed = feeds[Number((request.url ?? "/0").slice(1))];
    if (feed === undefined) response.writeHead(404).end();
    else feed.reply(request, response, now().getTime());
  });
  // All of 127.0.0.0/8 at once.
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    runs: feeds.map(({ run }) => run),
    hasShownAll: () => feeds.every(({ hasShownAll }) => hasShownAll()),
    judgePlan: (at: Date | null, url: string) => feeds[Number(new URL(url).pathname.slice(1))]?.judgePlan(at),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** One feed as its publisher serves it, which notes every request and what it had asked for before. */
function openFeed(publisher: Publisher, period: Period) {
  const { publishedAtMs, hints, cacheControl } = publisher;
  const run: Run = { requests: 0, delaysMs: [], violations: 0 };
  const itemsUntilEnd = countPublished(publishedAtMs, period.untilMs);
  let shown = countPublished(publishedAtMs, period.fromMs);
  let askedUntilMs = -Infinity;

  const reply = (request: IncomingMessage, response: ServerResponse, nowMs: number) => {
    if (nowMs < period.untilMs) {
      run.requests += 1;
      if (nowMs < askedUntilMs) run.violations += 1;
    }
    const got = answer(publisher, shown, nowMs);
    if (got.kind === "refused") {
      const until = got.retryAfterAt?.getTime() ?? nowMs;
      askedUntilMs = until;
      response.writeHead(429, { "retry-after": String(Math.ceil((until - nowMs) / 1000)) }).end();
      return;
    }
    const count = countPublished(publishedAtMs, nowMs);
    for (const at of publishedAtMs.slice(shown, Math.min(count, itemsUntilEnd))) run.delaysMs.push(nowMs - at);
    shown = count;
    askedUntilMs = nowMs + Math.max((got.freshnessSeconds ?? 0) * 1000, (hints.ttlMinutes ?? 0) * minuteMs);
    const etag = `"${count}"`;
    const isSame = request.headers["if-none-match"] === etag;
    response.writeHead(isSame ? 304 : 200, {
      etag,
      "content-type": "application/rss+xml",
      ...(cacheControl === null ? {} : { "cache-control": cacheControl }),
    });
    response.end(isSame ? undefined : documentOf(publisher, count));
  };
  return {
    run,
    reply,
    hasShownAll: () => shown >= itemsUntilEnd,
    // Judged by the plan: a host's turn may put the request itself off into a skipped hour.
    judgePlan: (at: Date | null) => {
      const isSkipped =
        at !== null && (hints.skipHours.includes(at.getUTCHours()) || hints.skipDays.includes(at.getUTCDay()));
      if (isSkipped) run.violations += 1;
    },
  };
}

const dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

function documentOf({ publishedAtMs, hints, kind }: Publisher, count: number): string {
  const first = Math.max(0, count - documentItems);
  const items = publishedAtMs
    .slice(first, count)
    .map(
      (at, index) =>
        `<item><guid isPermaLink="false">${first + index}</guid><title>Item ${first + index}</title><pubDate>${new Date(at).toUTCString()}</pubDate></item>`,
    );
  const { ttlMinutes, updatePeriodSeconds, skipHours, skipDays } = hints;
  return `<rss version="2.0" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"><channel><title>${kind}</title><link>http://x.example/</link>
${ttlMinutes === null ? "" : `<ttl>${ttlMinutes}</ttl>`}${updatePeriodSeconds === hourMs / 1000 ? "<sy:updatePeriod>hourly</sy:updatePeriod>" : ""}
<skipHours>${skipHours.map((hour) => `<hour>${hour}</hour>`).join("")}</skipHours>
<skipDays>${skipDays.map((day) => `<day>${dayNames[day]}</day>`).join("")}</skipDays>
${items.reverse().join("\n")}</channel></rss>`;
}

function figuresOf(runs: Run[]): Figures {
  const delays = runs.flatMap(({ delaysMs }) => delaysMs);
  const means = runs.filter(({ delaysMs }) => delaysMs.length > 0).map(({ delaysMs }) => meanOf(delaysMs));
  return {
    requests: runs.reduce((sum, { requests }) => sum + requests, 0),
    items: delays.length,
    meanMs: meanOf(delays),
    feedMs: means.toSorted((a, b) => a - b)[Math.floor(means.length / 2)] ?? 0,
    violations: runs.reduce((sum, { violations }) => sum + violations, 0),
  };
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}
