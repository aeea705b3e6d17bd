import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import type { buildConnector } from "undici";
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from "node:tls";
import { lookup } from "node:dns/promises";
import { createLookupLimit, lookupsMax } from "./lookup-limit.ts";
import { addressRefused, during, httpError } from "./http-failure.ts";
import type { OpenSockets } from "./open-sockets.ts";

export type DialTarget = { hostname: string; addresses: readonly string[]; port: number };

/** Opens a TCP connection to one of the target's addresses, and to no other. */
export type Dial = (target: DialTarget) => Socket;

type ConnectParts = {
  isAllowed: (address: string) => boolean;
  resolve: Resolve;
  dial: Dial;
  openSockets: OpenSockets;
  timeoutMs: number;
};

const addressesMax = 8;

/** By default Node gives up an address after 250 ms if there are others: too short for a distant server. */
const addressTimeoutMs = 1000;

/**
 * The guard itself: a name is resolved here, every address is judged, and only those are dialled. No second
 * look-up follows that a rebinding name server could answer differently.
 */
export function createCheckedConnect(parts: ConnectParts): buildConnector.connector {
  const startTls = createTlsClient();
  return (options, handOver) => {
    open(parts, startTls, options).then(
      (socket) => handOver(null, socket),
      (error: Error) => handOver(error, null),
    );
  };
}

export function dialDirectly({ hostname, addresses, port }: DialTarget): Socket {
  return connect({
    host: hostname,
    port,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressTimeoutMs,
    lookup: (_hostname, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      ),
  });
}

async function open(parts: ConnectParts, startTls: StartTls, options: buildConnector.Options): Promise<Socket> {
  const { hostname, protocol, socketPath, httpSocket } = options;
  if (socketPath || httpSocket) throw httpError({ kind: "blocked", what: "address" }, "a socket not dialled here");

  const addresses = isIP(hostname) === 0 ? await parts.resolve(hostname) : [hostname];
  // One forbidden address refuses the name; otherwise an attacker could choose which one is used.
  for (const address of addresses) refuseForbidden(parts, hostname, address);

  const port = Number(options.port) || (protocol === "https:" ? 443 : 80);
  let socket = watched(parts, parts.dial({ hostname, addresses: addresses.slice(0, addressesMax), port }));
  let isReady = false;
  const timer = setTimeout(() => socket.destroy(tooSlow(parts.timeoutMs)), parts.timeoutMs);
  try {
    await during("connect", () => once(socket, "connect"));
    refuseForbidden(parts, hostname, socket.remoteAddress);
    if (protocol === "https:") {
      // From here on, errors must reach the outer socket, because that is the one undici has.
      parts.openSockets.remove(socket);
      socket = watched(parts, startTls(socket, hostname, port));
      await during("tls", () => once(socket, "secureConnect"));
    }
    isReady = true;
    return socket;
  } finally {
    clearTimeout(timer);
    if (!isReady) socket.destroy();
  }
}

function refuseForbidden({ isAllowed }: ConnectParts, hostname: string, address: string | undefined): void {
  if (address === undefined) throw httpError({ kind: "connect", what: "lost" }, "connect: closed at once");
  if (!isAllowed(address)) throw addressRefused(hostname, address);
}

function watched({ openSockets }: ConnectParts, socket: Socket): Socket {
  // undici listens only after it gets the socket; an error before that would end the process.
  socket.on("error", () => {});
  openSockets.add(socket);
  return socket;
}

function tooSlow(timeoutMs: number): Error {
  return httpError({ kind: "timeout", what: "connect" }, `connect: not open after ${timeoutMs} ms`);
}

type StartTls = (tcp: Socket, hostname: string, port: number) => TLSSocket;

/** About 5 KB each with the certificates that TLS 1.2 keeps in them. */
const sessionsMax = 500;

/** One context for all connections, and resumed sessions: a handshake costs 1.3 ms instead of 2.1. */
function createTlsClient(): StartTls {
  const sessions = new Map<string, Buffer>();
  let secureContext: SecureContext | undefined;

  return (tcp, hostname, port) => {
    secureContext ??= createSecureContext();
    const key = `${hostname}:${port}`;
    const session = sessions.get(key);
    const socket = connectTls({
      socket: tcp,
      host: hostname,
      servername: serverName(hostname),
      secureContext,
      ALPNProtocols: ["http/1.1"],
      ...(session === undefined ? {} : { session }),
    });
    // Node emits it only once the certificate was verified: a resumed session is not checked again.
    socket.on("session", (ticket) => {
      sessions.delete(key);
      sessions.set(key, ticket);
      if (sessions.size > sessionsMax) sessions.delete(sessions.keys().next().value ?? "");
    });
    return socket;
  };
}

/** RFC 6066: no address and no trailing dot in the server name. */
function serverName(hostname: string): string {
  return isIP(hostname) === 0 ? hostname.replace(/\.$/, "") : "";
}

/** All addresses of a name, in the order they should be tried. */
export type Resolve = (hostname: string) => Promise<string[]>;

type Answer = { addresses: Promise<string[]>; expiresAtMs: number };

const foundForMs = 60_000;
const notFoundForMs = 30_000;
const namesMax = 10_000;
const askTimeoutMs = 10_000;

/** getaddrinfo blocks one of libuv's few threads per lookup, so a name is resolved once a minute for all callers. */
export function createDnsCache(resolve: Resolve, nowMs: () => number): Resolve {
  const answers = new Map<string, Answer>();

  return (hostname) => {
    const known = answers.get(hostname);
    if (known !== undefined && nowMs() < known.expiresAtMs) return known.addresses;

    const answer: Answer = { addresses: ask(resolve, hostname), expiresAtMs: Infinity };
    answer.addresses.then(
      () => (answer.expiresAtMs = nowMs() + foundForMs),
      () => (answer.expiresAtMs = nowMs() + notFoundForMs),
    );
    answers.delete(hostname);
    answers.set(hostname, answer);
    if (answers.size > namesMax) answers.delete(answers.keys().next().value ?? "");
    return answer.addresses;
  };
}

const limitLookups = createLookupLimit(lookupsMax);

export async function resolveBySystem(hostname: string): Promise<string[]> {
  const answers = await limitLookups(() => lookup(hostname, { all: true }));
  return answers.map(({ address }) => address);
}

async function ask(resolve: Resolve, hostname: string): Promise<string[]> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new Error(`no answer in ${askTimeoutMs} ms`)), askTimeoutMs);
  timer.unref();
  try {
    const addresses = await during("dns", () => Promise.race([resolve(hostname), silence.promise]));
    if (addresses.length === 0) throw httpError({ kind: "dns", what: "not-found" }, "dns: an empty answer");
    return addresses;
  } finally {
    clearTimeout(timer);
  }
}
