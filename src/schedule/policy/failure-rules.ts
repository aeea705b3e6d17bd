// What a kind of failure means for the feed. A temporary one is retried by the backoff table; after
// attemptsMax in a row the circuit opens for circuitMinutes. Any other suspends the feed; `probed` allows the late
// probes of a feed that has worked before.
type FailureRule =
  | { status: "temporary_error"; attemptsMax: number; circuitMinutes: number }
  | { status: "permanent_error" | "unauthorized"; probed: boolean };

export const failureRules = {
  timeout: { status: "temporary_error", attemptsMax: 2, circuitMinutes: 60 },
  connection: { status: "temporary_error", attemptsMax: 3, circuitMinutes: 60 },
  "rate-limited": { status: "temporary_error", attemptsMax: 2, circuitMinutes: 90 },
  "server-error": { status: "temporary_error", attemptsMax: 2, circuitMinutes: 90 },
  other: { status: "temporary_error", attemptsMax: 2, circuitMinutes: 90 },
  "bad-request": { status: "permanent_error", probed: true },
  "not-found": { status: "permanent_error", probed: true },
  "client-error": { status: "permanent_error", probed: true },
  "not-a-feed": { status: "permanent_error", probed: true },
  "too-large": { status: "permanent_error", probed: true },
  blocked: { status: "permanent_error", probed: true },
  // 410 is the owner's own word that the feed is over: stop for good.
  gone: { status: "permanent_error", probed: false },
  // Credentials do not fix themselves, and asking again looks like guessing them.
  unauthorized: { status: "unauthorized", probed: false },
} satisfies Record<string, FailureRule>;

export type FetchFailure = keyof typeof failureRules;
