import { z } from "zod";
import { hourMs } from "../../time.ts";
import type { Unavailable } from "../auth-provider.ts";

/** One request to the provider or to an address that it named. The client that dials out is passed in. */
export type SendOidc = (request: {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}) => Promise<{ kind: "response"; status: number; json: unknown } | { kind: "failed"; failure: { detail: string } }>;

const shape = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  userinfo_endpoint: z.string().nullish(),
  token_endpoint_auth_methods_supported: z.array(z.string()).nullish(),
  authorization_response_iss_parameter_supported: z.boolean().nullish(),
});
/** What a provider says about itself (OpenID Connect Discovery 1.0). */
export type ProviderFacts = z.infer<typeof shape>;
export type Discovery = { kind: "found"; facts: ProviderFacts } | Unavailable;

const keptMs = hourMs;
/** Everybody who presses the button while it is down would ask it again. */
const failureKeptMs = 5_000;

/** Asks once an hour, and once for all who wait. */
export function createDiscovery(issuer: string, send: SendOidc, now: () => Date): () => Promise<Discovery> {
  let known: { answer: Promise<Discovery>; until: number } | null = null;
  return async () => {
    if (known !== null && known.until > now().getTime()) return known.answer;
    const asked = { answer: discover(issuer, send), until: Infinity };
    known = asked;
    try {
      const answer = await asked.answer;
      asked.until = now().getTime() + (answer.kind === "found" ? keptMs : failureKeptMs);
      return answer;
    } catch (error) {
      known = null;
      throw error;
    }
  };
}

async function discover(issuer: string, send: SendOidc): Promise<Discovery> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const answer = await send({ url, method: "GET", headers: {} });
  if (answer.kind === "failed") return { kind: "unavailable", reason: `${url}: ${answer.failure.detail}` };
  if (answer.status !== 200) {
    const bySetting = answer.status >= 300 && answer.status < 500 && answer.status !== 429;
    return { kind: "unavailable", reason: `${url} answers ${answer.status}: check OIDC_ISSUER`, bySetting };
  }
  const parsed = shape.safeParse(answer.json);
  if (!parsed.success) {
    return { kind: "unavailable", reason: `${url} is no discovery document: check OIDC_ISSUER`, bySetting: true };
  }
  return judgeFacts(parsed.data, issuer);
}

/** Another issuer could otherwise have its people pass for those of this one. */
function judgeFacts(facts: ProviderFacts, issuer: string): Discovery {
  if (facts.issuer !== issuer) {
    const reason = `the provider names itself ${facts.issuer.slice(0, 200)}: set OIDC_ISSUER to exactly that, if it is yours`;
    return { kind: "unavailable", reason, bySetting: true };
  }
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = facts;
  const endpoints = [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint ?? issuer];
  const unsafe = endpoints.find((endpoint) => !isSafe(endpoint, issuer));
  if (unsafe !== undefined) {
    const reason = `the provider names an address without https: ${unsafe.slice(0, 200)}`;
    return { kind: "unavailable", reason, bySetting: true };
  }
  return { kind: "found", facts };
}

/** https, or as the issuer itself on this machine. */
function isSafe(endpoint: string, issuer: string): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== "") return false;
  return url.protocol === "https:" || url.origin === new URL(issuer).origin;
}
