import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { entriesPerDocument, rssDocument } from "./feed-documents.ts";

/** How the origin answers every request until the mode changes. */
export type OriginMode = "304" | "same-body" | "nothing-new" | "5-new" | "30-new";

export type BenchOrigin = {
  port: number;
  mode: (mode: OriginMode) => Promise<void>;
  /** Requests since the mode was set. */
  asked: () => Promise<number>;
  close: () => void;
};

/** Runs in a separate process, so that its CPU is not counted as ours. */
export async function benchOrigin(): Promise<BenchOrigin> {
  const child = fork(import.meta.filename, ["origin"]);
  const [port] = await once(child, "message");
  const ask = async (question: OriginMode | "asked") => {
    child.send(question);
    const [answer] = await once(child, "message");
    return Number(answer);
  };
  return {
    port: Number(port),
    mode: async (mode) => void (await ask(mode)),
    asked: () => ask("asked"),
    close: () => void child.kill(),
  };
}

/** Each feed has its own address, and so its own lane and connection. */
export function feedUrl(n: number, port: number): string {
  return `http://127.${10 + Math.floor(n / 62_500)}.${Math.floor(n / 250) % 250}.${1 + (n % 250)}:${port}/feed`;
}

function serve(): void {
  let mode: OriginMode = "304";
  let edition = 0;
  let asked = 0;
  let body = bodyOf(0, 0);
  const server = createServer((request, response) => {
    asked += 1;
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
  process.on("message", (question: OriginMode | "asked") => {
    if (question === "asked") return void process.send?.(asked);
    mode = question;
    asked = 0;
    edition += 1;
    const newItems = { "304": 0, "same-body": 0, "nothing-new": 0, "5-new": 5, "30-new": 30 }[mode];
    // In same-body mode nothing changes; in every other mode something does, if only the date.
    if (mode !== "304" && mode !== "same-body") body = bodyOf(edition, newItems);
    process.send?.(edition);
  });
  process.once("disconnect", () => process.exit(0));
}

function bodyOf(edition: number, newItems: number): Buffer {
  const newest = edition * newItems + entriesPerDocument;
  return gzipSync(
    rssDocument(
      Array.from({ length: entriesPerDocument }, (_, index) => newest - index),
      edition,
    ),
  );
}

if (process.argv[2] === "origin") serve();
