import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import { isHtmx } from "./kit/htmx.ts";
import { readForm } from "./kit/read-form.ts";
import { logInAgain } from "./require-person.ts";
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
  const tokens = formTokens(secretKey);
  // All forms of a page have one token: a page of fifty would need fifty times the random bytes, and compress badly.
  const given = new WeakMap<Context, string>();
  return {
    token: (c) => {
      const token = given.get(c) ?? tokens.create(cookies.bind(c));
      given.set(c, token);
      return token;
    },
    protect: async (c, next) => {
      if (isUnsafe(c)) {
        if (!isFromOwnPage(c, publicOrigin)) throw new HTTPException(403, { message: textsOf(c).csrf.foreign });
        const binding = cookies.binding(c);
        const isBound = binding !== null && tokens.fits(await tokenIn(c), binding);
        if (!isBound) {
          // Logged out, or in again, in another window: htmx would put the sentence into the open page.
          if (isHtmx(c)) c.header("HX-Redirect", logInAgain(c));
          throw new HTTPException(403, { message: textsOf(c).csrf.stale });
        }
      }
      await next();
    },
  };
}

type FormTokens = { create: (binding: string) => string; fits: (token: string, binding: string) => boolean };

/**
 * Bound to the value of a cookie: one visitor's token is useless for others. Each time it is written differently, as random
 * bytes and the secret XOR these bytes. Pages are compressed and contain text that a visitor chose (a search): how well it
 * compresses would reveal a secret that is the same on every page (BREACH). The secret itself, as pages carried it before
 * they were compressed, is refused. It would be no weaker, but a second form to accept forever.
 */
export function formTokens(secretKey: string): FormTokens {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", "plainwire csrf 1", secretBytes));
  const secretOf = (binding: string) => createHmac("sha256", key).update(binding).digest();
  return {
    create: (binding) => {
      const pad = randomBytes(secretBytes);
      return Buffer.concat([pad, xor(pad, secretOf(binding))]).toString("base64url");
    },
    fits: (token, binding) => {
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== 2 * secretBytes) return false;
      const secret = xor(bytes.subarray(0, secretBytes), bytes.subarray(secretBytes));
      return timingSafeEqual(secret, secretOf(binding));
    },
  };
}

const secretBytes = 32;

function xor(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(a.map((byte, at) => byte ^ (b[at] ?? 0)));
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
