import { fork } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** What the origin answers to everything, until told otherwise. */
export type OriginMode = "304" | "same-body" | "nothing-new" | "5-new" | "30-new";
export type BenchOrigin = { port: number; mode: (mode: OriginMode) => Promise<void>; close: () => void };

/** In a process of its own, so that its CPU is not ours. */
export async function benchOrigin(): Promise<BenchOrigin> {
  const child = fork(import.meta.filename, ["origin"]);
  const port = await new Promise<number>((resolve) => child.once("message", (message) => resolve(Number(message))));
  return {
    port,
    mode: (mode) =>
      new Promise((resolve) => {
        child.once("message", () => resolve());
        child.send(mode);
      }),
    close: () => void child.kill(),
  };
}

const entriesPerFeed = 30;
// Some two kilobytes each make the 62 KB of notes/storage.md §5.
const paragraph =
  "The council of the town met on Monday to speak about the repair of the old bridge over the river. ".repeat(20);

function document(edition: number, newItems: number, stamp: number): Buffer {
  const items = Array.from({ length: entriesPerFeed }, (_, index) => {
    const number = edition * newItems + entriesPerFeed - index;
    return `<item><title>Item ${number}</title><link>http://example.org/${number}</link><guid>g${number}</guid><pubDate>Mon, 02 Mar 2026 08:${String(number % 60).padStart(2, "0")}:00 GMT</pubDate><description>&lt;p&gt;${number} ${paragraph}&lt;/p&gt;</description></item>`;
  });
  return gzipSync(
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title><lastBuildDate>${stamp}</lastBuildDate>${items.join("")}</channel></rss>`,
  );
}

function serve(): void {
  let mode: OriginMode = "304";
  let edition = 0;
  let body = document(0, 0, 0);
  const server = createServer((request, response) => {
    if (mode === "304" && request.headers["if-none-match"] !== undefined) {
      response.writeHead(304, { etag: '"bench"', connection: "close" });
      return void response.end();
    }
    response.writeHead(200, {
      etag: `"${edition}"`,
      "content-type": "application/rss+xml",
      "content-encoding": "gzip",
      connection: "close",
    });
    response.end(body);
  });
  server.listen(0, "0.0.0.0", () => process.send?.((server.address() as AddressInfo).port));
  process.on("message", (next: OriginMode) => {
    mode = next;
    edition += 1;
    const newItems = { "304": 0, "same-body": 0, "nothing-new": 0, "5-new": 5, "30-new": 30 }[next];
    // The same body stays what it was; in every other mode something moves, if only the date.
    if (next !== "304" && next !== "same-body") body = document(edition, newItems, edition);
    process.send?.("ready");
  });
}

if (process.argv[2] === "origin") serve();
