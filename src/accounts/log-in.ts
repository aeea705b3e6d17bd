import type { AccountParts } from "./account-parts.ts";
import { admitAttempt } from "./admit-attempt.ts";
import type { Credentials, SignIn } from "./auth-provider.ts";
import { openTokens, sealTokens } from "./live-session.ts";
import { parseEmail } from "./parse-email.ts";
import { passwordLengthMax } from "./password-policy.ts";
import { endSession, type StartedSession, startSession, type Visit } from "./session-store.ts";
import type { Throttled } from "./throttle-policy.ts";
import { forgiveAttempts } from "./throttle-store.ts";

export type LogIn = { kind: "logged-in"; session: StartedSession } | Exclude<SignIn, { kind: "signed-in" }> | Throttled;

export async function logIn(parts: AccountParts, credentials: Credentials, visit: Visit): Promise<LogIn> {
  const proof = await provePassword(parts, credentials, visit);
  if (proof.kind !== "signed-in") return proof;

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

/** The one place where a password is tried, so that no door lets guesses through uncounted. */
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
