import { uuidV7 } from "../ids.ts";
import type { AccountParts } from "./auth-provider.ts";
import { findCredentials, registerPerson } from "./person-store.ts";
import { type StartedSession, startSession, type Visit } from "./session-store.ts";

export type ProxyLogIn = { kind: "logged-in"; session: StartedSession; email: string } | { kind: "unknown" };

/** For a person whom a trusted proxy names by their email address. Somebody new gets an account only by setting. */
export async function logInByProxy(
  { db, now }: AccountParts,
  { email, autoCreate }: { email: string; autoCreate: boolean },
  visit: Visit,
): Promise<ProxyLogIn> {
  const at = now();
  const known = await findCredentials(db, email);
  if (known !== null) {
    const session = await startSession(db, { personId: known.id, visit, tokens: null, event: "user_login" }, at);
    return { kind: "logged-in", session, email: known.email };
  }
  if (!autoCreate) return { kind: "unknown" };
  const person = { id: uuidV7(at), email, passwordHash: null, providerId: null, passHash: null };
  // Taken: the account is disabled, or another request was faster. The next page will find that one.
  if ((await registerPerson(db, person, at)) !== "registered") return { kind: "unknown" };
  const session = await startSession(db, { personId: person.id, visit, tokens: null, event: null }, at);
  return { kind: "logged-in", session, email };
}
