import type { Context, MiddlewareHandler } from "hono";
import { parseNext } from "./parse-next.ts";
import { type Problem, problem } from "./problem.ts";
import { textsOf } from "./texts/texts-of.ts";
import type { WebEnv, WebSession } from "./web-env.ts";

export type Refuse = (c: Context<WebEnv>, found: Problem) => Response;

/** For routes that are a person's own: a browser is led to the login, htmx told to lead it there (C41). */
export function requirePerson(refuse: Refuse): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    if (c.var.session !== undefined) return next();
    const isHtmx = c.req.header("HX-Request") === "true";
    const isBrowser = c.req.header("Accept")?.includes("text/html") ?? false;
    if (!isHtmx && isBrowser) return c.redirect(logInAddress(c), 303);
    return refuse(c, problem(401, textsOf(c).needsLogIn, isHtmx ? { "HX-Redirect": "/auth/login" } : {}));
  };
}

/** A page that was asked for is gone back to; what a form wanted is not done by asking its address. */
function logInAddress(c: Context<WebEnv>): string {
  const { pathname, search } = new URL(c.req.url);
  const next = c.req.method === "GET" ? parseNext(pathname + search) : null;
  return next === null ? "/auth/login" : `/auth/login?next=${encodeURIComponent(next)}`;
}

/** The session behind `requirePerson`. */
export function sessionOf(c: Context<WebEnv>): WebSession {
  const { session } = c.var;
  if (session === undefined) throw new Error(`${c.req.path} lacks requirePerson.`);
  return session;
}
