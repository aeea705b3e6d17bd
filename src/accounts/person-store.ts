import type { Queryable } from "../database/transaction.ts";
import { uuidV7 } from "../ids.ts";
import { parsePreferences, type Preferences } from "./preferences.ts";
import { findTimeZone } from "./time-zones.ts";

export type NewPerson = {
  id: string;
  email: string;
  passwordHash: string | null;
  providerId: string | null;
  /** Hash of the invitation or setup token that opens the door; used up with the registration. */
  passHash: Buffer | null;
};

/** `known`: this person is registered already; `taken`: somebody else has the email. */
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

/** False: this server does not know the time zone. */
export async function savePreferences(
  asPerson: Queryable,
  changes: Partial<Preferences>,
  writtenZone: string | null,
  now: Date,
): Promise<boolean> {
  const timeZone = writtenZone === null ? null : findTimeZone(writtenZone);
  if (timeZone === null && writtenZone !== null) return false;
  const { rows } = await asPerson.query<{ saved: boolean }>("select set_preferences($1, $2, $3) as saved", [
    JSON.stringify(changes),
    timeZone,
    now,
  ]);
  return rows[0]?.saved ?? false;
}

/** With all their data. Feeds that nobody reads any more are marked deleted. */
export async function deletePerson(db: Queryable, personId: string, now: Date): Promise<void> {
  await db.query("select accounts.delete_person($1, $2)", [personId, now]);
}

/** One person as the operator sees them. For the worker's role, like everything below. */
export type PersonListed = {
  id: string;
  email: string;
  operator: boolean;
  disabledAt: Date | null;
  createdAt: Date;
  lastSeenAt: Date | null;
  subscriptions: number;
};

/** `all` are on this server, `found` are those searched for; `first` counts from 0. */
export type PeoplePage = { people: PersonListed[]; first: number; found: number; all: number };

export const peoplePerPage = 50;

const listed = `select u.id, u.email, u.operator, u.disabled_at as "disabledAt", u.created_at as "createdAt",
    (select max(s.last_seen_at) from accounts.sessions s where s.user_id = u.id) as "lastSeenAt",
    (select count(*)::int from subscriptions s where s.user_id = u.id) as subscriptions
  from accounts.users u`;
const oldestFirst = "order by u.created_at, u.id";

export async function listPeople(worker: Queryable, countMax: number): Promise<PersonListed[]> {
  const { rows } = await worker.query<PersonListed>(`${listed} ${oldestFirst} limit $1`, [countMax]);
  return rows;
}

/** By a part of the email. A page behind the last is the last. */
export async function findPeople(
  worker: Queryable,
  { search, page }: { search: string; page: number },
): Promise<PeoplePage> {
  const isFound = "position(lower($1) in lower(u.email)) > 0";
  const counted = await worker.query<{ all: number; found: number }>(
    `select count(*)::int as all, count(*) filter (where ${isFound})::int as found from accounts.users u`,
    [search],
  );
  const { all = 0, found = 0 } = counted.rows[0] ?? {};
  const pages = Math.max(1, Math.ceil(found / peoplePerPage));
  const first = (Math.min(page, pages) - 1) * peoplePerPage;
  const { rows } = await worker.query<PersonListed>(
    `${listed} where ${isFound} ${oldestFirst} limit ${peoplePerPage} offset $2`,
    [search, first],
  );
  return { people: rows, first, found, all };
}

export async function findPersonByEmail(
  worker: Queryable,
  email: string,
): Promise<{ id: string; email: string; operator: boolean } | null> {
  const { rows } = await worker.query<{ id: string; email: string; operator: boolean }>(
    "select id, email, operator from accounts.users where lower(email) = lower($1)",
    [email],
  );
  return rows[0] ?? null;
}

export async function findPerson(
  worker: Queryable,
  personId: string,
): Promise<{ email: string; isDisabled: boolean } | null> {
  const { rows } = await worker.query<{ email: string; isDisabled: boolean }>(
    `select email, disabled_at is not null as "isDisabled" from accounts.users where id = $1`,
    [personId],
  );
  return rows[0] ?? null;
}

/** Without a password: a reset link sets the first one. Null where the email is taken. */
export async function createPerson(
  worker: Queryable,
  person: { email: string; operator: boolean },
  now: Date,
): Promise<string | null> {
  const { rows } = await worker.query<{ id: string }>(
    `insert into accounts.users (id, email, operator, created_at, updated_at) values ($1, $2, $3, $4, $4)
     on conflict do nothing returning id`,
    [uuidV7(now), person.email, person.operator, now],
  );
  return rows[0]?.id ?? null;
}

/** Their sessions stop at once, since each request asks; enabling again brings back those not yet expired. */
export async function setPersonDisabled(
  worker: Queryable,
  personId: string,
  isDisabled: boolean,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await worker.query(
    "update accounts.users set disabled_at = case when $2 then $3::timestamptz end, updated_at = $3 where id = $1",
    [personId, isDisabled, now],
  );
  return rowCount === 1;
}

/** Of a person who is not signed in: somebody reads one of their secret addresses. */
export async function findPreferences(db: Queryable, personId: string): Promise<Preferences> {
  const { rows } = await db.query<{ preferences: unknown }>({
    name: "find-preferences",
    text: "select preferences from accounts.describe_person($1)",
    values: [personId],
  });
  return parsePreferences(rows[0]?.preferences);
}
