import { createHasher } from "../accounts/hash-password.ts";
import { createPerson, findPersonByEmail, savePassword } from "../accounts/person-store.ts";
import type { Config } from "../config.ts";
import { asPerson } from "../database/as-person.ts";
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
