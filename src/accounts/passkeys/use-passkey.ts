import type pg from "pg";
import { inTransaction } from "../../database/transaction.ts";
import { uuidV7 } from "../../ids.ts";
import { admitAttempt, type Throttled } from "../admit-attempt.ts";
import type { AccountParts } from "../auth-provider.ts";
import { spendOnce } from "../identity-store.ts";
import { type StartedSession, startSession, type Visit } from "../session-store.ts";
import { forgiveAttempts } from "../throttle-store.ts";
import { lockWaysIn, noteRefusal } from "../ways-in-store.ts";
import { type ChallengeUse, checkChallenge } from "./challenges.ts";
import { findPasskey, insertPasskey, notePasskeyUse, type StoredPasskey } from "./passkey-store.ts";
import type { RelyingParty } from "./relying-party.ts";
import {
  findChallenge,
  parsePasskeyAnswer,
  type PasskeyAnswer,
  type PasskeyFault,
  readNewPasskey,
  verifyAssertion,
} from "./verify-passkey.ts";

type Parts = Pick<AccountParts, "db" | "secrets" | "now">;
export type PasskeyRefused = { kind: "refused"; why: PasskeyFault };

export const passkeysMax = 20;

/** What the browser answered to which challenge. `personId`: whose passkey it must be; null where it says who comes. */
type Given = { answer: string; party: RelyingParty; use: ChallengeUse; personId: string | null };
type Proved = { kind: "proved"; personId: string; email: string };

/** With a passkey alone. A session starts only here and after the password. */
export async function logInWithPasskey(
  parts: Parts,
  given: Omit<Given, "personId">,
  visit: Visit,
): Promise<{ kind: "logged-in"; email: string; session: StartedSession } | PasskeyRefused | Throttled> {
  const proof = await provePasskey(parts, { ...given, personId: null }, visit);
  if (proof.kind !== "proved") return proof;
  const session = { personId: proof.personId, visit, tokens: null, event: "user_login" } as const;
  return { kind: "logged-in", email: proof.email, session: await startSession(parts.db, session, parts.now()) };
}

/** The one place where a passkey is tried. Nobody guesses a signature; what is counted is work for us. */
export async function provePasskey(
  parts: Parts,
  given: Given,
  { address }: Visit,
): Promise<Proved | PasskeyRefused | Throttled> {
  const answer = parsePasskeyAnswer(given.answer);
  const email = answer === null ? "" : answer.credentialId.toString("base64url");
  const admission = await admitAttempt(parts, { purpose: "passkey", email, address, browser: null }, parts.now());
  if (admission.kind === "throttled") return admission;
  if (answer === null) return refused("malformed");
  const proof = await inTransaction(parts.db, (tx) => prove({ ...parts, tx }, given, answer));
  if (proof.kind === "proved") await forgiveAttempts(parts.db, admission.keys);
  return proof;
}

type Transaction = Parts & { tx: pg.PoolClient };

/** A refusal is returned, not thrown: what was noted about it stays. */
async function prove(parts: Transaction, given: Given, answer: PasskeyAnswer): Promise<Proved | PasskeyRefused> {
  const { tx, now } = parts;
  const { party, use, personId } = given;
  const asked = openChallenge(parts, given, answer, "webauthn.get");
  if (asked.kind === "refused") return asked;
  const stored = await findPasskey(tx, answer.credentialId);
  if (stored === null || !isOwner(stored, answer, personId)) return refused("unknown");

  // After the password it is enough that somebody touches the key.
  const verified = verifyAssertion(answer, stored, { party, mustVerify: use.purpose !== "second-step" });
  if (verified.kind === "refused" && verified.why !== "copied") return verified;
  // Asked before the counter: a form that is sent twice is no copy of the passkey.
  if (!(await spendOnce(tx, asked.challenge, now(), asked.endsAt))) return refused("used");
  if (verified.kind === "refused") {
    await noteRefusal(tx, stored.personId, { passkey: stored.name, why: verified.why }, now());
    return verified;
  }
  await notePasskeyUse(tx, stored.id, verified.signCount, now());
  return { kind: "proved", personId: stored.personId, email: stored.email };
}

/** Where the passkey says who comes, it must say the same as we do. */
function isOwner(stored: StoredPasskey, { userHandle }: PasskeyAnswer, personId: string | null): boolean {
  const isSaid = userHandle.equals(userHandleOf(stored.personId));
  return personId === null ? isSaid : stored.personId === personId && (isSaid || userHandle.length === 0);
}

type AddedPasskey = { kind: "added" } | { kind: "full" } | { kind: "known" } | PasskeyRefused;

/** For a person who has just proved who they are. */
export async function addPasskey(
  parts: Parts,
  person: { id: string },
  { name, ...given }: Omit<Given, "personId"> & { name: string },
): Promise<AddedPasskey> {
  const answer = parsePasskeyAnswer(given.answer);
  if (answer === null) return refused("malformed");
  const asked = openChallenge(parts, given, answer, "webauthn.create");
  if (asked.kind === "refused") return asked;
  const read = readNewPasskey(answer, given.party);
  if (read.kind === "refused") return read;

  return inTransaction(parts.db, async (tx): Promise<AddedPasskey> => {
    const now = parts.now();
    const { passkeys } = await lockWaysIn(tx, { id: person.id, host: given.party.id, issuers: [] });
    if (passkeys >= passkeysMax) return { kind: "full" };
    if (!(await spendOnce(tx, asked.challenge, now, asked.endsAt))) return refused("used");
    const { transports } = answer;
    const passkey = { ...read.passkey, id: uuidV7(now), name, host: given.party.id, transports };
    return { kind: (await insertPasskey(tx, person.id, passkey, now)) ? "added" : "known" };
  });
}

function openChallenge(
  { secrets, now }: Parts,
  { party, use }: Pick<Given, "party" | "use">,
  answer: PasskeyAnswer,
  type: "webauthn.create" | "webauthn.get",
): { kind: "open"; challenge: string; endsAt: Date } | PasskeyRefused {
  const found = findChallenge(answer, type, party);
  if (found.kind === "refused") return found;
  const state = checkChallenge(secrets, use, found.challenge, now());
  if (state.kind !== "good") return refused(state.kind === "expired" ? "expired" : "malformed");
  return { kind: "open", challenge: found.challenge, endsAt: state.endsAt };
}

/** What a passkey remembers of its owner: no name and no email, and the same after a restore. */
export function userHandleOf(personId: string): Buffer {
  return Buffer.from(personId.replaceAll("-", ""), "hex");
}

function refused(why: PasskeyFault): PasskeyRefused {
  return { kind: "refused", why };
}
