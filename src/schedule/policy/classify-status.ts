import type { FetchFailure } from "./failure-rules.ts";

// Every HTTP status that is not an answer to work with, as a kind of failure and a sentence for the person.
// Called for 304 too when the request carried no validators.
export function classifyStatus(httpStatus: number): { failure: FetchFailure; message: string } {
  switch (httpStatus) {
    case 304:
      return { failure: "other", message: "The server answered “not modified” to a first request (HTTP 304)" };
    case 400:
      return { failure: "bad-request", message: "Invalid request" };
    case 401:
    case 403:
      return { failure: "unauthorized", message: "Authentication required" };
    case 404:
      return { failure: "not-found", message: "Feed no longer available" };
    case 408:
    case 425:
      return { failure: "other", message: `The server asked to try again later (HTTP ${httpStatus})` };
    case 410:
      return { failure: "gone", message: "Feed no longer available" };
    case 429:
      return { failure: "rate-limited", message: "Rate limited" };
    default:
      return classifyRange(httpStatus);
  }
}

function classifyRange(httpStatus: number): { failure: FetchFailure; message: string } {
  if (httpStatus >= 500) return { failure: "server-error", message: `Server error (HTTP ${httpStatus})` };
  if (httpStatus >= 400) return { failure: "client-error", message: `The server refused (HTTP ${httpStatus})` };
  return { failure: "other", message: `Unexpected answer (HTTP ${httpStatus})` };
}
