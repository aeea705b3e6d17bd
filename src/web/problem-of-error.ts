import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { type Problem, problem } from "./problem.ts";
import { textsOf } from "./texts/texts-of.ts";

const databaseRetrySeconds = 5;

/** What went wrong, without a word that is not meant for strangers: that is in the log. */
export function problemOfError(c: Context, error: Error, isDatabaseUnavailable: (error: unknown) => boolean): Problem {
  const { problem: texts } = textsOf(c);
  if (error instanceof HTTPException) return problem(error.status, error.message);
  // The client left while we read its body: its doing, and nobody reads the answer.
  if (c.req.raw.signal.aborted) return problem(400, texts.cutShort);
  if (isDatabaseUnavailable(error)) {
    return problem(503, texts.databaseDown, {
      "Retry-After": String(databaseRetrySeconds),
    });
  }
  return problem(500, texts.ourFault);
}
