import { createHasher } from "../accounts/local-provider.ts";
import { createPerson, findPersonByEmail, savePassword } from "../accounts/person-store.ts";
import type { Config } from "../config.ts";
import { asPerson, type Queryable } from "../database/transaction.ts";
import type { OpenDatabase } from "../database/open-database.ts";
import { addFeeds, type NewFeed } from "../feeds/add-feeds-store.ts";
import { subscribe } from "../feeds/subscription-store.ts";
import { feedPathOf } from "./answer-request.ts";
import type { OpenOutlet } from "./newsroom.ts";

/** No secret: the demo listens on this machine only. */
export const demoAccount = { email: "demo@plainwire.example", password: "plain news, calm morning" };

/** Creates the account and adds the newsroom's feeds to its list, public. Keeps what exists. Returns the person's id. */
export async function seedDemo(
  db: OpenDatabase,
  outlets: readonly OpenOutlet[],
  { fetcherDomainLanes: lanes }: Config,
  now: Date,
): Promise<string> {
  const personId = await createAccount(db, now);
  await addFeeds(db.worker, outlets.map(toFeed), lanes, now);
  const wanted = outlets.map((outlet) => ({
    name: outlet.name,
    feed: { url: feedUrlOf(outlet), isOwn: false, headers: null },
    dueAt: null,
  }));
  await asPerson(db.web, personId, (tx) => subscribe(tx, wanted, { lanes, now }));
  return personId;
}

export function feedUrlOf(outlet: OpenOutlet): string {
  return outlet.origin + feedPathOf(outlet);
}

async function createAccount({ worker }: OpenDatabase, now: Date): Promise<string> {
  const { email, password } = demoAccount;
  const known = await findPersonByEmail(worker, email);
  if (known !== null) return known.id;
  const hash = await createHasher().hash(password);
  const id = await createPerson(worker, { email, operator: true }, now);
  if (id === null || hash === null) throw new Error("the demo's account could not be created");
  await savePassword(worker, id, hash, now);
  return id;
}

function toFeed(outlet: OpenOutlet): NewFeed {
  return {
    url: feedUrlOf(outlet),
    name: outlet.name,
    published: true,
    enabled: true,
    polling: true,
    enforceFeedDomain: true,
    adaptive: false,
    intervalMinutes: 1,
    fullText: outlet.hasPages ? "always" : "never",
  };
}

/**
 * The work that is left: feeds to fetch, items to analyse, pages to read, feeds that were never published, items without a
 * story.
 */
export type WorkLeft = { feeds: number; items: number; pages: number; documents: number; stories: number };

/** Counts only feeds that were due before `since`; the rest of the work follows from fetched feeds. */
export async function countWorkLeft(worker: Queryable, since: Date): Promise<WorkLeft> {
  const { rows } = await worker.query<WorkLeft>(
    `select
       (select count(*)::int from feed_schedules where runnable and next_run_at <= $1) as feeds,
       (select count(*)::int from items where analysis_status = 'pending') as items,
       (select count(*)::int from items where (page_at is not null or upgrade_at is not null) and analysis_status = 'done') as pages,
       (select count(*)::int from feeds f where f.published and f.deleted_at is null
         and exists (select from items i where i.feed_id = f.id)
         and not exists (select from cached_feeds c where c.id = f.id)) as documents,
       (select count(*)::int from items i where not exists (select from item_index x where x.item_id = i.id)) as stories`,
    [since],
  );
  return rows[0] ?? { feeds: 0, items: 0, pages: 0, documents: 0, stories: 0 };
}
