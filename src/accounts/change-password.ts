import { inTransaction } from "../database/transaction.ts";
import type { AccountParts } from "./account-parts.ts";
import type { SignIn } from "./auth-provider.ts";
import { findPasswordFault, type PasswordFault } from "./password-policy.ts";
import { savePassword } from "./person-store.ts";
import { provePassword } from "./log-in.ts";
import { sealTokens } from "./live-session.ts";
import { type Person, startSession, type StartedSession, type Visit } from "./session-store.ts";
import type { Throttled } from "./throttle-policy.ts";

export type NewPassword = { password: string; repeated: string };
export type NewPasswordFaults = { password: PasswordFault | null; repeated: "different" | null };

export type PasswordChanged =
  | { kind: "changed"; session: StartedSession }
  | { kind: "invalid"; faults: NewPasswordFaults }
  | { kind: "unfit" }
  | Exclude<SignIn, { kind: "signed-in" }>
  | Throttled;

/** Ends every session, the thief's too, and gives the person who knew the password a new one. */
export async function changePassword(
  parts: AccountParts,
  person: Person,
  form: NewPassword & { current: string },
  visit: Visit,
): Promise<PasswordChanged> {
  const faults = findNewPasswordFaults(form, person.email, parts.passwordLengthMin);
  if (faults !== null) return { kind: "invalid", faults };
  const proof = await provePassword(parts, { email: person.email, password: form.current }, visit);
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

export function findNewPasswordFaults(
  form: NewPassword,
  email: string,
  passwordLengthMin: number,
): NewPasswordFaults | null {
  const password = findPasswordFault(form.password, email, passwordLengthMin);
  const repeated = form.repeated === form.password ? null : "different";
  return password === null && repeated === null ? null : { password, repeated };
}
