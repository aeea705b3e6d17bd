import type { Queryable } from "../database/transaction.ts";
import type { WaysIn } from "./ways-in.ts";

/** `host`: where this server is reached. Passkeys that were made at another host are no way in here. */
export async function findWaysIn(db: Queryable, personId: string, host: string | null): Promise<WaysIn> {
  const { rows } = await db.query<{ password: boolean; passkeys: number }>(
    "select has_password as password, passkeys from accounts.find_ways_in($1, $2)",
    [personId, host],
  );
  return { ...(rows[0] ?? { password: false, passkeys: 0 }), identities: 0 };
}

/** The same, and nobody else changes them until the end of the transaction. */
export async function lockWaysIn(tx: Queryable, personId: string, host: string | null): Promise<WaysIn> {
  await tx.query("select accounts.lock_ways_in($1)", [personId]);
  return findWaysIn(tx, personId, host);
}

/** The person behind a session has just proved who they are. */
export async function saveConfirmation(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await db.query("select accounts.confirm_session($1, $2)", [sessionId, now]);
}

/** For the owner's own record: somebody came as far as here and was refused. */
export async function noteRefusal(db: Queryable, personId: string, facts: object, now: Date): Promise<void> {
  await db.query("select accounts.note_refusal($1, $2, $3)", [personId, JSON.stringify(facts), now]);
}
