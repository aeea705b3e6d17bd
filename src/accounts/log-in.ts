import type { AccountParts } from "./account-parts.ts";
import type { Credentials, SignIn } from "./auth-provider.ts";
import { provePassword } from "./prove-password.ts";
import { openTokens, sealTokens } from "./provider-tokens.ts";
import { endSession, startSession, type StartedSession, type Visit } from "./session-store.ts";
import type { Throttled } from "./throttle-policy.ts";

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
