import type { Language } from "../../accounts/preferences.ts";
import type { Queryable } from "../../database/transaction.ts";
import { retrying } from "../../database/transaction.ts";
import type { RefusedText } from "../../items/analyzer-result.ts";
import { frontStories } from "../../items/claim-items-store.ts";

/** A title and an "in short". Empty: the item has none. */
export type ItemTexts = { title: string; summary: string };

/** Languages into which somebody wants items translated. */
export async function findWantedLanguages(db: Queryable): Promise<Language[]> {
  const { rows } = await db.query<{ language: Language }>({
    name: "find-wanted-languages",
    text: `select distinct preferences ->> 'translateInto' as language from accounts.users where ${isReader} order by 1`,
  });
  return rows.map(({ language }) => language);
}

const isReader = "disabled_at is null and preferences ->> 'translateInto' ~ '^[a-z]{2}$'";

/** What readers see of an item `i`: its plain title and its "in short". Of an edited one that nobody has read again, nothing. */
const [titleOf, shortOf] = [
  "coalesce(i.analyzer_result ->> 'title_corrected', '')",
  "coalesce(nullif(i.analyzer_result ->> 'summary', ''), i.analyzer_result ->> 'description_corrected', '')",
];
const hashOf = `sha256(convert_to(${titleOf} || E'\\n' || ${shortOf}, 'UTF8'))`;

/** Feeds with the languages that their readers chose. A feed that is analysed offline only is not sent to a model. */
const wanted = `
wanted as materialized (
  select distinct b.feed_id, u.preferences ->> 'translateInto' as language
  from accounts.users u join subscriptions b on b.user_id = u.id join feeds f on f.id = b.feed_id
  where ${isReader} and f.analyzer is null
)`;
/** It was read, and neither its page nor a model is waited for: its texts would change. */
const isSettled = "i.analysis_status = 'done' and i.page_at is null and i.upgrade_at is null";

const listedAtOnce = 500;

/**
 * Notes which items are to be translated, and which are in that language already. An item that was read again waits only if its
 * texts are other ones now. Returns how many were noted.
 */
export async function listForTranslation(db: Queryable, { since, now }: { since: Date; now: Date }): Promise<number> {
  const { rowCount } = await db.query({
    name: "list-for-translation",
    text: `
with ${wanted},
fresh as materialized (
  select i.id, w.language from wanted w
  cross join lateral (
    select i.id, i.analyzed_at from items i
    where i.feed_id = w.feed_id and i.pub_date >= $1 and ${isSettled} and i.analyzer_result is not null
  ) i
  left join translations t on t.item_id = i.id and t.language = w.language
  where t.item_id is null or t.analysed_at is distinct from i.analyzed_at
  limit ${listedAtOnce}
)
insert into translations as t (item_id, language, state, analysed_at, input_hash, not_before)
select i.id, f.language,
  case when i.analyzer_result ->> 'language' in (f.language, 'und') or ${titleOf} || ${shortOf} = '' then 'same' else 'waiting' end,
  i.analyzed_at, ${hashOf}, $2
from fresh f join items i on i.id = f.id
on conflict (item_id, language) do update set analysed_at = excluded.analysed_at, input_hash = excluded.input_hash,
  state = case when excluded.state = 'same' or t.input_hash <> excluded.input_hash then excluded.state else t.state end,
  attempts = case when t.input_hash <> excluded.input_hash then 0 else t.attempts end`,
    values: [since, now],
  });
  return rowCount ?? 0;
}

/** Another model or another prompt may do better: what was refused waits again. */
export async function retryRefused(
  db: Queryable,
  { model, promptVersion, now }: { model: string; promptVersion: string; now: Date },
): Promise<number> {
  const { rowCount } = await db.query(
    `update translations set state = 'waiting', attempts = 0, not_before = $3
     where state = 'refused' and (model, prompt_version) is distinct from ($1, $2)`,
    [model, promptVersion, now],
  );
  return rowCount ?? 0;
}

export type WaitingTranslation = ItemTexts & {
  itemId: string;
  feedId: string;
  cacheScope: "feed" | "global" | "off";
  from: string;
  into: Language;
  inputHash: Buffer;
  attempts: number;
  lease: string;
};

type Claim = { now: Date; since: Date; until: Date; lease: string; count: number };

/** Of more that wait, only the newest are put in order. */
const rankedMax = 1_000;

/**
 * Claims what readers will see first: the plainest report of each story that leads the front pages, then the others of these
 * stories, then what somebody has not read, the newest first.
 */
export async function claimTranslations(db: Queryable, claim: Claim): Promise<WaitingTranslation[]> {
  const { now, since, until, lease, count } = claim;
  const { rows } = await retrying(() =>
    db.query<WaitingTranslation>({
      name: "claim-translations",
      text: `
with ${wanted},
waiting as materialized (
  select t.item_id as id, t.language, i.feed_id, i.pub_date, i.rating from translations t join items i on i.id = t.item_id
  where t.state = 'waiting' and ${isFree} and i.pub_date >= $2 and ${isSettled}
    and exists (select from wanted w where w.feed_id = i.feed_id and w.language = t.language)
  order by i.pub_date desc limit ${rankedMax}
),
placed as materialized (
  select w.*, x.story_id,
    (select count(*) from item_index y join translations o on o.item_id = y.item_id and o.language = w.language
      join items r on r.id = o.item_id
      where y.story_id = x.story_id and o.item_id <> w.id
        and (o.state <> 'waiting' or (coalesce(r.rating, 2), r.pub_date, r.id) < (coalesce(w.rating, 2), w.pub_date, w.id))
    ) as before,
    exists (select from subscriptions b left join item_states s on s.item_id = w.id and s.user_id = b.user_id
      where b.feed_id = w.feed_id and s.read_at is null) as is_unread
  from waiting w left join item_index x on x.item_id = w.id
),
${frontStories},
picked as materialized (
  select t.item_id, t.language from translations t join (
    select p.id, p.language, row_number() over (
      order by f.place is null, (f.place is not null and p.before > 0), f.place, p.is_unread desc, p.pub_date desc, p.id) as place
    from placed p left join front f on f.story_id = p.story_id
  ) r on r.id = t.item_id and r.language = t.language
  where t.state = 'waiting' and ${isFree}
  order by r.place limit $5 for update of t skip locked
),
leased as (
  update translations t set lease = $4, leased_until = $3 from picked p
  where t.item_id = p.item_id and t.language = p.language
  returning t.item_id, t.language, t.attempts
)
select i.id as "itemId", i.feed_id as "feedId", f.cache_scope as "cacheScope", l.language as into, l.attempts, $4::uuid as lease,
  i.analyzer_result ->> 'language' as from, ${titleOf} as title, ${shortOf} as summary, ${hashOf} as "inputHash"
from leased l join items i on i.id = l.item_id join feeds f on f.id = i.feed_id`,
      values: [now, since, until, lease, count],
    }),
  );
  return rows;
}

const isFree = "t.not_before <= $1 and (t.leased_until is null or t.leased_until < $1)";

type Saved = {
  title: string | null;
  summary: string | null;
  refused: readonly RefusedText[];
  model: string;
  promptVersion: string;
  error: string | null;
  now: Date;
};

/** Nothing is saved if the lease is no longer ours. If the texts were changed meanwhile, the item still waits. */
export async function saveTranslation(db: Queryable, item: WaitingTranslation, saved: Saved): Promise<void> {
  const { title, summary, refused, model, promptVersion, error, now } = saved;
  await db.query(
    `update translations set state = case when input_hash = $12 then $4 else 'waiting' end, title = $5, summary = $6, refused = $7,
       model = $8, prompt_version = $9, error = $10, translated_at = $11, lease = null, leased_until = null
     where item_id = $1 and language = $2 and lease = $3`,
    [
      ...keyOf(item),
      title === null && summary === null ? "refused" : "done",
      title,
      summary,
      JSON.stringify(refused),
      model,
      promptVersion,
      error,
      now,
      item.inputHash,
    ],
  );
}

/** It waits until then. */
export async function putOffTranslation(
  db: Queryable,
  item: WaitingTranslation,
  { attempts, notBefore, error }: { attempts: number; notBefore: Date; error: string },
): Promise<void> {
  await db.query(
    `update translations set attempts = $4, not_before = $5, error = $6, lease = null, leased_until = null
     where item_id = $1 and language = $2 and lease = $3`,
    [...keyOf(item), attempts, notBefore, error],
  );
}

function keyOf({ itemId, into, lease }: WaitingTranslation): string[] {
  return [itemId, into, lease];
}

/** A text is null where the original is shown. `from`: the language of the original. */
export type Translation = { title: string | null; summary: string | null; from: string };

/** The translations of these items as they are now, by id, for those that the person may read. */
export async function findTranslations(
  asPerson: Queryable,
  itemIds: readonly string[],
  into: Language,
): Promise<Map<string, Translation>> {
  const { rows } = await asPerson.query<Translation & { itemId: string }>({
    name: "find-translations",
    text: `
select i.id as "itemId", t.title, t.summary, i.analyzer_result ->> 'language' as from
from unnest($1::uuid[]) wanted(id) join translations t on t.item_id = wanted.id join items i on i.id = t.item_id
where t.language = $2 and t.state = 'done' and i.analysis_status <> 'pending' and t.input_hash = ${hashOf}`,
    values: [itemIds, into],
  });
  return new Map(rows.map(({ itemId, ...translation }) => [itemId, translation]));
}
