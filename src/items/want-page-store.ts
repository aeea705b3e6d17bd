import type { Queryable } from "../database/transaction.ts";

/** A person opened this item: its page is read where that is allowed and was not done. True: it is on its way now. */
export async function wantPage(asPerson: Queryable, itemId: string, now: Date): Promise<boolean> {
  const { rows } = await asPerson.query<{ wanted: boolean }>("select want_page($1, $2) as wanted", [itemId, now]);
  return rows[0]?.wanted ?? false;
}
