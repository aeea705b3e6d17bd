import type { Command } from "commander";
import { describeFailure, listFetchAttempts, type FetchAttempt } from "../../feeds/fetch-log-store.ts";
import { whole } from "../../setting.ts";
import { parseNumber } from "../arguments.ts";
import { formatTable } from "../format-table.ts";
import { answer, type Look, type Session } from "../io.ts";
import { withDatabase } from "../with-database.ts";
import { feedArgument, pickFeed } from "./pick-feed.ts";

const attemptsMax = 10_000;

export function addFeedLogsCommand(feed: Command, session: Session): void {
  feed
    .command("logs")
    .argument("<feed>", feedArgument)
    .description("a feed's fetch attempts, newest first")
    .option("-n, --lines <count>", `how many, up to ${attemptsMax}`, parseNumber(whole(1, attemptsMax)), 20)
    .option("--json", "as JSON, with headers and redirects")
    .addHelpText(
      "after",
      "\nExamples:\n  plainwire feed logs 3f2a9c1e\n  plainwire feed logs -n 1 --json 3f2a9c1e | jq .[0].response",
    )
    .action(async (name: string, options: { lines: number; json?: boolean }) => {
      const attempts = await withDatabase(session, async ({ pool }) => {
        const { id } = await pickFeed(pool, name);
        return listFetchAttempts(pool, id, options.lines);
      });
      answer(session, options, attempts, (look) =>
        attempts.length === 0 ? "Never fetched.\n" : formatAttempts(attempts, look),
      );
    });
}

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
