import { Readable } from "node:stream";
import type { Agent, Dispatcher } from "undici";
import { isAddressAllowed } from "./address-policy.ts";
import { checkUrl } from "./check-url.ts";
import { createAgent } from "./create-agent.ts";
import { startDeadline } from "./deadline.ts";
import type { GuardedClientOptions } from "./guarded-client.ts";
import { flattenHeaders, type ResponseHeaders } from "./headers.ts";
import { during, type Failed, httpError, settle } from "./http-failure.ts";
import { followRedirect, isRedirect, startChain } from "./redirect-policy.ts";

type StreamLimits = Pick<GuardedClientOptions, "allowNetworks" | "redirectsMax"> & {
  /** Until the first bytes of the body are there, redirects included. */
  startTimeoutMs: number;
  /** The longest silence of the server while we want more. */
  silenceMsMax: number;
  /** For the whole stream. */
  totalMsMax: number;
  bytesMax: number;
  connectionsPerHostMax: number;
};

export type StreamRequest = {
  url: string;
  userAgent: string;
  accept: string;
  /** Range and If-Range; they go to every server of a chain. */
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
};

export type StreamResponse = {
  kind: "response";
  status: number;
  headers: ResponseHeaders;
  /** How the body begins: 64 bytes or more, unless it is shorter. They are also in the body. */
  start: Buffer;
  /** Ends the request when it is destroyed. Empty unless the status is 2xx. */
  body: Readable;
};

/** For large answers from any address that a stranger can name: never in memory as a whole. */
export type GuardedStreams = {
  open: (request: StreamRequest) => Promise<StreamResponse | Failed>;
  close: () => Promise<void>;
};

export type GuardedStreamOptions = StreamLimits & Pick<GuardedClientOptions, "resolve" | "dial">;

export function createGuardedStreams({ resolve, dial, ...limits }: GuardedStreamOptions): GuardedStreams {
  const { agent, close } = createAgent({
    isAllowed: (address) => isAddressAllowed(address, limits.allowNetworks),
    resolve,
    dial,
    connectionsPerHostMax: limits.connectionsPerHostMax,
    // Chunked framing of tiny pieces; a length of its own says what the body may have.
    socketBytesMax: limits.bytesMax * 1.5,
  });
  return { open: (request) => settle(() => followChain(agent, limits, request)), close };
}

async function followChain(agent: Agent, limits: StreamLimits, request: StreamRequest): Promise<StreamResponse> {
  const deadline = startDeadline(limits.startTimeoutMs, request.signal);
  try {
    let chain = startChain(request.url);
    for (;;) {
      checkUrl(chain.url, limits.allowNetworks);
      const answer = await openOne(agent, { ...limits, ...request, url: chain.url, starting: deadline.signal });
      if (!isRedirect(answer.status)) return answer;
      chain = followRedirect(chain, answer.status, answer.headers["location"], limits.redirectsMax);
    }
  } finally {
    deadline.end();
  }
}

type OneRequest = StreamLimits & Omit<StreamRequest, "url"> & { url: URL; starting: AbortSignal };

function openOne(agent: Agent, request: OneRequest): Promise<StreamResponse> {
  const { url, userAgent, accept, headers, starting } = request;
  starting.throwIfAborted();
  const reader = new StreamReader(request);
  return during("exchange", () => {
    // Ranges count the bytes of a file as it is, so nothing may pack it.
    const sent = { ...headers, "user-agent": userAgent, accept, "accept-encoding": "identity" };
    agent.dispatch({ origin: url.origin, path: url.pathname + url.search, method: "GET", headers: sent }, reader);
    return reader.started;
  });
}

const startBytesMin = 64;
const noLongerWanted = new Error("no longer wanted");

class StreamReader implements Dispatcher.DispatchHandler {
  readonly #request: OneRequest;
  readonly #started = Promise.withResolvers<StreamResponse>();
  readonly #body: Readable;
  readonly #onAbort = () => this.#fail(this.#request.starting.reason);
  readonly #onLeave = () => this.#body.destroy();
  readonly #totalTimer: NodeJS.Timeout;
  #silenceTimer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #head: { status: number; headers: ResponseHeaders } | null = null;
  #start: Buffer[] = [];
  #bytes = 0;
  #hasStarted = false;

  constructor(request: OneRequest) {
    this.#request = request;
    this.#body = new Readable({
      read: () => this.#resume(),
      destroy: (error, done) => {
        this.#end();
        done(error);
      },
    });
    // The reader of the body is told by the stream itself; before that, by the promise.
    this.#body.on("error", () => {});
    request.starting.addEventListener("abort", this.#onAbort);
    request.signal.addEventListener("abort", this.#onLeave);
    this.#totalTimer = setTimeout(() => this.#fail(tooLong(request.totalMsMax)), request.totalMsMax);
  }

  get started(): Promise<StreamResponse> {
    return this.#started.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#body.destroyed) controller.abort(noLongerWanted);
  }

  onResponseStart(_: unknown, status: number, headers: Parameters<typeof flattenHeaders>[0]): void {
    if (status < 200) return;
    this.#head = { status, headers: flattenHeaders(headers) };
    if (status >= 300) {
      this.#begin();
      this.#body.destroy();
    }
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#request.bytesMax) return this.#fail(tooLarge(this.#request.bytesMax));
    const wantsMore = this.#body.push(chunk);
    if (!this.#hasStarted) {
      this.#start.push(chunk);
      if (this.#bytes >= startBytesMin) this.#begin();
    }
    if (wantsMore) this.#listen();
    else this.#pause();
  }

  onResponseEnd(): void {
    this.#begin();
    clearTimeout(this.#silenceTimer);
    this.#body.push(null);
  }

  onResponseError(_: unknown, error: Error): void {
    this.#fail(error);
  }

  #begin(): void {
    if (this.#hasStarted || this.#head === null) return;
    this.#hasStarted = true;
    // From now on only the reader's own signal ends it.
    this.#request.starting.removeEventListener("abort", this.#onAbort);
    this.#started.resolve({ kind: "response", ...this.#head, start: Buffer.concat(this.#start), body: this.#body });
    this.#start = [];
  }

  /** A reader who takes nothing for a while, such as a player that is paused, is no silence of the server. */
  #pause(): void {
    clearTimeout(this.#silenceTimer);
    this.#controller?.pause();
  }

  #resume(): void {
    this.#listen();
    this.#controller?.resume();
  }

  #listen(): void {
    clearTimeout(this.#silenceTimer);
    if (!this.#hasStarted || this.#body.destroyed) return;
    const { silenceMsMax } = this.#request;
    this.#silenceTimer = setTimeout(() => this.#fail(tooLong(silenceMsMax)), silenceMsMax);
  }

  #fail(error: unknown): void {
    this.#started.reject(error);
    this.#body.destroy(error instanceof Error ? error : undefined);
  }

  #end(): void {
    clearTimeout(this.#totalTimer);
    clearTimeout(this.#silenceTimer);
    this.#request.starting.removeEventListener("abort", this.#onAbort);
    this.#request.signal.removeEventListener("abort", this.#onLeave);
    if (!this.#hasStarted) this.#started.reject(httpError({ kind: "aborted" }, "the reader left"));
    // No effect on a request that is over.
    this.#controller?.abort(noLongerWanted);
  }
}

function tooLong(ms: number): Error {
  return httpError({ kind: "timeout", what: "total" }, `no answer, or no end of it, after ${ms} ms`);
}

function tooLarge(bytesMax: number): Error {
  return httpError({ kind: "too-large", what: "wire" }, `more than ${bytesMax} bytes`);
}
