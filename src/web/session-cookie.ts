import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { isSecretToken } from "../accounts/secret-token.ts";
import type { StartedSession } from "../accounts/session-store.ts";

/** Two cookies: the session, and before there is one a random value that the forms' tokens are bound to. */
export type SessionCookies = {
  session: (c: Context) => string | null;
  start: (c: Context, session: StartedSession) => void;
  end: (c: Context) => void;
  /** What a form's token is bound to: the session's cookie, valid or not, else the visitor's. */
  binding: (c: Context) => string | null;
  /** The same, giving the visitor a cookie where there is none. */
  bind: (c: Context) => string;
};

/** `__Host-`: from this host alone, never from a neighbour under the same domain; browsers want https or localhost for it. */
export function sessionCookies(isSecure: boolean): SessionCookies {
  const [sessionName, visitorName] = isSecure ? ["__Host-session", "__Host-visitor"] : ["session", "visitor"];
  const attributes = { path: "/", httpOnly: true, secure: isSecure, sameSite: "Lax" } as const;
  const read = (c: Context, name: string) => {
    const value = getCookie(c, name) ?? "";
    return isSecretToken(value) ? value : null;
  };
  const binding = (c: Context) => read(c, sessionName) ?? read(c, visitorName);

  return {
    session: (c) => read(c, sessionName),
    start: (c, { token, ageSecondsMax: maxAge }) => setCookie(c, sessionName, token, { ...attributes, maxAge }),
    end: (c) => void deleteCookie(c, sessionName, attributes),
    binding,
    bind: (c) => binding(c) ?? giveVisitor(c),
  };

  function giveVisitor(c: Context): string {
    const value = randomBytes(32).toString("base64url");
    setCookie(c, visitorName, value, attributes);
    return value;
  }
}
