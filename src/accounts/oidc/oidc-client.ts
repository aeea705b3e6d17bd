import { z } from "zod";
import type { Unavailable } from "../auth-provider.ts";
import { type Claims, parseClaims } from "./claims-policy.ts";
import { createDiscovery, type Discovery, type ProviderFacts, type SendOidc } from "./discover-provider.ts";
import { type BadProof, createIdTokenVerifier, type IdToken, type VerifyIdToken } from "./verify-id-token.ts";

export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  /** As the button says it. */
  name: string;
  scopes: string;
  allowedGroups: readonly string[];
  allowedDomains: readonly string[];
  autoCreate: boolean;
};

export type Asking = { state: string; nonce: string; challenge: string; returnTo: string };
/** What came back: `issuer` where the provider says in the address who it is (RFC 9207). */
export type Returned = { code: string; issuer: string | null; verifier: string; nonce: string; returnTo: string };
/** `refused`: a code that was used before, has expired, or was somebody else's. */
export type Redeemed =
  | { kind: "proved"; claims: Claims }
  | { kind: "refused"; reason: string }
  | BadProof
  | Unavailable;

export type OidcClient = {
  settings: OidcSettings;
  discover: () => Promise<Discovery>;
  /** Where a person is sent to log in. */
  askAt: (asking: Asking) => Promise<{ kind: "address"; url: string } | Unavailable>;
  redeem: (returned: Returned) => Promise<Redeemed>;
};

/** Code flow with PKCE. Nothing is believed before the ID token's signature was checked. */
export function createOidcClient(settings: OidcSettings, send: SendOidc, now: () => Date): OidcClient {
  const discover = createDiscovery(settings.issuer, send, now);
  const verify = createIdTokenVerifier(send, now);
  return {
    settings,
    discover,
    askAt: async (asking) => {
      const found = await discover();
      return found.kind === "found" ? { kind: "address", url: buildAddress(settings, found.facts, asking) } : found;
    },
    redeem: async (returned) => {
      const found = await discover();
      return found.kind === "found" ? redeem({ settings, facts: found.facts, send, verify }, returned) : found;
    },
  };
}

function buildAddress({ clientId, scopes }: OidcSettings, facts: ProviderFacts, asking: Asking): string {
  const url = new URL(facts.authorization_endpoint);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: asking.returnTo,
    scope: scopes,
    state: asking.state,
    nonce: asking.nonce,
    code_challenge: asking.challenge,
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

type Redeeming = { settings: OidcSettings; facts: ProviderFacts; send: SendOidc; verify: VerifyIdToken };

async function redeem(parts: Redeeming, returned: Returned): Promise<Redeemed> {
  const { settings, facts, verify } = parts;
  const { issuer, clientId } = settings;
  // A mix-up: the code of one provider must not be told to another.
  const isNamed = returned.issuer !== null || facts.authorization_response_iss_parameter_supported === true;
  if (isNamed && returned.issuer !== issuer) {
    return { kind: "bad-proof", reason: `an answer of ${(returned.issuer ?? "nobody").slice(0, 200)}` };
  }
  const tokens = await askForTokens(parts, returned);
  if (tokens.kind !== "tokens") return tokens;
  const { nonce } = returned;
  const idToken = await verify({ token: tokens.idToken, keysUrl: facts.jwks_uri, issuer, clientId, nonce });
  if (idToken.kind !== "good") return idToken;
  return complete(parts, idToken, tokens.accessToken);
}

const tokensShape = z.object({ id_token: z.string(), access_token: z.string().nullish() });
const refusalShape = z.object({ error: z.string() });

type Tokens = { kind: "tokens"; idToken: string; accessToken: string | null };

async function askForTokens(
  { settings, facts, send }: Redeeming,
  { code, verifier, returnTo }: Returned,
): Promise<Tokens | Exclude<Redeemed, { kind: "proved" }>> {
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: returnTo,
    code_verifier: verifier,
  });
  const headers = authenticate(settings, facts, form);
  const answer = await send({ url: facts.token_endpoint, method: "POST", headers, body: form.toString() });
  if (answer.kind === "failed") return { kind: "unavailable", reason: `its tokens: ${answer.failure.detail}` };
  if (answer.status === 200) {
    const parsed = tokensShape.safeParse(answer.json);
    if (!parsed.success)
      return { kind: "bad-proof", reason: "an answer without an ID token: is openid in OIDC_SCOPES?" };
    return { kind: "tokens", idToken: parsed.data.id_token, accessToken: parsed.data.access_token ?? null };
  }
  const word = refusalShape.safeParse(answer.json).data?.error.slice(0, 100) ?? `status ${answer.status}`;
  if (answer.status === 401 || /^(invalid|unauthorized)_client$/.test(word)) {
    const reason = `the provider does not accept us (${word}): check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET`;
    return { kind: "unavailable", reason, bySetting: true };
  }
  const isItsFault = answer.status >= 500 || answer.status === 429;
  return { kind: isItsFault ? "unavailable" : "refused", reason: `the provider refused the code: ${word}` };
}

/** As the provider prefers; Basic is the standard's default. A client without a secret is known by PKCE alone. */
function authenticate(
  { clientId, clientSecret }: OidcSettings,
  { token_endpoint_auth_methods_supported: methods }: ProviderFacts,
  form: URLSearchParams,
): Record<string, string> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const isBasic = methods?.includes("client_secret_basic") !== false || !methods.includes("client_secret_post");
  if (clientSecret !== null && isBasic) {
    const pair = `${formEncode(clientId)}:${formEncode(clientSecret)}`;
    return { ...type, authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
  }
  form.set("client_id", clientId);
  if (clientSecret !== null) form.set("client_secret", clientSecret);
  return type;
}

/** As forms are written (RFC 6749, 2.3.1), not as addresses are. */
function formEncode(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

/** Some providers (Authelia) say nothing but the id in the token, and the rest only when asked. */
async function complete(parts: Redeeming, { subject, claims }: IdToken, accessToken: string | null): Promise<Redeemed> {
  const { settings, facts, send } = parts;
  const lacksGroups = settings.allowedGroups.length > 0 && claims["groups"] === undefined;
  const isComplete = claims["email"] !== undefined && claims["email_verified"] !== undefined && !lacksGroups;
  if (isComplete || !facts.userinfo_endpoint || accessToken === null) {
    return { kind: "proved", claims: parseClaims(subject, claims) };
  }
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await send({ url: facts.userinfo_endpoint, method: "GET", headers });
  if (answer.kind === "failed") return { kind: "unavailable", reason: `its userinfo: ${answer.failure.detail}` };
  const told = z.looseObject({ sub: z.string() }).safeParse(answer.json);
  if (answer.status !== 200 || !told.success) {
    return { kind: "unavailable", reason: `its userinfo cannot be read (status ${answer.status})` };
  }
  if (told.data.sub !== subject) return { kind: "bad-proof", reason: "userinfo about somebody else" };
  return { kind: "proved", claims: parseClaims(subject, withUserinfo(claims, told.data)) };
}

type RawClaims = Readonly<Record<string, unknown>>;

/**
 * What is signed comes first. An address and whether it is verified are one statement: what userinfo says of its address says
 * nothing about another one in the token.
 */
function withUserinfo(signed: RawClaims, told: RawClaims): RawClaims {
  const { email, email_verified: verified } = signed["email"] === undefined ? told : signed;
  const toldVerified = told["email"] === email ? told["email_verified"] : undefined;
  return { ...told, ...signed, email, email_verified: verified ?? toldVerified };
}
