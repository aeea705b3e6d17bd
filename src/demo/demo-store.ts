import { createHasher } from "../accounts/local-provider.ts";
import { createPerson, findPersonByEmail, savePassword, savePreferences } from "../accounts/person-store.ts";
import type { Config } from "../config.ts";
import { asPerson, type Queryable } from "../database/transaction.ts";
import type { OpenDatabase } from "../database/open-database.ts";
import { addFeeds, type NewFeed } from "../feeds/add-feeds-store.ts";
import { makeFolders } from "../feeds/folder-store.ts";
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
  const { personId, isNew } = await createAccount(db, now);
  await addFeeds(db.worker, outlets.map(toFeed), lanes, now);
  await asPerson(db.web, personId, async (tx) => {
    // The account is not registered in a browser, which would tell its zone. Most people open the demo on this machine.
    if (isNew) await savePreferences(tx, {}, new Intl.DateTimeFormat().resolvedOptions().timeZone, now);
    const folders = isNew ? await makeFolders(tx, { personId, names: [...towns.values()], now }) : [];
    const wanted = outlets.map((outlet) => ({
      name: outlet.name,
      feed: { url: feedUrlOf(outlet), isOwn: false, headers: null },
      dueAt: null,
      folderId: folders.find(({ name }) => name === towns.get(outlet.language))?.id ?? null,
    }));
    await subscribe(tx, wanted, { lanes, now });
  });
  return personId;
}

/** The three towns around the bay, by the language they speak: the folders of a new demo. */
const towns = new Map([
  ["en", "Marwick"],
  ["de", "Lindhafen"],
  ["pl", "Brzegowo"],
]);

export function feedUrlOf(outlet: OpenOutlet): string {
  return outlet.origin + feedPathOf(outlet);
}

async function createAccount({ worker }: OpenDatabase, now: Date): Promise<{ personId: string; isNew: boolean }> {
  const { email, password } = demoAccount;
  const known = await findPersonByEmail(worker, email);
  if (known !== null) return { personId: known.id, isNew: false };
  const hash = await createHasher().hash(password);
  const id = await createPerson(worker, { email, operator: true }, now);
  if (id === null || hash === null) throw new Error("the demo's account could not be created");
  await savePassword(worker, id, hash, now);
  return { personId: id, isNew: true };
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
 * The work that is left: feeds to fetch, items to analyse, pages to read, items without a story.
 */
export type WorkLeft = { feeds: number; items: number; pages: number; stories: number };

/** Counts only feeds that were due before `since`; the rest of the work follows from fetched feeds. */
export async function countWorkLeft(worker: Queryable, since: Date): Promise<WorkLeft> {
  const { rows } = await worker.query<WorkLeft>(
    `select
       (select count(*)::int from feed_schedules where runnable and next_run_at <= $1) as feeds,
       (select count(*)::int from items where analysis_status = 'pending') as items,
       (select count(*)::int from items where (page_at is not null or upgrade_at is not null) and analysis_status = 'done') as pages,
       (select count(*)::int from items i where not exists (select from item_index x where x.item_id = i.id)) as stories`,
    [since],
  );
  return rows[0] ?? { feeds: 0, items: 0, pages: 0, stories: 0 };
}
