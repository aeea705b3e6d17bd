import { hash, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { publishFeed } from "../src/publishing/publish-feed.ts";
import { benchDatabase } from "./bench-database.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import { cpuMsOf } from "./cpu.ts";
import { prose } from "./feed-documents.ts";
import type { Figure } from "./figure.ts";
import { inRounds } from "./rounds.ts";
import { portIn, startPlainwire, startProgram } from "./run-plainwire.ts";
import { type Answer, askMany } from "./serve-rss-load.ts";
import { median } from "./statistics.ts";

const bareServer = fileURLToPath(import.meta.resolve("./serve-rss-bare.ts"));
const feedUrl = "https://news.example/feed.xml";
const path = `/rss?url=${encodeURIComponent(feedUrl)}`;
const items = 50;
const sizes = { full: { rounds: 9, requests: 6_000, warmUp: 4_000 }, quick: { rounds: 1, requests: 500, warmUp: 100 } };

export const serveRss: Benchmark = {
  name: "serve-rss",
  setting:
    "`plainwire web` with its log in a pipe, `/rss` from memory, compared with a bare node:http server that sends exactly the same headers and bytes. They take turns: keep-alive requests over 16 connections. CPU of the server's process from /proc. Before the fast path existed, requests went through the framework and took 285 and 222 µs, 5.2 and 5.3 times the bare server.",
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const { rounds, requests, warmUp } = sizes[size];
  const database = await benchDatabase();
  const folder = database.environment["DATA_DIR"] ?? "";
  await fillFeed(database.pool);
  const stops: (() => Promise<void>)[] = [];
  try {
    const ours = await startPlainwire("web", database.environment);
    stops.push(ours.stop);
    const asking = await recordAnswers(portIn(ours.said), folder);
    const bare = await startProgram(process.execPath, [bareServer, folder], {}, /http:\S+/);
    stops.push(bare.stop);

    const ask = async ({ pid, said }: typeof ours, way: Way) => {
      const beforeMs = cpuMsOf(pid);
      const { status } = await askMany({ port: portIn(said), path, headers: asking[way], count: requests });
      if (status !== Number(way)) throw new Error(`the answer was ${status}, not ${way}`);
      return ((cpuMsOf(pid) - beforeMs) * 1_000) / requests;
    };
    for (const { said } of [ours, bare])
      await askMany({ port: portIn(said), path, headers: asking["200"], count: warmUp });
    const costs = await inRounds(rounds, {
      bare200: () => ask(bare, "200"),
      ours200: () => ask(ours, "200"),
      bare304: () => ask(bare, "304"),
      ours304: () => ask(ours, "304"),
    });
    return [...figuresOf("200", costs.ours200, costs.bare200), ...figuresOf("304", costs.ours304, costs.bare304)];
  } finally {
    await Promise.all(stops.map((stop) => stop()));
    await database.close();
  }
}

/** A feed of fifty ordinary items, built and stored. */
async function fillFeed(pool: pg.Pool): Promise<void> {
  const feedId = randomUUID();
  await pool.query(
    "insert into feeds (id, url, title, published, enabled) values ($1, $2, 'Harbour Gazette', true, true)",
    [feedId, feedUrl],
  );
  for (let n = 0; n < items; n += 1) {
    await pool.query(
      `insert into items (id, feed_id, hash, url, title, content, clean_html, pub_date, fingerprint, analysis_status)
       values ($1, $2, $3, $4, $5, '', $6, now(), ''::bytea, 'skipped')`,
      [
        randomUUID(),
        feedId,
        hash("sha256", `page ${n}`),
        `https://news.example/${n}`,
        `Ferry ${n} meets crane ${n}`,
        `<p>${prose(n, 160)}</p>`,
      ],
    );
  }
  await pool.query("insert into stale_feeds (feed_id) values ($1)", [feedId]);
  await publishFeed({ pool, now: () => new Date(), publicOrigin: "http://127.0.0.1:8080" }, feedId);
}

type Way = "200" | "304";

/** Stores what our server sends, so that the bare one can send the same. Returns the request headers for each case. */
async function recordAnswers(port: number, folder: string): Promise<Record<Way, Record<string, string>>> {
  const ask = (headers: Record<string, string>) => askMany({ port, path, headers, count: 1 });
  const usual = { "Accept-Encoding": "gzip" };
  const full = await ask(usual);
  const etag = full.headers.find(([name]) => name === "etag")?.[1] ?? "";
  const unchanged = await ask({ ...usual, "If-None-Match": etag });
  const sent = ({ headers }: Answer) => headers.filter(([name]) => !/^(date|connection|keep-alive)$/.test(name));
  writeFileSync(join(folder, "body"), full.body);
  writeFileSync(join(folder, "headers.json"), JSON.stringify({ 200: sent(full), 304: sent(unchanged) }));
  return { 200: usual, 304: { ...usual, "If-None-Match": etag } };
}

function figuresOf(way: Way, ours: number[], bare: number[]): Figure[] {
  const how = `median of ${ours.length} rounds`;
  const ratio = median(ours.map((cost, round) => cost / (bare[round] ?? cost)));
  return [
    { name: `serve-rss ${way}`, value: median(ours), unit: "CPU µs", aim: { atMost: 130 }, how },
    { name: `bare node:http, ${way}`, value: median(bare), unit: "CPU µs", aim: null, how },
    { name: `ratio, ${way}`, value: ratio, unit: "×", aim: { atMost: 1.6 }, how },
  ];
}
