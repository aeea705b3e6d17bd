import type { ProviderTokens, Unavailable } from "./auth-provider.ts";
import type { Answer, GotrueSession } from "./gotrue-client.ts";
import type { VerifyAccessToken } from "./verify-access-token.ts";

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
