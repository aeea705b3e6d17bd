import { setTimeout as wait } from "node:timers/promises";
import type { SecretBox } from "../database/secret-box.ts";
import { later } from "../time.ts";
import { admitAttempt, type Throttled } from "./admit-attempt.ts";
import type { AccountParts, Credentials, ProviderTokens, Refresh, SignIn, Unavailable } from "./auth-provider.ts";
import { parseEmail, passwordLengthMax } from "./credentials-policy.ts";
import { beginSecondStep } from "./second-step/second-step.ts";
import {
  claimRefresh,
  endSession,
  findSession,
  saveRefresh,
  type Session,
  type StartedSession,
  startSession,
  type Visit,
} from "./session-store.ts";
import { forgiveAttempts } from "./throttle-store.ts";

/** `token`: leads to the second step, after which the session starts. */
type LogIn =
  | { kind: "logged-in"; session: StartedSession }
  | { kind: "second-step"; token: string }
  | Exclude<SignIn, { kind: "signed-in" }>
  | Throttled;

export async function logIn(parts: AccountParts, credentials: Credentials, visit: Visit): Promise<LogIn> {
  const proof = await provePassword(parts, credentials, visit);
  if (proof.kind !== "signed-in") return proof;

  const token = await beginSecondStep(parts, proof.id);
  if (token !== null) return { kind: "second-step", token };

  const tokens = sealTokens(parts.secrets, proof.tokens);
  const session = { personId: proof.id, visit, tokens, event: "user_login" } as const;
  return { kind: "logged-in", session: await startSession(parts.db, session, parts.now()) };
}

/** Ours ends first: whatever the provider answers, this token opens nothing any more. */
export async function logOut({ db, provider, secrets }: AccountParts, token: string): Promise<void> {
  const sealed = await endSession(db, token);
  const tokens = sealed === null ? null : openTokens(secrets, sealed);
  if (tokens !== null) await provider.upstream?.signOut(tokens);
}

/** The one place where a password is tried, so that every guess is counted. */
export async function provePassword(
  parts: AccountParts,
  { email, password }: Credentials,
  { address, browser = null }: Visit,
): Promise<SignIn | Throttled> {
  const { db, provider, now, sleep } = parts;
  const admission = await admitAttempt(parts, { purpose: "password", email, address, browser }, now());
  if (admission.kind === "throttled") return admission;
  if (admission.waitMs > 0) await sleep(admission.waitMs);

  const known = parseEmail(email);
  if (known === null || password.length > 2 * passwordLengthMax) return { kind: "wrong" };
  const result = await provider.signIn({ email: known, password }, now());

  // A right password was no guess, and one that nobody could check was none either.
  if (result.kind === "signed-in" || result.kind === "unavailable") await forgiveAttempts(db, admission.keys);
  return result;
}

type LiveSession = { kind: "live"; session: Session } | { kind: "none" } | Unavailable;

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
function openTokens(secrets: SecretBox, sealed: Buffer): ProviderTokens | null {
  try {
    const { access, refresh, expiresAt } = JSON.parse(secrets.open(sealed)) as Record<keyof ProviderTokens, string>;
    return { access, refresh, expiresAt: new Date(expiresAt) };
  } catch {
    return null;
  }
}
