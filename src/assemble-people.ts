import { setTimeout } from "node:timers/promises";
import type { SendOidc } from "./accounts/oidc/discover-provider.ts";
import { createOidcClient, type OidcClient } from "./accounts/oidc/oidc-client.ts";
import { mailerOf, type Parts, sendTrusted } from "./assemble.ts";
import { findSecretKey } from "./database/secret-box.ts";
import { createGuardedClient } from "./http-client/guarded-client.ts";
import { createGuardedSender } from "./http-client/guarded-sender.ts";
import { parseJson } from "./text/parse-json.ts";
import { chooseProvider } from "./web/auth/choose-provider.ts";
import { type AuthProxy, createAuthProxy } from "./web/auth/auth-proxy.ts";
import { clientAddress } from "./web/client-address.ts";

/** What the account pages need: who keeps the passwords, and the other ways to log in. */
export function openPeople(parts: Parts) {
  const { config, db, secrets } = parts;
  const { now } = parts.clock;
  const sleep = (ms: number) => setTimeout(ms);
  const provider = chooseProvider(config, db.web, sendTrusted(parts), now);
  const { registration, passwordLengthMin } = config;
  const { oidc, close } = openOidc(parts);
  return {
    parts: {
      accounts: { db: db.web, provider, secrets, registration, passwordLengthMin, now, sleep },
      secretKey: findSecretKey(config),
      cookieSecure: config.cookieSecure,
      addressOf: clientAddress(config.trustProxy),
      sendMail: mailerOf(parts),
      oidc,
      authProxy: authProxyOf(parts),
    },
    close,
  };
}

function authProxyOf({ config, log, publicOrigin }: Parts): AuthProxy | null {
  const { authProxyHeader, authProxyNetworks, authAutoCreate: autoCreate, authProxyLogoutUrl: logoutUrl } = config;
  if (authProxyHeader === null || authProxyNetworks === null) return null;
  const settings = { header: authProxyHeader, networks: authProxyNetworks, publicOrigin, autoCreate, logoutUrl };
  return createAuthProxy(settings, (facts, event) => log.warn(facts, event));
}

/** A person waits for it. */
const timeoutMs = 8_000;
const answerBytesMax = 512 * 1024;

/** Null where OIDC_ISSUER is not set. */
export function openOidc(parts: Parts): { oidc: OidcClient | null; close: () => Promise<void> } {
  const { config, clock } = parts;
  const { oidcIssuer: issuer, oidcClientId: clientId } = config;
  if (issuer === null || clientId === null) return { oidc: null, close: () => Promise.resolve() };
  const settings = {
    issuer,
    clientId,
    clientSecret: config.oidcClientSecret,
    name: config.oidcName ?? new URL(issuer).host,
    scopes: config.oidcScopes,
    allowedGroups: config.oidcAllowedGroups,
    allowedDomains: config.oidcAllowedDomains,
    autoCreate: config.authAutoCreate,
  };
  const { send, close } = openSender(parts, issuer);
  return { oidc: createOidcClient(settings, send, clock.now), close };
}

/**
 * The operator named the issuer, which may be in the same private network. What the issuer names itself, on other servers,
 * must have a public address: a provider that was taken over is no way into that network.
 */
function openSender({ config, trusted, identity }: Parts, issuer: string) {
  const { fetchAllowNetworks: allowNetworks } = config;
  const redirectsMax = 2;
  const getter = createGuardedClient({
    allowNetworks,
    requestTimeoutMs: timeoutMs,
    redirectsMax,
    bodyBytesMax: answerBytesMax,
  });
  const sender = createGuardedSender({ allowNetworks, timeoutMs, answerBytesMax });
  const userAgent = `Plainwire/${identity.version} (+${identity.contactUrl})`;
  const accept = "application/json";
  const { origin } = new URL(issuer);

  const send: SendOidc = async ({ url, method, headers, body }) => {
    const common = { accept, "user-agent": userAgent, ...headers };
    const limits = { timeoutMs, bodyBytesMax: answerBytesMax };
    const answer =
      new URL(url).origin === origin
        ? await trusted.request({ url, method, headers: common, ...(body !== undefined && { body }), ...limits })
        : method === "GET"
          ? await getter.get({ url, userAgent, accept, customHeaders: headers })
          : await sender.post({ url, headers: common, body: body ?? "", signal: AbortSignal.timeout(timeoutMs) });
    if (answer.kind === "failed") return answer;
    // Of a refusal, the guarded clients keep only the beginning.
    const snippet = "snippet" in answer && typeof answer.snippet === "string" ? answer.snippet : null;
    return { kind: "response", status: answer.status, json: parseJson(snippet ?? answer.body.toString("utf8")) };
  };
  return { send, close: async () => void (await Promise.all([getter.close(), sender.close()])) };
}
