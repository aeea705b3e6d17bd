import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { timeout } from "hono/timeout";
import { answeringRoute } from "./answering-route.ts";

export type RequestLimits = { bodyBytesMax: number; answerMs: number };

const usual: RequestLimits = { bodyBytesMax: 1_000_000, answerMs: 30_000 };

/** Bounds the body and the time of every request; a route pattern may have limits of its own. */
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
