import { hash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "../refusal.ts";
import { answerRequest } from "./answer-request.ts";
import { type Outlet, outlets, readReports, type StoryReport } from "./outlets.ts";

/** An outlet with its address. */
export type OpenOutlet = Outlet & { origin: string };
export type Newsroom = { outlets: OpenOutlet[]; close: () => void };

type Address = { host: string; port: number };

/**
 * Every outlet has its own loopback address and speaks real HTTP. It listens where it was before (`known`), or on a free
 * port. Feeds are stored by address, so a newsroom that opens again must use the same addresses.
 */
export async function openNewsroom(known: readonly string[], now: () => Date): Promise<Newsroom> {
  const reports = readReports();
  const openedAt = now();
  const servers: Server[] = [];
  const close = () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  try {
    const open: OpenOutlet[] = [];
    for (const [index, outlet] of outlets.entries()) {
      const server = createServer((request, response) => {
        void reply({ outlet, reports, moment: { openedAt, now: now() } }, request, response);
      });
      servers.push(server);
      open.push({ ...outlet, origin: await listen(server, outlet.name, addressesFor(index, known[index])) });
    }
    return { outlets: open, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Whether the first outlet's address is in use, most likely by another demo. */
export async function isNewsroomOpen([first]: readonly string[]): Promise<boolean> {
  if (first === undefined) return false;
  const { hostname, port } = new URL(first);
  const probe = createServer();
  const failure = await tryListen(probe, hostname, Number(port));
  const closed = Promise.withResolvers<void>();
  probe.close(() => closed.resolve());
  await closed.promise;
  return failure === "EADDRINUSE";
}

const firstHostNumber = 11;

/** Linux answers on all of 127.0.0.0/8. Systems with only 127.0.0.1 get one port per outlet. */
function addressesFor(index: number, known: string | undefined): Address[] {
  if (known !== undefined) {
    const { hostname, port } = new URL(known);
    return [{ host: hostname, port: Number(port) }];
  }
  return [`127.0.0.${firstHostNumber + index}`, "127.0.0.1"].map((host) => ({ host, port: 0 }));
}

async function listen(server: Server, name: string, addresses: Address[]): Promise<string> {
  for (const { host, port } of addresses) {
    const failure = await tryListen(server, host, port);
    if (failure === null) return `http://${host}:${(server.address() as AddressInfo).port}`;
    if (failure === "EADDRINUSE") {
      throw new Refusal(
        `The demo's ${name} needs ${host}:${port}, which is in use. Stop the program that uses it, or start again with --fresh.`,
      );
    }
    if (failure !== "EADDRNOTAVAIL") throw new Refusal(`${name} cannot listen on ${host} (${failure}).`);
  }
  throw new Refusal(`${name} cannot listen on this machine: its loopback address is missing.`);
}

async function tryListen(server: Server, host: string, port: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const onError = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
  server.once("error", onError);
  server.listen(port, host, () => resolve(null));
  return promise.finally(() => server.off("error", onError));
}

type Served = { outlet: Outlet; reports: StoryReport[]; moment: { openedAt: Date; now: Date } };

async function reply({ outlet, reports, moment }: Served, request: IncomingMessage, response: ServerResponse) {
  const origin = `http://${request.socket.localAddress}:${request.socket.localPort}`;
  const path = URL.parse(request.url ?? "/", origin)?.pathname ?? "/";
  const { status, headers, body, waitMs } = answerRequest({ outlet, origin, path }, reports, moment);
  if (waitMs > 0) await sleep(waitMs, undefined, { ref: false });

  const etag = `"${hash("sha256", body).slice(0, 16)}"`;
  const isKnown = status === 200 && request.headers["if-none-match"] === etag;
  const part = status === 200 && typeof body !== "string" ? partOf(body, request.headers.range) : null;
  if (part !== null && !isKnown) {
    response.writeHead(206, { ...headers, etag, "content-range": part.range });
    response.end(request.method === "HEAD" ? undefined : part.body);
    return;
  }
  response.writeHead(isKnown ? 304 : status, status === 200 ? { ...headers, etag } : headers);
  response.end(isKnown || request.method === "HEAD" ? undefined : body);
}

/** A part of a file, as players ask for it. */
function partOf(body: Buffer, asked: string | undefined): { range: string; body: Buffer } | null {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(asked ?? "") ?? [];
  const start = Number(first);
  const end = last === "" ? body.length - 1 : Math.min(Number(last), body.length - 1);
  if (first === undefined || start > end) return null;
  return { range: `bytes ${start}-${end}/${body.length}`, body: body.subarray(start, end + 1) };
}
