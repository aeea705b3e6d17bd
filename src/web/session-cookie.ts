import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { browserMarkSecondsMax } from "../accounts/admit-attempt.ts";
import { tripSecondsMax } from "../accounts/oidc/oidc-trip.ts";
import { isSecretToken } from "../accounts/secret-token.ts";
import type { StartedSession } from "../accounts/session-store.ts";

const recoverySecondsMax = 15 * 60;
const secondStepSecondsMax = 10 * 60;

/**
 * The session; before there is one, a random value that the forms' tokens are bound to; and the mark of a browser that has
 * logged in, which outlives the session.
 */
export type SessionCookies = {
  session: (c: Context) => string | null;
  start: (c: Context, session: StartedSession) => void;
  end: (c: Context) => void;
  /** What a provider's recovery link gave, sealed, until the new password is typed; empty where there is none. */
  recovery: (c: Context) => string;
  startRecovery: (c: Context, ticket: string) => void;
  endRecovery: (c: Context) => void;
  /** What a login at another server needs when it comes back, sealed; empty where there is none. */
  trip: (c: Context) => string;
  startTrip: (c: Context, trip: string) => void;
  endTrip: (c: Context) => void;
  /** Of a login whose password was right, until the second step is passed. */
  secondStep: (c: Context) => string | null;
  startSecondStep: (c: Context, token: string) => void;
  endSecondStep: (c: Context) => void;
  browser: (c: Context) => string | null;
  remember: (c: Context, mark: string) => void;
  /** What a form's token is bound to: the session's cookie, valid or not, else the visitor's. */
  binding: (c: Context) => string | null;
  /** The same, giving the visitor a cookie where there is none. */
  bind: (c: Context) => string;
};

/** `__Host-` cookies come only from this host, never from a neighbour under the same domain. They need https or localhost. */
export function sessionCookies(isSecure: boolean): SessionCookies {
  const named = (name: string) => (isSecure ? `__Host-${name}` : name);
  const [sessionName, visitorName] = [named("session"), named("visitor")];
  const [browserName, recoveryName, tripName] = [named("browser"), named("recovery"), named("oidc")];
  const stepName = named("second-step");
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
    recovery: (c) => getCookie(c, recoveryName) ?? "",
    startRecovery: (c, ticket) => setCookie(c, recoveryName, ticket, { ...attributes, maxAge: recoverySecondsMax }),
    endRecovery: (c) => void deleteCookie(c, recoveryName, attributes),
    trip: (c) => getCookie(c, tripName) ?? "",
    startTrip: (c, trip) => setCookie(c, tripName, trip, { ...attributes, maxAge: tripSecondsMax }),
    endTrip: (c) => void deleteCookie(c, tripName, attributes),
    secondStep: (c) => read(c, stepName),
    startSecondStep: (c, token) => setCookie(c, stepName, token, { ...attributes, maxAge: secondStepSecondsMax }),
    endSecondStep: (c) => void deleteCookie(c, stepName, attributes),
    browser: (c) => getCookie(c, browserName) ?? null,
    remember: (c, mark) => setCookie(c, browserName, mark, { ...attributes, maxAge: browserMarkSecondsMax }),
    binding,
    bind: (c) => binding(c) ?? giveVisitor(c),
  };

  function giveVisitor(c: Context): string {
    const value = randomBytes(32).toString("base64url");
    setCookie(c, visitorName, value, attributes);
    return value;
  }
}
