import type { Throttled } from "./admit-attempt.ts";
import type { AccountParts, SignIn } from "./auth-provider.ts";
import { isRecentProof } from "./change-account.ts";
import { findProof } from "./identity-store.ts";
import type { RelyingParty } from "./passkeys/relying-party.ts";
import { type PasskeyRefused, provePasskey } from "./passkeys/use-passkey.ts";
import type { Person, Visit } from "./session-store.ts";
import { provePassword } from "./sessions.ts";
import { saveConfirmation } from "./ways-in-store.ts";

/** Somebody who finds an open browser must not be able to add a way in of their own. */
export async function isConfirmed(
  { db, now }: Pick<AccountParts, "db" | "now">,
  { person, token }: Pick<Session, "person" | "token">,
): Promise<boolean> {
  const { provedAt } = await findProof(db, person.id, token);
  return isRecentProof(provedAt, now());
}

type Session = { id: string; token: string; person: Pick<Person, "id" | "email"> };
type Given = { password: string } | { answer: string; party: RelyingParty };
export type Confirmation = { kind: "confirmed" } | Exclude<SignIn, { kind: "signed-in" }> | PasskeyRefused | Throttled;

/** By the password or a passkey: the second step was passed when the session started. */
export async function confirmPerson(
  parts: AccountParts,
  { id, token, person }: Session,
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
  await saveConfirmation(parts.db, id, parts.now());
  return { kind: "confirmed" };
}
