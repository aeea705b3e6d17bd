import { createHash } from "node:crypto";
import type { Context } from "hono";
import { createRateLimit } from "../public/rate-limit.ts";
import type { WebEnv } from "../web-env.ts";

/** `take` returns null, or the seconds to wait. */
export type AppLimit = { take: (c: Context<WebEnv>, passwordId: string) => number | null };

// newsboat and Liferea ask once or twice for each of 2,000 feeds.
const allRequests = { burstMax: 6_000, perSecond: 5, addressesMax: 50_000 };
// Nobody needs the same list every second; a person who presses "reload" may have it twenty times.
const sameRequest = { burstMax: 20, perSecond: 0.1, addressesMax: 50_000 };

/**
 * By app password, not by address: phones share one. The same question again and again is limited much earlier than many
 * different ones. A token is asked for before every change, so it does not count as a repeated question.
 */
export function createAppLimit(nowMs: () => number): AppLimit {
  const all = createRateLimit(nowMs, allRequests);
  const same = createRateLimit(nowMs, sameRequest);
  return {
    take: (c, passwordId) => {
      const waitSeconds = all.take(passwordId);
      if (waitSeconds !== null || c.req.method !== "GET" || c.req.path.endsWith("/token")) return waitSeconds;
      return same.take(createHash("sha256").update(`${passwordId} ${c.req.url}`).digest("hex"));
    },
  };
}
