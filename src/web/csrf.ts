import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import { readForm } from "./kit/read-form.ts";
import type { SessionCookies } from "./session-cookie.ts";
import { textsOf } from "./texts/texts-of.ts";

type Csrf = {
  /** For the hidden field `csrf` of a form and htmx's header. */
  token: (c: Context) => string;
  /** Refuses requests that another site sent. Both the browser's own headers and the token must be right. */
  protect: MiddlewareHandler;
};

type CsrfParts = { secretKey: string; publicOrigin: string; cookies: SessionCookies };

export function csrf({ secretKey, publicOrigin, cookies }: CsrfParts): Csrf {
  const tokenFor = formTokens(secretKey);
  return {
    token: (c) => tokenFor(cookies.bind(c)),
    protect: async (c, next) => {
      if (isUnsafe(c)) {
        if (!isFromOwnPage(c, publicOrigin)) throw new HTTPException(403, { message: textsOf(c).csrf.foreign });
        const binding = cookies.binding(c);
        const isBound = binding !== null && isSame(await tokenIn(c), tokenFor(binding));
        if (!isBound) throw new HTTPException(403, { message: textsOf(c).csrf.stale });
      }
      await next();
    },
  };
}

/** Bound to the value of a cookie: one visitor's token is useless for others. */
export function formTokens(secretKey: string): (binding: string) => string {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", "plainwire csrf 1", 32));
  return (binding) => createHmac("sha256", key).update(binding).digest("base64url");
}

/** A request that no route answers changes nothing: it stays a 404 or 405. */
function isUnsafe(c: Context): boolean {
  const hasHandler = matchedRoutes(c).some(({ method }) => method !== "ALL");
  return hasHandler && !["GET", "HEAD", "OPTIONS"].includes(c.req.method);
}

/** Sec-Fetch-Site is absent over plain http on a name that is not localhost (measured in Chromium); Origin is not. */
function isFromOwnPage(c: Context, publicOrigin: string): boolean {
  const site = c.req.header("Sec-Fetch-Site");
  if (site !== undefined) return site === "same-origin";
  const origin = c.req.header("Origin");
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === publicOrigin || new URL(origin).host === c.req.header("Host");
}

async function tokenIn(c: Context): Promise<string> {
  return c.req.header("X-CSRF-Token") ?? (await readForm(c))("csrf");
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
