import { inTransaction } from "../database/transaction.ts";
import type { AccountParts } from "./auth-provider.ts";
import { savePassword } from "./person-store.ts";
import { type StartedSession, startSession, type Visit } from "./session-store.ts";
import { mayRemove, type PersonHere } from "./ways-in.ts";
import { lockWaysIn } from "./ways-in-store.ts";

/** Ends every session, as a changed password does. A reset link can set a new one. */
export async function removePassword(
  { db, now }: Pick<AccountParts, "db" | "now">,
  person: PersonHere,
  visit: Visit,
): Promise<{ kind: "removed"; session: StartedSession } | { kind: "last" }> {
  return inTransaction(db, async (tx) => {
    if (!mayRemove(await lockWaysIn(tx, person), "password")) return { kind: "last" };
    await savePassword(tx, person.id, null, now());
    const session = { personId: person.id, visit, tokens: null, event: null };
    return { kind: "removed", session: await startSession(tx, session, now()) };
  });
}
