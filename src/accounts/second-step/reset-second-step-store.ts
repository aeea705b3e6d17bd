import type pg from "pg";
import { inTransaction } from "../../database/transaction.ts";
import type { PersonHere } from "../ways-in.ts";
import { lockWaysIn } from "../ways-in-store.ts";

type Reset = { kind: "reset"; passkeys: number } | { kind: "last" };

/**
 * For the worker's role: by the operator, for somebody who lost phone and codes. Nothing else changes, and the person sees it
 * among their events. `last`: without the passkeys nothing would open the account.
 */
export async function resetSecondStep(
  worker: pg.Pool,
  person: Omit<PersonHere, "host">,
  { passkeys, now }: { passkeys: boolean; now: Date },
): Promise<Reset> {
  const { id: personId } = person;
  return inTransaction(worker, async (tx): Promise<Reset> => {
    const { password, identities } = await lockWaysIn(tx, { ...person, host: null });
    if (passkeys && !password && identities === 0) return { kind: "last" };
    const removed = passkeys ? await tx.query("delete from accounts.passkeys where user_id = $1", [personId]) : null;
    await tx.query("delete from accounts.second_steps where user_id = $1", [personId]);
    await tx.query("delete from accounts.begun_logins where user_id = $1", [personId]);
    await tx.query(
      `insert into events (id, user_id, event_type, metadata, created_at)
       values (gen_random_uuid(), $1, 'second_step_reset', $2, $3)`,
      [personId, JSON.stringify({ passkeys }), now],
    );
    return { kind: "reset", passkeys: removed?.rowCount ?? 0 };
  });
}
