import type { Queryable } from "../../database/transaction.ts";
import { hashToken } from "../secret-token.ts";

/** What is asked after the password. `sealedSecret`: of the app that shows codes; null where there is none. */
export type SecondStep = { sealedSecret: Buffer | null; asksPasskey: boolean; recoveryCodes: number };

/** Null: the password is enough. */
export async function findSecondStep(db: Queryable, personId: string): Promise<SecondStep | null> {
  const { rows } = await db.query<SecondStep>(
    `select totp_secret as "sealedSecret", asks_passkey as "asksPasskey", recovery_codes as "recoveryCodes"
     from accounts.find_second_step($1)`,
    [personId],
  );
  return rows[0] ?? null;
}

/** `step`: of the code that confirmed a new secret; null keeps what was used. */
type NewSecondStep = { sealedSecret: Buffer | null; step: number | null; asksPasskey: boolean };

/** Without both nothing is asked any more, and the recovery codes end. */
export async function saveSecondStep(
  db: Queryable,
  personId: string,
  { sealedSecret, step, asksPasskey }: NewSecondStep,
  now: Date,
): Promise<void> {
  await db.query("select accounts.save_second_step($1, $2, $3, $4, $5)", [
    personId,
    sealedSecret,
    step,
    asksPasskey,
    now,
  ]);
}

/** False: this code, or a later one, was used before. */
export async function takeTotpStep(db: Queryable, personId: string, step: number): Promise<boolean> {
  const { rows } = await db.query<{ taken: boolean }>("select accounts.take_totp_step($1, $2) as taken", [
    personId,
    step,
  ]);
  return rows[0]?.taken ?? false;
}

export async function replaceRecoveryCodes(
  db: Queryable,
  personId: string,
  hashes: Buffer[],
  now: Date,
): Promise<void> {
  await db.query("select accounts.replace_recovery_codes($1, $2, $3)", [personId, hashes, now]);
}

export async function takeRecoveryCode(db: Queryable, personId: string, hash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ taken: boolean }>("select accounts.take_recovery_code($1, $2, $3) as taken", [
    personId,
    hash,
    now,
  ]);
  return rows[0]?.taken ?? false;
}

/** A login whose password was right. Its token is what the browser carries to the second step. */
export async function saveBegunLogin(db: Queryable, token: string, personId: string, endsAt: Date): Promise<void> {
  await db.query("select accounts.begin_login($1, $2, $3)", [hashToken(token), personId, endsAt]);
}

export type BegunLogin = { personId: string; email: string };

export async function findBegunLogin(db: Queryable, token: string, now: Date): Promise<BegunLogin | null> {
  const { rows } = await db.query<BegunLogin>(
    `select user_id as "personId", email from accounts.find_begun_login($1, $2)`,
    [hashToken(token), now],
  );
  return rows[0] ?? null;
}

export async function endBegunLogin(db: Queryable, token: string): Promise<boolean> {
  const { rows } = await db.query<{ ended: boolean }>("select accounts.end_begun_login($1) as ended", [
    hashToken(token),
  ]);
  return rows[0]?.ended ?? false;
}
