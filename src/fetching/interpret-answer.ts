import { hash } from "node:crypto";
import type { ClaimedFeed } from "../schedule/lease.ts";
import type { FetchOutcome } from "../schedule/policy/fetch-state.ts";
import { nothingPublished } from "../schedule/policy/pace.ts";
import type { GivenUp } from "../job.ts";
import { parseFreshness } from "../schedule/policy/parse-freshness.ts";
import type { GuardedResponse, GuardedResult } from "../http-client/guarded-client.ts";
import { nameFileKind } from "../http-client/extract-snippet.ts";
import type { Completion, StoredDocument } from "./completion-store.ts";
import { decodeBody } from "./decode-body.ts";
import { describeNotAFeed, outcomeOfFailure, outcomeOfStatus } from "./failed-outcome.ts";
import { findHub, type NamedHub } from "./find-hub.ts";
import { type Selection, selectItems, wasFilteredAlike } from "./select-items.ts";
import { parseFeed } from "./parsing/parse-feed.ts";
import type { FeedDocument, ItemError, NotAFeed } from "./parsing/parse-result.ts";

/** What an answer means: for the schedule (`outcome`), and for what we store. */
export type Reading = {
  outcome: FetchOutcome;
  validators: Completion["validators"];
  document: StoredDocument | null;
  discovered: Completion["discovered"];
  selection: Selection;
  /** Where the feed has moved permanently. Set only if the new address gave us a feed: a parked domain must not replace it. */
  movedTo: string | null;
  /** Null: the document names none. Undefined: there was no document to look at. */
  hub?: NamedHub | null;
  /** The first titles of the document: what they say about its language, one alone may not. */
  titles: readonly string[];
  metadata: DocumentFacts;
};

/** What the fetch log keeps about a document. */
export type DocumentFacts = {
  parser?: string;
  charset?: string;
  signature?: string;
  itemErrors?: ItemError[];
  truncations?: string[];
};

export type AnswerOptions = {
  itemsMax: number;
  strictContentType: boolean;
  now: Date;
  givenUp: GivenUp | null;
  /** Until when the host that a redirect led to wants no request. */
  hostClosedUntil: Date | null;
};

/** Pure. The cheap cases come first: 304, then the same body, then a document, in which nothing may be new. */
export function interpretAnswer(claim: ClaimedFeed, result: GuardedResult, options: AnswerOptions): Reading {
  if (result.kind === "failed") return nothingStored(outcomeOfFailure(claim.url, result, options));
  if (result.status === 304 && wasConditional(claim, result)) return readingOfNotModified(claim, result, options);
  if (result.status === 412 && wasConditional(claim, result)) return readingOfRefusedValidators(claim);
  if (result.status < 200 || result.status >= 300) return nothingStored(outcomeOfStatus(result, options.now));

  const bodyHash = Buffer.from(hash("sha256", result.body, "hex"), "hex");
  const isSameBody = claim.bodyHash !== null && claim.bodyHash.equals(bodyHash);
  if (isSameBody && wasFilteredAlike(claim, result)) return readingOfSameBody(claim, result, options);
  return readingOfDocument(claim, result, bodyHash, options);
}

const nothing: Selection = {
  items: [],
  seen: Buffer.alloc(0),
  digest: Buffer.alloc(0),
  unchanged: 0,
  discarded: 0,
  errors: [],
  published: nothingPublished,
};

export function nothingStored(outcome: FetchOutcome): Reading {
  return {
    outcome,
    validators: null,
    document: null,
    discovered: null,
    selection: nothing,
    movedTo: null,
    titles: [],
    metadata: {},
  };
}

/** Validators are sent to the URL that gave them. After a move or behind another redirect the answer is to a request without. */
function wasConditional({ validators }: ClaimedFeed, { url }: GuardedResponse): boolean {
  return validators?.url === url && (validators.etag !== null || validators.lastModified !== null);
}

/** A 304 may send one validator only: it replaces that one, and the other stays. */
function readingOfNotModified(claim: ClaimedFeed, response: GuardedResponse, { now }: AnswerOptions): Reading {
  const { url, etag, lastModified } = response;
  const validators = {
    url,
    etag: etag ?? claim.validators?.etag ?? null,
    lastModified: lastModified ?? claim.validators?.lastModified ?? null,
  };
  const outcome: FetchOutcome = { kind: "fetched", via: "not-modified", freshnessSeconds: freshnessOf(response, now) };
  return { ...nothingStored(outcome), validators, movedTo: movedTo(claim, response) };
}

/** A 412 refuses our validators, not the feed: we forget them, and the next request goes without. */
function readingOfRefusedValidators({ url }: ClaimedFeed): Reading {
  const reading = nothingStored({ kind: "deferred", reason: "validators-refused" });
  return { ...reading, validators: { url, etag: null, lastModified: null } };
}

/** Touched but not changed. We store the new validators, or we would download the same body again and again. */
function readingOfSameBody(claim: ClaimedFeed, response: GuardedResponse, { now }: AnswerOptions): Reading {
  const outcome: FetchOutcome = { kind: "fetched", via: "same-body", freshnessSeconds: freshnessOf(response, now) };
  return { ...nothingStored(outcome), validators: validatorsOf(response), movedTo: movedTo(claim, response) };
}

const titlesMax = 20;

function readingOfDocument(
  claim: ClaimedFeed,
  response: GuardedResponse,
  bodyHash: Buffer,
  options: AnswerOptions,
): Reading {
  const contentType = response.headers["content-type"] ?? null;
  const { text, charset } = decodeBody(response.body, contentType);
  const parsed = parseFeed(text, { url: response.url, contentType });
  if (parsed.kind === "not-a-feed") return readingOfNotAFeed(parsed, response, charset);
  if (options.strictContentType && !/xml|json/i.test(contentType ?? "")) {
    return readingOfRefusal(response, charset, `The server calls this ${contentType ?? "nothing"}, which is no feed`);
  }

  const selection = selectItems(claim, parsed, { ...options, answered: response });
  const changed = claim.entriesDigest === null || !claim.entriesDigest.equals(selection.digest);
  return {
    outcome: {
      kind: "fetched",
      via: "parsed",
      freshnessSeconds: freshnessOf(response, options.now),
      changed,
      published: selection.published,
      hints: parsed.feed.hints,
    },
    validators: validatorsOf(response),
    document: storedDocument(parsed, selection, bodyHash),
    discovered: null,
    selection,
    movedTo: movedTo(claim, response),
    hub: findHub(response.headers, parsed.feed, response.url),
    titles: parsed.items.slice(0, titlesMax).flatMap(({ title }) => title ?? []),
    metadata: metadataOf(parsed, selection, charset, bodyHash),
  };
}

function readingOfNotAFeed(parsed: NotAFeed, response: GuardedResponse, charset: string): Reading {
  const fileKind = nameFileKind(response.body, response.headers["content-type"] ?? null);
  const failure = parsed.why === "cut-off" ? "cut-off" : "not-a-feed";
  const reading = readingOfRefusal(response, charset, describeNotAFeed(parsed, fileKind), failure);
  return { ...reading, discovered: fileKind === null ? parsed.candidates : [] };
}

function readingOfRefusal(
  { status }: GuardedResponse,
  charset: string,
  message: string,
  failure: "not-a-feed" | "cut-off" = "not-a-feed",
): Reading {
  const failed = { kind: "failed", failure, httpStatus: status, message, retryAfterAt: null } as const;
  return { ...nothingStored(failed), metadata: { charset } };
}

function storedDocument({ feed }: FeedDocument, { seen, digest }: Selection, bodyHash: Buffer): StoredDocument {
  const { title, siteUrl, description, language, iconUrl } = feed;
  return { title, siteUrl, description, language, iconUrl, bodyHash, entriesDigest: digest, seen };
}

function metadataOf(parsed: FeedDocument, selection: Selection, charset: string, bodyHash: Buffer): DocumentFacts {
  return {
    parser: parsed.version === null ? parsed.format : `${parsed.format} ${parsed.version}`,
    charset,
    signature: bodyHash.toString("hex"),
    ...(selection.errors.length === 0 ? {} : { itemErrors: selection.errors }),
    ...(parsed.truncations.length === 0 ? {} : { truncations: parsed.truncations }),
  };
}

/** After a 200 they replace the stored ones, even by nothing, and belong to the URL that answered. */
function validatorsOf({ url, etag, lastModified }: GuardedResponse): Completion["validators"] {
  return { url, etag, lastModified };
}

/** A feed with custom headers stays at its origin: a redirect must not decide where its login is sent. */
function movedTo(claim: ClaimedFeed, { permanentUrl }: GuardedResponse): string | null {
  if (permanentUrl === null || claim.headers === null) return permanentUrl;
  return new URL(permanentUrl).origin === new URL(claim.url).origin ? permanentUrl : null;
}

function freshnessOf({ headers }: GuardedResponse, now: Date): number | null {
  return parseFreshness(
    {
      cacheControl: headers["cache-control"] ?? null,
      age: headers["age"] ?? null,
      expires: headers["expires"] ?? null,
      date: headers["date"] ?? null,
    },
    now,
  );
}
