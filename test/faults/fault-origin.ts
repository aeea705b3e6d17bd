import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { rss } from "../ground/feed-origin.ts";

/** `endedAt` is when the answer was sent or the client vanished; Infinity while neither has happened. */
export type Request = { host: string; path: string; startedAt: number; endedAt: number; status: number };

export type FaultOrigin = {
  url: (host: string, path: string) => string;
  log: Request[];
  /** Called when a request has arrived, before it is answered. */
  onRequest: (path: string) => void;
  /** Pairs of requests to one host of which the second began before the first had ended, or sooner than the delay after it. */
  tooSoon: (delayMs: number) => string[];
};

export const itemsPerFeed = 3;

/**
 * Many hosts on loopback, each feed with items of its own. What it measures errs on the side of the accused: a request
 * ends when its answer is handed over, which is before the client has it, and begins when it was read.
 */
export async function faultOrigin(latencyMs: number): Promise<FaultOrigin> {
  const log: Request[] = [];
  const origin: FaultOrigin = {
    url: (host, path) => `http://${host}:${(server.address() as AddressInfo).port}${path}`,
    log,
    onRequest: () => undefined,
    tooSoon: (delayMs) => tooSoon(log, delayMs),
  };
  const server = createServer((request, response) => {
    if (!/^(::ffff:)?127\./.test(request.socket.remoteAddress ?? "")) return void request.socket.destroy();
    void answer(request, response, { log, latencyMs, onRequest: (path) => origin.onRequest(path) });
  });
  server.keepAliveTimeout = 1_000;
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return origin;
}

type Answering = { log: Request[]; latencyMs: number; onRequest: (path: string) => void };

async function answer(request: IncomingMessage, response: ServerResponse, origin: Answering): Promise<void> {
  const path = request.url ?? "/";
  const host = (request.headers.host ?? "").split(":")[0] ?? "";
  const seen: Request = { host, path, startedAt: performance.now(), endedAt: Infinity, status: 0 };
  origin.log.push(seen);
  response.once("close", () => (seen.endedAt = Math.min(seen.endedAt, performance.now())));
  origin.onRequest(path);
  await sleep(origin.latencyMs);
  if (response.destroyed) return;

  const etag = `"${path}"`;
  seen.status = request.headers["if-none-match"] === etag ? 304 : 200;
  seen.endedAt = performance.now();
  response.writeHead(seen.status, { "content-type": "application/rss+xml", etag });
  response.end(seen.status === 304 ? undefined : documentOf(path));
}

function documentOf(path: string): string {
  return rss(
    Array.from({ length: itemsPerFeed }, (_, n) => ({ title: `Item ${n}`, guid: `${path}#${n}`, text: "Text" })),
  );
}

export function tooSoon(log: Request[], delayMs: number): string[] {
  return [...Map.groupBy(log, ({ host }) => host).values()].flatMap((requests) =>
    requests
      .toSorted((a, b) => a.startedAt - b.startedAt)
      .flatMap((request, index, all) => {
        const before = all[index - 1];
        const gapMs = before === undefined ? Infinity : request.startedAt - before.endedAt;
        return gapMs >= delayMs ? [] : [`${request.host}: ${before?.path} then ${request.path} after ${gapMs} ms`];
      }),
  );
}
