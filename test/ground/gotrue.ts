import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { after } from "node:test";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

type User = { id: string; email: string; password: string; isConfirmed: boolean; isBanned: boolean };
type RefreshToken = { userId: string; sessionId: string; isUsed: boolean; child: string | null };

/** Supabase Auth as its OpenAPI document and list of error codes have it, as far as we ask it. */
export type Gotrue = {
  url: string;
  anonKey: string;
  serviceRoleKey: string;
  /** `METHOD path` of every request, in order. */
  requests: string[];
  serviceKeyUses: number;
  /** What an operator can turn on and off there. */
  settings: { confirmsEmail: boolean; accessTokenSeconds: number; failsWith: number | null; issuer: string };
  users: Map<string, User>;
  sessions: () => number;
  newSigningKey: () => Promise<void>;
};

type State = Gotrue & { refreshTokens: Map<string, RefreshToken>; keys: { kid: string; jwk: JWK; key: CryptoKey }[] };
type Call = { state: State; body: Record<string, string>; bearer: string; apikey: string; path: string };
type Reply = { status: number; json?: unknown };

export async function gotrue(): Promise<Gotrue> {
  const server = createServer((request, response) => void answer(state, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: State = {
    url,
    anonKey: "anon-key",
    serviceRoleKey: "service-role-key",
    requests: [],
    serviceKeyUses: 0,
    settings: { confirmsEmail: false, accessTokenSeconds: 3600, failsWith: null, issuer: `${url}/auth/v1` },
    users: new Map(),
    refreshTokens: new Map(),
    keys: [],
    sessions: () => new Set([...state.refreshTokens.values()].map(({ sessionId }) => sessionId)).size,
    newSigningKey: async () => {
      const { privateKey, publicKey } = await generateKeyPair("ES256");
      const kid = randomUUID();
      state.keys = [{ kid, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" }, key: privateKey }];
    },
  };
  await state.newSigningKey();
  return state;
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? "").replace(/^\/auth\/v1/, "");
  state.requests.push(`${request.method} ${path}`);
  const text = await readText(request);
  const call: Call = {
    state,
    path,
    body: text === "" ? {} : (JSON.parse(text) as Record<string, string>),
    bearer: (request.headers.authorization ?? "").replace(/^Bearer /, ""),
    apikey: String(request.headers["apikey"] ?? ""),
  };
  if ([call.apikey, call.bearer].includes(state.serviceRoleKey)) state.serviceKeyUses += 1;
  const { status, json } = await replyTo(`${request.method} ${path}`, call);
  response.writeHead(status, { "content-type": "application/json" });
  response.end(json === undefined ? undefined : JSON.stringify(json));
}

async function replyTo(what: string, call: Call): Promise<Reply> {
  const { settings, keys, anonKey, serviceRoleKey } = call.state;
  if (settings.failsWith !== null) return { status: settings.failsWith, json: { code: "trouble", message: "trouble" } };
  if (what === "GET /.well-known/jwks.json") return { status: 200, json: { keys: keys.map(({ jwk }) => jwk) } };
  if (![anonKey, serviceRoleKey].includes(call.apikey)) return { status: 401, json: { message: "Invalid API key" } };
  switch (what.replace(/\/admin\/users\/.*/, "/admin/users/:id")) {
    case "POST /signup":
      return signUp(call);
    case "POST /token?grant_type=password":
      return signIn(call);
    case "POST /token?grant_type=refresh_token":
      return refresh(call);
    case "PUT /user":
      return setPassword(call);
    case "POST /logout?scope=local":
      return signOut(call);
    case "DELETE /admin/users/:id":
      return remove(call);
    default:
      return refusal(404, "not_found");
  }
}

async function signUp({ state, body }: Call): Promise<Reply> {
  const { email = "", password = "" } = body;
  const key = email.toLowerCase();
  const { confirmsEmail } = state.settings;
  const fault = faultOf(password);
  if (fault !== null) return refusal(422, fault);
  if (state.users.has(key)) {
    // With confirmation on, an address that is known is answered with an invented user without identities.
    return confirmsEmail
      ? { status: 200, json: userJson(randomUUID(), email, []) }
      : refusal(422, "user_already_exists");
  }
  const user = { id: randomUUID(), email, password, isConfirmed: !confirmsEmail, isBanned: false };
  state.users.set(key, user);
  if (confirmsEmail) return { status: 200, json: userJson(user.id, email, [{ provider: "email" }]) };
  return { status: 200, json: await session(state, user, randomUUID()) };
}

async function signIn({ state, body }: Call): Promise<Reply> {
  const user = state.users.get((body["email"] ?? "").toLowerCase());
  if (user === undefined || user.password !== body["password"]) return refusal(400, "invalid_credentials");
  if (user.isBanned) return refusal(400, "user_banned");
  if (!user.isConfirmed) return refusal(400, "email_not_confirmed");
  return { status: 200, json: await session(state, user, randomUUID()) };
}

/** Each token once; the parent of the active one is forgiven, anything older ends the whole session. */
async function refresh({ state, body }: Call): Promise<Reply> {
  const given = body["refresh_token"] ?? "";
  const token = state.refreshTokens.get(given);
  if (token === undefined) return refusal(400, "refresh_token_not_found");
  const user = [...state.users.values()].find(({ id }) => id === token.userId);
  if (user === undefined || user.isBanned) return refusal(400, "user_banned");
  const child = token.child === null ? undefined : state.refreshTokens.get(token.child);
  if (token.isUsed && child?.isUsed !== false) {
    for (const [text, { sessionId }] of state.refreshTokens) {
      if (sessionId === token.sessionId) state.refreshTokens.delete(text);
    }
    return refusal(400, "refresh_token_already_used");
  }
  const issued = await session(state, user, token.sessionId);
  if (token.isUsed && token.child !== null) {
    state.refreshTokens.delete(issued.refresh_token);
    return { status: 200, json: { ...issued, refresh_token: token.child } };
  }
  Object.assign(token, { isUsed: true, child: issued.refresh_token });
  return { status: 200, json: issued };
}

function setPassword({ state, body, bearer }: Call): Reply {
  const user = bearerOf(state, bearer);
  const { password = "" } = body;
  if (user === undefined) return refusal(403, "bad_jwt");
  if (password === user.password) return refusal(422, "same_password");
  const fault = faultOf(password);
  if (fault !== null) return refusal(422, fault);
  user.password = password;
  return { status: 200, json: userJson(user.id, user.email, []) };
}

function signOut({ state, bearer }: Call): Reply {
  const { session_id: sessionId } = claimsOf(bearer);
  for (const [text, token] of state.refreshTokens) {
    if (token.sessionId === sessionId) state.refreshTokens.delete(text);
  }
  return { status: 204 };
}

function remove({ state, bearer, path }: Call): Reply {
  if (bearer !== state.serviceRoleKey) return refusal(403, "not_admin");
  const id = path.split("/").at(-1);
  const user = [...state.users.values()].find((candidate) => candidate.id === id);
  if (user === undefined) return refusal(404, "user_not_found");
  state.users.delete(user.email.toLowerCase());
  return { status: 200, json: {} };
}

async function session(state: State, user: User, sessionId: string) {
  const signer = state.keys[0];
  if (signer === undefined) throw new Error("no signing key");
  const now = Math.floor(Date.now() / 1000);
  const accessToken = await new SignJWT({ email: user.email, role: "authenticated", session_id: sessionId })
    .setProtectedHeader({ alg: "ES256", kid: signer.kid, typ: "JWT" })
    .setSubject(user.id)
    .setIssuer(state.settings.issuer)
    .setAudience("authenticated")
    .setIssuedAt(now)
    .setExpirationTime(now + state.settings.accessTokenSeconds)
    .sign(signer.key);
  const refreshToken = randomBytes(9).toString("base64url");
  state.refreshTokens.set(refreshToken, { userId: user.id, sessionId, isUsed: false, child: null });
  return {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: state.settings.accessTokenSeconds,
    refresh_token: refreshToken,
    user: userJson(user.id, user.email, [{ provider: "email" }]),
  };
}

/** bcrypt reads 72 bytes. */
function faultOf(password: string): string | null {
  if (Buffer.byteLength(password) > 72) return "validation_failed";
  return password.length < 6 ? "weak_password" : null;
}

function bearerOf(state: State, bearer: string): User | undefined {
  const { sub } = claimsOf(bearer);
  return [...state.users.values()].find(({ id }) => id === sub);
}

function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ""] = token.split(".");
  return payload === "" ? {} : (JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>);
}

function userJson(id: string, email: string, identities: object[]) {
  return { id, aud: "authenticated", role: "authenticated", email, identities };
}

function refusal(status: number, errorCode: string): Reply {
  return { status, json: { code: status, error_code: errorCode, msg: errorCode.replaceAll("_", " ") } };
}
