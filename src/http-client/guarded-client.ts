import type { Agent } from "undici";
import { isAddressAllowed, type Network } from "./address-policy.ts";
import { checkUrl } from "./check-url.ts";
import type { Dial, Resolve } from "./checked-connect.ts";
import { createAgent } from "./create-agent.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { type BodyWanted, exchange, type Exchange } from "./exchange.ts";
import { extractSnippet } from "./extract-snippet.ts";
import { buildRequestHeaders, isHeaderValue, type ResponseHeaders, type Validators } from "./headers.ts";
import { type Failed, httpError, settle } from "./http-failure.ts";
import { followRedirect, isRedirect, type RedirectChain, startChain } from "./redirect-policy.ts";
import { undoContentCoding } from "./undo-content-coding.ts";

export type GuardedClientOptions = {
  /** Networks that may be dialled although they are not public (FETCH_ALLOW_NETWORKS). */
  allowNetworks: readonly Network[];
  /** For one `get` with all its redirects and waits, without the time spent in `beforeHop`. */
  requestTimeoutMs: number;
  redirectsMax: number;
  /** For a body as received, and for its decoded size. */
  bodyBytesMax: number;
  /** Requests to one host at a time; further ones wait. */
  connectionsPerHostMax?: number;
  now?: () => Date;
  resolve?: Resolve;
  dial?: Dial;
};

/** For any address that a stranger can name: feeds, pages, icons. */
export type GuardedClient = {
  get: (request: GuardedRequest) => Promise<GuardedResult>;
  close: () => Promise<void>;
};

/** One request per host at a time, unless the caller says otherwise. With two, undici creates a pool per host, which was a quarter of the garbage per feed. */
const usualConnectionsPerHostMax = 1;

/** Room for headers, 1xx responses and chunk framing: a little more than the largest normal answer. */
function socketBytesMax(bodyBytesMax: number): number {
  return bodyBytesMax * 1.5 + 1024 * 1024;
}

export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { resolve, dial, now = () => new Date(), ...limits } = options;
  const { connectionsPerHostMax = usualConnectionsPerHostMax } = options;
  const { agent, close } = createAgent({
    isAllowed: (address) => isAddressAllowed(address, limits.allowNetworks),
    resolve,
    dial,
    connectionsPerHostMax,
    socketBytesMax: socketBytesMax(limits.bodyBytesMax),
  });
  return { get: (request) => guardedGet({ agent, now, ...limits }, request), close };
}

export type GuardedRequest = {
  url: string;
  userAgent: string;
  accept: string;
  /** The feed's own, checked by checkCustomHeaders; they never leave the origin of `url`. */
  customHeaders?: Readonly<Record<string, string>>;
  validators?: Validators | null;
  signal?: AbortSignal;
  /** Called on a connection that is ready, before each request: where it aborts the signal, nothing is sent. */
  beforeSend?: () => void;
  /** Called before every request of the chain except the first; its time does not count. */
  beforeHop?: (url: URL, signal: AbortSignal) => Promise<"go" | "busy">;
};

/** A request that was sent; `status` is null if there was no answer. */
export type Hop = { url: string; status: number | null; startedAt: Date; endedAt: Date };

export type GuardedResponse = {
  kind: "response";
  status: number;
  headers: ResponseHeaders;
  /** Decoded; empty unless the status is 2xx. */
  body: Buffer;
  /** The start of the text of an answer that is not 2xx, for a person to read. */
  snippet: string | null;
  url: string;
  /** Where the first URL has moved permanently; to be stored only if the answer is a feed. */
  permanentUrl: string | null;
  wireBytes: number;
  decodedBytes: number;
  etag: string | null;
  lastModified: string | null;
};

export type GuardedResult = (GuardedResponse | Failed) & { hops: Hop[]; durationMs: number };

type GetParts = {
  agent: Agent;
  allowNetworks: readonly Network[];
  requestTimeoutMs: number;
  redirectsMax: number;
  bodyBytesMax: number;
  now: () => Date;
};

type Run = GetParts & { request: GuardedRequest; deadline: Deadline; hops: Hop[] };

const redirectsCeiling = 10;
const validatorCharsMax = 2048;

/** GET, following redirects by hand: every hop is a new URL from a stranger. */
async function guardedGet(parts: GetParts, request: GuardedRequest): Promise<GuardedResult> {
  const run: Run = { ...parts, request, hops: [], deadline: startDeadline(parts.requestTimeoutMs, request.signal) };
  try {
    const outcome = await settle(() => followChain(run));
    // The same object, not a copy: dropBody must empty the one that the pending promises refer to.
    return Object.assign(outcome, { hops: run.hops, durationMs: run.deadline.elapsedMs() });
  } finally {
    run.deadline.end();
  }
}

/** Whether any server answered. A fetch that our own policy refused has sent nothing. */
export function wasAnswered({ hops }: { hops: readonly Hop[] }): boolean {
  return hops.some(({ status }) => status !== null);
}

/**
 * For callers that have read the body. Promises made before the answer are in V8's old generation by then and keep their
 * result until the next major collection. Without this there were 2.5 of those per 1,000 feeds, with it 1.5.
 */
export function dropBody(answer: { body: Buffer }): void {
  answer.body = noBytes;
}

const noBytes = Buffer.alloc(0);

async function followChain(run: Run): Promise<GuardedResponse> {
  const start = startChain(run.request.url);
  const redirectsMax = Math.min(run.redirectsMax, redirectsCeiling);

  let chain = start;
  let customHeaders = run.request.customHeaders ?? {};
  for (;;) {
    checkUrl(chain.url, run.allowNetworks);
    if (chain !== start) await waitForHost(run, chain.url);
    const answer = await ask(run, chain.url, customHeaders);
    if (!isRedirect(answer.status)) return respond(run, chain, answer);

    chain = followRedirect(chain, answer.status, answer.headers["location"], redirectsMax);
    // Not sent again, even if the chain comes back: another host could have chosen the path we come back on.
    if (chain.url.origin !== start.url.origin) customHeaders = {};
  }
}

async function waitForHost({ request: { beforeHop }, deadline }: Run, url: URL): Promise<void> {
  if (beforeHop === undefined) return;
  const answer = await deadline.uncounted(() => beforeHop(url, deadline.signal));
  if (answer === "busy") throw httpError({ kind: "host-busy" }, `${url.hostname} is busy`);
}

async function ask(run: Run, url: URL, customHeaders: Readonly<Record<string, string>>): Promise<Exchange> {
  const { agent, request, deadline, hops, now } = run;
  const hop: Hop = { url: url.href, status: null, startedAt: now(), endedAt: now() };
  hops.push(hop);
  try {
    const answer = await exchange(agent, {
      url,
      method: "GET",
      headers: buildRequestHeaders({ ...request, customHeaders }, url),
      signal: deadline.signal,
      beforeSend: request.beforeSend,
      bodyBytesMax: run.bodyBytesMax,
      bodyFor,
    });
    hop.status = answer.status;
    return answer;
  } finally {
    hop.endedAt = now();
  }
}

function bodyFor(status: number): BodyWanted {
  if (isRedirect(status)) return "none";
  return isSuccess(status) ? "whole" : "start";
}

async function respond(run: Run, chain: RedirectChain, answer: Exchange): Promise<GuardedResponse> {
  const { status, headers, body: wire } = answer;
  dropBody(answer);
  const encoding = headers["content-encoding"] ?? "";
  const body = isSuccess(status)
    ? await undoContentCoding(wire, encoding, { bytesMax: run.bodyBytesMax, isCut: false })
    : noBytes;
  return {
    kind: "response",
    status,
    headers,
    body,
    snippet: isSuccess(status) ? null : await extractSnippet(wire, headers),
    url: chain.url.href,
    permanentUrl: chain.permanentUrl,
    wireBytes: wire.length,
    decodedBytes: body.length,
    etag: validator(headers["etag"]),
    lastModified: validator(headers["last-modified"]),
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A validator that cannot be sent back would make every later request fail. */
function validator(value: string | undefined): string | null {
  return value !== undefined && value !== "" && value.length <= validatorCharsMax && isHeaderValue(value)
    ? value
    : null;
}
