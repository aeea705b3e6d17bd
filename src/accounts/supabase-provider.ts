import type { Queryable } from "../database/transaction.ts";
import type { AuthProvider, ProviderTokens, SignIn, SignUp, Unavailable } from "./auth-provider.ts";
import { type Answer, gotrueClient, type GotrueSession, type SendJson } from "./gotrue-client.ts";
import { recognisePerson, registerPerson } from "./person-store.ts";
import { accessTokenVerifier, type VerifyAccessToken } from "./verify-access-token.ts";

export type SupabaseParts = {
  db: Queryable;
  send: SendJson;
  now: () => Date;
  url: string;
  anonKey: string;
  /** Without it an account ends here, and its login stays at Supabase. */
  serviceRoleKey: string | null;
  /** Whether somebody the project knows and we do not may simply log in. */
  admitsStrangers: boolean;
};

/** Too easy by the project's rules, or longer than the 72 bytes of bcrypt. */
const unfitCodes = ["weak_password", "validation_failed"];
const wrongCodes = ["invalid_credentials", "invalid_grant", "user_banned", "validation_failed"];
/** Of the person's session there. Any other refusal, a mistyped key say, must not log everybody out. */
const endedCodes = [
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_not_found",
  "session_expired",
  "user_not_found",
  "user_banned",
  "invalid_grant",
];

/** Passwords are kept by Supabase Auth (GoTrue); a person has the same id there and here. */
export function supabaseProvider(parts: SupabaseParts): AuthProvider {
  const issuer = `${parts.url.replace(/\/+$/, "")}/auth/v1`;
  const gotrue = gotrueClient(issuer, parts.anonKey, parts.send);
  const verify = accessTokenVerifier(gotrue, issuer, parts.now);

  return {
    signUp: async ({ email, password }) => signUpOf(await gotrue.signUp(email, password), verify),
    signIn: async ({ email, password }, now) => {
      const answer = await gotrue.signIn(email, password);
      if (answer.kind === "unavailable") return answer;
      if (answer.kind === "refused") return refusedSignIn(answer.code);
      const tokens = await tokensOf(answer.value, verify);
      return tokens.kind === "unavailable" ? tokens : admit(parts, answer.value, tokens.tokens, now);
    },
    changePassword: async ({ tokens }, password) => {
      const answer = await gotrue.setPassword(tokens?.access ?? "", password);
      // The person proved the old password and typed it again: nothing is left to do.
      const isDone = answer.kind === "answer" || (answer.kind === "refused" && answer.code === "same_password");
      if (isDone) return { kind: "changed", passwordHash: null };
      if (answer.kind === "refused" && unfitCodes.includes(answer.code)) return { kind: "unfit" };
      return unavailable(answer);
    },
    remove: async (personId) => {
      if (parts.serviceRoleKey === null) return { kind: "removed" };
      const answer = await gotrue.removeUser(parts.serviceRoleKey, personId);
      const isGone = answer.kind === "answer" || (answer.kind === "refused" && answer.code === "user_not_found");
      return isGone ? { kind: "removed" } : unavailable(answer);
    },
    hasher: null,
    upstream: {
      refresh: async ({ refresh }) => {
        const answer = await gotrue.refresh(refresh);
        if (answer.kind === "refused" && endedCodes.includes(answer.code)) return { kind: "ended" };
        if (answer.kind !== "answer") return unavailable(answer);
        const tokens = await tokensOf(answer.value, verify);
        return tokens.kind === "unavailable" ? tokens : { kind: "refreshed", tokens: tokens.tokens };
      },
      signOut: async ({ access }) => void (await gotrue.signOut(access)),
    },
  };
}

type SignUpAnswer = Awaited<ReturnType<ReturnType<typeof gotrueClient>["signUp"]>>;

async function signUpOf(answer: SignUpAnswer, verify: VerifyAccessToken): Promise<SignUp> {
  if (answer.kind === "refused") {
    if (answer.code === "user_already_exists" || answer.code === "email_exists") return { kind: "taken" };
    return unfitCodes.includes(answer.code) ? { kind: "unfit" } : unavailable(answer);
  }
  if (answer.kind === "unavailable") return answer;
  const { value } = answer;
  if (!("access_token" in value)) {
    // A user without an identity is invented: the address was registered before.
    if (value.identities?.length === 0) return { kind: "hidden" };
    return { ...signedUp(value.id), tokens: null, isConfirmed: false };
  }
  const tokens = await tokensOf(value, verify);
  return tokens.kind === "unavailable"
    ? tokens
    : { ...signedUp(value.user.id), tokens: tokens.tokens, isConfirmed: true };
}

function signedUp(id: string) {
  return { kind: "signed-up", id, providerId: id, passwordHash: null } as const;
}

function refusedSignIn(code: string): SignIn {
  if (code === "email_not_confirmed") return { kind: "unconfirmed" };
  return wrongCodes.includes(code) ? { kind: "wrong" } : { kind: "unavailable", reason: code };
}

/** A project may serve other programs too: who may have an account here is still ours to say. */
async function admit(parts: SupabaseParts, session: GotrueSession, tokens: ProviderTokens, now: Date): Promise<SignIn> {
  const { id, email } = session.user;
  const signedIn: SignIn = { kind: "signed-in", id, email, tokens };
  const found = await recognisePerson(parts.db, id, email, now);
  if (found === "known") return signedIn;
  if (found === "taken") return { kind: "unavailable", reason: "its email belongs to another account here" };
  if (found === "disabled" || !parts.admitsStrangers) return { kind: "wrong" };
  const person = { id, email, passwordHash: null, providerId: id, passHash: null };
  const outcome = await registerPerson(parts.db, person, now);
  return outcome === "registered" ? signedIn : { kind: "unavailable", reason: `its registration here: ${outcome}` };
}

/** Nothing is believed before its signature was checked, though it came straight from the provider. */
async function tokensOf(
  session: GotrueSession,
  verify: VerifyAccessToken,
): Promise<{ kind: "tokens"; tokens: ProviderTokens } | Unavailable> {
  const token = await verify(session.access_token);
  if (token.kind === "bad") return { kind: "unavailable", reason: `an access token that fails: ${token.reason}` };
  if (token.subject !== session.user.id) return { kind: "unavailable", reason: "an access token of somebody else" };
  return {
    kind: "tokens",
    tokens: { access: session.access_token, refresh: session.refresh_token, expiresAt: token.expiresAt },
  };
}

function unavailable(answer: Answer<unknown>): Unavailable {
  if (answer.kind === "unavailable") return answer;
  return { kind: "unavailable", reason: answer.kind === "refused" ? answer.code : "an answer we do not understand" };
}
