import type { Queryable } from "../database/transaction.ts";
import { hashToken } from "./secret-token.ts";

export type RefreshTimes = { now: Date; freshUntil: Date; claimUntil: Date };
export type RefreshClaim = { state: "claimed"; tokens: Buffer } | { state: "fresh" | "busy"; tokens: null };

/** Null where the session is gone. One asks the provider, whoever else comes is told `busy` until the claim ends. */
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
