import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { after } from "node:test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

type Json = Record<string, unknown>;
type Asked = { nonce: string; challenge: string; clientId: string };

/** What it does wrong; a test sets what it is about. */
export type Lies = {
  discovery: (facts: Json) => unknown;
  discoveryStatus: number;
  keys: (keys: Json) => unknown;
  /** Into the address that leads back. */
  answer: (query: Record<string, string>) => Record<string, string>;
  claims: (claims: Json) => Json;
  signature: "right" | "none" | "hs256" | "other key" | "unknown key" | "no token";
  /** Instead of tokens. */
  refusal: { status: number; json: unknown } | null;
  /** A code may be redeemed again, and with any verifier. */
  isCareless: boolean;
  userinfo: ((claims: Json) => Json) | null;
};

export type HostileOidc = {
  issuer: string;
  /** Replaced as a whole by a test. */
  lies: Lies;
  requests: string[];
  now: () => number;
};

const honest: Lies = {
  discovery: (facts) => facts,
  discoveryStatus: 200,
  keys: (keys) => keys,
  answer: (query) => query,
  claims: (claims) => claims,
  signature: "right",
  refusal: null,
  isCareless: false,
  userinfo: null,
};
export const liesAbout = (lies: Partial<Lies>): Lies => ({ ...honest, ...lies });

export const hostileClient = { OIDC_CLIENT_ID: "plainwire", OIDC_CLIENT_SECRET: "the secret of the client" };

type State = HostileOidc & { keys: Awaited<ReturnType<typeof makeKeys>>; codes: Map<string, Asked>; told: Json };

/** An OpenID provider that lets everybody in as ada, and lies as it is told. */
export async function hostileOidc(): Promise<HostileOidc> {
  const server = createServer((request, response) => void handle(state, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: State = {
    issuer,
    lies: honest,
    requests: [],
    now: () => Date.now(),
    keys: await makeKeys(),
    codes: new Map(),
    told: {},
  };
  return state;
}

async function makeKeys() {
  const [right, other] = [await generateKeyPair("ES256"), await generateKeyPair("ES256")];
  return { right, other, published: { keys: [{ ...(await exportJWK(right.publicKey)), kid: "one", alg: "ES256" }] } };
}

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", state.issuer);
  state.requests.push(url.pathname);
  const json = (body: unknown, status = 200) =>
    void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  switch (url.pathname) {
    case "/.well-known/openid-configuration":
      return json(state.lies.discovery(facts(state)), state.lies.discoveryStatus);
    case "/keys":
      return json(state.lies.keys(state.keys.published));
    case "/authorize":
      return void response.writeHead(302, { Location: authorize(state, url.searchParams) }).end();
    case "/token": {
      if (!isClient(request.headers.authorization)) return json({ error: "invalid_client" }, 401);
      const { status, body } = await redeem(state, new URLSearchParams(await readText(request)));
      return json(body, status);
    }
    case "/userinfo":
      return json(state.lies.userinfo?.(state.told) ?? {});
    default:
      return json({}, 404);
  }
}

function isClient(authorization = ""): boolean {
  const { OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = hostileClient;
  const pair = `${id}:${secret.replaceAll(" ", "+")}`;
  return authorization === `Basic ${Buffer.from(pair).toString("base64")}`;
}

function facts({ issuer, lies }: State): Json {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    ...(lies.userinfo !== null && { userinfo_endpoint: `${issuer}/userinfo` }),
  };
}

function authorize({ lies, codes }: State, asked: URLSearchParams): string {
  const of = (name: string) => asked.get(name) ?? "";
  const code = randomUUID();
  codes.set(code, { nonce: of("nonce"), challenge: of("code_challenge"), clientId: of("client_id") });
  const back = new URL(of("redirect_uri"));
  for (const [name, value] of Object.entries(lies.answer({ code, state: of("state") }))) {
    back.searchParams.set(name, value);
  }
  return back.href;
}

async function redeem(state: State, form: URLSearchParams): Promise<{ status: number; body: unknown }> {
  const { lies, codes } = state;
  if (lies.refusal !== null) return { status: lies.refusal.status, body: lies.refusal.json };
  const code = form.get("code") ?? "";
  const asked = codes.get(code);
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  const isRight = asked !== undefined && (lies.isCareless || asked.challenge === challenge);
  if (!lies.isCareless) codes.delete(code);
  if (!isRight) return { status: 400, body: { error: "invalid_grant" } };
  if (lies.signature === "no token") return { status: 200, body: { access_token: "opaque", token_type: "Bearer" } };
  const seconds = Math.floor(state.now() / 1000);
  state.told = lies.claims({
    iss: state.issuer,
    aud: asked.clientId,
    sub: "ada-1",
    nonce: asked.nonce,
    iat: seconds,
    exp: seconds + 300,
    email: "ada@example.org",
    email_verified: true,
  });
  return {
    status: 200,
    body: { id_token: await sign(state, state.told), access_token: "opaque", token_type: "Bearer" },
  };
}

function sign({ lies: { signature }, keys }: State, claims: Json): Promise<string> | string {
  const token = new SignJWT(claims);
  const part = (json: Json) => Buffer.from(JSON.stringify(json)).toString("base64url");
  switch (signature) {
    case "right":
    case "no token":
      return token.setProtectedHeader({ alg: "ES256", kid: "one" }).sign(keys.right.privateKey);
    case "other key":
      return token.setProtectedHeader({ alg: "ES256", kid: "one" }).sign(keys.other.privateKey);
    case "unknown key":
      return token.setProtectedHeader({ alg: "ES256", kid: "two" }).sign(keys.other.privateKey);
    case "hs256": {
      const secret = new TextEncoder().encode(hostileClient.OIDC_CLIENT_SECRET);
      return token.setProtectedHeader({ alg: "HS256" }).sign(secret);
    }
    case "none":
      return `${part({ alg: "none" })}.${part(claims)}.`;
  }
}
