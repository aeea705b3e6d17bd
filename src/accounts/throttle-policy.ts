/** What is counted, each for itself. */
export type Attempt = { purpose: "password" | "register" | "reset"; email: string; address: string | null };
export type AttemptCount = { scope: "account" | "address"; hits: number; resetsAt: Date };
export type Throttled = { kind: "throttled"; retryAfterSeconds: number };

export const attemptWindowMs = 15 * 60_000;
// Five guesses a quarter of an hour are 480 a day against one account; an address may serve a whole office.
const hitsMax = { account: 5, address: 30 };

export function judgeAttempts(counts: AttemptCount[], now: Date): Throttled | null {
  const waitsMs = counts
    .filter(({ scope, hits }) => hits > hitsMax[scope])
    .map(({ resetsAt }) => resetsAt.getTime() - now.getTime());
  return waitsMs.length === 0 ? null : { kind: "throttled", retryAfterSeconds: Math.ceil(Math.max(...waitsMs) / 1000) };
}
