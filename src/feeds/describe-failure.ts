import type { FetchAttempt } from "./fetch-log-store.ts";

/** For the operator, who may know which addresses there are; null of an attempt that failed in nothing. */
export function describeFailure({
  error,
  errorClass,
  errorDetail,
}: Pick<FetchAttempt, "error" | "errorClass" | "errorDetail">): string | null {
  if (error === null || errorDetail === null) return error ?? errorDetail;
  // A refusal of our own: the sentence is worded so that it tells nothing, the detail is the whole of it.
  if (errorClass === "blocked") return errorDetail;
  // Of an error of our own the detail is a whole backtrace: its first line says what happened.
  const [firstLine = ""] = errorDetail.split("\n    at ", 1);
  return `${error.replace(/\.$/, "")}: ${firstLine}`;
}
