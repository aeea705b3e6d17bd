import type { Queryable } from "../database/transaction.ts";
import type { TechniqueId } from "./analyzer-result.ts";

/** What sources are ranked by; the first three are scores from 0 to 1, the last counts edited reports. */
export const sourceTraits = ["loaded", "clickbait", "hedging", "edits"] as const;
export type SourceTrait = (typeof sourceTraits)[number];
type ScoredTrait = Exclude<SourceTrait, "edits">;

const scoreColumn: Record<ScoredTrait, string> = {
  loaded: "framing",
  clickbait: "clickbait",
  hedging: "speculative",
};

/** How one score is spread over a source's reports: nearly all of them, half of them, and the typical one. */
export type Spread = { low: number; lower: number; median: number; upper: number; high: number };
export type RankedSource = { feedId: string; feedName: string; reports: number; edits: number; spread: Spread };

/** With more feeds than this, those with the newest reports are ranked: all of 2,000 took 150 ms. */
export const sourcesMax = 400;
// The last of a feed tell how it writes; ten times as many moved no median by more than 0.02.
const reportsPerSourceMax = 50;

/** The person's feeds that sent something since, the most loaded (or clickbait, hedged, edited) first; or one of them. */
export async function rankSources(
  db: Queryable,
  { trait, since, feedId = null }: { trait: SourceTrait; since: Date; feedId?: string | null },
): Promise<RankedSource[]> {
  const score = scoreColumn[trait === "edits" ? "loaded" : trait];
  const { rows } = await db.query<Omit<RankedSource, "spread"> & { quantiles: number[] }>(
    `
with newest as materialized (
  select b.feed_id, b.name, x.pub_date from subscriptions b cross join lateral (
    select pub_date from item_index where feed_id = b.feed_id and pub_date >= $1 and analyzer is not null
    order by pub_date desc limit 1
  ) x where $2::uuid is null or b.feed_id = $2 order by x.pub_date desc limit ${sourcesMax}
),
scored as materialized (
  select n.feed_id, x.item_id, x.${score} as score from newest n cross join lateral (
    select item_id, ${score} from item_index where feed_id = n.feed_id and pub_date >= $1 and analyzer is not null
    order by pub_date desc limit ${reportsPerSourceMax}
  ) x
),
edited as (
  select s.feed_id, count(*)::int as edits from scored s
  where exists (select from item_versions v where v.item_id = s.item_id) group by s.feed_id
),
spread as (
  select feed_id, count(*)::int as reports,
    percentile_disc(array[0.05, 0.25, 0.5, 0.75, 0.95]) within group (order by score) as quantiles
  from scored group by feed_id
)
select n.feed_id as "feedId", n.name as "feedName", p.reports, coalesce(e.edits, 0) as edits, p.quantiles
from newest n join spread p using (feed_id) left join edited e using (feed_id)
order by ${trait === "edits" ? "coalesce(e.edits, 0)::real / p.reports desc," : ""} p.quantiles[3] desc, p.quantiles[4] desc,
  lower(n.name) collate natural_order, n.feed_id`,
    [since, feedId],
  );
  return rows.map(({ quantiles, ...source }) => ({ ...source, spread: toSpread(quantiles) }));
}

function toSpread([low = 0, lower = 0, median = 0, upper = 0, high = 0]: readonly number[]): Spread {
  return { low, lower, median, upper, high };
}

/** One week of a source; `from` is its Monday. */
export type SourceWeek = { from: Date; reports: number; spread: Spread };

/** How loaded a source was, week by week, the oldest first. Weeks without a report are left out. */
export async function findSourceWeeks(db: Queryable, feedId: string, since: Date): Promise<SourceWeek[]> {
  const { rows } = await db.query<Omit<SourceWeek, "spread"> & { quantiles: number[] }>({
    name: "find-source-weeks",
    text: `
select date_trunc('week', x.pub_date, 'UTC') as from, count(*)::int as reports,
  percentile_disc(array[0.05, 0.25, 0.5, 0.75, 0.95]) within group (order by x.framing) as quantiles
from (
  select pub_date, framing from item_index where feed_id = $1 and pub_date >= $2 and analyzer is not null
  order by pub_date desc limit 2000
) x group by 1 order by 1`,
    values: [feedId, since],
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
export async function findSourceWords(db: Queryable, feedId: string, since: Date): Promise<SourceWord[]> {
  const { rows } = await db.query<SourceWord>({
    name: "find-source-words",
    text: `
select lower(t.found -> 'span' ->> 'text') as word, count(*)::int as times
from (
  select analyzer_result from items where feed_id = $1 and pub_date >= $2 and analysis_status = 'done'
  order by pub_date desc limit ${titlesMax}
) i cross join lateral jsonb_array_elements(i.analyzer_result -> 'techniques') t(found)
where t.found -> 'span' ->> 'field' = 'title' and t.found -> 'span' ->> 'text' ~ '^[[:alpha:]’''-]{3,}( [[:alpha:]’''-]+){0,2}$'
  and t.found ->> 'id' in ('loaded_language', 'name_calling', 'exaggeration', 'fear_appeal', 'attention_prefix')
group by 1 order by 2 desc, 1 limit ${wordsShown}`,
    values: [feedId, since],
  });
  return rows;
}

/** The latest titles of a source that are shown in other words. */
export async function findTitlePairs(db: Queryable, feedId: string, since: Date): Promise<TitlePair[]> {
  const { rows } = await db.query<TitlePair>({
    name: "find-title-pairs",
    text: `
select id as "itemId", left(analyzer_result ->> 'title_original', 1000) as title,
  left(analyzer_result ->> 'title_corrected', 1000) as "plainTitle", nullif(analyzer_result ->> 'language', 'und') as language,
  array(select distinct t ->> 'id' from jsonb_array_elements(analyzer_result -> 'techniques') t
    where t -> 'span' ->> 'field' = 'title') as found
from (
  select id, pub_date, analyzer_result from items where feed_id = $1 and pub_date >= $2 and analysis_status = 'done'
  order by pub_date desc limit ${titlesMax}
) i
where analyzer_result ->> 'title_corrected' <> analyzer_result ->> 'title_original' and analyzer_result ->> 'title_corrected' <> ''
order by pub_date desc, id limit ${pairsShown}`,
    values: [feedId, since],
  });
  return rows;
}
