import { createHash, randomBytes, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import {
  type Call,
  type GotrueState,
  type GotrueUser,
  type Reply,
  refusal,
  sendMail,
  userById,
} from "./gotrue-state.ts";

/** Sessions, refresh tokens and recovery links, as we observed them on the real server. */
export async function startSession(
  state: GotrueState,
  user: GotrueUser,
  sessionId: string = randomUUID(),
  parent: string | null = null,
) {
  const refreshToken = randomBytes(9).toString("base64url");
  state.refreshTokens.set(refreshToken, { userId: user.id, sessionId, parent, revokedAt: null });
  return sessionJson(state, user, sessionId, refreshToken);
}

async function sessionJson(state: GotrueState, user: GotrueUser, sessionId: string, refreshToken: string) {
  const { accessTokenSeconds, issuer, jwtSecret } = state.settings;
  const now = Math.floor(Date.now() / 1000);
  const token = new SignJWT({ email: user.email, role: "authenticated", session_id: sessionId })
    .setSubject(user.id)
    .setAudience("authenticated")
    .setIssuedAt(now)
    .setExpirationTime(now + accessTokenSeconds);
  if (issuer !== null) token.setIssuer(issuer);
  return {
    access_token: await sign(state, token, jwtSecret),
    token_type: "bearer",
    expires_in: accessTokenSeconds,
    refresh_token: refreshToken,
    user: userJson(user, [{ provider: "email" }]),
  };
}

function sign(state: GotrueState, token: SignJWT, secret: string | null): Promise<string> {
  if (secret !== null)
    return token.setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(new TextEncoder().encode(secret));
  const signer = state.keys[0];
  if (signer === undefined) throw new Error("no signing key");
  return token.setProtectedHeader({ alg: "ES256", kid: signer.kid, typ: "JWT" }).sign(signer.key);
}

export function userJson({ id, email, createdAt = 0, mailedAt }: GotrueUser, identities: object[]) {
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    identities,
    created_at: new Date(createdAt).toISOString(),
    ...(mailedAt !== undefined && { confirmation_sent_at: new Date(mailedAt).toISOString() }),
  };
}

/**
 * Each token works once. The parent of the session's active token returns that active token again at any time, because the
 * answer may have been lost. Any other used token is accepted for `reuseSeconds`; after that the whole session ends.
 */
export async function refresh({ state, body }: Call): Promise<Reply> {
  const given = body["refresh_token"] ?? "";
  const note = { given, issued: null as string | null };
  state.refreshed.push(note);
  const token = state.refreshTokens.get(given);
  if (token === undefined) return refusal(400, "refresh_token_not_found");
  const user = userById(state, token.userId);
  if (user === undefined) return refusal(400, "user_not_found");
  if (user.isBanned) return refusal(400, "user_banned");
  const family = [...state.refreshTokens].filter(([, { sessionId }]) => sessionId === token.sessionId);
  if (token.revokedAt !== null) {
    const active = family.findLast(([, { revokedAt }]) => revokedAt === null);
    if (active?.[1].parent === given) {
      note.issued = active[0];
      return { status: 200, json: await sessionJson(state, user, token.sessionId, active[0]) };
    }
    if (state.now() - token.revokedAt > state.settings.reuseSeconds * 1000) {
      for (const [, one] of family) one.revokedAt ??= state.now();
      return refusal(400, "refresh_token_already_used");
    }
  }
  token.revokedAt ??= state.now();
  const json = await startSession(state, user, token.sessionId, given);
  note.issued = json.refresh_token;
  return { status: 200, json };
}

/** The session of a bearer token. It may end before the token expires. */
export function findBearer(state: GotrueState, bearer: string): { user: GotrueUser; sessionId: string } | Reply {
  const [, payload = ""] = bearer.split(".");
  if (payload === "") return refusal(403, "bad_jwt");
  const { sub, session_id: sessionId } = JSON.parse(Buffer.from(payload, "base64url").toString());
  const user = userById(state, sub);
  if (user === undefined) return refusal(403, "user_not_found");
  const isThere = [...state.refreshTokens.values()].some((token) => token.sessionId === sessionId);
  return isThere ? { user, sessionId } : refusal(403, "session_not_found");
}

export function endSessions(state: GotrueState, isMeant: (sessionId: string, userId: string) => boolean): void {
  for (const [text, { sessionId, userId }] of state.refreshTokens) {
    if (isMeant(sessionId, userId)) state.refreshTokens.delete(text);
  }
}

/** An unknown address gets the same answer as any other. */
export function recover({ state, body, url }: Call): Reply {
  const user = state.users.get((body["email"] ?? "").toLowerCase());
  if (user === undefined) return { status: 200, json: {} };
  const refused = sendMail(state, user);
  if (refused !== null) return refused;
  const challenge = body["code_challenge"] ?? null;
  const token = `${challenge === null ? "" : "pkce_"}${randomBytes(28).toString("hex")}`;
  const asked = url.searchParams.get("redirect_to") ?? state.settings.siteUrl;
  const query = new URLSearchParams({ token, type: "recovery", redirect_to: asked });
  const link = `${state.url}/auth/v1/verify?${query.toString()}`;
  state.mails.push({ email: user.email, token, challenge, redirectTo: asked, link });
  return { status: 200, json: {} };
}

/** The link in the default mail. It redirects with a code if one was requested, otherwise with tokens in the fragment. */
export async function followLink({ state, url }: Call): Promise<Reply> {
  const { siteUrl, redirectsAllowed } = state.settings;
  const asked = url.searchParams.get("redirect_to") ?? "";
  const target = redirectsAllowed.includes(asked) ? asked : siteUrl;
  const mail = takeMail(state, url.searchParams.get("token") ?? "");
  const user = state.users.get(mail?.email.toLowerCase() ?? "");
  if (mail === null || user === undefined) {
    return { status: 303, location: `${target}?error=access_denied&error_code=otp_expired#error_code=otp_expired` };
  }
  if (mail.challenge === null) {
    const { access_token, refresh_token } = await startSession(state, user);
    return {
      status: 303,
      location: `${target}#access_token=${access_token}&refresh_token=${refresh_token}&type=recovery`,
    };
  }
  const code = randomUUID();
  state.codes.set(code, { userId: user.id, challenge: mail.challenge });
  return { status: 303, location: `${target}?code=${code}` };
}

export async function redeemTokenHash({ state, body }: Call): Promise<Reply> {
  const mail = takeMail(state, body["token_hash"] ?? "");
  const user = state.users.get(mail?.email.toLowerCase() ?? "");
  if (user === undefined) return refusal(403, "otp_expired", "Email link is invalid or has expired");
  return { status: 200, json: await startSession(state, user) };
}

/** A wrong verifier does not use up the code. */
export async function redeemCode({ state, body }: Call): Promise<Reply> {
  const code = body["auth_code"] ?? "";
  const kept = state.codes.get(code);
  const user = userById(state, kept?.userId);
  if (kept === undefined || user === undefined) return refusal(404, "flow_state_not_found");
  const challenge = createHash("sha256")
    .update(body["code_verifier"] ?? "")
    .digest("base64url");
  if (challenge !== kept.challenge) return refusal(400, "bad_code_verifier");
  state.codes.delete(code);
  return { status: 200, json: await startSession(state, user) };
}

function takeMail(state: GotrueState, token: string) {
  const found = state.mails.findIndex((mail) => mail.token === token);
  return found === -1 ? null : (state.mails.splice(found, 1)[0] ?? null);
}
