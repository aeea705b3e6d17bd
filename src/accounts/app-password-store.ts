import { createHash, randomInt } from "node:crypto";
import type { Queryable } from "../database/transaction.ts";
import { type Language, parsePreferences } from "./preferences.ts";
import { hashToken } from "./secret-token.ts";

/** What an app speaks. A password opens one of them. */
export const appProtocols = ["greader", "fever", "miniflux", "api"] as const;
export type AppProtocol = (typeof appProtocols)[number];

export type AppPassword = {
  id: string;
  name: string;
  protocol: AppProtocol;
  readOnly: boolean;
  /** Titles plain, with the original in the body; false leaves both as published. */
  plainTitles: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  lastAddress: string | null;
};

export const appPasswordsMax = 50;

/** In the person's own transaction. The newest first. */
export async function listAppPasswords(asPerson: Queryable): Promise<AppPassword[]> {
  const { rows } = await asPerson.query<AppPassword>({
    name: "list-app-passwords",
    text: `select id, name, protocol, read_only as "readOnly", plain_titles as "plainTitles", created_at as "createdAt",
      last_used_at as "lastUsedAt", last_address as "lastAddress" from app_passwords order by created_at desc, id`,
  });
  return rows;
}

export type NewAppPassword = Pick<AppPassword, "id" | "name" | "protocol" | "readOnly" | "plainTitles">;

/** Returns the password, which nobody can read again; null where the person has `appPasswordsMax` already. */
export async function addAppPassword(
  asPerson: Queryable,
  { id, name, protocol, readOnly, plainTitles }: NewAppPassword,
  { email, now }: { email: string; now: Date },
): Promise<string | null> {
  const password = createPassword();
  const feverHash = protocol === "fever" ? hashToken(feverKeyOf(email, password)) : null;
  const { rowCount } = await asPerson.query(
    `insert into app_passwords (id, user_id, name, protocol, read_only, plain_titles, password_hash, fever_hash, created_at)
     select $1, auth.uid(), $2, $3, $4, $5, $6, $7, $8
     where (select count(*) from app_passwords) < ${appPasswordsMax}`,
    [id, name, protocol, readOnly, plainTitles, hashToken(password), feverHash, now],
  );
  return rowCount === 0 ? null : password;
}

/** It opens nothing any more. False for what is not the person's. */
export async function deleteAppPassword(asPerson: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await asPerson.query("delete from app_passwords where id = $1", [id]);
  return rowCount !== 0;
}

/** What an app password opens, and to whom. */
export type AppAccess = {
  passwordId: string;
  personId: string;
  email: string;
  protocol: AppProtocol;
  readOnly: boolean;
  plainTitles: boolean;
  language: Language;
};
/** By the password itself, by the key that a Fever client sends (md5 in hex), or by the id in a token that we signed. */
export type AppKey = { secret: string } | { passwordId: string };

/** Without anybody's claims: the key is what gives the right. Asked with every request, so that a revoked one ends at once. */
export async function findAppAccess(
  db: Queryable,
  key: AppKey,
  { address, now }: { address: string | null; now: Date },
): Promise<AppAccess | null> {
  const { rows } = await db.query<AccessRow>({
    name: "find-app-password",
    text: "select * from accounts.find_app_password($1, $2, $3, $4)",
    values: "secret" in key ? [hashToken(key.secret), null, address, now] : [null, key.passwordId, address, now],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    passwordId: row.id,
    personId: row.user_id,
    email: row.email,
    protocol: row.protocol,
    readOnly: row.read_only,
    plainTitles: row.plain_titles,
    language: parsePreferences(row.preferences).language ?? "en",
  };
}

type AccessRow = {
  id: string;
  user_id: string;
  email: string;
  protocol: AppProtocol;
  read_only: boolean;
  plain_titles: boolean;
  preferences: unknown;
};

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
// 124 bits. People type it on phones: no capitals, no signs.
const passwordChars = 24;

function createPassword(): string {
  return Array.from({ length: passwordChars }, () => letters[randomInt(letters.length)]).join("");
}

/** MD5 is Fever's own choice. What we keep is a SHA-256 of it, so a stolen table opens nothing. */
function feverKeyOf(email: string, password: string): string {
  return createHash("md5").update(`${email.toLowerCase()}:${password}`).digest("hex");
}
