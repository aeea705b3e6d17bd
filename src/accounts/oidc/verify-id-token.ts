import { createLocalJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { minuteMs } from "../../time.ts";
import type { Unavailable } from "../auth-provider.ts";
import type { SendOidc } from "./discover-provider.ts";

export type BadProof = { kind: "bad-proof"; reason: string };
export type IdToken = { kind: "good"; subject: string; claims: JWTPayload };
type Expected = { token: string; keysUrl: string; issuer: string; clientId: string; nonce: string };
export type VerifyIdToken = (expected: Expected) => Promise<IdToken | BadProof | Unavailable>;

/** Signatures that only the provider can make. With HS256 our own secret would do, and with "none" nothing. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const keysMsMax = 10 * minuteMs;
/** A key we do not know is looked up at once, but not more often than this. */
const lookupMsMin = 30_000;
const clockToleranceSeconds = 60;
const tokenCharsMax = 50_000;

const keysShape = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

type Keys = { find: ReturnType<typeof createLocalJWKSet>; at: number };

/** Checks signature, issuer, audience, azp, times and nonce (OpenID Connect Core 1.0, 3.1.3.7). */
export function createIdTokenVerifier(send: SendOidc, now: () => Date): VerifyIdToken {
  let keys: Keys | null = null;
  const load = async (url: string): Promise<Keys | Unavailable> => {
    const answer = await send({ url, method: "GET", headers: {} });
    if (answer.kind === "failed") return { kind: "unavailable", reason: `its keys: ${answer.failure.detail}` };
    const parsed = keysShape.safeParse(answer.json);
    if (answer.status !== 200 || !parsed.success) {
      return { kind: "unavailable", reason: `its keys cannot be read (status ${answer.status})` };
    }
    keys = { find: createLocalJWKSet(parsed.data), at: now().getTime() };
    return keys;
  };

  return async (expected) => {
    const bad = findAlgorithmFault(expected.token);
    if (bad !== null) return bad;
    const isOld = keys === null || now().getTime() - keys.at > keysMsMax;
    const known = isOld || keys === null ? await load(expected.keysUrl) : keys;
    if ("kind" in known) return known;
    const result = await check(expected, known, now());
    if (result !== "unknown-key") return result;
    if (now().getTime() - known.at < lookupMsMin) return unknownKey;
    const fresh = await load(expected.keysUrl);
    if ("kind" in fresh) return fresh;
    const again = await check(expected, fresh, now());
    return again === "unknown-key" ? unknownKey : again;
  };
}

const unknownKey: BadProof = {
  kind: "bad-proof",
  reason: "an ID token signed with a key that the provider does not publish",
};

function findAlgorithmFault(token: string): BadProof | null {
  if (token.length > tokenCharsMax) return { kind: "bad-proof", reason: "an ID token that is too long" };
  try {
    const { alg = "" } = decodeProtectedHeader(token);
    if (algorithms.includes(alg)) return null;
    const reason = `an ID token signed with ${alg.slice(0, 20)}: have the provider sign with RS256 or ES256`;
    return { kind: "bad-proof", reason };
  } catch {
    return { kind: "bad-proof", reason: "an ID token that is none" };
  }
}

async function check(expected: Expected, { find }: Keys, now: Date): Promise<IdToken | BadProof | "unknown-key"> {
  const { token, issuer, clientId, nonce } = expected;
  try {
    const { payload } = await jwtVerify(token, find, {
      algorithms,
      issuer,
      audience: clientId,
      currentDate: now,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ["sub", "exp", "iat", "nonce"],
    });
    const fault = findClaimFault(payload, clientId, nonce);
    if (fault !== null) return { kind: "bad-proof", reason: fault };
    return { kind: "good", subject: payload.sub ?? "", claims: payload };
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return "unknown-key";
    return { kind: "bad-proof", reason: `an ID token that fails: ${error instanceof Error ? error.message : ""}` };
  }
}

/** 255 characters are the longest that the standard allows. */
const subjectForm = /^\P{Cc}{1,255}$/u;

function findClaimFault({ nonce: given, aud, azp, sub }: JWTPayload, clientId: string, nonce: string): string | null {
  if (given !== nonce) return "an ID token for another login (nonce)";
  if (Array.isArray(aud) && aud.length > 1 && azp === undefined) return "an ID token for several clients without azp";
  if (azp !== undefined && azp !== clientId) return "an ID token that was made for another client (azp)";
  return subjectForm.test(sub ?? "") ? null : "an ID token with an impossible subject";
}
