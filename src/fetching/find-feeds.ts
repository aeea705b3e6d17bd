import { parseFeedUrl, withoutFeedScheme } from "../feeds/new-feed.ts";
import { type PageAddress, parseAccountName, parsePageAddress } from "../feeds/parse-page-address.ts";
import type { GuardedResult } from "../http-client/guarded-client.ts";
import { httpError } from "../http-client/http-failure.ts";
import type { FetchFailure } from "../schedule/policy/fetch-state.ts";
import { classifyStatus } from "./failed-outcome.ts";
import { nameFeeds } from "./name-feeds.ts";
import { userAgent } from "./request-headers.ts";
import { type Trial, tryFeed, type TryParts } from "./try-feed.ts";

export type FoundFeed = { url: string; title: string | null };

/** What an address leads to. `failure`: the kind of failure, for pages that do not speak English. `private`: an address in a network that this server may not fetch from. */
export type FindResult =
  | { kind: "found"; feeds: FoundFeed[] }
  | { kind: "nothing"; url: string; failure: string | null; sentence: string; isPrivate: boolean }
  | { kind: "wrong"; sentence: string };

/** `wantsSilence`: whether the host of this address asked to be left alone for now. */
export type FindParts = TryParts & { wantsSilence: (url: string) => Promise<boolean> };

/**
 * Looks up what a person wrote: the address of a feed or of a site, with or without its scheme, or an account's name. Stores
 * nothing. Where the address tells where the feeds are, these are asked instead of the page, or after it.
 */
export async function findFeeds(given: FindParts, written: string): Promise<FindResult> {
  const parts = leavingAlone(given);
  const { address, isGuessed } = withScheme(parseAccountName(written) ?? written);
  const parsed = parseFeedUrl(address);
  if (parsed.kind === "wrong") return parsed;
  const known = parsePageAddress(parsed.url);
  if (known !== null && known.kind !== "guess") {
    const feeds = await askKnown(parts, known);
    if (feeds.length > 0) return { kind: "found", feeds };
  }
  const found = await lookUp(parts, parsed.url, isGuessed);
  if (known?.kind !== "guess" || found.kind === "found") return found;
  const feeds = await askKnown(parts, known);
  return feeds.length > 0 ? { kind: "found", feeds } : found;
}

/** A person who waits comes before the pause between two requests, but not before what a server asked for. */
function leavingAlone({ get, wantsSilence, ...parts }: FindParts): TryParts {
  const ask: TryParts["get"] = async (request) =>
    (await wantsSilence(request.url))
      ? silentHost(request.url)
      : get({ ...request, beforeHop: async ({ href }) => ((await wantsSilence(href)) ? "busy" : "go") });
  return { ...parts, get: ask };
}

function silentHost(url: string): GuardedResult {
  const { failure } = httpError({ kind: "host-busy" }, `${new URL(url).hostname} asked to be left alone`);
  return { kind: "failed", failure, hops: [], durationMs: 0 };
}

/** Only what answers as a feed is offered. One after the other: most of them are on one host. */
async function askKnown(parts: TryParts, known: PageAddress): Promise<FoundFeed[]> {
  const feeds: FoundFeed[] = [];
  const urls = known.kind === "directory" ? await askDirectory(parts, known) : known.urls;
  for (const url of urls) {
    const trial = await tryFeed(parts, url, {});
    if (trial.reading.document !== null) feeds.push(...feedsOf(trial, url));
  }
  return feeds;
}

async function askDirectory(
  { get, identity }: TryParts,
  { ask, parse }: Extract<PageAddress, { kind: "directory" }>,
): Promise<string[]> {
  const result = await get({ url: ask, userAgent: userAgent(identity, 0), accept: "application/json" });
  if (result.kind !== "response") return [];
  const named = parse(result.body.toString());
  const parsed = named === null ? null : parseFeedUrl(named);
  return parsed?.kind === "url" ? [parsed.url] : [];
}

async function lookUp(parts: TryParts, url: string, isGuessed: boolean): Promise<FindResult> {
  const trial = await tryFeed(parts, url, {});
  // Few sites are without https by now. Where we added it ourselves, they get a second try.
  const isUnreachable = trial.result.kind === "failed" && ["connect", "tls"].includes(trial.result.failure.kind);
  if (!isGuessed || !isUnreachable) return named(parts, trial, url);
  const plain = url.replace(/^https:/, "http:");
  return named(parts, await tryFeed(parts, plain, {}), plain);
}

// Sites seldom have more. Of a directory's links, the others keep the texts of the links.
const namedMax = 5;
const namingMs = 5_000;

/** Links are called "RSS" or "All posts" on many sites, so the feeds are asked for their own titles. */
async function named(parts: TryParts, trial: Trial, url: string): Promise<FindResult> {
  const found = resultOf(trial, url);
  if (found.kind !== "found" || trial.reading.document !== null) return found;
  const signal = AbortSignal.timeout(namingMs);
  const get: TryParts["get"] = (request) => parts.get({ ...request, signal });
  const feeds = [];
  for (const [index, { url: linked, title: linkTitle }] of found.feeds.entries()) {
    const answer = index < namedMax ? await tryFeed({ ...parts, get }, linked, {}) : null;
    feeds.push({ url: linked, linkTitle, title: answer?.reading.document?.title ?? linkTitle });
  }
  return { kind: "found", feeds: nameFeeds(feeds) };
}

function withScheme(written: string): { address: string; isGuessed: boolean } {
  const trimmed = withoutFeedScheme(written).trim();
  if (trimmed === "" || /^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed)) return { address: trimmed, isGuessed: false };
  return { address: `https://${trimmed.replace(/^\/+/, "")}`, isGuessed: true };
}

function resultOf(trial: Trial, url: string): FindResult {
  const feeds = feedsOf(trial, url);
  if (feeds.length > 0) return { kind: "found", feeds };
  const { result } = trial;
  const failure = result.kind === "failed" ? result.failure : null;
  const { kind, sentence } = describeFailure(trial);
  return {
    kind: "nothing",
    url,
    failure: kind,
    sentence,
    isPrivate: failure?.kind === "blocked" && failure.what === "address",
  };
}

function describeFailure({ reading: { outcome } }: Trial): { kind: FetchFailure | null; sentence: string } {
  if (outcome.kind === "failed") {
    const { failure: kind, message } = outcome;
    // What is stored of a 404 says "no longer". Here nobody knows whether there ever was something.
    return { kind, sentence: kind === "not-found" ? "The server found nothing at this address." : message };
  }
  const isSilent = outcome.kind === "deferred" && outcome.reason === "host-busy";
  return isSilent ? { kind: "rate-limited", sentence: classifyStatus(429).message } : { kind: null, sentence: "" };
}

/** The feed itself, or those that a page links to. */
export function feedsOf({ result, reading }: Trial, asked: string): FoundFeed[] {
  const { document, discovered } = reading;
  if (document === null) return (discovered ?? []).map(({ url, title }) => ({ url, title }));
  return [{ url: result.kind === "response" ? result.url : asked, title: document.title }];
}
