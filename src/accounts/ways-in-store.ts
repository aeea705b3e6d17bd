import type { Queryable } from "../database/transaction.ts";
import type { PersonHere, WaysIn } from "./ways-in.ts";

export async function findWaysIn(db: Queryable, { id, host, issuers }: PersonHere): Promise<WaysIn> {
  const { rows } = await db.query<WaysIn>(
    "select has_password as password, passkeys, identities from accounts.find_ways_in($1, $2, $3)",
    [id, host, issuers],
  );
  return rows[0] ?? { password: false, passkeys: 0, identities: 0 };
}

/** The same, and nobody else changes them until the end of the transaction. */
export async function lockWaysIn(tx: Queryable, person: PersonHere): Promise<WaysIn> {
  await tx.query("select accounts.lock_ways_in($1)", [person.id]);
  return findWaysIn(tx, person);
}

/** For the owner's own record: somebody came as far as here and was refused. */
export async function noteRefusal(db: Queryable, personId: string, facts: object, now: Date): Promise<void> {
  await db.query("select accounts.note_refusal($1, $2, $3)", [personId, JSON.stringify(facts), now]);
}
