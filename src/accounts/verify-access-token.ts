import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import type { GotrueClient } from "./gotrue-client.ts";

export type VerifyAccessToken = (token: string) => Promise<VerifiedToken | { kind: "bad"; reason: string }>;
export type VerifiedToken = { kind: "good"; subject: string; expiresAt: Date };

const keysMsMax = 10 * 60_000;
/** A key we do not know is looked up at once, but not more often than this, or a forger could make us ask for ever. */
const lookupMsMin = 30_000;
/** Asymmetric ones only: with HS256 whoever can verify could also sign. */
const algorithms = ["ES256", "RS256", "EdDSA"];

type Keys = { find: ReturnType<typeof createLocalJWKSet>; at: number };

/** Checks signature, issuer, audience and time against the keys the provider publishes. */
export function accessTokenVerifier(gotrue: GotrueClient, issuer: string, now: () => Date): VerifyAccessToken {
  let keys: Keys | null = null;

  const load = async (): Promise<Keys> => {
    const answer = await gotrue.jwks();
    if (answer.kind !== "answer") throw new Error(`its keys cannot be read: ${reasonOf(answer)}`);
    keys = { find: createLocalJWKSet(answer.value), at: now().getTime() };
    return keys;
  };
  const ageMs = () => (keys === null ? Infinity : now().getTime() - keys.at);
  const check = async (token: string, known: Keys) =>
    (await jwtVerify(token, known.find, { issuer, audience: "authenticated", algorithms, currentDate: now() })).payload;

  return async (token) => {
    try {
      const known = keys === null || ageMs() > keysMsMax ? await load() : keys;
      const payload = await check(token, known).catch(async (error: unknown) => {
        if (!(error instanceof errors.JWKSNoMatchingKey) || ageMs() < lookupMsMin) throw error;
        return check(token, await load());
      });
      return verified(payload);
    } catch (error) {
      return { kind: "bad", reason: error instanceof Error ? error.message : String(error) };
    }
  };
}

function verified({ sub, exp }: JWTPayload): VerifiedToken | { kind: "bad"; reason: string } {
  if (sub === undefined || exp === undefined) return { kind: "bad", reason: "a token without subject or end" };
  return { kind: "good", subject: sub, expiresAt: new Date(exp * 1000) };
}

function reasonOf(answer: { kind: "refused"; code: string } | { kind: "unavailable"; reason: string }): string {
  return answer.kind === "refused" ? answer.code : answer.reason;
}
