import type { Context, MiddlewareHandler } from "hono";
import type { AddressOf } from "../client-address.ts";
import { type Problem, problem } from "../problem.ts";
import type { WebEnv } from "../web-env.ts";
import type { RateLimit } from "./rate-limit.ts";

/** Tells a problem in the way of whoever asked. */
export type RefuseRequest = (c: Context<WebEnv>, found: Problem) => Response;

export type RateLimitParts = { rateLimit: RateLimit; addressOf: AddressOf };

export function limitRate({ rateLimit, addressOf }: RateLimitParts, refuse: RefuseRequest): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const address = addressOf(c.env.incoming.socket.remoteAddress, c.req.header("X-Forwarded-For"));
    const waitSeconds = rateLimit.take(address ?? "");
    if (waitSeconds === null) return next();
    const sentence = `Too many requests came from your address: please wait ${waitSeconds} s.`;
    return refuse(c, problem(429, sentence, { "Retry-After": String(waitSeconds) }));
  };
}
