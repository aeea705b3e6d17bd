import { connect, type Socket } from "node:net";
import type pg from "pg";

/** Watches a connection until it ends. */
export type ServerWatch = (client: pg.Client) => void;

type Options = {
  lookEveryMs?: number;
  /** A statement that is silent for so long is running, or its server is gone: then we ask. */
  silentMsMax?: number;
  isThere?: (address: Address) => Promise<boolean>;
};
type Address = { host: string; port: number };
type Watched = { client: pg.Client; bytesRead: number; silentSince: number };

/**
 * Notices that the machine of the database has vanished without closing its connections. TCP repeats a statement that nobody
 * acknowledges for 15 minutes, keepalive does not probe meanwhile, and Node can't set TCP_USER_TIMEOUT. A time limit would end
 * long statements as well (a migration, a backup, a page of retention on a slow disk). So we ask the machine instead: if it takes no
 * new connection, all connections to it are dropped, idle ones too, and the next ones go where its name leads by then.
 */
export function createServerWatch({
  lookEveryMs = 1_000,
  silentMsMax = 10_000,
  isThere = takesConnection,
}: Options = {}): ServerWatch {
  const watched = new Set<Watched>();
  const asking = new Set<string>();
  let timer: NodeJS.Timeout | null = null;

  const at = (key: string) => [...watched].filter(({ client }) => keyOf(addressOf(client)) === key);
  const ask = async (address: Address): Promise<void> => {
    const key = keyOf(address);
    if (asking.has(key)) return;
    asking.add(key);
    const isGone = !(await isThere(address));
    asking.delete(key);
    for (const one of at(key)) {
      one.silentSince = performance.now();
      if (isGone) one.client.connection.stream.destroy(vanished(address));
    }
  };
  const look = () => {
    for (const one of watched) {
      noteSilence(one);
      const address = addressOf(one.client);
      if (address !== null && performance.now() - one.silentSince >= silentMsMax) void ask(address);
    }
  };

  return (client) => {
    const one = { client, bytesRead: -1, silentSince: performance.now() };
    watched.add(one);
    timer ??= setInterval(look, lookEveryMs).unref();
    client.once("end", () => {
      watched.delete(one);
      if (watched.size > 0 || timer === null) return;
      clearInterval(timer);
      timer = null;
    });
  };
}

/** A connection that waits for no answer is not silent. */
function noteSilence(one: Watched): void {
  const { bytesRead } = socketOf(one.client);
  if (isWaiting(one.client) && bytesRead === one.bytesRead) return;
  one.bytesRead = bytesRead;
  one.silentSince = performance.now();
}

/** The driver keeps it to itself; test/database/server-watch.test.ts notices if it goes. */
function isWaiting(client: pg.Client): boolean {
  return !(client as pg.Client & { readyForQuery: boolean }).readyForQuery;
}

function socketOf(client: pg.Client): Socket {
  return client.connection.stream as Socket;
}

/** Null: a socket in the file system, or a connection that is closed by now. */
function addressOf(client: pg.Client): Address | null {
  const { remoteAddress: host, remotePort: port } = socketOf(client);
  return host === undefined || port === undefined ? null : { host, port };
}

function keyOf(address: Address | null): string {
  return address === null ? "" : `${address.host} ${address.port}`;
}

function vanished({ host, port }: Address): Error {
  const sentence = `The database's machine (${host}, port ${port}) does not answer any more: its connections are dropped.`;
  return Object.assign(new Error(sentence), { code: "ETIMEDOUT" });
}

// The system repeats its SYN after one and after three seconds.
const answerMsMax = 5_000;

/** Also a refusal is an answer: then the system has closed the connections, or a pooler is about to. */
function takesConnection(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ ...address, timeout: answerMsMax });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(false));
    socket.once("error", (error: NodeJS.ErrnoException) => end(!unreachable.has(error.code ?? "")));
  });
}

const unreachable = new Set(["ETIMEDOUT", "EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH"]);
