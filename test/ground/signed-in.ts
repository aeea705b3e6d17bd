import { randomBytes, randomUUID } from "node:crypto";
import { registerPerson } from "../../src/accounts/person-store.ts";
import { startSession } from "../../src/accounts/session-store.ts";
import type { WebParts } from "../../src/web/app.ts";
import { formTokens } from "../../src/web/csrf.ts";
import type { WebEnv } from "../../src/web/web-env.ts";

/** `headers` are what a browser sends from our own page, including the form token: valid for any method. */
export type SignedIn = { id: string; email: string; token: string; cookie: string; headers: Record<string, string> };

type Parts = Pick<WebParts, "accounts" | "secretKey" | "cookieSecure">;

/** A person with a session, without the cost of hashing a password. */
export async function signedIn(parts: Parts, email = `${randomUUID()}@example.org`): Promise<SignedIn> {
  const { db, now } = parts.accounts;
  const id = randomUUID();
  await registerPerson(db, { id, email, passwordHash: null, providerId: null, passHash: null }, now());
  const visit = {
    address: "127.0.0.1",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
    sessionToken: null,
  };
  const { token } = await startSession(db, { personId: id, visit, tokens: null, event: null }, now());
  const cookie = parts.cookieSecure ? "__Host-session" : "session";
  return { id, email, token, cookie, headers: headersOf(parts, cookie, token) };
}

/** Headers of someone who has loaded one of our forms but has no session. */
export function strangerHeaders(parts: Parts): Record<string, string> {
  const cookie = parts.cookieSecure ? "__Host-visitor" : "visitor";
  return headersOf(parts, cookie, randomBytes(32).toString("base64url"));
}

/** What `app.request` needs if a handler asks for the client's address. */
export function connectionFrom(remoteAddress: string): WebEnv["Bindings"] {
  return { incoming: { socket: { remoteAddress } } } as unknown as WebEnv["Bindings"];
}

function headersOf(parts: Parts, cookie: string, value: string): Record<string, string> {
  return {
    Accept: "text/html",
    Cookie: `${cookie}=${value}`,
    "Sec-Fetch-Site": "same-origin",
    "X-CSRF-Token": formTokens(parts.secretKey).create(value),
  };
}
