import type { Queryable } from "../database/transaction.ts";
import type { FetchFailure } from "../schedule/policy/fetch-state.ts";
import { dayMs, earlier, hourMs, later, minuteMs } from "../time.ts";

/** A feed that one reader is told about. `subscriptionId` is its page; `hasWorked`: it did, until `brokenSince`. */
export type BrokenFeed = {
  feedId: string;
  subscriptionId: string;
  name: string;
  failure: FetchFailure | null;
  brokenSince: Date;
  hasWorked: boolean;
};

/** One mail: all feeds of a person that are to be told of now. `language` is the one they chose for our pages. */
export type WaitingNote = {
  personId: string;
  email: string;
  language: string | null;
  timeZone: string;
  attempts: number;
  feeds: BrokenFeed[];
};

const brokenDays = 7;
/** A person gets no second mail on the same day: when a host breaks, its feeds do so one after another. */
const quietMs = dayMs;
const retryAfterMs = [5 * minuteMs, hourMs, 6 * hourMs];

const wantsMails = "u.disabled_at is null and u.preferences ->> 'feedMails' is distinct from 'false'";
const isBroken = "f.last_fetch_status <> 'success' and f.enabled and f.deleted_at is null and s.paused_at is null";
const brokenSince = "coalesce(f.last_success_at, s.created_at)";

/**
 * Notes the feeds that have been broken for a week, once for each reader and breakage. Who changed something about the feed
 * within the week (its address, a pause) has looked at it, and it is too early to say that this did not help.
 */
export async function noteBrokenFeeds(worker: Queryable, now: Date): Promise<void> {
  await worker.query(
    `insert into feed_notes (user_id, feed_id, broken_since, noted_at, due_at)
     select s.user_id, f.id, ${brokenSince}, $1, $1
     from feeds f join subscriptions s on s.feed_id = f.id join accounts.users u on u.id = s.user_id
     where ${isBroken} and greatest(f.last_success_at, s.created_at, s.updated_at) < $2 and ${wantsMails}
     on conflict do nothing`,
    [now, earlier(now, brokenDays * dayMs)],
  );
}

/**
 * Takes what is due of some people, for good: from now on a note is either marked as sent or tried again on purpose. If this
 * process dies, nobody knows whether the mail server took the mail, and one that never comes is better than a second one.
 * Feeds that work again, or were removed, are left out.
 */
export async function claimNotes(worker: Queryable, now: Date, people: number): Promise<WaitingNote[]> {
  const { rows } = await worker.query<WaitingNote>(
    `with chosen as (
       select n.user_id from feed_notes n join accounts.users u on u.id = n.user_id
       where n.due_at <= $1 and ${wantsMails}
         and not exists (select from feed_notes r where r.user_id = n.user_id and r.sent_at > $2)
       group by n.user_id order by min(n.due_at) limit $3
     ),
     claimed as (
       update feed_notes n set due_at = null, attempts = n.attempts + 1 from chosen
       where n.user_id = chosen.user_id and n.due_at <= $1
       returning n.user_id, n.feed_id, n.broken_since, n.attempts
     )
     select c.user_id as "personId", u.email, u.preferences ->> 'language' as language, u.time_zone as "timeZone",
       max(c.attempts) as attempts, jsonb_agg(jsonb_build_object('feedId', f.id, 'subscriptionId', s.id, 'name', s.name,
         'failure', f.failure_class, 'brokenSince', c.broken_since, 'hasWorked', f.last_success_at is not null)
         order by lower(s.name), s.id) as feeds
     from claimed c join accounts.users u on u.id = c.user_id
     join subscriptions s on s.user_id = c.user_id and s.feed_id = c.feed_id join feeds f on f.id = c.feed_id
     where ${isBroken} and ${brokenSince} = c.broken_since
     group by c.user_id, u.email, u.preferences, u.time_zone`,
    [now, earlier(now, quietMs), people],
  );
  return rows.map((note) => ({ ...note, feeds: note.feeds.map(withDate) }));
}

/** JSON has no dates. */
function withDate(feed: BrokenFeed): BrokenFeed {
  return { ...feed, brokenSince: new Date(feed.brokenSince) };
}

export async function markNoteSent(worker: Queryable, note: WaitingNote, now: Date): Promise<void> {
  await worker.query(`update feed_notes set sent_at = $3 where ${isNoted}`, [...keyOf(note), now]);
}

/** A mail that was refused is not sent again; one that could not be delivered to the server is, three times. */
export async function markNoteFailed(
  worker: Queryable,
  note: WaitingNote,
  { isRefused, now }: { isRefused: boolean; now: Date },
): Promise<void> {
  const waitMs = isRefused ? undefined : retryAfterMs[note.attempts - 1];
  if (waitMs === undefined) return;
  await worker.query(`update feed_notes set due_at = $3 where ${isNoted}`, [...keyOf(note), later(now, waitMs)]);
}

const isNoted = "user_id = $1 and feed_id = any($2::uuid[]) and sent_at is null and due_at is null";

function keyOf({ personId, feeds }: WaitingNote): [string, string[]] {
  return [personId, feeds.map(({ feedId }) => feedId)];
}

/** What a clock that was years ahead planned is due now; a mail of that time keeps nobody from the next one. */
export async function forgetFutureNotes(worker: Queryable, now: Date): Promise<number> {
  const { rowCount } = await worker.query(
    "update feed_notes set due_at = least(due_at, $1), sent_at = least(sent_at, $1) where greatest(due_at, sent_at) > $2",
    [now, later(now, 2 * quietMs)],
  );
  return rowCount ?? 0;
}
