import type { Queryable } from "../../database/transaction.ts";
import { column, unnestSql, unnestValues, type Column } from "../../database/unnest.ts";
import type { Filter } from "../../items/filters/filter-rule.ts";
import { verdictsLock } from "../../items/filters/filter-store.ts";
import type { KnownItem, PlacedItem, StoryItem } from "./group-items.ts";
import type { Stems } from "./story-signs.ts";

/** Only one process indexes at a time; otherwise two reports of one event could start two stories. Locked until the commit. */
export async function lockIndexing(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>("select pg_try_advisory_xact_lock($1) as mine", [verdictsLock]);
  return rows[0]?.mine ?? false;
}

export type StaleItem = {
  id: string;
  /** As text: a Date would lose the microseconds, which show whether it was marked again meanwhile. */
  since: string;
  feedId: string;
  hash: string;
  url: string | null;
  title: string;
  pubDate: Date;
  text: string;
  rating: number | null;
  titleCorrected: string | null;
  language: string;
  /** What the feed says, as two letters; only for an item that was not analysed, whose own language nobody looked for. */
  statedLanguage: string | null;
  category: string | null;
  analyzer: string | null;
  clickbait: number | null;
  framing: number | null;
  speculative: number | null;
  confidence: { clickbait: number; framing: number; speculative: number } | null;
  /** Its story, if it has one; an item never changes its story. */
  storyId: string | null;
};

// As much as the search index takes (src/items/build-search-vector.ts). A text that has no more bytes has no more characters: counting them
// was a twentieth of PostgreSQL's part of indexing, and nearly all texts are shorter.
const textCharsMax = 12_000;

/** An item that is deleted meanwhile waits for its mark, and takes along what is written of it here; to mark it again waits for nothing. */
export async function loadStaleItems(tx: Queryable, countMax: number): Promise<StaleItem[]> {
  const { rows } = await tx.query<StaleItem>({
    name: "load-stale-items",
    text: `
select i.id, s.since::text, i.feed_id as "feedId", i.hash, i.url, i.title, i.pub_date as "pubDate",
  coalesce(case when octet_length(i.text) > ${textCharsMax} then left(i.text, ${textCharsMax}) else i.text end, '') as text, i.rating, r.title_corrected as "titleCorrected",
  coalesce(r.language, 'und') as language, case when r.language is null then lower(left(coalesce(i.language, f.language), 2)) end as "statedLanguage",
  r.category, r.analyzer, r.clickbait, r.framing, r.speculative, r.confidence,
  x.story_id as "storyId"
from stale_items s join items i on i.id = s.item_id join feeds f on f.id = i.feed_id left join item_index x on x.item_id = i.id
left join lateral jsonb_to_record(i.analyzer_result) as r(
  title_corrected text, language text, category text, analyzer text, clickbait real, framing real, speculative real,
  confidence jsonb) on true
order by s.since limit $1 for key share of s skip locked`,
    values: [countMax],
  });
  return rows;
}

/** The stems of the newest items show what is common these days. */
export async function loadBackground(tx: Queryable, countMax: number): Promise<Stems[]> {
  const { rows } = await tx.query<{ title: Buffer; lead: Buffer }>({
    name: "load-background",
    text: `select array_send(title_stems) as title, array_send(lead_stems) as lead
           from story_signs order by pub_date desc limit $1`,
    values: [countMax],
  });
  return rows.map(({ title, lead }) => ({ titleStems: readNumbers(title), leadStems: readNumbers(lead) }));
}

// Of what array_send makes: dimensions, nulls, type, count and lower bound; then each number behind its length.
const arrayHeaderBytes = 20;
const numberBytes = 8;

/** A batch of 200 items is compared with thousands of others: written as text, their numbers took a third more CPU here and in PostgreSQL. */
function readNumbers(array: Buffer | null): number[] {
  const numbers: number[] = [];
  if (array === null) return numbers;
  for (let at = arrayHeaderBytes + 4; at < array.length; at += numberBytes) numbers.push(array.readInt32BE(at));
  return numbers;
}

/** The first and the last number of a sign. */
export async function findNumbers(tx: Queryable): Promise<{ first: number; last: number }> {
  const { rows } = await tx.query<{ first: number; last: number }>({
    name: "find-numbers",
    text: "select coalesce(min(number), 1)::float8 as first, coalesce(max(number), 0)::float8 as last from story_signs",
  });
  return rows[0] ?? { first: 1, last: 0 };
}

type NumberedSigns = { number: number; pairs: number[]; signs: KeptSigns | null };
export type KeptSigns = Stems & { pubDate: Date; language: string };

/**
 * The signs that were added after this number, in the order of their numbers; stems only from `stemsFrom` on. By the name of the table: "order
 * by number" would mean the column of the answer, which no index is sorted by (10.8 s instead of 2.9 for 200,000 items).
 */
export async function loadSigns(
  tx: Queryable,
  { after, stemsFrom, countMax }: { after: number; stemsFrom: number; countMax: number },
): Promise<NumberedSigns[]> {
  const { rows } = await tx.query<SignsRow>({
    name: "load-signs",
    text: `
select number::float8 as number, array_send(pairs) as pairs, pub_date as "pubDate", language,
  case when number >= $2 then array_send(title_stems) end as title, case when number >= $2 then array_send(lead_stems) end as lead
from story_signs where number > $1 order by story_signs.number limit $3`,
    values: [after, stemsFrom, countMax],
  });
  return rows.map(({ number, pairs, pubDate, language, title, lead }) => {
    const isKept = title !== null && language !== null;
    const signs = isKept ? { pubDate, language, titleStems: readNumbers(title), leadStems: readNumbers(lead) } : null;
    return { number, pairs: readNumbers(pairs), signs };
  });
}

type SignsRow = Record<"pairs" | "title" | "lead", Buffer | null> & {
  number: number;
  pubDate: Date;
  language: string | null;
};

/**
 * All members of the stories that one of these items may belong to: because it is like one of them, as `alike` says by the numbers of
 * signs, or by its page, which is named only where it is one of theirs.
 */
export async function loadStories(
  tx: Queryable,
  fresh: readonly StoryItem[],
  alike: ReadonlyMap<number, StoryItem[]>,
): Promise<KnownItem[]> {
  const { rows } = await tx.query<KnownRow>({
    name: "load-stories",
    text: `
with same_page as materialized (select id, hash from items where hash = any($2)),
candidates as materialized (
  select distinct x.story_id
  from (select item_id from story_signs where number = any($1::bigint[]) union select id from same_page) a
  join item_index x on x.item_id = a.item_id
)
select x.item_id as id, p.hash as page, x.feed_id as "feedId", x.pub_date as "pubDate", x.story_id as "storyId",
  coalesce(s.language, (select i.analyzer_result ->> 'language' from items i where i.id = x.item_id), 'und') as language,
  array_send(s.title_stems) as title, array_send(s.lead_stems) as lead, s.number::float8 as number
from candidates c join item_index x on x.story_id = c.story_id left join same_page p on p.id = x.item_id
left join story_signs s on s.item_id = x.item_id`,
    values: [[...alike.keys()], fresh.flatMap(({ page }) => page ?? [])],
  });
  return rows.map(({ title, lead, number, ...item }) => ({
    ...item,
    signs: { titleStems: readNumbers(title), leadStems: readNumbers(lead) },
    alike: (number === null ? null : alike.get(number)) ?? [],
  }));
}

type KnownRow = Omit<KnownItem, "signs" | "alike"> & {
  title: Buffer | null;
  lead: Buffer | null;
  number: number | null;
};

export type FeedFilter = Filter & { personId: string; feedId: string };

/** The rules of everyone who reads one of these feeds. */
export async function loadFilters(tx: Queryable, feedIds: string[]): Promise<FeedFilter[]> {
  const { rows } = await tx.query<FeedFilter>({
    name: "load-filters",
    text: `select s.user_id as "personId", s.feed_id as "feedId", f.rule, f.action
           from subscriptions s join filters f on f.user_id = s.user_id where s.feed_id = any($1)`,
    values: [feedIds],
  });
  return rows;
}

type IndexedItem = { item: StaleItem; storyId: string; words: Buffer };

export async function saveIndex(tx: Queryable, indexed: IndexedItem[]): Promise<void> {
  await tx.query({
    name: "save-index",
    text: `
insert into item_index (item_id, feed_id, pub_date, story_id, category, analyzer, clickbait, framing, speculative, confidence, words)
select item_id, feed_id, pub_date, story_id, category, analyzer, clickbait, framing, speculative, confidence::real[], words
from ${unnestSql("g", indexColumns)} order by item_id
on conflict (item_id) do update set feed_id = excluded.feed_id, pub_date = excluded.pub_date, category = excluded.category,
  analyzer = excluded.analyzer, clickbait = excluded.clickbait, framing = excluded.framing, speculative = excluded.speculative,
  confidence = excluded.confidence, words = excluded.words`,
    values: unnestValues(indexColumns, indexed),
  });
}

const indexColumns: Column<IndexedItem>[] = [
  column("item_id", "uuid", ({ item }) => item.id),
  column("feed_id", "uuid", ({ item }) => item.feedId),
  column("pub_date", "timestamptz", ({ item }) => item.pubDate),
  column("story_id", "uuid", ({ storyId }) => storyId),
  column("category", "text", ({ item }) => item.category),
  column("analyzer", "text", ({ item }) => item.analyzer),
  column("clickbait", "real", ({ item }) => item.clickbait),
  column("framing", "real", ({ item }) => item.framing),
  column("speculative", "real", ({ item }) => item.speculative),
  column("confidence", "text", ({ item: { confidence } }) => {
    return confidence && `{${[confidence.clickbait, confidence.framing, confidence.speculative].join(",")}}`;
  }),
  column("words", "tsvector", ({ words }) => words),
];

/** For later items to be compared with, back to `oldest`. */
export async function saveSigns(tx: Queryable, items: PlacedItem[], oldest: Date): Promise<void> {
  const arrayOf = (values: number[]) => `{${values.join(",")}}`;
  await tx.query({
    name: "save-signs",
    text: `
insert into story_signs (item_id, pub_date, title_stems, lead_stems, pairs, language)
select id, at, t::int[], l::int[], p::int[], language
from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[]) g(id, at, t, l, p, language)
where at >= $7 on conflict do nothing`,
    values: [
      items.map(({ id }) => id),
      items.map(({ pubDate }) => pubDate),
      items.map(({ signs }) => arrayOf(signs.titleStems)),
      items.map(({ signs }) => arrayOf(signs.leadStems)),
      items.map(({ signs }) => arrayOf(signs.pairs)),
      items.map(({ language }) => language),
      oldest,
    ],
  });
  await tx.query("delete from story_signs where pub_date < $1", [oldest]);
}

/** Done, unless an item was marked again meanwhile: it stays for the next run. */
export async function settleStaleItems(tx: Queryable, items: StaleItem[]): Promise<void> {
  await tx.query({
    name: "settle-stale-items",
    text: `delete from stale_items s using unnest($1::uuid[], $2::timestamptz[]) g(id, since)
           where s.item_id = g.id and s.since = g.since`,
    values: [items.map(({ id }) => id), items.map(({ since }) => since)],
  });
}
