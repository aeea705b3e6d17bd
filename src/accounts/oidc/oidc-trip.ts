import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { SecretBox } from "../../database/secret-box.ts";
import { later, minuteMs } from "../../time.ts";
import { openTicket, sealTicket } from "../ticket.ts";

/** What a browser carries, sealed, from the button to the provider and back. */
export type Trip = {
  state: string;
  nonce: string;
  verifier: string;
  /** The page to return to. */
  next: string | null;
  /** Who wants to link their login; null to log in. */
  personId: string | null;
  endsAt: number;
};

/** Time to log in there, with a second factor and a forgotten password. */
const tripMsMax = 15 * minuteMs;
export const tripSecondsMax = tripMsMax / 1000;

export function startTrip(aim: Pick<Trip, "next" | "personId">, now: Date): Trip {
  return {
    ...aim,
    state: randomWord(),
    nonce: randomWord(),
    verifier: randomWord(),
    endsAt: later(now, tripMsMax).getTime(),
  };
}

/** PKCE: the provider gives the tokens only to the one who knows the verifier. */
export function challengeOf({ verifier }: Trip): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

export function sealTrip(secrets: SecretBox, trip: Trip): string {
  return sealTicket(secrets, "oidc trip", trip);
}

/** Null where it is none of ours, has expired, or another trip's answer came back. */
export function openTrip(secrets: SecretBox, sealed: string, state: string, now: Date): Trip | null {
  const trip = openTicket(secrets, "oidc trip", sealed, now) as Trip | null;
  return trip !== null && isSame(trip.state, state) ? trip : null;
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function randomWord(): string {
  return randomBytes(32).toString("base64url");
}
