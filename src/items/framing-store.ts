import type { Queryable } from "../database/transaction.ts";

export const framingTraits = ["clickbait", "framing", "speculative"] as const;
export type FramingTrait = (typeof framingTraits)[number];

/** How one score is spread over the items of a feed, or of all: `bins` counts ten steps from 0 to 1. */
export type Spread = { trait: FramingTrait; count: number; median: number; confidence: number; bins: number[] };
export type FeedSpread = { feedId: string; feedName: string; byModel: number; spreads: Spread[] };

/** Medians of one week; `from` is its Monday. */
export type WeekSpread = { from: Date; count: number; medians: Record<FramingTrait, number> };

export const feedsPerPage = 20;
export const binCount = 10;
// Of a feed that sends hundreds a day, these are the last weeks; more would not change the picture.
const itemsPerFeedMax = 2_000;

/** Feeds by name, each with what its items of the time since scored; one without a scored item has no spreads. */
export async function findFeedSpreads(
  db: Queryable,
  { since, page, feedId }: { since: Date; page: number; feedId: string | null },
): Promise<FeedSpread[]> {
  const { rows } = await db.query<FeedSpread>({
    name: "find-feed-spreads",
    text: `
with feed as materialized (
  select b.feed_id as id, b.name from subscriptions b where $3::uuid is null or b.feed_id = $3
  order by lower(b.name) collate natural_order, b.feed_id offset $2 limit ${feedsPerPage + 1}
),
scored as materialized (
  select feed.id, x.analyzer, x.clickbait, x.framing, x.speculative, x.confidence from feed cross join lateral (
    select * from item_index x where x.feed_id = feed.id and x.pub_date >= $1 and x.analyzer is not null
    order by x.pub_date desc limit ${itemsPerFeedMax}
  ) x
),
single as (
  select s.id, t.place, t.trait, t.score, t.confidence from scored s cross join lateral (values
    (1, 'clickbait', s.clickbait, s.confidence[1]), (2, 'framing', s.framing, s.confidence[2]),
    (3, 'speculative', s.speculative, s.confidence[3])) t(place, trait, score, confidence)
),
spread as (
  select id, place, trait, count(*)::int as count, percentile_disc(0.5) within group (order by score) as median,
    percentile_disc(0.5) within group (order by confidence) as confidence,
    ${countBins("score")} as bins
  from single group by id, place, trait
)
select feed.id as "feedId", feed.name as "feedName",
  (select count(*)::int from scored s where s.id = feed.id and s.analyzer <> 'heuristic') as "byModel",
  coalesce((select jsonb_agg(to_jsonb(p) - 'id' - 'place' order by p.place) from spread p where p.id = feed.id), '[]') as spreads
from feed order by lower(feed.name) collate natural_order, feed.id`,
    values: [since, page * feedsPerPage, feedId],
  });
  return rows;
}

/** How loaded the wording of all feeds of a person has been since; ten steps from 0 to 1. Unnamed: see readActivity. */
export async function countLoadedWording(db: Queryable, since: Date): Promise<number[]> {
  const { rows } = await db.query<{ bins: number[] }>(
    `select ${countBins("x.framing")} as bins from subscriptions b cross join lateral (
       select framing from item_index where feed_id = b.feed_id and pub_date >= $1 and analyzer is not null
       limit ${itemsPerFeedMax}
     ) x`,
    [since],
  );
  return rows[0]?.bins ?? [];
}

/** One feed over time, the oldest week first; weeks without a scored item are left out. */
export async function findFeedWeeks(db: Queryable, feedId: string, since: Date): Promise<WeekSpread[]> {
  const { rows } = await db.query<WeekSpread>({
    name: "find-feed-weeks",
    text: `
select date_trunc('week', x.pub_date, 'UTC') as from, count(*)::int as count, jsonb_build_object(
  'clickbait', percentile_disc(0.5) within group (order by x.clickbait),
  'framing', percentile_disc(0.5) within group (order by x.framing),
  'speculative', percentile_disc(0.5) within group (order by x.speculative)) as medians
from (
  select * from item_index where feed_id = $1 and pub_date >= $2 and analyzer is not null
  order by pub_date desc limit ${itemsPerFeedMax}
) x group by 1 order by 1`,
    values: [feedId, since],
  });
  return rows;
}

function countBins(score: string): string {
  const bins = Array.from(
    { length: binCount },
    (_, bin) => `(count(*) filter (where least(floor(${score} * ${binCount}), ${binCount - 1}) = ${bin}))::int`,
  );
  return `array[${bins.join(", ")}]`;
}
