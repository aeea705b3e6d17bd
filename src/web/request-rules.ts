import type { Context, MiddlewareHandler, Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { secureHeaders } from "hono/secure-headers";
import { timeout } from "hono/timeout";
import { answeringRoute } from "./observe-requests.ts";

export type RequestLimits = { bodyBytesMax: number; answerMs: number };

const usual: RequestLimits = { bodyBytesMax: 1_000_000, answerMs: 30_000 };

/** Limits the body and the time of every request. Some routes have limits of their own. */
export function limitRequests(exceptions: Record<string, Partial<RequestLimits>>): MiddlewareHandler {
  return (c, next) => {
    const { bodyBytesMax, answerMs } = { ...usual, ...exceptions[answeringRoute(c) ?? ""] };
    const tooSlow = () => new HTTPException(503, { message: `The answer took longer than ${answerMs / 1000} s.` });
    const tooLarge = () => {
      throw new HTTPException(413, { message: `The request is larger than ${bodyBytesMax} bytes.` });
    };
    // Asking a GET for its body would make the adaptor build a whole Request for nothing.
    const hasNoBody = c.req.method === "GET" || c.req.method === "HEAD";
    const bounded = hasNoBody ? next : () => bodyLimit({ maxSize: bodyBytesMax, onError: tooLarge })(c, next);
    return timeout(answerMs, tooSlow)(c, async () => void (await bounded()));
  };
}

const hstsSeconds = 180 * 24 * 3600;

export function securityHeaders(publicOrigin: string): MiddlewareHandler {
  const strict = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      mediaSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
    // Not no-referrer, Hono's default: with it a form posts "Origin: null" and the cross-site check cannot tell.
    referrerPolicy: "same-origin",
    xFrameOptions: "DENY",
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [], browsingTopics: [] },
    // Only for https: otherwise a laptop's localhost would be locked to https for half a year.
    strictTransportSecurity: publicOrigin.startsWith("https:") && `max-age=${hstsSeconds}`,
  });
  return async (c, next) => {
    let own: string | null = null;
    await strict(c, async () => {
      await next();
      own = c.res.headers.get(policyHeader);
    });
    // What comes from strangers has a stricter policy than our pages, which the one for pages would replace.
    if (own !== null) c.res.headers.set(policyHeader, own);
  };
}

const policyHeader = "Content-Security-Policy";

/** Pages depend on cookies, so shared caches keep only answers that allow it. */
export async function keepPrivate(c: Context, next: Next): Promise<void> {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "private, no-cache");
}
