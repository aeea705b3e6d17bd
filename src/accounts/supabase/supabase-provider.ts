import type { Queryable } from "../../database/transaction.ts";
import type { AuthProvider, PasswordChange, ProviderTokens, Removal, SignIn, SignUp } from "../auth-provider.ts";
import {
  createGotrueClient,
  type GotrueSession,
  type GotrueUser,
  type Refused,
  type SendJson,
} from "./gotrue-client.ts";
import { recognisePerson, registerPerson } from "../person-store.ts";
import { createAccessTokenVerifier, tokensOf, unavailable, type VerifyAccessToken } from "./verify-access-token.ts";
import { createSupabaseRecovery } from "./supabase-recovery.ts";

export type SupabaseParts = {
  db: Queryable;
  send: SendJson;
  now: () => Date;
  url: string;
  anonKey: string;
  /** Without it an account ends here, and its login stays at Supabase. */
  serviceRoleKey: string | null;
  /** Where the project signs with HS256. */
  jwtSecret: string | null;
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
export function createSupabaseProvider(parts: SupabaseParts): AuthProvider {
  const issuers = issuersOf(parts.url);
  const gotrue = createGotrueClient(issuers[0], parts.anonKey, parts.send);
  const verify = createAccessTokenVerifier(gotrue, { issuers, jwtSecret: parts.jwtSecret }, parts.now);
  const setPassword = async (access: string, password: string): Promise<PasswordChange | Refused> => {
    const answer = await gotrue.setPassword(access, password);
    // The person proved who they are and typed the old password again: nothing is left to do.
    const isDone = answer.kind === "answer" || (answer.kind === "refused" && answer.code === "same_password");
    if (isDone) return { kind: "changed", passwordHash: null };
    return answer.kind === "refused" && unfitCodes.includes(answer.code) ? { kind: "unfit" } : answer;
  };
  const remove = async (personId: string): Promise<Removal> => {
    if (parts.serviceRoleKey === null) return { kind: "removed" };
    const answer = await gotrue.removeUser(parts.serviceRoleKey, personId);
    const isGone = answer.kind === "answer" || (answer.kind === "refused" && answer.code === "user_not_found");
    return isGone ? { kind: "removed" } : unavailable(answer);
  };

  return {
    signUp: async ({ email, password }) => {
      const answer = await gotrue.signUp(email, password);
      const signUp = await signUpOf(answer, verify);
      // Nobody can log in with a token we cannot check: the login it made there would only be in the way.
      const made = answer.kind === "answer" && "access_token" in answer.value ? answer.value.user : null;
      if (made !== null && signUp.kind === "unavailable") await remove(made.id);
      return signUp;
    },
    signIn: async ({ email, password }, now) => {
      const answer = await gotrue.signIn(email, password);
      if (answer.kind === "unavailable") return answer;
      if (answer.kind === "refused") return refusedSignIn(answer.code);
      const tokens = await tokensOf(answer.value, verify);
      return tokens.kind === "unavailable" ? tokens : admit(parts, answer.value, tokens.tokens, now);
    },
    changePassword: async ({ tokens }, password) => {
      const change = await setPassword(tokens?.access ?? "", password);
      return change.kind === "refused" ? unavailable(change) : change;
    },
    remove,
    hasher: null,
    recovery: createSupabaseRecovery(gotrue, verify, setPassword),
    upstream: {
      refresh: async ({ refresh }) => {
        const answer = await gotrue.refresh(refresh);
        if (answer.kind === "refused" && endedCodes.includes(answer.code)) return { kind: "ended" };
        if (answer.kind !== "answer") return unavailable(answer);
        const tokens = await tokensOf(answer.value, verify);
        return tokens.kind === "unavailable" ? tokens : { kind: "refreshed", tokens: tokens.tokens };
      },
      signOut: async ({ access }) => void (await gotrue.signOut(access, "local")),
    },
  };
}

/** What a project's tokens may name as their issuer; the first is also where it is asked. */
export function issuersOf(url: string): [string, string] {
  const base = url.replace(/\/+$/, "");
  return [`${base}/auth/v1`, base];
}

type SignUpAnswer = Awaited<ReturnType<ReturnType<typeof createGotrueClient>["signUp"]>>;

async function signUpOf(answer: SignUpAnswer, verify: VerifyAccessToken): Promise<SignUp> {
  if (answer.kind === "refused") return refusedSignUp(answer);
  if (answer.kind === "unavailable") return answer;
  const { value } = answer;
  if (!("access_token" in value)) {
    // A user without an identity is invented: the address was registered before.
    if (value.identities?.length === 0) return { kind: "hidden" };
    return { ...signedUp(value.id), tokens: null, isConfirmed: false, isNew: isJustMade(value) };
  }
  const tokens = await tokensOf(value, verify);
  return tokens.kind === "unavailable"
    ? tokens
    : { ...signedUp(value.user.id), tokens: tokens.tokens, isConfirmed: true, isNew: true };
}

function refusedSignUp({ code, message }: Refused): SignUp {
  if (code === "user_already_exists" || code === "email_exists") return { kind: "taken" };
  // Somebody who registers again within a minute: the first message is on its way. The same code with other words says
  // that the whole project may send no more mail this hour, and then no account was made.
  const isOnItsWay = code === "over_email_send_rate_limit" && !/rate limit exceeded/i.test(message);
  if (isOnItsWay) return { kind: "hidden" };
  return unfitCodes.includes(code) ? { kind: "unfit" } : { kind: "unavailable", reason: code };
}

const firstMailMsMax = 30_000;

/** Someone who did not answer the first mail is sent another one, as the same user. That user is not ours to remove. */
function isJustMade({ created_at, confirmation_sent_at }: GotrueUser): boolean {
  return Date.parse(confirmation_sent_at ?? "") - Date.parse(created_at ?? "") < firstMailMsMax;
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
