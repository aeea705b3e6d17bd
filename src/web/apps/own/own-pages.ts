import type pg from "pg";
import { z } from "zod";
import { findStoryIds } from "../../../items/app-entry-store.ts";
import { wordingLevel } from "../../../items/plainness.ts";
import { currentAnalysis } from "../../../items/published-item.ts";
import { findItemsByPrefix, findPrefixLength, type PublicItem } from "../../../publishing/public-item-store.ts";
import { minuteMs } from "../../../time.ts";
import { asOwner, type Call } from "../app-call.ts";
import type { Outcome } from "./own-call.ts";

const prefixesMax = 60;
// The server learns only that a page is one of at least so many.
const pagesPerPrefixMin = 20;
const pagesPerPrefixMax = 200;
const lengthMax = 16;

export const pagesQuery = z.object({
  prefixes: z
    .string()
    .regex(/^(?:[\da-f]{0,64})(?:,[\da-f]{0,64})*$/, "must be hexadecimal digits, separated by commas")
    .refine((written) => written.split(",").length <= prefixesMax, `has at most ${prefixesMax} prefixes`)
    .optional()
    .meta({
      description: `The first digits of the SHA-256 of the addresses, without fragment and tracking parameters; up to ${prefixesMax}, separated by commas. Without them, only prefix_length is answered.`,
    }),
});

/**
 * What is known of pages, without being told which. Prefixes of another length find nothing: the answer says which length is
 * wanted.
 */
export function createPageLookup(
  nowMs: () => number,
): (call: Call, asked: z.infer<typeof pagesQuery>) => Promise<Outcome> {
  const lengthOf = createLengths(nowMs);
  return (call, { prefixes }) =>
    asOwner(call, async (tx) => {
      const length = await lengthOf(tx, call.access.personId);
      const wanted = prefixes === undefined ? [] : [...new Set(prefixes.split(","))];
      const items: PublicItem[] = [];
      for (const prefix of wanted.filter((one) => one.length === length)) {
        items.push(...(await findItemsByPrefix(tx, prefix, pagesPerPrefixMax)));
      }
      const stories = await findStoryIds(
        tx,
        items.map(({ id }) => id),
      );
      return {
        answer: { prefix_length: length, pages: items.map((item) => describePage(item, stories.get(item.id) ?? null)) },
      };
    });
}

/** A person's items grow slowly. A client that is one digit behind is told so and asks again. */
const knownForMs = 10 * minuteMs;
const peopleMax = 10_000;

function createLengths(nowMs: () => number): (tx: pg.PoolClient, personId: string) => Promise<number> {
  const known = new Map<string, { length: number; untilMs: number }>();
  return async (tx, personId) => {
    const found = known.get(personId);
    if (found !== undefined && nowMs() < found.untilMs) return found.length;
    const length = await findPrefixLength(tx, pagesPerPrefixMin, lengthMax);
    if (known.size >= peopleMax) known.clear();
    known.set(personId, { length, untilMs: nowMs() + knownForMs });
    return length;
  };
}

function describePage(item: PublicItem, story: string | null): object {
  const result = currentAnalysis(item);
  const found = result?.techniques.flatMap(({ span }) => (span?.field === "title" ? [span] : [])) ?? [];
  return {
    hash: item.hash,
    item: item.id,
    title: result?.title_corrected || item.title,
    original_title: item.title,
    level: wordingLevel(result?.overall ?? null),
    words: [...new Set(found.map(({ start, end }) => item.title.slice(start, end)))],
    story,
  };
}
