import { uuidV7 } from "../../ids.ts";
import { admitAttempt, type Throttled } from "../admit-attempt.ts";
import type { AccountParts, Unavailable } from "../auth-provider.ts";
import { findIdentity, type Identity, registerIdentity, spendOnce } from "../identity-store.ts";
import { type StartedSession, startSession, type Visit } from "../session-store.ts";
import { forgiveAttempts } from "../throttle-store.ts";
import { type Claims, isInGroup, judgeNewcomer, type NotAdmitted } from "./claims-policy.ts";
import type { OidcClient, Redeemed } from "./oidc-client.ts";
import { challengeOf, openTrip, sealTrip, startTrip, type Trip } from "./oidc-trip.ts";
import { sealLinkTicket } from "./link-identity.ts";

export type OidcParts = { accounts: AccountParts; oidc: OidcClient };
type Leaving = { kind: "away"; url: string; trip: string } | Unavailable;

/** Sends somebody to the provider: to log in, or to link that login to the account of `personId`. */
export async function leaveForOidc(
  { accounts, oidc }: OidcParts,
  aim: { next: string | null; personId: string | null; returnTo: string },
): Promise<Leaving> {
  const { returnTo, ...rest } = aim;
  const trip = startTrip(rest, accounts.now());
  const { state, nonce } = trip;
  const asked = await oidc.askAt({ state, nonce, challenge: challengeOf(trip), returnTo });
  if (asked.kind !== "address") return asked;
  return { kind: "away", url: asked.url, trip: sealTrip(accounts.secrets, trip) };
}

/** What the provider put into the address it sent the person back to. */
export type Answer = { state: string; code: string; error: string; issuer: string | null };
type Coming = { answer: Answer; trip: string; returnTo: string; visit: Visit; personId: string | null };

/** `stale`: started elsewhere, too long ago, or used before. `ticket` proves to our own form whose login it is. */
export type Arrival =
  | { kind: "logged-in"; session: StartedSession; email: string; next: string | null }
  | { kind: "to-link"; ticket: string; label: string }
  | { kind: "stale" }
  | { kind: "denied" }
  | { kind: "not-admitted"; why: NotAdmitted | "group" | "taken" | "disabled"; email: string | null }
  | Exclude<Redeemed, { kind: "proved" }>
  | Throttled;

export async function arriveByOidc(parts: OidcParts, coming: Coming): Promise<Arrival> {
  const { db, secrets, now } = parts.accounts;
  const at = now();
  const trip = openTrip(secrets, coming.trip, coming.answer.state, at);
  if (trip === null || (trip.personId !== null && trip.personId !== coming.personId)) return { kind: "stale" };
  const attempt = { purpose: "oidc", email: "", address: coming.visit.address, browser: null } as const;
  const admission = await admitAttempt(parts.accounts, attempt, at);
  if (admission.kind === "throttled") return admission;
  if (!(await spendOnce(db, trip.state, at, new Date(trip.endsAt)))) return { kind: "stale" };

  const arrival = await arrive(parts, coming, trip);
  // Only what looks like a forgery or a replay counts.
  if (arrival.kind !== "refused" && arrival.kind !== "bad-proof") await forgiveAttempts(db, admission.keys);
  return arrival;
}

async function arrive(parts: OidcParts, { answer, returnTo, visit }: Coming, trip: Trip): Promise<Arrival> {
  if (answer.error !== "") return refusalOf(answer.error);
  if (answer.code === "") return { kind: "stale" };
  const { nonce, verifier } = trip;
  const redeemed = await parts.oidc.redeem({ code: answer.code, issuer: answer.issuer, nonce, verifier, returnTo });
  if (redeemed.kind !== "proved") return redeemed;
  const { claims } = redeemed;
  const { issuer, allowedGroups } = parts.oidc.settings;
  if (!isInGroup(claims, allowedGroups)) return { kind: "not-admitted", why: "group", email: claims.email };
  const identity = { issuer, subject: claims.subject, label: claims.name };
  if (trip.personId !== null) {
    return { kind: "to-link", ticket: sealLinkTicket(parts.accounts, trip.personId, identity), label: identity.label };
  }
  return logIn(parts, { identity, claims, visit, next: trip.next });
}

/** The error codes of OAuth 2.0 (RFC 6749, 4.1.2.1) and OpenID Connect. */
function refusalOf(error: string): Arrival {
  if (/^(access_denied|login_required|consent_required|interaction_required)$/.test(error)) return { kind: "denied" };
  const reason = `the provider sent people back with ${error.slice(0, 100)}`;
  return { kind: "unavailable", reason, bySetting: !/^(server_error|temporarily_unavailable)$/.test(error) };
}

type Known = { identity: Identity; claims: Claims; visit: Visit; next: string | null };

async function logIn(parts: OidcParts, { identity, claims, visit, next }: Known): Promise<Arrival> {
  const { db, now } = parts.accounts;
  const owner = await findIdentity(db, identity, now());
  if (owner === null) return welcome(parts, { identity, claims, visit, next });
  if (owner.isDisabled) return { kind: "not-admitted", why: "disabled", email: claims.email };
  const session = await startSession(db, { personId: owner.id, visit, tokens: null, event: "user_login" }, now());
  return { kind: "logged-in", session, email: owner.email, next };
}

/** Somebody new. An account that has their email address is not opened: its owner proves that with the password. */
async function welcome(parts: OidcParts, { identity, claims, visit, next }: Known): Promise<Arrival> {
  const judged = judgeNewcomer(claims, parts.oidc.settings);
  if (typeof judged === "string") return { kind: "not-admitted", why: judged, email: claims.email };
  const { db, now } = parts.accounts;
  const at = now();
  const person = { id: uuidV7(at), email: judged.email };
  const outcome = await registerIdentity(db, person, identity, at);
  if (outcome === "taken") return { kind: "not-admitted", why: "taken", email: judged.email };
  const session = await startSession(db, { personId: person.id, visit, tokens: null, event: null }, at);
  return { kind: "logged-in", session, email: person.email, next };
}
