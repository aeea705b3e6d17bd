import type { Context, MiddlewareHandler } from "hono";
import { networkOf } from "../../text/network-of.ts";
import type { AddressOf } from "../client-address.ts";
import { type Problem, problem } from "../problem.ts";
import type { WebEnv } from "../web-env.ts";

/** `take` counts a request and returns null, or counts nothing and returns the seconds to wait. */
export type RateLimit = { take: (address: string) => number | null };
type Rate = { burstMax: number; perSecond: number; addressesMax: number };

// A reader with hundreds of feeds asks for all of them at once; an extension asks once per page.
export const usualRate: Rate = { burstMax: 600, perSecond: 10, addressesMax: 50_000 };

/** A token bucket for each address, in this process only. `nowMs` must never go back. */
export function createRateLimit(nowMs: () => number, { burstMax, perSecond, addressesMax }: Rate): RateLimit {
  const tokenMs = 1_000 / perSecond;
  // The time when a bucket will be full again is its whole state. The least recently used comes first.
  const fullAtMs = new Map<string, number>();

  const forget = (now: number) => {
    for (const [address, fullAt] of fullAtMs) {
      if (fullAt > now && fullAtMs.size <= addressesMax) return;
      fullAtMs.delete(address);
    }
  };

  return {
    take: (address) => {
      const now = nowMs();
      const key = networkOf(address, 64);
      const fullAt = Math.max(now, fullAtMs.get(key) ?? now) + tokenMs;
      const lateMs = fullAt - now - burstMax * tokenMs;
      if (lateMs > 0) return Math.ceil(lateMs / 1_000);
      fullAtMs.delete(key);
      fullAtMs.set(key, fullAt);
      forget(now);
      return null;
    },
  };
}

/** Answers with a problem, in the format the client wants. */
export type RefuseRequest = (c: Context<WebEnv>, found: Problem) => Response;

export type RateLimitParts = { rateLimit: RateLimit; addressOf: AddressOf };

export function limitRate({ rateLimit, addressOf }: RateLimitParts, refuse: RefuseRequest): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const address = addressOf(c.env.incoming.socket.remoteAddress, c.req.header("X-Forwarded-For"));
    const waitSeconds = rateLimit.take(address ?? "");
    if (waitSeconds === null) return next();
    const sentence = `Too many requests from your address. Try again in ${waitSeconds} s.`;
    return refuse(c, problem(429, sentence, { "Retry-After": String(waitSeconds) }));
  };
}
