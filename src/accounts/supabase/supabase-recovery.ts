import { createHash } from "node:crypto";
import type { AuthProvider, PasswordChange, Recovery } from "../auth-provider.ts";
import type { GotrueClient, Refused } from "./gotrue-client.ts";
import { tokensOf, unavailable, type VerifyAccessToken } from "./verify-access-token.ts";

type SetPassword = (access: string, password: string) => Promise<PasswordChange | Refused>;

/** Used, too old, never given out, or asked for by another server. */
const badLinkCodes = [
  "otp_expired",
  "flow_state_not_found",
  "flow_state_expired",
  "bad_code_verifier",
  "validation_failed",
  "user_not_found",
  "user_banned",
];
const endedCodes = ["session_not_found", "session_expired", "bad_jwt", "no_authorization", "user_not_found"];

/**
 * A new password by Supabase's own mail. Its usual link leads through Supabase and comes back with a code; that works
 * without a script, unlike the tokens in the address's fragment that it sends where no challenge was given. A template that
 * links to us itself brings `token_hash`.
 */
export function createSupabaseRecovery(
  gotrue: GotrueClient,
  verify: VerifyAccessToken,
  setPassword: SetPassword,
): NonNullable<AuthProvider["recovery"]> {
  return {
    ask: async (email, { returnTo, verifier }) => {
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      const answer = await gotrue.recover(email, returnTo, challenge);
      return answer.kind === "answer" ? { kind: "asked" } : unavailable(answer);
    },
    open: async (link, verifier): Promise<Recovery> => {
      const answer = await ("code" in link
        ? gotrue.redeemCode(link.code, verifier)
        : gotrue.redeemTokenHash(link.tokenHash));
      if (answer.kind === "refused" && badLinkCodes.includes(answer.code)) return { kind: "bad-link" };
      if (answer.kind !== "answer") return unavailable(answer);
      const tokens = await tokensOf(answer.value, verify);
      if (tokens.kind === "unavailable") return tokens;
      const { id, email } = answer.value.user;
      return { kind: "opened", id, email, access: tokens.tokens.access };
    },
    finish: async (access, password) => {
      const change = await setPassword(access, password);
      if (change.kind === "refused") {
        return endedCodes.includes(change.code) ? { kind: "bad-link" } : unavailable(change);
      }
      if (change.kind === "changed") await gotrue.signOut(access, "global");
      return change;
    },
  };
}
