import type { Command } from "commander";
import { askModelsAgain } from "../analysis/model-stop-store.ts";
import { Refusal } from "../refusal.ts";
import type { Parts } from "../assemble.ts";
import type { Session } from "./io.ts";
import { answer } from "./io.ts";
import type { WaitingAnalyses } from "./item-store.ts";
import { shortTime } from "./short-time.ts";
import { stopOnInterrupt } from "./long-work.ts";
import { withDatabase } from "./with-database.ts";
import { withParts } from "./with-parts.ts";

type Options = { pending?: boolean; again?: boolean; json?: boolean };

/** `items` waited when it began; the rest waits still. `stopped` says why no model is asked. */
export type Analysed = WaitingAnalyses & { items: number; stopped: string | null };

export function addAnalyseCommand(program: Command, session: Session): void {
  program
    .command("analyse")
    .description("analyse items now, without waiting for a worker")
    .option("--pending", "all waiting items, until none is left")
    .option(
      "--again",
      "ask the AI service again that refused our key or wanted to be paid; workers go on by themselves",
    )
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  plainwire analyse --pending\n  plainwire analyse --again")
    .action(async (options: Options) => {
      if (options.again) {
        const wasStopped = await withDatabase(session, ({ pool, now }) => askModelsAgain(pool, now()));
        if (!options.pending) return answer(session, options, { wasStopped }, () => describeAgain(wasStopped));
      }
      if (!options.pending)
        throw new Refusal("Write --pending or --again: 'plainwire item reanalyse' is for single items.", 2);
      const analysed = await analysePending(session);
      answer(session, options, analysed, () => describeAnalysed(analysed));
      if (isCutShort(analysed)) session.exitCode = 1;
    });
}

async function analysePending(session: Session): Promise<Analysed> {
  const stop = stopOnInterrupt(session.io);
  return withParts(session, async (parts) => {
    const { countWaiting, finishAnalyses } = await import("./finish-analyses.ts");
    const before = await countWaiting(parts);
    const after = await finishAnalyses(parts, { io: session.io, stop });
    return { items: before.pending + before.due, ...after, stopped: await whyStopped(parts) };
  });
}

function describeAgain(wasStopped: boolean): string {
  return wasStopped ? "Models are asked again.\n" : "Nothing had stopped: models are asked as always.\n";
}

export async function whyStopped({ models }: Parts): Promise<string | null> {
  return (await models.stopped())?.message ?? null;
}

export function describeAnalysed({ items, pending, due, later, laterAt, stopped }: Analysed): string {
  if (stopped !== null) {
    return `By words alone; no model is asked. ${stopped}\nChange AI_API_KEY, AI_MODEL or AI_BASE_URL, or write 'plainwire analyse --again'.\n`;
  }
  const rest = later === 0 ? "" : `; for another try: ${countOf(later)}, the first at ${shortTime(laterAt)} UTC`;
  if (pending + due > 0) return `Stopped; still to be analysed: ${countOf(pending + due)}${rest}.\n`;
  return items === 0 ? `Nothing to analyse${rest}.\n` : `Analysed ${countOf(items)}${rest}.\n`;
}

function countOf(items: number): string {
  return `${items} ${items === 1 ? "item" : "items"}`;
}

export function isCutShort({ pending, due, stopped }: Analysed): boolean {
  return pending + due > 0 || stopped !== null;
}
