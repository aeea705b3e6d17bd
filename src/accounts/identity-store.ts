import type { Queryable } from "../database/transaction.ts";
import { cutText } from "../text/characters.ts";
import { hashToken } from "./secret-token.ts";

/** A login at another server: `subject` is that server's own id of the person. `label` is only shown. */
export type Identity = { issuer: string; subject: string; label: string };

const labelLengthMax = 254;

export type IdentityOwner = { id: string; email: string; isDisabled: boolean };

export async function findIdentity(
  db: Queryable,
  { issuer, subject }: Identity,
  now: Date,
): Promise<IdentityOwner | null> {
  const { rows } = await db.query<IdentityOwner>(
    `select user_id as id, email, is_disabled as "isDisabled" from accounts.find_identity($1, $2, $3)`,
    [issuer, subject, now],
  );
  return rows[0] ?? null;
}

export type LinkedIdentity = {
  id: string;
  issuer: string;
  label: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

export async function listIdentities(db: Queryable, personId: string): Promise<LinkedIdentity[]> {
  const { rows } = await db.query<LinkedIdentity>(
    `select id, issuer, label, created_at as "createdAt", last_used_at as "lastUsedAt"
     from accounts.list_identities($1)`,
    [personId],
  );
  return rows;
}

/** `taken`: it opens another account. `other`: the account has another login of the same server. */
export type LinkOutcome = "linked" | "known" | "taken" | "other";

export async function saveIdentity(
  db: Queryable,
  personId: string,
  identity: Identity,
  now: Date,
): Promise<LinkOutcome> {
  const { rows } = await db.query<{ outcome: LinkOutcome }>("select accounts.link_identity($1, $2, $3) as outcome", [
    personId,
    factsOf(identity),
    now,
  ]);
  return rows[0]?.outcome ?? "taken";
}

/** The account and its login, never an operator's. */
export async function registerIdentity(
  db: Queryable,
  person: { id: string; email: string },
  identity: Identity,
  now: Date,
): Promise<"registered" | "taken"> {
  const { rows } = await db.query<{ outcome: "registered" | "taken" }>(
    "select accounts.register_identity($1, $2, $3, $4) as outcome",
    [person.id, person.email, factsOf(identity), now],
  );
  return rows[0]?.outcome ?? "taken";
}

/** Whether it may go is decided before, in the same transaction. */
export async function deleteIdentity(db: Queryable, personId: string, id: string, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ done: boolean }>("select accounts.unlink_identity($1, $2, $3) as done", [
    personId,
    id,
    now,
  ]);
  return rows[0]?.done ?? false;
}

/** Whether the person has a password, here or at the provider; and when they last proved in this session who they are. */
export type Proof = { hasPassword: boolean; provedAt: Date | null };

export async function findProof(db: Queryable, personId: string, sessionToken: string | null): Promise<Proof> {
  const { rows } = await db.query<Proof>(
    `select has_password as "hasPassword", logged_in_at as "provedAt" from accounts.find_proof($1, $2)`,
    [personId, sessionToken === null ? null : hashToken(sessionToken)],
  );
  return rows[0] ?? { hasPassword: true, provedAt: null };
}

/** False: it was used before. Remembered until it would have expired anyway. */
export async function spendOnce(db: Queryable, secret: string, now: Date, until: Date): Promise<boolean> {
  const { rows } = await db.query<{ isFirst: boolean }>(`select accounts.spend_once($1, $2, $3) as "isFirst"`, [
    hashToken(secret),
    now,
    until,
  ]);
  return rows[0]?.isFirst ?? false;
}

function factsOf({ issuer, subject, label }: Identity): string {
  return JSON.stringify({ issuer, subject, label: cutText(label.toWellFormed(), labelLengthMax) });
}
