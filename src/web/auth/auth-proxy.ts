import { isIP } from "node:net";
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

type ProxySettings = {
  header: string;
  networks: string;
  publicOrigin: string;
  autoCreate: boolean;
  logoutUrl: string | null;
};

const strangersMax = 100;

/** Believes AUTH_PROXY_HEADER from the networks of AUTH_PROXY_NETWORKS. Only who holds the connection counts. */
export function createAuthProxy(
  { header, networks, publicOrigin, autoCreate, logoutUrl }: ProxySettings,
  warn: (facts: object, event: string) => void,
): AuthProxy {
  if (/\/0+(?=[\s,]|$)/.test(networks)) {
    throw new Refusal("AUTH_PROXY_NETWORKS must not be everyone (/0): anyone could then log in as anyone.");
  }
  const isProxy = parseProxyNetworks("AUTH_PROXY_NETWORKS", networks);
  const publicHost = new URL(publicOrigin).hostname;
  const strangers = new Set<string>();
  const warnOnce = (stranger: string, facts: object, event: string) => {
    if (strangers.has(stranger) || strangers.size >= strangersMax) return;
    strangers.add(stranger);
    warn({ ...facts, header }, event);
  };
  const readName = (c: Context<WebEnv>): ProxyName => {
    const value = c.req.header(header);
    if (value === undefined || value === "") return { kind: "none" };
    const peer = plainAddress(c.env.incoming.socket.remoteAddress ?? "");
    const host = new URL(c.req.url).hostname;
    if (!isProxy(peer)) {
      warnOnce(
        peer,
        { peer },
        "AUTH_PROXY_HEADER ignored: it came from an address that AUTH_PROXY_NETWORKS does not list",
      );
      return { kind: "none" };
    }
    if (host !== publicHost && !isNearName(host)) {
      warnOnce(host, { host }, "AUTH_PROXY_HEADER ignored: the request is for another name than that of PUBLIC_ORIGIN");
      return { kind: "none" };
    }
    const email = parseEmail(value);
    return email === null ? { kind: "malformed" } : { kind: "named", email };
  };
  return { readName, autoCreate, logoutUrl };
}

/**
 * An address, or a name without a dot, by which a proxy may know this server. Any other name may be a web page's own, which it
 * points at this server (DNS rebinding) to send the header from a browser that is near the proxy.
 */
function isNearName(host: string): boolean {
  return isIP(host.replace(/^\[|\]$/g, "")) !== 0 || !host.includes(".");
}
