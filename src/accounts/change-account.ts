import { inTransaction } from "../database/transaction.ts";
import { earlier, minuteMs } from "../time.ts";
import type { Throttled } from "./admit-attempt.ts";
import type { AccountParts, SignIn } from "./auth-provider.ts";
import { findNewPasswordFaults, type NewPassword, type NewPasswordFaults } from "./credentials-policy.ts";
import { findProof } from "./identity-store.ts";
import { deletePerson, savePassword } from "./person-store.ts";
import { type Person, type StartedSession, startSession, type Visit } from "./session-store.ts";
import { provePassword, sealTokens } from "./sessions.ts";

export type PasswordChanged =
  | { kind: "changed"; session: StartedSession }
  | { kind: "invalid"; faults: NewPasswordFaults }
  | { kind: "unfit" }
  | NotProved;

/** Ends every session, the thief's too, and gives the person who knew the password a new one. */
export async function changePassword(
  parts: AccountParts,
  person: Person,
  form: NewPassword & { current: string },
  visit: Visit,
): Promise<PasswordChanged> {
  const faults = findNewPasswordFaults(form, person.email, parts.passwordLengthMin);
  if (faults !== null) return { kind: "invalid", faults };
  const proof = await provePerson(parts, person, form.current, visit);
  if (proof.kind !== "signed-in") return proof;

  const change = await parts.provider.changePassword(proof, form.password);
  if (change.kind !== "changed") return change;

  const tokens = sealTokens(parts.secrets, proof.tokens);
  const now = parts.now();
  const session = await inTransaction(parts.db, async (tx) => {
    await savePassword(tx, person.id, change.passwordHash, now);
    return startSession(tx, { personId: person.id, visit, tokens, event: null }, now);
  });
  return { kind: "changed", session };
}

export type AccountDeletion = { kind: "deleted" } | NotProved;

/** The provider goes first: if its part failed after ours, a login would be left there for an account that is gone. */
export async function deleteAccount(
  parts: AccountParts,
  person: Person,
  password: string,
  visit: Visit,
): Promise<AccountDeletion> {
  const proof = await provePerson(parts, person, password, visit);
  if (proof.kind !== "signed-in") return proof;

  const removal = await parts.provider.remove(person.id);
  if (removal.kind === "unavailable") return removal;

  await deletePerson(parts.db, person.id, parts.now());
  return { kind: "deleted" };
}

/** `not-recent`: they have no password, and logged in too long ago. */
export type NotProved = Exclude<SignIn, { kind: "signed-in" }> | Throttled | { kind: "not-recent" };

/** Somebody without a password has just proved by another way who they are. */
export const recentLogInMs = 15 * minuteMs;

export function isRecentProof(provedAt: Date | null, now: Date): boolean {
  return provedAt !== null && provedAt > earlier(now, recentLogInMs);
}

async function provePerson(
  parts: AccountParts,
  person: Person,
  password: string,
  visit: Visit,
): Promise<Extract<SignIn, { kind: "signed-in" }> | NotProved> {
  const { hasPassword, provedAt } = await findProof(parts.db, person.id, visit.sessionToken);
  if (hasPassword) return provePassword(parts, { email: person.email, password }, visit);
  const isRecent = isRecentProof(provedAt, parts.now());
  return isRecent ? { kind: "signed-in", id: person.id, email: person.email, tokens: null } : { kind: "not-recent" };
}
