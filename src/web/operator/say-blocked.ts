import { classifyStatus } from "../../fetching/failed-outcome.ts";
import type { Frame } from "../kit/frame.ts";
import { failureOfStatus } from "../texts/failure-words.ts";

// Their stored sentences name no status.
const wordedStatuses = [400, 401, 404, 429];

/** Why a host is not asked now. What is stored is English; a sentence without a known meaning stays as it is. */
export function sayBlocked({ texts: { operator, engine } }: Frame, reason: string): string {
  const [, requests] = /^At most (\d+) requests a day/.exec(reason) ?? [];
  if (requests !== undefined) return operator.blocked.spread(Number(requests));
  const [, status] = /\(HTTP (\d{3})\)/.exec(reason) ?? [];
  const worded = wordedStatuses.map(classifyStatus).find(({ message }) => message === reason);
  return engine.failure(worded?.failure ?? failureOfStatus(status === undefined ? null : Number(status)), reason);
}
