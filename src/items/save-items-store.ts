import type { Column } from "../database/unnest.ts";
import { column, unnestSql } from "../database/unnest.ts";
import type { ItemReading } from "./analysis-store.ts";
import { wordsVersion } from "./analyzer-result.ts";

/** An entry of a document that is not known to be stored as it is: new, changed, or back again. */
export type NewItem = {
  id: string;
  hash: string;
  guid: string | null;
  guidKey: bigint | null;
  /** Its document has this one item, with a date: under a link that stays, whatever is newest may stand there. */
  isLone: boolean;
  url: string | null;
  title: string;
  author: string | null;
  content: string;
  contentBase: string | null;
  summary: string | null;
  categories: string[];
  enclosures: { url: string; type: string | null; bytes: number | null }[];
  language: string | null;
  pubDate: Date;
  fingerprint: Buffer;
  /** Its first reading, made before it is saved, so that it is written once. Null: the stage analyse reads it. */
  reading: ItemReading | null;
};

const versionsMax = 20;

export type OfferedItem = NewItem & { feedId: string };
export const itemColumns: Column<OfferedItem>[] = [
  column("feed_id", "uuid", ({ feedId }) => feedId),
  column("id", "uuid", ({ id }) => id),
  column("hash", "text", ({ hash }) => hash),
  column("guid", "text", ({ guid }) => guid),
  column("guid_key", "bigint", ({ guidKey }) => guidKey),
  column("is_lone", "boolean", ({ isLone }) => isLone),
  column("url", "text", ({ url }) => url),
  column("title", "text", ({ title }) => title),
  column("author", "text", ({ author }) => author),
  column("content", "text", ({ content }) => content),
  column("content_base", "text", ({ contentBase }) => contentBase),
  column("summary", "text", ({ summary }) => summary),
  column("categories", "jsonb", ({ categories }) => categories),
  column("enclosures", "jsonb", ({ enclosures }) => (enclosures.length === 0 ? null : enclosures)),
  column("language", "text", ({ language }) => language),
  column("pub_date", "timestamptz", ({ pubDate }) => pubDate),
  column("fingerprint", "bytea", ({ fingerprint }) => fingerprint),
  column("status", "text", ({ reading }) => reading?.status ?? "pending"),
  column("result", "jsonb", ({ reading }) => reading?.result ?? null),
  column("words_version", "int", ({ reading }) => (reading?.result ? wordsVersion(reading.result) : null)),
  column("rating", "real", ({ reading }) => reading?.result?.overall ?? null),
  column("clean_html", "text", ({ reading }) => reading?.cleanHtml ?? null),
  column("body", "text", ({ reading }) => reading?.text ?? null),
  column("input_kind", "text", ({ reading }) => reading?.inputKind ?? null),
  column("upgrade_at", "timestamptz", ({ reading }) => reading?.upgradeAt ?? null),
  column("page_at", "timestamptz", ({ reading }) => reading?.page?.at ?? null),
  column("page_why", "text", ({ reading }) => reading?.page?.why ?? null),
  column("model_why", "text", ({ reading }) => reading?.modelWhy ?? null),
  column("analyzed_at", "timestamptz", ({ reading }) => (reading?.result ? reading.now : null)),
];

/**
 * In SQL: the steps of a completion that save items. They come as `itemColumns` from the parameter `firstParameter` on; `mine`
 * are the completed fetches. If the text of a stored item changed, the old text is kept as a version and the item is analysed again.
 * Its date and the time we first saw it never change, so that it does not come up as news again.
 */
export function saveItemsSql(firstParameter: number): string {
  return `
${offeredSql(firstParameter)},
changed as materialized (
  -- Two parsed items may match the same stored one, one by guid and one by hash: the newest wins.
  select distinct on (known_id) * from offered where known_id is not null and known_fingerprint <> fingerprint
  order by known_id, id desc
),
kept as (
  insert into item_versions (item_id, version, title, content, analyzer_result, rating, seen_until)
  select c.known_id, coalesce((select max(version) from item_versions v where v.item_id = c.known_id), 0) + 1,
    o.title, o.content, o.analyzer_result, o.rating, c.seen_at
  from changed c join items o on o.id = c.known_id
),
-- An item that changes with every fetch must not fill the disk, so we keep a limited number of versions.
forgotten as (
  delete from item_versions v using changed c
  where v.item_id = c.known_id and v.version <= (select max(version) from item_versions w where w.item_id = c.known_id) - ${versionsMax - 1}
),
edited as (
  update items t set title = c.title, author = c.author, content = c.content, content_base = c.content_base, summary = c.summary,
    categories = array(select jsonb_array_elements_text(c.categories)), enclosures = c.enclosures, language = c.language,
    url = c.url, fingerprint = c.fingerprint, updated_at = c.seen_at,
    hash = case when exists (select from items o where o.feed_id = c.feed_id and o.hash = c.hash) then t.hash else c.hash end,
    clean_html = case when t.input_kind = 'page' then t.clean_html end, analysis_status = 'pending', words_version = null, attempts = 0, upgrade_at = null, analysis_lease = null,
    analysis_locked_until = null
  from changed c where t.id = c.known_id
  returning t.feed_id, t.id, c.id as offered_id
),
passed as (
  update items t set hash = encode(sha256(convert_to('passed on ' || t.id, 'UTF8')), 'hex') from offered o where t.id = o.preceding_id
  returning t.id as passed_id
),
added as (
  insert into items (id, feed_id, hash, guid, guid_key, url, title, author, content, content_base, summary, categories,
    enclosures, language, pub_date, first_seen_at, created_at, updated_at, fingerprint, analysis_status, analyzer_result,
    words_version, rating, clean_html, text, input_kind, upgrade_at, page_at, page_why, model_why, analyzed_at)
  select id, feed_id, hash, guid, guid_key, url, title, author, content, content_base, summary,
    array(select jsonb_array_elements_text(categories)), enclosures, language, pub_date, seen_at, seen_at, seen_at, fingerprint, status, result,
    words_version, rating, clean_html, body, input_kind, upgrade_at, page_at, page_why, model_why, analyzed_at
  -- Joined: a hash that is passed on is free by then.
  from offered left join passed on passed_id = preceding_id where known_id is null and (preceding_id is null or passed_id is not null)
  on conflict (feed_id, hash) do nothing
  returning feed_id, id, analysis_status, first_seen_at
),
-- Grouped once for all feeds: subqueries per feed would read all items of the batch for each feed, two thirds of the cost.
created_ids as materialized (select feed_id, array_agg(id) as ids from added group by feed_id),
changed_ids as materialized (
  select feed_id, array_agg(id order by id) as ids, array_agg(offered_id order by id) as offered from edited group by feed_id
),
same as materialized (select feed_id, count(*) as n from offered where known_fingerprint = fingerprint group by feed_id)`;
}

/**
 * Items match by guid, then by hash. The lone item of a document follows the one with its hash, and is new, if guid and title differ and
 * its date is later: a comic of the day, or a status page. Some programs write another guid with every fetch, so a guid alone says
 * nothing. The newest takes the hash over, as it has the link.
 */
function offeredSql(firstParameter: number): string {
  return `offered as materialized (
  select i.*, m.completed_at as seen_at, coalesce(same_guid.id, case when not same_hash.precedes then same_hash.id end) as known_id,
    coalesce(same_guid.fingerprint, same_hash.fingerprint) as known_fingerprint,
    case when same_guid.id is null and same_hash.precedes then same_hash.id end as preceding_id
  from ${unnestSql("i", itemColumns, firstParameter)}
  join mine m on m.feed_id = i.feed_id
  left join lateral (
    select id, fingerprint from items k where k.feed_id = i.feed_id and k.guid_key = i.guid_key and k.guid = i.guid limit 1
  ) same_guid on true
  left join lateral (
    select id, fingerprint, coalesce(i.is_lone and k.guid <> i.guid and k.title <> i.title and k.pub_date < i.pub_date, false) as precedes
    from items k where k.feed_id = i.feed_id and k.hash = i.hash limit 1
  ) same_hash on true
)`;
}

/** What a fetch did with its items, for its log: after the steps above. */
export const countedItems = {
  created: "coalesce(cardinality(created_ids.ids), 0)",
  updated: "coalesce(cardinality(changed_ids.ids), 0)",
  same: "coalesce(same.n, 0)",
  from: "left join created_ids using (feed_id) left join changed_ids using (feed_id) left join same using (feed_id)",
};
