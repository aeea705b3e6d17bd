import { z } from "zod";
import type { Unavailable } from "../auth-provider.ts";

/** One request to an endpoint the operator configured. The client that dials out is passed in. */
export type SendJson = (request: {
  url: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  headers: Record<string, string>;
  json?: unknown;
  timeoutMs: number;
  bodyBytesMax: number;
}) => Promise<{ kind: "response"; status: number; json: unknown } | { kind: "failed"; failure: { detail: string } }>;

export type GotrueSession = z.infer<typeof sessionShape>;
export type GotrueUser = z.infer<typeof userShape>;
/** `code` as GoTrue's list of error codes has it; its documentation asks not to go by status or message. */
export type Refused = { kind: "refused"; code: string; message: string };
export type Answer<Value> = { kind: "answer"; value: Value } | Refused | Unavailable;

export type GotrueClient = {
  signUp: (email: string, password: string) => Promise<Answer<GotrueSession | GotrueUser>>;
  signIn: (email: string, password: string) => Promise<Answer<GotrueSession>>;
  refresh: (refreshToken: string) => Promise<Answer<GotrueSession>>;
  /** Mails a link that leads back with a code, which only the holder of the challenge's verifier can redeem. */
  recover: (email: string, returnTo: string, challenge: string) => Promise<Answer<unknown>>;
  redeemCode: (code: string, verifier: string) => Promise<Answer<GotrueSession>>;
  redeemTokenHash: (tokenHash: string) => Promise<Answer<GotrueSession>>;
  setPassword: (accessToken: string, password: string) => Promise<Answer<unknown>>;
  signOut: (accessToken: string, scope: "local" | "global") => Promise<Answer<unknown>>;
  removeUser: (serviceKey: string, userId: string) => Promise<Answer<unknown>>;
  /** Proves the service key. */
  listUsers: (serviceKey: string) => Promise<Answer<unknown>>;
  /** Proves address and public key. */
  settings: () => Promise<Answer<unknown>>;
  jwks: () => Promise<Answer<GotrueKeys>>;
  /** Empty where the project names none; older servers do not know the question. */
  issuer: () => Promise<Answer<{ issuer: string }>>;
};

const timeoutMs = 8_000;
const bodyBytesMax = 256_000;

const userShape = z.object({
  id: z.uuid(),
  email: z.string(),
  // Empty when the address was registered before and the server will not say so.
  identities: z.array(z.unknown()).nullish(),
  created_at: z.string().nullish(),
  confirmation_sent_at: z.string().nullish(),
});
const sessionShape = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  user: userShape,
});
const keysShape = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
export type GotrueKeys = z.infer<typeof keysShape>;
const refusalShape = z
  .object({ error_code: z.string(), code: z.unknown(), error: z.unknown(), msg: z.string(), message: z.string() })
  .partial();

export function createGotrueClient(baseUrl: string, anonKey: string, send: SendJson): GotrueClient {
  const ask = async <Value>(wanted: Wanted<Value>): Promise<Answer<Value>> => {
    const answer = await send({
      url: `${baseUrl}${wanted.path}`,
      method: wanted.method ?? "POST",
      headers: { apikey: wanted.key ?? anonKey, ...(wanted.bearer && { authorization: `Bearer ${wanted.bearer}` }) },
      ...(wanted.json !== undefined && { json: wanted.json }),
      timeoutMs,
      bodyBytesMax,
    });
    if (answer.kind === "failed") return { kind: "unavailable", reason: answer.failure.detail };
    return answer.status < 300 ? read(wanted.shape, answer.json) : refusalOf(answer.status, answer.json);
  };

  return {
    signUp: (email, password) =>
      ask({ path: "/signup", json: { email, password }, shape: z.union([sessionShape, userShape]) }),
    signIn: (email, password) =>
      ask({ path: "/token?grant_type=password", json: { email, password }, shape: sessionShape }),
    refresh: (refreshToken) =>
      ask({ path: "/token?grant_type=refresh_token", json: { refresh_token: refreshToken }, shape: sessionShape }),
    recover: (email, returnTo, challenge) =>
      ask({
        path: `/recover?redirect_to=${encodeURIComponent(returnTo)}`,
        json: { email, code_challenge: challenge, code_challenge_method: "s256" },
        shape: z.unknown(),
      }),
    redeemCode: (code, verifier) =>
      ask({
        path: "/token?grant_type=pkce",
        json: { auth_code: code, code_verifier: verifier },
        shape: sessionShape,
      }),
    redeemTokenHash: (tokenHash) =>
      ask({ path: "/verify", json: { type: "recovery", token_hash: tokenHash }, shape: sessionShape }),
    setPassword: (bearer, password) =>
      ask({ path: "/user", method: "PUT", bearer, json: { password }, shape: z.unknown() }),
    signOut: (bearer, scope) => ask({ path: `/logout?scope=${scope}`, bearer, shape: z.unknown() }),
    removeUser: (key, userId) =>
      ask({ path: `/admin/users/${userId}`, method: "DELETE", key, bearer: key, shape: z.unknown() }),
    listUsers: (key) => ask({ path: "/admin/users?per_page=1", method: "GET", key, bearer: key, shape: z.unknown() }),
    settings: () => ask({ path: "/settings", method: "GET", shape: z.object({ external: z.unknown() }) }),
    issuer: () =>
      ask({ path: "/.well-known/openid-configuration", method: "GET", shape: z.object({ issuer: z.string() }) }),
    jwks: () => ask({ path: "/.well-known/jwks.json", method: "GET", shape: keysShape }),
  };
}

type Wanted<Value> = {
  path: string;
  method?: "GET" | "PUT" | "DELETE";
  key?: string;
  bearer?: string;
  json?: unknown;
  shape: z.ZodType<Value>;
};

function read<Value>(shape: z.ZodType<Value>, json: unknown): Answer<Value> {
  const parsed = shape.safeParse(json);
  if (parsed.success) return { kind: "answer", value: parsed.data };
  return { kind: "unavailable", reason: `an answer of another form (${z.prettifyError(parsed.error).slice(0, 200)})` };
}

/** Older servers say `error`, newer ones `error_code`, the newest (by API version) a string in `code`. */
function refusalOf(status: number, json: unknown): Refused | Unavailable {
  const { error_code, code, error, msg, message } = refusalShape.safeParse(json).data ?? {};
  const word = [error_code, code, error].find((candidate) => typeof candidate === "string");
  if (status >= 500 || word === undefined) {
    return { kind: "unavailable", reason: `status ${status}${word === undefined ? "" : ` (${word})`}` };
  }
  return { kind: "refused", code: word, message: msg ?? message ?? "" };
}
