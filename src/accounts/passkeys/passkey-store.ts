import type { Queryable } from "../../database/transaction.ts";
import type { PasskeyAlgorithm } from "./parse-cose-key.ts";
import type { NewPasskey } from "./verify-passkey.ts";

export type PasskeyListed = {
  id: string;
  name: string;
  /** It works at this host only. */
  host: string;
  credentialId: Buffer;
  transports: string[];
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** The oldest first. */
export async function listPasskeys(db: Queryable, personId: string): Promise<PasskeyListed[]> {
  const { rows } = await db.query<PasskeyListed>(
    `select id, name, host, credential_id as "credentialId", transports, is_synced as "isSynced",
       created_at as "createdAt", last_used_at as "lastUsedAt"
     from accounts.list_passkeys($1)`,
    [personId],
  );
  return rows;
}

type NamedPasskey = NewPasskey & { id: string; name: string; host: string; transports: string[] };

/** False: this server has it already. */
export async function insertPasskey(
  db: Queryable,
  personId: string,
  passkey: NamedPasskey,
  now: Date,
): Promise<boolean> {
  const { credentialId, key, ...facts } = passkey;
  const { rows } = await db.query<{ added: boolean }>("select accounts.add_passkey($1, $2, $3, $4, $5) as added", [
    personId,
    JSON.stringify({ ...facts, algorithm: key.algorithm }),
    credentialId,
    key.spki,
    now,
  ]);
  return rows[0]?.added ?? false;
}

export async function renamePasskey(db: Queryable, personId: string, id: string, name: string): Promise<boolean> {
  const { rows } = await db.query<{ done: boolean }>("select accounts.rename_passkey($1, $2, $3) as done", [
    personId,
    id,
    name,
  ]);
  return rows[0]?.done ?? false;
}

/** Whether it may go is decided before, in the same transaction. */
export async function deletePasskey(db: Queryable, personId: string, id: string, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ done: boolean }>("select accounts.remove_passkey($1, $2, $3) as done", [
    personId,
    id,
    now,
  ]);
  return rows[0]?.done ?? false;
}

export type StoredPasskey = {
  id: string;
  personId: string;
  email: string;
  name: string;
  algorithm: PasskeyAlgorithm;
  spki: Buffer;
  signCount: number;
};

/** Locked until the end of the transaction. */
export async function findPasskey(tx: Queryable, credentialId: Buffer): Promise<StoredPasskey | null> {
  const { rows } = await tx.query<Omit<StoredPasskey, "signCount"> & { signCount: string }>(
    `select id, user_id as "personId", email, name, algorithm, public_key as spki, sign_count as "signCount"
     from accounts.find_passkey($1)`,
    [credentialId],
  );
  return rows[0] === undefined ? null : { ...rows[0], signCount: Number(rows[0].signCount) };
}

export async function notePasskeyUse(tx: Queryable, id: string, signCount: number, now: Date): Promise<void> {
  await tx.query("select accounts.note_passkey_use($1, $2, $3)", [id, signCount, now]);
}
