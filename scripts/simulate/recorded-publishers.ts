import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { decodeBody } from "../../src/fetching/decode-body.ts";
import { parseFeed } from "../../src/fetching/parsing/parse-feed.ts";
import type { Publisher } from "./publisher.ts";
import { dayMs } from "./publisher.ts";
import type { Period } from "./run-policy.ts";

const shared = process.env["PLAINWIRE_SHARED"] ?? resolve(import.meta.dirname, "../../../shared");
export const corpus = join(shared, "corpus");

// These folders of the corpus have documents from real publishers; the others are written by hand.
const folders = ["feedjira", "miniflux"];
const datesMin = 10;
const marginMs = 15 * dayMs;

/**
 * Publication dates of real feeds. A document covers some days or weeks of a feed. Its gaps are repeated in their order
 * until the period is full. Null if there is no corpus.
 */
export function recordedPublishers(period: Period): Publisher[] | null {
  if (!existsSync(corpus)) return null;
  return folders.flatMap((folder) =>
    readdirSync(join(corpus, folder))
      .toSorted()
      .flatMap((file) => readPublisher(join(corpus, folder, file), period)),
  );
}

function readPublisher(file: string, period: Period): Publisher[] {
  const { text } = decodeBody(readFileSync(file), null);
  const document = parseFeed(text, { url: null, contentType: null });
  if (document.kind !== "feed") return [];
  const dates = document.items.flatMap(({ publishedAt, updatedAt }) => (publishedAt ?? updatedAt)?.getTime() ?? []);
  const distinct = [...new Set(dates)].toSorted((a, b) => a - b);
  if (distinct.length < datesMin) return [];
  const publishedAtMs = repeatGaps(distinct, period.fromMs - marginMs, period.untilMs + marginMs);
  return [{ kind: "recorded", publishedAtMs, cacheControl: null, hints: document.feed.hints, overload: null }];
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
