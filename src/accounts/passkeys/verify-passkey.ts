import { createHash, createPublicKey, verify } from "node:crypto";
import type { PasskeyKey } from "./parse-cose-key.ts";
import { type AuthenticatorData, parseAuthenticatorData } from "./parse-authenticator-data.ts";
import { parseCbor } from "./parse-cbor.ts";
import type { RelyingParty } from "./relying-party.ts";

/** What the browser sends: base64url, as our script (static/passkeys.js) writes it. */
export type PasskeyAnswer = {
  credentialId: Buffer;
  clientData: Buffer;
  /** Of a new passkey. */
  attestation: Buffer;
  transports: string[];
  /** Of a login. */
  authenticatorData: Buffer;
  signature: Buffer;
  userHandle: Buffer;
};

/** Why a passkey is refused. `copied`: its counter went back, so there are two of it. */
export type PasskeyFault =
  | "malformed"
  | "other-site"
  | "expired"
  | "used"
  | "unknown"
  | "unsupported"
  | "unverified"
  | "forged"
  | "copied";

const answerCharsMax = 20_000;
const transportForm = /^[a-z-]{1,20}$/;

/** Null where it is not what our script writes. */
export function parsePasskeyAnswer(text: string): PasskeyAnswer | null {
  const fields = text.length > answerCharsMax ? null : parseObject(text);
  if (fields === null) return null;
  const bytes = (name: string) => {
    const written = fields[name];
    return Buffer.from(typeof written === "string" ? written : "", "base64url");
  };
  const listed = Array.isArray(fields["transports"]) ? (fields["transports"] as unknown[]) : [];
  return {
    credentialId: bytes("id"),
    clientData: bytes("clientDataJSON"),
    attestation: bytes("attestationObject"),
    transports: listed.filter((one): one is string => typeof one === "string" && transportForm.test(one)).slice(0, 10),
    authenticatorData: bytes("authenticatorData"),
    signature: bytes("signature"),
    userHandle: bytes("userHandle"),
  };
}

type ClientData = { type: "webauthn.create" | "webauthn.get"; origin: string; challenge: string };

/** The challenge that was answered, if the browser answered it for us. Whether it is ours is asked next. */
export function findChallenge(
  answer: PasskeyAnswer,
  type: ClientData["type"],
  { origin }: RelyingParty,
): { kind: "found"; challenge: string } | { kind: "refused"; why: PasskeyFault } {
  const data = parseObject(answer.clientData.toString("utf8"));
  if (data === null || data["type"] !== type || typeof data["challenge"] !== "string") {
    return { kind: "refused", why: "malformed" };
  }
  // In a frame of another site our origin would still be ours.
  if (data["origin"] !== origin || data["crossOrigin"] === true) return { kind: "refused", why: "other-site" };
  return { kind: "found", challenge: data["challenge"] };
}

export type NewPasskey = { credentialId: Buffer; key: PasskeyKey; signCount: number; isSynced: boolean };

/**
 * A new passkey. Who made the authenticator is not asked (attestation "none"), so what it says about itself is not verified:
 * the key is as good as the person who is logged in and adds it.
 */
export function readNewPasskey(
  answer: PasskeyAnswer,
  party: RelyingParty,
): { kind: "read"; passkey: NewPasskey } | { kind: "refused"; why: PasskeyFault } {
  const attestation = parseCbor(answer.attestation)?.value;
  const bytes = attestation instanceof Map ? attestation.get("authData") : undefined;
  const data = bytes instanceof Uint8Array ? parseAuthenticatorData(Buffer.from(bytes)) : null;
  if (data === null || data.credential === null) return { kind: "refused", why: "malformed" };
  const why = findFault(data, party, true);
  if (why !== null) return { kind: "refused", why };
  const { id, key } = data.credential;
  if (!id.equals(answer.credentialId)) return { kind: "refused", why: "malformed" };
  if (key === null) return { kind: "refused", why: "unsupported" };
  const { signCount, isSynced } = data;
  return { kind: "read", passkey: { credentialId: id, key, signCount, isSynced } };
}

type StoredKey = PasskeyKey & { signCount: number };

/** A login with a stored passkey. `mustVerify`: the passkey alone opens the account, so it must know who holds it. */
export function verifyAssertion(
  answer: PasskeyAnswer,
  stored: StoredKey,
  { party, mustVerify }: { party: RelyingParty; mustVerify: boolean },
): { kind: "verified"; signCount: number } | { kind: "refused"; why: PasskeyFault } {
  const data = parseAuthenticatorData(answer.authenticatorData);
  if (data === null) return { kind: "refused", why: "malformed" };
  if (!isSigned(answer, stored)) return { kind: "refused", why: "forged" };
  const why = findFault(data, party, mustVerify);
  if (why !== null) return { kind: "refused", why };
  // Synchronised passkeys have no counter: it stays 0.
  const hasCounter = stored.signCount > 0 || data.signCount > 0;
  if (hasCounter && data.signCount <= stored.signCount) return { kind: "refused", why: "copied" };
  return { kind: "verified", signCount: data.signCount };
}

function findFault(data: AuthenticatorData, party: RelyingParty, mustVerify: boolean): PasskeyFault | null {
  if (!data.relyingPartyHash.equals(sha256(Buffer.from(party.id)))) return "other-site";
  return data.isPresent && (data.isVerified || !mustVerify) ? null : "unverified";
}

function isSigned(
  { authenticatorData, clientData, signature }: PasskeyAnswer,
  { algorithm, spki }: PasskeyKey,
): boolean {
  const key = createPublicKey({ key: spki, type: "spki", format: "der" });
  const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
  // Ed25519 has its own hash.
  return verify(algorithm === -8 ? null : "sha256", signed, key, signature);
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
