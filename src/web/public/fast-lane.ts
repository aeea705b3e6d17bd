import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Hono } from "hono";
import type { Registry } from "prom-client";
import type { CachedFeed } from "../../publishing/feed-cache.ts";
import type { AddressOf } from "../client-address.ts";
import { type RequestLog, requestObserver } from "../observe-requests.ts";
import { securityHeaders } from "../request-rules.ts";
import { accepts, hasCurrent, type Representation, representDocument } from "./document.ts";
import { feedFormats } from "./feed-formats.ts";
import { anyOrigin, type PublicApi } from "./public-api.ts";
import type { FeedQuestion } from "./public-documents.ts";
import { feedQuery } from "./public-parameters.ts";

type FastLaneParts = Pick<PublicApi, "documents" | "rateLimit" | "noteAsked"> & {
  addressOf: AddressOf;
  publicOrigin: string;
  log: RequestLog;
  metrics: Registry;
};

const batchMs = 10;
const questionsMax = 5_000;
const targetCharsMax = 1_000;

/**
 * Answers requests for feeds that are in memory without the framework, which took five times the CPU of a bare server
 * (bench/results.md).
 * Everything else, and every refusal, is left to the app. Headers, log and metrics are the same.
 */
export async function createFastLane(parts: FastLaneParts) {
  const { documents, rateLimit, noteAsked } = parts;
  const observe = inBatches(requestObserver(parts.log, parts.metrics));
  const readQuestion = rememberQuestions();
  const addressOf = rememberPeers(parts.addressOf);
  const prepare = rememberReplies(await headersOfApp(parts.publicOrigin));

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const startMs = performance.now();
    const question = request.method === "GET" ? readQuestion(request.url ?? "") : null;
    const document = question === null ? undefined : documents.peekFeed(question);
    if (question === null || document === undefined) return false;
    if (rateLimit.take(addressOf(request)) !== null) return false;
    noteAsked(document.feedId);

    const { path, type } = question.format;
    const requestId = requestIdOf(request);
    const isGzip = accepts("gzip", request.headers["accept-encoding"]);
    const { representation, headers, headersOfBody } = prepare(document, type, isGzip);
    const isCurrent = hasCurrent(representation, request.headers);
    const status = isCurrent ? 304 : 200;
    response.writeHead(status, [...(isCurrent ? headers : headersOfBody), "X-Request-Id", requestId]);
    response.end(isCurrent ? undefined : representation.body);
    observe({ requestId, method: "GET", route: path, path, status, ms: performance.now() - startMs });
    return true;
  };
}

/** Collects for a few milliseconds: done between two requests, the same work costs three times as much. */
function inBatches<Fact>(observe: (fact: Fact) => void): (fact: Fact) => void {
  let waiting: Fact[] = [];
  const flush = () => {
    const facts = waiting;
    waiting = [];
    for (const fact of facts) observe(fact);
  };
  return (fact) => {
    if (waiting.length === 0) setTimeout(flush, batchMs);
    waiting.push(fact);
  };
}

/** Readers send the same address every time, and parsing it costs 15 µs. */
function rememberQuestions(): (target: string) => FeedQuestion | null {
  const known = new Map<string, FeedQuestion>();
  return (target) => {
    const found = known.get(target);
    if (found !== undefined) return found;
    const question = parseQuestion(target);
    if (known.size >= questionsMax) known.clear();
    if (question !== null && target.length <= targetCharsMax) known.set(target, question);
    return question;
  };
}

const formats = new Map(feedFormats.map((format) => [format.path, format]));

function parseQuestion(target: string): FeedQuestion | null {
  const searchAt = target.indexOf("?");
  const format = formats.get(target.slice(0, searchAt));
  if (format === undefined) return null;
  const given = new URLSearchParams(target.slice(searchAt));
  const query = Object.fromEntries(given);
  const { success, data } = feedQuery.safeParse(query);
  const isRepeated = Object.keys(query).length !== given.size;
  return success && !isRepeated ? { format, url: data.url, maxScore: data.max_score ?? null } : null;
}

/** Without a proxy in between, one connection is one client. */
function rememberPeers(addressOf: AddressOf): (request: IncomingMessage) => string {
  const known = new WeakMap<Socket, string>();
  return ({ socket, headers }) => {
    const forwardedFor = headers["x-forwarded-for"];
    if (typeof forwardedFor === "string") return addressOf(socket.remoteAddress, forwardedFor) ?? "";
    const peer = known.get(socket) ?? addressOf(socket.remoteAddress, undefined) ?? "";
    known.set(socket, peer);
    return peer;
  };
}

type PreparedReply = { representation: Representation; headers: string[]; headersOfBody: string[] };

function rememberReplies(usualHeaders: string[]) {
  const gzipped = new WeakMap<CachedFeed, PreparedReply>();
  const plain = new WeakMap<CachedFeed, PreparedReply>();
  return (document: CachedFeed, type: string, isGzip: boolean): PreparedReply => {
    const known = isGzip ? gzipped : plain;
    const found = known.get(document);
    if (found !== undefined) return found;
    const representation = representDocument(document, type, isGzip);
    const headers = [...usualHeaders, ...representation.headers.flat()];
    const reply = { representation, headers, headersOfBody: [...headers, ...representation.bodyHeaders.flat()] };
    known.set(document, reply);
    return reply;
  };
}

/** As hono/request-id decides in the app. */
function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[\w=-]{1,64}$/.test(given) ? given : randomUUID();
}

async function headersOfApp(publicOrigin: string): Promise<string[]> {
  const app = new Hono().use(securityHeaders(publicOrigin), anyOrigin).get("/", (c) => c.body(null));
  return [...(await app.request("/")).headers].flat();
}
