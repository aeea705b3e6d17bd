import type pg from "pg";
import type { GuardedResponse } from "../../http-client/guarded-client.ts";
import { createLaneLeases, type LaneLease, type LaneLeaseOptions } from "../../schedule/lease-lane-store.ts";
import { later, latest } from "../../time.ts";
import type { ReadPageParts } from "../read-page.ts";
import { askRobots, type RobotsParts } from "./ask-robots.ts";
import type { PageExtractor } from "./page-extractor.ts";
import {
  badStatus,
  notExtracted,
  type PageOutcome,
  type PageUnavailable,
  refused,
  requestFailed,
} from "./page-outcome.ts";

type Options = Pick<PageParts, "get" | "userAgent" | "now" | "extract" | "decodeBody"> &
  Pick<LaneLeaseOptions, "lanes" | "delayMs" | "requestsPerDayMax" | "leaseMsMax" | "newLeaseId"> & { pool: pg.Pool };

/** Pages keep the same pace per host as feeds do, and come after them: one request at a time, the next after the delay. */
export function createPageDownloader(options: Options): ReadPageParts["downloadPage"] {
  const { pool, get, userAgent, now, extract, decodeBody } = options;
  const lanes = createLaneLeases({ ...options, yieldsToFeeds: true });
  return async (url, signal) => {
    let current: LaneLease | null = null;
    let blockedUntil: Date | null = null;
    let pauseMs = 0;
    const leave = async () => {
      const lease = current;
      current = null;
      const pausedUntil = pauseMs === 0 ? null : later(now(), pauseMs);
      await lease?.release({ isRefused: blockedUntil !== null, blockedUntil: latest(blockedUntil, pausedUntil) });
      pauseMs = 0;
    };
    try {
      const outcome = await downloadPage(
        {
          db: pool,
          get,
          userAgent,
          now,
          extract,
          decodeBody,
          enterHost: async (page, hopSignal) => {
            await leave();
            const lease = await lanes.take(page.href, new Map(), hopSignal);
            if (lease === "busy") return "busy";
            current = lease;
            return "go";
          },
          keepPause: (ms) => void (pauseMs = ms),
        },
        url,
        signal,
      );
      if (outcome.kind === "unavailable") blockedUntil = outcome.retryAt;
      return outcome;
    } finally {
      await leave();
    }
  };
}

export type PageParts = RobotsParts & {
  /** The lane that was entered last stays closed for so long after the request in it. */
  keepPause: (ms: number) => void;
  extract: PageExtractor["extract"];
  decodeBody: (bytes: Buffer, httpContentType: string | null) => { text: string };
};

/** After decompression; what the client lets through is meant for feeds. */
const pageBytesMax = 3_000_000;

/** Reads an item's page as text: robots.txt first at every host on the way, and always in the host's lane. */
export async function downloadPage(parts: PageParts, url: string, signal: AbortSignal): Promise<PageOutcome> {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) return refused("blocked");
  const first = await enter(parts, address, signal);
  if (first !== null) return first;

  const onTheWay: PageUnavailable[] = [];
  const result = await parts.get({
    url,
    userAgent: parts.userAgent,
    accept: "text/html, application/xhtml+xml;q=0.9",
    signal,
    beforeHop: async (hop, hopSignal) => {
      const refusal = await enter(parts, hop, hopSignal);
      if (refusal !== null) onTheWay.push(refusal);
      return refusal === null ? "go" : "busy";
    },
  });
  if (onTheWay[0] !== undefined) return onTheWay[0];
  return result.kind === "failed" ? requestFailed(result.failure) : readPage(parts, result);
}

async function enter(parts: PageParts, page: URL, signal: AbortSignal): Promise<PageUnavailable | null> {
  const verdict = await askRobots(parts, page, signal);
  switch (verdict.kind) {
    case "allowed":
      if (!verdict.hasLane && (await parts.enterHost(page, signal)) === "busy") return refused("host-busy");
      parts.keepPause(verdict.pauseMs);
      return null;
    case "disallowed":
      return refused("robots");
    case "unreachable":
      return refused("robots-unreachable");
    case "busy":
      return refused("host-busy");
    case "failed":
      return requestFailed(verdict.failure);
  }
}

async function readPage(parts: PageParts, response: GuardedResponse): Promise<PageOutcome> {
  if (response.status < 200 || response.status >= 300) return badStatus(response, parts.now());
  if (response.body.length > pageBytesMax) return refused("too-large");
  const contentType = response.headers["content-type"] ?? null;
  const { text } = parts.decodeBody(response.body, contentType);
  if (!isHtml(contentType, text)) return refused("not-html");

  const extracted = await parts.extract(text, response.url);

  return extracted.kind === "text" ? { kind: "text", url: response.url, page: extracted } : notExtracted(extracted);
}

const htmlTypes = new Set(["text/html", "application/xhtml+xml"]);

/** What servers say of a file whose type they do not know. */
const vagueTypes = new Set(["", "application/octet-stream", "application/xml", "text/plain", "text/xml"]);
const sniffedCharsMax = 1_024;

function isHtml(contentType: string | null, text: string): boolean {
  const type = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (htmlTypes.has(type)) return true;
  return vagueTypes.has(type) && /<(?:!doctype html|html)[\s>]/i.test(text.slice(0, sniffedCharsMax));
}
