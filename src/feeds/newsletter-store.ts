import type { Queryable } from "../database/transaction.ts";
import { uuidV7 } from "../ids.ts";
import type { FeedReading } from "../schedule/lease.ts";
import { createNewsletterToken } from "./newsletter.ts";
import { subscriptionsMax } from "./subscription-store.ts";

/** Nobody reads more; it keeps one account from collecting addresses. */
export const newslettersMax = 500;

/** `id` is the subscription's. */
export type AddedNewsletter = { kind: "added"; id: string } | { kind: "full" };

/** For the person of this transaction. Its address is theirs alone. */
export async function addNewsletter(asPerson: Queryable, name: string, now: Date): Promise<AddedNewsletter> {
  const wanted = { feed_id: uuidV7(now), token: createNewsletterToken(), subscription_id: uuidV7(now), name };
  const { rows } = await asPerson.query<{ outcome: AddedNewsletter["kind"] }>(
    "select add_newsletter($1, $2, $3, $4) as outcome",
    [JSON.stringify(wanted), subscriptionsMax, newslettersMax, now],
  );
  return rows[0]?.outcome === "added" ? { kind: "added", id: wanted.subscription_id } : { kind: "full" };
}

/** Null for a feed that is fetched. */
export async function findNewsletterToken(asPerson: Queryable, feedId: string): Promise<string | null> {
  const { rows } = await asPerson.query<{ token: string }>("select token from newsletters where feed_id = $1", [
    feedId,
  ]);
  return rows[0]?.token ?? null;
}

export type Newsletter = { feedId: string; token: string };

/** Those of the tokens that are in use. One that was removed takes no mail. */
export async function findNewsletters(worker: Queryable, tokens: readonly string[]): Promise<Newsletter[]> {
  const { rows } = await worker.query<Newsletter>({
    name: "find-newsletters",
    text: `select n.feed_id as "feedId", n.token from newsletters n join feeds f on f.id = n.feed_id
           where n.token = any($1) and f.enabled and f.deleted_at is null`,
    values: [tokens],
  });
  return rows;
}

/** False: so many mails have come today already. */
export async function countMail(tx: Queryable, feedId: string, mailsPerDayMax: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update newsletters set day = $2, day_mails = case when day = $2 then day_mails else 0 end + 1
     where feed_id = $1 and (day is distinct from $2 or day_mails < $3)`,
    [feedId, now.toISOString().slice(0, 10), mailsPerDayMax],
  );
  return rowCount === 1;
}

/** What reading a mail depends on. */
export async function readNewsletterSettings(worker: Queryable, feedId: string): Promise<FeedReading | null> {
  const { rows } = await worker.query<FeedReading>(
    `select full_text as "fullText", analyzer, language, published from feeds where id = $1`,
    [feedId],
  );
  return rows[0] ?? null;
}

/** In SQL: a mail came, for the feed $1 at the time $2. The rows say which feed and when, as those of a completed fetch do. */
export const rememberMailSql = `
  update feeds set last_fetched_at = $2, last_success_at = $2, last_fetch_status = 'success', last_fetch_error = null
  where id = $1 and deleted_at is null returning id as feed_id, $2::timestamptz as completed_at`;
