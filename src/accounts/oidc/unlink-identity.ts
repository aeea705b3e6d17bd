import { inTransaction } from "../../database/transaction.ts";
import type { AccountParts } from "../auth-provider.ts";
import { deleteIdentity, listIdentities } from "../identity-store.ts";
import { mayRemove, type PersonHere } from "../ways-in.ts";
import { lockWaysIn } from "../ways-in-store.ts";

export type Unlinking = "unlinked" | "last" | "missing";

/** A login at a server that is no longer in use is no way in, so it can always go. */
export async function unlinkIdentity(
  { db, now }: Pick<AccountParts, "db" | "now">,
  person: PersonHere,
  identityId: string,
): Promise<Unlinking> {
  return inTransaction(db, async (tx): Promise<Unlinking> => {
    const ways = await lockWaysIn(tx, person);
    const identity = (await listIdentities(tx, person.id)).find(({ id }) => id === identityId);
    if (identity === undefined) return "missing";
    if (person.issuers.includes(identity.issuer) && !mayRemove(ways, "identity")) return "last";
    await deleteIdentity(tx, person.id, identityId, now());
    return "unlinked";
  });
}
