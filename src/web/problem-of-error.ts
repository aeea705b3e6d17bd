import { HTTPException } from "hono/http-exception";
import { type Problem, problem } from "./problem.ts";

const databaseRetrySeconds = 5;

/** What went wrong, without a word that is not meant for strangers: that is in the log. */
export function problemOfError(
  error: Error,
  request: AbortSignal,
  isDatabaseUnavailable: (error: unknown) => boolean,
): Problem {
  if (error instanceof HTTPException) return problem(error.status, error.message);
  // The client left while we read its body: its doing, and nobody reads the answer.
  if (request.aborted) return problem(400, "The request ended before it was complete.");
  if (isDatabaseUnavailable(error)) {
    return problem(503, "The database does not answer. Nothing is lost; please try again in a moment.", {
      "Retry-After": String(databaseRetrySeconds),
    });
  }
  return problem(500, "This is our fault, and it has been logged. Trying again may help.");
}
