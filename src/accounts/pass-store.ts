import type { Queryable } from "../database/transaction.ts";
import { dayMs, later, minuteMs, weekMs } from "../time.ts";
import { hashToken, createSecretToken } from "./secret-token.ts";

/** A link that works once: to become the operator, to register where that needs an invitation, to set a new password. */
export type Pass = {
  purpose: "setup" | "invite" | "reset";
  /** Of the invited person, or of the account whose password it resets. */
  email: string | null;
};

const lifeMs = { setup: dayMs, invite: weekMs, reset: 30 * minuteMs };

export async function findPass(db: Queryable, token: string, now: Date): Promise<Pass | null> {
  const { rows } = await db.query<Pass>("select purpose, email from accounts.find_pass($1, $2)", [
    hashToken(token),
    now,
  ]);
  return rows[0] ?? null;
}

/** The token of a reset link, which also sets a first password; null where no account that has its password here has that email. */
export async function createResetPass(db: Queryable, email: string, now: Date): Promise<string | null> {
  const { token, hash } = createSecretToken();
  const { rows } = await db.query<{ made: boolean }>("select accounts.make_reset($1, $2, $3, $4) as made", [
    email,
    hash,
    now,
    later(now, lifeMs.reset),
  ]);
  return rows[0]?.made ? token : null;
}

/** Sets the password and ends all sessions; the person's id, or null where the link has been used or is too old. */
export async function useResetPass(db: Queryable, token: string, hash: string, now: Date): Promise<string | null> {
  const { rows } = await db.query<{ person: string | null }>("select accounts.use_reset($1, $2, $3) as person", [
    hashToken(token),
    hash,
    now,
  ]);
  return rows[0]?.person ?? null;
}

/** False where the token was used, is too old or was never a setup token, or where there is an operator. */
export async function becomeOperator(db: Queryable, personId: string, token: string, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ done: boolean }>("select accounts.become_operator($1, $2, $3) as done", [
    personId,
    hashToken(token),
    now,
  ]);
  return rows[0]?.done ?? false;
}

/** For the worker's role. The token of an invitation link; with an email the form comes filled in. */
export async function createInvitePass(worker: Queryable, email: string | null, now: Date): Promise<string> {
  const { token, hash } = createSecretToken();
  await worker.query(
    `insert into accounts.one_time_tokens (token_hash, purpose, email, created_at, expires_at)
     values ($1, 'invite', $2, $3, $4)`,
    [hash, email, now, later(now, lifeMs.invite)],
  );
  return token;
}

/** An invitation nobody has used yet; `id` is no secret, the link cannot be made of it. */
export type Invite = { id: string; email: string | null; expiresAt: Date };

const invitesListedMax = 200;

/** For the worker's role. The newest first. */
export async function listInvites(worker: Queryable, now: Date): Promise<Invite[]> {
  const { rows } = await worker.query<Invite>(
    `select encode(token_hash, 'hex') as id, email, expires_at as "expiresAt"
     from accounts.one_time_tokens where purpose = 'invite' and used_at is null and expires_at > $1
     order by created_at desc, token_hash limit ${invitesListedMax}`,
    [now],
  );
  return rows;
}

/** For the worker's role. False where there is none, or it has been used. */
export async function revokeInvite(worker: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await worker.query(
    "delete from accounts.one_time_tokens where encode(token_hash, 'hex') = $1 and purpose = 'invite' and used_at is null",
    [id],
  );
  return rowCount === 1;
}

/** For the worker's role. While there is none, each start makes a setup token. */
export async function hasOperator(worker: Queryable): Promise<boolean> {
  const { rows } = await worker.query<{ found: boolean }>(
    "select exists (select from accounts.users where operator and disabled_at is null) as found",
  );
  return rows[0]?.found ?? false;
}

/** For the worker's role. A setup token while there is no operator, else null. It ends the one made before. */
export async function createSetupPass(worker: Queryable, now: Date): Promise<string | null> {
  const { token, hash } = createSecretToken();
  const { rows } = await worker.query<{ made: boolean }>("select accounts.make_setup($1, $2, $3) as made", [
    hash,
    now,
    later(now, lifeMs.setup),
  ]);
  return rows[0]?.made ? token : null;
}
