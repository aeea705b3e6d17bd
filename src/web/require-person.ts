import type { Context, MiddlewareHandler } from "hono";
import type { AccountParts } from "../accounts/auth-provider.ts";
import { findLiveSession } from "../accounts/sessions.ts";
import { isHtmx, wantsPage } from "./kit/htmx.ts";
import { type Problem, problem } from "./problem.ts";
import type { SessionCookies } from "./session-cookie.ts";
import { textsOf } from "./texts/texts-of.ts";
import type { WebEnv, WebSession } from "./web-env.ts";

/** Sets `c.var.session`. Asks the database with every request, so that an ended session ends at once. */
export function recogniseSession(
  accounts: AccountParts,
  cookies: SessionCookies,
  refuse: Refuse,
): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const token = cookies.session(c);
    if (token === null) return next();
    const found = await findLiveSession(accounts, token);
    if (found.kind === "unavailable") return refuse(c, problem(503, textsOf(c).providerDown));
    if (found.kind === "live") c.set("session", { id: found.session.id, token, person: found.session.person });
    return next();
  };
}

export type Refuse = (c: Context<WebEnv>, found: Problem) => Response;

/** For routes that need a login: a browser is redirected to the login page, htmx is told to redirect. */
export function requirePerson(refuse: Refuse): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    if (c.var.session !== undefined) return next();
    if (wantsPage(c)) return c.redirect(logInAddress(c), 303);
    return refuse(c, problem(401, textsOf(c).needsLogIn, isHtmx(c) ? { "HX-Redirect": logInAgain(c) } : {}));
  };
}

/** After the login a page is shown again. A form is not: its address cannot be opened with GET. */
function logInAddress(c: Context<WebEnv>): string {
  const { pathname, search } = new URL(c.req.url);
  const next = c.req.method === "GET" ? parseNext(pathname + search) : null;
  return next === null ? "/auth/login" : `/auth/login?next=${encodeURIComponent(next)}`;
}

/**
 * For a page that is open although its session has ended: the login says so, and leads to the page that htmx asked for as
 * a whole, or back to the one that is open.
 */
export function logInAgain(c: Context): string {
  const asksForPage = c.req.method === "GET" && c.req.header("HX-Request-Type") === "full";
  const url = URL.parse(asksForPage ? c.req.url : (c.req.header("HX-Current-URL") ?? ""));
  const next = url === null ? null : parseNext(url.pathname + url.search + url.hash);
  return next === null ? "/auth/login" : `/auth/login?ended=1&next=${encodeURIComponent(next)}`;
}

/** The session behind `requirePerson`. */
export function sessionOf(c: Context<WebEnv>): WebSession {
  const { session } = c.var;
  if (session === undefined) throw new Error(`${c.req.path} lacks requirePerson.`);
  return session;
}

const charsMax = 2000;
const ownOrigin = "http://own.invalid";

/** Where to go after a login: one of our pages, or null. The link may come from a stranger. */
export function parseNext(text: string): string | null {
  if (text.length > charsMax || !text.startsWith("/") || /\/\/|\\|\p{Cc}/u.test(text)) return null;
  // As a browser reads it: /./auth/login is the login page too.
  const url = URL.parse(text, ownOrigin);
  if (url?.origin !== ownOrigin) return null;
  const path = decoded(url.pathname);
  if (path === null || /^\/auth(\/|$)/.test(path)) return null;
  return url.pathname + url.search + url.hash;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
