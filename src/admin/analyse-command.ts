import type { Command } from "commander";
import { askModelsAgain } from "../analysis/model-stop-store.ts";
import { Refusal } from "../refusal.ts";
import { answer } from "./answer.ts";
import type { WaitingAnalyses } from "./item-store.ts";
import { shortTime } from "./short-time.ts";
import { stopOnInterrupt } from "./stop-on-interrupt.ts";
import { type Load, withDatabase } from "./with-database.ts";
import { withParts } from "./with-parts.ts";

type Options = { pending?: boolean; again?: boolean; json?: boolean };

/** `items` waited when it began; the rest waits still. */
export type Analysed = WaitingAnalyses & { items: number };

export function addAnalyseCommand(program: Command, load: Load): void {
  program
    .command("analyse")
    .description("analyse items here and now, without waiting for a worker")
    .option("--pending", "all that wait for it, until none is left")
    .option(
      "--again",
      "ask the AI service again that refused our key or wanted to be paid; workers go on by themselves",
    )
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  plainwire analyse --pending\n  plainwire analyse --again")
    .action(async (options: Options) => {
      if (options.again) {
        const wasStopped = await withDatabase(load, ({ pool, now }) => askModelsAgain(pool, now()));
        if (!options.pending) return answer(options, { wasStopped }, () => describeAgain(wasStopped));
      }
      if (!options.pending)
        throw new Refusal("Write --pending or --again: 'plainwire item reanalyse' is for single items.", 2);
      const analysed = await analysePending(load);
      answer(options, analysed, () => describeAnalysed(analysed));
      if (isCutShort(analysed)) process.exitCode = 1;
    });
}

async function analysePending(load: Load): Promise<Analysed> {
  const stop = stopOnInterrupt();
  return withParts(load, async (parts) => {
    const { countWaiting, finishAnalyses } = await import("./finish-analyses.ts");
    const before = await countWaiting(parts);
    return { items: before.pending + before.due, ...(await finishAnalyses(parts, stop)) };
  });
}

function describeAgain(wasStopped: boolean): string {
  return wasStopped ? "Models are asked again.\n" : "Nothing had stopped: models are asked as always.\n";
}

export function describeAnalysed({ items, pending, due, later, laterAt }: Analysed): string {
  const rest = later === 0 ? "" : `; for another try: ${countOf(later)}, the first at ${shortTime(laterAt)} UTC`;
  if (pending + due > 0) return `Stopped; still to be analysed: ${countOf(pending + due)}${rest}.\n`;
  return items === 0 ? `Nothing to analyse${rest}.\n` : `Analysed ${countOf(items)}${rest}.\n`;
}

function countOf(items: number): string {
  return `${items} ${items === 1 ? "item" : "items"}`;
}

export function isCutShort({ pending, due }: Analysed): boolean {
  return pending + due > 0;
}
