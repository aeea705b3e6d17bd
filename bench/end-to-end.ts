import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { addFeeds } from "../src/feeds/add-feeds-store.ts";
import { changeSchedule, headOfLane } from "../src/schedule/change-schedule-store.ts";
import { laneOf } from "../src/schedule/lane.ts";
import { benchDatabase } from "./bench-database.ts";
import { feedUrl } from "./bench-origin.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import { rssDocument } from "./feed-documents.ts";
import type { Figure } from "./figure.ts";
import { portIn, startPlainwire } from "./run-plainwire.ts";
import { askMany } from "./serve-rss-load.ts";
import { percentile } from "./statistics.ts";

const sizes = { full: { samples: 300, warmUp: 50 }, quick: { samples: 10, warmUp: 3 } };
const feeds = 20;
const entries = 10;
const lanes = 4;
const lookMs = 2;
const waitMsMax = 15_000;

export const endToEnd: Benchmark = {
  name: "end-to-end",
  setting: `One \`plainwire start\` with nothing else to do. A feed becomes due, and its server answers with ${entries} items, one of them new. The time runs from the last byte of that answer until /rss, polled every ${lookMs} ms, has the item with its word-list scores. ${feeds} feeds, one after another.`,
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const { samples, warmUp } = sizes[size];
  const database = await benchDatabase();
  const origin = await startOrigin();
  const program = await startPlainwire("start", { ...database.environment, FETCHER_DOMAIN_DELAY: "0" });
  try {
    const urls = Array.from({ length: feeds }, (_, n) => feedUrl(n, origin.port));
    const feed = {
      enabled: true,
      polling: true,
      published: true,
      enforceFeedDomain: false,
      fullText: "never" as const,
    };
    await addFeeds(
      database.pool,
      urls.map((url) => ({ url, ...feed, firstRunAt: null })),
      lanes,
      new Date(),
    );
    const delaysMs: number[] = [];
    for (let sample = -warmUp; sample < samples; sample += 1) {
      const url = urls[(sample + warmUp) % feeds] ?? "";
      const newest = origin.publish(url);
      await fetchNow(database.pool, url);
      const visibleMs = await whenVisible(portIn(program.said), url, newest);
      if (sample >= 0) delaysMs.push(visibleMs - origin.answeredMs());
    }
    return figuresOf(delaysMs);
  } finally {
    await program.stop();
    origin.server.close();
    await database.close();
  }
}

type Origin = { server: Server; port: number; publish: (url: string) => number; answeredMs: () => number };

async function startOrigin(): Promise<Origin> {
  const newestOf = new Map<string, number>();
  let answeredMs = 0;
  const server = createServer((request, response) => {
    const newest = newestOf.get(request.headers.host ?? "") ?? entries;
    const numbers = Array.from({ length: entries }, (_, index) => newest - index);
    response.once("finish", () => (answeredMs = performance.now()));
    response.writeHead(200, { "content-type": "application/rss+xml" }).end(rssDocument(numbers, newest));
  });
  await once(server.listen(0, "0.0.0.0"), "listening");
  return {
    server,
    port: (server.address() as AddressInfo).port,
    publish: (url) => {
      const { host } = new URL(url);
      const newest = (newestOf.get(host) ?? entries) + 1;
      newestOf.set(host, newest);
      return newest;
    },
    answeredMs: () => answeredMs,
  };
}

async function fetchNow(pool: pg.Pool, url: string): Promise<void> {
  await changeSchedule(pool, [laneOf(url, lanes)], (tx) =>
    tx.query("update feed_schedules s set next_run_at = $2 from feeds f where f.id = s.feed_id and f.url = $1", [
      url,
      headOfLane(new Date()),
    ]),
  );
}

async function whenVisible(port: number, url: string, newest: number): Promise<number> {
  const path = `/rss?url=${encodeURIComponent(url)}`;
  const deadlineMs = performance.now() + waitMsMax;
  while (performance.now() < deadlineMs) {
    const { status, body } = await askMany({ port, path, headers: {}, count: 1 });
    if (status === 200 && isAnalysed(body.toString(), newest)) return performance.now();
    await sleep(lookMs);
  }
  throw new Error(`item ${newest} of ${url} was not on /rss after ${waitMsMax / 1_000} s`);
}

function isAnalysed(xml: string, number: number): boolean {
  const item = xml.split("<item>").find((part) => part.includes(`/news/${number}<`));
  return item !== undefined && item.includes("heuristic");
}

function figuresOf(delaysMs: number[]): Figure[] {
  const how = `of ${delaysMs.length} items, wall clock`;
  return [
    { name: "end to end, p50", value: percentile(delaysMs, 50), unit: "ms", aim: { atMost: 300 }, how },
    { name: "end to end, p99", value: percentile(delaysMs, 99), unit: "ms", aim: { atMost: 1_000 }, how },
  ];
}
