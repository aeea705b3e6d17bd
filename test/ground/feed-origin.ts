import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** One request as the origin saw it. Politeness is checked only against these. */
export type Seen = {
  host: string;
  path: string;
  startedAt: number;
  endedAt: number;
  headers: Record<string, string>;
  status: number;
};

export type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer; delayMs?: number };
export type FeedOrigin = {
  port: number;
  /** The URL of a path on one of the hosts in 127.0.0.0/8. */
  url: (path: string, host?: string) => string;
  log: Seen[];
  /** Sets the answer for a path; other paths are 404. A function is called for each request. */
  serve: (path: string, answer: Answer | ((request: IncomingMessage) => Answer)) => void;
  /** Requests to one host that overlapped, or started within `gapMs` of the end of another. */
  crowding: (gapMs: number) => { host: string; gapMs: number }[];
};

/** An ordinary publisher on loopback with ETags and 304, without gzip. It answers on any 127.x.y.z. */
export async function feedOrigin(): Promise<FeedOrigin> {
  const answers = new Map<string, Answer | ((request: IncomingMessage) => Answer)>();
  const log: Seen[] = [];
  const server = createServer((request, response) => {
    if (!/^(::ffff:)?127\./.test(request.socket.remoteAddress ?? "")) return void request.socket.destroy();
    void reply(request, response, answers, log);
  });
  server.keepAliveTimeout = 1_000;
  // Listens on all of 127.0.0.0/8 without binding each address; other clients are disconnected above.
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.address() as AddressInfo;
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    port,
    log,
    url: (path, host = "127.0.0.1") => `http://${host}:${port}${path}`,
    serve: (path, answer) => answers.set(path, answer),
    crowding: (gapMs) => crowding(log, gapMs),
  };
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  answers: Map<string, Answer | ((request: IncomingMessage) => Answer)>,
  log: Seen[],
): Promise<void> {
  const path = request.url ?? "/";
  const seen: Seen = {
    host: (request.headers.host ?? "").split(":")[0] ?? "",
    path,
    startedAt: Date.now(),
    endedAt: 0,
    headers: headersOf(request),
    status: 0,
  };
  log.push(seen);
  const found = answers.get(path) ?? answers.get("*") ?? { status: 404, body: "nothing here" };
  const answer = typeof found === "function" ? found(request) : found;
  if (answer.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));

  const body = answer.body ?? "";
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
  const status = answer.status ?? (request.headers["if-none-match"] === etag ? 304 : 200);
  seen.status = status;
  response.once("close", () => (seen.endedAt = Date.now()));
  response.writeHead(status, {
    "content-type": "application/rss+xml",
    ...(status === 200 || status === 304 ? { etag } : {}),
    ...answer.headers,
  });
  response.end(status === 304 ? undefined : body);
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}

function crowding(log: Seen[], gapMs: number): { host: string; gapMs: number }[] {
  const byHost = Map.groupBy(log, ({ host }) => host);
  return [...byHost].flatMap(([host, requests]) =>
    requests
      .toSorted((a, b) => a.startedAt - b.startedAt)
      .flatMap((request, index, all) => {
        const before = all[index - 1];
        if (before === undefined) return [];
        const gap = before.endedAt === 0 ? -1 : request.startedAt - before.endedAt;
        return gap < gapMs ? [{ host, gapMs: gap }] : [];
      }),
  );
}

export type Entry = { title: string; link?: string; guid?: string; text?: string; date?: Date };

export function rss(entries: Entry[], title = "A feed", extra = ""): string {
  const items = entries.map(({ title: name, link, guid, text, date }) => {
    const parts = [
      `<title>${name}</title>`,
      link === undefined ? "" : `<link>${link}</link>`,
      guid === undefined ? "" : `<guid isPermaLink="false">${guid}</guid>`,
      text === undefined ? "" : `<description>${text}</description>`,
      date === undefined ? "" : `<pubDate>${date.toUTCString()}</pubDate>`,
    ];
    return `<item>${parts.join("")}</item>`;
  });
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title>${extra}${items.join("")}</channel></rss>`;
}
