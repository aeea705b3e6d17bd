import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildEdition } from "../../src/demo/build-edition.ts";
import { outlets, readReports } from "../../src/demo/outlets.ts";
import { decodeBody } from "../../src/fetching/decode-body.ts";
import { parseFeed } from "../../src/fetching/parsing/parse-feed.ts";
import type { DocumentHints } from "../../src/schedule/policy/fetch-state.ts";
import type { Publisher } from "./publisher.ts";
import { dayMs } from "./publisher.ts";
import type { Period } from "./run-policy.ts";

const shared = process.env["PLAINWIRE_SHARED"] ?? resolve(import.meta.dirname, "../../../shared");
export const corpus = join(shared, "corpus");

const datesMin = 10;
const marginMs = 15 * dayMs;

/**
 * Publication dates of real feeds. A document covers some days or weeks of a feed. Its gaps are repeated in their order
 * until the period is full. Null if there is no corpus.
 */
export function recordedPublishers(period: Period): Publisher[] | null {
  if (!existsSync(corpus)) return null;
  return readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .flatMap((file) => readPublisher(file, period));
}

/** The outlets of `npm run demo` that publish: a day of each, repeated. */
export function demoPublishers(period: Period): Publisher[] {
  const openedAt = new Date(period.fromMs);
  const moment = { openedAt, now: new Date(period.fromMs + dayMs) };
  const reports = readReports();
  return outlets.flatMap((outlet) => {
    const dates = buildEdition(outlet, reports, moment).map(({ publishedAt }) => publishedAt.getTime());
    return publisherOf("demo", dates, period, noDocumentHints);
  });
}

const noDocumentHints: DocumentHints = { ttlMinutes: null, updatePeriodSeconds: null, skipHours: [], skipDays: [] };

function readPublisher(file: string, period: Period): Publisher[] {
  const { text } = decodeBody(readFileSync(file), null);
  const document = parseFeed(text, { url: null, contentType: null });
  if (document.kind !== "feed") return [];
  const dates = document.items.flatMap(({ publishedAt, updatedAt }) => (publishedAt ?? updatedAt)?.getTime() ?? []);
  return publisherOf("recorded", dates, period, document.feed.hints);
}

/** None if it has too few dates to tell anything. */
function publisherOf(kind: string, dates: number[], period: Period, hints: DocumentHints): Publisher[] {
  const distinct = [...new Set(dates)].toSorted((a, b) => a - b);
  if (distinct.length < datesMin) return [];
  const publishedAtMs = repeatGaps(distinct, period.fromMs - marginMs, period.untilMs + marginMs);
  return [{ kind, publishedAtMs, cacheControl: null, hints, overload: null }];
}

export function repeatGaps(dates: number[], fromMs: number, untilMs: number): number[] {
  const gaps = dates.slice(1).map((date, index) => date - (dates[index] ?? date));
  const published: number[] = [];
  let at = fromMs;
  for (let index = 0; at < untilMs; index += 1) {
    published.push(at);
    at += Math.max(gaps[index % gaps.length] ?? untilMs, 1);
  }
  return published;
}
