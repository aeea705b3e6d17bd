import type { Context, MiddlewareHandler } from "hono";
import { logInByProxy } from "../../accounts/log-in-by-proxy.ts";
import { logOut } from "../../accounts/sessions.ts";
import { wantsPage } from "../kit/htmx.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { WebEnv } from "../web-env.ts";
import type { AuthProxy } from "./auth-proxy.ts";
import { forgetPages, letIn, type PeopleParts, visitOf } from "./people-parts.ts";

type Parts = PeopleParts & { authProxy: AuthProxy };

/**
 * Logs the person in whom the proxy names, with a session as any other. A session of somebody else ends: the browser has
 * changed hands.
 */
export function followProxy(parts: Parts): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const named = parts.authProxy.readName(c);
    if (named.kind === "none") return next();
    const { session } = c.var;
    if (session !== undefined) {
      if (named.kind === "named" && isSame(session.person.email, named.email)) return next();
      await endForeignSession(parts, c, session.token);
    }
    if (named.kind === "malformed") {
      c.set("proxyFault", textsOf(c).signIn.proxyMalformed);
      return next();
    }
    if (c.req.method !== "GET" || !wantsPage(c)) return next();
    return (await enter(parts, c, named.email)) ?? next();
  };
}

/** Mail servers could tell them apart, but nobody has two accounts here that differ in that alone. */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

async function endForeignSession({ accounts, cookies }: Parts, c: Context<WebEnv>, token: string) {
  await logOut(accounts, token);
  cookies.end(c);
  forgetPages(c);
  c.set("session", undefined);
}

/** The page is asked for again, now with the session: its forms are bound to that cookie. Null: nobody we know. */
async function enter(parts: Parts, c: Context<WebEnv>, email: string): Promise<Response | null> {
  const { autoCreate } = parts.authProxy;
  const result = await logInByProxy(parts.accounts, { email, autoCreate }, visitOf(parts, c));
  if (result.kind === "unknown") {
    c.set("proxyFault", textsOf(c).signIn.proxyUnknown(email));
    return null;
  }
  letIn(parts, c, result.email, result.session);
  const { pathname, search } = new URL(c.req.url);
  // Not "//elsewhere", which a browser would take for another server.
  return c.redirect(pathname.replace(/^\/+/, "/") + search, 303);
}
