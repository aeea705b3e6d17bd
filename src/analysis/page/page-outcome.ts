import { parseRetryAfter } from "../../http-dates.ts";
import type { GuardedResponse } from "../../http-client/guarded-client.ts";
import type { HttpFailure } from "../../http-client/http-failure.ts";
import type { PageText } from "./extract-page.ts";
import type { Extracted } from "./page-extractor.ts";

export type PageOutcome = { kind: "text"; url: string; page: PageText } | PageUnavailable;

/** `retry`: it may be there later. `retryAt`: the server's own word, and a block on its host until then. */
export type PageUnavailable = {
  kind: "unavailable";
  why: HttpFailure["kind"] | NotExtracted["why"] | Refusal | "status";
  /** For the person; `detail` is for the operator's log. */
  message: string;
  detail: string | null;
  retry: boolean;
  retryAt: Date | null;
};

type NotExtracted = Extract<Extracted, { kind: "nothing" }>;
type Refusal = "blocked" | "robots" | "robots-unreachable" | "host-busy" | "not-html" | "too-large";

export function refused(why: Refusal): PageUnavailable {
  return unavailable({ why, ...refusals[why] });
}

export function requestFailed({ kind, message, detail }: HttpFailure): PageUnavailable {
  return unavailable({ why: kind, message, detail, retry: retryAfterFailure[kind] });
}

export function badStatus({ status, headers }: GuardedResponse, now: Date): PageUnavailable {
  const retryAfter = headers["retry-after"] ?? null;
  return unavailable({
    why: "status",
    message: `The server answered with HTTP ${status}.`,
    retry: status >= 500 || retryStatuses.has(status),
    retryAt: parseRetryAfter({ retryAfter, date: headers["date"] ?? null }, now),
  });
}

export function notExtracted(extracted: NotExtracted): PageUnavailable {
  const detail = "detail" in extracted ? extracted.detail : null;
  return unavailable({ why: extracted.why, ...reasons[extracted.why], detail });
}

function unavailable(
  parts: Pick<PageUnavailable, "why" | "message" | "retry"> & Partial<PageUnavailable>,
): PageUnavailable {
  return { kind: "unavailable", detail: null, retryAt: null, ...parts };
}

const refusals: Record<Refusal, { message: string; retry: boolean }> = {
  blocked: { message: "This address cannot be fetched.", retry: false },
  robots: { message: "The site's robots.txt does not allow us to read this page.", retry: false },
  "robots-unreachable": { message: "The site's robots.txt cannot be read at the moment.", retry: true },
  "host-busy": { message: "Another request to this server is under way.", retry: true },
  "not-html": { message: "The address does not lead to a web page.", retry: false },
  "too-large": { message: "The page is too large to be read.", retry: false },
};

const reasons: Record<NotExtracted["why"], { message: string; retry: boolean }> = {
  "too-large": refusals["too-large"],
  "too-deep": { message: "The page is nested too deeply to be read.", retry: false },
  "not-an-article": { message: "No article was found on the page.", retry: false },
  paywall: { message: "The page shows its article to subscribers only.", retry: false },
  "consent-wall": { message: "The page asks for consent before it shows its article.", retry: false },
  timeout: { message: "Reading the page took too long.", retry: false },
  crashed: { message: "The page could not be read.", retry: false },
  busy: { message: "Too many pages are waiting to be read.", retry: true },
  closed: { message: "Reading was stopped.", retry: true },
};

const retryAfterFailure: Record<HttpFailure["kind"], boolean> = {
  blocked: false,
  dns: true,
  connect: true,
  tls: true,
  timeout: true,
  "too-large": false,
  "bad-encoding": false,
  protocol: false,
  redirect: false,
  "host-busy": true,
  aborted: true,
};

const retryStatuses = new Set([408, 425, 429]);
