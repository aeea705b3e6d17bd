import { createHash } from "node:crypto";
import { createRateLimit } from "../public/rate-limit.ts";

/** `take` returns null, or the seconds to wait. `question`: what is asked; null for a change, and for what comes with one. */
export type AppLimit = { take: (passwordId: string, question: string | null) => number | null };

// newsboat and Liferea ask once or twice for each of 2,000 feeds.
const allRequests = { burstMax: 6_000, perSecond: 5, addressesMax: 50_000 };
// Nobody needs the same list every second; a person who presses "reload" may have it twenty times.
const sameRequest = { burstMax: 20, perSecond: 0.1, addressesMax: 50_000 };

/**
 * By app password, not by address: phones share one. The same question again and again is limited much earlier than many
 * different ones. Changes are not: some apps send one request for each item that is read.
 */
export function createAppLimit(nowMs: () => number): AppLimit {
  const all = createRateLimit(nowMs, allRequests);
  const same = createRateLimit(nowMs, sameRequest);
  return {
    take: (passwordId, question) => {
      const waitSeconds = all.take(passwordId);
      if (waitSeconds !== null || question === null) return waitSeconds;
      return same.take(createHash("sha256").update(`${passwordId} ${question}`).digest("hex"));
    },
  };
}
