import type { Queryable } from "../database/transaction.ts";

export type NewPerson = {
  id: string;
  email: string;
  passwordHash: string | null;
  providerId: string | null;
  /** Hash of the invitation or setup token that opens the door; used up with the registration. */
  passHash: Buffer | null;
};

/** `known`: this very person is registered already; `taken`: somebody else has the email. */
export type RegisterOutcome = "registered" | "known" | "taken" | "bad-token";

/** The account, the token's end and the event user_registered are one transaction. */
export async function registerPerson(db: Queryable, person: NewPerson, now: Date): Promise<RegisterOutcome> {
  const { rows } = await db.query<{ outcome: RegisterOutcome }>(
    "select accounts.register($1, $2, $3, $4, $5, $6) as outcome",
    [person.id, person.email, person.passwordHash, person.providerId, person.passHash, now],
  );
  return rows[0]?.outcome ?? "taken";
}

export type StoredCredentials = { id: string; email: string; passwordHash: string | null };

export async function findCredentials(db: Queryable, email: string): Promise<StoredCredentials | null> {
  const { rows } = await db.query<StoredCredentials>(
    `select id, email, password_hash as "passwordHash" from accounts.find_credentials($1)`,
    [email],
  );
  return rows[0] ?? null;
}

/** `taken`: the email they have at their provider belongs to another account here. */
export type Recognition = "known" | "unknown" | "disabled" | "taken";

export async function recognisePerson(db: Queryable, id: string, email: string, now: Date): Promise<Recognition> {
  const { rows } = await db.query<{ found: Recognition }>("select accounts.recognise($1, $2, $3) as found", [
    id,
    email,
    now,
  ]);
  return rows[0]?.found ?? "unknown";
}

/** Ends all sessions of the person. A null hash: the provider keeps the password. */
export async function savePassword(db: Queryable, personId: string, hash: string | null, now: Date): Promise<void> {
  await db.query("select accounts.password_changed($1, $2, $3)", [personId, hash, now]);
}

/** After a reset that the provider made: sessions and secret addresses end as with one of ours. */
export async function resetPasswordOf(db: Queryable, personId: string, now: Date): Promise<void> {
  await db.query("select accounts.password_reset($1, null, $2)", [personId, now]);
}

/** With all data of theirs; feeds that nobody reads any more are marked deleted. */
export async function deletePerson(db: Queryable, personId: string, now: Date): Promise<void> {
  await db.query("select accounts.delete_person($1, $2)", [personId, now]);
}
