import { createLocalJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import { minuteMs } from "../../time.ts";
import type { ProviderTokens, Unavailable } from "../auth-provider.ts";
import type { Answer, GotrueClient, GotrueSession } from "./gotrue-client.ts";

/** `bySetting`: no token of this project will pass until the operator changes a setting. */
export type BadToken = { kind: "bad"; reason: string; bySetting: boolean };
export type VerifiedToken = { kind: "good"; subject: string; expiresAt: Date };
export type VerifyAccessToken = (token: string) => Promise<VerifiedToken | BadToken>;
/** What a project's tokens may say they come from, and its secret where it signs with one. */
export type TokenRules = { issuers: string[]; jwtSecret: string | null };

const keysMsMax = 10 * minuteMs;
/** A key we do not know is looked up at once, but not more often than this, or a forger could make us ask forever. */
const lookupMsMin = 30_000;
const asymmetric = ["ES256", "RS256", "EdDSA"];

type Keys = { find: ReturnType<typeof createLocalJWKSet>; at: number };

class WrongSetting extends Error {}

/** Checks signature, audience and time, and the issuer where the project names one. */
export function createAccessTokenVerifier(gotrue: GotrueClient, rules: TokenRules, now: () => Date): VerifyAccessToken {
  const checkByKeys = keyCheck(gotrue, now);
  const checkBySecret = async (token: string) => {
    if (rules.jwtSecret === null) {
      throw new WrongSetting("this project signs with HS256, so SUPABASE_JWT_SECRET has to be set");
    }
    const secret = new TextEncoder().encode(rules.jwtSecret);
    const { payload } = await jwtVerify(token, secret, { ...claims(now), algorithms: ["HS256"] }).catch(explainSecret);
    return payload;
  };

  return async (token) => {
    try {
      // Each kind of key is tried with its own algorithms alone: a public key must never be taken for a secret.
      const isBySecret = decodeProtectedHeader(token).alg === "HS256";
      return verified(await (isBySecret ? checkBySecret : checkByKeys)(token), rules.issuers);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: "bad", reason, bySetting: error instanceof WrongSetting };
    }
  };
}

function keyCheck(gotrue: GotrueClient, now: () => Date): (token: string) => Promise<JWTPayload> {
  let keys: Keys | null = null;
  const load = async (): Promise<Keys> => {
    const answer = await gotrue.jwks();
    if (answer.kind !== "answer") throw new Error(`its keys cannot be read: ${reasonOf(answer)}`);
    keys = { find: createLocalJWKSet(answer.value), at: now().getTime() };
    return keys;
  };
  const ageMs = () => (keys === null ? Infinity : now().getTime() - keys.at);
  const check = async (token: string, known: Keys) =>
    (await jwtVerify(token, known.find, { ...claims(now), algorithms: asymmetric })).payload;

  return async (token) => {
    const known = keys === null || ageMs() > keysMsMax ? await load() : keys;
    return check(token, known).catch(async (error: unknown) => {
      if (!(error instanceof errors.JWKSNoMatchingKey) || ageMs() < lookupMsMin) throw error;
      return check(token, await load());
    });
  };
}

function claims(now: () => Date) {
  return { audience: "authenticated", currentDate: now() };
}

function explainSecret(error: unknown): never {
  if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
  throw new WrongSetting("SUPABASE_JWT_SECRET is not the secret this project signs with");
}

/** A project that names no issuer in its settings sends tokens without one. */
function verified({ sub, exp, iss }: JWTPayload, issuers: string[]): VerifiedToken {
  if (sub === undefined || exp === undefined) throw new Error("a token without subject or end");
  if (iss !== undefined && !issuers.includes(iss)) {
    throw new WrongSetting(`its tokens come from ${iss.slice(0, 200)}, while SUPABASE_URL makes that ${issuers[0]}`);
  }
  return { kind: "good", subject: sub, expiresAt: new Date(exp * 1000) };
}

function reasonOf(answer: { kind: "refused"; code: string } | { kind: "unavailable"; reason: string }): string {
  return answer.kind === "refused" ? answer.code : answer.reason;
}

/** Nothing is believed before its signature was checked, though it came straight from the provider. */
export async function tokensOf(
  session: GotrueSession,
  verify: VerifyAccessToken,
): Promise<{ kind: "tokens"; tokens: ProviderTokens } | Unavailable> {
  const token = await verify(session.access_token);
  if (token.kind === "bad") {
    const reason = `an access token that fails: ${token.reason}`;
    return { kind: "unavailable", reason, bySetting: token.bySetting };
  }
  if (token.subject !== session.user.id) return { kind: "unavailable", reason: "an access token of somebody else" };
  return {
    kind: "tokens",
    tokens: { access: session.access_token, refresh: session.refresh_token, expiresAt: token.expiresAt },
  };
}

export function unavailable(answer: Answer<unknown>): Unavailable {
  if (answer.kind === "unavailable") return answer;
  return { kind: "unavailable", reason: answer.kind === "refused" ? answer.code : "an answer we do not understand" };
}
