import { describeFailure } from "../feeds/describe-failure.ts";
import type { FetchAttempt } from "../feeds/fetch-log-store.ts";
import type { Look } from "./io.ts";
import { formatTable } from "./format-table.ts";

export function formatAttempts(attempts: FetchAttempt[], look: Look): string {
  return formatTable(
    ["STARTED (UTC)", "OUTCOME", "HTTP", "MS", "BYTES", "NEW", "CHANGED", "DROPPED", "ERROR"],
    attempts.map((attempt) => [
      attempt.startedAt.toISOString().slice(0, 19).replace("T", " "),
      attempt.outcome,
      String(attempt.httpStatus ?? "-"),
      String(attempt.durationMs),
      String(attempt.wireBytes ?? "-"),
      String(attempt.created),
      String(attempt.updated),
      String(attempt.discarded + attempt.failed),
      describeFailure(attempt) ?? "-",
    ]),
    look,
    { expendable: ["DROPPED", "CHANGED", "BYTES", "MS"] },
  );
}
