import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChaosRequest } from "./chaos-log.ts";
import { chooseBehaviour } from "./choose-behaviour.ts";
import type { Behaviour } from "./choose-behaviour.ts";
import { buildDocument, buildPage } from "./chaos-documents.ts";
import { feedHost, forbiddenHost, landingHost } from "./chaos-hosts.ts";

export type ChaosOrigin = {
  log: ChaosRequest[];
  url: (host: string, path: string) => string;
  /** How many items the feed has now. */
  itemsOf: (key: number) => number;
  /** Validators that no answer from this address ever contained. */
  bogusValidators: () => string[];
  /** Stops all faults and new items. */
  calmDown: () => void;
  close: () => void;
};

type Options = {
  random: () => number;
  publishEveryMs: number;
  itemsAtFirst: number;
  itemsMax?: number;
  misbehaves: boolean;
};

/** Hundreds of hosts on loopback with growing feeds. They may misbehave until calmed down. */
export async function startChaosOrigin(options: Options): Promise<ChaosOrigin> {
  const { random, publishEveryMs, itemsAtFirst, itemsMax = Infinity } = options;
  const log: ChaosRequest[] = [];
  const bogus: string[] = [];
  const startedAt = performance.now();
  let calmAt: number | null = null;
  const url = (host: string, path: string) => `http://${host}:${(server.address() as AddressInfo).port}${path}`;
  // Each feed publishes at its own moment, so that new items are spread over time.
  const itemsOf = (key: number) => {
    const published = ((calmAt ?? performance.now()) - startedAt) / publishEveryMs + ((key * 0.618) % 1);
    return Math.min(itemsAtFirst + Math.floor(published), itemsMax);
  };

  const server = createServer((request, response) => {
    if (!/^(::ffff:)?127\./.test(request.socket.remoteAddress ?? "")) return void request.socket.destroy();
    const seen = toRequest(request, log.length);
    log.push(seen);
    response.once("close", () => (seen.endedAt = Math.min(seen.endedAt, performance.now())));
    const given = request.headers["if-none-match"];
    if (given !== undefined && !given.startsWith(`"${seen.path}-`)) bogus.push(`${seen.path} got ${given}`);
    const behaviour = chooseBehaviour(random, options.misbehaves && calmAt === null);
    void answer(seen, response, behaviour, { given: given ?? null, itemsOf, url });
  });
  server.keepAliveTimeout = 1_000;
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  return {
    log,
    url,
    itemsOf,
    bogusValidators: () => bogus,
    calmDown: () => (calmAt = performance.now()),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function toRequest(request: IncomingMessage, number: number): ChaosRequest {
  const path = request.url ?? "/";
  const host = (request.headers.host ?? "").split(":")[0] ?? "";
  const key = Number(/^\/(?:feed|moved|home|landing|trap)\/(\d+)$/.exec(path)?.[1] ?? -1);
  return { number, host, path, key, startedAt: performance.now(), endedAt: Infinity, status: 0, retryAfterMs: 0 };
}

type Context = Pick<ChaosOrigin, "itemsOf" | "url"> & { given: string | null };

async function answer(
  seen: ChaosRequest,
  response: ServerResponse,
  behaviour: Behaviour,
  context: Context,
): Promise<void> {
  const { path, key } = seen;
  const landing = context.url(landingHost(key), path.startsWith("/moved/") ? `/home/${key}` : `/landing/${key}`);
  if (path === "/robots.txt") return end(seen, response, { status: 404 });
  if (path.startsWith("/page/")) return end(seen, response, { status: 200, type: "text/html", body: buildPage(path) });
  if (path.startsWith("/trap/")) {
    return end(seen, response, { status: 302, location: context.url(forbiddenHost, "/secret") });
  }
  if (path.startsWith("/moved/")) return end(seen, response, { status: 301, location: landing });

  const isRedirect = behaviour.kind === "redirect" && path.startsWith("/feed/");
  if (isRedirect) return end(seen, response, { status: 302, location: landing });
  if (behaviour.kind === "refuse") {
    seen.retryAfterMs = behaviour.retryAfterSeconds * 1000;
    return end(seen, response, { status: 429, retryAfterSeconds: behaviour.retryAfterSeconds });
  }
  if (behaviour.kind === "fail") return end(seen, response, { status: 500 });
  if (behaviour.kind === "answer") await sleep(behaviour.latencyMs);
  if (behaviour.kind === "reset" && behaviour.when === "at once") return void response.destroy();

  const items = context.itemsOf(key);
  const etag = `"${path}-${items}"`;
  if (context.given === etag) return end(seen, response, { status: 304, etag });
  const body = buildDocument(key, items, (page) => context.url(feedHost(key), page));
  if (behaviour.kind === "reset" || behaviour.kind === "drip") return drip(seen, response, { body, etag, behaviour });
  end(seen, response, { status: 200, type: "application/rss+xml", body, etag });
}

type Reply = {
  status: number;
  type?: string;
  body?: string;
  etag?: string;
  location?: string;
  retryAfterSeconds?: number;
};

function end(seen: ChaosRequest, response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  seen.status = reply.status;
  seen.endedAt = performance.now();
  response.writeHead(reply.status, headersOf(seen, reply));
  response.end(reply.body);
}

function headersOf(
  { number }: ChaosRequest,
  { type, etag, location, retryAfterSeconds }: Reply,
): Record<string, string> {
  return {
    server: `chaos/${number}`,
    ...(type === undefined ? {} : { "content-type": type }),
    ...(etag === undefined ? {} : { etag }),
    ...(location === undefined ? {} : { location }),
    ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
  };
}

type Dripping = { body: string; etag: string; behaviour: Extract<Behaviour, { kind: "drip" | "reset" }> };

/** Sends the body in pieces; a reset stops in the middle. */
async function drip(seen: ChaosRequest, response: ServerResponse, { body, etag, behaviour }: Dripping): Promise<void> {
  const pieces = behaviour.kind === "drip" ? behaviour.pieces : 2;
  const pauseMs = behaviour.kind === "drip" ? behaviour.pauseMs : 20;
  const size = Math.ceil(body.length / pieces);
  seen.status = 200;
  response.writeHead(200, headersOf(seen, { status: 200, type: "application/rss+xml", etag }));
  for (let piece = 0; piece < pieces && !response.destroyed; piece += 1) {
    if (behaviour.kind === "reset" && piece === 1) return void response.destroy();
    if (piece === pieces - 1) seen.endedAt = performance.now();
    response.write(body.slice(piece * size, (piece + 1) * size));
    if (piece < pieces - 1) await sleep(pauseMs);
  }
  response.end();
}
