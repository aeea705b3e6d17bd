import { later, minuteMs } from "../../time.ts";
import type { Throttled } from "../admit-attempt.ts";
import type { AccountParts, SignIn } from "../auth-provider.ts";
import { isRecentProof } from "../change-account.ts";
import { findProof, type Identity, saveIdentity } from "../identity-store.ts";
import type { Person, Visit } from "../session-store.ts";
import { provePassword } from "../sessions.ts";
import { openTicket, sealTicket } from "../ticket.ts";

type LinkTicket = { personId: string; identity: Identity; endsAt: number };

const ticketMsMax = 10 * minuteMs;

/** What the form carries on which a person confirms: that they have just proved to be this one at the provider. */
export function sealLinkTicket({ secrets, now }: AccountParts, personId: string, identity: Identity): string {
  const ticket: LinkTicket = { personId, identity, endsAt: later(now(), ticketMsMax).getTime() };
  return sealTicket(secrets, "identity link", ticket);
}

/** Null where it is none of ours, too old or somebody else's. */
export function openLinkTicket(
  { secrets, now }: AccountParts,
  sealed: string,
  personId: string,
): { identity: Identity } | null {
  const ticket = openTicket(secrets, "identity link", sealed, now()) as LinkTicket | null;
  return ticket?.personId === personId ? ticket : null;
}

export type Linking =
  | { kind: "linked" }
  | { kind: "taken" | "other" }
  | { kind: "stale" }
  | { kind: "not-recent" }
  | Exclude<SignIn, { kind: "signed-in" }>
  | Throttled;

/**
 * Another login is another way in for good, so an open session is not enough: it takes the password, or where there is none a
 * recent proof of who they are.
 */
export async function linkIdentity(
  parts: AccountParts,
  person: Person,
  { ticket, password }: { ticket: string; password: string },
  visit: Visit,
): Promise<Linking> {
  const opened = openLinkTicket(parts, ticket, person.id);
  if (opened === null) return { kind: "stale" };
  const { hasPassword, provedAt } = await findProof(parts.db, person.id, visit.sessionToken);
  if (hasPassword) {
    const proof = await provePassword(parts, { email: person.email, password }, visit);
    if (proof.kind !== "signed-in") return proof;
  } else if (!isRecentProof(provedAt, parts.now())) {
    return { kind: "not-recent" };
  }
  const outcome = await saveIdentity(parts.db, person.id, opened.identity, parts.now());
  return { kind: outcome === "known" ? "linked" : outcome };
}
