import type { Agent, Dispatcher } from "undici";
import { flattenHeaders, isHeaderValue, type ResponseHeaders } from "./headers.ts";
import { during, httpError } from "./http-failure.ts";

type ExchangeRequest = {
  url: URL;
  method: Dispatcher.HttpMethod;
  headers: Record<string, string>;
  body?: Buffer;
  /** Its reason must be an HttpError. */
  signal: AbortSignal;
  beforeSend?: (() => void) | undefined;
  bodyBytesMax: number;
  /** How much of the body to read for this status: all of it, its start, or nothing. */
  bodyFor: (status: number) => BodyWanted;
};

export type BodyWanted = "whole" | "start" | "none";

export type Exchange = { status: number; headers: ResponseHeaders; body: Buffer };

/** With 1-byte chunks a megabyte costs a second of CPU; a normal body of 64 MB, the largest allowed, has fewer chunks than this. */
const chunksMax = 65_536;

const startBytesMax = 2048;

/** The start of an error page is useful, but not worth a long wait. */
const startWaitMs = 250;

const noLongerWanted = new Error("no longer wanted");

/**
 * One request and its answer, straight from undici's dispatcher: no stream in between, and a signal that takes
 * effect at once (undici's own request() waits for the connection, up to 5 s measured).
 */
export async function exchange(agent: Agent, request: ExchangeRequest): Promise<Exchange> {
  const { url, method, headers, body, signal } = request;
  signal.throwIfAborted();
  refuseBadHeaders(headers);
  const reader = new AnswerReader(request);
  return during("exchange", () => {
    agent.dispatch(
      { origin: url.origin, path: url.pathname + url.search, method, headers, body: body ?? null },
      reader,
    );
    return reader.answer;
  });
}

/** A person's token, or one that another server gave, may hold anything. undici would throw, as if the mistake were ours. */
function refuseBadHeaders(headers: ExchangeRequest["headers"]): void {
  const bad = Object.entries(headers).find(([, value]) => !isHeaderValue(value));
  if (bad === undefined) return;
  throw httpError({ kind: "blocked", what: "header" }, `the header ${bad[0]} has characters that HTTP does not allow`);
}

class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #request: ExchangeRequest;
  readonly #outcome = Promise.withResolvers<Exchange>();
  readonly #onAbort = () => this.#fail(this.#request.signal.reason);
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #startTimer: NodeJS.Timeout | undefined;
  #status = 0;
  #headers: ResponseHeaders = {};
  #wanted: BodyWanted = "whole";
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(request: ExchangeRequest) {
    this.#request = request;
    request.signal.addEventListener("abort", this.#onAbort);
  }

  get answer(): Promise<Exchange> {
    return this.#outcome.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#request.beforeSend?.();
    // Aborted while it was queued or connecting: it is never sent.
    if (this.#isOver) controller.abort(noLongerWanted);
  }

  onResponseStart(_: unknown, status: number, headers: Parameters<typeof flattenHeaders>[0]): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = flattenHeaders(headers);
    this.#wanted = this.#request.bodyFor(status);
    if (this.#wanted === "none") this.#finish();
    if (this.#wanted === "start") this.#startTimer = setTimeout(() => this.#finish(), startWaitMs);
    if (this.#wanted === "whole") this.#checkSize(Number(this.#headers["content-length"] ?? 0));
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#wanted === "whole") this.#checkSize(this.#bytes);
    else if (this.#bytes >= startBytesMax) this.#finish();
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#wanted === "start") this.#finish();
    else this.#fail(error);
  }

  #checkSize(bytes: number): void {
    const { bodyBytesMax } = this.#request;
    if (bytes > bodyBytesMax) {
      this.#fail(httpError({ kind: "too-large", what: "wire" }, `more than ${bodyBytesMax} bytes on the wire`));
    } else if (this.#chunks.length > chunksMax) {
      this.#fail(httpError({ kind: "too-large", what: "chunks" }, `more than ${chunksMax} chunks`));
    }
  }

  #finish(): void {
    if (this.#isOver) return;
    const [first] = this.#chunks;
    const body = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#end();
    this.#outcome.resolve({ status: this.#status, headers: this.#headers, body });
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#end();
    this.#outcome.reject(error);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#startTimer);
    this.#forget();
    this.#request.signal.removeEventListener("abort", this.#onAbort);
    // No effect on a completed request; closes the connection of any other.
    this.#controller?.abort(noLongerWanted);
  }

  /** Headers are slices of what the socket read, and keep the body that came with them (see dropBody). */
  #forget(): void {
    this.#chunks = [];
    if (this.#controller !== undefined) this.#controller.rawHeaders = null;
  }
}
