import { createHash } from "node:crypto";
import type { GuardedClient, GuardedResult } from "../http-client/guarded-client.ts";
import { parseRetryAfter } from "../http-dates.ts";
import { hourMs, later, minuteMs } from "../time.ts";
import type { HostQueue } from "./host-queue.ts";
import { parsePicture } from "./parse-picture.ts";
import type { KeptPicture, PictureCache } from "./picture-cache.ts";

type FreshPicture = { type: string; etag: string; bytes: Buffer };

/** "missing": there is no picture to show, and nobody is asked again before `until`. "busy": it may be there in a moment. */
export type PictureOutcome =
  | { kind: "kept"; picture: KeptPicture }
  | { kind: "fresh"; picture: FreshPicture }
  | { kind: "missing"; until: Date }
  | { kind: "busy" };

export type LoadPicture = (url: string) => Promise<PictureOutcome>;

type PictureParts = {
  get: GuardedClient["get"];
  userAgent: string;
  cache: PictureCache;
  queue: HostQueue;
  now: () => Date;
  /** The cache's disk fails. Pictures are shown without it. */
  onCacheError: (error: unknown) => void;
};

export const pictureBytesMax = 10_000_000;

/** A browser needs four bytes for each; the largest cameras have 100 million pixels, their pictures in feeds never. */
const pixelsMax = 50_000_000;
const sideMax = 16_384;

/** As large as that, a picture is there to count readers. */
const trackingSideMax = 2;

const acceptedTypes = "image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9";

const missingMs = { forNow: 10 * minuteMs, forGood: 24 * hourMs };
const rememberedMax = 10_000;
const restMsMax = hourMs;

/** From the cache, or from its server: few requests at a time, one for all who ask at once, none soon after a failure. */
export function createPictureLoader(parts: PictureParts): LoadPicture {
  const { cache, queue, now } = parts;
  const missing = createMemory();
  const resting = createMemory();
  const underWay = new Map<string, Promise<PictureOutcome>>();

  /** A Date: until then the host wants silence. It may have said so while this picture waited behind others of a page. */
  const askInTurn = async (url: string, host: string): Promise<GuardedResult | Date> => {
    const until = resting.find(host, now());
    if (until !== null) return until;
    const answer = await ask(parts, url);
    const rest = restOf(answer, now());
    if (rest !== null) resting.remember(host, rest, now());
    return answer;
  };

  const download = async (url: string): Promise<PictureOutcome> => {
    const host = new URL(url).host;
    const answer = await queue(host, () => askInTurn(url, host));
    if (answer === "busy") return { kind: "busy" };
    if (answer instanceof Date) return { kind: "missing", until: answer };
    const found = judge(answer, now());
    if (found.kind === "missing") {
      missing.remember(url, found.until, now());
      return found;
    }
    await cache.save(url, found.picture).catch(parts.onCacheError);
    return found;
  };

  const findKept = async (url: string): Promise<PictureOutcome | null> => {
    const picture = await cache.find(url).catch((error: unknown) => {
      parts.onCacheError(error);
      return null;
    });
    return picture === null ? null : { kind: "kept", picture };
  };

  return async (url) => {
    const missingUntil = missing.find(url, now());
    if (missingUntil !== null) return { kind: "missing", until: missingUntil };
    const kept = await findKept(url);
    if (kept !== null) return kept;
    // Only its server is left alone: what is kept is still shown.
    const restsUntil = resting.find(new URL(url).host, now());
    if (restsUntil !== null) return { kind: "missing", until: restsUntil };
    const loading = underWay.get(url) ?? download(url).finally(() => underWay.delete(url));
    underWay.set(url, loading);
    const found = await loading;
    // From disk if possible: a thousand slow readers of a large picture would each keep it in memory.
    return found.kind === "fresh" ? ((await findKept(url)) ?? found) : found;
  };
}

function ask({ get, userAgent }: PictureParts, url: string): Promise<GuardedResult> {
  return get({ url, userAgent, accept: acceptedTypes });
}

function judge(answer: GuardedResult, now: Date): Extract<PictureOutcome, { kind: "fresh" | "missing" }> {
  const missing = (ms: number) => ({ kind: "missing" as const, until: later(now, ms) });
  if (answer.kind === "failed") {
    const { kind } = answer.failure;
    return missing(kind === "blocked" || kind === "too-large" ? missingMs.forGood : missingMs.forNow);
  }
  if (answer.status !== 200) return missing(isGone(answer.status) ? missingMs.forGood : missingMs.forNow);
  const { body: bytes } = answer;
  const facts = parsePicture(bytes);
  if (facts === null || facts.type === "image/x-icon" || !isShown(facts)) return missing(missingMs.forGood);
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { kind: "fresh", picture: { type: facts.type, etag, bytes } };
}

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

function isShown({ width, height }: { width: number; height: number }): boolean {
  const isTracking = width <= trackingSideMax && height <= trackingSideMax;
  return !isTracking && width <= sideMax && height <= sideMax && width * height <= pixelsMax;
}

/** How long the host wants to be left alone: it said "too many requests" or "not now". */
function restOf(answer: GuardedResult, now: Date): Date | null {
  if (answer.kind === "failed" || (answer.status !== 429 && answer.status !== 503)) return null;
  const { "retry-after": retryAfter = null, date = null } = answer.headers;
  const asked = parseRetryAfter({ retryAfter, date }, now) ?? later(now, minuteMs);
  return asked > later(now, restMsMax) ? later(now, restMsMax) : asked;
}

/** Until when each of these counts as missing, in this process; of too many, the oldest are forgotten. */
function createMemory() {
  const untilOf = new Map<string, Date>();
  return {
    find: (key: string, now: Date): Date | null => {
      const until = untilOf.get(key);
      if (until === undefined) return null;
      if (until > now) return until;
      untilOf.delete(key);
      return null;
    },
    remember: (key: string, until: Date, now: Date): void => {
      untilOf.delete(key);
      untilOf.set(key, until);
      for (const [known, end] of untilOf) {
        if (end > now && untilOf.size <= rememberedMax) break;
        untilOf.delete(known);
      }
    },
  };
}
