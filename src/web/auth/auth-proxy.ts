import type { Context } from "hono";
import { parseEmail } from "../../accounts/credentials-policy.ts";
import { Refusal } from "../../refusal.ts";
import { parseProxyNetworks, plainAddress } from "../proxy-networks.ts";
import type { WebEnv } from "../web-env.ts";

/** `none`: the request names nobody, or comes from somebody whom we do not believe. */
type ProxyName = { kind: "none" } | { kind: "named"; email: string } | { kind: "malformed" };
export type AuthProxy = {
  readName: (c: Context<WebEnv>) => ProxyName;
  autoCreate: boolean;
  logoutUrl: string | null;
};

type ProxySettings = { header: string; networks: string; autoCreate: boolean; logoutUrl: string | null };

const strangersMax = 100;

/** Believes AUTH_PROXY_HEADER from the networks of AUTH_PROXY_NETWORKS. Only who holds the connection counts. */
export function createAuthProxy(
  { header, networks, autoCreate, logoutUrl }: ProxySettings,
  warn: (facts: object, event: string) => void,
): AuthProxy {
  if (/\/0+(?=[\s,]|$)/.test(networks)) {
    throw new Refusal("AUTH_PROXY_NETWORKS must not be everyone (/0): anyone could then log in as anyone.");
  }
  const isProxy = parseProxyNetworks("AUTH_PROXY_NETWORKS", networks);
  const strangers = new Set<string>();
  const readName = (c: Context<WebEnv>): ProxyName => {
    const value = c.req.header(header);
    if (value === undefined || value === "") return { kind: "none" };
    const peer = plainAddress(c.env.incoming.socket.remoteAddress ?? "");
    if (isProxy(peer)) {
      const email = parseEmail(value);
      return email === null ? { kind: "malformed" } : { kind: "named", email };
    }
    if (!strangers.has(peer) && strangers.size < strangersMax) {
      strangers.add(peer);
      warn(
        { peer, header },
        "AUTH_PROXY_HEADER ignored: it came from an address that AUTH_PROXY_NETWORKS does not list",
      );
    }
    return { kind: "none" };
  };
  return { readName, autoCreate, logoutUrl };
}
