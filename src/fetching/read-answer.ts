import { hash } from "node:crypto";
import { classifyStatus } from "../feeds/classify-status.ts";
import type { ClaimedFeed } from "../feeds/claimed-feed.ts";
import type { FetchOutcome } from "../feeds/fetch-outcome.ts";
import type { GivenUp } from "../feeds/given-up.ts";
import { parseFreshness } from "../feeds/parse-freshness.ts";
import { parseRetryAfter } from "../feeds/parse-retry-after.ts";
import type { GuardedResponse, GuardedResult } from "../http-client/guarded-get.ts";
import { nameFileKind } from "../http-client/name-file-kind.ts";
import type { Completion, StoredDocument } from "./completion.ts";
import { decodeBody } from "./parsing/decode-body.ts";
import { describeNotAFeed } from "./describe-not-a-feed.ts";
import { outcomeOfFailure } from "./outcome-of-failure.ts";
import { wasJudgedAlike } from "./own-domains.ts";
import { parseFeed } from "./parsing/parse-feed.ts";
import type { FeedDocument, ItemError, NotAFeed } from "./parsing/parse-result.ts";
import type { Selection } from "./select-items.ts";
import { selectItems } from "./select-items.ts";

/** What an answer means: for the schedule (outcome), and for what is stored. */
export type Reading = {
  outcome: FetchOutcome;
  validators: Completion["validators"];
  document: StoredDocument | null;
  discovered: Completion["discovered"];
  selection: Selection;
  /** Where the feed has moved for good; only ever set by an answer that is a feed (C38). */
  movedTo: string | null;
  metadata: DocumentFacts;
};

/** What the log keeps of a document. */
export type DocumentFacts = {
  parser?: string;
  charset?: string;
  signature?: string;
  itemErrors?: ItemError[];
  truncations?: string[];
};

export type ReadingOptions = { itemsMax: number; strictContentType: boolean; now: Date; givenUp: GivenUp | null };

/** Pure. The cheap ways out come first: 304, the same body, and then nothing new in it. */
export function readAnswer(claim: ClaimedFeed, result: GuardedResult, options: ReadingOptions): Reading {
  if (result.kind === "failed") return nothingStored(outcomeOfFailure(claim.url, result, options.givenUp));
  if (result.status === 304 && wasConditional(claim)) return readUnchanged(claim, result, options);
  if (result.status === 412 && wasConditional(claim)) return readRefusedValidators(claim);
  if (result.status < 200 || result.status >= 300) return nothingStored(refusalOf(result, options.now));

  const bodyHash = Buffer.from(hash("sha256", result.body, "hex"), "hex");
  const isSameBody = claim.bodyHash !== null && claim.bodyHash.equals(bodyHash);
  if (isSameBody && wasJudgedAlike(claim, result)) return readSameBody(claim, result, options);
  return readDocument(claim, result, bodyHash, options);
}

const nothing: Selection = {
  items: [],
  seen: Buffer.alloc(0),
  digest: Buffer.alloc(0),
  unchanged: 0,
  discarded: 0,
  errors: [],
};

export function nothingStored(outcome: FetchOutcome): Reading {
  return {
    outcome,
    validators: null,
    document: null,
    discovered: null,
    selection: nothing,
    movedTo: null,
    metadata: {},
  };
}

function wasConditional({ validators }: ClaimedFeed): boolean {
  return validators !== null && (validators.etag !== null || validators.lastModified !== null);
}

function refusalOf({ status, headers, snippet }: GuardedResponse, now: Date): FetchOutcome {
  const { failure, message } = classifyStatus(status);
  const retryAfterAt = parseRetryAfter(
    { retryAfter: headers["retry-after"] ?? null, date: headers["date"] ?? null },
    now,
  );
  // The texts of 003 stand alone; where there is none, what the server wrote helps.
  const said = snippet !== null && snippet !== "" && /HTTP \d/.test(message) ? `: ${snippet}` : "";
  return { kind: "failed", failure, httpStatus: status, message: `${message}${said}`, retryAfterAt };
}

/** Only the validators present in a 304 replace the stored ones (C32). */
function readUnchanged(claim: ClaimedFeed, response: GuardedResponse, { now }: ReadingOptions): Reading {
  const { url, etag, lastModified } = response;
  const validators = {
    url,
    etag: etag ?? claim.validators?.etag ?? null,
    lastModified: lastModified ?? claim.validators?.lastModified ?? null,
  };
  const outcome: FetchOutcome = { kind: "fetched", via: "not-modified", freshnessSeconds: freshnessOf(response, now) };
  return { ...nothingStored(outcome), validators, movedTo: movedTo(claim, response) };
}

/** The refusal is of our validators, not of the feed: they are forgotten, and the next request goes without. */
function readRefusedValidators({ url }: ClaimedFeed): Reading {
  const reading = nothingStored({ kind: "deferred", reason: "validators-refused" });
  return { ...reading, validators: { url, etag: null, lastModified: null } };
}

/** Touched but not changed: the new validators count all the same (notes/politeness.md, 5). */
function readSameBody(claim: ClaimedFeed, response: GuardedResponse, { now }: ReadingOptions): Reading {
  const outcome: FetchOutcome = { kind: "fetched", via: "same-body", freshnessSeconds: freshnessOf(response, now) };
  return { ...nothingStored(outcome), validators: validatorsOf(response), movedTo: movedTo(claim, response) };
}

function readDocument(
  claim: ClaimedFeed,
  response: GuardedResponse,
  bodyHash: Buffer,
  options: ReadingOptions,
): Reading {
  const contentType = response.headers["content-type"] ?? null;
  const { text, charset } = decodeBody(response.body, contentType);
  const parsed = parseFeed(text, { url: response.url, contentType });
  if (parsed.kind === "not-a-feed") return readNotAFeed(parsed, response, charset);
  if (options.strictContentType && !/xml|json/i.test(contentType ?? "")) {
    return readRefused(response, charset, `The server calls this ${contentType ?? "nothing"}, which is no feed`);
  }

  const selection = selectItems(claim, parsed, { ...options, answered: response });
  const changed = claim.entriesDigest === null || !claim.entriesDigest.equals(selection.digest);
  return {
    outcome: {
      kind: "fetched",
      via: "parsed",
      freshnessSeconds: freshnessOf(response, options.now),
      changed,
      hints: parsed.feed.hints,
    },
    validators: validatorsOf(response),
    document: storedDocument(parsed, selection, bodyHash),
    discovered: null,
    selection,
    movedTo: movedTo(claim, response),
    metadata: metadataOf(parsed, selection, charset, bodyHash),
  };
}

function readNotAFeed(parsed: NotAFeed, response: GuardedResponse, charset: string): Reading {
  const fileKind = nameFileKind(response.body, response.headers["content-type"] ?? null);
  const reading = readRefused(response, charset, describeNotAFeed(parsed, fileKind));
  return { ...reading, discovered: fileKind === null ? parsed.candidates : [] };
}

function readRefused({ status }: GuardedResponse, charset: string, message: string): Reading {
  const failed = { kind: "failed", failure: "not-a-feed", httpStatus: status, message, retryAfterAt: null } as const;
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

/** They replace what was stored, absent ones too (C32), and belong to the URL that answered. */
function validatorsOf({ url, etag, lastModified }: GuardedResponse): Completion["validators"] {
  return { url, etag, lastModified };
}

/** A feed with headers of its own stays at its origin: they would be sent to wherever a redirect pleases (C39). */
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
