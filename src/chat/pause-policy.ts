import type { ChatFailure } from "./chat.ts";

/** No request goes out until then, and callers are told why. */
export type Pause = { until: Date; failure: ChatFailure };

/**
 * A time that the server names speaks for every question. A bare 429 does not: it may have been this question's size.
 * Answers to questions asked before never shorten a pause. (A refused key is no pause: stopping-chat.ts.)
 */
export function pauseAfter(pause: Pause | null, failure: ChatFailure, now: Date): Pause | null {
  const until = new Date(now.getTime() + pauseMs(failure));
  return until > (pause?.until ?? now) ? { until, failure } : pause;
}

/** null: ask. */
export function pauseFailure(pause: Pause | null, now: Date): ChatFailure | null {
  if (pause === null || pause.until <= now) return null;
  return { ...pause.failure, retryAfterMs: pause.until.getTime() - now.getTime() };
}

function pauseMs({ why, retryAfterMs }: ChatFailure): number {
  return why === "rate_limited" || why === "overloaded" ? (retryAfterMs ?? 0) : 0;
}
