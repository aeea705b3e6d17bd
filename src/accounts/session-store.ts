import type { Queryable } from "../database/transaction.ts";
import { cutText } from "../text/characters.ts";
import { dayMs, earlier, later } from "../time.ts";
import { parsePreferences, type Preferences } from "./preferences.ts";
import { createSecretToken, hashToken } from "./secret-token.ts";

export type Person = {
  id: string;
  email: string;
  operator: boolean;
  timeZone: string;
  preferences: Preferences;
};
/** `tokensExpireAt`: when the provider must be asked again whether the person is still theirs; null is never. */
export type Session = { id: string; person: Person; tokensExpireAt: Date | null };
export type SessionListed = {
  id: string;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
};

/** Where a person comes from, as far as the request tells. */
export type Visit = {
  address: string | null;
  userAgent: string | null;
  /** The session they already carry. */
  sessionToken: string | null;
  /** The mark of a browser that has logged in before. */
  browser?: string | null;
};

type NewSession = {
  personId: string;
  visit: Visit;
  tokens: { sealed: Buffer; expireAt: Date } | null;
  event: "user_login" | null;
};
export type StartedSession = { token: string; ageSecondsMax: number };

const idleMsMax = 14 * dayMs;
const ageMsMax = 30 * dayMs;
const userAgentLengthMax = 400;
const sessionsPerPersonMax = 50;

/** Always under a new token, which replaces the session the person came with: nobody can plant one beforehand. */
export async function startSession(db: Queryable, session: NewSession, now: Date): Promise<StartedSession> {
  const { personId, visit, tokens, event } = session;
  const { token, hash } = createSecretToken();
  const facts = {
    replaces: visit.sessionToken === null ? null : hashToken(visit.sessionToken).toString("hex"),
    sessionsMax: sessionsPerPersonMax,
    tokensExpireAt: tokens?.expireAt ?? null,
    // The database counts characters, JavaScript halves of them; half an emoji would be no text.
    userAgent: visit.userAgent === null ? null : cutText(visit.userAgent.toWellFormed(), userAgentLengthMax),
    address: visit.address,
    expiresAt: later(now, ageMsMax),
    event,
  };
  await db.query("select accounts.start_session($1, $2, $3, $4, $5)", [
    hash,
    personId,
    JSON.stringify(facts),
    tokens?.sealed ?? null,
    now,
  ]);
  return { token, ageSecondsMax: ageMsMax / 1000 };
}

/**
 * The same session under another token, because more is trusted to it from now on: anyone who has a copy of the old one must not
 * share in that. `provedAt`: they have just proved who they are; null leaves the last proof. Null where it has ended.
 */
export async function renewSession(
  db: Queryable,
  token: string,
  { provedAt, now }: { provedAt: Date | null; now: Date },
): Promise<StartedSession | null> {
  const fresh = createSecretToken();
  const { rows } = await db.query<{ endsAt: Date | null }>(`select accounts.renew_session($1, $2, $3) as "endsAt"`, [
    hashToken(token),
    fresh.hash,
    provedAt,
  ]);
  const endsAt = rows[0]?.endsAt ?? null;
  if (endsAt === null) return null;
  return { token: fresh.token, ageSecondsMax: Math.ceil((endsAt.getTime() - now.getTime()) / 1000) };
}

type SessionRow = {
  id: string;
  user_id: string;
  email: string;
  operator: boolean;
  tokens_expire_at: Date | null;
  time_zone: string;
  preferences: unknown;
};

export async function findSession(db: Queryable, token: string, now: Date): Promise<Session | null> {
  const { rows } = await db.query<SessionRow>({
    name: "find-session",
    text: "select * from accounts.find_session($1, $2, $3)",
    values: [hashToken(token), now, idleSince(now)],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    id: row.id,
    person: {
      id: row.user_id,
      email: row.email,
      operator: row.operator,
      timeZone: row.time_zone,
      preferences: parsePreferences(row.preferences),
    },
    tokensExpireAt: row.tokens_expire_at,
  };
}

export async function listSessions(db: Queryable, personId: string, now: Date): Promise<SessionListed[]> {
  const { rows } = await db.query<SessionListed>(
    `select id, user_agent as "userAgent", address, created_at as "createdAt", last_seen_at as "lastSeenAt"
     from accounts.list_sessions($1, $2, $3)`,
    [personId, now, idleSince(now)],
  );
  return rows;
}

/** Returns the provider's tokens, sealed as they were, so that its session can end too. */
export async function endSession(db: Queryable, token: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ tokens: Buffer | null }>("select accounts.end_session($1) as tokens", [
    hashToken(token),
  ]);
  return rows[0]?.tokens ?? null;
}

/** False for an id that is not one of this person's sessions. */
export async function endSessionOf(db: Queryable, personId: string, sessionId: string): Promise<boolean> {
  const { rows } = await db.query<{ ended: boolean }>("select accounts.end_session_of($1, $2) as ended", [
    personId,
    sessionId,
  ]);
  return rows[0]?.ended ?? false;
}

export async function endOtherSessions(db: Queryable, personId: string, keptId: string): Promise<void> {
  await db.query("select accounts.end_other_sessions($1, $2)", [personId, keptId]);
}

function idleSince(now: Date): Date {
  return earlier(now, idleMsMax);
}

type RefreshTimes = { now: Date; freshUntil: Date; claimUntil: Date };
type RefreshClaim = { state: "claimed"; tokens: Buffer } | { state: "fresh" | "busy"; tokens: null };

/** Null where the session is gone. One request asks the provider; the others are told `busy` until the claim ends. */
export async function claimRefresh(db: Queryable, token: string, times: RefreshTimes): Promise<RefreshClaim | null> {
  const { rows } = await db.query<RefreshClaim>("select state, tokens from accounts.claim_refresh($1, $2, $3, $4)", [
    hashToken(token),
    times.now,
    times.freshUntil,
    times.claimUntil,
  ]);
  return rows[0] ?? null;
}

/** Fenced by the claim's end. Null gives the claim back and leaves the tokens as they were. */
export async function saveRefresh(
  db: Queryable,
  token: string,
  claimUntil: Date,
  tokens: { sealed: Buffer; expireAt: Date } | null,
): Promise<void> {
  await db.query("select accounts.save_refresh($1, $2, $3, $4)", [
    hashToken(token),
    claimUntil,
    tokens?.sealed ?? null,
    tokens?.expireAt ?? null,
  ]);
}

/** What has ended by itself: sessions, links that were sent, throttles, begun logins. */
export async function deleteExpiredAccess(db: Queryable, now: Date): Promise<number> {
  const sessions = await db.query("delete from accounts.sessions where expires_at < $1", [now]);
  const tokens = await db.query("delete from accounts.one_time_tokens where expires_at < $1", [now]);
  const throttles = await db.query("delete from accounts.throttles where resets_at < $1", [now]);
  const begun = await db.query("delete from accounts.begun_logins where expires_at < $1", [now]);
  return [sessions, tokens, throttles, begun].reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
