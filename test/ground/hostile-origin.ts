import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { hostileBodies } from "./hostile-origin-bodies.ts";
import { hostileHeaders } from "./hostile-origin-headers.ts";
import { hostileRedirects } from "./hostile-origin-redirects.ts";
import { reply } from "./hostile-origin-writing.ts";

/** One request as received on the wire. Politeness is checked against these. */
export type LoggedRequest = {
  method: string;
  target: string;
  /** Without port. */
  host: string;
  /** In order, with names as spelled and values as latin-1. */
  headers: readonly (readonly [name: string, value: string])[];
  startedAtMs: number;
  /** When the answer was written or the connection closed; null until then. */
  endedAtMs: number | null;
  /** Requests to this host in progress when it began, including itself. */
  concurrent: number;
};

/** Answers one request with any bytes. It ends when its promise settles or the socket closes. */
export type Behaviour = (socket: Socket, request: LoggedRequest, args: URLSearchParams) => unknown;

export type HostileOrigin = {
  port: number;
  url: (target: string, host?: string) => string;
  log: LoggedRequest[];
  /** The number of open connections. */
  connections: () => Promise<number>;
  close: () => Promise<void>;
};

/**
 * A server on loopback with one path for each way to misbehave. It uses bare TCP, because node:http refuses to misbehave.
 * `more` adds paths; an unknown path is a 404.
 */
export async function startHostileOrigin(
  more: Record<string, Behaviour> = {},
  address = "127.0.0.1",
): Promise<HostileOrigin> {
  const behaviours = new Map(Object.entries({ ...hostileBodies, ...hostileHeaders, ...hostileRedirects, ...more }));
  const log: LoggedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    serve(socket, behaviours, log);
  });
  server.listen(0, address);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    port,
    url: (target, host = address) => `http://${host}:${port}${target}`,
    log,
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** The value of a request header, byte for byte; undefined if it was not sent. */
export function sentHeader(request: LoggedRequest, name: string): string | undefined {
  return request.headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

function serve(socket: Socket, behaviours: ReadonlyMap<string, Behaviour>, log: LoggedRequest[]): void {
  let received = "";
  let current: LoggedRequest | null = null;

  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
    answerNext();
  });
  socket.on("close", endCurrent);

  function answerNext(): void {
    const end = received.indexOf("\r\n\r\n");
    if (end < 0 || current !== null) return;
    const request = readRequest(received.slice(0, end), log);
    received = received.slice(end + 4);
    log.push(request);
    current = request;
    const { pathname, searchParams } = new URL(request.target, "http://origin");
    const behave = behaviours.get(pathname) ?? notFound;
    void Promise.resolve(behave(socket, request, searchParams))
      .then(endCurrent)
      .then(answerNext);
  }

  function endCurrent(): void {
    if (current !== null) current.endedAtMs ??= performance.now();
    current = null;
  }
}

function readRequest(head: string, log: readonly LoggedRequest[]): LoggedRequest {
  const [requestLine = "", ...lines] = head.split("\r\n");
  const [method = "", target = ""] = requestLine.split(" ");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")] as const;
  });
  const host = (headers.find(([name]) => name.toLowerCase() === "host")?.[1] ?? "").replace(/:\d+$/, "");
  const others = log.filter((request) => request.host === host && request.endedAtMs === null);
  return {
    method,
    target,
    host,
    headers,
    startedAtMs: performance.now(),
    endedAtMs: null,
    concurrent: others.length + 1,
  };
}

function notFound(socket: Socket): void {
  reply(socket, { status: 404, body: "no such path" });
}
