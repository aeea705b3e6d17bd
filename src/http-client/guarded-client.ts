import { isAddressAllowed } from "./address-policy.ts";
import type { Dial } from "./checked-connect.ts";
import { createAgent } from "./create-agent.ts";
import type { Resolve } from "./dns-cache.ts";
import { guardedGet, type GuardedRequest, type GuardedResult } from "./guarded-get.ts";
import type { Network } from "./ip-network.ts";

export type GuardedClientOptions = {
  /** Networks that may be dialled although they are not public (FETCH_ALLOW_NETWORKS). */
  allowNetworks: readonly Network[];
  /** For one `get` with all its redirects and waits, without the time spent in `beforeHop`. */
  requestTimeoutMs: number;
  redirectsMax: number;
  /** For a body as received, and for its decoded size. */
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

/** One request per host at a time. With two, undici creates a pool per host, which was a quarter of the garbage per feed. */
const connectionsPerHostMax = 1;

/** Room for headers, 1xx responses and chunk framing: a little more than the largest normal answer. */
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
