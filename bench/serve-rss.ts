import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../src/database/open-database.ts";
import { loadConfig } from "../src/load-config.ts";
import { publishFeeds } from "../src/publishing/publish-feed.ts";
import type { Figure } from "./figure.ts";
import { median } from "./figure.ts";
import { type Answer, askMany } from "./serve-rss-load.ts";

const program = resolve(import.meta.dirname, "../bin/plainwire");
const bareServer = fileURLToPath(import.meta.resolve("./serve-rss-bare.ts"));
const feedUrl = "https://news.example/feed.xml";
const path = `/rss?url=${encodeURIComponent(feedUrl)}`;
const items = 50;
const rounds = 9;
const requests = 6_000;
const warmUp = 4_000;
const ticksPerSecond = 100;

/**
 * `/rss` from memory, by `plainwire web` as it is started anywhere, log included, beside a node:http server that sends
 * the very same bytes.
 */
export async function serveRss(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-bench-"));
  chmodSync(folder, 0o755);
  const leave = await fillDatabase(folder);
  const running: Running[] = [];
  try {
    const ours = await start(program, ["web"], { DATA_DIR: folder, PORT: "0", LOG_FORMAT: "json" });
    running.push(ours);
    const asking = await recordAnswers(ours, folder);
    const bare = await start(process.execPath, [bareServer, folder], {});
    running.push(bare);
    return figuresOf(await measureInTurns(ours, bare, asking));
  } finally {
    await Promise.all(running.map(({ child }) => stop(child)));
    await leave();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A feed of fifty usual items, built and stored. Holds the embedded server until it is left. */
async function fillDatabase(folder: string): Promise<() => Promise<void>> {
  const { config } = loadConfig({ DATA_DIR: folder }, {});
  const { worker, close } = await openDatabase(config, () => undefined);
  const feedId = randomUUID();
  await worker.query(
    "insert into feeds (id, url, title, published, enabled) values ($1, $2, 'Harbour Gazette', true, true)",
    [feedId, feedUrl],
  );
  for (let n = 0; n < items; n += 1) {
    await worker.query(
      `insert into items (id, feed_id, hash, url, title, content, clean_html, pub_date, fingerprint, analysis_status)
       values ($1, $2, $3, $4, $5, '', $6, now(), ''::bytea, 'skipped')`,
      [
        randomUUID(),
        feedId,
        createHash("sha256").update(`page ${n}`).digest("hex"),
        `https://news.example/${n}`,
        `Ferry ${n} meets crane ${n}`,
        paragraph(n),
      ],
    );
  }
  await worker.query("insert into stale_feeds (feed_id) values ($1)", [feedId]);
  await publishFeeds({ pool: worker, now: () => new Date(), publicOrigin: "http://127.0.0.1:8080" });
  return close;
}

/** About a kilobyte that compresses like prose. */
function paragraph(n: number): string {
  const words = "ferry crane harbour council bridge Tuesday said the a of delay tide".split(" ");
  const digits = Array.from({ length: 5 }, (_, part) => createHash("sha256").update(`${n} ${part}`).digest()).flatMap(
    (bytes) => [...bytes],
  );
  return `<p>${digits.map((digit) => words[digit % words.length]).join(" ")}</p>`;
}

type Running = { child: ChildProcess; port: number };

/** Its log goes into a pipe, as under systemd and in a container. */
async function start(command: string, args: string[], env: Record<string, string>): Promise<Running> {
  const child = spawn(command, args, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = Promise.withResolvers<number>();
  child.stdout.on("data", (chunk) => {
    const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(String(chunk))?.[1];
    if (found !== undefined) port.resolve(Number(found));
  });
  child.once("exit", () => port.reject(new Error(`${command} ${args.join(" ")} ended`)));
  return { child, port: await port.promise };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

type Ways = "200" | "304";

/** What ours sends, for the other to send as well. Returns what to ask with for each. */
async function recordAnswers({ port }: Running, folder: string): Promise<Record<Ways, Record<string, string>>> {
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

type Costs = Record<"ours" | "bare", Record<Ways, number[]>>;

async function measureInTurns(
  ours: Running,
  bare: Running,
  asking: Record<Ways, Record<string, string>>,
): Promise<Costs> {
  const costs: Costs = { ours: { 200: [], 304: [] }, bare: { 200: [], 304: [] } };
  for (const { port } of [ours, bare]) await askMany({ port, path, headers: asking[200], count: warmUp });
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ["200", "304"] as const) {
      costs.bare[way].push(await measureOnce(bare, way, asking[way]));
      costs.ours[way].push(await measureOnce(ours, way, asking[way]));
    }
  }
  return costs;
}

/** CPU of the server's process, in µs for a request. */
async function measureOnce({ child, port }: Running, way: Ways, headers: Record<string, string>): Promise<number> {
  const beforeMs = cpuMsOf(child);
  const { status } = await askMany({ port, path, headers, count: requests });
  if (status !== Number(way)) throw new Error(`the answer was ${status}, not ${way}`);
  return ((cpuMsOf(child) - beforeMs) * 1_000) / requests;
}

function cpuMsOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

function figuresOf({ ours, bare }: Costs): Figure[] {
  return (["200", "304"] as const).flatMap((way) => {
    const [our, their] = [median(ours[way]), median(bare[way])];
    return [
      { name: `/rss from memory, ${way}, CPU of the server`, value: our, unit: "µs", reach: "≤ 130" },
      { name: `bare node:http sending the same, ${way}`, value: their, unit: "µs", reach: "" },
      { name: `ratio, ${way}`, value: our / their, unit: "×", reach: "≤ 1.6" },
    ];
  });
}
