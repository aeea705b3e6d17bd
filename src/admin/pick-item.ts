import { hash } from "node:crypto";
import type { Queryable } from "../database/transaction.ts";
import { isUuid } from "../ids.ts";
import { normaliseItemUrl } from "../items/item-identity.ts";
import { Refusal } from "../refusal.ts";
import { findItemsByHash, findItemsById, type ItemDetails } from "./item-store.ts";

export const itemArgument = "id or URL of an item";

/** The one item a person means. A page may stand in several feeds: then only an id says which. */
export async function pickItem(db: Queryable, name: string): Promise<ItemDetails> {
  const found = await search(db, name.trim());
  const [first, ...others] = found;
  if (first === undefined) throw new Refusal(`There is no item "${name.slice(0, 200)}" in any feed.`);
  if (others.length === 0) return first;
  const ids = found.map(({ id, feedUrl }) => `${id} (${feedUrl})`);
  throw new Refusal(`That page stands in several feeds: write the id instead, of ${ids.join(", ")}.`);
}

function search(db: Queryable, name: string): Promise<ItemDetails[]> {
  if (isUuid(name)) return findItemsById(db, name);
  if (/^https?:\/\//i.test(name) && URL.canParse(name)) {
    return findItemsByHash(db, hash("sha256", normaliseItemUrl(name)));
  }
  throw new Refusal(`"${name.slice(0, 200)}" names no item: write an id or a URL with its http://.`, 2);
}
