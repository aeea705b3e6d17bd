import type { Throttled } from "./admit-attempt.ts";
import type { AccountParts, SignIn } from "./auth-provider.ts";
import { isRecentProof } from "./change-account.ts";
import { findProof } from "./identity-store.ts";
import type { RelyingParty } from "./passkeys/relying-party.ts";
import { type PasskeyRefused, provePasskey } from "./passkeys/use-passkey.ts";
import { type Person, renewSession, type StartedSession, type Visit } from "./session-store.ts";
import { provePassword } from "./sessions.ts";

/** Somebody who finds an open browser must not be able to add a way in of their own. */
export async function isConfirmed(
  { db, now }: Pick<AccountParts, "db" | "now">,
  { person, token }: Session,
): Promise<boolean> {
  const { provedAt } = await findProof(db, person.id, token);
  return isRecentProof(provedAt, now());
}

type Session = { token: string; person: Pick<Person, "id" | "email"> };
type Given = { password: string } | { answer: string; party: RelyingParty };
/** `session`: the same one goes on with it; null where it ended meanwhile. */
export type Confirmation =
  | { kind: "confirmed"; session: StartedSession | null }
  | Exclude<SignIn, { kind: "signed-in" }>
  | PasskeyRefused
  | Throttled;

/** By the password or a passkey: the second step was passed when the session started. */
export async function confirmPerson(
  parts: AccountParts,
  { token, person }: Session,
  given: Given,
  visit: Visit,
): Promise<Confirmation> {
  const proof =
    "password" in given
      ? await provePassword(parts, { email: person.email, password: given.password }, visit)
      : await provePasskey(
          parts,
          { ...given, use: { purpose: "confirm", binding: token }, personId: person.id },
          visit,
        );
  if (proof.kind !== "signed-in" && proof.kind !== "proved") return proof;
  const now = parts.now();
  return { kind: "confirmed", session: await renewSession(parts.db, token, { provedAt: now, now }) };
}
