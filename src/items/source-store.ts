import type { Queryable } from "../database/transaction.ts";
import type { TechniqueId } from "./analyzer-result.ts";

/** What sources are ranked by; the first three are scores from 0 to 1, the last counts edited reports. */
export const sourceTraits = ["loaded", "clickbait", "hedging", "edits"] as const;
export type SourceTrait = (typeof sourceTraits)[number];

/** How one score is spread over a source's reports: nearly all of them, half of them, and the typical one. */
export type Spread = { low: number; lower: number; median: number; upper: number; high: number };
/** An outlet as the person reads it. `names`: of its feeds, by name; `feedIds` in the same order. `outlet`: see feeds/outlet.ts. */
export type SourceOutlet = { outlet: string; feedIds: string[]; names: string[] };
/** `language`: of most of its reports; null if none could be told. `tenths`: how many reports score below 0.1, 0.2, … 1. */
export type RankedSource = SourceOutlet & {
  language: string | null;
  reports: number;
  edits: number;
  spread: Spread;
  tenths: number[];
};

/** With more feeds than this, those with the newest reports are ranked. */
export const sourcesMax = 400;
export const sourcesPerPage = 50;
// The last of a feed tell how it writes; ten times as many moved no median by more than 0.02.
const reportsPerSourceMax = 50;

/** One page of a ranking of `count` outlets, which have `feedCount` feeds. */
export type Ranking = { sources: RankedSource[]; count: number; feedCount: number };
type RankQuestion = { trait: SourceTrait; since: Date; page?: number; feedId?: string | null };

/** The person's outlets that sent something since, the most loaded (or clickbait, hedged, edited) first; or that of one feed. */
export async function rankSources(db: Queryable, question: RankQuestion): Promise<Ranking> {
  const { trait, since, page = 0, feedId = null } = question;
  const { rows } = await db.query<RankedRow>({
    name: "rank-sources",
    text: `
select outlet, feeds as "feedIds", names, language, reports, edits, scores, quantiles, ranked, of_feeds as "ofFeeds"
from rank_sources($1, $2, $3, ${sourcesMax}, ${reportsPerSourceMax}, $4, ${sourcesPerPage})`,
    values: [trait, since, feedId, page * sourcesPerPage],
  });
  const sources = rows.map(({ scores, quantiles, ranked: _ranked, ofFeeds: _ofFeeds, ...source }) => ({
    ...source,
    spread: toSpread(quantiles),
    tenths: countTenths(scores),
  }));
  return { sources, count: rows[0]?.ranked ?? 0, feedCount: rows[0]?.ofFeeds ?? 0 };
}

type RankedRow = Omit<RankedSource, "spread" | "tenths"> & {
  scores: number[];
  quantiles: number[];
  ranked: number;
  ofFeeds: number;
};

function countTenths(scores: readonly number[]): number[] {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const score of scores) counts[Math.min(9, Math.floor(score * 10))]! += 1;
  return counts;
}

function toSpread([low = 0, lower = 0, median = 0, upper = 0, high = 0]: readonly number[]): Spread {
  return { low, lower, median, upper, high };
}

/** The outlet of a feed, with all feeds of it that the person reads. Null: the person does not read this one. */
export async function findSourceOutlet(db: Queryable, feedId: string): Promise<SourceOutlet | null> {
  const { rows } = await db.query<SourceOutlet>({
    name: "find-source-outlet",
    text: `
select b.outlet, array_agg(b.feed_id order by lower(b.name) collate "C", b.feed_id) as "feedIds",
  array_agg(b.name order by lower(b.name) collate "C", b.feed_id) as names
from subscriptions b where b.outlet = (select outlet from subscriptions where feed_id = $1) group by b.outlet`,
    values: [feedId],
  });
  return rows[0] ?? null;
}

/** One week of a source; `from` is its Monday, as it begins in the person's time zone. */
export type SourceWeek = { from: Date; reports: number; spread: Spread };

/** How loaded a source was, week by week, the oldest first. Weeks without a report are left out. */
export async function findSourceWeeks(
  db: Queryable,
  feedIds: readonly string[],
  since: Date,
  timeZone: string,
): Promise<SourceWeek[]> {
  const { rows } = await db.query<Omit<SourceWeek, "spread"> & { quantiles: number[] }>({
    name: "find-source-weeks",
    text: `
select date_trunc('week', x.pub_date, $3) as from, count(*)::int as reports,
  percentile_disc(array[0.05, 0.25, 0.5, 0.75, 0.95]) within group (order by x.framing) as quantiles
from (
  select pub_date, framing from item_index where feed_id = any($1::uuid[]) and pub_date >= $2 and analyzer is not null
  order by pub_date desc limit 2000
) x group by 1 order by 1`,
    values: [feedIds, since, timeZone],
  });
  return rows.map(({ quantiles, ...week }) => ({ ...week, spread: toSpread(quantiles) }));
}

export type SourceWord = { word: string; times: number };
export type TitlePair = {
  itemId: string;
  title: string;
  plainTitle: string;
  language: string | null;
  found: TechniqueId[];
};

// Of a feed that sends hundreds a day, these are the last days: enough for its habits.
const titlesMax = 300;
const wordsShown = 12;
const pairsShown = 8;

/** The words that were marked in a source's titles, the most frequent first. What somebody else said is not marked. */
export async function findSourceWords(db: Queryable, feedIds: readonly string[], since: Date): Promise<SourceWord[]> {
  const { rows } = await db.query<SourceWord>({
    name: "find-source-words",
    text: `
select lower(t.found -> 'span' ->> 'text') as word, count(*)::int as times
from (
  select analyzer_result from items where feed_id = any($1::uuid[]) and pub_date >= $2 and analysis_status = 'done'
  order by pub_date desc limit ${titlesMax}
) i cross join lateral jsonb_array_elements(i.analyzer_result -> 'techniques') t(found)
where t.found -> 'span' ->> 'field' = 'title' and t.found -> 'span' ->> 'text' ~ '^[[:alpha:]’''-]{3,}( [[:alpha:]’''-]+){0,2}$'
  and t.found ->> 'id' in ('loaded_language', 'name_calling', 'exaggeration', 'fear_appeal', 'attention_prefix')
group by 1 order by 2 desc, 1 limit ${wordsShown}`,
    values: [feedIds, since],
  });
  return rows;
}

/** The latest titles of a source that are shown in other words. */
export async function findTitlePairs(db: Queryable, feedIds: readonly string[], since: Date): Promise<TitlePair[]> {
  const { rows } = await db.query<TitlePair>({
    name: "find-title-pairs",
    text: `
select id as "itemId", left(analyzer_result ->> 'title_original', 1000) as title,
  left(analyzer_result ->> 'title_corrected', 1000) as "plainTitle", nullif(analyzer_result ->> 'language', 'und') as language,
  array(select distinct t ->> 'id' from jsonb_array_elements(analyzer_result -> 'techniques') t
    where t -> 'span' ->> 'field' = 'title') as found
from (
  select id, pub_date, analyzer_result from items where feed_id = any($1::uuid[]) and pub_date >= $2 and analysis_status = 'done'
  order by pub_date desc limit ${titlesMax}
) i
where analyzer_result ->> 'title_corrected' <> analyzer_result ->> 'title_original' and analyzer_result ->> 'title_corrected' <> ''
order by pub_date desc, id limit ${pairsShown}`,
    values: [feedIds, since],
  });
  return rows;
}
