import { isAddressAllowed } from "./address-policy.ts";
import type { Dial } from "./checked-connect.ts";
import { createAgent } from "./create-agent.ts";
import type { Resolve } from "./dns-cache.ts";
import { guardedGet, type GuardedRequest, type GuardedResult } from "./guarded-get.ts";
import type { Network } from "./ip-network.ts";

export type GuardedClientOptions = {
  /** Networks that may be dialled although they are not public (FETCH_ALLOW_NETWORKS). */
  allowNetworks: readonly Network[];
  /** For one `get` with all its redirects and silences, without the time spent in `beforeHop`. */
  requestTimeoutMs: number;
  redirectsMax: number;
  /** Of a body as it is received, and of what it unpacks to. */
  bodyBytesMax: number;
  now?: () => Date;
  resolve?: Resolve;
  dial?: Dial;
};

/** For any address that a stranger can name: feeds, pages, icons. */
export type GuardedClient = {
  get: (request: GuardedRequest) => Promise<GuardedResult>;
  close: () => Promise<void>;
};

/** A host is asked one thing at a time. With two, undici makes a pool for each host: a quarter of a feed's old garbage. */
const connectionsPerHostMax = 1;

/** Headers, 1xx answers, and what chunks add to a body: above an honest answer of the largest size, and not far. */
function socketBytesMax(bodyBytesMax: number): number {
  return bodyBytesMax * 1.5 + 1024 * 1024;
}

export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { resolve, dial, now = () => new Date(), ...limits } = options;
  const { agent, close } = createAgent({
    isAllowed: (address) => isAddressAllowed(address, limits.allowNetworks),
    resolve,
    dial,
    connectionsPerHostMax,
    socketBytesMax: socketBytesMax(limits.bodyBytesMax),
  });
  return { get: (request) => guardedGet({ agent, now, ...limits }, request), close };
}
