import type { WebParts } from "../src/web/app.ts";
import { createWebApp } from "../src/web/app.ts";
import { connectionFrom } from "../test/ground/signed-in.ts";
import type { BenchDatabase } from "./bench-database.ts";
import type { Figure } from "./figure.ts";
import { type Spent, spentOn } from "./rounds.ts";
import { median } from "./statistics.ts";

/** The page to request: always the same, or a different one each time, so that none is cached in memory. */
export type Page = { name: string; path: (n: number) => string; headers: Record<string, string>; atMostMs: number };

// What browsers send: compressing is part of the cost.
const encodings = { "Accept-Encoding": "gzip, deflate, br, zstd" };

// A machine shared with others takes up to half as much again for the same work, never less: the fastest round says what the code costs.
const rounds = 5;
const warmUpRounds = 4;

/** How often a page is requested if a round has so many requests. */
export function countAsked(requests: number): number {
  return (warmUpRounds + rounds) * requests;
}

const sumOf = ({ ownMs, databaseMs }: Spent) => ownMs + databaseMs;

/** CPU of the server and of PostgreSQL per page, requested in this process, one after another. */
export async function measurePages(
  { cpuMs }: BenchDatabase,
  parts: WebParts,
  pages: Page[],
  requests: number,
): Promise<Figure[]> {
  const app = createWebApp(parts);
  // Until V8 has compiled what it will compile, a request may take twice as long; a server runs for days.
  const warmUp = warmUpRounds * requests;
  const figures: Figure[] = [];
  for (const { name, path, headers, atMostMs } of pages) {
    const ask = async (n: number) => {
      // Each request has its own client address: a single one would soon hit the rate limit.
      const from = connectionFrom(`127.1.${n >> 8}.${n & 255}`);
      const answer = await app.request(path(n), { headers: { ...headers, ...encodings } }, from);
      if (answer.status !== 200) throw new Error(`${path(n)} answered ${answer.status}`);
      await answer.arrayBuffer();
    };
    for (let n = 0; n < warmUp; n += 1) await ask(n);
    const spent: Spent[] = [];
    for (let round = 0; round < rounds; round += 1)
      spent.push(
        await spentOn(cpuMs, async () => {
          for (let n = 0; n < requests; n += 1) await ask(warmUp + round * requests + n);
        }),
      );
    const [fastest = { ownMs: Number.NaN, databaseMs: Number.NaN }] = spent.toSorted((a, b) => sumOf(a) - sumOf(b));
    const typicalMs = median(spent.map(sumOf)) / requests;
    const how = `fastest of ${rounds} rounds of ${requests} requests (median ${typicalMs.toPrecision(3)}); process.cpuUsage and /proc of PostgreSQL`;
    const unit = "CPU ms";
    figures.push(
      { name, value: sumOf(fastest) / requests, unit, aim: { atMost: atMostMs }, how },
      {
        name: `${name}, of it PostgreSQL`,
        value: fastest.databaseMs / requests,
        unit,
        aim: null,
        how: "the same requests",
      },
    );
  }
  return figures;
}
