import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { urlOf } from "../listen-address.ts";
import { Refusal } from "../refusal.ts";
import type { WebEnv } from "./web-env.ts";

export type WebServer = {
  url: string;
  /** Accepts nothing new, lets running requests finish, and cuts the rest after the grace period. */
  stop: (graceMs: number) => Promise<void>;
};

export type ServeParts = {
  app: { fetch: (request: Request, env: WebEnv["Bindings"]) => Response | Promise<Response> };
  /** Runs before the app. Answers the request, or returns false. */
  fastLane?: (request: IncomingMessage, response: ServerResponse) => boolean;
  host: string;
  port: number;
  /** What a person changes to have another port. */
  portSetting?: string;
  log: { error: (facts: object, event: string) => void };
};

const limits = {
  maxHeaderSize: 16_384,
  /** Against slow senders: deadlines for the headers and for the whole request. */
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  // Longer than the 60 s after which nginx and most load balancers drop an idle connection. If we dropped it first, they
  // would send into a closing socket and answer 502.
  keepAliveTimeout: 65_000,
};
const connectionsMax = 10_000;
/** Against slow readers. Longer than the longest silent answer (two AI calls of 60 s). Streams send heartbeats more often. */
const socketIdleMs = 180_000;

export async function startWebServer(parts: ServeParts): Promise<WebServer> {
  const { app, fastLane, host, port, portSetting = "PORT", log } = parts;
  const stopping = new AbortController();
  const listener = getRequestListener(
    (request, env) => app.fetch(request, { ...(env as WebEnv["Bindings"]), stopping: stopping.signal }),
    { hostname: host, errorHandler: (error) => refuseRequest(error, log) },
  );
  const server = createServer(limits, (request, response) => {
    // Node would keep a connection that becomes idle during the stop until the grace period ends.
    response.once("close", () => stopping.signal.aborted && server.closeIdleConnections());
    if (hasTwoHosts(request)) return refuseAtOnce(response);
    if (!fastLane?.(request, response)) void listener(request, response);
  });
  server.maxConnections = connectionsMax;
  server.setTimeout(socketIdleMs);
  await listen(server, { host, port, portSetting });

  return {
    url: urlOf(host, (server.address() as AddressInfo).port),
    stop: (graceMs) => {
      stopping.abort();
      return close(server, graceMs);
    },
  };
}

/** Two Host headers: Node silently takes the first, a proxy before us may have taken the other (RFC 9112 §3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  // Names and values alternate. The length is checked first because this runs for every request.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

function refuseAtOnce(response: ServerResponse): void {
  response.writeHead(400, { Connection: "close", "Content-Type": "text/plain; charset=utf-8" });
  response.end(malformed);
}

const malformed = "The request is malformed.\n";

/** Requests that never reach the app: their request line or Host header is not an address. */
function refuseRequest(error: unknown, log: ServeParts["log"]): Response {
  if (error instanceof RequestError) return new Response(malformed, { status: 400 });
  log.error({ err: error }, "request failed");
  return new Response("Something went wrong.\n", { status: 500 });
}

type Place = { host: string; port: number; portSetting: string };

/** Refuses where `startWebServer` would: making a database first, only to learn this, takes seconds. */
export async function checkPort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await listen(server, { host, port, portSetting: "PORT" });
  await new Promise((resolve) => server.close(resolve));
}

async function listen(server: Server, place: Place): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(place.port, place.host, resolve);
  try {
    await promise;
  } catch (error) {
    throw refusalOf(error, place) ?? error;
  } finally {
    server.off("error", reject);
  }
}

function refusalOf(error: unknown, { host, port, portSetting }: Place): Refusal | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE") {
    return new Refusal(`Port ${port} is in use: set ${portSetting} to another, or stop the program that uses it.`);
  }
  if (code === "EACCES") return new Refusal(`Port ${port} is not ours to open: set ${portSetting} to 1024 or above.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new Refusal(`${host} is not an address of this machine: set HOST to one that is, or to 127.0.0.1.`);
  }
  return null;
}

async function close(server: Server, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  server.close(resolve);
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await promise;
  clearTimeout(cut);
}
