import { setTimeout as wait } from "node:timers/promises";
import type { SecretBox } from "../database/secret-box.ts";
import { later } from "../time.ts";
import type { AccountParts } from "./account-parts.ts";
import type { ProviderTokens, Refresh, Unavailable } from "./auth-provider.ts";
import { claimRefresh, endSession, findSession, saveRefresh, type Session } from "./session-store.ts";

export type LiveSession = { kind: "live"; session: Session } | { kind: "none" } | Unavailable;

/** Asked a little early, so that no answer is given on a token that ends meanwhile. */
const earlyMs = 30_000;
/** Longer than a request to the provider may take. */
const claimMs = 12_000;
const pollMs = 100;

/** The session behind a cookie. Where a provider gave tokens, it is asked again whenever they have run out. */
export async function findLiveSession(parts: AccountParts, token: string): Promise<LiveSession> {
  const now = parts.now();
  const session = await findSession(parts.db, token, now);
  if (session === null) return { kind: "none" };
  const { tokensExpireAt } = session;
  if (tokensExpireAt === null || tokensExpireAt > later(now, earlyMs)) return { kind: "live", session };
  return refreshed(parts, token, session);
}

/** Parallel requests of one person wait for the one that refreshes: a token that rotates may be used only once. */
async function refreshed(parts: AccountParts, token: string, session: Session): Promise<LiveSession> {
  for (let waitedMs = 0; waitedMs < claimMs; waitedMs += pollMs) {
    const now = parts.now();
    const claimUntil = later(now, claimMs);
    const claim = await claimRefresh(parts.db, token, { now, freshUntil: later(now, earlyMs), claimUntil });
    if (claim === null) return { kind: "none" };
    if (claim.state === "fresh") return { kind: "live", session };
    if (claim.state === "claimed") {
      const outcome = await askProvider(parts, claim.tokens);
      return settle(parts, { token, session, claimUntil }, outcome);
    }
    await wait(pollMs);
  }
  return { kind: "unavailable", reason: "another request has waited for the provider for too long" };
}

async function askProvider({ provider, secrets }: AccountParts, sealed: Buffer): Promise<Refresh> {
  const tokens = openTokens(secrets, sealed);
  // No upstream: AUTH_PROVIDER was changed, and nobody can vouch for this session any more.
  return tokens === null || provider.upstream === null ? { kind: "ended" } : provider.upstream.refresh(tokens);
}

type Claimed = { token: string; session: Session; claimUntil: Date };

async function settle(
  { db, secrets }: AccountParts,
  { token, session, claimUntil }: Claimed,
  outcome: Refresh,
): Promise<LiveSession> {
  switch (outcome.kind) {
    case "refreshed":
      await saveRefresh(db, token, claimUntil, sealTokens(secrets, outcome.tokens));
      return { kind: "live", session };
    case "ended":
      await endSession(db, token);
      return { kind: "none" };
    case "unavailable":
      await saveRefresh(db, token, claimUntil, null);
      return outcome;
  }
}

export function sealTokens(secrets: SecretBox, tokens: ProviderTokens | null) {
  return tokens === null ? null : { sealed: secrets.seal(JSON.stringify(tokens)), expireAt: tokens.expiresAt };
}

/** Null where they were sealed with another SECRET_KEY: such a session can only end. */
export function openTokens(secrets: SecretBox, sealed: Buffer): ProviderTokens | null {
  try {
    const { access, refresh, expiresAt } = JSON.parse(secrets.open(sealed)) as Record<keyof ProviderTokens, string>;
    return { access, refresh, expiresAt: new Date(expiresAt) };
  } catch {
    return null;
  }
}
