import type { FetchFailure } from "../../schedule/policy/fetch-state.ts";

/** A sentence for each kind of failure that has one meaning. Those without a full stop may get the status in brackets. */
export type FailureWords = Record<Exclude<FetchFailure, "other">, string>;

/** What is stored is English. Without a kind that says enough, it stays. */
export function failureIn(words: FailureWords, kind: string | null, stored: string): string {
  const known = (Object.keys(words) as (keyof FailureWords)[]).find((one) => one === kind);
  if (known === undefined) return stored;
  const sentence = words[known];
  if (sentence.endsWith(".")) return sentence;
  const [, status] = /\(HTTP (\d{3})\)/.exec(stored) ?? [];
  return status === undefined ? sentence : `${sentence} (HTTP ${status})`;
}

/** The log of fetches keeps the status, not the kind. */
export function failureOfStatus(status: number | null): FetchFailure | null {
  if (status === null || status < 400) return null;
  if (status >= 500) return "server-error";
  return byStatus[status] ?? "client-error";
}

const byStatus: Partial<Record<number, FetchFailure>> = {
  400: "bad-request",
  401: "unauthorized",
  403: "unauthorized",
  404: "not-found",
  410: "gone",
  429: "rate-limited",
};
