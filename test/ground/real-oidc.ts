import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";

/** What the provider says of the people who log in there; any login name is one, with any password. */
type Told = Record<string, unknown>;
export type RealOidc = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By login name; without an entry it is name@example.org, verified. */
  people: Map<string, Told>;
  /** Where it may send people back to. */
  trust: (returnTo: string) => Promise<void>;
};

/** The package oidc-provider, a certified OpenID provider, on loopback. It demands PKCE. */
export async function realOidc(): Promise<RealOidc> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => void response.end();
  const server = createServer((request, response) => answer(request, withoutFonts(response)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Told>();
  // Form encoding and URL encoding differ in these.
  const [clientId, clientSecret] = ["plain wire:1", "a secret + 100% of it/="];
  const trust = async (returnTo: string) => {
    const configuration = await configure({ returnTo, clientId, clientSecret, people });
    answer = quietly(() => new Provider(issuer, configuration).callback());
  };
  return { issuer, clientId, clientSecret, people, trust };
}

type Wanted = Pick<RealOidc, "clientId" | "clientSecret" | "people"> & { returnTo: string };

async function configure({ returnTo, clientId, clientSecret, people }: Wanted): Promise<Record<string, unknown>> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const client = { client_id: clientId, client_secret: clientSecret, redirect_uris: [returnTo] };
  const told = (login: string) => ({ email: `${login}@example.org`, email_verified: true, ...people.get(login) });
  return {
    clients: [client],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid: "one" }] },
    cookies: { keys: ["a key for tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], groups: ["groups"] },
    findAccount: (_: unknown, login: string) => ({
      accountId: login,
      claims: () => ({ sub: login, ...told(login) }),
    }),
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
  };
}

/** Its pages load a typeface from another server, and tests connect to loopback only. */
function withoutFonts(response: ServerResponse): ServerResponse {
  const end = response.end.bind(response);
  const endWithout = (body?: unknown) => {
    if (typeof body !== "string") return end(body);
    const own = body.replace(/@import url\([^)]*\);/g, "");
    response.setHeader("Content-Length", Buffer.byteLength(own));
    return end(own);
  };
  return Object.assign(response, { end: endWithout });
}

/** It warns of its quick start on the console. */
function quietly<Made>(make: () => Made): Made {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return make();
  } finally {
    Object.assign(console, { warn, info });
  }
}
