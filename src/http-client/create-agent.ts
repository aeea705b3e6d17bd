import { createRequire } from "node:module";
import type { Agent } from "undici";
import {
  createCheckedConnect,
  createDnsCache,
  type Dial,
  dialDirectly,
  type Resolve,
  resolveBySystem,
} from "./checked-connect.ts";
import { createOpenSockets } from "./open-sockets.ts";

type AgentParts = {
  isAllowed: (address: string) => boolean;
  resolve?: Resolve | undefined;
  dial?: Dial | undefined;
  connectionsPerHostMax: number;
  socketBytesMax: number;
};

// The package's own entry also loads fetch, caches, SQLite and sockets that nobody here uses: 20 MB of every process.
const UndiciAgent = createRequire(import.meta.url)("undici/lib/dispatcher/agent.js") as typeof Agent;

const connectTimeoutMs = 10_000;
const headerBytesMax = 32 * 1024;

/** The only place that creates a dispatcher. Always pass it explicitly: undici's global one obeys proxy variables. */
export function createAgent(parts: AgentParts): { agent: Agent; close: () => Promise<void> } {
  const openSockets = createOpenSockets(parts.socketBytesMax);
  const agent = new UndiciAgent({
    connect: createCheckedConnect({
      isAllowed: parts.isAllowed,
      resolve: createDnsCache(parts.resolve ?? resolveBySystem, () => performance.now()),
      dial: parts.dial ?? dialDirectly,
      openSockets,
      timeoutMs: connectTimeoutMs,
    }),
    // HTTP/2 would run all requests to a host at once (20 of 20 measured), whatever `connections` says.
    allowH2: false,
    connections: parts.connectionsPerHostMax,
    // Above 1 a server can plant the answer to the next request (30 of 30 measured).
    pipelining: 1,
    keepAliveTimeout: 4_000,
    // A server may otherwise ask to be kept open for ten minutes: 4,000 origins were 4,000 sockets.
    keepAliveMaxTimeout: 10_000,
    // Each request has its own deadline, which includes silence; a second timeout would cut it short.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: headerBytesMax,
  });

  return {
    agent,
    close: async () => {
      const closed = agent.destroy();
      openSockets.destroyAll();
      await closed;
    },
  };
}
