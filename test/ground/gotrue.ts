import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { after } from "node:test";
import { exportJWK, generateKeyPair } from "jose";
import {
  endSessions,
  findBearer,
  followLink,
  recover,
  redeemCode,
  redeemTokenHash,
  refresh,
  startSession,
  userJson,
} from "./gotrue-sessions.ts";
import {
  type Call,
  type Gotrue,
  type GotrueSettings,
  type GotrueState,
  type Reply,
  refusal,
  sendMail,
  userById,
} from "./gotrue-state.ts";

export type { Gotrue } from "./gotrue-state.ts";

/** Supabase Auth: the parts we use, answering as a real server of August 2026 did on this machine. */
export async function gotrue(): Promise<Gotrue> {
  const server = createServer((request, response) => void answer(state, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const state = newState(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await state.newSigningKey();
  return state;
}

function newState(url: string): GotrueState {
  let passedMs = 0;
  const settings: GotrueSettings = {
    confirmsEmail: false,
    accessTokenSeconds: 3600,
    failsWith: null,
    issuer: `${url}/auth/v1`,
    jwtSecret: null,
    reuseSeconds: 10,
    mailPauseSeconds: 60,
    mailsMax: 30,
    redirectsAllowed: [],
    siteUrl: "http://127.0.0.1:3000",
  };
  const state: GotrueState = {
    url,
    anonKey: "anon-key",
    serviceRoleKey: "service-role-key",
    requests: [],
    serviceKeyUses: 0,
    refreshed: [],
    settings,
    users: new Map(),
    mails: [],
    now: () => Date.now() + passedMs,
    mailsSent: 0,
    refreshTokens: new Map(),
    codes: new Map(),
    keys: [],
    sessions: () => new Set([...state.refreshTokens.values()].map(({ sessionId }) => sessionId)).size,
    newSigningKey: async () => {
      const { privateKey, publicKey } = await generateKeyPair("ES256");
      const kid = randomUUID();
      state.keys = [{ kid, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" }, key: privateKey }];
    },
    pass: (seconds) => void (passedMs += seconds * 1000),
  };
  return state;
}

async function answer(state: GotrueState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? "").replace(/^\/auth\/v1/, "");
  state.requests.push(`${request.method} ${path}`);
  const text = await readText(request);
  const call: Call = {
    state,
    url: new URL(path, state.url),
    body: text === "" ? {} : (JSON.parse(text) as Record<string, string>),
    bearer: (request.headers.authorization ?? "").replace(/^Bearer /, ""),
    apikey: String(request.headers["apikey"] ?? ""),
  };
  if ([call.apikey, call.bearer].includes(state.serviceRoleKey)) state.serviceKeyUses += 1;
  const { status, json, location } = await replyTo(`${request.method} ${call.url.pathname}`, call);
  response.writeHead(status, { "content-type": "application/json", ...(location !== undefined && { location }) });
  response.end(json === undefined ? undefined : JSON.stringify(json));
}

async function replyTo(what: string, call: Call): Promise<Reply> {
  const { settings, keys, anonKey, serviceRoleKey } = call.state;
  if (settings.failsWith !== null) return { status: settings.failsWith, json: { code: "trouble", message: "trouble" } };
  const published = settings.jwtSecret === null ? keys.map(({ jwk }) => jwk) : [];
  if (what === "GET /.well-known/jwks.json") return { status: 200, json: { keys: published } };
  // A browser follows it from a mail, without a key.
  if (what === "GET /verify") return followLink(call);
  if (![anonKey, serviceRoleKey].includes(call.apikey)) return { status: 401, json: { message: "Invalid API key" } };
  const reply = replies[what.replace(/\/admin\/users\/.*/, "/admin/users/:id")];
  return reply === undefined ? refusal(404, "not_found") : reply(call);
}

const replies: Record<string, (call: Call) => Reply | Promise<Reply>> = {
  "GET /settings": () => ({ status: 200, json: { external: { email: true }, disable_signup: false } }),
  "GET /.well-known/openid-configuration": ({ state }) => ({
    status: 200,
    json: { issuer: state.settings.issuer ?? "" },
  }),
  "POST /signup": signUp,
  "POST /token": (call) =>
    grants[call.url.searchParams.get("grant_type") ?? ""]?.(call) ?? refusal(400, "invalid_grant"),
  "PUT /user": setPassword,
  "POST /logout": signOut,
  "POST /recover": recover,
  "POST /verify": redeemTokenHash,
  "GET /admin/users": ({ state, bearer }) =>
    bearer === state.serviceRoleKey ? { status: 200, json: { users: [] } } : refusal(403, "bad_jwt"),
  "DELETE /admin/users/:id": remove,
};

const grants: Record<string, (call: Call) => Promise<Reply>> = {
  password: signIn,
  refresh_token: refresh,
  pkce: redeemCode,
};

/**
 * Someone who has not confirmed the first mail and registers again stays the same user with the first password and gets
 * another mail; within a minute, 429. If the mail was confirmed, a stranger sees an invented user without identities.
 */
async function signUp({ state, body }: Call): Promise<Reply> {
  const { email = "", password = "" } = body;
  const { confirmsEmail } = state.settings;
  const fault = faultOf(password);
  if (fault !== null) return fault;
  const known = state.users.get(email.toLowerCase());
  if (known?.isConfirmed === true) {
    const invented = { id: randomUUID(), email, createdAt: state.now(), mailedAt: state.now() };
    return confirmsEmail
      ? { status: 200, json: { ...userJson({ ...known, ...invented }, []), role: "" } }
      : refusal(422, "user_already_exists", "User already registered");
  }
  const fresh = { id: randomUUID(), email, password, isConfirmed: false, isBanned: false, createdAt: state.now() };
  const user = known ?? fresh;
  const refused = confirmsEmail ? sendMail(state, user) : null;
  if (refused !== null) return refused;
  state.users.set(email.toLowerCase(), user);
  if (confirmsEmail) return { status: 200, json: userJson(user, [{ provider: "email" }]) };
  user.isConfirmed = true;
  return { status: 200, json: await startSession(state, user) };
}

async function signIn({ state, body }: Call): Promise<Reply> {
  const user = state.users.get((body["email"] ?? "").toLowerCase());
  if (user === undefined || user.password !== body["password"]) return refusal(400, "invalid_credentials");
  if (user.isBanned) return refusal(400, "user_banned");
  if (!user.isConfirmed) return refusal(400, "email_not_confirmed");
  return { status: 200, json: await startSession(state, user) };
}

/** A new password ends all other sessions. */
function setPassword({ state, body, bearer }: Call): Reply {
  const found = findBearer(state, bearer);
  if ("status" in found) return found;
  const { password = "" } = body;
  if (password === found.user.password) return refusal(422, "same_password");
  const fault = faultOf(password);
  if (fault !== null) return fault;
  found.user.password = password;
  endSessions(state, (sessionId, userId) => userId === found.user.id && sessionId !== found.sessionId);
  return { status: 200, json: userJson(found.user, []) };
}

function signOut({ state, bearer, url }: Call): Reply {
  const found = findBearer(state, bearer);
  if ("status" in found) return found;
  const isGlobal = url.searchParams.get("scope") === "global";
  endSessions(state, (sessionId, userId) => (isGlobal ? userId === found.user.id : sessionId === found.sessionId));
  return { status: 204 };
}

function remove({ state, bearer, url }: Call): Reply {
  if (bearer !== state.serviceRoleKey) return refusal(403, "not_admin");
  const user = userById(state, url.pathname.split("/").at(-1));
  if (user === undefined) return refusal(404, "user_not_found");
  state.users.delete(user.email.toLowerCase());
  endSessions(state, (_, userId) => userId === user.id);
  return { status: 200, json: {} };
}

/** bcrypt uses only 72 bytes. */
function faultOf(password: string): Reply | null {
  if (Buffer.byteLength(password) > 72) return refusal(400, "validation_failed");
  return password.length < 6 ? refusal(422, "weak_password") : null;
}
